"""The log of faults: what this program writes down where a part of it fails, for whoever mends it.

That of a node is its error output. A client has its own (`tta_p2p.cli.terminal.fault_log`), since its terminal shows
something else.
Names, addresses and words from outside get into what libraries and rules raise, so all of it is cleaned and bounded.
"""

from __future__ import annotations

import logging
import sys

from tta_p2p.net.cleaning import clean_lines

MAX_LINE, MAX_LINES = 500, 200
"""Letters of a line, and lines of a fault, that are written at most."""
LOG = logging.getLogger("tta_p2p.faults")


class _ErrorOutput(logging.Handler):
    """Writes to what is the error output of this process by then."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write what is to be written down."""
        print(self.format(record), file=sys.stderr, flush=True)


LOG.addHandler(_ErrorOutput())
LOG.propagate = False


def write(text: str) -> None:
    """Write a fault down: its lines, and nothing in them that a terminal would obey."""
    LOG.error("%s", "\n".join(clean_lines(text, MAX_LINE, MAX_LINES)))
