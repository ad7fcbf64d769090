"""The map in letters: four cells a square, two where it is too wide for that."""

from __future__ import annotations

from collections.abc import Collection

from tta_p2p.games.civilization.board import WIDE, is_person, is_wonder, land
from tta_p2p.games.civilization.tables.layouts import LAYOUTS
from tta_p2p.games.civilization.views import SIGNS

from ..cells import EMPTY, Row, Span, row
from .wording import Wording

TERRAIN = {
    "forest": ("F", "green"),
    "mountain": ("M", "magenta"),
    "desert": ("D", "yellow"),
    "water": ("W", "cyan"),
    "grassland": ("G", ""),
}
"""Terrain -> its letter and its colour."""
DARK, CITY, CAPITAL, BUILDING, WONDER, PERSON = "·", "#", "@", "=", "%", "&"
MAY, FOCUS = "<", "!"
"""Behind a square that an act could be about, and one the act in focus is about."""
NARROW = 8
"""Maps of no more squares across have four cells for each."""


def map_rows(wording: Wording, focus: Collection[int] = (), may: Collection[int] = ()) -> list[Row]:
    """Draw the map under the letters of its columns; ``focus`` and ``may``: squares that are marked.

    A square is a letter of its terrain, a sign of what lies there, a letter of who stands there (of others a small one)
    with their number or the mark.
    """
    s = wording.s
    layout, squares = LAYOUTS[s.seats], land(s)
    wide = 4 if layout.width <= NARROW else 2
    letters = "".join(f"{chr(ord('a') + x)}".ljust(wide) for x in range(layout.width))
    rows = [row(Span(f"   {letters}", "label"))]
    sites = {(site.x + x, site.y + y) for site in layout.sites for x in range(4) for y in range(4)}
    for y in range(layout.height):
        cells: list[Span] = [Span(f"{y + 1:>2} ", "label")]
        for x in range(layout.width):
            square = y * WIDE + x
            marks = (FOCUS if square in focus else MAY if square in may else " ",)
            if (x, y) not in sites:
                cells.append(Span(" " * wide))
                continue
            if square not in squares:
                cells += [Span(DARK * 2 if wide == 4 else f"{DARK} ", "label")]
                cells += [Span(f" {marks[0]}", "warn")] if wide == 4 else []
                continue
            letter, colour = TERRAIN[squares[square].terrain]
            sign, figure, number = _sign(wording, square), _figure(wording, square), _number(wording, square)
            last = Span(marks[0] if marks[0] != " " else number, "warn")
            one = [Span(letter, colour), sign, figure, last]
            if wide == 2:
                one = [one[0], figure if figure.text.strip() else sign]
            cells += [Span("".join(span.text for span in one), "focus")] if square in focus else one
        rows.append(row(*cells))
    return rows


def _sign(wording: Wording, square: int) -> Span:
    s = wording.s
    if square in s.cities:
        city = s.cities[square]
        role = "mine" if wording.is_own(city.seat) else "bad"
        return Span(CAPITAL if city.capital else CITY, role)
    if square in s.works:
        work = s.works[square]
        return Span(WONDER if is_wonder(work) else PERSON if is_person(work) else BUILDING, "heading")
    if square in s.markers:
        return Span("h" if s.backs.get(s.markers[square]) == "hut" else "v", "warn")
    return Span(SIGNS.get(land(s)[square].extra, " "), "warn")


def _figure(wording: Wording, square: int) -> Span:
    for seat, figures in enumerate(wording.s.figures):
        armies, scouts = figures.get(square, (0, 0))
        if armies or scouts:
            letter = "B" if armies and scouts else "A" if armies else "S"
            own = wording.is_own(seat)
            return Span(letter if own else letter.lower(), "mine" if own else "bad")
    return Span(" ")


def _number(wording: Wording, square: int) -> str:
    number = max((sum(figures.get(square, (0, 0))) for figures in wording.s.figures), default=0)
    return str(number) if number > 1 else " "


def legend(wording: Wording, lines: int) -> list[Row]:
    """Say what the letters and signs of the map mean, in so many lines at most: what nobody guesses comes first."""
    texts = [wording.words(f"civ.legend.{number}") for number in range(1, 7)]
    return [row(Span(text, "label")) for text in texts[: max(0, lines)]] or [EMPTY][: max(0, lines)]
