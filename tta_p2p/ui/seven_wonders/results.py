"""Results of a game of 7 Wonders: the score by its parts, and as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tta_p2p.games.seven_wonders.scoring import PARTS

from ..blocks import Block, Gap, Para, SpeechAlternative, table
from ..cells import Piece, Row, Span, row
from ..presenter import Results

BAR = 50
"""The longest bar of the picture at the end, in cells."""
MARKS = {
    "wonder": ("W", "magenta"),
    "treasury": ("$", "warn"),
    "conflicts": ("X", "red"),
    "civilian": ("B", "number"),
    "commerce": ("Y", "yellow"),
    "science": ("S", "good"),
    "guilds": ("G", "magenta"),
}
"""The letter and the role of each part of the score."""


class SevenWondersResults(Results):
    """Draws the score."""

    def standings(self, places: Iterable[Any], ending: str = "", over: bool = True) -> tuple[Block, ...]:
        """Give the score by its parts, a line for each player, and below it as a picture."""
        found = tuple(places)
        words = self.words
        head: list[Piece] = ["", ""]
        head += [Span(words(f"seven.part.{part}"), MARKS[part][1]) for part in PARTS]
        head.append(words("standings.points"))
        rows: list[list[Piece]] = []
        most = max((place.points for place in found), default=0)
        bars: list[list[Piece]] = []
        for place in found:
            own = dict(place.parts)
            gone = f" ({words(f'left.{place.left}')})" if place.left else ""
            name = row(self.texts.name(place.seat), gone)
            numbers: list[Piece] = [f"{own.get(part, 0)}" for part in PARTS]
            rows.append([f"{place.place}.", name, *numbers, Span(f"{place.points}", "mine")])
            bars.append([name, self._bar(own, most), Span(f"{place.points}", "mine")])
        legend = ", ".join(f"{MARKS[part][0]} {self.texts.optional(f'score.{part}')}" for part in PARTS)
        picture = (Gap(), table([], bars, "llr"), Para(row(Span(legend, "label"))))
        seen = SpeechAlternative(
            (table(head, rows, "ll" + "r" * (len(PARTS) + 1)), *picture), self.standings_sentences(found, over)
        )
        return (Para(row(ending)), seen) if ending else (seen,)

    def _bar(self, own: Mapping[str, int], most: int) -> Row:
        """Give points as a bar, a letter a point (fewer if it is too long); lost conflicts take nothing off it."""
        cells: list[Span] = []
        total = drawn = 0
        for part in PARTS:
            total += max(0, own.get(part, 0))
            until = total * BAR // max(most, BAR)
            letter, role = MARKS[part]
            cells.append(Span(letter * (until - drawn), role))
            drawn = until
        return row(*cells)
