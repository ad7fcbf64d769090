"""The log of faults: what a node writes to its error output for whoever mends the program.

Names, addresses and words from outside get into what libraries and rules raise, so all of it is cleaned and bounded.
"""

from __future__ import annotations

import sys

from tta_p2p.net.cleaning import clean_lines

LONGEST, MOST = 500, 200
"""Letters of a line, and lines of a fault, that are written at most."""


def write(text: str) -> None:
    """Write a fault down: its lines, and nothing in them that a terminal would obey."""
    print("\n".join(clean_lines(text, LONGEST, MOST)), file=sys.stderr, flush=True)
