"""The course of a game as a client was told it: what was done one after the other, and whose turns that were.

It is made of the log alone. A client asks the node how things stood, place by place (`PastRequest`), and keeps it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tta_p2p.seats import messages as say
from tta_p2p.seats.messages import LogEntry

from .act_menu import Menu
from .cells import Row, Span, join, row
from .plain_view import parse_number
from .reading import Reading
from .state import ClientState
from .timeline import HistoryMoment


@dataclass(frozen=True)
class HistoryTurn:
    """A turn of the game: whose it was (None: everybody's), and the places between which it was played.

    ``first`` is where nothing of it has happened yet, ``last`` where all of it has.
    """

    turn: int
    player: int | None
    first: int
    last: int
    phase: str = ""
    """The phase of the turn, in words, in a game where players have parts in several."""


def moments(log: Sequence[LogEntry], facts: int) -> tuple[HistoryMoment, ...]:
    """Give the places of a game from its log, the first before anything was done; ``facts``: how many there are now."""
    acts = [tuple(lines) for _, lines in groupby(log, key=lambda line: line.number)]
    if not acts:
        return ()
    if acts[0][0].number:
        acts.insert(0, ())
    ends = [max(0, lines[0].number - 1) for lines in acts[1:]]
    found = []
    for lines, number in zip(acts, [*ends, max(facts, log[-1].number)], strict=True):
        line = (lines or acts[1])[0]
        found.append(HistoryMoment(number, lines, line.turn, line.player))
    return tuple(found)


def turns(course: Sequence[HistoryMoment], phases: Sequence[str] = ()) -> tuple[HistoryTurn, ...]:
    """Give the turns of a game in their order; ``phases``: those of the places, in words, where turns have such."""
    found = []
    named = phases or [""] * len(course)
    numbered = list(enumerate(course))[1:]
    parts = groupby(numbered, key=lambda one: (one[1].turn, one[1].player, named[one[0]]))
    for (turn, player, phase), group in parts:
        at = [number for number, _ in group]
        found.append(HistoryTurn(turn, player, at[0] - 1, at[-1], phase))
    return tuple(found)


def turn_at(past: Sequence[HistoryTurn], place: int) -> int:
    """Give the number in the list of the turn that is under way at a place, or about to begin there."""
    return next((number for number, one in enumerate(past) if place < one.last), max(0, len(past) - 1))


def player_of_moment(course: Sequence[HistoryMoment], place: int) -> int | None:
    """Say whose turn was under way at a place, or about to begin there; None: everybody's."""
    past = turns(course)
    return past[turn_at(past, place)].player if past else None


def turn_ends(course: Sequence[HistoryMoment]) -> dict[int, int]:
    """Give by its number how many facts there were when a turn (a round) was over, the last one as far as it is."""
    return {place.turn: place.number for place in course}


def timeline_of(state: ClientState) -> tuple[HistoryMoment, ...]:
    """Give the course of the game that a client plays or watches."""
    return moments(state.log, state.turn.number if state.turn is not None else 0)


def turns_in_words(reading: Reading) -> tuple[HistoryTurn, ...]:
    """Give the turns of a game in their order, with the phases of games that have such."""
    course = timeline_of(reading.state)
    return turns(course, reading.presenter.turns.phases(course) if reading.presenter is not None else ())


def by_turn(past: Sequence[HistoryTurn]) -> tuple[tuple[int, ...], ...]:
    """Give the numbers, from 0, of what belongs to one turn together where turns have phases; else each alone."""
    numbered = enumerate(past)
    groups = groupby(numbered, key=lambda one: (one[1].turn, -1) if one[1].phase else (one[1].turn, one[0]))
    return tuple(tuple(number for number, _ in group) for _, group in groups)


def by_phase(past: Sequence[HistoryTurn], numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Give the numbers of what belongs to one phase together."""
    return tuple(tuple(group) for _, group in groupby(numbers, key=lambda number: past[number].phase))


def find_turn(past: Sequence[HistoryTurn], typed: str) -> HistoryTurn | None:
    """Give the turn that is called by a number: by its place in the list of turns. Where turns have phases it is the
    number of the turn in the game (0: the set-up), and behind a full stop that of the phase in it; None: there is none.
    """
    if not any(one.phase for one in past):
        at = parse_number(typed)
        return past[at - 1] if at is not None and 1 <= at <= len(past) else None
    named, stop, part = typed.partition(".")
    numbers = [number for number, one in enumerate(past) if one.turn == parse_number(named)]
    phases, at = by_phase(past, numbers), parse_number(part) if stop else 1
    return past[phases[at - 1][0]] if at is not None and 1 <= at <= len(phases) else None


def last_number(past: Sequence[HistoryTurn]) -> int:
    """Give the greatest number by which a turn is called."""
    return past[-1].turn if past and past[-1].phase else len(past)


def turn_list_blocks(reading: Reading) -> tuple[tuple[Row, Row], ...]:
    """List the turns with the numbers by which they are called; where they have phases, a line for each turn."""
    found, presenter = turns_in_words(reading), reading.presenter
    lines: list[tuple[Row, Row]] = []
    for numbers in by_turn(found):
        first = found[numbers[0]]
        if not first.phase or presenter is None:
            lines.append((row(str(numbers[0] + 1)), turn_name(first, reading)))
            continue
        parts = by_phase(found, numbers)
        called = [f"{first.turn}.{at}" if len(parts) > 1 else f"{first.turn}" for at in range(1, len(parts) + 1)]
        named = [row(Span(f"{one} ", "number"), found[part[0]].phase) for one, part in zip(called, parts, strict=True)]
        lines.append((row(presenter.turns.shared_turn_name(first.turn)), join(named, ", ")))
    return tuple(lines)


def turn_name(one: HistoryTurn, reading: Reading) -> Row:
    """Say which turn it is, whose, and in which phase."""
    presenter = reading.presenter
    assert presenter is not None
    said = presenter.turns.shared_turn_name(one.turn)
    if one.player is not None:
        said = presenter.turns.player_turn_name(one.turn, presenter.texts.name(one.player))
    if one.phase and one.phase.casefold() != said.casefold():
        said = reading.words("past.phase", said=said, phase=one.phase)
    return row(Span(said, "mine" if one.player is not None and one.player == reading.state.seat else ""))


def reading_at(reading: Reading, past: say.PastReply) -> Reading:
    """Read a place of the past as if it were now: nobody is asked anything there."""
    turn = say.TurnReply(past.number, past.decision, False, [], past.view)
    presenter = reading.presenter
    scene = presenter.make_scene(turn, reading.state.seat) if presenter is not None else None
    return Reading(_state_at(reading.state, turn), reading.words, presenter, scene, Menu())


def _state_at(state: ClientState, turn: say.TurnReply) -> ClientState:
    return replace(
        state.for_next_game(), welcome=state.welcome, turn=turn, log=state.log, brief=False,
        fully_read=not state.is_growing,
    )  # fmt: skip
