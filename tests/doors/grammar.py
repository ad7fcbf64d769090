"""Values of everything that can be said at a door: from the types themselves, so that no field is left out.

Most are what the type allows, among them the longest, the shortest and what is known to be hostile; some are not, and
some bytes are no message at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from protocol.wire import encode
from tests.node.flooder import NO_WORDS
from tests.node.poisoner import HOSTS, TEXTS

T = TypeVar("T")

TERMINAL = ("\x1b[2J", "\x1b]0;owned\x07", "\x9b31m", "\u202eevil", "\u2066x", "\r\n", "\x00", "\x7f", "\u2028")
"""Letters that a terminal obeys, or shows in another order."""
WORDS = (
    "",
    " ",
    "Ann",
    "Bob",
    "a" * 40,
    "x" * 500,
    "\u034f",
    "\u3164",
    "Ann\u034f",
    "\u0410nn",
    "क़\u200b़" * 9,
    "\ud7a3" * 64,
    "../../etc/passwd",
    "%s{0}{x!r}",
    "--help",
    "0",
    "easy",
    "\u0663",
    "table",
    *TERMINAL,
)
ADDRESSES = (
    *TEXTS,
    "127.0.0.1:1",
    "127.0.0.1:65535",
    "[::1]:9",
    "0.0.0.0:7",
    "localhost:7",
    "[fe80::1%lo]:80",
    f"[fe80::1%{'x' * 60}]:80",
    f"{'a' * 64}.example:7",
    "x:²",
    "\x1b[2J:7",
    "a..b:80",
    "-x.example:80",
    "name.invalid:7",
    "host with space:7",
)
PLACES = (*HOSTS, "127.0.0.1", "::1", "localhost", f"{'a' * 64}.b", "\x1b[2J", "name.invalid", "255.255.255.255")
EDGES = (0, 1, 2, 3, 15, 16, 255, 256, 2**31 - 1, 2**31, 2**32, 2**40 - 1, 2**53, 2**63 - 1, -1, -(2**31), -(2**63))
WRONG = 0.04
"""How often a field holds what its type does not allow."""


class Grammar:
    """Makes values by chance."""

    def __init__(self, seed: object) -> None:
        """``seed``: the same one makes the same values."""
        self.random = Random(str(seed))

    def one(self, kinds: Sequence[T]) -> T:
        """One of these."""
        return self.random.choice(kinds)

    def often(self, share: float) -> bool:
        """Whether this is one of so many times."""
        return self.random.random() < share

    def value(self, kind: Any) -> Any:
        """A value of a type, as msgspec reads it."""
        return self._of(inspect.type_info(kind), "")

    def message(self, *kinds: Any) -> bytes:
        """A message of one of these kinds, or nearly one, as it goes over the wire."""
        return self.spoiled(encode_any(self.value(self.one(kinds))))

    def spoiled(self, data: bytes) -> bytes:
        """Bytes as they are, or now and then cut, garbled, lengthened, repeated, or none of ours."""
        if self.often(0.8):
            return data
        at = self.random.randrange(len(data) + 1)
        ways: tuple[Callable[[], bytes], ...] = (
            lambda: data[:at],
            lambda: data[:at] + bytes([self.random.randrange(256)]) + data[at + 1 :],
            lambda: data[:at] + self.random.randbytes(self.random.randrange(1, 40)) + data[at:],
            lambda: data * 2,
            lambda: self.random.randbytes(self.random.randrange(200)),
            lambda: self.one(NO_WORDS),
        )
        return self.one(ways)()

    def text(self, least: int = 0, most: int = 200) -> str:
        """Words of a length, hostile more often than not."""
        words = self.one(WORDS) if self.often(0.7) else self.one(WORDS) + self.one(WORDS)
        if self.often(0.1):
            words = (words or "x") * (most + 1)
        words = words[:most]
        return words + "x" * (least - len(words))

    def _of(self, kind: inspect.Type, field: str) -> Any:
        if self.often(WRONG):
            return self._wrong()
        match kind:
            case inspect.Metadata(type=inner):
                return self._of(inner, field)
            case inspect.StructType(cls=cls, fields=fields):
                known = {one.name: self._of(one.type, one.name) for one in fields if one.required or self.often(0.7)}
                return self._made(cls, known)
            case inspect.UnionType(types=types):
                return self._of(self.one(types), field)
            case inspect.StrType():
                return self._text_of(kind, field)
            case inspect.BytesType():
                least, most = kind.min_length or 0, kind.max_length if kind.max_length is not None else 64
                return self.random.randbytes(self.random.randint(least, max(least, min(most, 300))))
            case inspect.IntType():
                edges = [
                    *(
                        edge
                        for edge in EDGES
                        if (kind.ge is None or edge >= kind.ge) and (kind.le is None or edge <= kind.le)
                    ),
                ]
                return self.one(edges or [kind.ge or 0])
            case inspect.BoolType():
                return self.often(0.5)
            case inspect.FloatType():
                return self.one((0.0, -1.0, 1e308, float("inf"), float("nan")))
            case inspect.NoneType():
                return None
            case (
                inspect.VarTupleType(item_type=item)
                | inspect.ListType(item_type=item)
                | inspect.SetType(item_type=item)
            ):
                most = getattr(kind, "max_length", None) or 8
                count = self.one((0, 1, 1, 2, 3, min(most, 16)))
                values = [self._of(item, field) for _ in range(min(count, most))]
                return tuple(values) if isinstance(kind, inspect.VarTupleType) else values
            case inspect.TupleType(item_types=items):
                return tuple(self._of(item, f"{field} {number}") for number, item in enumerate(items))
            case inspect.DictType(key_type=key, value_type=of):
                pairs = ((self._of(key, field), self._of(of, field)) for _ in range(self.random.randrange(4)))
                return {one: two for one, two in pairs if isinstance(one, str | int)}
            case inspect.LiteralType(values=values):
                return self.one(values)
            case _:
                return self.text()

    def _text_of(self, kind: inspect.StrType, field: str) -> str:
        if kind.pattern is not None:
            return (
                self.one(("full", "not-signed", "silent", "crowded", "bad-host", "x" * 32, ""))
                if self.often(0.8)
                else self.text()
            )
        if "place" in field:
            return self.one(PLACES if field.endswith(" 0") else ADDRESSES)
        return self.text(kind.min_length or 0, kind.max_length if kind.max_length is not None else 200)

    def _wrong(self) -> Any:
        return self.one((None, True, -1, 2**64 - 1, 0.5, "", "\x1b[2J", b"", b"\xff" * 40, [], {}, [[[[[]]]]], {"": 0}))

    def _made(self, cls: type, known: dict[str, Any]) -> Any:
        """A message, which nobody checks before it is sent."""
        try:
            return cls(**known)
        except TypeError:
            return known


def encode_any(value: Any) -> bytes:
    """The bytes of whatever it is, canonical where that is possible."""
    try:
        return encode(value)
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError):
        return msgspec.msgpack.encode(str(value))
