"""Engineering: once a turn a city divides its production between two items."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Cost, Knowledge, Line
from ..city.management import idle_cities, spend, why_no_action
from ..city.yields import production
from ..flow import FLOW, Args, Divide, Manage, Verb, pop, push
from ..map.squares import SQUARES, name_of
from ..state import State
from ..windows.declarations import CANCELLED, Effect

FLOW.question(
    Divide, "divide", ("build", "unit", "rest"), lambda s, frame: (name_of(frame.city), frame.left), idle="rest"
)
DIVIDES = "engineering"


@FLOW.verb
class Split(Verb[State]):
    """`split c4`: once a turn, with Engineering, a city buys two items with its production."""

    name = "split"
    shape = (str,)

    def candidates(self, s: State, frame: Manage, knows: Knowledge) -> Iterator[Args]:
        if DIVIDES in s.techs[frame.seat] and not s.once(frame.seat, DIVIDES):
            yield from ((name_of(city),) for city in idle_cities(s, frame.seat))

    def check(self, s: State, frame: Manage, args: Args) -> Cost | Line:
        if DIVIDES not in s.techs[frame.seat]:
            return Line("unknown-tech", (DIVIDES,))
        if s.once(frame.seat, DIVIDES):
            return Line("used-already", (DIVIDES,))
        return why_no_action(s, frame.seat, SQUARES.get(args[0], -1)) or ()

    def do(self, s: State, frame: Manage, args: Args, cost: Cost) -> None:
        city = SQUARES[args[0]]
        s.used = (*s.used, (frame.seat, DIVIDES))
        spend(s, frame.seat, city, ())
        push(s, Divide(frame.seat, city, production(s, frame.seat, city), False))


@FLOW.verb
class Rest(Verb[State]):
    """`rest`: a city that divides its production buys nothing more."""

    name = "rest"

    def check(self, s: State, frame: Divide, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Divide, args: Args, cost: Cost) -> None:
        pop(s)


def _all_of_it(s: State, frame: Effect) -> None:
    """Cancel the whole action of a city with one half of it: there is no second half."""
    if s.stack and isinstance(s.stack[-1], Divide):
        pop(s)


CANCELLED["build"] = CANCELLED["unit"] = _all_of_it
