"""A recorded game turn by turn: what each was, what its log says, and where the game stood at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tta_p2p.seats import messages as say

from .cells import plain
from .history import HistoryTurn, by_turn, timeline_of, turn_name, turns_in_words
from .presenter import Presenter, Scene
from .reading import Reading


@dataclass(frozen=True)
class Recorded:
    """A recorded game as one seat, or everybody, saw it.

    ``reading``: the whole game, read at its end; ``view``: the view after so many facts; ``said``: what the log says of
    a fact, line by line.
    """

    reading: Reading
    view: Callable[[int], Any]
    said: Callable[[int], Sequence[str]]

    @property
    def presenter(self) -> Presenter:
        """The presenter of the game."""
        presenter = self.reading.presenter
        assert presenter is not None  # a recording names its game
        return presenter

    def scene(self, number: int) -> Scene:
        """Give the scene after so many facts."""
        turn = say.TurnReply(number, None, False, [], self.view(number))
        return self.presenter.make_scene(turn, self.reading.state.seat)


@dataclass(frozen=True)
class TurnPart:
    """The part of one player in a turn, or of all in a phase: its name (empty where it is the turn), and its log."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class RecordedTurn:
    """A turn. ``facts``: how many there were at its end; ``ends_round``: whether the next one is of another round."""

    title: str
    parts: tuple[TurnPart, ...]
    facts: int
    ends_round: bool


def recorded_turns(recorded: Recorded) -> Iterator[RecordedTurn]:
    """Give the turns of a game one by one; the first is the set-up."""
    reading = recorded.reading
    course, found = timeline_of(reading.state), turns_in_words(reading)
    groups = [[found[place] for place in places] for places in by_turn(found)]
    first = course[0].number if course else 0
    yield RecordedTurn(
        reading.words("page.set-up"), (TurnPart("", _lines(recorded, 0, first)),), first, ends_round=True
    )
    for number, group in enumerate(groups):
        parts = tuple(
            TurnPart(title, _lines(recorded, course[one.first].number + 1, course[one.last].number))
            for one, title in zip(group, _part_titles(group, reading), strict=True)
        )
        ends = [group[0].turn] != [one[0].turn for one in groups[number + 1 : number + 2]]
        yield RecordedTurn(_title(group, recorded), parts, course[group[-1].last].number, ends)


def _lines(recorded: Recorded, first: int, last: int) -> tuple[str, ...]:
    return tuple(line for number in range(first, last + 1) for line in recorded.said(number))


def _title(group: Sequence[HistoryTurn], recorded: Recorded) -> str:
    if len(group) == 1:
        return plain(turn_name(group[0], recorded.reading))
    return recorded.presenter.turns.shared_turn_name(group[0].turn)


def _part_titles(group: Sequence[HistoryTurn], reading: Reading) -> list[str]:
    """Name the parts of a turn; a turn of one part needs no other name than its own."""
    return [plain(turn_name(one, reading)) for one in group] if len(group) > 1 else [""]
