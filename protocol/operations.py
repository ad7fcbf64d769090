"""Requests of a session's driver: one typed record for each operation on cards, randomness or acts.

Every peer's driver replays the same game and asks for the same operations in the same order; their canonical bytes
go into the chain, so that everything signed afterwards says which operation it belongs to. The words are those of
the games' needs; ``into`` lists the new handles of a mix, in the order of its result.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from protocol.messages import MAX_PARTS
from protocol.wire import Bytes32, Count, Faces, Handles, Name, SeatNumber, Struct, decode, encode

MAX_OPERATION = 64 * 1024


class Prepare(Struct, frozen=True, tag="prepare"):
    """Mix shared hidden cards and open faces beside play, in a lane of its own, for a later ``Shuffle`` of just these.

    It serves that shuffle if the cards are still the same then. A pile of the same name is given up for it.
    """

    name: Name
    handles: Handles
    faces: Faces


class Shuffle(Struct, frozen=True, tag="shuffle"):
    """All seats mix these shared hidden (or shown) cards with these open faces."""

    handles: Handles
    faces: Faces
    into: Handles


class Deal(Struct, frozen=True, tag="deal"):
    """Shared cards come into a seat's hand."""

    handles: Handles
    seat: SeatNumber


class Peek(Struct, frozen=True, tag="peek"):
    """A seat looks at cards that stay where they are, shared or in another seat's hand."""

    handles: Handles
    seat: SeatNumber


class Show(Struct, frozen=True, tag="show"):
    """Cards are shown to all, from wherever they are."""

    handles: Handles


class Pass(Struct, frozen=True, tag="pass"):
    """Cards go from the hands they are in to a seat's hand."""

    handles: Handles
    seat: SeatNumber


class Return(Struct, frozen=True, tag="return"):
    """Cards go from hands face down to shared places."""

    handles: Handles


class Remix(Struct, frozen=True, tag="remix"):
    """A seat mixes these cards of its hand with these open faces, which it takes into its hand."""

    seat: SeatNumber
    handles: Handles
    faces: Faces
    into: Handles


Part = Deal | Show | Pass | Return | Remix


class Bundle(Struct, frozen=True, tag="bundle"):
    """Neighbouring operations of one stage on different cards, in the same steps: opened, moved or mixed.

    ``Deal`` and ``Show`` (of shared cards) are one stage, ``Pass`` and ``Return`` another, ``Remix`` the third.
    """

    parts: Annotated[tuple[Part, ...], msgspec.Meta(min_length=2, max_length=MAX_PARTS)]


class Random(Struct, frozen=True, tag="random"):
    """A joint random number from 0 to ``below`` - 1."""

    below: Annotated[int, msgspec.Meta(ge=1, lt=2**62)]


class Act(Struct, frozen=True, tag="act"):
    """One seat acts openly."""

    seat: SeatNumber


class Seal(Struct, frozen=True, tag="seal"):
    """Several seats answer sealed; all answers open together. ``room`` is the fixed length an answer is padded to."""

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(min_length=1, max_length=16)]
    room: Annotated[int, msgspec.Meta(ge=1, le=65536)]


class Finish(Struct, frozen=True, tag="finish"):
    """The game is over: every seat signs the final digest and the standings."""

    digest: Bytes32
    standings: Annotated[bytes, msgspec.Meta(max_length=65536)]


class Leave(Struct, frozen=True, tag="leave"):
    """An operator leaves by the table's agreement; asked for by the session itself, never by a driver."""

    operator: SeatNumber
    reason: Name
    step: Count
    head: Bytes32


Operation = (
    Prepare | Shuffle | Deal | Peek | Show | Pass | Return | Remix | Bundle | Random | Act | Seal | Finish | Leave
)


def decode_operation(data: bytes) -> Operation:
    """An operation from a file. Raises ``BadEncoding``."""
    return decode(data, Operation, MAX_OPERATION)  # type: ignore[arg-type]


def encode_operation(operation: Operation) -> bytes:
    """The canonical bytes of an operation."""
    return encode(operation)
