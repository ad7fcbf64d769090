"""The legend of the picture: a civilization's line, the decks, a space of the row, and the signs on a board."""

from __future__ import annotations

from collections.abc import Sequence

from ..cells import EMPTY, Piece, Row, join, row
from ..screen.legend import LegendLine
from .tracks import BLUE, GONE, STEP, YELLOW
from .wording import ThroughTheAgesWording

NUMBERS = ("culture", "science", "strength", "happy", "food", "resource", "ca", "ma", "unused", "hand")
"""What stands in the line of a civilization behind its name, by the texts `tta.legend.NAME`."""
SPACE = (("4", "number"), ("2", "price"), ("[2]", "refused"), ("*", "new"), ("<", "leaves"))
"""What stands before the name of a card in the row."""
SIGNS = (
    ("2+3", "tokens"), ("3/4!", "discontent"), (f"{YELLOW}{STEP}{YELLOW}", "yellow"),
    (f"{GONE}{BLUE}{STEP}{BLUE}", "blue"), (f"[iii][i{GONE}{GONE}] +2", "army"),
)  # fmt: skip
"""Signs that stand in many lines."""


def lines(wording: ThroughTheAgesWording, cells: Sequence[Piece], decks: Row, space: Row) -> tuple[LegendLine, ...]:
    """Give the legend; ``cells``: the line of a civilization, ``space``: one of the row, empty where it is."""
    words = wording.words

    def meaning(name: str) -> str:
        return words(f"tta.legend.{name}")

    own = tuple((row(cell), meaning(name)) for cell, name in zip(cells[1:], NUMBERS, strict=True))
    found = [
        LegendLine(join([row(cell) for cell in cells], " "), own),
        LegendLine(decks, (((decks[0],), meaning("decks")), ((decks[-1],), meaning("events")))),
    ]
    if space:
        found.append(LegendLine(space, tuple((row(sign), meaning(name)) for sign, name in SPACE)))
    found.append(LegendLine(EMPTY, tuple((row(sign), meaning(name)) for sign, name in SIGNS)))
    return tuple(found)
