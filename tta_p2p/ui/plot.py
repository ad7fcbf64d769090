"""Charts made of letters: a curve a player, drawn with a letter of its own, in plain rows of cells.

A library for plots in a terminal (plotext) was judged against this. It draws with Braille dots or blocks and tells
curves apart by colour alone, which says nothing without colours, in ASCII, on a Linux console or to who does not see
red; it writes escape codes of its own, which rows of spans would have to be made of again, and is a dependency of six
thousand lines for what are fifty here. A letter a player needs no legend to be remembered, no colour and no font.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from string import ascii_uppercase

from .cells import EMPTY, Piece, Row, Span, cut, pad, plain, row, width
from .style import Style

PAIR_WIDTH = 110
"""From so many columns on two charts stand beside each other."""
HUES = ("cyan", "magenta", "yellow", "green", "red", "chat", "heading")
"""The roles of the curves, beside their letters."""
WIDEST_STEP = 8
"""Columns from one value to the next at most."""
BESIDE = 3
"""Cells between the curves and the names beside them, whose letters belong to no curve there."""
SEVERAL = "*"
"""Stands where several curves meet."""


@dataclass(frozen=True)
class Curve:
    """The values of one player; None where there is none (any more)."""

    name: str
    letter: str
    role: str
    values: tuple[int | None, ...]


@dataclass(frozen=True)
class Chart:
    """A chart: its measure, a curve a player, the text below each value, and the rows of the curves."""

    title: Row
    curves: tuple[Curve, ...]
    labels: tuple[str, ...]
    height: int = 10


def letters(names: Sequence[str], taken: Collection[str] = ()) -> tuple[str, ...]:
    """Give each player a letter: that of the name where these are different, else one after the other.

    ``taken``: letters that stand for something else beside the chart.
    """
    first, free = [name[:1].upper() for name in names], [one for one in ascii_uppercase if one not in taken]
    fit = all(letter in free for letter in first) and len(set(first)) == len(first)
    return tuple(first) if fit else tuple(free[: len(names)])


def chart_rows(chart: Chart, style: Style) -> list[Row]:
    """Draw a chart in the width of the style: what is measured and by whom, the curves over their scale, the labels."""
    known = [value for curve in chart.curves for value in curve.values if value is not None]
    low, high = min(known, default=0), max(known, default=0)
    low, high = min(0, low), max(high, low + 1, 1)
    scale = max(len(str(low)), len(str(high)))
    ends = _ends(chart, style)
    room = max(len(chart.labels), style.width - scale - 3 - BESIDE - max(map(width, ends), default=0))
    size = min(room, 1 + WIDEST_STEP * (len(chart.labels) - 1))
    columns = [round(number * (size - 1) / max(1, len(chart.labels) - 1)) for number in range(len(chart.labels))]
    grid = _grid(chart, low, high, columns, style)
    rows = [style.spell(row(Span(plain(chart.title), "heading")))]
    marks = _scale(low, high, chart.height)
    placed = _place_ends(chart, low, high, ends)
    for number, cells in enumerate(grid):
        head = row(Span(f"{marks.get(number, ''):>{scale}} ", "label"), Span("│", "label"))
        rows.append(style.spell(row(head, _merge_cells(cells), " " * BESIDE, placed.get(number, EMPTY))))
    rows.append(style.spell(row(Span(" " * scale + " └" + "─" * size, "label"))))
    rows.append(row(Span(" " * (scale + 2) + _label_row(chart.labels, columns), "label")))
    return rows


def chart_pairs(charts: Sequence[Chart], style: Style) -> list[Row]:
    """Draw charts, two beside each other where there is room, else one below the other."""
    columns = 2 if style.width >= PAIR_WIDTH and len(charts) > 1 else 1
    size = style.width // columns - (columns - 1)
    rows: list[Row] = []
    for at in range(0, len(charts), columns):
        drawn = [chart_rows(chart, _narrow(style, size)) for chart in charts[at : at + columns]]
        rows += [EMPTY] if rows else []
        for number in range(max(map(len, drawn))):
            cells: list[Piece] = []
            for one in drawn:
                cells += [pad(cut(one[number] if number < len(one) else EMPTY, size), size), "  "]
            rows.append(row(*cells[:-1]))
    return rows


def speak_chart(chart: Chart) -> list[Row]:
    """Say a chart: a line a player with all values."""
    told = []
    for curve in chart.curves:
        values = ", ".join(str(value) for value in curve.values if value is not None)
        told.append(row(chart.title, ", ", curve.name, ": ", values))
    return told


def _narrow(style: Style, size: int) -> Style:
    return replace(style, width=size)


def _grid(chart: Chart, low: int, high: int, columns: Sequence[int], style: Style) -> list[list[Span]]:
    """Give the cells of the curves: points as letters, the way between them as dots."""
    dot = "." if style.ascii or style.wide_signs else "·"
    grid = [[Span(" ") for _ in range(max(columns, default=0) + 1)] for _ in range(chart.height)]
    for curve in chart.curves:  # ways first: points stand above them
        points = [(at, value) for at, value in zip(columns, curve.values, strict=True) if value is not None]
        for (at, value), (to, after) in pairwise(points):
            for column in range(at + 1, to):
                line = _line(value + (after - value) * (column - at) / (to - at), low, high, chart.height)
                grid[line][column] = Span(dot, curve.role)
    for curve in chart.curves:
        for column, worth in zip(columns, curve.values, strict=True):
            if worth is not None:
                line = _line(worth, low, high, chart.height)
                several = grid[line][column].text not in (" ", dot)
                grid[line][column] = Span(SEVERAL) if several else Span(curve.letter, curve.role)
    return grid


def _line(value: float, low: int, high: int, height: int) -> int:
    """Give the row of a value, the highest first."""
    return round((high - value) / (high - low) * (height - 1))


def _scale(low: int, high: int, height: int) -> dict[int, str]:
    """Give what stands beside some rows: the highest value, the lowest, and some between."""
    parts = max(1, (height - 1) // 3)
    values = sorted({low + round((high - low) * part / parts) for part in range(parts + 1)})
    return {_line(value, low, high, height): str(value) for value in values}


def _ends(chart: Chart, style: Style) -> list[Row]:
    """Say where each curve ends: its letter, whose it is, and the last value."""
    found = []
    for curve in chart.curves:
        last = next((value for value in reversed(curve.values) if value is not None), None)
        text = style.spell(row(curve.name))
        found.append(row(Span(curve.letter, curve.role), " ", text, "" if last is None else f" {last}"))
    return found


def _place_ends(chart: Chart, low: int, high: int, ends: Sequence[Row]) -> dict[int, Row]:
    """Place the ends beside the rows in which the curves end, or as near as they can stand; the first are the best."""
    wanted = []
    for curve, end in zip(chart.curves, ends, strict=True):
        last = next((value for value in reversed(curve.values) if value is not None), low)
        wanted.append((last, end))
    wanted.sort(key=lambda one: -one[0])
    placed: dict[int, Row] = {}
    for number, (last, end) in enumerate(wanted):
        line = max(_line(last, low, high, chart.height), max(placed, default=-1) + 1)
        placed[min(line, chart.height - len(wanted) + number)] = end
    return placed


def _label_row(labels: Sequence[str], columns: Sequence[int]) -> str:
    """Give what stands below the curves: every label, or every second one, as there is room."""
    longest = max(map(len, labels), default=0)
    every = next(
        (n for n in range(1, len(labels)) if all(b - a > longest for a, b in pairwise(columns[::n]))), len(labels)
    )
    text = [" "] * (max(columns, default=0) + longest + 1)
    for at, label in list(zip(columns, labels, strict=True))[:: every or 1]:
        text[at : at + len(label)] = label
    return "".join(text).rstrip()


def _merge_cells(cells: Sequence[Span]) -> Row:
    found: list[Span] = []
    for cell in cells:
        if found and found[-1].role == cell.role:
            found[-1] = Span(found[-1].text + cell.text, cell.role)
        else:
            found.append(cell)
    return tuple(found)
