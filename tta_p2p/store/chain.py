"""Seals and chains of a store: a seal for every row and a chain through every journal show what was not written here.

A record's seal says that these are its bytes, at this place of this game; its link is a hash of all seals up to it, and
the head of the journal says how many there are and where the chain ends. So a changed byte, a record that is missing
or comes from elsewhere, and an end that was cut off are all noticed. That is for disks and memory that fail. Against
somebody who writes to the files on purpose it does nothing: what the other players signed does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

FIRST = bytes(32)
"""The link before the first record."""

Row = tuple[Any, Any, Any, Any]
"""Number, record, seal and link, as they stand in the file: of whatever type a damaged file makes them."""


def seal(*values: bytes | str | int) -> bytes:
    """The seal of a row: a hash of its values, of whatever type they have been read as."""
    hashed = hashlib.blake2b(digest_size=32)
    for value in values:
        data = value if isinstance(value, bytes) else repr(value).encode("utf-8", "surrogatepass")
        hashed.update(type(value).__name__.encode() + len(data).to_bytes(8, "little") + data)
    return hashed.digest()


def link(before: bytes, sealed: bytes) -> bytes:
    """The link of a record: the one before it, and its own seal."""
    return hashlib.blake2b(before + sealed, digest_size=32).digest()


def rows(sid: bytes, before: bytes, first: int, records: Iterable[bytes]) -> Iterator[tuple[int, bytes, bytes, bytes]]:
    """Records of a game as they are stored, numbered from ``first``, behind the link ``before``."""
    for number, record in enumerate(records, first):
        sealed = seal(sid, number, record)
        before = link(before, sealed)
        yield number, record, sealed, before


@dataclass(frozen=True, slots=True)
class JournalDamage:
    """The first record of a journal that is not what was stored: the ``number``-th, counted from 0.

    ``found`` is what stands in its place, if anything does; ``count`` is how many were stored, -1 if that is lost too.
    """

    number: int
    count: int
    found: bytes | None


@dataclass(frozen=True, slots=True)
class LoadedJournal:
    """The contents of a stored journal.

    ``records``: all of it, or everything before the damage; ``beyond``: what stands behind the damage and is sound by
    itself, in order; ``changed``: what else stands there.
    """

    records: list[bytes]
    damage: JournalDamage | None = None
    beyond: tuple[bytes, ...] = ()
    changed: tuple[bytes, ...] = ()


def read(sid: bytes, head: tuple[int, bytes] | None, found: Iterable[Row]) -> LoadedJournal:
    """Read a journal from its rows; ``head``: how many records there are and their last link, if that is known."""
    records: list[bytes] = []
    beyond: list[bytes] = []
    changed: list[bytes] = []
    before, broken, here = FIRST, False, None
    for number, record, sealed, linked in found:
        sound = isinstance(number, int) and isinstance(record, bytes) and sealed == seal(sid, number, record)
        if not broken and sound and number == len(records) and linked == link(before, sealed):
            records.append(record)
            before = linked
            continue
        data = record if isinstance(record, bytes) else repr(record).encode()
        if not broken and number == len(records) and not sound:
            here = data
        broken = True
        (beyond if sound else changed).append(data)
    count, last = (-1, b"") if head is None else head
    if not broken and (count, last) == (len(records), before):
        return LoadedJournal(records)
    return LoadedJournal(records, JournalDamage(len(records), count, here), tuple(beyond), tuple(changed))
