"""Technologies: the pyramid, learning, and the simultaneous research."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...contract import Cost, Knowledge, Line, Seat
from ..battle.units import recruit
from ..flow import FLOW, Args, EndStudy, Gift, Study, Verb, pop, push, win_game
from ..map.board import cities_of, neighbours
from ..players.coins import coins
from ..players.holdings import has_wonder
from ..state import State
from ..tables.buildings import BUILDINGS
from ..tables.civilizations import COINS_TO_WIN
from ..tables.techs import LAST, NEEDED, TECHS


def rows_of(techs: tuple[str, ...]) -> list[int]:
    """Give the row of each technology in the pyramid: its level, but the first row for the first one."""
    return [1 if not at else TECHS[name].level for at, name in enumerate(techs)]


@lru_cache(8192)
def researchable(techs: tuple[str, ...]) -> tuple[str, ...]:
    """Give the technologies with a place on this pyramid: each lies on two of the row below."""
    rows = rows_of(techs)
    room = [row == 1 or rows.count(row) + 1 < rows.count(row - 1) for row in range(6)]
    return tuple(name for name, tech in TECHS.items() if name not in techs and room[tech.level])


def fits(s: State, seat: Seat, name: str) -> bool:
    """Whether a technology that a seat does not know has a place in its pyramid."""
    return name in researchable(s.techs[seat])


def discount(s: State, seat: Seat) -> int:
    """Give how much less trade a seat needs for research."""
    return 5 * has_wonder(s, seat, "porcelain-tower")


def trade_needed(s: State, seat: Seat, name: str) -> int:
    """Give the trade that a seat needs to research a technology."""
    return max(1, NEEDED[TECHS[name].level] - discount(s, seat))


def learn(s: State, seat: Seat, name: str, *, researched: bool) -> None:
    """Put a technology into a seat's pyramid; its abilities work at once."""
    s.techs[seat] = (*s.techs[seat], name)
    s.say("learns", seat, name)
    tech = TECHS[name]
    if tech.government:
        s.unlocked[seat] = (*s.unlocked[seat], tech.government)
    lower = BUILDINGS[tech.building].upgrade_of if tech.building in BUILDINGS else ""
    if lower:
        for city in cities_of(s, seat):
            for square in neighbours(city):
                if s.works.get(square) == lower:
                    s.works[square] = tech.building
    if researched and tech.unit and s.civilizations[seat] == "germany":
        recruit(s, seat, tech.unit)
        if any(s.market.values()):
            push(s, Gift(seat))


# --- research ------------------------------------------------------------------------------------------------


def research_choices(s: State, seat: Seat) -> list[str]:
    """Give what a seat could research now."""
    most = s.trade[seat] + discount(s, seat) if s.trade[seat] else 0
    return [name for name in researchable(s.techs[seat]) if NEEDED[TECHS[name].level] <= most]


FLOW.question(
    Study,
    "study",
    ("research", "wait"),
    idle="wait",
    seats=lambda s, frame: tuple(seat for seat in s.active_seats if research_choices(s, seat)),
)


@FLOW.verb
class Research(Verb[State]):
    """`research pottery`: learn a technology, face down until all have chosen."""

    name = "research"
    shape = (str,)

    def candidates(self, s: State, frame: Study, knows: Knowledge) -> Iterator[Args]:
        yield from ((name,) for name in research_choices(s, frame.seat))

    def check(self, s: State, frame: Study, args: Args) -> Cost | Line:
        seat, name = frame.seat, args[0]
        if name not in TECHS:
            return Line("unknown-tech", args)
        if name in s.techs[seat]:
            return Line("known-already", args)
        if not fits(s, seat, name):
            return Line("no-place", args)
        if s.trade[seat] < trade_needed(s, seat, name):
            return Line("trade-short", (trade_needed(s, seat, name),))
        lost = s.trade[seat] - coins(s, seat)
        return (("trade", lost),) if lost > 0 else ()

    def do(self, s: State, frame: Study, args: Args, cost: Cost) -> None:
        seat = frame.seat
        s.trade[seat] = min(s.trade[seat], coins(s, seat))
        learn(s, seat, args[0], researched=True)

    def effects(self, s: State, frame: Study, args: Args) -> tuple[Line, ...]:
        """Space Flight wins once all have chosen."""
        return (Line("wins-technology"),) if args[0] == LAST else ()


@FLOW.verb
class Wait(Verb[State]):
    """`wait`: research nothing this turn."""

    name = "wait"

    def check(self, s: State, frame: Study, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Study, args: Args, cost: Cost) -> None:
        s.say("waits", frame.seat)


@FLOW.runner(EndStudy)
def _end_study(s: State, frame: EndStudy) -> None:
    """Let the first seat in the order of play with a victory by technology or coins win."""
    for seat in s.order():
        if LAST in s.techs[seat]:
            win_game(s, seat, "technology")
            return
        if coins(s, seat) >= COINS_TO_WIN:
            win_game(s, seat, "economy")
            return


FLOW.question(Gift, "gift", ("take",))


@FLOW.verb
class Take(Verb[State]):
    """`take iron`: Germany takes a resource of the market."""

    name = "take"
    shape = (str,)

    def candidates(self, s: State, frame: Gift, knows: Knowledge) -> Iterator[Args]:
        yield from ((resource,) for resource in s.market)

    def check(self, s: State, frame: Gift, args: Args) -> Cost | Line:
        return () if s.market.get(args[0]) else Line("none-left", args)

    def do(self, s: State, frame: Gift, args: Args, cost: Cost) -> None:
        pop(s)
        s.market[args[0]] -= 1
        s.goods[frame.seat][args[0]] += 1
        s.say("takes", frame.seat, *args)
