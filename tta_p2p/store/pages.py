"""Pages of a store's files: SQLite's file format, read without SQLite.

SQLite takes a log that is damaged at its beginning for an empty one, and reads no further than the first page that is
not what was written. Here every page is looked at by itself. What a record found there is worth, its seal says
(`chain`); this module believes nothing. Source: https://www.sqlite.org/fileformat2.html
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

FIRST_HEADER = 100
"""Bytes before the first page's own header."""
LOG_HEADER, FRAME_HEADER = 32, 24
MAGIC = 0x377F0682
"""How a log begins whose sums are of little-endian words; with the last bit set they are big-endian."""
SIZES = tuple(1 << power for power in range(9, 17))
USUAL = 4096
LEAF_OF_KEYS, LEAF_OF_ROWS, NODE_OF_KEYS = 0x0A, 0x0D, 0x02
"""The pages with records: a table's without row ids (or an index's) lie in leaves and nodes, another table's in leaves.
"""
GUESSES = 16
"""Pages that show no sound header and are searched for records byte by byte, at most."""
MAX_COLUMNS = 12

Values = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class LogFrame:
    """One page in a log. ``commit``: pages of the file after it, where a transaction ends, otherwise 0."""

    number: int
    commit: int
    page: bytes


@dataclass(frozen=True, slots=True)
class WriteAheadLog:
    """A write-ahead log: all frames of its newest round; ``sound``: how many of them SQLite takes for committed.

    ``damaged``: behind these a transaction was committed, too, so what stands before its end is not what was written.
    The last frame of all may be half written, where a process was killed over it.
    """

    frames: tuple[LogFrame, ...] = ()
    sound: int = 0
    damaged: bool = False


def page_size(data: bytes) -> int:
    """Bytes of a page, as the file says; where it says none that there can be, as its length and its pages make it."""
    (told,) = struct.unpack(">H", data[16:18]) if len(data) >= 18 else (0,)
    size = 65536 if told == 1 else told
    if size in SIZES:
        return size
    count = int.from_bytes(data[28:32])
    return next((one for one in SIZES if one * count == len(data)), USUAL)


def read_log(data: bytes, size: int) -> WriteAheadLog:
    """Read a log; ``size``: bytes of a page, should its own header be damaged."""
    if len(data) < LOG_HEADER + FRAME_HEADER + SIZES[0]:
        return WriteAheadLog()
    magic, _, told, _, *salts, one, other = struct.unpack(">8I", data[:LOG_HEADER])
    order = ">" if magic & 1 else "<"
    whole = magic | 1 == MAGIC | 1 and told in SIZES and _sums(data[:24], (0, 0), order) == (one, other)
    size, sums = (told, (one, other)) if whole else (size, (0, 0))
    each = FRAME_HEADER + size
    found = [data[at : at + each] for at in range(LOG_HEADER, len(data) - each + 1, each)]
    if not whole and found:
        order, salts = "<", list(struct.unpack(">2I", found[0][8:16]))
    last = max((at for at, frame in enumerate(found) if list(struct.unpack(">2I", frame[8:16])) == salts), default=-1)
    frames, sound, unbroken, broken, beyond = [], 0, whole, not whole, False
    # A process that is killed may have written the head of its last frame and not the page: that frame alone is none.
    for at, frame in enumerate(found[: last + 1]):
        number, commit, *own, one, other = struct.unpack(">6I", frame[:FRAME_HEADER])
        if unbroken:
            sums = _sums(frame[FRAME_HEADER:], _sums(frame[:8], sums, order), order)
            unbroken = own == salts and sums == (one, other)
        frames.append(LogFrame(number, commit, frame[FRAME_HEADER:]))
        if commit and unbroken:
            sound = at + 1
        beyond = beyond or bool(commit and own == salts and not unbroken and (at < last or broken))
        broken = broken or not unbroken
    return WriteAheadLog(tuple(frames), sound, beyond or (not whole and bool(frames)))


def _sums(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    one, other = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for at in range(0, len(words), 2):
        one = (one + words[at] + other) & 0xFFFFFFFF
        other = (other + words[at + 1] + one) & 0xFFFFFFFF
    return one, other


def image(data: bytes, log: WriteAheadLog) -> bytes:
    """The database as SQLite reads both files: one that needs no log."""
    size = page_size(data)
    if log.sound:
        size = len(log.frames[0].page)
        pages = [data[at : at + size] for at in range(0, len(data), size)]
        for frame in log.frames[: log.sound]:
            while len(pages) < frame.number:
                pages.append(bytes(size))
            if frame.number:
                pages[frame.number - 1] = frame.page
        data = b"".join(pages[: log.frames[log.sound - 1].commit])
    return data[:18] + b"\x01\x01" + data[20:] if data[18:20] == b"\x02\x02" else data


@dataclass
class Pages:
    """All that stands on the pages of a database and its log, every version of each page, the newest first."""

    size: int
    versions: dict[int, list[bytes]] = field(default_factory=dict)
    _chained: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, data: bytes, log: WriteAheadLog) -> Pages:
        """Lay out what two files hold."""
        size = len(log.frames[0].page) if log.frames else page_size(data)
        pages = cls(size)
        for frame in reversed(log.frames):
            pages._add(frame.number, frame.page)
        for at in range(0, len(data), size):
            pages._add(at // size + 1, data[at : at + size].ljust(size, b"\0"))
        return pages

    def _add(self, number: int, page: bytes) -> None:
        known = self.versions.setdefault(number, [])
        if page not in known:
            known.append(page)

    def records(self) -> Iterator[tuple[bool, Values]]:
        """Whatever can be read as a record, the newest versions of each page first, and whether it has a row id."""
        strange: list[tuple[int, bytes, tuple[int, ...]]] = []
        for number, known in self.versions.items():
            for page in known:
                header = FIRST_HEADER if number == 1 else 0
                kind = page[header]
                if kind not in (LEAF_OF_KEYS, LEAF_OF_ROWS, NODE_OF_KEYS):
                    strange.append((number, page, (LEAF_OF_KEYS, LEAF_OF_ROWS, NODE_OF_KEYS)))
                    continue
                whole, (count,) = True, struct.unpack(">H", page[header + 3 : header + 5])
                start = header + (12 if kind == NODE_OF_KEYS else 8)
                for at in range(start, min(start + 2 * count, self.size - 1), 2):
                    values = self._record(page, int.from_bytes(page[at : at + 2]), kind)
                    whole = whole and values is not None
                    if values is not None:
                        yield kind == LEAF_OF_ROWS, values
                if not whole or not count:
                    strange.append((number, page, (kind,)))
        guessed = 0
        for number, page, kinds in strange:
            if number in self._chained or not any(page) or guessed == GUESSES:
                continue
            guessed += 1
            for kind in kinds:
                for at in range(self.size - 4):
                    values = self._record(page, at, kind)
                    if values is not None:
                        yield kind == LEAF_OF_ROWS, values

    def _record(self, page: bytes, at: int, kind: int) -> Values | None:
        """The record of the cell that begins here, if that is one of several columns."""
        try:
            length, at = _varint(page, at + 4 if kind == NODE_OF_KEYS else at)
            if kind == LEAF_OF_ROWS:
                _, at = _varint(page, at)
            end, _ = _varint(page, at)
            if not 3 < end <= 4 * MAX_COLUMNS or not end < length < 1 << 28:
                return None
            return _values(self._payload(page, at, length, kind))
        except (IndexError, ValueError, struct.error):
            return None

    def _payload(self, page: bytes, at: int, length: int, kind: int) -> bytes:
        size = self.size
        most = size - 35 if kind == LEAF_OF_ROWS else (size - 12) * 64 // 255 - 23
        if length <= most:
            return page[at : at + length]
        least = (size - 12) * 32 // 255 - 23
        local = least + (length - least) % (size - 4)
        local = local if local <= most else least
        data, then = page[at : at + local], int.from_bytes(page[at + local : at + local + 4])
        chained = set[int]()
        while len(data) < length:
            if then in chained or then not in self.versions:
                raise ValueError("the rest is not there")
            chained.add(then)
            more = self.versions[then][0]
            then, data = int.from_bytes(more[:4]), data + more[4:]
        self._chained |= chained
        return data[:length]


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number and where it ends. Raises IndexError."""
    value = 0
    for _ in range(8):
        byte = data[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at
    return value << 8 | data[at], at + 1


def _values(payload: bytes) -> Values:
    """The values of a record. Raises IndexError, ValueError."""
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if at != end or len(kinds) > MAX_COLUMNS:
        raise ValueError("no header of a record")
    values: list[Any] = []
    for kind in kinds:
        length = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[kind] if kind < 10 else (kind - 12) // 2
        data = payload[at : at + length]
        if len(data) < length or length < 0 or kind == 7:
            raise ValueError("no record of a store")
        at += length
        if kind < 10:
            values.append(None if kind == 0 else kind - 8 if kind > 7 else int.from_bytes(data, signed=True))
        else:
            values.append(_text(data) if kind % 2 else data)
    if at != len(payload):
        raise ValueError("a record ends elsewhere")
    return tuple(values)


def _text(data: bytes) -> str | bytes:
    """A text, or the bytes where they are none: a bit of their type has changed, or one of the text."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data
