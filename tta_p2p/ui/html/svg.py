"""Charts as SVG: a curve a player, told apart by dashes and by the letter at its end, never by colour alone.

The same values stand in a table below each chart, for screen readers and for those who want the numbers.
"""

from __future__ import annotations

from itertools import groupby

from markupsafe import Markup, escape

from tta_p2p.ui.cells import plain
from tta_p2p.ui.plot import Chart, Curve

WIDTH, HEIGHT = 640, 260
"""The drawing's own units; a browser makes it as wide as there is room."""
LEFT, RIGHT, TOP, BOTTOM = 44, 120, 12, 28
"""Room for the scale, for the names where curves end, and for the labels below."""
LINE = 15
"""Names of curves stand this far apart at least."""
DASHES = ("", "7 4", "2 4", "12 4 2 4", "16 5", "4 2 1 2", "1 5")
"""How the curve of each seat is dashed."""
TICKS = 4
LABELS = 12
"""So many labels at most stand below a chart."""


def figure(chart: Chart, name: str, numbers: str) -> Markup:
    """Give a chart with its table; ``name``: its id on the page, ``numbers``: what the table is called."""
    known = [value for curve in chart.curves for value in curve.values if value is not None]
    low = min(0, *known) if known else 0
    high = max(low + 1, *known) if known else low + 1
    scale = _Scale(low, high, len(chart.labels))
    title = plain(chart.title).strip()
    drawn = [*_axes(chart, scale)]
    for seat, curve in enumerate(chart.curves):
        drawn += _curve(curve, seat, scale)
    drawn += _names(chart, scale)
    picture = Markup('<svg viewBox="0 0 {w} {h}" role=img aria-labelledby={id}>{body}</svg>').format(
        w=WIDTH, h=HEIGHT, id=name, body=Markup("").join(drawn)
    )
    return Markup("<figure><figcaption id={id}>{title}</figcaption>{picture}{table}</figure>").format(
        id=name, title=title, picture=picture, table=_table(chart, numbers)
    )


class _Scale:
    """The places of values and turns in the drawing."""

    def __init__(self, low: int, high: int, turns: int) -> None:
        self.low, self.high, self.turns = low, high, turns

    def x(self, turn: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * turn / max(1, self.turns - 1), 1)

    def y(self, value: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (self.high - value) / (self.high - self.low), 1)

    def ticks(self) -> list[int]:
        return sorted({self.low + round((self.high - self.low) * part / TICKS) for part in range(TICKS + 1)})


def _axes(chart: Chart, scale: _Scale) -> list[Markup]:
    line = Markup("<line class=a x1={} x2={} y1={} y2={} />")
    text = Markup("<text x={} y={} text-anchor={}>{}</text>")
    found = []
    for value in scale.ticks():
        y = scale.y(value)
        found += [line.format(LEFT, WIDTH - RIGHT, y, y), text.format(LEFT - 6, y + 4, "end", value)]
    every = -(-len(chart.labels) // LABELS)
    for turn, label in list(enumerate(chart.labels))[:: every or 1]:
        found.append(text.format(scale.x(turn), HEIGHT - 8, "middle", label))
    return found


def _curve(curve: Curve, seat: int, scale: _Scale) -> list[Markup]:
    """Give the pieces of a curve; it is broken where there is no value."""
    points = list(enumerate(curve.values))
    found = []
    for there, group in groupby(points, key=lambda one: one[1] is not None):
        if there:
            at = " ".join(f"{scale.x(turn)},{scale.y(value)}" for turn, value in group if value is not None)
            dashes = Markup(' stroke-dasharray="{}"').format(DASHES[seat % len(DASHES)]) if DASHES[seat % 7] else ""
            found.append(Markup('<polyline class=k{}{} points="{}" />').format(seat % len(DASHES), dashes, at))
    return found


def _names(chart: Chart, scale: _Scale) -> list[Markup]:
    """Give the name of the player beside the end of each curve, the highest first, none above another."""
    ends = []
    for seat, curve in enumerate(chart.curves):
        known = [(turn, value) for turn, value in enumerate(curve.values) if value is not None]
        if known:
            ends.append((scale.y(known[-1][1]), seat, known[-1][1]))
    ends.sort()
    found, below = [], 0.0
    for number, (y, seat, value) in enumerate(ends):
        y = min(max(y, below), HEIGHT - BOTTOM - LINE * (len(ends) - 1 - number))
        below = y + LINE
        told = f"{chart.curves[seat].name} {value}"
        found.append(
            Markup("<text class=k{} x={} y={}>{}</text>").format(seat % len(DASHES), WIDTH - RIGHT + 8, y + 4, told)
        )
    return found


def _table(chart: Chart, numbers: str) -> Markup:
    head = Markup("").join(Markup("<th scope=col>{}").format(label) for label in chart.labels)
    rows = Markup("").join(
        Markup("<tr><th scope=row>{}{}").format(
            curve.name, Markup("").join(Markup("<td>{}").format("" if one is None else one) for one in curve.values)
        )
        for curve in chart.curves
    )
    return Markup(
        "<details><summary>{}</summary><div class=x><table><thead><tr><td>{}<tbody>{}</table></div></details>"
    ).format(escape(numbers), head, rows)
