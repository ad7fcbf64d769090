"""Places of a store's files where its format stands and not its contents: what one bit there does costs the most.

Source: https://www.sqlite.org/fileformat2.html
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from tta_p2p.store import pages
from tta_p2p.store.repair import DATABASE
from tta_p2p.store.repair import LOG as LOG_FILE

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


def headers(data: bytes, log: bytes = b"") -> dict[tuple[str, str, str], list[Header]]:
    """The headers of a database and its log: by file, kind, and the table or index whose page it is."""
    found: dict[tuple[str, str, str], list[Header]] = {(DATABASE, FILE, ""): [Header(FILE, 0, FILE_HEADER)]}
    size, image = pages.page_size(data), pages.image(data, pages.read_log(log, pages.page_size(data)))
    owners = {number: table for table, root in roots(image).items() for number in pages_of(image, root)}

    def add(name: str, number: int, at: int, content: bytes) -> None:
        for one in headers_of(content, number, size, at):
            found.setdefault((name, one.kind, owners.get(number, "")), []).append(one)

    for at in range(0, len(data), size):
        add(DATABASE, at // size + 1, at, data)
    if log:
        found[LOG_FILE, LOG, ""] = [Header(LOG, 0, LOG_HEADER)]
    for at in range(LOG_HEADER, len(log) - FRAME_HEADER - size + 1, FRAME_HEADER + size):
        found.setdefault((LOG_FILE, FRAME, ""), []).append(Header(FRAME, at, at + FRAME_HEADER))
        add(LOG_FILE, int.from_bytes(log[at : at + 4]), at + FRAME_HEADER, log)
    return found


def roots(image: bytes) -> dict[str, int]:
    """The first page of each table and index of a database that needs no log; the schema is a table, too."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(image[:18] + b"\x01\x01" + image[20:])
        return {"sqlite_schema": 1} | dict(db.execute("select name, rootpage from sqlite_master").fetchall())


def record_header(data: bytes, table: str) -> list[Header]:
    """The header of the first row of a table, or index, of a database that has no log."""
    return headers(data)[DATABASE, RECORD, table][:1]


def type_places(data: bytes, header: Header) -> list[int]:
    """The last byte of the type of each text or blob, in the header of a row with a row id."""
    place, found = header.start, list[int]()
    for _ in range(3):  # its length, its row id, the length of its header
        _, place = varint(data, place)
    while place < header.end:
        kind, place = varint(data, place)
        found += [place - 1] if kind >= 12 else []
    return found


def pages_of(data: bytes, root: int) -> Iterator[int]:
    """The pages of a tree, by number."""
    yield root
    at = (root - 1) * pages.page_size(data)
    start = at + (FILE_HEADER if root == 1 else 0)
    if data[start] in (INDEX_NODE, TABLE_NODE):
        cells = int.from_bytes(data[start + 3 : start + 5])
        for pointer in range(start + 12, start + 12 + 2 * cells, 2):
            cell = at + int.from_bytes(data[pointer : pointer + 2])
            yield from pages_of(data, int.from_bytes(data[cell : cell + 4]))
        yield from pages_of(data, int.from_bytes(data[start + 8 : start + 12]))


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of the format, and the place behind it."""
    value = 0
    for _ in range(8):
        value, at = value << 7 | data[at] & 0x7F, at + 1
        if data[at - 1] < 0x80:
            return value, at
    return value << 8 | data[at], at + 1
