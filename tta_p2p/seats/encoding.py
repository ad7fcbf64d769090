"""One line of the seat protocol: what is said as bytes, and read again; what is no line is refused with a reason."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from tta_p2p.seats.messages import Reply, Request
from tta_p2p.seats.vocabulary import REPLIES, REQUESTS

MAX_LINE = 1024 * 1024
"""Bytes of a line of a node at most, its end not counted."""
MAX_REQUEST = 16 * 1024
"""The same for a client."""

RESERVED = ("away",)
"""Names that are kept for what people will ask for: to be away for a while."""


class BadLine(Exception):
    """A line that is nothing the seat protocol knows."""


class ReservedLine(BadLine):
    """A request whose name is reserved; nothing can be asked for by it yet."""


_requests: msgspec.json.Decoder[Any] = msgspec.json.Decoder(reduce(or_, REQUESTS))
_replies: msgspec.json.Decoder[Any] = msgspec.json.Decoder(reduce(or_, REPLIES))


def write_line(said: Request | Reply) -> bytes:
    r"""One line, its end included.

    >>> from tta_p2p.seats.messages import ActRequest
    >>> write_line(ActRequest("take 3"))
    b'{"do":"act","text":"take 3"}\n'
    """
    return msgspec.json.encode(said) + b"\n"


def read_request(line: bytes) -> Request:
    """Read a client's request. Raises BadLine, ReservedLine.

    >>> read_request(b'{"do":"act","text":"take 3"}')
    ActRequest(text='take 3')
    """
    try:
        said: Request = _read(_requests, line, MAX_REQUEST)
    except BadLine:
        if len(line) <= MAX_REQUEST and (name := _name(line)) in RESERVED:
            raise ReservedLine(name) from None
        raise
    return said


def _name(line: bytes) -> str:
    """Give the name of a line's request; empty for a line that is none at all."""
    try:
        return _any.decode(line).do
    except (msgspec.DecodeError, RecursionError, ValueError):
        return ""


class _Any(msgspec.Struct):
    """Any request."""

    do: str = ""


_any = msgspec.json.Decoder(_Any)


def read_reply(line: bytes) -> Reply:
    """Read a node's reply. Raises BadLine."""
    said: Reply = _read(_replies, line, MAX_LINE)
    return said


def _read(decoder: msgspec.json.Decoder[Any], line: bytes, limit: int) -> Any:
    if len(line) > limit:
        raise BadLine(f"a line has at most {limit} bytes, not {len(line)}")
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise BadLine(str(error)) from error
