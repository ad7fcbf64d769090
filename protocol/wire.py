"""Bounded byte types and the one strict codec: MessagePack through msgspec, arrays, unknown fields refused."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec

from protocol.errors import BadEncoding
from protocol.fiatshamir import VERSION
from protocol.group import length_prefixed

Bytes32 = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
Bytes64 = Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]
LaneId = Annotated[bytes, msgspec.Meta(min_length=1, max_length=32)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=32)]
Count = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Handle = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Face = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Handles = Annotated[tuple[Handle, ...], msgspec.Meta(max_length=512)]
Faces = Annotated[tuple[Face, ...], msgspec.Meta(max_length=512)]

MAX_PILE = 512

T = TypeVar("T")


class Struct(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """Base of everything that is written: fields in order, nothing unknown, immutable."""


def encode(value: object) -> bytes:
    """The canonical bytes of a struct."""
    return msgspec.msgpack.encode(value)


@cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """Give the decoder of a type. It is kept: building one takes far longer than reading a value, for a union above
    all.
    """
    return msgspec.msgpack.Decoder(kind)


def decode(data: bytes, kind: type[T], limit: int) -> T:
    """A struct from outside. Raises ``BadEncoding``: too long, not of this type, out of bounds or not canonical."""
    if len(data) > limit:
        raise BadEncoding(f"{len(data)} bytes where at most {limit} are admissible")
    try:
        value: T = _decoder(kind).decode(data)  # type: ignore[arg-type]
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise BadEncoding(f"not a well-formed message: {error}") from error
    if encode(value) != data:
        raise BadEncoding("not the canonical encoding of what it says")
    return value


def digest(label: str, *parts: bytes) -> bytes:
    """The 32-byte BLAKE2b hash of labelled, length-prefixed parts."""
    return hashlib.blake2b(length_prefixed(VERSION, label.encode(), *parts), digest_size=32).digest()
