"""Which stored game is meant by the beginning of its id."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.node.history import StoredGame
from tta_p2p.registry import title

SHORT = 8
"""How many letters of an id are shown, unless two begin with the same ones."""


def short_ids(sids: Sequence[str]) -> dict[str, str]:
    """Give for each id as many letters as tell it from the others."""
    length = SHORT
    while len({sid[:length] for sid in sids}) < len(set(sids)):
        length += 1
    return {sid: sid[:length] for sid in sids}


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
    ids = short_ids([row.sid for row in rows])
    named = (f"{ids[row.sid]} ({title(row.game)}, {when(row)}, {', '.join(row.players)})" for row in rows)
    raise CommandFailed(f"{why}; say which: {'; '.join(named)}", USAGE)
