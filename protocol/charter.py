"""The charter: players, seats and conditions of a game. All operators sign it; its hash is the game id.

Everything that can change a verdict stands here: the rules digest and options of the game (opaque to this package),
every face a card may carry, who operates which seat, what happens when somebody leaves and what opens afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec

from protocol import signatures
from protocol.errors import BadEncoding
from protocol.fiatshamir import VERSION
from protocol.group import EDWARDS25519
from protocol.versions import decoded, refuse_other
from protocol.wire import Bytes32, Bytes64, Count, Face, Name, SeatNumber, Struct, decode, digest, encode

MAX_CHARTER = 256 * 1024
MAX_SEATS = 16

_OBEYED = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
    r"|[\U000e0000-\U000e007f]"
)
"""Characters that a terminal obeys or nobody sees. A list of our own: Unicode's grows, and a charter is for ever."""


def is_showable(name: str) -> bool:
    """Whether a name holds only what a screen shows as it is."""
    return _OBEYED.search(name) is None


class Operator(Struct, frozen=True):
    """One node: its identity key, the hash of its table certificate, and its fresh nonce for this game."""

    identity: Bytes32
    certificate: Bytes32
    nonce: Bytes32
    name: Name


class Seat(Struct, frozen=True):
    """A seat and the operator that runs it, and that sees its cards even where a bot plays."""

    operator: SeatNumber
    name: Name


class Charter(Struct, frozen=True):
    """The conditions of one game.

    >>> nodes = tuple(Operator(bytes([n]) * 32, bytes(32), bytes([n]) * 32, "node") for n in (1, 2))
    >>> seats = (Seat(0, "Ann"), Seat(1, "Bob"), Seat(1, "Cleo"))
    >>> charter = Charter("straws", bytes(32), b"", ("long", "short"), nodes, seats)
    >>> charter.seats_of(1), charter.lead(1), charter.escrow
    ((1, 2), 1, False)

    ``away`` and ``idle``: for how many seconds a word that a node gives by itself, or a channel to it, and what a
    person decides must be missing before somebody may be voted gone; 0 for ``idle``: no person is hurried.
    """

    game: Name
    rules: Bytes32
    options: Annotated[bytes, msgspec.Meta(max_length=16384)]
    faces: Annotated[tuple[Face, ...], msgspec.Meta(max_length=4096)]
    operators: Annotated[tuple[Operator, ...], msgspec.Meta(min_length=1, max_length=MAX_SEATS)]
    seats: Annotated[tuple[Seat, ...], msgspec.Meta(min_length=2, max_length=MAX_SEATS)]
    on_leave: Literal["continue", "wait"] = "wait"
    audit: Literal["closed", "open"] = "closed"
    spectators: Literal["none", "listed", "open"] = "none"
    hints: bool = False
    away: Count = 60
    idle: Count = 900
    payload_limit: Annotated[int, msgspec.Meta(ge=64, le=65536)] = 8192
    version: Literal["tta-p2p/4"] = "tta-p2p/4"
    suite: Literal["edwards25519-blake2b/1"] = "edwards25519-blake2b/1"

    def encode(self) -> bytes:
        """The canonical bytes."""
        return encode(self)

    @property
    def sid(self) -> bytes:
        """The game id: the hash of the charter, 32 bytes."""
        return digest("charter", self.encode())

    @property
    def escrow(self) -> bool:
        """Whether masking keys are shared so that those who stay can go on without a seat.

        Only with three or more operators: with two, the one share would be the key.
        """
        return self.on_leave == "continue" and len(self.operators) >= 3

    def seats_of(self, operator: int) -> tuple[int, ...]:
        """The seats that an operator runs."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.operator == operator)

    def lead(self, operator: int) -> int:
        """The first seat of an operator, which speaks for it on the control lanes."""
        return self.seats_of(operator)[0]

    def identity_of(self, seat: int) -> bytes:
        """The key that signs for a seat."""
        return self.operators[self.seats[seat].operator].identity

    def readers_of(self, seat: int) -> tuple[int, ...]:
        """The operators who, all together, could read this seat's hand because of the escrow; empty without one."""
        mine = self.seats[seat].operator
        return tuple(i for i in range(len(self.operators)) if i != mine) if self.escrow else ()

    def check(self) -> None:
        """Refuse a charter that no honest operator should sign. Raises ``BadEncoding``."""
        if self.version.encode() != VERSION or self.suite != EDWARDS25519.suite:
            raise BadEncoding("another protocol version or ciphersuite", "charter")
        if list(self.faces) != sorted(set(self.faces)):
            raise BadEncoding("faces are not listed once each, in order", "charter")
        if not all(map(is_showable, self._words())):
            raise BadEncoding("a name holds characters that cannot be shown", "name")
        identities = [operator.identity for operator in self.operators]
        if len(set(identities)) != len(identities):
            raise BadEncoding("one identity operates twice; its seats belong under one operator", "charter")
        if len({operator.nonce for operator in self.operators}) != len(self.operators):
            raise BadEncoding("two operators brought the same nonce", "charter")
        for identity in identities:
            signatures.check_identity(identity)
        if {seat.operator for seat in self.seats} != set(range(len(self.operators))):
            raise BadEncoding("every seat needs an operator and every operator a seat", "charter")

    def _words(self) -> Iterator[str]:
        """Everything in a charter that people read."""
        yield self.game
        yield from self.faces
        yield from (operator.name for operator in self.operators)
        yield from (seat.name for seat in self.seats)


class SignedCharter(Struct, frozen=True):
    """A charter with the signature of every operator, in order."""

    charter: Charter
    signatures: Annotated[tuple[Bytes64, ...], msgspec.Meta(max_length=MAX_SEATS)]

    def encode(self) -> bytes:
        """The canonical bytes."""
        return encode(self)

    def check(self) -> None:
        """Refuse a bad charter or a missing or wrong signature. Raises ``BadEncoding`` or ``BadSignature``."""
        self.charter.check()
        if len(self.signatures) != len(self.charter.operators):
            raise BadEncoding("not every operator has signed the charter", "charter")
        for operator, signature in zip(self.charter.operators, self.signatures, strict=True):
            signatures.verify(operator.identity, signature, signatures.CHARTER, self.charter.sid)


def sign_charter(charter: Charter, signer: signatures.Signer) -> bytes:
    """An operator's signature of the charter."""
    return signatures.sign(signer, signatures.CHARTER, charter.sid)


def signed_by_all(charter: Charter, signers: Sequence[signatures.Signer]) -> SignedCharter:
    """The charter with the signatures of all operators, who stand in the charter's order."""
    return SignedCharter(charter, tuple(sign_charter(charter, signer) for signer in signers))


def refuse_other_version(signed: Any, what: str) -> None:
    """Refuse a signed charter (any decoded value) of another version of the protocol. Raises ``VersionMismatch``."""
    if isinstance(signed, list) and signed:
        refuse_other(signed[0], what)


def decode_charter(data: bytes) -> SignedCharter:
    """A signed and checked charter from outside. Raises ``VersionMismatch``, ``BadEncoding`` or ``BadSignature``."""
    try:
        signed = decode(data, SignedCharter, MAX_CHARTER)
    except BadEncoding:
        if len(data) <= MAX_CHARTER:
            refuse_other_version(decoded(data), "this game")
        raise
    signed.check()
    return signed
