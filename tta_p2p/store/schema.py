"""The tables of a store, and their version."""

from __future__ import annotations

import contextlib
import functools
import sqlite3
from collections.abc import Sequence
from typing import Any

VERSION = 2
"""Of the tables. Games in it may have been played by other versions of the protocol; their charters say so.

The next is 5: no two versions differ in one bit, so a damaged bit makes no version of another.
"""

SIGNED = """
create table if not exists signed (
    sid blob primary key,
    made integer not null,
    kept blob not null,
    seal blob not null
) strict;
"""
"""Charters of which it is not known whether all have signed them."""

TIMES = """
create table if not exists times (
    sid blob primary key references games on delete cascade,
    kept blob not null,
    seal blob not null
) strict;
"""
"""What a node has counted of the time that players use."""

ADDRESSES = """
create table if not exists addresses (
    sid blob not null references games on delete cascade,
    operator integer not null,
    kept blob not null,
    seal blob not null,
    primary key (sid, operator)
) strict, without rowid;
"""
"""Where the members of a game were found; no row of it looks like one that is salvaged from damaged files."""

LATER = {"signed": SIGNED, "times": TIMES, "addresses": ADDRESSES}
"""The tables that older stores of this version lack."""

SCHEMA = f"""{SIGNED}create table if not exists games (
    sid blob primary key,
    game text not null,
    made integer not null,
    touched integer not null,
    operator integer not null,
    charter blob not null,
    status text not null,
    secrets blob not null,
    seal blob not null
) strict;
create table if not exists heads (
    sid blob primary key references games on delete cascade,
    count integer not null,
    link blob not null,
    seal blob not null
) strict;
create table if not exists journal (
    sid blob not null references games on delete cascade,
    number integer not null,
    record blob not null,
    seal blob not null,
    link blob not null,
    primary key (sid, number)
) strict, without rowid;
create table if not exists drafts (
    sid blob not null references games on delete cascade,
    seat integer not null,
    acts blob not null,
    seal blob not null,
    primary key (sid, seat)
) strict, without rowid;
create table if not exists skips (
    sid blob not null references games on delete cascade,
    seat integer not null,
    kept blob not null,
    seal blob not null,
    primary key (sid, seat)
) strict, without rowid;
create table if not exists newest (
    sid blob primary key references games on delete cascade,
    name text not null,
    inode integer not null,
    changed integer not null
) strict;
create table if not exists results (
    sid blob primary key references games on delete cascade,
    finished integer not null,
    standings blob not null,
    seal blob not null
) strict;
create table if not exists erased (
    sid blob primary key
) strict, without rowid;
create table if not exists players (
    identity blob primary key,
    name text not null,
    first_seen integer not null,
    last_seen integer not null,
    compared integer not null default 0,
    trusted integer not null default 0,
    note text not null default '',
    seal blob not null
) strict;
{TIMES}{ADDRESSES}"""
"""What is laid out in a new store."""

GAME = "sid, game, made, touched, operator, charter, status, secrets"
"""The columns of a game that are sealed together, in this order."""
PLAYER = "identity, name, first_seen, last_seen, compared, trusted, note"
"""The columns of a player that are sealed together, in this order."""

TYPES: dict[str, type] = {"blob": bytes, "text": str, "integer": int}


@functools.cache
def column_types(table: str) -> tuple[type, ...]:
    """The types of a table's columns, as SQLite reads the schema."""
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        db.executescript(SCHEMA)
        return tuple(TYPES[told.lower()] for (told,) in db.execute("select type from pragma_table_info(?)", (table,)))


def fitted(table: str, values: Sequence[Any]) -> tuple[Any, ...]:
    """The values of a row, each of its column's type, whatever was read from a damaged file.

    Where a bit of the type alone has changed, the bytes are those that were written, and are read as the right type.
    """
    return tuple(_fitted(kind, value) for kind, value in zip(column_types(table), values, strict=True))


def _fitted(kind: type, value: Any) -> Any:
    if isinstance(value, kind):
        return value
    data = value.encode() if isinstance(value, str) else value if isinstance(value, bytes) else b""
    if kind is bytes:
        return data
    return data.decode("utf-8", "replace") if kind is str else int.from_bytes(data[:8], signed=True)
