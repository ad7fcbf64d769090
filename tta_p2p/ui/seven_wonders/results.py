"""Results of a game of 7 Wonders: the score by its parts, and as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from tta_p2p.games.seven_wonders.scoring import PARTS

from ..blocks import Block, Drawing, Gap, Para, SpeechAlternative, table
from ..cells import Piece, Row, Span, pad, row, width
from ..presenter import Results
from ..style import Style

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
        bars = list[tuple[Row, Mapping[str, int], int]]()
        for place in found:
            own = dict(place.parts)
            gone = f" ({words(f'left.{place.left}')})" if place.left else ""
            name = row(self.texts.name(place.seat), gone)
            scores: list[Piece] = [f"{own.get(part, 0)}" for part in PARTS]
            rows.append([f"{place.place}.", name, *scores, Span(f"{place.points}", "mine")])
            bars.append((name, own, place.points))
        legend = ", ".join(f"{MARKS[part][0]} {self.texts.optional(f'score.{part}')}" for part in PARTS)
        picture = (Gap(), Drawing(partial(self._bars, bars, most)), Para(row(Span(legend, "label"))))
        letters = ("", "", *(Span(*MARKS[part]) for part in PARTS), head[-1])  # the legend below says which is which
        numbers = replace(table(head, rows, "ll" + "r" * (len(PARTS) + 1)), brief=tuple(map(row, letters)))
        seen = SpeechAlternative((numbers, *picture), self.standings_sentences(found, over))
        return (Para(row(ending)), seen) if ending else (seen,)

    def _bars(self, bars: Sequence[tuple[Row, Mapping[str, int], int]], most: int, style: Style) -> list[Row]:
        """Draw the points of each player beside the name, as long as there is room."""
        names = [style.spell(name) for name, _, _ in bars]
        size, digits = max(map(width, names)) + 2, len(str(most))
        longest = max(1, min(BAR, style.width - size - digits - 2))
        drawn = [_bar(own, most, longest) for _, own, _ in bars]
        wide = max(map(width, drawn), default=0) + 2
        return [
            row(pad(name, size), pad(bar, wide), Span(f"{points:>{digits}}", "mine"))
            for name, bar, (_, _, points) in zip(names, drawn, bars, strict=True)
        ]


def _bar(own: Mapping[str, int], most: int, longest: int) -> Row:
    """Give points as a bar, a letter a point (fewer if it is too long); lost conflicts take nothing off it."""
    cells: list[Span] = []
    total = drawn = 0
    for part in PARTS:
        total += max(0, own.get(part, 0))
        until = total * longest // max(most, longest)
        letter, role = MARKS[part]
        cells.append(Span(letter * (until - drawn), role))
        drawn = until
    return row(*cells)
