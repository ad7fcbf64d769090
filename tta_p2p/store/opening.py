"""Opening the SQLite file of a store: its version, how it is written, and its tables."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from tta_p2p.store import locks
from tta_p2p.store.failing import StoreError
from tta_p2p.store.schema import LATER, SCHEMA, VERSION

DATABASE = "games.sqlite3"


def connect(path: Path) -> sqlite3.Connection:
    """Open the file of a store, or lay out a new one. Raises StoreError for another version, OSError, BROKEN."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    os.close(handle)
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=locks.PATIENCE)
    db.text_factory = lambda data: data.decode("utf-8", "replace")  # in a damaged file it may be none
    (version,) = db.execute("pragma user_version").fetchone()
    (tables,) = db.execute("select count(*) from sqlite_master").fetchone()
    if version != VERSION and (version or tables):
        key = "store-newer" if version > VERSION else "store-older"
        raise StoreError(_other_version(path, version), why=(key, str(path)))
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    db.execute("pragma foreign_keys = on")
    db.execute("pragma secure_delete = on")  # erased secrets are overwritten
    if not tables:
        db.executescript(f"begin immediate; {SCHEMA} pragma user_version = {VERSION}; commit;")
    else:
        there = {name for (name,) in db.execute("select name from sqlite_master").fetchall()}
        for name in LATER.keys() - there:
            db.execute(LATER[name])
    return db


def _other_version(path: Path, version: int) -> str:
    if version > VERSION:
        return f"{path} was written by a newer version of tta-p2p"
    text = f"{path} was written by an older version of tta-p2p, which alone can go on with the games in it"
    return f"{text}; move it away, or name another data folder with TTA_HOME, and play here"
