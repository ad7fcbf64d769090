"""Digests of the tables: peers whose cards differ must not play with each other, and can say what differs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from ...kit.records import Record
from .boards import BOARD
from .decks import TABLES
from .edition_2006 import ABSENT, BOARD_2006, COPIES, TABLES_2006, TRACKS_2006


def encode(value: object) -> bytes:
    """Give the canonical bytes of table data: numbers, strings, tuples and records of them.

    Every value says what it is and where it ends, so that no two different values have equal bytes.
    """
    if value is None:
        return b"n"
    if isinstance(value, bool):
        return b"t" if value else b"f"
    if isinstance(value, int):
        return b"i%d;" % value
    if isinstance(value, str):
        data = value.encode()
        return b"s%d:" % len(data) + data
    if isinstance(value, tuple):
        return b"[" + b"".join(map(encode, value)) + b"]"
    if isinstance(value, Record):
        parts = (encode(name) + encode(getattr(value, name)) for name in value.__struct_fields__)
        return b"{" + encode(type(value).__name__) + b"".join(parts) + b"}"
    raise TypeError(f"{type(value).__name__} has no place in a table")


def _digest(value: object) -> bytes:
    return hashlib.blake2b(encode(value), digest_size=32).digest()


@cache
def edition_2006_digest() -> bytes:
    """Give a 32-byte BLAKE2b digest of all that the edition of 2006 has of its own."""
    copies = tuple((face, COPIES[face]) for face in sorted(COPIES))
    return _digest((BOARD_2006, TRACKS_2006, tuple(TABLES_2006.items()), copies, tuple(sorted(ABSENT))))


@cache
def table_digests() -> Mapping[str, bytes]:
    """Give a 32-byte BLAKE2b digest of each table of cards and of the boards of 2015, by name."""
    return MappingProxyType({"boards": _digest(BOARD), **{name: _digest(table) for name, table in TABLES.items()}})
