"""Laying the game out: boards, sides and guilds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import perm

from ..contract import Cost, Knowledge, Line, Rolled, Setting, Value
from ..kit import cards
from .flow import FLOW, Allot, Args, BeginAge, TakeBoard, TakeSides, Verb, pop, push
from .state import State
from .tables import BOARD, GUILDS, START_COINS
from .tables.model import SIDES

SETTINGS = (Setting("sides", ("chosen", "by-lot", "day", "night")), Setting("boards", ("by-lot", "chosen")))
WONDERS = tuple(BOARD)


def initial_state(options: Mapping[str, Value], seats: int) -> State:
    """Give the state in which a game begins: the lot and the guilds are asked for."""
    sides = str(options["sides"])
    s = State(
        left=[None] * seats,
        wonders=[""] * seats,
        sides=[sides if sides in SIDES else ""] * seats,
        coins=[START_COINS] * seats,
        built=[()] * seats,
        stages=[0] * seats,
        tucked=[()] * seats,
        tokens=[()] * seats,
        hands=[()] * seats,
    )
    boards, both = options["boards"] == "by-lot", sides == "by-lot"
    ways = perm(len(WONDERS), seats) if boards else seats
    cards.roll(s, ways * 2**seats if both else ways, Allot(0, boards, both))
    drawn = cards.shuffle(s, "guilds", (), tuple(card.face for card in GUILDS))
    s.guilds = drawn[: seats + 2]
    push(s, *([TakeSides(0)] if sides == "chosen" else []), BeginAge(0))
    return s


@FLOW.listener(Allot)
def _allotted(s: State, frame: Allot, fact: Rolled) -> None:
    value = fact.value
    for seat in range(s.seats if frame.sides else 0):
        value, side = divmod(value, len(SIDES))
        s.sides[seat] = SIDES[side]
    if not frame.boards:
        order = ((value + at) % s.seats for at in range(s.seats))
        push(s, *(TakeBoard(seat) for seat in order if seat in s.active_seats))
        return
    left = list(WONDERS)
    for seat in range(s.seats):
        value, place = divmod(value, len(left))
        s.wonders[seat] = left.pop(place)
        s.say("board", seat, s.wonders[seat])
    _tell_sides(s)


def _tell_sides(s: State) -> None:
    for seat, side in enumerate(s.sides):
        if side and s.wonders[seat]:
            s.say("side", seat, side)


# --- choosing boards and sides -------------------------------------------------------------------------------


FLOW.question(TakeBoard, "board", ("board",))
FLOW.question(TakeSides, "side", ("side",), seats=lambda s, frame: tuple(s.active_seats))


@FLOW.verb
class Board(Verb[State]):
    """`board gizah`: take a wonder nobody has."""

    name = "board"
    shape = (str,)

    def candidates(self, s: State, frame: TakeBoard, knows: Knowledge) -> Iterator[Args]:
        yield from ((wonder,) for wonder in WONDERS)

    def check(self, s: State, frame: TakeBoard, args: Args) -> Cost | Line:
        return () if args[0] in WONDERS and args[0] not in s.wonders else Line("no-such-board", args)

    def do(self, s: State, frame: TakeBoard, args: Args, cost: Cost) -> None:
        pop(s)
        (s.wonders[frame.seat],) = args
        s.say("board", frame.seat, args[0])
        if s.sides[frame.seat]:
            s.say("side", frame.seat, s.sides[frame.seat])

    def effects(self, s: State, frame: TakeBoard, args: Args) -> tuple[Line, ...]:
        return (Line("board", args),)


@FLOW.verb
class TakeSide(Verb[State]):
    """`side night`: choose a side of your board."""

    name = "side"
    shape = (str,)

    def candidates(self, s: State, frame: TakeSides, knows: Knowledge) -> Iterator[Args]:
        yield from ((side,) for side in SIDES)

    def check(self, s: State, frame: TakeSides, args: Args) -> Cost | Line:
        return () if args[0] in SIDES else Line("no-such-side", args)

    def do(self, s: State, frame: TakeSides, args: Args, cost: Cost) -> None:
        (s.sides[frame.seat],) = args
        s.say("side", frame.seat, args[0])

    def effects(self, s: State, frame: TakeSides, args: Args) -> tuple[Line, ...]:
        return (Line("side", (s.wonders[frame.seat], *args)),)
