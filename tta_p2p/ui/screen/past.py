"""Looking back on the screen: the turns as a list, and what had been done at a place of the game."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.seats.messages import LogLine

from ..blocks import Block, Para
from ..cells import EMPTY, Row, Span, join, plain, row
from ..digest import digest
from ..past import PastTurn, Place, course_of, turn_at, turn_name, turns
from ..reading import Reading
from .boards import Spot


def turn_spots(reading: Reading) -> tuple[Spot, ...]:
    """Give the turns so far as things to choose among; what happened in each is said of it."""
    course = course_of(reading.state)
    found = turns(course)
    digits = len(str(len(found)))
    spots = []
    for number, one in enumerate(found, 1):
        text = row(Span(f"{number:>{digits}} ", "number"), turn_name(one, reading))
        spots.append(Spot(f"turn {number}", text, number=number, note=_done_in(one, course, reading)))
    return tuple(spots)


def _done_in(one: PastTurn, course: Sequence[Place], reading: Reading) -> Row:
    """Say in short what was done in a turn."""
    lines = [line for place in course[one.first + 1 : one.last + 1] for line in place.lines]
    return join((row(plain(block.text)) for block in said(lines, reading) if isinstance(block, Para)), " · ")


def said(lines: Sequence[LogLine], reading: Reading) -> tuple[Block, ...]:
    """Say lines of the log by player."""
    if reading.presenter is None:
        return ()
    return digest(lines, reading.presenter.addressed(reading.state.seat), reading.state.seat)


def title(course: Sequence[Place], at: int, reading: Reading) -> Row:
    """Say which place it is: whose turn, and how far on it is."""
    if not course:
        return EMPTY
    past = turns(course)
    step = reading.words("past.step", n=course[at].number, whole=course[-1].number)
    whose = row(turn_name(past[turn_at(past, at)], reading), " · ") if past else EMPTY
    turn = reading.state.turn
    comes = "" if turn is not None and turn.number == course[at].number else f" {reading.words('past.comes')}"
    state, presenter = reading.state, reading.presenter
    if state.recorded and state.seat is not None and presenter is not None:
        whose = row(whose, reading.words("past.by", name=presenter.texts.names[state.seat]), " · ")
    return row(Span(reading.words("past.back") + " ", "warn"), whose, Span(step + comes, "label"))
