import pytest

from tests.games.crates import crates
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Card, Illegal
from tta_p2p.games.local import LocalGame
from tta_p2p.games.smugglers.rules import Smugglers
from tta_p2p.testing.conformance import Conformance


class TestSmugglers(Conformance):
    game = Smugglers()
    games = 12
    moments = 8
    conserved = staticmethod(crates)


@pytest.mark.parametrize("actions", [2, 3])
def test_a_smuggler_does_each_thing_once_a_turn_and_no_more_than_the_table_allows(actions: int) -> None:
    refused, full = 0, 0
    for chance in range(6):
        local = LocalGame(Smugglers(), 3, {"actions": actions}, chance)
        local.answer_needs()
        choose = Chance(chance)
        while not local.over:
            seat = local.decision.seats[0]
            used = local.state.used
            acts = [option.act for option in local.legal(seat) if option.act.verb != "resign"]
            assert not {act.verb for act in acts} & set(used) and len(used) <= actions
            if len(used) == actions:
                assert [act.verb for act in acts] == ["end"]
                full += 1
            for verb in used:
                card = Card(local.state.hands[seat][0]) if local.state.hands[seat] else Card(0)
                with pytest.raises(Illegal):
                    local.game.apply(local.state, Act(seat, verb, (card,)))
                refused += 1
            local.act(choose.choice([act for act in acts if act.verb != "end"] or acts))
    assert refused and full
