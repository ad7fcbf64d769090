"""Which stored game is meant by the beginning of its id."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.node.history import StoredGame
from tta_p2p.registry import title

SHORT = 8
"""How many letters of an id are shown, unless two begin with the same ones."""


def short_ids(rows: Sequence[StoredGame]) -> dict[str, str]:
    """Give for each sid what the game is called here, or else as many letters as tell it from the others."""
    length, sids = SHORT, [row.sid for row in rows]
    while len({sid[:length] for sid in sids}) < len(set(sids)):
        length += 1
    ids = Counter(row.id for row in rows)
    return {row.sid: row.id if row.id and ids[row.id] == 1 else row.sid[:length] for row in rows}


def meant(rows: Sequence[StoredGame], asked: str) -> list[StoredGame]:
    """Give the games that may be meant: the one that is called so, or all whose sid or name here begins so."""
    begins = asked.lower()
    called = [row for row in rows if row.id == begins and asked]
    return called or [row for row in rows if row.sid.startswith(begins) or row.id.startswith(begins)]


def when(row: StoredGame) -> str:
    """When a game was played last."""
    return datetime.datetime.fromtimestamp(row.touched).strftime("%Y-%m-%d %H:%M")


def transcript_file(file: Path) -> Path:
    """Give a file that somebody named if it can be read as a transcript. Raises CommandFailed."""
    if file.is_dir():
        raise CommandFailed(f"{file} is a folder; name a transcript file in it", USAGE)
    if not file.exists():
        raise CommandFailed(f"{file}: there is no such file", USAGE)
    if not file.is_file():
        raise CommandFailed(f"{file} is a device or a pipe; name a transcript file", USAGE)
    return file


def the_one(rows: Sequence[StoredGame], why: str) -> StoredGame:
    """Give the only game there is. Raises CommandFailed, naming those that may be meant."""
    if len(rows) == 1:
        return rows[0]
    ids = short_ids(rows)
    named = (f"{ids[row.sid]} ({title(row.game)}, {when(row)}, {', '.join(row.players)})" for row in rows)
    raise CommandFailed(f"{why}; say which: {'; '.join(named)}", USAGE)
