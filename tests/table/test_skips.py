"""Standing passes: declined is what can be, for whoever has said so, until the own turn comes or that is taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.through_the_ages.play import me, play, them
from tests.through_the_ages.politics.revealing import reveal
from tta_p2p.games.contract import Act
from tta_p2p.games.local import LocalGame
from tta_p2p.registry import load_rules, names
from tta_p2p.table.skips import MY_TURN, Skips


def local_game(name: str, seats: int = 3, seed: int = 4) -> LocalGame[Any, Any]:
    local: LocalGame[Any, Any] = LocalGame(load_rules(name), seats, {}, chance=seed)
    local.answer_needs()
    return local


def test_a_kind_of_decision_is_declined_until_that_is_taken_back() -> None:
    local = local_game("smugglers")
    skips = Skips(local.game)
    assert skips.due(0, local.state) is None and skips.of(0, local.state) == ()
    skips.add(0, "turn", local.state)
    assert skips.due(0, local.state) == Act(0, "end") and skips.due(1, local.state) is None
    local.act(Act(0, "end"))
    assert skips.due(0, local.state) is None, "another seat decides"
    local.act(Act(1, "end"))
    local.act(Act(2, "end"))
    assert skips.due(0, local.state) == Act(0, "end") and skips.of(0, local.state) == ("turn",)
    assert skips.take_back(0, "turn") and not skips.take_back(0, "turn")
    assert skips.due(0, local.state) is None
    skips.add(0, "turn", local.state)
    assert skips.take_back(0) and not skips.take_back(0) and skips.due(0, local.state) is None


def test_a_seat_that_skips_until_its_turn_is_asked_when_it_has_come() -> None:
    local = local_game("smugglers")
    skips = Skips(local.game)
    skips.add(0, MY_TURN, local.state)
    assert skips.due(0, local.state) is None, "it is its turn: that is not skipped"
    local.act(Act(0, "end"))
    assert skips.of(0, local.state) == (MY_TURN,)
    local.act(Act(1, "end"))
    local.act(Act(2, "end"))
    assert skips.of(0, local.state) == () and skips.due(0, local.state) is None


def test_what_was_skipped_is_skipped_again_and_what_has_ended_is_not_kept() -> None:
    local = local_game("smugglers")
    skips, later = Skips(local.game), Skips(local.game)
    skips.add(0, MY_TURN, local.state)
    skips.add(0, "turn", local.state)
    local.act(Act(0, "end"))
    later.restore(0, skips.kept(0))
    assert later.of(0, local.state) == (MY_TURN, "turn") and later.of(1, local.state) == ()
    local.act(Act(1, "end"))
    local.act(Act(2, "end"))
    assert later.of(0, local.state) == ("turn",) and list(later.kept(0)) == ["turn"]


def test_bids_and_pacts_are_declined_in_the_turns_of_others_only() -> None:
    strong = {"warriors": 5}
    game = reveal("historic-territory-i", me(workers=strong), them(workers=strong), them(workers=strong))
    skips = Skips(game.local.game)
    for seat in range(3):
        skips.add(seat, MY_TURN, game.state)
    assert skips.due(0, game.state) is None, "an auction in the own turn"
    game.act("bid 1", seat=0)
    assert skips.due(1, game.state) == Act(1, "pass")
    skips.take_back(2)
    game.act("pass", seat=1)
    assert skips.due(2, game.state) is None
    game = play(me(hand=["open-borders-agreement"]), them(), them(), phase="politics")
    game.act("offer open-borders-agreement 1")
    assert skips.due(1, game.state) == Act(1, "refuse")


def test_the_own_political_action_is_declined_only_by_its_kind() -> None:
    game = play(me(), them(), phase="politics")
    skips = Skips(game.local.game)
    skips.add(0, MY_TURN, game.state)
    assert skips.due(0, game.state) is None
    skips.add(0, "politics", game.state)
    assert skips.due(0, game.state) == Act(0, "pass") and skips.of(0, game.state) == (MY_TURN, "politics")


@pytest.mark.parametrize("name", names())
def test_games_go_on_to_their_end_when_everybody_skips_everything(name: str) -> None:
    local = local_game(name, load_rules(name).seats[-1])
    skips = Skips(local.game)
    declined = 0
    for _ in range(400):
        decision = local.decision
        if decision is None:
            break
        acts = []
        for seat in decision.seats:
            skips.add(seat, decision.key, local.state)
            act = skips.due(seat, local.state)
            assert (act is None) == (not decision.idle), "a decision that cannot be declined is never skipped"
            declined += act is not None
            if act is not None:
                assert act in [option.act for option in local.legal(seat)]
            acts.append(act or next(o.act for o in reversed(local.legal(seat)) if o.act.verb != "resign"))
        local.act(*acts)
    assert declined or name in ("caravan", "seven_wonders"), "where none, or only a rare one, can be declined"
