"""The yellow bank as a table, read from the board, for the rules of any language."""

from __future__ import annotations

from ..tables import BOARD


def yellow_bank(heads: tuple[str, str, str, str], nobody: str) -> str:
    """Give a line for each section of the bank, the full one first.

    ``heads``: what the columns are called: tokens left, cost of the next, food eaten, happy faces needed; ``nobody``
    stands for the cost where no token is left.
    """
    lines, low = list[tuple[str, ...]](), 0
    tokens = range(BOARD.yellow_squares + 1)
    rows = [(BOARD.population_cost[left], BOARD.consumption[left], BOARD.happy_needed[left]) for left in tokens]
    for left in tokens:
        if left == BOARD.yellow_squares or rows[left + 1] != rows[left]:
            span = str(left) if low == left else f"{low}–{left}"
            cost, food, happy = rows[left]
            lines.append((span, str(cost or nobody), str(food), str(happy)))
            low = left + 1
    sizes = [_cells(head) + 3 for head in heads]
    shown = (
        "".join(cell + " " * (size - _cells(cell)) for cell, size in zip(line, sizes, strict=True))
        for line in (heads, *reversed(lines))
    )
    return "\n".join(f"| {line}".rstrip() for line in shown)


def _cells(text: str) -> int:
    """Count the cells of a terminal that a text takes: ideographs take two."""
    return sum(2 if letter > "\u2e80" else 1 for letter in text)
