"""Port at which the last node of a data folder was open: the next table opens there, so that friends find it again.

Where friends were found last has a port as well, and so has what somebody set in a router by hand.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from tta_p2p.store.regular_files import read_regular

FILE = "port"
LARGEST = 16
"""Bytes of the file at most."""


def read_last_port(folder: Path) -> int:
    """Give that port; 0 where there was none, or the file is unsound."""
    try:
        number = int(read_regular(folder / FILE, LARGEST))
    except (OSError, ValueError):
        return 0
    return number if 0 < number < 1 << 16 else 0


def keep_last_port(folder: Path, number: int) -> None:
    """Keep it, where the disk takes it: without it the next port is any free one."""
    fresh = folder / f"{FILE}.new"
    with contextlib.suppress(OSError):
        fresh.write_text(f"{number}\n", "ascii")
        fresh.replace(folder / FILE)
