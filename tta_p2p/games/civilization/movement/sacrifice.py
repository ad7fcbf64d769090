"""Russia's sacrifice: once a turn a figure enters an enemy city and is given up for a technology of its owner."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Cost, Knowledge, Line, Seat
from ..flow import FLOW, Args, Heading, Moves, Underway, Verb, pop, push
from ..map.paths import enterable_cities
from ..map.squares import SQUARES, Square, name_of
from ..players.limits import speed
from ..state import State
from ..tables.techs import LAST, TECHS
from ..technologies.pyramid import fits, learn
from ..turn.start_phase import KINDS
from ..windows.declarations import Effect, effect, locked
from .journey import lift_group, move_along, say_moved, start_move
from .phase import unmoved_figures

POWER = "russia"


def _learnable(s: State, seat: Seat, city: Square) -> list[str]:
    theirs = s.techs[s.cities[city].seat]
    return [name for name in TECHS if name in theirs and name != LAST and fits(s, seat, name)]


@FLOW.verb
class Sacrifice(Verb[State]):
    """`sacrifice c4 scout f7 writing`: the scout on c4 goes into the city f7, and Russia learns writing."""

    name = "sacrifice"
    shape = (str, str, str, str)

    def candidates(self, s: State, frame: Moves, knows: Knowledge) -> Iterator[Args]:
        seat = frame.seat
        if s.civilizations[seat] != POWER or s.once(seat, POWER):
            return
        for square in sorted(s.figures[seat]):
            if locked(s, square):
                continue
            for at, (kind, group) in enumerate(KINDS.items()):
                if unmoved_figures(s, seat, square)[at]:
                    for city in enterable_cities(s, seat, square, group):
                        for name in _learnable(s, seat, city):
                            yield name_of(square), kind, name_of(city), name

    def check(self, s: State, frame: Moves, args: Args) -> Cost | Line:
        seat, square, kind, city, name = (
            frame.seat,
            SQUARES.get(args[0], -1),
            args[1],
            SQUARES.get(args[2], -1),
            args[3],
        )
        if s.civilizations[seat] != POWER:
            return Line("only-russia")
        if s.once(seat, POWER):
            return Line("used-already", (POWER,))
        if kind not in KINDS or not unmoved_figures(s, seat, square)[kind == "scout"]:
            return Line("no-figure-there", (args[0], "army" if kind == "army" else "scout"))
        if locked(s, square):
            return Line("locked", args[:1])
        if city not in enterable_cities(s, seat, square, KINDS[kind]):
            return Line("out-of-reach", (args[0], args[2]))
        return () if name in _learnable(s, seat, city) else Line("no-place", (name,))

    def do(self, s: State, frame: Moves, args: Args, cost: Cost) -> None:
        seat, square, (kind, city, tech) = frame.seat, SQUARES[args[0]], args[1:]
        start_move(s, seat, square, KINDS[kind], speed(s, seat), Heading(seat, SQUARES[city], self.name, tech))


@effect("sacrifice")
def _sacrificed(s: State, frame: Effect) -> None:
    seat, (kind, city, tech, *way) = frame.seat, map(str, frame.on)
    under = pop(s)
    assert isinstance(under, Underway)
    if SQUARES[city] not in s.cities:  # its owner has left the game
        push(s, under)
        return
    last = move_along(s, under, tuple(SQUARES[one] for one in way))
    say_moved(s, under, last)
    if s.over:
        return
    s.used = (*s.used, (seat, POWER))
    lift_group(s, seat, last.square, KINDS[kind])
    s.say("sacrifices", seat, kind, city)
    learn(s, seat, tech, researched=False)
