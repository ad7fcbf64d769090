"""The yellow bank as a table, read from the board, for the page of the rules about it."""

from __future__ import annotations

from tta_p2p.games.through_the_ages.tables import BOARD
from tta_p2p.i18n import Words

from ..cells import width

PLACE = "{yellow-bank}"
"""Where the table stands on the page."""


def yellow_bank(words: Words) -> str:
    """Give a line for each section of the bank, the full one first."""
    heads = tuple(words(f"tta.bank-table.{head}") for head in ("left", "price", "food", "happy"))
    nobody = words("tta.bank-table.nobody")
    lines, low = list[tuple[str, ...]](), 0
    tokens = range(BOARD.yellow_squares + 1)
    rows = [(BOARD.population_cost[left], BOARD.consumption[left], BOARD.happy_needed[left]) for left in tokens]
    for left in tokens:
        if left == BOARD.yellow_squares or rows[left + 1] != rows[left]:
            span = str(left) if low == left else f"{low}–{left}"
            cost, food, happy = rows[left]
            lines.append((span, str(cost or nobody), str(food), str(happy)))
            low = left + 1
    sizes = [width(head) + 3 for head in heads]
    shown = (
        "".join(cell + " " * (size - width(cell)) for cell, size in zip(line, sizes, strict=True))
        for line in (heads, *reversed(lines))
    )
    return "\n".join(f"| {line}".rstrip() for line in shown)
