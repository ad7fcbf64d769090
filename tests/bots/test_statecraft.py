"""Politics of bots that plan, in positions where one choice is plainly right; and workers sent to the fields."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.bots.positions import position
from tests.bots.table import Table, known, seen
from tta_p2p.bots.levels import make_bot
from tta_p2p.bots.through_the_ages.events import event_value
from tta_p2p.bots.through_the_ages.outlook import make_outlook
from tta_p2p.bots.through_the_ages.position import strength_value
from tta_p2p.bots.through_the_ages.weights import NORMAL
from tta_p2p.games.contract import Act


def choose(table: Table) -> Act:
    decision = table.decision
    assert decision is not None
    return make_bot("normal", 1).choose(seen(table, decision.seats[0]))


def attacked(table: Table) -> list[Act]:
    """What the second seat answers to the attack of the first."""
    table.act(next(one.act for one in table.legal(0) if one.act.verb == "attack"))
    answers = []
    while table.decision is not None and table.decision.key == "defence":
        answers.append(choose(table))
        table.act(answers[-1])
    return answers


STRONG = {"warriors": 4}


def test_it_wards_off_what_would_cost_more_than_the_cards() -> None:
    """With the cheapest card that does it: the raid for which it is too weak."""
    hand = ["defense-colonization-i", "raid-i", "rats"]
    table = position(
        {"hand": ["enslave"], "workers": STRONG},
        {"hand": hand, "workers": {"warriors": 3, "philosophy": 1}, "culture": 20},
        age="I",
    )
    answers = attacked(table)
    assert [act.verb for act in answers] == ["throw", "done"]
    assert known(table, answers[0]) == "raid-i"
    assert any(line.key == "attack-fails" for line in table.log)


def test_it_lets_go_what_costs_less_than_the_cards() -> None:
    table = position(
        {"hand": ["plunder-i"], "workers": STRONG},
        {"hand": ["defense-colonization-i"], "workers": {"warriors": 3}},
        age="I",
    )
    assert [act.verb for act in attacked(table)] == ["done"]


@pytest.mark.parametrize(("stored", "verb"), [({}, "declare"), ({"resource": 16, "unused": 4}, "pass")])
def test_war_is_declared_on_those_who_will_still_be_weaker(stored: dict[str, int], verb: str) -> None:
    table = position(
        {"hand": ["war-over-culture"], "workers": {"riflemen": 2}, "government": "monarchy"},
        {"workers": {"swordsmen": 1}, "culture": 50, **stored},
        age="III",
    )
    assert choose(table).verb == verb


def test_of_several_the_one_is_attacked_who_has_most_to_lose() -> None:
    poor, rich = {"resource": 1}, {"resource": 5, "food": 3, "culture": 60}
    for rivals, victim in (((poor, rich), 2), ((rich, poor), 1)):
        table = position({"hand": ["plunder-ii"], "workers": STRONG}, *rivals)
        act = choose(table)
        assert (act.verb, act.args[1]) == ("attack", victim)


def test_an_event_is_prepared_that_hurts_the_weaker_and_kept_if_it_hurts_oneself() -> None:
    for mine, theirs, verb in ((4, 1, "seed"), (1, 6, "pass")):
        table = position(
            {"hand": ["reign-of-terror"], "workers": {"warriors": mine}, "culture": 10},
            {"workers": {"warriors": theirs}},
        )
        assert choose(table).verb == verb


def test_an_event_is_weighed_by_what_it_does_to_each_as_things_stand() -> None:
    table = position(
        {"workers": {"philosophy": 3, "warriors": 2}, "culture": 10}, {"workers": {"warriors": 2}, "culture": 5}
    )
    state = table.state
    here, there = make_outlook(state, 0), make_outlook(state, 1)
    lean = {
        face: event_value(state, 0, face, here, 100) for face in ("scientific-breakthrough", "national-pride", "foray")
    }
    assert lean["scientific-breakthrough"] > 0  # three laboratories against one
    assert lean["national-pride"] > 0
    assert lean["foray"] == 0  # both are as strong: a tie says nothing about later
    assert event_value(state, 1, "scientific-breakthrough", there, 100) < 0


@pytest.mark.parametrize(("side", "verb"), [("a", "refuse"), ("b", "accept")])
def test_a_pact_is_accepted_that_gains_and_refused_where_the_other_gains(side: str, verb: str) -> None:
    table = position(
        {"hand": ["acceptance-of-supremacy"], "workers": {"warriors": 2}}, {}, {"workers": {"warriors": 2}}, age="II"
    )
    table.act(next(one.act for one in table.legal(0) if one.act.verb == "offer" and one.act.args[1:] == (1, side)))
    assert choose(table).verb == verb


def turn(table: Table) -> list[Act]:
    """What the first seat does in its action phase."""
    acts: list[Act] = []
    while table.state.current == 0 and (not acts or acts[-1].verb != "end"):
        acts.append(choose(table))
        table.act(acts[-1])
    return acts


@pytest.mark.parametrize(("stored", "sent"), [(14, True), (3, False)])
def test_a_miner_is_sent_elsewhere_where_more_is_stored_than_anybody_is_free_to_build_with(
    stored: int, sent: bool
) -> None:
    workers = {"agriculture": 3, "bronze": 4, "philosophy": 1, "religion": 1, "warriors": 1, "swordsmen": 0}
    table = position(
        {"workers": workers, "yellow_bank": 13, "unused": 0, "resource": stored, "government": "monarchy"},
        {"workers": {"swordsmen": 3}},
        phase="actions",
        age="II",
    )
    acts = turn(table)
    left = [number for number, act in enumerate(acts) if act.verb == "destroy" and "bronze" in act.args]
    assert bool(left) is sent
    assert all(acts[number + 1].verb == "build" for number in left)


def test_strength_that_is_missing_counts_however_far_behind_one_is() -> None:
    table = position({"workers": {"warriors": 1}}, {"workers": {"modern-infantry": 6}}, age="III")
    o = make_outlook(table.state, 0, NORMAL)
    near, far = (strength_value(one + 1, o) - strength_value(one, o) for one in (26, 8))
    assert far >= near > 0
    alike = o.rival_strengths * 2
    crowd, tried = (
        replace(o, rival_strengths=alike),
        replace(o, rival_strengths=alike, weights=replace(NORMAL, several=100)),
    )
    assert 0 < strength_value(60, crowd) < strength_value(60, tried)
    assert strength_value(9, make_outlook(table.state, 0)) - strength_value(8, make_outlook(table.state, 0)) < far // 2


def test_a_worker_is_sent_to_the_fields_where_nobody_is_free_and_people_starve() -> None:
    workers = {"agriculture": 1, "bronze": 2, "philosophy": 2, "religion": 2, "warriors": 1}
    table = position(
        {"workers": workers, "yellow_bank": 12, "unused": 0, "resource": 12, "food": 0, "government": "monarchy"},
        {"workers": {"warriors": 1}},
        phase="actions",
        age="II",
    )
    acts = turn(table)
    farm = acts.index(Act(0, "build", ("agriculture",)))
    assert acts[farm - 1].verb in ("destroy", "disband")
    assert sum(act.verb in ("destroy", "disband") for act in acts) == 1
    assert not any(line.key == "starvation" for line in table.log)
