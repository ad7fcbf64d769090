"""Places of a store's files where its format stands and not its contents: what one bit there does costs the most.

Source: https://www.sqlite.org/fileformat2.html
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

FILE_HEADER, LOG_HEADER, FRAME_HEADER = 100, 32, 24
INDEX_NODE, TABLE_NODE, INDEX_LEAF, TABLE_LEAF = 0x02, 0x05, 0x0A, 0x0D
FILE, LOG, FRAME, PAGE, POINTERS, RECORD = "file", "log", "frame", "page", "cell pointers", "record"
"""The headers that there are; a record's begins with its length and its row id."""


@dataclass(frozen=True, slots=True)
class Header:
    """A header, and its first and last byte in the file (which is the first behind it)."""

    kind: str
    start: int
    end: int


def headers_of(data: bytes, number: int, size: int, at: int) -> Iterator[Header]:
    """The headers of a page that begins at a place of a file; of a page that has none, nothing."""
    start = at + (FILE_HEADER if number == 1 else 0)
    kind = data[start]
    if kind not in (INDEX_NODE, TABLE_NODE, INDEX_LEAF, TABLE_LEAF):
        return
    behind = start + (12 if kind in (INDEX_NODE, TABLE_NODE) else 8)
    yield Header(PAGE, start, behind)
    cells = int.from_bytes(data[start + 3 : start + 5])
    if cells:
        yield Header(POINTERS, behind, behind + 2 * cells)
    for pointer in range(behind, behind + 2 * cells, 2):
        cell = place = at + int.from_bytes(data[pointer : pointer + 2])
        if kind == TABLE_NODE:
            _, place = varint(data, cell + 4)
            yield Header(RECORD, cell, place)
            continue
        _, place = varint(data, cell + 4 if kind == INDEX_NODE else cell)
        if kind == TABLE_LEAF:
            _, place = varint(data, place)
        length, _ = varint(data, place)
        yield Header(RECORD, cell, min(place + length, at + size))


def database_headers(data: bytes) -> list[Header]:
    """All headers of a database."""
    size = _page_size(data)
    found = [Header(FILE, 0, FILE_HEADER)]
    for at in range(0, len(data), size):
        found += headers_of(data, at // size + 1, size, at)
    return found


def log_headers(data: bytes) -> list[Header]:
    """All headers of a log."""
    size = int.from_bytes(data[8:12])
    found = [Header(LOG, 0, LOG_HEADER)] if len(data) >= LOG_HEADER else []
    for at in range(LOG_HEADER, len(data) - FRAME_HEADER - size + 1, FRAME_HEADER + size):
        number = int.from_bytes(data[at : at + 4])
        found += [Header(FRAME, at, at + FRAME_HEADER), *headers_of(data, number, size, at + FRAME_HEADER)]
    return found


def table_headers(data: bytes, name: str) -> list[Header]:
    """The headers of the pages of one table, or index."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(data[:18] + b"\x01\x01" + data[20:])
        ((root,),) = db.execute("select rootpage from sqlite_master where name = ?", (name,)).fetchall()
    size = _page_size(data)
    return [one for number in pages_of(data, root) for one in headers_of(data, number, size, (number - 1) * size)]


def pages_of(data: bytes, root: int) -> Iterator[int]:
    """The pages of a tree, by number."""
    yield root
    at = (root - 1) * _page_size(data)
    start = at + (FILE_HEADER if root == 1 else 0)
    if data[start] in (INDEX_NODE, TABLE_NODE):
        cells = int.from_bytes(data[start + 3 : start + 5])
        for pointer in range(start + 12, start + 12 + 2 * cells, 2):
            cell = at + int.from_bytes(data[pointer : pointer + 2])
            yield from pages_of(data, int.from_bytes(data[cell : cell + 4]))
        yield from pages_of(data, int.from_bytes(data[start + 8 : start + 12]))


def _page_size(data: bytes) -> int:
    told = int.from_bytes(data[16:18])
    return 65536 if told == 1 else told


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of the format, and the place behind it."""
    value = 0
    for _ in range(8):
        value, at = value << 7 | data[at] & 0x7F, at + 1
        if data[at - 1] < 0x80:
            return value, at
    return value << 8 | data[at], at + 1
