"""Messages of a spectator and a seat's node (frames of kind STREAM); the game's messages follow as they are."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec

from protocol.charter import MAX_CHARTER
from protocol.errors import BadEncoding
from protocol.wire import Bytes32, Count, Name, Struct, decode, encode
from tta_p2p.net.errors import BadFrame
from tta_p2p.node.lobby.messages import Key

Instance = Annotated[bytes, msgspec.Meta(min_length=16, max_length=16)]
T = TypeVar("T")

MAX_ASKED = 256
"""The longest thing that somebody who watches may say, in bytes."""
MAX_TOLD = MAX_CHARTER + 256


class StreamRequest(Struct, frozen=True, tag="watch"):
    """A spectator's first message: the game (None: whichever is played), and the place to start from.

    ``since``: how many messages it has had from this start (``instance``) of this node; from another one it needs all.
    """

    name: Name
    sid: Bytes32 | None = None
    instance: Instance | None = None
    since: Count = 0


class StreamProgress(Struct, frozen=True, tag="had"):
    """Somebody who watches has taken in so many messages of this start of this node; all that it says besides."""

    count: Count


class StreamGrant(Struct, frozen=True, tag="begin"):
    """The signed charter; the messages from number ``since`` on follow, ``whole`` of them are there by now."""

    charter: Annotated[bytes, msgspec.Meta(max_length=MAX_CHARTER)]
    instance: Instance
    since: Count
    whole: Count


class StreamDenial(Struct, frozen=True, tag="denied"):
    """Nothing is shown here, and why; asking again changes nothing."""

    why: Key


def read_spectator(payload: bytes) -> StreamRequest | StreamProgress:
    """Read a spectator's message. Raises BadFrame."""
    asked: StreamRequest | StreamProgress = _read(payload, StreamRequest | StreamProgress, MAX_ASKED)  # type: ignore[arg-type]
    return asked


def read_answer(payload: bytes) -> StreamGrant | StreamDenial:
    """Read a node's answer. Raises BadFrame."""
    told: StreamGrant | StreamDenial = _read(payload, StreamGrant | StreamDenial, MAX_TOLD)  # type: ignore[arg-type]
    return told


def write_stream(said: StreamRequest | StreamProgress | StreamGrant | StreamDenial) -> bytes:
    """The payload of a frame."""
    return encode(said)


def _read(payload: bytes, kind: type[T], limit: int) -> T:
    try:
        return decode(payload, kind, limit)
    except BadEncoding as error:
        raise BadFrame(f"not what is said here: {error}") from error
