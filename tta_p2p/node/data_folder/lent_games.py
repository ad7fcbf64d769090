"""Games in which a bot has acted for the person of a data folder: how they end is no record of that person."""

from __future__ import annotations

import contextlib
from pathlib import Path

from tta_p2p.store.regular_files import append_regular, read_regular

FILE = "lent-games"
LARGEST = 1 << 20
"""Bytes of the file at most: some sixteen thousand games."""


def read_lent_games(folder: Path) -> frozenset[bytes]:
    """Give the ids of these games; lines that are none are left out, and so is a file that is no such file."""
    found = set[bytes]()
    with contextlib.suppress(OSError):
        for line in read_regular(folder / FILE, LARGEST).split():
            with contextlib.suppress(ValueError):
                found.add(bytes.fromhex(line.decode("ascii")))
    return frozenset(found)


def keep_lent_game(folder: Path, sid: bytes) -> None:
    """Keep one more, where the disk takes it."""
    if sid not in read_lent_games(folder):
        with contextlib.suppress(OSError):
            append_regular(folder / FILE, f"{sid.hex()}\n".encode())
