"""The map drawn in letters."""

from __future__ import annotations

from ..state import State
from ..tables.layouts import LAYOUTS
from .board import land
from .squares import WIDE

SIGNS = {"iron": "i", "silk": "k", "wheat": "w", "incense": "n", "gold": "$", "natural-wonder": "*"}
NOTHING = "·"


def draw_map(s: State) -> dict[str, str]:
    """Draw the map, by row: the letter of the terrain and what lies there; `·` is face down.

    `#` is a city, `h` a hut, `v` a village, `i`, `k`, `w`, `n` a resource, `$` gold, `*` a natural wonder.
    """
    layout, squares = LAYOUTS[s.seats], land(s)
    rows = {"  ": "  ".join(chr(ord("a") + x) for x in range(layout.width))}
    for y in range(layout.height):
        cells = []
        for x in range(layout.width):
            square = y * WIDE + x
            here = squares.get(square)
            if here is None:
                cells.append(NOTHING + " ")
                continue
            sign = "#" if square in s.cities else SIGNS.get(here.extra, " ")
            if square in s.markers:
                sign = s.backs[s.markers[square]][0]
            cells.append(here.terrain[0].upper() + sign)
        rows[f"{y + 1:>2}"] = " ".join(cells).rstrip()
    return rows
