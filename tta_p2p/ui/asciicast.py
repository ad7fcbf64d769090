"""A recorded game as a recording of a terminal (asciicast, version 2), for players and converters of asciinema.

A picture a turn: what happened in it, and the table at its end. The format: a line of JSON with the size, then a line for
each event, which is the seconds since the beginning, "o" for output, and what the terminal was sent
(docs.asciinema.org, "asciicast v2").
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from .blocks import lay_out
from .cells import plain, row, wrap
from .html.sections import Recorded, Section, sections
from .html.markup import Markups
from .style import Style

SECONDS = 3.0
"""How long a turn is shown."""
COLUMNS, ROWS = 80, 24
"""The size of the terminal at least; it is as high as the longest turn."""
_CLEAR = "\x1b[2J\x1b[H"


def asciicast(recorded: Recorded, title: str, style: Style) -> Iterator[str]:
    """Give the lines of the recording; ``title``: what a player shows as its name."""
