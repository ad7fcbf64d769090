"""Ports at which nodes of a data folder were open: the next table opens at the first of them that is free.

Where friends were found last has a port as well, and so has what somebody set in a router by hand. A table beside an
open one has a port of its own, which comes second: once both are closed, the next one is where the first was.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from tta_p2p.store.regular_files import read_regular, write_regular

FILE = "port"
MOST = 4
"""Ports that are kept: so many tables beside each other find theirs again."""
LARGEST = 6 * MOST
"""Bytes of the file at most."""


def read_ports(folder: Path) -> tuple[int, ...]:
    """Give the ports, the one that was kept first before all others; none where the file is unsound."""
    try:
        numbers = dict.fromkeys(map(int, read_regular(folder / FILE, LARGEST).split()))
    except (OSError, ValueError):
        return ()
    return tuple(numbers)[:MOST] if all(0 < number < 1 << 16 for number in numbers) else ()


def keep_port(folder: Path, number: int) -> None:
    """Keep one more, in place of the last where there are many; a disk that takes nothing loses it, and no more."""
    numbers = read_ports(folder)
    if number in numbers:
        return
    fresh = folder / f"{FILE}.new"
    with contextlib.suppress(OSError):
        write_regular(fresh, b"".join(b"%d\n" % one for one in (*numbers[: MOST - 1], number)))
        fresh.replace(folder / FILE)
