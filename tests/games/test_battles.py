"""Battles: a part of one's own cards drawn at random, and what that does to what everybody knows."""

from tests.games.battles import Battles
from tta_p2p.games import knowledge
from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.testing.conformance import Conformance


class TestBattles(Conformance):
    game = Battles()
    options = ({}, {"turns": 12})
    moments = 10


def test_random_fronts_leave_no_more_knowledge_than_there_is_room_for():
    local = LocalGame(Battles(), 2, {"turns": 200}, chance=1)
    local.answer_needs()
    chance = Chance(1)
    full = battles = 0
    while full <= 50 and (decision := local.decision) is not None:
        options = [option for option in local.legal(decision.seats[0]) if option.act.verb != "rest"]
        local.act(chance.choice(options).act)
        battles += decision.key == "attack"
        sizes = [len(local.dealer.knowledge_of(observer).among) for observer in (0, 1, None)]
        assert max(sizes) <= knowledge.MAX_STATEMENTS
        full += max(sizes) == knowledge.MAX_STATEMENTS
        if battles % 20 == 0 and decision.key == "defend" and not local.over:
            backs = {handle: place.back for handle, place in local.game.hidden_cards(local.state).items()}
            true = {handle: local.dealer.faces[handle] for handle in backs}
            for observer in (0, 1, None):
                knows, unseen = local.dealer.knowledge_of(observer), local.game.unseen(local.state)
                assert knowledge.world_mismatch(true, backs, unseen, knows) == ""
                world = local.game.resample(local.view(observer), chance)
                assert knowledge.world_mismatch(world, backs, unseen, knows) == ""
    assert battles > 60 and full > 50
