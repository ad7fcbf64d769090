"""Endings of nodes that did not play to the end: for the list of games, and for the next start.

A small file for each beside what running nodes announce (``run/NAME.ended``). Nothing depends on it: where it cannot be
written or read, nothing is said.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tta_p2p.i18n import Words
from tta_p2p.seats.messages import TextArgument
from tta_p2p.store.regular_files import read_regular, write_regular

SUFFIX = ".ended"
LONGEST = 16 * 1024
"""Bytes of such a file."""
KEPT = 7 * 24 * 3600
"""Seconds for which it is told that a node has ended."""
LISTED = 24 * 3600
"""Seconds for which a lobby is listed that came to nothing."""
NAME = re.compile(r"[0-9a-z-]{1,64}")
ABOUT = ("halted.", "node.")
"""How the keys begin that a node gives."""


class NodeEnd(msgspec.Struct, frozen=True):
    """The end of a node: its reason, a key of the catalogue with arguments; its moment, in seconds since 1970.

    ``table`` and ``game`` are those of a lobby that came to nothing; empty for a game that has begun.
    """

    key: str
    args: list[TextArgument]
    at: int
    table: str = ""
    game: str = ""

    def text(self, words: Words) -> str:
        """Say it in a language."""
        return words.line(self.key, self.args)


def note(home: Path, name: str, end: NodeEnd) -> None:
    """Keep why the node of a game (its whole id) or of a lobby (its own name) has ended, as far as that is possible."""
    with contextlib.suppress(OSError, ValueError):
        path = _path(home, name)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        fresh = path.with_suffix(".fresh")
        write_regular(fresh, msgspec.json.encode(end))
        fresh.replace(path)
        for old in path.parent.glob(f"*{SUFFIX}"):
            if old.stat().st_mtime < time.time() - KEPT:
                old.unlink(missing_ok=True)


def find(home: Path, name: str) -> NodeEnd | None:
    """Find the end of the last node of a game or a lobby; None where nothing is known."""
    try:
        found = msgspec.json.decode(read_regular(_path(home, name), LONGEST), type=NodeEnd)
        known = found.key.startswith(ABOUT) and Words().optional(found.key) is not None
        sound = known and abs(time.time() - found.at) < KEPT
        if sound:
            found.text(Words())  # its arguments fit
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        return None
    return found if sound else None


def lobbies(home: Path) -> Iterator[tuple[str, NodeEnd]]:
    """The lobbies that came to nothing, the last first."""
    paths = [path.stem for path in (home / "run").glob(f"*{SUFFIX}")]
    since = time.time() - LISTED
    found = [(name, end) for name in paths if (end := find(home, name)) is not None and end.table and end.at > since]
    yield from sorted(found, key=lambda one: -one[1].at)


def forget(home: Path, name: str) -> None:
    """A node plays this game again."""
    with contextlib.suppress(OSError, ValueError):
        _path(home, name).unlink(missing_ok=True)


def _path(home: Path, name: str) -> Path:
    """The file. Raises ValueError for no name."""
    if not NAME.fullmatch(name):
        raise ValueError("no name of a node")
    return home / "run" / f"{name}{SUFFIX}"
