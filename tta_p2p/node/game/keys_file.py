"""The file beside a transcript that holds the published keys of a game whose charter opens all hands afterwards."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from protocol.audit import KeyStatement, read_keys, write_keys
from protocol.errors import ProtocolError
from tta_p2p.store.regular_files import open_regular, read_regular


def keys_file(folder: Path, sid: bytes) -> Path:
    """Give the path of a game's published keys in a data folder."""
    return folder / "transcripts" / f"{sid.hex()[:16]}.keys"


def are_published(path: Path, seats: Iterable[int]) -> bool:
    """Whether a file holds statements of all these seats."""
    return set(seats) <= {statement.seat for statement in read_statements(path)}


def read_statements(path: Path) -> list[KeyStatement]:
    """The statements in a file; none where it is missing or damaged."""
    try:
        return read_keys(read_regular(path))
    except (OSError, ProtocolError):
        return []


def write_statements(path: Path, statements: Iterable[KeyStatement]) -> None:
    """Write a file of statements; it is on the disk when this returns. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    with os.fdopen(open_regular(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb") as file:
        file.write(b"".join(write_keys(statements)))
        file.flush()
        os.fsync(file.fileno())  # the secrets are erased when their owner's statement is there
    fresh.replace(path)
