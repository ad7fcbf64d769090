"""Looking back on the screen: the turns as a list, and what had been done at a place of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tta_p2p.seats.messages import LogEntry

from ..blocks import Block, Para
from ..cells import EMPTY, Row, Span, join, plain, row
from ..digest import digest
from ..history import HistoryTurn, by_phase, by_turn, timeline_of, turn_at, turn_name, turns_in_words
from ..reading import Reading
from ..texts import sentence
from ..timeline import HistoryMoment
from .boards import Spot


def turn_spots(reading: Reading, some: Sequence[str] = ()) -> tuple[Spot, ...]:
    """Give the turns so far as things to choose among; what happened in each is said of it.

    Where turns have phases one stands for all of its turn, then (`some`: their keys) there is one for each phase.
    """
    course, found = timeline_of(reading.state), turns_in_words(reading)
    groups = by_phase(found, [int(key.split(" ")[1]) for key in some]) if some else by_turn(found)
    digits = len(str(len(groups)))
    spots = []
    for number, parts in enumerate(groups, 1):
        first = found[parts[0]]
        number = first.turn if first.phase and not some else number
        named = turn_name(first, reading) if not first.phase else row(_turn_text(first, bool(some), reading))
        text = row(Span(f"{number:>{digits}} ", "number"), named)
        whole = replace(first, last=found[parts[-1]].last)
        keys = tuple(f"turn {part}" for part in parts) if first.phase and not some else ()
        note = _turn_digest(whole, course, reading)
        spots.append(Spot(f"turn {parts[0]}", text, number=number, note=note, acts=keys))
    return tuple(spots)


def _turn_text(one: HistoryTurn, by_phase: bool, reading: Reading) -> str:
    assert reading.presenter is not None
    return sentence(one.phase) if by_phase else reading.presenter.turns.shared_turn_name(one.turn)


def turn_of_spot(spot: Spot) -> int:
    """Give the number, from 0, of the turn at which a thing to choose begins."""
    return int(spot.key.split(" ")[1])


def _turn_digest(one: HistoryTurn, course: Sequence[HistoryMoment], reading: Reading) -> Row:
    """Say in short what was done in a turn."""
    lines = [line for place in course[one.first + 1 : one.last + 1] for line in place.lines]
    return join((row(plain(block.text)) for block in player_digest(lines, reading) if isinstance(block, Para)), " · ")


def player_digest(lines: Sequence[LogEntry], reading: Reading) -> tuple[Block, ...]:
    """Say lines of the log by player."""
    if reading.presenter is None:
        return ()
    return digest(lines, reading.presenter.texts_for(reading.state.seat), reading.state.seat)


def moment_title(course: Sequence[HistoryMoment], at: int, reading: Reading) -> Row:
    """Say which place it is: whose turn, and how far on it is."""
    if not course:
        return EMPTY
    past = turns_in_words(reading)
    step = reading.words("past.step", n=course[at].number, whole=course[-1].number)
    if reading.state.is_growing:
        step += f" · {reading.words('past.reading')}"
    whose = row(turn_name(past[turn_at(past, at)], reading), " · ") if past else EMPTY
    turn = reading.state.turn
    comes = "" if turn is not None and turn.number == course[at].number else f" {reading.words('past.comes')}"
    state, presenter = reading.state, reading.presenter
    if state.is_recording and state.seat is not None and presenter is not None:
        whose = row(whose, reading.words("past.by", name=presenter.texts.names[state.seat]), " · ")
    return row(Span(reading.words("past.back") + " ", "warn"), whose, Span(step + comes, "label"))
