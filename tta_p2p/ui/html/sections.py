"""The boards of a recorded game, turn by turn.

A board that is as it was at the end of an earlier turn is not written again: it names the one it equals. That keeps a
game of four under a megabyte, and a printed page free of repetitions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from tta_p2p.ui.cells import plain
from tta_p2p.ui.record import Recorded, TurnPart, recorded_turns

from .markup import Markups

DETAILS = ("every-turn", "every-round", "rounds-only")
"""How much of the boards is shown, from the most: all at the end of every turn; the first page of the game (the table)
at the end of every turn and the others at the end of every round; all at the end of every round.
"""
_BETWEEN = {"every-turn": None, "every-round": 1, "rounds-only": 0}
"""How many boards are shown at the end of a turn that does not end a round (None: all)."""

EMPTY = Markup("")


@dataclass(frozen=True)
class BoardRecord:
    """A page of the game at the end of a turn.

    ``name``: its id; ``title``: what it shows; ``html``: its content, empty where it is as ``same`` (an id) at the end
    of the turn ``since``.
    """

    name: str
    title: str
    html: Markup = EMPTY
    same: str = ""
    since: str = ""


@dataclass(frozen=True)
class Section:
    """A turn: its name, its parts, and the boards at its end. ``number`` 0 is the set-up."""

    number: int
    title: str
    parts: tuple[TurnPart, ...]
    boards: tuple[BoardRecord, ...]


def sections(recorded: Recorded, markups: Markups, detail: str = DETAILS[0]) -> Iterator[Section]:
    """Give the sections of a game one by one; ``detail``: one of `DETAILS`."""
    known = _KnownBoards(markups, recorded)
    for number, turn in enumerate(recorded_turns(recorded)):
        boards = known.boards(turn.facts, number, turn.title, None if turn.ends_round else _BETWEEN[detail])
        yield Section(number, turn.title, turn.parts, boards)


class _KnownBoards:
    """The boards that stand on the page already, by what they show."""

    def __init__(self, markups: Markups, recorded: Recorded) -> None:
        self._markups, self._recorded = markups, recorded
        self._last: dict[str, tuple[Markup, str, str]] = {}
        """By what a board shows: its content, its id, and the turn at whose end it stood so first."""

    def boards(self, facts: int, section: int, turn: str, most: int | None) -> tuple[BoardRecord, ...]:
        """Give the boards after so many facts, so many at most (None: all)."""
        scene, found = self._recorded.scene(facts), list[BoardRecord]()
        for at, (key, page) in enumerate(self._recorded.presenter.record_pages(scene)[:most]):
            html, title = self._markups.blocks(page.blocks), plain(page.title)
            name = f"t{section}b{at}"
            before = self._last.get(key)
            if before is not None and before[0] == html:
                found.append(BoardRecord(name, title, same=before[1], since=before[2]))
                continue
            self._last[key] = (html, name, turn)
            found.append(BoardRecord(name, title, html))
        return tuple(found)
