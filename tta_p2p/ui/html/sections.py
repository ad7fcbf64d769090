"""The course of a recorded game in sections, one a turn: what happened in it, and how the boards stood at its end.

A board that is as it was at the end of an earlier turn is not written again: the section names the one it equals. That
keeps a game of four under a megabyte, and a printed page free of repetitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from tta_p2p.seats import messages as say
from tta_p2p.ui.cells import plain
from tta_p2p.ui.history import HistoryTurn, by_turn, timeline_of, turn_name, turns_in_words
from tta_p2p.ui.presenter import Presenter, Scene
from tta_p2p.ui.reading import Reading

from .markup import Markups


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
        """What shows the game."""
        presenter = self.reading.presenter
        assert presenter is not None  # a recording names its game
        return presenter

    def scene(self, number: int) -> Scene:
        """Give the scene after so many facts."""
        turn = say.TurnReply(number, None, False, [], self.view(number))
        return self.presenter.make_scene(turn, self.reading.state.seat)


@dataclass(frozen=True)
class Board:
    """A page of the game at the end of a turn.

    ``name``: its id; ``title``: what it shows; ``html``: its content, empty where it is as ``same`` (an id) at the end
    of the turn ``since``.
    """

    name: str
    title: str
    html: Markup = Markup("")
    same: str = ""
    since: str = ""


@dataclass(frozen=True)
class Part:
    """What one player did in a turn, or all in a phase: its name (empty where the turn is one), the lines of its log."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """A turn: its name, its parts, and the boards at its end. ``number`` 0 is the set-up."""

    number: int
    title: str
    parts: tuple[Part, ...]
    boards: tuple[Board, ...]


DETAILS = ("every-turn", "every-round", "rounds-only")
"""How much of the boards is shown, from the most: all at the end of every turn; the first page of the game (the table)
at the end of every turn and the others at the end of every round; all at the end of every round.
"""


def sections(recorded: Recorded, markups: Markups, beginning: str, detail: str = DETAILS[0]) -> Iterator[Section]:
    """Give the sections of a game one by one; ``beginning``: the title of the set-up, ``detail``: one of `DETAILS`."""
    course, found = timeline_of(recorded.reading.state), turns_in_words(recorded.reading)
    known = _KnownBoards(markups)
    groups = [[found[place] for place in places] for places in by_turn(found)]
    rounds = [group[0].turn for group in groups]
    first = course[0].number if course else 0
    yield Section(
        0, beginning, (Part("", _lines(recorded, 0, first)),), known.boards(recorded, first, 0, beginning)
    )
    for number, group in enumerate(groups, 1):
        parts = tuple(
            Part(title, _lines(recorded, course[one.first].number + 1, course[one.last].number))
            for one, title in zip(group, _part_titles(group, recorded.reading), strict=True)
        )
        title = _title(group, recorded)
        most = None if rounds[number : number + 1] != rounds[number - 1 : number] else _BETWEEN[detail]
        boards = known.boards(recorded, course[group[-1].last].number, number, title, most)
        yield Section(number, title, parts, boards)


_BETWEEN = {"every-turn": None, "every-round": 1, "rounds-only": 0}
"""How many boards are shown at the end of a turn that does not end a round (None: all)."""


def _lines(recorded: Recorded, first: int, last: int) -> tuple[str, ...]:
    return tuple(line for number in range(first, last + 1) for line in recorded.said(number))


def _title(group: Sequence[HistoryTurn], recorded: Recorded) -> str:
    if len(group) == 1:
        return plain(turn_name(group[0], recorded.reading))
    return recorded.presenter.turns.shared_turn_name(group[0].turn)


def _part_titles(group: Sequence[HistoryTurn], reading: Reading) -> list[str]:
    """Name the parts of a turn; a turn of one part needs no other name than its own."""
    return [plain(turn_name(one, reading)) for one in group] if len(group) > 1 else [""]


class _KnownBoards:
    """The boards that stand on the page already, by what they show."""

    def __init__(self, markups: Markups) -> None:
        self._markups = markups
        self._last: dict[str, tuple[Markup, str, str]] = {}
        """By what a board shows: its content, its id, and the turn at whose end it stood so first."""

    def boards(
        self, recorded: Recorded, number: int, section: int, turn: str, most: int | None = None
    ) -> tuple[Board, ...]:
        """Give the boards after so many facts, so many at most (None: all)."""
        scene, found = recorded.scene(number), list[Board]()
        for at, (key, page) in enumerate(recorded.presenter.record_pages(scene)[:most]):
            html, title = self._markups.blocks(page.blocks), plain(page.title)
            name = f"t{section}b{at}"
            before = self._last.get(key)
            if before is not None and before[0] == html:
                found.append(Board(name, title, same=before[1], since=before[2]))
                continue
            self._last[key] = (html, name, turn)
            found.append(Board(name, title, html))
        return tuple(found)

