"""Single decisions of an easy bot, in positions where one choice is plainly right."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bots.table import Table, known, seen
from tta_p2p.bots.levels import make_bot
from tta_p2p.games.contract import Act
from tta_p2p.games.through_the_ages import ratings
from tta_p2p.games.through_the_ages.scenario import read


def position(*civilizations: dict[str, Any], **fields: Any) -> Table:
    """A position of two seats; nothing lies in the row, so that there is nothing better to do than what is shown."""
    told = {"seats": 2, "row": [""] * 13, "civilizations": list(civilizations), **fields}
    return read(told).build().game(1)


def choose(table: Table) -> Act:
    decision = table.decision
    assert decision is not None
    return make_bot("easy", 1).choose(seen(table, decision.seats[0]))


def turn(table: Table) -> list[Act]:
    """Let a bot play the turn in progress on to its end."""
    seat = table.state.current
    acts = []
    while not acts or acts[-1].verb != "end":
        acts.append(choose(table))
        assert acts[-1].seat == seat
        table.act(acts[-1])
    return acts


def test_an_uprising_is_averted_when_it_can_be() -> None:
    table = position({"workers": {"bronze": 4, "agriculture": 3}, "unused": 1, "yellow_bank": 12, "resource": 4})
    assert ratings.discontent(table.state, 0) == 2
    assert ratings.uprising(table.state, 0)
    turn(table)
    assert not any(line.key == "uprising" for line in table.log)


def test_people_are_not_increased_into_an_uprising() -> None:
    table = position({"workers": {"bronze": 4, "agriculture": 3}, "unused": 0, "food": 6})
    assert ratings.happiness(table.state, 0) == 0
    turn(table)
    assert not any(line.key == "uprising" for line in table.log)


def test_unused_workers_with_resources_are_put_to_work() -> None:
    table = position({"unused": 2, "resource": 6, "food": 2})
    built = [act for act in turn(table) if act.verb == "build"]
    assert len(built) == 2


def test_a_technology_that_can_be_paid_is_developed() -> None:
    table = position({"hand": ["iron"], "science": 8, "resource": 3, "workers": {"bronze": 4}})
    acts = turn(table)
    assert Act(0, "develop", ("iron",)) in acts
    assert Act(0, "upgrade", ("bronze", "iron")) in acts


def test_a_wonder_that_lacks_one_stage_is_finished() -> None:
    table = position({"wonder": "pyramids", "stages": 2, "resource": 1})
    assert Act(0, "stage", (1,)) in turn(table)
    assert table.state.players[0].wonders == ("pyramids",)


def test_an_aggression_is_warded_off_with_cards_of_the_hand() -> None:
    table = position(
        {"hand": ["raid-i"], "workers": {"warriors": 3}},
        {"hand": ["defense-colonization-i"], "workers": {"warriors": 2, "philosophy": 1}},
        phase="politics",
    )
    handle = table.state.players[0].military_hand[0]
    attack = next(one.act for one in table.legal(0) if one.act.verb == "attack")
    assert attack.args[0].handle == handle  # type: ignore[union-attr]
    table.act(attack)
    defence = []
    while table.decision is not None and table.decision.key == "defence":
        defence.append(choose(table))
        table.act(defence[-1])
    assert [act.verb for act in defence] == ["bonus", "done"]
    assert any(line.key == "attack-fails" for line in table.log)


def test_no_card_is_wasted_on_an_aggression_that_succeeds_anyway() -> None:
    table = position(
        {"hand": ["raid-i"], "workers": {"warriors": 8}},
        {"hand": ["defense-colonization-i"], "workers": {"warriors": 1, "philosophy": 1}},
        phase="politics",
    )
    table.act(next(one.act for one in table.legal(0) if one.act.verb == "attack"))
    assert choose(table) == Act(1, "done")


def test_the_weak_are_attacked_when_it_pays() -> None:
    table = position({"hand": ["plunder-ii"], "workers": {"warriors": 6}}, {"food": 3, "resource": 5}, phase="politics")
    assert choose(table).verb == "attack"


def test_what_helps_least_is_discarded() -> None:
    hand = ["defense-colonization-iii", "defense-colonization-iii", "raid-ii"]
    table = position({"hand": hand, "workers": {"warriors": 1}}, {"workers": {"warriors": 6}}, age="III", phase="end")
    assert table.decision is not None and table.decision.key == "discard"
    act = choose(table)
    assert act.verb == "discard" and known(table, act) == "raid-ii"


@pytest.mark.parametrize(("units", "high", "verb"), [(6, 0, "bid"), (6, 5, "pass"), (1, 0, "bid")])
def test_a_territory_is_bid_for_as_long_as_it_is_worth_the_force(units: int, high: int, verb: str) -> None:
    table = position(
        {"hand": ["rats"], "workers": {"warriors": 6}},
        {"workers": {"warriors": units}},
        current_events=["vast-territory-i"],
        phase="politics",
    )
    table.act(next(one.act for one in table.legal(0) if one.act.verb == "seed"))
    table.act(Act(0, "bid", (high,)) if high else Act(0, "pass"))
    assert table.decision is not None and table.decision.key == "auction"
    act = choose(table)
    assert act.verb == verb
    if verb == "bid":
        assert act.args == (1,)
