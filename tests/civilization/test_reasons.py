"""The reasons of advice: they are the parts of what a bot compares acts by, and each has its words."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.bots.table import FEW, seen
from tests.texts import texts_of
from tta_p2p.bots.base import ActProposal, sensible_options
from tta_p2p.bots.civilization import lookahead
from tta_p2p.bots.civilization.lookahead import LookaheadPlanner
from tta_p2p.bots.civilization.outlook import RACES, Outlook
from tta_p2p.bots.civilization.planner import Planner, accounts, differences, grounds, rank_acts, with_one_race
from tta_p2p.bots.civilization.prices import VICTORY
from tta_p2p.bots.random import RandomBot
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.flow import Blow, Tend
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.techs import TECH_LIST
from tta_p2p.games.contract import Act, Line
from tta_p2p.games.local import LocalGame

from .last_moves import before_capital, near_bank
from .play import Table, power
from .play import play as position

PARTS = {
    *RACES.values(),
    *("production", "trade", "culture", "cities", "technologies", "research", "coins", "government", "forces", "hand"),
    *("wonders", "figures", "danger", "rivals", "threat", "deal", "exploration", "spoils", "losses", "enemy-losses"),
    *("risk", "attacks", "buildings", "abilities"),
}
TEXTS = {"why", "battle-odds", "wins", "wins-soon", "averts"}
EACH = 3
"""How many decisions of each kind of a game are looked at."""


def advice(table: Table, seat: int = 0, most: int = 3) -> list[ActProposal]:
    return list(LookaheadPlanner(Chance(1)).proposals(seen(table.local, seat), most))


@pytest.mark.parametrize(("seats", "seed", "rounds"), [(2, 3, 9), (3, 4, 6)])
def test_the_parts_of_what_each_act_gains_add_up_and_have_words(seats: int, seed: int, rounds: int) -> None:
    options = {"deals": "always", "civilizations": "chosen"} if seed % 2 else {}
    local: LocalGame[State, Any] = LocalGame(GAME, seats, options, seed)
    local.answer_needs()
    players = [Planner(Chance(9)), *(RandomBot(Chance(seat)) for seat in range(1, seats))]
    tried: Counter[str] = Counter()
    keys = set[str]()
    while not local.over and local.state.round < rounds:
        decision = local.decision
        assert decision is not None
        for seat in decision.seats:
            situation = seen(local, seat)
            frame = local.state.stack[-1]
            if len(situation.options) < 2 or isinstance(frame, Blow | Tend) or tried[decision.key] >= EACH:
                continue
            tried[decision.key] += 1
            outlook = Outlook(local.state, seat, situation.knowledge, careful=bool(seat % 2))
            ranked = rank_acts(outlook, local.state, sensible_options(situation), situation.knowledge)
            for (gain, _), parts in zip(ranked, accounts(outlook, situation, [act for _, act in ranked]), strict=True):
                assert sum(parts.values()) == gain
                keys |= {key for key, worth in parts.items() if worth}
        local.act(*(players[seat].choose(seen(local, seat)) for seat in decision.seats))
    assert len(keys) > 12 and keys <= PARTS
    assert {"capital", "start", "manage", "moves", "study"} <= set(tried)


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "ja"])
def test_every_reason_has_words_and_every_word_is_of_a_reason(language: str) -> None:
    said = {key.removeprefix("advice.") for key in texts_of(GAME, language) if key.startswith("advice.")}
    assert said == PARTS | TEXTS


def test_what_speaks_for_an_act_is_what_it_brings_more_than_the_others() -> None:
    assert differences({"coins": 9, "trade": 2}, [{"coins": 3}, {"coins": 5, "danger": -4}]) == {
        "coins": 5,
        "trade": 2,
        "danger": 2,
    }
    table = position(power("rome", trade=9), power("germany"), phase="cities")
    first, *others = advice(table, most=6)
    assert first.reasons and {*first.reasons} <= PARTS and not first.facts
    assert first.value is not None and all(one.value is None or one.value <= first.value for one in others)
    assert all(one.reasons is None for one in others)


def test_a_plain_and_a_careful_bot_give_reasons_at_every_choice_of_a_city_and_of_figures() -> None:
    for planner in (Planner(Chance(1)), LookaheadPlanner(Chance(1), budget=FEW)):
        for phase in ("cities", "movement", "research"):
            table = position(power("rome", trade=12, figures={"e2": (1, 1)}), power("germany"), phase=phase)
            assert planner.proposals(seen(table.local, 0), 3)[0].reasons, (planner, phase)


def test_an_attack_names_its_odds_and_what_it_may_win_and_lose() -> None:
    first = advice(before_capital(6, ["democracy"], 3))[0]
    assert GAME.write(first.acts[0]).startswith("move b13 b14")
    (odds,) = first.facts
    assert odds.key == "battle-odds" and 50 < int(str(odds.args[0])) <= 100
    assert (first.reasons or {})["spoils"] > 0
    assert (first.reasons or {})["losses"] < 0


def test_a_blow_is_advised_with_the_odds_of_the_battle_alone() -> None:
    table = before_capital(6, ["democracy"], 3)
    table.do(GAME.write(advice(table)[0].acts[0]))
    while table.asked and table.asked != "blow":
        table.local.act(*(seen(table.local, seat).options[0].act for seat in table.local.decision.seats))  # type: ignore[union-attr]
    first, *others = advice(table, table.seat)
    assert [one.key for one in first.facts] == ["battle-odds"] and not first.reasons
    assert first.value is None and all(one.value is None for one in others)


def test_a_victory_and_a_defeat_that_another_act_would_bring_are_said_instead_of_parts() -> None:
    culture = position(power("rome", level=20, culture=7, trade=6), power("germany"), phase="cities")
    assert advice(culture)[0].facts == (Line("wins"),) and not advice(culture)[0].reasons
    rows = {level: [tech.name for tech in TECH_LIST if tech.level == level] for level in (1, 2, 3, 4)}
    below = [*rows[1][2:6], *rows[2][:4], *rows[3][:3], *rows[4][:2]]
    flight = position(power("rome", techs=below, trade=27), power("germany", trade=9), phase="research")
    assert advice(flight)[0].facts == (Line("wins"),)
    table = near_bank()
    situation = seen(table.local, 0)
    ranked = Planner(Chance(1), careful=True).ranked(situation)
    outlook = Outlook(table.s, 0, situation.knowledge, careful=True)
    comparison = lookahead._Comparison(situation, ranked, outlook, lookahead.HARD, Chance(1))
    block, idle = Act(0, "move", ("a12", "b13", 1, 0)), Act(0, "end")
    assert comparison._value(block, 0) > comparison._value(idle, 0)
    assert comparison.grounds(block) == ({}, (Line("averts"),)) and comparison.grounds(idle) == ({}, ())
    calm = {"coins": 5}
    assert grounds(calm, [{"victory": -VICTORY, "coins": 9}, {"coins": 3}]) == ({"coins": 2}, (Line("averts"),))


def test_the_victories_are_one_reason_that_names_the_one_which_the_act_changes_most() -> None:
    moved = {"race-economy": 4300, "trade": 5, "race-military": -3170, "race-culture": 40}
    assert with_one_race(moved) == {"trade": 5, "race-economy": 1170}
    assert with_one_race({"race-economy": 100, "race-military": -300}) == {"race-military": -200}
    assert with_one_race({"race-economy": 100, "race-military": -100, "trade": 1}) == {"trade": 1}
    table = position(power("rome", trade=9), power("germany"), phase="cities")
    assert sum(key.startswith("race-") for key in advice(table)[0].reasons or {}) == 1
