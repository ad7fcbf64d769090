"""Technologies: the pyramid, learning, and the research all do at once."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Cost, Knowledge, Line, Seat
from .board import around, cities_of
from .flow import FLOW, Args, EndStudy, Gift, Study, Verb, pop, push, wins
from .state import State
from .tables.buildings import BUILDINGS
from .tables.civilizations import COINS_TO_WIN
from .tables.techs import LAST, NEEDED, TECHS
from .units import recruit
from .values import coins, has_wonder


def row_of(s: State, seat: Seat, name: str) -> int:
    """Give the row of the pyramid in which a technology lies: its level, but the first for the start technology."""
    return 1 if s.techs[seat][0] == name else TECHS[name].level


def fits(s: State, seat: Seat, name: str) -> bool:
    """Whether a technology that a seat does not know has a place in its pyramid: on two of the row below."""
    if name in s.techs[seat]:
        return False
    row = TECHS[name].level
    if row == 1:
        return True
    rows = [row_of(s, seat, one) for one in s.techs[seat]]
    return rows.count(row) + 1 < rows.count(row - 1)


def needed(s: State, seat: Seat, name: str) -> int:
    """Give the trade that a seat needs to research a technology."""
    return max(1, NEEDED[TECHS[name].level] - 5 * has_wonder(s, seat, "porcelain-tower"))


def learn(s: State, seat: Seat, name: str, *, researched: bool) -> None:
    """Put a technology into a seat's pyramid; what it allows or raises works at once."""
    s.techs[seat] = (*s.techs[seat], name)
    s.say("learns", seat, name)
    tech = TECHS[name]
    if tech.government:
        s.unlocked[seat] = (*s.unlocked[seat], tech.government)
    lower = BUILDINGS[tech.building].upgrade_of if tech.building in BUILDINGS else ""
    if lower:
        for city in cities_of(s, seat):
            for square in around(city):
                if s.works.get(square) == lower:
                    s.works[square] = tech.building
    if researched and tech.unit and s.civilizations[seat] == "germany":
        recruit(s, seat, tech.unit)
        if any(s.market.values()):
            push(s, Gift(seat))


# --- research ------------------------------------------------------------------------------------------------


def choices(s: State, seat: Seat) -> list[str]:
    """Give what a seat could research now."""
    return [name for name in TECHS if needed(s, seat, name) <= s.trade[seat] and fits(s, seat, name)]


FLOW.asks(
    Study,
    "study",
    ("research", "wait"),
    idle="wait",
    seats=lambda s, frame: tuple(seat for seat in s.staying if choices(s, seat)),
)


@FLOW.verb
class Research(Verb[State]):
    """`research pottery`: learn a technology, face down until all have chosen."""

    name = "research"
    shape = (str,)

    def candidates(self, s: State, frame: Study, knows: Knowledge) -> Iterator[Args]:
        yield from ((name,) for name in TECHS)

    def check(self, s: State, frame: Study, args: Args) -> Cost | Line:
        seat, name = frame.seat, args[0]
        if name not in TECHS:
            return Line("unknown-tech", args)
        if name in s.techs[seat]:
            return Line("known-already", args)
        if not fits(s, seat, name):
            return Line("no-place", args)
        if s.trade[seat] < needed(s, seat, name):
            return Line("trade-short", (needed(s, seat, name),))
        lost = s.trade[seat] - coins(s, seat)
        return (("trade", lost),) if lost > 0 else ()

    def do(self, s: State, frame: Study, args: Args, cost: Cost) -> None:
        seat = frame.seat
        s.trade[seat] = min(s.trade[seat], coins(s, seat))
        learn(s, seat, args[0], researched=True)


@FLOW.verb
class Wait(Verb[State]):
    """`wait`: research nothing this turn."""

    name = "wait"

    def check(self, s: State, frame: Study, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Study, args: Args, cost: Cost) -> None:
        s.say("waits", frame.seat)


@FLOW.runs(EndStudy)
def _end_study(s: State, frame: EndStudy) -> None:
    """The first in the order of play who has won by a technology or coins has won the game."""
    for seat in s.order():
        if LAST in s.techs[seat]:
            wins(s, seat, "technology")
            return
        if coins(s, seat) >= COINS_TO_WIN:
            wins(s, seat, "economy")
            return


FLOW.asks(Gift, "gift", ("take",))


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
