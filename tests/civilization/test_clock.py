"""The turns to fifteen coins as `hard` counts them, and what it does for that."""

from __future__ import annotations

from typing import Any

from tests.bots.table import seen
from tta_p2p.bots.civilization.clock import Purse, coin_turns, purse_of
from tta_p2p.bots.civilization.lookahead import LookaheadPlanner
from tta_p2p.bots.civilization.outlook import Outlook
from tta_p2p.bots.civilization.planner import Planner
from tta_p2p.bots.civilization.routes import FAR
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.game import GAME

from .play import Table, play, power

LEARNED = ["currency", "pottery", "navigation", "masonry", "code-of-laws", "horseback-riding", "philosophy"]
WORKS = {"f3": "university", "g1": "humanitarian", "f9": "temple", "g3": "market"}


def purse(**given: Any) -> Purse:
    """Two cities that know Pottery and Code of Laws, and have places for the second row."""
    usual: dict[str, Any] = {
        "counted": 0, "trade": 10, "income": 10, "culture": 0, "arts": 7, "cities": 2, "goods": 0, "fights": 40,
        "rows": (5, 0, 0), "known": (4, -1, -1, 4), "fresh": (True,) * 4, "printed": (1, 1, 1, 0), "discount": 0,
        "wait": 0,
    }  # fmt: skip
    return Purse(**{**usual, **given})


def turns(**given: Any) -> int:
    return coin_turns(purse(**given))


def test_coins_come_sooner_with_all_that_they_are_made_of() -> None:
    usual = turns()
    assert 300 < usual < FAR
    assert turns(income=14) < usual and turns(trade=16) < usual < turns(income=6)
    assert turns(arts=10) < usual and turns(culture=10) < usual
    assert turns(cities=3) < usual and turns(goods=2) < usual
    assert turns(fights=70) < usual < turns(fights=10)
    assert turns(counted=15) == 0 < turns(counted=13) < turns(counted=8) < usual


def test_technologies_count_by_the_coins_that_they_bring_in_time() -> None:
    usual = turns()
    democracy, other = turns(known=(4, 4, -1, 4), rows=(5, 1, 0)), turns(rows=(5, 1, 0))
    assert democracy < usual <= other
    assert turns(printed=(0, 1, 1, 0), rows=(5, 1, 0)) >= turns(known=(4, -1, 4, 4), rows=(5, 1, 0))
    assert turns(known=(-1,) * 4, rows=(1, 0, 0), trade=2, income=2, arts=2, cities=1) > usual
    late = {"counted": 13, "known": (0, 0, 4, 0)}
    assert turns(**late) == turns(**late, printed=(1, 0, 1, 0)), "no technology is learned that comes too late"


def test_a_coin_is_worth_its_trade_where_the_technology_would_not_be_full_in_time() -> None:
    late = {"counted": 11, "trade": 13, "income": 13, "known": (0, 4, 4, 0), "rows": (5, 2, 0)}
    invested = {**late, "counted": 12, "trade": 7, "known": (0, 3, 4, 0), "fresh": (True, False, True, True)}
    assert turns(**invested) <= turns(**late)
    full = {"known": (0, 0, 0, 0), "rows": (5, 2, 0), "counted": 13}
    assert turns(**full, trade=21) < turns(**full, trade=0)


def nation(phase: str, **egypt: Any) -> Table:
    """Egypt has two cities and lives on coins."""
    return play(
        power("egypt", cities={"f2": "capital", "e9": "city"}, **egypt), power("germany", trade=0),
        phase=phase, round=9, tiles={"e9": "n02:0", "a9": "n04:2", "e5": "n08:2", "a5": "n12:2"}, markers={},
        works=WORKS,
    )  # fmt: skip


def test_what_coins_are_made_of_is_read_from_the_position() -> None:
    table = nation("cities", techs=[*LEARNED, "democracy"], trade=12, culture=3, tokens={"democracy": 3})
    found = purse_of(table.s, 0, 4, 9, 5, 2)
    assert found.known == (4, 1, -1, 4) and found.fresh[1] and found.rows[1] == 1
    assert (found.trade, found.culture, found.wait) == (12, 3, 0)
    after = table.do("invest democracy")
    assert not purse_of(after.s, 0, 5, 9, 5, 2).fresh[1]


def test_hard_learns_what_brings_coins_before_what_allows_a_third_city() -> None:
    for known in ([*LEARNED], [*LEARNED, "democracy"]):
        # Chivalry lets it take up Feudalism, which is worth a coin
        situation = seen(nation("research", techs=known, trade=12).local, 0)
        act = GAME.write(LookaheadPlanner(Chance(1)).choose(situation))
        assert act in [f"research {tech}" for tech in ("printing-press", "democracy", "chivalry")]


def managed(table: Table) -> list[str]:
    """Let `hard` manage the cities of its seat; give what it does."""
    acts: list[str] = []
    while table.asked == "manage" and table.seat == 0 and (not acts or acts[-1] != "end"):
        acts.append(GAME.write(LookaheadPlanner(Chance(1)).choose(seen(table.local, 0))))
        table.do(acts[-1])
    return acts


def test_hard_puts_trade_into_coins_where_research_brings_none() -> None:
    known = [*LEARNED, "democracy", "printing-press", "civil-service", "chivalry"]
    coins = {"pottery": 4, "printing-press": 2, "code-of-laws": 2, "democracy": 1}
    table = nation("cities", techs=known, trade=13, tokens=coins, government="feudalism")
    assert "invest democracy" in managed(table)


def test_hard_puts_culture_into_coins_before_it_climbs_the_track() -> None:
    known = [*LEARNED, "democracy", "printing-press"]
    acts = managed(nation("cities", techs=known, trade=4, culture=9, level=4, tokens={"code-of-laws": 2}))
    assert "invest printing-press" in acts
    assert "advance" not in acts[: acts.index("invest printing-press")]


def test_a_coin_that_is_there_counts_more_than_one_that_could_be() -> None:
    given: dict[str, Any] = {"rows": (5, 2, 0)}
    there = turns(**given, counted=9, known=(4, 3, 4, 4), fresh=(True, False, True, True), trade=7)
    assert there < turns(**given, counted=8, known=(4, 4, 4, 4), trade=13)


def village(techs: list[str], units: int = 3) -> Table:
    """An army of America stands beside a village; America has few units."""
    return play(
        power("america", techs=techs, forces=["artillery-2", "infantry-2", "mounted-2"] * units,
              figures={"b12": (1, 0)}),
        power("germany"), phase="movement", round=5, tiles={"a9": "n05:0"}, markers={"b11": "village-iron"},
    )  # fmt: skip


def test_the_last_units_are_not_staked_on_a_village() -> None:
    def gain(bot: Planner, units: int) -> int:
        situation = seen(village(["code-of-laws"], units).local, 0)
        found = {GAME.write(act): worth for worth, act in bot.ranked(situation)}
        return found["move b12 b11 1 0"]

    careful = Planner(Chance(1), careful=True)
    assert gain(careful, 1) < 0 < gain(Planner(Chance(1)), 1)
    assert gain(careful, 3) >= gain(Planner(Chance(1)), 3)


def meeting(coins: int) -> Table:
    """An army of America stands beside a scout of Germany, which has coins of Pottery."""
    return play(
        power("america", figures={"b12": (1, 0)}), power("germany", figures={"b11": (0, 1)}, techs=["pottery"],
              tokens={"pottery": coins, "sheet": 9}), phase="movement", round=8, tiles={"a9": "n05:0"}, markers={},
    )  # fmt: skip


def test_figures_of_a_rival_near_fifteen_coins_are_worth_more() -> None:
    def gain(coins: int, careful: bool) -> int:
        situation = seen(meeting(coins).local, 0)
        found = {GAME.write(act): worth for worth, act in Planner(Chance(1), careful=careful).ranked(situation)}
        return found["move b12 b11 1 0"]

    assert gain(4, True) > gain(4, False) + 100
    assert Outlook(meeting(4).s, 0, meeting(4).local.dealer.knowledge_of(0), careful=True).leader == 1
