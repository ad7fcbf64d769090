"""What a line of the log follows from: the act, whoever did it, and the turn in which that was."""

from __future__ import annotations

from typing import Any

import pytest

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Acts, Left, Line
from tta_p2p.games.local import LocalGame
from tta_p2p.games.log import LogLine
from tta_p2p.registry import load_rules, names


def played(name: str, seed: int, acts: int) -> tuple[LocalGame[Any, Any], list[Line]]:
    """A random game that a seat leaves on the way, and every line that the rules have told."""
    game = load_rules(name)
    local: LocalGame[Any, Any] = LocalGame(game, min(3, max(game.seats)), {}, chance=seed)
    told = [Line(line.key, line.args) for line in local.log]
    chance = Chance(seed)

    def tell(fact: Any) -> None:
        told.extend(local.apply(fact).log)

    for number in range(acts):
        while needs := game.needs(local.state):
            tell(local.dealer.answer(needs[0]))
        decision = local.decision
        if decision is None:
            break
        if number == 3:
            tell(Left(decision.seats[-1], "gone"))
            continue
        chosen = tuple(chance.choice(_acts(local, seat)) for seat in decision.seats)
        tell(Acts(chosen) if decision.sealed else chosen[0])
    return local, told


def _acts(local: LocalGame[Any, Any], seat: int) -> list[Act]:
    acts = [option.act for option in local.legal(seat)]
    return [act for act in acts if act.verb != "resign"]


@pytest.mark.parametrize("name", names())
def test_a_line_names_the_act_that_it_follows_from(name: str) -> None:
    local, told = played(name, 5, 60)
    assert [Line(line.key, line.args) for line in local.log] == told and len(told) > 5
    assert [line.number for line in local.log] == sorted(line.number for line in local.log)
    assert [line.turn for line in local.log] == sorted(line.turn for line in local.log)
    kinds = set()
    for line in local.log:
        fact = local.facts[line.number - 1] if line.number else None
        kinds.add(type(fact).__name__)
        match fact:
            case Act():
                of_nobody = line.key in local.game.impersonal
                assert (line.actor, line.act) == ((None, None) if of_nobody else (fact.seat, fact))
            case Acts(acts):
                assert (line.act in acts and line.actor == line.act.seat) if line.act else line.actor is None
            case Left(seat):
                assert (line.actor, line.act) == (seat, None)
            case None:
                assert (line.actor, line.act) == (None, None)
            case _:
                raise AssertionError(f"{line} follows from {fact}")
        assert (line.act is None) == (line.label is None)
    assert kinds >= {"Left", "Acts" if name in ("caravan", "seven_wonders") else "Act"}


def test_acts_of_all_at_once_have_their_own_lines_each() -> None:
    local: LocalGame[Any, Any] = LocalGame(load_rules("caravan"), 2, {}, chance=3)
    local.answer_needs()
    acts = [local.legal(seat)[0].act for seat in (0, 1)]
    local.act(*acts)
    own = [line for line in local.log if line.number]
    assert [(line.key, line.actor, line.act) for line in own] == [("keeps", 0, acts[0]), ("keeps", 1, acts[1])]
    assert [line.turn for line in own] == [1, 1] and local.game.turn(local.state) == (2, None)


def test_what_dealers_answer_follows_from_the_act_that_asked_for_it() -> None:
    local: LocalGame[Any, Any] = LocalGame(load_rules("smugglers"), 2, {}, chance=7)
    assert local.log == []
    local.answer_needs()
    quay = local.log[0]
    assert isinstance(quay, LogLine) and (quay.key, quay.number, quay.actor, quay.act) == ("quay", 0, None, None)
    while not local.over:
        (seat,) = local.decision.seats  # type: ignore[union-attr]
        stowed = [option.act for option in local.legal(seat) if option.act.verb == "stow"]
        local.act(*stowed[:1] or [Act(seat, "end")])
    loot = [line for line in local.log if line.key == "loot"]
    assert loot and {line.act for line in loot} == {Act(loot[0].actor or 0, "end")}


def test_a_game_that_branches_goes_on_in_the_same_act() -> None:
    local: LocalGame[Any, Any] = LocalGame(load_rules("smugglers"), 2, {}, chance=7)
    local.answer_needs()
    local.apply(Act(0, "end"))
    twin = local.fork()
    local.answer_needs()
    twin.answer_needs()
    assert twin.log == local.log
