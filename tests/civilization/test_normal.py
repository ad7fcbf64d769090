"""The level `normal`: it acts by the rules at every kind of decision, from what its seat knows, and plans victories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest

from tests.bots.table import seen
from tta_p2p.bots.civilization import PERSONALITIES, make_planner
from tta_p2p.bots.civilization.clash import KINDS, Side, attack_outcome, outcome, play, unit_of
from tta_p2p.bots.civilization.outlook import Outlook
from tta_p2p.bots.civilization.planner import LEANINGS, Planner
from tta_p2p.bots.civilization.prices import VICTORY
from tta_p2p.bots.civilization.routes import ROUTES
from tta_p2p.bots.easy import EasyBot
from tta_p2p.bots.levels import make_bot
from tta_p2p.bots.random import RandomBot
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.battle.combat import clash
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.state import Front, State
from tta_p2p.games.civilization.tables.techs import TECH_LIST
from tta_p2p.games.contract import Act, Acts
from tta_p2p.games.knowledge import sample
from tta_p2p.games.local import LocalGame

from .last_moves import before_capital
from .play import Table, power
from .play import play as position

EACH = 2
"""How many decisions of each kind a game brings to the bot."""


def choose(table: Table, seat: int | None = None) -> str:
    who = table.seat if seat is None else seat
    return GAME.write(make_planner(Chance(1)).choose(seen(table.local, who)))


def decisions(seats: int, seed: int, rounds: int) -> Iterator[tuple[str, LocalGame[State, Any], int]]:
    """Every choice of a game by chance, in which one seat is played by the bot."""
    options = {"deals": "always", "civilizations": "chosen"} if seed % 2 else {}
    local: LocalGame[State, Any] = LocalGame(GAME, seats, options, seed)
    local.answer_needs()
    players = [make_planner(Chance(9)), *(RandomBot(Chance(seat)) for seat in range(1, seats))]
    while not local.over and local.state.round < rounds:
        decision = local.decision
        assert decision is not None
        acts = []
        for seat in decision.seats:
            if len(local.legal(seat)) > 1:
                yield decision.key, local, seat
            acts.append(players[seat].choose(seen(local, seat)))
        local.act(*acts)


@pytest.mark.parametrize(("seats", "seed", "rounds"), [(2, 3, 12), (3, 4, 7)])
def test_what_it_does_at_every_kind_of_decision_is_legal_the_same_again_and_depends_on_nothing_hidden(
    seats: int, seed: int, rounds: int
) -> None:
    tried: Counter[str] = Counter()
    changed = 0
    for kind, local, seat in decisions(seats, seed, rounds):
        if tried[kind] >= EACH:
            continue
        tried[kind] += 1
        situation = seen(local, seat)
        before = GAME.encode(situation.state), msgspec.msgpack.encode(situation.knowledge)
        act = make_planner(Chance(5)).choose(situation)
        assert act in [option.act for option in situation.options]
        assert (GAME.encode(situation.state), msgspec.msgpack.encode(situation.knowledge)) == before
        hidden = {handle: place.back for handle, place in GAME.hidden_cards(local.state).items()}
        world = sample(hidden, GAME.unseen(local.state), situation.knowledge, Chance(len(tried)))
        changed += any(local.dealer.faces.get(handle) != face for handle, face in world.items())
        everybody: Any = {other: situation.knowledge for other in (None, *range(seats))}
        other: LocalGame[State, Any] = LocalGame.from_world(GAME, local.state, seats, world, knows=everybody)
        twin = seen(other, seat)
        assert twin.options == situation.options
        assert make_planner(Chance(5)).choose(twin) == act
    assert changed > 10
    assert {"capital", "figures", "start", "manage", "moves", "study"} <= set(tried)


def test_units_clash_on_paper_as_they_do_by_the_rules() -> None:
    table = position(power("rome", techs=["chivalry", "mathematics"]), power("germany", techs=["democracy"]))
    kinds = ("artillery", "infantry", "mounted", "aircraft")
    printed = {kind: (5, 7) if kind == "aircraft" else (1, 3) for kind in kinds}
    for one, other in product(kinds, kinds):
        for mine, theirs, wounds in product(printed[one], printed[other], (0, 1)):
            faces = f"{one}-{mine}", f"{other}-{theirs}"
            units = [unit_of(table.s, seat, face) for seat, face in enumerate(faces)]
            if wounds >= units[1][1]:
                continue
            front, _ = clash(table.s, (0, 1), Front(faces, (0, wounds)))
            lines = [[-1, 0, 0, *units[1], wounds]]
            play(lines, 0, units[0], 0)
            left = [] if not lines else lines[0]
            assert [bool(face) for face in front.units] == [bool(left) and left[at] >= 0 for at in (0, 3)]
            for side, at in ((0, 0), (1, 3)):
                if front.units[side]:
                    assert (KINDS[left[at]], left[at + 2]) == (front.units[side].split("-")[0], front.wounds[side])


def test_more_units_better_units_and_a_lead_win_more_battles() -> None:
    def wins(number: int, rank: int, lead: int, theirs: int = 4) -> int:
        levels = rank, rank, rank
        return outcome(Side((), number, levels, number), Side((), theirs, (1, 1, 1), theirs), lead, False).wins

    assert wins(3, 1, 0) < wins(4, 1, 0) <= wins(6, 1, 0)
    assert wins(4, 1, 0) < wins(4, 2, 0) and wins(5, 2, -12) < wins(5, 2, 0)


def test_lots_that_are_worked_out_before_are_the_same_ones() -> None:
    ahead, plain = Chance("lots").prepare(100), Chance("lots")
    numbers = [plain.below(10) for _ in range(150)]
    assert [ahead.copy().below(10) for _ in range(2)] == numbers[:1] * 2
    assert [ahead.below(10) for _ in range(150)] == numbers


def test_it_takes_a_victory_that_it_can_have() -> None:
    culture = position(power("rome", level=20, culture=7, trade=6), power("germany"), phase="cities")
    assert choose(culture) == "advance"
    rows = {level: [tech.name for tech in TECH_LIST if tech.level == level] for level in (1, 2, 3, 4)}
    below = [*rows[1][2:6], *rows[2][:4], *rows[3][:3], *rows[4][:2]]
    flight = position(power("rome", techs=below, trade=27), power("germany", trade=9), phase="research")
    assert choose(flight, 0) == "research space-flight"


def test_it_conquers_a_capital_that_lies_open_and_spares_one_that_is_held() -> None:
    assert choose(before_capital(8, ["democracy", "gunpowder"], 2)).startswith("move b13 b14")
    assert choose(before_capital(2, [], 6)).split()[2:3] != ["b14"]
    strong, weak = (
        attack_outcome(table.s, 0, SQUARES["b14"], 3, table.local.dealer.knowledge_of(0))
        for table in (before_capital(8, ["democracy", "gunpowder"], 2), before_capital(2, [], 6))
    )
    assert strong.wins > 900 and weak.wins == 0


def test_what_brings_a_victory_nearer_is_worth_more_and_what_brings_a_rival_there_less() -> None:
    def worth(rome: dict[str, Any], germany: dict[str, Any]) -> int:
        table = position(power("rome", **rome), power("germany", **germany), phase="cities")
        return Outlook(table.s, 0, table.local.dealer.knowledge_of(0)).value(table.s)

    same = worth({}, {})
    assert worth({"level": 9}, {}) > same > worth({}, {"level": 9})
    assert worth({"tokens": {"pottery": 4}, "techs": ["pottery"]}, {}) > worth({"techs": ["pottery"]}, {})
    assert abs(same) < VICTORY // 10


def test_the_plan_is_the_victory_that_is_nearest() -> None:
    def plan(**rome: Any) -> str:
        table = position(power("rome", **rome), power("germany"), phase="cities")
        outlook = Outlook(table.s, 0, table.local.dealer.knowledge_of(0))
        assert outlook.turns_to(outlook.plan) == min(map(outlook.turns_to, ROUTES))
        return outlook.plan

    assert plan(level=18, trade=20, culture=12) == "culture"
    assert plan(techs=["democracy", "printing-press", "pottery"], tokens={"sheet": 11}) == "economy"


def test_each_personality_leans_to_another_victory_but_takes_one_that_is_at_hand() -> None:
    table = position(power("rome", techs=["pottery"]), power("germany"), phase="cities")
    knows = table.local.dealer.knowledge_of(0)
    plain = Outlook(table.s, 0, knows)
    for route in LEANINGS.values():
        leaning = Outlook(table.s, 0, knows, route)
        assert [one for one in ROUTES if leaning.turns_to(one) < plain.turns_to(one)] == [route]
    assert {*LEANINGS} == {*PERSONALITIES} and len({*LEANINGS.values()}) == len(LEANINGS)
    near = position(power("rome", level=20, culture=7, trade=6), power("germany"), phase="cities")
    for personality in PERSONALITIES:
        bot = make_bot(f"normal:{personality}", 1, "civilization")
        assert GAME.write(bot.choose(seen(near.local, 0))) == "advance"


def test_it_proposes_what_it_would_do_first_and_each_act_once() -> None:
    table = position(power("rome", trade=9), power("germany"), phase="cities")
    situation = seen(table.local, 0)
    proposed = [one.acts[0] for one in Planner(Chance(3)).proposals(situation, 3)]
    assert proposed[0] == Planner(Chance(3)).choose(situation) and len({*map(str, proposed)}) == 3


def test_units_count_most_where_an_army_could_take_a_city_and_a_scout_where_none_is_near() -> None:
    def worth(army: str, units: int = 0, scout: str = "") -> int:
        table = position(
            power("rome", cities={"f2": "capital", "e9": "city"}, forces=["infantry-2"] * units,
                  figures={scout: (0, 1)} if scout else {}),
            power("germany", cities={"c14": "capital"}, forces=["mounted-2"] * 6, figures={army: (2, 0)}),
            phase="cities", tiles={"e9": "n02:0", "a9": "n04:2", "e5": "n08:2", "a5": "n12:2"}, markers={},
        )  # fmt: skip
        return Outlook(table.s, 0, table.local.dealer.knowledge_of(0)).value(table.s)

    assert worth("g9", 6) - worth("g9") > worth("b13", 6) - worth("b13")
    assert worth("g9", 6, scout="g10") - worth("g9", 6) < worth("b13", 6, scout="g10") - worth("b13", 6)


def test_it_beats_easy_ones_where_it_sits() -> None:
    local: LocalGame[State, Any] = LocalGame(GAME, 2, {}, 1001)
    local.answer_needs()
    players = [EasyBot(Chance("a")), make_planner(Chance("b"))]
    while not local.over:
        decision = local.decision
        assert decision is not None
        acts: list[Act] = [players[seat].choose(seen(local, seat)) for seat in decision.seats]
        local.apply(Acts(tuple(acts)) if decision.sealed else acts[0])
        local.answer_needs()
    assert local.state.winner == 1 and local.state.round <= 16
