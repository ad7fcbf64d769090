"""The version of the protocol, and words for what was made with another one.

Everything that changes bytes, checks or their order gets another version. It stands in every hash and every charter and
in the first line of files, so that nobody takes the one for the other.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from protocol.errors import BadEncoding
from protocol.fiatshamir import VERSION

SPOKEN = VERSION.decode()
_NUMBER = SPOKEN.rpartition("/")[2]
MAX_NUMBER_DIGITS = 4
_NAME = re.compile(rf"tta-p2p/([1-9][0-9]{{0,{MAX_NUMBER_DIGITS - 1}}})")
_OTHER_NUMBER = re.compile(rb"[1-9][0-9]{0,%d}" % (MAX_NUMBER_DIGITS - 1))


class VersionMismatch(BadEncoding):
    """Something that was made with another version of the protocol; the text names the program that reads it."""

    def __init__(self, what: str, theirs: str) -> None:
        number = theirs.rpartition("/")[2]
        # Release 0.N of the program speaks tta-p2p/N, up to 0.4; 0.5 still speaks tta-p2p/4.
        self.needed = f"tta-p2p 0.{number}" if int(number) < int(_NUMBER) else "a newer tta-p2p"
        made = f"{what[:1].upper()}{what[1:]} was made with protocol {theirs}"
        super().__init__(f"{made}; this program speaks {SPOKEN}. Use {self.needed} for it.")
        self.what, self.theirs = what, theirs

    def __reduce__(self) -> tuple[type[VersionMismatch], tuple[str, str]]:
        return type(self), (self.what, self.theirs)


def first_line(title: bytes) -> bytes:
    """The first line of a file: its title and the number of the version."""
    return title + b" " + _NUMBER.encode() + b"\n"


def has_first_line(data: bytes | bytearray, title: bytes, what: str, otherwise: str) -> bool:
    """Whether the first line of a file is there in full; ``data`` is what has been read of it.

    Raises ``VersionMismatch`` (about ``what``), or ``BadEncoding`` (saying ``otherwise``) for a file of another kind.
    """
    line = first_line(title)
    most = len(line) + MAX_NUMBER_DIGITS
    end = data.find(b"\n", 0, most)
    first = bytes(data[:most] if end < 0 else data[: end + 1])
    if first == line:
        return True
    numbered = first.startswith(title + b" ") and _OTHER_NUMBER.fullmatch(first[len(title) + 1 :].removesuffix(b"\n"))
    if numbered and end >= 0:
        raise VersionMismatch(what, f"tta-p2p/{int(numbered[0])}")
    if end < 0 and (line.startswith(first) or numbered):
        return False
    raise BadEncoding(f"{otherwise} (its first line is another)", "no-transcript")


def refuse_other(charter: Any, what: str) -> None:
    """Refuse what holds a charter of another version; nothing happens where that cannot be seen.

    ``charter``: a decoded MessagePack value. In every version a charter ends with its version and its suite. Raises
    ``VersionMismatch``.
    """
    if isinstance(charter, list) and len(charter) >= 2 and isinstance(charter[-2], str):
        name = _NAME.fullmatch(charter[-2])
        if name is not None and charter[-2] != SPOKEN:
            raise VersionMismatch(what, f"tta-p2p/{int(name[1])}")


def decoded(data: bytes) -> Any:
    """Whatever these bytes say in MessagePack; None if nothing."""
    try:
        return msgspec.msgpack.decode(data)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None
