"""Everything a peer can say inside a game: the signed envelope and its typed, bounded bodies.

An envelope names its *slot* (sid, lane, epoch, step, seat) and the chain hash it was written on. Two different
contents signed for one slot are an equivocation. Bodies carry only what their author adds: keys, cards, faces and
thresholds of a statement come from the reader's own state.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from protocol import signatures
from protocol.charter import Charter
from protocol.errors import BadEncoding
from protocol.wire import (
    Bytes32,
    Bytes64,
    Count,
    Face,
    Handle,
    Handles,
    LaneId,
    Name,
    SeatNumber,
    Struct,
    decode,
    digest,
    encode,
)

MAX_BODY = 512 * 1024
MAX_MESSAGE = MAX_BODY + 512
MAX_CLAIMS = 64


class Envelope(Struct, frozen=True, dict=True):
    """One signed message. ``prev`` is the chain hash of its lane when it was written."""

    sid: Bytes32
    lane: LaneId
    epoch: Count
    step: Count
    seat: SeatNumber
    prev: Bytes32
    body: Annotated[bytes, msgspec.Meta(max_length=MAX_BODY)]
    signature: Bytes64

    @property
    def slot(self) -> tuple[bytes, int, int, int]:
        """The place in the game for which its author may speak once: (lane, epoch, step, seat)."""
        return (self.lane, self.epoch, self.step, self.seat)

    @property
    def id(self) -> bytes:
        """The hash of everything but the signature, so that a second signature of one content is no second content."""
        known: bytes | None = self.__dict__.get("id")  # it is asked for again and again, and hashes the whole message
        if known is None:
            known = self.__dict__["id"] = digest("message", *self.fields())
        return known

    def fields(self) -> tuple[bytes, ...]:
        """The fields that the signature covers, in order; numbers as 4 little-endian bytes, the seat as 2."""
        return (
            self.sid,
            self.lane,
            self.epoch.to_bytes(4, "little"),
            self.step.to_bytes(4, "little"),
            self.seat.to_bytes(2, "little"),
            self.prev,
            self.body,
        )

    def check(self, charter: Charter) -> None:
        """Refuse a message that its seat has not signed. Raises ``BadSignature`` or ``BadEncoding``."""
        if self.seat >= len(charter.seats):
            raise BadEncoding(f"there is no seat {self.seat}")
        signatures.verify(charter.identity_of(self.seat), self.signature, signatures.MESSAGE, *self.fields())


def decode_envelope(data: bytes) -> Envelope:
    """An envelope from outside, its signature not yet checked. Raises ``BadEncoding``."""
    return decode(data, Envelope, MAX_MESSAGE)


def seal_envelope(
    signer: signatures.Signer, sid: bytes, lane: bytes, epoch: int, step: int, seat: int, prev: bytes, body: Body
) -> Envelope:
    """A signed envelope around a body."""
    bare = Envelope(sid, lane, epoch, step, seat, prev, encode(body), bytes(64))
    return msgspec.structs.replace(bare, signature=signatures.sign(signer, signatures.MESSAGE, *bare.fields()))


# Claims: what an act says about hidden cards. The game's referee says which an act must make.


class FaceClaim(Struct, frozen=True, tag="is"):
    """This hidden card carries this face (proved by opening it)."""

    handle: Handle
    face: Face


class MembershipClaim(Struct, frozen=True, tag="one-of"):
    """This hidden card carries one of these faces, listed once each in order (proved without opening it)."""

    handle: Handle
    faces: Annotated[tuple[Face, ...], msgspec.Meta(min_length=1, max_length=256)]


class SumClaim(Struct, frozen=True, tag="at-least"):
    """These hidden cards are together worth at least ``total``; faces not listed in ``worth`` are worth 0."""

    handles: Handles
    worth: Annotated[tuple[tuple[Face, Count], ...], msgspec.Meta(max_length=256)]
    total: Count


Claim = FaceClaim | MembershipClaim | SumClaim
Claims = Annotated[tuple[Claim, ...], msgspec.Meta(max_length=MAX_CLAIMS)]
Proof = Annotated[bytes, msgspec.Meta(max_length=256 * 1024)]


# Bodies.


class CoinCommit(Struct, frozen=True, tag="coin-commit"):
    """Seat order: a commitment to 32 bytes."""

    commitment: Bytes32


class CoinOpen(Struct, frozen=True, tag="coin-open"):
    """Seat order: the committed bytes and the salt."""

    value: Bytes32
    salt: Bytes32


class KeyCommit(Struct, frozen=True, tag="key-commit"):
    """A commitment to both public keys of a seat."""

    commitment: Bytes32


class KeyOpen(Struct, frozen=True, tag="key-open"):
    """The masking key y and the box key U of a seat, with proofs of possession of both."""

    masking: Bytes32
    box: Bytes32
    salt: Bytes32
    masking_proof: Proof
    box_proof: Proof


class Escrow(Struct, frozen=True, tag="escrow"):
    """A seat's masking key, shared among the other operators: Feldman commitments and one box each."""

    dealing: Proof


class EscrowVerdict(Struct, frozen=True, tag="escrow-verdict"):
    """The dealings that an operator could not open, each with a complaint that anybody can judge."""

    complaints: Annotated[tuple[tuple[SeatNumber, Proof], ...], msgspec.Meta(max_length=32)]


class MixMessage(Struct, frozen=True, tag="masked"):
    """A seat's re-encryption and permutation of a pile, or of cards of its own hand, with the shuffle proof."""

    cards: Proof
    proof: Proof


class Shares(Struct, frozen=True, tag="shares"):
    """A seat's decryption shares of the cards an operation asked for, under one proof."""

    proof: Proof


class MoveMessage(Struct, frozen=True, tag="moved"):
    """Cards of a hand re-encrypted to another key: passed, returned face down, shown to one seat or put back."""

    proofs: Proof


MAX_PARTS = 32
Part = Shares | MoveMessage | MixMessage


class Parts(Struct, frozen=True, tag="parts"):
    """All that a seat owes in a bundle: what it would say in each of its parts, in their order."""

    parts: Annotated[tuple[Part, ...], msgspec.Meta(min_length=1, max_length=MAX_PARTS)]


class LockMessage(Struct, frozen=True, tag="locked"):
    """A leaver's hand cards with the layer of one of those who stay added to each."""

    proofs: Proof


class Contribution(Struct, frozen=True, tag="contribution"):
    """An encrypted contribution to a joint random number."""

    proof: Proof


class Echo(Struct, frozen=True, tag="echo"):
    """I have the same chain; decryption shares are given only when every seat has said so."""


class ActMessage(Struct, frozen=True, tag="acted"):
    """A seat's acts (opaque), what they claim about hidden cards with the proofs, and the state digest they reach."""

    payload: Annotated[bytes, msgspec.Meta(max_length=65536)]
    claims: Claims
    proofs: Annotated[tuple[Proof, ...], msgspec.Meta(max_length=MAX_CLAIMS)]
    digest: Bytes32


class SealReady(Struct, frozen=True, tag="seal-ready"):
    """I have chosen. What is not said here: it may be taken back until everybody who is asked has said this."""


class SealCommit(Struct, frozen=True, tag="seal-commit"):
    """A commitment to a sealed act."""

    commitment: Bytes32


class SealOpen(Struct, frozen=True, tag="seal-open"):
    """The sealed act, padded to its fixed length, its salt, and what it claims about hidden cards with the proofs."""

    padded: Annotated[bytes, msgspec.Meta(max_length=65540)]
    salt: Bytes32
    claims: Claims
    proofs: Annotated[tuple[Proof, ...], msgspec.Meta(max_length=MAX_CLAIMS)]


class Motion(Struct, frozen=True):
    """A motion of the table beside play. ``operator`` is the leaver, or the mover's own for the other kinds.

    ``gone`` and ``cheated`` ask everybody but the leaver, the others everybody; nobody leaves by a ``pause``.
    ``outcome`` is what the application writes into a forfeit. ``without`` (``call-off`` and ``forfeit`` only) names
    operators, ascending, who are not asked because they do not answer any more: those who are asked end the game for
    themselves, each where it stands.
    """

    kind: Literal["gone", "cheated", "resigned", "pause", "call-off", "forfeit"]
    operator: SeatNumber
    outcome: Annotated[bytes, msgspec.Meta(max_length=4096)] = b""
    without: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=16)] = ()


class Vote(Struct, frozen=True, tag="vote"):
    """On a motion's lane: whether this operator agrees, and where it stands in play.

    ``trail`` lists (step, chain hash) from the last place that every seat has confirmed to the place now. Who has
    said yes plays no further until the round is decided; a round carries only if everybody said yes at the same place
    of the same chain, or, where a cheat told two tales, with a place that lies on everybody's trail.
    """

    motion: Motion
    yes: bool
    trail: Annotated[tuple[tuple[Count, Bytes32], ...], msgspec.Meta(min_length=1, max_length=64)]


class Confirmation(Struct, frozen=True, tag="confirm"):
    """On a motion's lane, after a round in which all said yes: I have seen the same votes.

    ``first`` is the first motion that this operator has confirmed in this epoch, most often this one. It never changes,
    so it is a promise never to confirm one that comes after it in the order of motions; two that differ convict.
    """

    first: Motion


class Outcome(Struct, frozen=True, tag="finish"):
    """The game is over: the final state digest and the standings, as the application encodes them."""

    digest: Bytes32
    standings: Annotated[bytes, msgspec.Meta(max_length=65536)]


Body = (
    CoinCommit
    | CoinOpen
    | KeyCommit
    | KeyOpen
    | Escrow
    | EscrowVerdict
    | MixMessage
    | Shares
    | MoveMessage
    | Parts
    | LockMessage
    | Contribution
    | Echo
    | Confirmation
    | ActMessage
    | SealReady
    | SealCommit
    | SealOpen
    | Vote
    | Outcome
)


def decode_body(data: bytes) -> Body:
    """A body from inside a signed envelope. Raises ``BadEncoding``."""
    return decode(data, Body, MAX_BODY)  # type: ignore[arg-type]


def tag_of(kind: type[Body]) -> str:
    """The tag of a kind of message on the wire."""
    return str(kind.__struct_config__.tag)


def body_of(envelope: Envelope) -> Body | None:
    """Decode the body of a message; None for an undecodable one. Nodes store such messages as well: they convict."""
    try:
        return decode_body(envelope.body)
    except BadEncoding:
        return None


# Outside all chains.


class Hello(Struct, frozen=True, tag="hello"):
    """The first words of a connection, before anything is proved, so that a refusal can be given in words."""

    product: Name
    protocol: Name
    rules: Bytes32


MAX_HEAD = 512


class Head(Struct, frozen=True, tag="head"):
    """A node's place in play, sent once it has handed over all that the operator ``to`` lacks. It stands outside all
    chains. Its signature covers the nonce of the operator that asked, so nobody can pass off an old state or the answer
    to another.
    """

    sid: Bytes32
    seat: SeatNumber
    to: SeatNumber
    nonce: Bytes32
    epoch: Count
    step: Count
    chain: Bytes32
    signature: Bytes64

    def fields(self) -> tuple[bytes, ...]:
        """The fields that the signature covers: everything else, encoded with 64 zero bytes in place of the
        signature.
        """
        return (encode(msgspec.structs.replace(self, signature=bytes(64))),)


def decode_head(data: bytes) -> Head:
    """A statement of where a node stands, its signature not yet checked. Raises ``BadEncoding``."""
    return decode(data, Head, MAX_HEAD)
