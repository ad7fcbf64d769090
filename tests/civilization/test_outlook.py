"""The worth of a position to `normal` and `hard`: where they would found, and which victory they take to be near."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bots.table import seen
from tta_p2p.bots.civilization.lookahead import LookaheadPlanner
from tta_p2p.bots.civilization.outlook import Outlook
from tta_p2p.bots.civilization.planner import Planner
from tta_p2p.bots.civilization.routes import FAR, economy_turns, steps_in, surroundings
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.board import cities_of, steps
from tta_p2p.games.civilization.map.squares import SQUARES

from .play import Table, play, power

LEARNED = ["currency", "pottery", "navigation", "masonry", "code-of-laws", "horseback-riding", "philosophy"]
"""Technologies over which several of the second row have their place."""


def outlook(table: Table, seat: int = 0) -> Outlook:
    return Outlook(table.s, seat, table.local.dealer.knowledge_of(seat))


def test_sites_near_home_are_seen_among_many_far_away() -> None:
    far = {"m5": "n02:0", "m9": "n04:0", "i5": "n08:0", "i9": "n12:0", "i13": "n03:0", "i1": "n06:0"}
    nations = [power("egypt", figures={"c4": (0, 1)}), *map(power, ("rome", "germany", "russia"))]
    table = play(*nations, phase="movement", tiles={"a5": "n05:0", **far}, markers={})
    sites = outlook(table)._sites
    home = cities_of(table.s, 0)[0]
    assert len(sites) == 8 and steps(sites[0].square, home) <= 8
    assert GAME.write(Planner(Chance(1)).choose(seen(table.local, 0))).startswith("move c4 ")


def test_ways_are_counted_over_land_and_what_lies_face_down() -> None:
    table = play(power("egypt"), power("germany"), phase="movement")
    home = cities_of(table.s, 0)[0]
    near = surroundings(table.s.seats, table.s.laid, 0, home)
    assert steps_in(near, home, 60) == 0
    assert all(steps_in(near, square, 60) >= steps(square, home) for square in SQUARES.values())
    assert steps_in(near, cities_of(table.s, 1)[0], 60) < 60


def test_coins_come_sooner_with_each_technology_that_takes_them_and_with_more_trade() -> None:
    def turns(techs: list[str], trade: int = 8, arts: int = 4, coins: int = 0) -> int:
        table = play(power("egypt", techs=techs), power("germany"), phase="cities")
        return economy_turns(table.s, 0, coins, trade, arts)

    path = [turns(LEARNED[:number]) for number in (0, 2)]
    path += [turns([*LEARNED, *more]) for more in ([], ["printing-press"], ["printing-press", "democracy"])]
    assert path[0] < FAR and path == sorted(path, reverse=True) and len({*path}) > 3
    assert turns([], trade=14, arts=7) < turns([]) < turns([], trade=4, arts=2)
    assert turns(LEARNED, coins=14) < turns(LEARNED, coins=7) < turns(LEARNED) and turns(LEARNED, coins=15) == 0


def nation(phase: str, **egypt: Any) -> Table:
    """Egypt has two cities and is about to live on coins."""
    return play(
        power("egypt", cities={"f2": "capital", "e9": "city"}, **egypt), power("germany", trade=0),
        phase=phase, round=9, tiles={"e9": "n02:0", "a9": "n04:2", "e5": "n08:2", "a5": "n12:2"}, markers={},
        works={"f3": "library", "f9": "temple"},
    )  # fmt: skip


@pytest.mark.parametrize("bot", [Planner(Chance(1)), LookaheadPlanner(Chance(1))])
def test_technologies_that_take_coins_are_researched_before_faster_ships(bot: Planner | LookaheadPlanner) -> None:
    for known in ([*LEARNED], [*LEARNED, "irrigation", "democracy"]):
        situation = seen(nation("research", techs=known, trade=12).local, 0)
        assert GAME.write(bot.choose(situation)) in ("research printing-press", "research democracy")


def test_trade_that_no_research_lacks_becomes_a_coin() -> None:
    situation = seen(nation("cities", techs=[*LEARNED, "democracy"], trade=18).local, 0)
    gains = {GAME.write(act): gain for gain, act in Planner(Chance(1)).ranked(situation)}
    assert gains["invest democracy"] > 0


@pytest.mark.parametrize("tech, price", [("printing-press", {"culture": 9}), ("democracy", {"trade": 27})])
def test_the_last_coin_that_a_technology_takes_is_worth_as_much_as_those_before(tech: str, price: Any) -> None:
    def gain(coins: int) -> int:
        known = [*LEARNED, "democracy", "printing-press"]
        table = nation("cities", techs=known, tokens={tech: coins}, level=4, **{"trade": 7, **price})
        gains = {GAME.write(act): gain for gain, act in Planner(Chance(1)).ranked(seen(table.local, 0))}
        assert gains[f"invest {tech}"] > gains.get("advance", 0)
        return gains[f"invest {tech}"]

    assert gain(3) > 200 and abs(gain(3) - gain(2)) < 150


# --- what a lost battle costs --------------------------------------------------------------------------------

UNITS = ["infantry-2", "mounted-2", "artillery-2", "infantry-1"]


def field(coins: int, units: int = 0, square: str = "f7", loot: str = "revised") -> Table:
    """An army of Rome stands near one of Germany, which has four units, or far from it."""
    return play(
        power("rome", techs=["pottery"], tokens={"pottery": coins} if coins else {}, forces=UNITS[:units],
              figures={square: (1, 0)}),
        power("germany", forces=["mounted-2", "mounted-3", "infantry-3", "artillery-2"], figures={"f9": (1, 0)}),
        phase="movement", round=8, tiles={"e9": "n02:0", "a9": "n04:2", "e5": "n08:2", "a5": "n12:2"}, markers={},
        options={"loot": loot},
    )  # fmt: skip


def threat(coins: int, units: int = 0, loot: str = "revised") -> int:
    """Give how much less an army is worth within the reach of another one."""
    near, far = (field(coins, units, square, loot) for square in ("f7", "f6"))
    return outlook(far).value(far.s) - outlook(near).value(near.s)


def test_an_army_that_could_be_beaten_costs_a_coin_besides_and_less_with_units_behind_it() -> None:
    assert threat(2) > threat(0) + 500 and threat(0) > 0
    assert threat(2) > threat(2, 2) > threat(2, 4)
    assert threat(2, loot="printed") == threat(0), "by the rules of the first edition no battle costs a coin"


@pytest.mark.parametrize("bot", [Planner(Chance(1)), LookaheadPlanner(Chance(1))])
def test_an_army_without_units_leaves_the_reach_of_one_that_has_some(bot: Planner | LookaheadPlanner) -> None:
    act = bot.choose(seen(field(2).local, 0))
    assert act.verb == "move" and steps(SQUARES[str(act.args[1])], SQUARES["f9"]) > 2


def test_who_attacks_stakes_a_coin_too() -> None:
    def gain(coins: int) -> int:
        ranked = Planner(Chance(1)).ranked(seen(field(coins, 2).local, 0))
        return next(gain for gain, act in ranked if GAME.write(act) == "move f7 f9 1 0")

    assert gain(2) < gain(0) - 100
