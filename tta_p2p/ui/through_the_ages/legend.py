"""The legend of the picture: a civilization's line, the decks, a space of the row, and the signs on a board."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.games.through_the_ages.view_model import Space

from ..cells import EMPTY, Piece, Row, join, row
from ..screen.legend import LegendLine
from .tracks import BLUE, GONE, STEP, YELLOW
from .wording import ThroughTheAgesWording

NUMBERS = ("culture", "science", "strength", "happy", "food", "resource", "ca", "ma", "unused", "hand")
"""What stands in the line of a civilization behind its name, by the texts `tta.legend.NAME`."""
MARKS = (("*", "new"), ("<", "leaves"))
"""What stands before a space of the row."""
SIGNS = (
    ("2+3", "tokens"), ("3/4!", "discontent"), (f"{YELLOW}{STEP}{YELLOW}", "yellow"),
    (f"{GONE}{BLUE}{STEP}{BLUE}", "blue"), (f"[iii][i{GONE}{GONE}] +2", "army"),
)  # fmt: skip
"""Signs that stand in many lines."""


def lines(
    wording: ThroughTheAgesWording, cells: Sequence[Piece], decks: Row, space: Space | None, shown: Row
) -> tuple[LegendLine, ...]:
    """Give the legend; ``cells``: the line of a civilization, ``space``: one of the row and how it is ``shown``."""
    words = wording.words

    def meaning(name: str) -> str:
        return words(f"tta.legend.{name}")

    own = tuple((row(cell), meaning(name)) for cell, name in zip(cells[1:], NUMBERS, strict=True))
    found = [
        LegendLine(join([row(cell) for cell in cells], " "), own),
        LegendLine(decks, (((decks[0],), meaning("decks")), ((decks[-1],), meaning("events")))),
    ]
    if space is not None:
        number, price = str(space.number), str(space.price)
        signs = ((number, "number"), (price, "price"), (f"[{price}]", "refused"), *MARKS)
        found.append(LegendLine(shown, tuple((row(sign), meaning(name)) for sign, name in signs)))
    found.append(LegendLine(EMPTY, tuple((row(sign), meaning(name)) for sign, name in SIGNS)))
    return tuple(found)
