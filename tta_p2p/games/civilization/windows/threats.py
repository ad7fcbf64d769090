"""Threats to figures under way, as far as everybody sees: seats, cards, and their reach."""

from __future__ import annotations

from typing import TypeAlias

from ...contract import Seat
from ...kit.records import replace
from ..flow import Underway
from ..map.board import Mask, cities_of, mask_neighbours, mask_of, steps
from ..map.paths import blocked_squares
from ..map.squares import SQUARES, Square, name_of
from ..state import State
from ..tables.events import EVENTS, Event
from ..tables.hidden import BACK
from .declarations import TECH, AnswerMove, Effect, can_spy, move_answer_test, other_seats

DEFECTIONS = {name: BACK[name] for name, event in EVENTS.items() if event.does == "kill"}
"""The cards that kill figures, with their backs."""
EVERYWHERE: Mask = -1
Threat: TypeAlias = tuple[Seat, str, Mask]
"""The seat that could strike, its card, and the squares in its reach."""
WAY = 3
"""The index in `Effect.on` of a move where the squares of its way begin; before them stand its end and details."""


def reaches(s: State, seat: Seat, event: Event, square: Square) -> bool:
    """Whether a culture event of a seat reaches a square."""
    own = (*s.figures[seat], *cities_of(s, seat))
    return not event.reach or any(steps(one, square) <= event.reach for one in own)


def could_hold(s: State, seat: Seat) -> list[str]:
    """Give the cards a seat could hold that kill figures."""
    backs = {s.backs.get(handle) for handle in s.events[seat]}
    return [name for name, back in DEFECTIONS.items() if back in backs and s.unseen[back].get(name, 0) > 0]


def threats(s: State, mover: Seat) -> list[Threat]:
    """Give the threats to figures of a seat."""
    found: list[Threat] = []
    left = [(name, back) for name, back in DEFECTIONS.items() if s.unseen[back].get(name, 0) > 0]
    if not left:
        return found
    for seat, hand in enumerate(s.events):
        if not hand or seat == mover or s.left[seat] is not None:
            continue
        backs = set(map(s.backs.get, hand))
        for name, back in left:
            if back in backs:
                far = EVENTS[name].reach
                found.append((seat, name, reach_mask(s, seat, far) if far else EVERYWHERE))
    return found


def movers_to_ask(s: State, move: Effect, risks: list[Threat], stands: Mask) -> list[AnswerMove]:
    """Give what `seats_to_ask` does for a move over known squares, `stands`, with the threats to its seat at hand."""
    struck = {seat for seat, _, mask in risks if mask & stands}
    return [
        AnswerMove(seat, move.seat, move.what)
        for seat in other_seats(s, move.seat)
        if seat in struck or can_spy(s, seat, TECH[AnswerMove])
    ]


def reach_mask(s: State, seat: Seat, far: int) -> Mask:
    """Give the squares that lie so many steps from a figure or city of a seat at the most."""
    squares = mask_of((*s.figures[seat], *cities_of(s, seat)))
    for _ in range(far):
        squares |= mask_neighbours(squares)
    return squares


def current_move(s: State) -> tuple[Effect, Underway] | None:
    """Give the last declared move, and the group under way; None: no group is."""
    for below, move in zip(s.stack[-2::-1], s.stack[:0:-1], strict=True):
        if isinstance(move, Effect) and move.kind == "move" and isinstance(below, Underway):
            return move, below
    return None


def entered_squares(move: Effect) -> tuple[Square, ...]:
    """Give the squares that a declared move enters, in their order."""
    match move.does, move.on:
        case "go", (str(to), _, _, *way):
            return () if to == move.what else tuple(SQUARES[str(one)] for one in (*way, to))
        case "sacrifice", (_, str(city), _, *way):
            return tuple(SQUARES[str(one)] for one in (*way, city))
    return ()


def remaining_move(move: Effect, passed: int) -> Effect:
    """Give the rest of a declared move after so many squares of its way, at least one."""
    way = entered_squares(move)
    on = (*move.on[:WAY], *map(name_of, way[passed:-1]))  # where it ends, the parts before the way say
    return replace(move, what=name_of(way[passed - 1]), on=on)


def move_squares(s: State, move: Effect) -> tuple[Square, ...]:
    """Give the squares where a group stands during its move, its present one first.

    Squares it flies over are left out, and so is a square that ends the move with an event of its own.
    """
    aloft = blocked_squares(s, move.seat)
    return (SQUARES[move.what], *(square for square in entered_squares(move) if not aloft >> square & 1))


@move_answer_test
def can_interrupt(s: State, seat: Seat, move: Effect) -> bool:
    """Whether a seat could kill figures of a group on its way, as far as everybody sees."""
    fitting = could_hold(s, seat) if s.events[seat] else []
    if not fitting:
        return False
    far = [EVENTS[name].reach for name in fitting]
    near = reach_mask(s, seat, max(far)) if all(far) else EVERYWHERE
    near &= mask_of((SQUARES[move.what], *entered_squares(move)))
    return bool(near) and bool(near & mask_of(move_squares(s, move)))
