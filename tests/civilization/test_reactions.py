"""What `normal` makes of deals and of declarations of others: it takes and does what is worth more than it costs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bots.table import seen
from tests.civilization.turn.deals import trading
from tests.civilization.windows.responses import SPY, rome
from tta_p2p.bots.civilization.bargain import Bargain, exchanged
from tta_p2p.bots.civilization.outlook import Outlook
from tta_p2p.bots.civilization.planner import Planner
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.turn.deals import Proposal

from .play import Table, play, power


def choose(table: Table, seat: int | None = None) -> str:
    who = table.seat if seat is None else seat
    return GAME.write(Planner(Chance(1)).choose(seen(table.local, who)))


def dealt(table: Table, until: str) -> list[str]:
    """Let the bot act for whoever decides while it is asked anything of a deal; give what it does until a verb."""
    done: list[str] = []
    while table.asked in ("trading", "terms", "proposal") and until not in [line.split()[0] for line in done[-1:]]:
        done.append(choose(table))
        table.do(done[-1])
    return done


# --- deals ---------------------------------------------------------------------------------------------------


def market(round_: int = 3, **germany: Any) -> Table:
    """Rome has trade to spare and could use silk; Germany has silk that is of no use to it and lacks trade."""
    return play(
        power("rome", techs=["horseback-riding"], trade=7),
        power("germany", **{"goods": {"silk": 1}, "trade": 1, **germany}),
        power("egypt", trade=6), phase="trade", round=round_,
    )  # fmt: skip


def test_it_proposes_a_deal_that_is_good_for_both_and_the_other_takes_it() -> None:
    table = market()
    done = dealt(table, "accept")
    assert done[0] == "deal germany" and done[-2:] == ["propose", "accept"] and "want silk 1" in done
    assert table.s.goods[0]["silk"] == 1 and table.s.trade[0] >= 6 <= table.s.trade[1]


@pytest.mark.parametrize("germany", [{"goods": {}}, {"level": 20}])
def test_it_proposes_nothing_where_one_side_gains_nothing_or_is_about_to_win(germany: dict[str, Any]) -> None:
    assert dealt(market(**germany), "end") == ["end"]


def asked(*lines: str, rome: dict[str, Any] | None = None, **germany: Any) -> Table:
    """Germany is asked for something by Rome, in the trade phase of three."""
    table = trading(germany, rome=rome)
    return table.do("deal germany", *lines, "propose")


@pytest.mark.parametrize(
    ("lines", "takes"),
    [
        (("offer trade 6",), True),
        (("offer culture 3", "want trade 1"), True),
        (("want trade 6",), False),
        (("offer trade 1", "want culture 5"), False),
        (("offer wheat 1", "want iron 1"), False),
        (("offer wheat 1", "want trade 1"), True),
    ],
)
def test_it_takes_what_is_worth_more_to_it_than_it_costs(lines: tuple[str, ...], takes: bool) -> None:
    has = {"trade": 7, "culture": 6, "goods": {"iron": 1}}
    rome = {"trade": 8, "culture": 6, "goods": {"wheat": 1}}
    assert choose(asked(*lines, rome=rome, **has)) == ("accept" if takes else "decline")


def test_it_does_not_help_the_leader_to_more_than_it_gains_itself_nor_anybody_to_a_victory() -> None:
    def answer(level: int, *lines: str) -> str:
        rome = {"culture": 1, "trade": 7, "level": level}
        return choose(asked(*lines, rome=rome, trade=1, culture=5))

    wants_culture = "offer trade 4", "want culture 2"
    assert [answer(level, *wants_culture) for level in (0, 14, 17)] == ["accept", "accept", "decline"]
    assert [answer(level, "offer trade 6") for level in (0, 17, 19)] == ["accept", "accept", "decline"]


def test_what_changes_hands_on_paper_changes_hands_by_the_rules() -> None:
    rome = {"trade": 8, "culture": 6, "goods": {"wheat": 1}, "huts": ["hut-spy"]}
    table = asked("offer trade 2", "offer wheat 1", "offer hut-spy", "want culture 4", rome=rome, culture=5)
    frame = table.s.stack[-1]
    assert isinstance(frame, Proposal)
    paper = exchanged(table.s, frame.items)
    table.do("accept")
    for name in ("trade", "culture", "goods"):
        assert getattr(paper, name) == getattr(table.s, name)
    assert [*map(len, paper.huts)] == [*map(len, table.s.huts)]


def test_a_deal_of_several_is_weighed_whole() -> None:
    table = trading({"goods": {"iron": 1}, "trade": 5}, {"culture": 5}, rome={"trade": 9})
    table.do("parley germany egypt", "offer germany trade 6", "want egypt culture 4", "hand germany egypt iron 1")
    table.do("propose")
    assert table.asked == "proposal-of-several"
    outlook = Outlook(table.s, 1, table.local.dealer.knowledge_of(1))
    frame = table.s.stack[-1]
    assert isinstance(frame, Proposal)
    worth = Bargain(outlook, table.s).worth(frame.items)
    assert (choose(table) == "accept") == (worth > 0)


# --- declarations --------------------------------------------------------------------------------------------


def storm(armies: int, **germany: Any) -> Table:
    """Armies of Rome leave for the capital of Germany at b14."""
    table = play(
        power("rome", cities={"f3": "capital"}, forces=["infantry-2"] * 6 + ["mounted-3"] * 2, figures={"b13": (3, 0)},
              techs=["democracy", "gunpowder", "masonry"]),
        power("germany", **{"cities": {"b14": "capital"}, "forces": ["mounted-2"] * 2, **germany}),
        phase="movement",
    )  # fmt: skip
    table.do(f"move b13 b14 {armies} 0")
    assert (table.asked, table.seat) == ("answer-move", 1)
    return table


STRIKES = {"events": ["wholesale-defection"]}
HOLDS = {"techs": ["communism"], "huts": ["hut-spy"]}
GUARDS = ["mounted-2"] * 6 + ["infantry-1"] * 3 + ["artillery-3"] * 3


def test_armies_on_their_way_to_the_capital_are_struck_where_that_saves_it() -> None:
    assert choose(storm(3, **STRIKES)).split()[0::2] == ["interrupt", "b13", "0"]
    assert choose(storm(3, **STRIKES)).split()[3] == "2"
    few = ["mounted-2"] * 5 + ["infantry-3"]
    assert choose(storm(3, forces=few, **STRIKES)).startswith("interrupt")


def test_a_spy_holds_armies_before_the_capital_unless_they_will_lose() -> None:
    assert choose(storm(3, **HOLDS)).startswith("lock b13 ")
    assert choose(storm(1, forces=GUARDS, **HOLDS)) == "pass"


REVOLT = "the-citizens-are-revolting"


def test_a_card_stops_a_revolt_at_home_and_none_of_a_rival() -> None:
    def answer(whose: str) -> str:
        table = play(
            power("rome", events=[REVOLT]),
            power("germany", events=["jousting-tourney"]),
            power("egypt"),
            phase="start",
        )
        table.do(f"event {REVOLT} {whose}")
        while table.seat != 1:
            table.do("pass")
        return choose(table)

    assert answer("germany").startswith("counter") and answer("egypt") == "pass"


def test_production_is_stopped_where_the_leader_would_spend_it() -> None:
    def answer(event: str, **theirs: Any) -> str:
        table = rome(events=[event], level=17, theirs={"events": ["jousting-tourney"], **theirs})
        return choose(table.do(f"event {event} f3"))

    assert answer("we-love-the-president-day").startswith("counter")
    assert answer("we-love-the-president-day", level=19) == "pass", "Germany is ahead itself"
    assert answer("we-love-the-despot-day") == "pass"


def test_an_action_of_a_city_is_stopped_where_it_wins_or_brings_much() -> None:
    def answer(line: str, **romes: Any) -> str:
        return choose(rome(theirs={"techs": ["writing"], **SPY}, **romes).do(line))

    assert answer("arts f3") == answer("unit f3 infantry") == "pass"
    assert answer("build f3 colossus f4", trade=27, wonders=["colossus"]).startswith("answer writing")
