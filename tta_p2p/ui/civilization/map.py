"""The map in letters: four cells a square, two where it is too wide for that."""

from __future__ import annotations

from collections.abc import Collection

from tta_p2p.games.civilization.board import WIDE, is_person, is_wonder, land
from tta_p2p.games.civilization.state import State
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
    with their number or the mark. In two cells figures hide what lies there, and a mark takes the place that is free,
    else that of the terrain.
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
            mark = FOCUS if square in focus else MAY if square in may else " "
            if (x, y) not in sites:
                cells.append(Span(" " * wide))
                continue
            if square not in squares:
                cells += [Span(DARK * 2, "label"), Span(" ")] if wide == 4 else [Span(DARK, "label")]
                cells.append(Span(mark, "warn"))
                continue
            letter, colour = TERRAIN[squares[square].terrain]
            sign, figure, number = _sign(wording, square), _figure(wording, square), _number(wording, square)
            last = Span(mark if mark != " " else number, "warn")
            one = [Span(letter, colour), sign, figure, last]
            if wide == 2:
                one = _in_two(one[0], figure if figure.text != " " else sign, Span(mark, "warn"))
            cells += [Span("".join(span.text for span in one), "focus")] if square in focus else one
        rows.append(row(*cells))
    return rows


def _in_two(letter: Span, there: Span, mark: Span) -> list[Span]:
    """Give a square in two cells: what is there shows the more, so a mark hides the terrain first."""
    if mark.text == " ":
        return [letter, there]
    return [mark, there] if there.text != " " else [letter, mark]


def _sign(wording: Wording, square: int) -> Span:
    s = wording.s
    if square in s.cities:
        return Span(mark_of(s, square), wording.side(s.cities[square].seat))
    if square in s.works:
        work = s.works[square]
        return Span(WONDER if is_wonder(work) else PERSON if is_person(work) else BUILDING, "heading")
    if square in s.markers:
        return Span("h" if s.backs.get(s.markers[square]) == "hut" else "v", "warn")
    return Span(SIGNS.get(land(s)[square].extra, " "), "warn")


def _figure(wording: Wording, square: int) -> Span:
    for seat, figures in enumerate(wording.s.figures):
        if square in figures:
            letter = letter_of(figures[square])[0]
            return Span(letter if wording.is_own(seat) else letter.lower(), wording.side(seat))
    return Span(" ")


def mark_of(s: State, city: int) -> str:
    """Give the sign of a city."""
    return CAPITAL if s.cities[city].capital else CITY


def letter_of(group: tuple[int, int]) -> str:
    """Give the letter of figures on a square, with their number where there are several."""
    letter = "B" if all(group) else "A" if group[0] else "S"
    return f"{letter}{sum(group)}" if sum(group) > 1 else letter


def _number(wording: Wording, square: int) -> str:
    number = max((sum(figures.get(square, (0, 0))) for figures in wording.s.figures), default=0)
    return str(number) if number > 1 else " "


def legend(wording: Wording, lines: int) -> list[Row]:
    """Say what the letters and signs of the map mean, in so many lines at most: what nobody guesses comes first."""
    texts = [wording.words(f"civ.legend.{number}") for number in range(1, 7)]
    return [row(Span(text, "label")) for text in texts[: max(0, lines)]] or [EMPTY][: max(0, lines)]
