"""Combustion: an army that has moved onto a building destroys it."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Cost, Knowledge, Line
from ..city.destruction import wreck
from ..flow import FLOW, Args, Moves, Verb
from ..map.board import figures_at
from ..map.squares import SQUARES, name_of
from ..state import NONE, State
from ..tables.buildings import BUILDINGS

POWER = "combustion"


@FLOW.verb
class Wreck(Verb[State]):
    """`wreck c4`: the army that has moved to c4 destroys the building there."""

    name = "wreck"
    shape = (str,)

    def candidates(self, s: State, frame: Moves, knows: Knowledge) -> Iterator[Args]:
        if POWER in s.techs[frame.seat] and not s.once(frame.seat, POWER):
            yield from ((name_of(square),) for square in sorted(s.moved))

    def check(self, s: State, frame: Moves, args: Args) -> Cost | Line:
        seat, square = frame.seat, SQUARES.get(args[0], -1)
        if POWER not in s.techs[seat]:
            return Line("unknown-tech", (POWER,))
        if s.once(seat, POWER):
            return Line("used-already", (POWER,))
        come = s.moved.get(square, NONE)[0] and figures_at(s, seat, square)[0]
        return () if come and s.works.get(square) in BUILDINGS else Line("no-target", args)

    def do(self, s: State, frame: Moves, args: Args, cost: Cost) -> None:
        s.used = (*s.used, (frame.seat, POWER))
        wreck(s, frame.seat, SQUARES[args[0]])
