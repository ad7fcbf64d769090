"""The map drawn to the window: squares of two, four or six columns, of one row or several where there are any free."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from tta_p2p.games.civilization.map.board import is_person, is_wonder, land, outskirts_owner
from tta_p2p.games.civilization.map.drawing import SIGNS as EXTRAS
from tta_p2p.games.civilization.map.squares import WIDE, name_of
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.layouts import LAYOUTS

from ..cells import Row, Span, Target, pad, row, width, wrap
from ..style import Style
from .signs import (
    ARMY,
    BLOCKED,
    BOTH,
    BUILDING,
    CAPITAL,
    CITY,
    DARK,
    FOCUS,
    GROUNDS,
    HUT,
    MARK,
    MAY_ENTER,
    PERSON,
    SCOUT,
    VILLAGE,
    WONDER,
    legend_row,
    owner_chip,
    rival_letters,
)
from .wording import CivilizationWording

NUMBERS = 2
"""Columns of the numbers of the rows."""
SMALLEST = 2
"""Columns of a square at least."""
WIDTHS = (6, 4, SMALLEST)
"""Columns that a square can have: as many rows of a terminal as are half of them make it as high as it is wide."""


class Size(NamedTuple):
    """The columns and rows of a square."""

    wide: int
    tall: int = 1


class Marks(NamedTuple):
    """Squares that are marked: those the act in focus is about, those an act could be about, and the mark's own."""

    focus: Collection[int] = ()
    may: Collection[int] = ()
    place: int = -1
    is_here: bool = False
    """Whether the mark is moved on the map; else it follows that of the list."""


NO_MARKS = Marks()


def square_size(seats: int, columns: int, lines: int) -> Size:
    """Give the largest size of a square with which the map has room in so many columns, as high as there are lines."""
    layout = LAYOUTS[seats]
    wide = next((one for one in WIDTHS if NUMBERS + one * layout.width <= columns), SMALLEST)
    tall = next((one for one in range(wide // 2, 1, -1) if 1 + one * layout.height <= lines), 1)
    return Size(wide, tall)


def all_squares(seats: int) -> list[int]:
    """Give every square of the map, face up or not, row by row."""
    sites = LAYOUTS[seats].sites
    return sorted((site.y + y) * WIDE + site.x + x for site in sites for x in range(4) for y in range(4))


def map_width(seats: int, size: Size) -> int:
    """Give the columns of the whole map."""
    return NUMBERS + size.wide * LAYOUTS[seats].width


def map_rows(wording: CivilizationWording, size: Size, style: Style, marks: Marks = NO_MARKS) -> list[Row]:
    """Draw the map under the letters of its columns."""
    s = wording.state
    layout, squares = LAYOUTS[s.seats], land(s)
    before = (size.wide - 1) // 2 or 1
    letters = "".join(f"{'':<{before}}{chr(ord('a') + x):<{size.wide - before}}" for x in range(layout.width))
    rows = [row(Span(" " * NUMBERS + letters, "label"))]
    sites = frozenset(all_squares(s.seats))
    drawing = _Drawing(wording, size, style, marks)
    for y in range(layout.height):
        lines: list[list[Span]] = [[Span(f"{'' if line else y + 1:>{NUMBERS}}", "label")] for line in range(size.tall)]
        for x in range(layout.width):
            square = y * WIDE + x
            if square not in sites:
                cell: Sequence[Row] = [(Span(" " * size.wide),)] * size.tall
            else:
                cell = drawing.square(square) if square in squares else drawing.dark(square)
            for line, one in zip(lines, cell, strict=True):
                line += one
        rows += [row(*line) for line in lines]
    return rows


@dataclass(frozen=True)
class _Drawing:
    """Draws squares."""

    wording: CivilizationWording
    size: Size
    style: Style
    marks: Marks

    def square(self, square: int) -> list[Row]:
        """Draw a square that lies face up."""
        wide, tall = self.size
        ground = GROUNDS[land(self.wording.state)[square].terrain]
        behind, mark = f"ground.{ground.hue}", self._mark(square)
        sign = Span(ground.sign, f"texture.{ground.hue}")
        things, figures = _things(self.wording, square, behind), _figures(self.wording, square, tall > 1)
        signs = [] if self.style.deep and tall == 1 else [sign]  # few colours differ less, and signs cost bytes
        if wide == SMALLEST:
            parts = [*_letters([*signs, *things, *figures[:1]])][-wide + len(mark) :]
            lines = [row(*mark, *pad(row(*parts), wide - len(mark), "r"))]
        elif tall == 1:
            parts = [*_letters([*(signs or [Span(" ")]), *things, *figures])][1 - wide :]
            lines = [row(*(mark or [Span(" ")]), *parts)]
        else:
            name = Span(f"{name_of(square):>3}", f"texture.{ground.hue}") if wide > WIDTHS[1] else Span("")
            top = row(*(mark or [Span(" ")]), sign, *(things if tall == 2 else ()))
            if width(top) + width(name) <= wide:
                top = row(pad(top, wide - width(name)), name)
            lines = [top, row(" " if len(figures) < wide else "", *figures)]
            lines[1:1] = [row(" ", *map(_as_piece, things))] if tall > 2 else []
        return self._finish(square, [pad(one, wide) for one in lines], behind)

    def dark(self, square: int) -> list[Row]:
        """Draw a square that lies face down."""
        return self._finish(square, _dark_lines(self.size, *self._mark(square)), "")

    def _mark(self, square: int) -> list[Span]:
        if square in self.marks.focus or square == self.marks.place:
            return [Span(FOCUS, MARK)]
        return [Span(MAY_ENTER, MARK)] if square in self.marks.may else []

    def _finish(self, square: int, lines: Sequence[Row], behind: str) -> list[Row]:
        """Give the rows on their ground; where the mark stands, marked as a whole."""
        aim = Target("goal" if square in self.marks.may else "place", name_of(square))
        if square == self.marks.place:
            role = "focus" if self.marks.is_here else "trace"
            return [(Span("".join(span.text for span in line), role, aim),) for line in lines]
        return [tuple([Span(span.text, span.role or behind, aim) for span in line]) for line in lines]


@cache
def _dark_lines(size: Size, *mark: Span) -> tuple[Row, ...]:
    """Give the lines of a square that lies face down, with its mark, if it has one."""
    wide, tall = size
    dots = DARK * max(1, wide // 2 - (wide > SMALLEST + 2))
    body = pad(row(Span(dots, "label")), wide - 1, "r" if wide == SMALLEST else "c")
    lines: list[Row] = [(Span(" " * wide),)] * tall
    lines[tall // 2] = row(" ", body)
    lines[0] = row(*(mark or [Span(" ")]), body if tall // 2 == 0 else " " * (wide - 1))
    return tuple(lines)


def around_focus(rows: list[Row], lines: int, marked: Collection[int], tall: int = 1) -> list[Row]:
    """Give the part of a map, under the letters of its columns, that has room in so many lines: what is marked."""
    if len(rows) <= lines or lines < 2:
        return rows[:lines]
    heights = sorted(square // WIDE * tall for square in marked)
    middle = heights[len(heights) // 2] if heights else 0
    start = max(0, min(middle - (lines - 1) // 2, len(rows) - lines))
    return [rows[0], *rows[1 + start : start + lines]]


def _things(wording: CivilizationWording, square: int, behind: str) -> list[Span]:
    """Give the signs of what lies on a square, and whether somebody's figures keep it from the city it belongs to."""
    s = wording.state
    if square in s.cities:
        seat = s.cities[square].seat
        found = [Span(rival_letters(wording).get(seat, "") + mark_of(s, square), owner_chip(wording, seat))]
    elif square in s.works:
        work = s.works[square]
        found = [Span(WONDER if is_wonder(work) else PERSON if is_person(work) else BUILDING, behind)]
    elif square in s.markers:
        found = [Span(HUT if s.backs.get(s.markers[square]) == "hut" else VILLAGE, behind)]
    else:
        sign = EXTRAS.get(land(s)[square].extra, "")
        found = [Span(sign, behind)] if sign else []
    return [*found, *([Span(BLOCKED, behind)] if is_blocked(s, square) else [])]


def is_blocked(s: State, square: int) -> bool:
    """Whether figures of another seat keep a square from the city around which it lies."""
    city = outskirts_owner(s, square)
    return city >= 0 and any(square in theirs for seat, theirs in enumerate(s.figures) if seat != s.cities[city].seat)


def _figures(wording: CivilizationWording, square: int, apart: bool) -> list[Span]:
    """Give the sign of who stands on a square and their number; ``apart``: armies and scouts each with their own."""
    found: list[Span] = []
    letters = rival_letters(wording)
    for seat, figures in enumerate(wording.state.figures):
        if square not in figures:
            continue
        group, chip = figures[square], owner_chip(wording, seat)
        signs = ARMY + SCOUT + BOTH if wording.is_own(seat) else (ARMY + SCOUT + BOTH).lower()
        if seat in letters:
            signs = letters[seat] + letters[seat].lower() + letters[seat]
        parts = [(signs[0], group[0]), (signs[1], group[1])] if apart or not all(group) else [(signs[2], sum(group))]
        for letter, number in parts:
            if number:
                found.append(Span(letter, chip))
                found += [Span(str(number), chip)] if number > 1 else []
    return found


def _letters(signs: Iterable[Span]) -> Iterator[Span]:
    """Give signs of one letter each: where there is little room, the last of them stay."""
    return (sign._replace(text=letter) for sign in signs for letter in sign.text)


def _as_piece(sign: Span) -> Span:
    """Give a sign as wide as a piece that stands there, if it is one."""
    return sign._replace(text=f" {sign.text} ") if sign.role.startswith("chip") else sign


def mark_of(s: State, city: int) -> str:
    """Give the sign of a city."""
    return CAPITAL if s.cities[city].capital else CITY


def legend(wording: CivilizationWording, columns: int, lines: int) -> list[Row]:
    """Say what the signs of the map mean; where there is no room for all, where that is."""
    rows = wrap(legend_row(wording), columns) if lines > 0 else []
    more = row(Span(wording.words("civ.legend.more"), "label"))
    return rows if len(rows) <= lines else [*rows[: lines - 1], more]
