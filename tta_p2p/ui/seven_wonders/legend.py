"""The legend of the picture: a city's line, and the signs in the lines of cards."""

from __future__ import annotations

from ..blocks import Table
from ..cells import EMPTY, join, plain, row
from ..screen.legend import LegendLine
from .wording import SevenWondersWording

NUMBERS = ("coins", "shields", "next-war", "conflicts", "points", "science", "wonder")
"""What stands in the line of a city behind its name, by the texts `seven.head.NAME` and `seven.legend.NAME`."""
SIGNS = ("number", "no-number", "opens", "free", "pays", "built")
"""Signs in the lines of cards, by the texts `seven.legend.sign.NAME` and `seven.legend.NAME`."""
EXAMPLE = "baths"
"""A building that may stand in the line of a neighbour."""


def lines(wording: SevenWondersWording, city: Table) -> tuple[LegendLine, ...]:
    """Give the legend; ``city``: the line of a city under the names of its numbers."""
    words = wording.words
    heads = {words(f"seven.head.{one}"): one for one in NUMBERS}
    (cells,) = city.rows
    named = ((plain(head), cell) for head, cell in zip(city.head, cells, strict=True))
    said = ((head, cell, words(f"seven.legend.{heads[head]}")) for head, cell in named if head in heads)
    parts = tuple((cell if head in text else row(f"{head} ", cell), text) for head, cell, text in said)
    signs = tuple((row(words(f"seven.legend.sign.{one}")), words(f"seven.legend.{one}")) for one in SIGNS)
    last = ((row("+", wording.card(EXAMPLE)), words("seven.legend.last")), (row("+2"), words("seven.legend.more")))
    return LegendLine(join(cells, "  "), parts), LegendLine(EMPTY, (*signs, *last))
