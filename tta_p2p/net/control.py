"""Control messages of the ends of a connection, on their own account: strict, bounded, versioned by the hello."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec

from protocol.errors import BadEncoding
from protocol.messages import Hello
from protocol.wire import Bytes32, Bytes64, Count, Name, SeatNumber, Struct, decode, encode
from tta_p2p.net.cleaning import clean
from tta_p2p.net.errors import BadFrame, HandshakeRefused
from tta_p2p.net.framing import CONTROL_LIMIT, Frame, FrameKind, FrameStream

MAX_ADDRESSES = 8
"""How many addresses of one peer are told and kept."""

Instance = Annotated[bytes, msgspec.Meta(min_length=16, max_length=16)]
Place = tuple[Annotated[str, msgspec.Meta(min_length=1, max_length=253)], Annotated[int, msgspec.Meta(ge=1, le=65535)]]
Places = Annotated[tuple[Place, ...], msgspec.Meta(max_length=MAX_ADDRESSES)]


DIFFERENT = frozenset({"version", "rules", "parts"})
"""Refusals whose arguments are what the other end has, what this one has, and what differs."""
REFUSALS = DIFFERENT | {"yourself", "crowded", "floods", "left", "seated"}
"""Everything for which one end refuses the other during a handshake."""


# On every channel (Kind.CONTROL).


class Ping(Struct, frozen=True, tag="ping"):
    """Still here; and you? With a number the answer is to this very question."""

    number: Count = 0


class Pong(Struct, frozen=True, tag="pong"):
    """Still here; ``number``: of the last question that has come."""

    number: Count = 0


MAX_ARGUMENT = 80
"""The letters of an argument."""

Key = Annotated[str, msgspec.Meta(pattern=r"^[a-z-]{0,32}\Z")]
"""Why something is not possible: nobody sends another person a sentence. Empty where there is nothing to say."""

Args = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=MAX_ARGUMENT)], ...], msgspec.Meta(max_length=3)]


class Farewell(Struct, frozen=True, tag="bye"):
    """The channel is closed, and why: a key with arguments, for whoever puts it into words."""

    why: Key = ""
    args: Args = ()


# Between the members of a table (Kind.MESH).


class MemberHello(Struct, frozen=True, tag="arrived"):
    """The first words at a table: which game, which start of this node, and where it listens."""

    sid: Bytes32
    instance: Instance
    places: Places


class ConnectionChoice(Struct, frozen=True, tag="use"):
    """The member with the lower number chooses this connection of the pair, its ``number``-th; sent back as consent."""

    number: Count


class MemberPlaces(Struct, frozen=True, tag="where"):
    """The addresses of another member, as a peer told them: a hint, because only that member's certificate counts
    there.
    """

    operator: SeatNumber
    places: Places


class CircuitRequest(Struct, frozen=True, tag="through"):
    """Carry what I send under this number to another member, and back."""

    number: Count
    operator: SeatNumber


class CircuitArrival(Struct, frozen=True, tag="arrival"):
    """Another member, this one it seems, has asked me to carry what it sends to you: under this number, and back."""

    number: Count
    operator: SeatNumber


class CircuitGrant(Struct, frozen=True, tag="grant"):
    """So much more may be sent under this number."""

    number: Count
    room: Count


class CircuitEnd(Struct, frozen=True, tag="shut"):
    """Nothing more comes under this number; said by both ends before the number is free."""

    number: Count


# Before anybody is known (Kind.HELLO).


Parts = Annotated[
    tuple[tuple[Name, Annotated[bytes, msgspec.Meta(min_length=4, max_length=4)]], ...], msgspec.Meta(max_length=48)
]
"""What the rules consist of: each part by name with the beginning of its digest."""


class Greeting(Struct, frozen=True, tag="greeting"):
    """The sender's game and identity. The rules in the hello decide; ``parts`` helps to name the difference."""

    hello: Hello
    nonce: Bytes32
    identity: Bytes32
    parts: Parts = ()


class HandshakeSignature(Struct, frozen=True, tag="signed"):
    """My signature of everything that both have said, and of the certificate between us."""

    signature: Bytes64


class HandshakeWelcome(Struct, frozen=True, tag="welcome"):
    """You are who you say; come in."""


Control = Ping | Pong | Farewell
CircuitWords = CircuitRequest | CircuitArrival | CircuitGrant | CircuitEnd
MeshWords = MemberHello | ConnectionChoice | MemberPlaces | Farewell | CircuitWords
HelloWords = Greeting | HandshakeSignature | HandshakeWelcome | Farewell
_SAID: dict[FrameKind, Any] = {FrameKind.CONTROL: Control, FrameKind.MESH: MeshWords, FrameKind.HELLO: HelloWords}

T = TypeVar("T", bound=Struct)


def write_control(words: Control) -> bytes:
    """The payload of a control frame."""
    return encode(words)


def farewell(why: str = "", *args: str) -> Farewell:
    """A farewell whose arguments are not too long."""
    return Farewell(why, tuple(arg[:MAX_ARGUMENT] for arg in args))


def read_control(payload: bytes) -> Control:
    """Read a control frame. Raises BadFrame."""
    words: Control = _read(payload, FrameKind.CONTROL)
    return words


def read_mesh(payload: bytes) -> MeshWords:
    """Read a mesh frame. Raises BadFrame."""
    words: MeshWords = _read(payload, FrameKind.MESH)
    return words


def _read(payload: bytes, kind: FrameKind) -> Any:
    try:
        return decode(payload, _SAID[kind], CONTROL_LIMIT)
    except BadEncoding as error:
        raise BadFrame(f"not what is said here: {error}") from error


async def send_words(framed: FrameStream, kind: FrameKind, words: Struct) -> None:
    """Say one thing during a handshake. Raises ChannelLost."""
    await framed.write(kind, encode(words))


def _tag(kind: type[Struct]) -> object:
    """Give the name of a message type on the wire."""
    return kind.__struct_config__.tag


async def receive_words(framed: FrameStream, kind: FrameKind, expected: type[T]) -> T:
    """Hear one thing during a handshake. Raises BadFrame, ChannelLost, or HandshakeRefused with the other's key."""
    frame: Frame = await framed.read()
    if frame.kind != kind:
        raise BadFrame(f"a frame of kind {frame.kind} during the handshake")
    words = _read(frame.payload, kind)
    if isinstance(words, Farewell):
        why = words.why if words.why in REFUSALS else "refused"
        args = (clean(arg, MAX_ARGUMENT) for arg in words.args) if why in DIFFERENT else ()
        raise HandshakeRefused(f"the other end refuses: {why}").because(why, *args)
    if not isinstance(words, expected):
        raise BadFrame(f"{_tag(type(words))} where {_tag(expected)} was to come")
    return words
