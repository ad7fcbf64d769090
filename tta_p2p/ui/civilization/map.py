"""The map in letters: four cells a square, two where it is too wide for that."""

from __future__ import annotations

from collections.abc import Collection

from tta_p2p.games.civilization.map.board import is_person, is_wonder, land
from tta_p2p.games.civilization.map.drawing import SIGNS
from tta_p2p.games.civilization.map.squares import WIDE
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.layouts import LAYOUTS

from ..cells import EMPTY, Row, Span, row
from .wording import CivilizationWording

TERRAIN = {
    "forest": ("F", "green"),
    "mountain": ("M", "magenta"),
    "desert": ("D", "yellow"),
    "water": ("W", "cyan"),
    "grassland": ("G", ""),
}
"""Terrain -> its letter and its colour."""
DARK, CITY, CAPITAL, BUILDING, WONDER, PERSON = "·", "#", "@", "=", "%", "&"
MAY_ENTER, FOCUS = ">", "!"
"""Before a square that an act could be about, and before one the act in focus is about."""
NARROW = 8
"""Maps of no more squares across have four cells for each."""


def map_rows(wording: CivilizationWording, focus: Collection[int] = (), may: Collection[int] = ()) -> list[Row]:
    """Draw the map under the letters of its columns; ``focus`` and ``may``: squares that are marked.

    A square is its mark, a letter of its terrain, a sign of what lies there, a letter of who stands there (of others a
    small one). Several figures have their number behind them and hide what lies there: so the mark stands between any
    two squares. In two cells all figures hide that, and what is there stands before the terrain; marked, in its place.
    """
    s = wording.state
    layout, squares = LAYOUTS[s.seats], land(s)
    roomy = layout.width <= NARROW
    wide = 4 if roomy else 2
    letters = "".join(f"{chr(ord('a') + x)}".ljust(wide) for x in range(layout.width))
    rows = [row(Span(f"   {letters}", "label"))]
    sites = {(site.x + x, site.y + y) for site in layout.sites for x in range(4) for y in range(4)}
    for y in range(layout.height):
        cells: list[Span] = [Span(f"{y + 1:>2}", "label")]
        for x in range(layout.width):
            square = y * WIDE + x
            sign = FOCUS if square in focus else MAY_ENTER if square in may else " "
            mark = Span(sign, "warn")
            if (x, y) not in sites:
                one = [Span(" " * wide)]
            elif square not in squares:
                dark = [Span(DARK * 2, "label"), Span(" ")] if roomy else [Span(DARK, "label")]
                one = [mark, *dark]
            else:
                letter, colour = TERRAIN[squares[square].terrain]
                terrain, there, figure = Span(letter, colour), _sign(wording, square), _figure(wording, square)
                if not roomy:
                    one = _in_two(terrain, figure if figure.text != " " else there, mark)
                else:
                    number = Span(_number(wording, square), "warn")
                    one = [mark, terrain, *([figure, number] if number.text != " " else [there, figure])]
            cells += [Span("".join(span.text for span in one), "focus")] if square in focus else one
        rows.append(row(*cells))
    return rows


def around_focus(rows: list[Row], lines: int, marked: Collection[int]) -> list[Row]:
    """Give the part of a map, under the letters of its columns, that has room in so many lines: what is marked."""
    if len(rows) <= lines or lines < 2:
        return rows[:lines]
    heights = sorted(square // WIDE for square in marked)
    middle = heights[len(heights) // 2] if heights else 0
    start = max(0, min(middle - (lines - 1) // 2, len(rows) - lines))
    return [rows[0], *rows[1 + start : start + lines]]


def _in_two(letter: Span, there: Span, mark: Span) -> list[Span]:
    """Give a square in two cells: what is there shows the more, so of a marked one it hides the terrain."""
    if mark.text == " ":
        return [there, letter]
    return [mark, there if there.text != " " else letter]


def _sign(wording: CivilizationWording, square: int) -> Span:
    s = wording.state
    if square in s.cities:
        return Span(mark_of(s, square), wording.side(s.cities[square].seat))
    if square in s.works:
        work = s.works[square]
        return Span(WONDER if is_wonder(work) else PERSON if is_person(work) else BUILDING, "heading")
    if square in s.markers:
        return Span("h" if s.backs.get(s.markers[square]) == "hut" else "v", "warn")
    return Span(SIGNS.get(land(s)[square].extra, " "), "warn")


def _figure(wording: CivilizationWording, square: int) -> Span:
    for seat, figures in enumerate(wording.state.figures):
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


def _number(wording: CivilizationWording, square: int) -> str:
    number = max((sum(figures.get(square, (0, 0))) for figures in wording.state.figures), default=0)
    return str(number) if number > 1 else " "


SIGNS_TOLD = 7
"""How many lines say what all letters and signs mean."""


def legend(wording: CivilizationWording, lines: int) -> list[Row]:
    """Say what the letters and signs of the map mean; where there is no room for all, where that is."""
    keys = [f"civ.legend.{number}" for number in range(1, SIGNS_TOLD + 1)]
    if lines < len(keys):
        keys = [*keys[: max(0, lines - 1)], "civ.legend.more"][: max(0, lines)]
    return [row(Span(wording.words(key), "label")) for key in keys] or [EMPTY][: max(0, lines)]
