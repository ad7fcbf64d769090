"""Sacrifices in attacks of the edition of 2006: nothing is given up in vain, and the cheapest where it is worth it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bots.table import Table, seen
from tta_p2p.bots.levels import make_bot
from tta_p2p.games.contract import Act
from tta_p2p.games.through_the_ages.scenario import read

LEVELS = ("easy", "normal", "hard")
"""The first goes by rules of thumb, and lets more go."""


def position(*civilizations: dict[str, Any], **fields: Any) -> Table:
    told = {"row": [""] * 13, "phase": "politics", "civilizations": list(civilizations), **fields}
    return read({"seats": len(civilizations), "options": {"edition": "2006"}, **told}).build().game(1)


def answers(table: Table, level: str, key: str) -> list[str]:
    """Answers of the seat that is asked, until something else is decided."""
    found = []
    while table.decision is not None and table.decision.key == key:
        act: Act = make_bot(level, 1).choose(seen(table, table.decision.seats[0]))
        found.append(" ".join([act.verb, *(arg for arg in act.args if isinstance(arg, str))]))
        table.act(act)
        table.answer_needs()
    return found


def attack(table: Table) -> None:
    table.act(next(one.act for one in table.legal(0) if one.act.verb == "attack"))
    table.answer_needs()


@pytest.mark.parametrize("level", LEVELS)
def test_whoever_is_strong_enough_sacrifices_nothing(level: str) -> None:
    table = position(
        {"hand": ["enslave-2006"], "workers": {"warriors": 8}},
        {"hand": [], "workers": {"warriors": 1}},
        age="I",
    )
    attack(table)
    assert answers(table, level, "sacrifice") == ["done"]
    assert not any(line.key == "attack-fails" for line in table.log)


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_is_sacrificed_for_an_attack_that_cannot_be_repulsed(level: str) -> None:
    table = position(
        {"hand": ["armed-intervention"], "workers": {"warriors": 9}},
        {"hand": ["defense-colonization-ii"], "workers": {"warriors": 1}, "culture": 60},
        age="III", round=14,
    )  # fmt: skip
    attack(table)
    assert answers(table, level, "sacrifice") == ["done"]
    assert answers(table, level, "repulse") == ["done"]
    assert any(line.key == "attack-succeeds" for line in table.log)


@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_card_repulses_rather_than_a_unit_and_a_unit_rather_than_seven_culture(level: str) -> None:
    for hand, expected in (
        (["defense-colonization-iii"], ["bonus", "done"]),
        ([], ["sacrifice warriors", "done"]),
    ):
        table = position(
            {"hand": ["armed-intervention"], "workers": {"warriors": 5}},
            {"hand": hand, "workers": {"warriors": 1, "riflemen-2006": 1}, "culture": 60},
            age="III", round=14,
        )  # fmt: skip
        attack(table)
        answers(table, level, "sacrifice")
        assert answers(table, level, "repulse") == expected
        assert any(line.key == "attack-fails" for line in table.log)


@pytest.mark.parametrize("level", LEVELS)
def test_a_unit_is_sacrificed_for_an_attack_that_is_worth_more(level: str) -> None:
    table = position(
        {"hand": ["armed-intervention"], "workers": {"warriors": 4}, "culture": 50},
        {"hand": [], "workers": {"warriors": 4}, "culture": 60},
        age="IV", round=17, current=0, starting=1,
    )  # fmt: skip
    attack(table)
    assert answers(table, level, "sacrifice") == ["sacrifice warriors", "done"]
    answers(table, level, "repulse")
    assert any(line.key == "strengths" for line in table.log)


@pytest.mark.parametrize("level", LEVELS)
def test_units_that_nobody_needs_any_more_win_a_war_for_culture(level: str) -> None:
    """Each counts once more, and the war is fought in the turn before the last."""
    table = position(
        {"workers": {"modern-infantry-2006": 4}, "culture": 50},
        {"workers": {"warriors": 1}, "culture": 90},
        age="IV", round=17, current=0, starting=1, phase="start",
        wars=[{"card": "war-over-culture-iii", "attacker": 0, "rival": 1}],
    )  # fmt: skip
    given = answers(table, level, "sacrifice")
    assert given.count("sacrifice modern-infantry-2006") >= 2, given
    assert table.state.players[0].culture > 50 + 19
