"""The room in which a table comes together: who is here, who agrees, and the way to a charter that all have signed.

Pure: what a party says goes in, what must be said comes out. Nonces are committed on entering and opened when the
room is closed, so that nobody can choose one to steer the game id and with it the phrase that people compare.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace

import msgspec

from protocol import signatures
from protocol.charter import MAX_SEATS, Charter, SignedCharter, is_showable, sign_charter
from protocol.errors import BadEncoding, BadSignature
from protocol.signatures import Signer
from protocol.wire import digest, encode
from tta_p2p.games.contract import RuleError
from tta_p2p.games.game import complete_options
from tta_p2p.net.cleaning import clean
from tta_p2p.net.errors import BadCertificate
from tta_p2p.net.likeness import likeness
from tta_p2p.net.tls import check_certificate
from tta_p2p.node.lobby.conditions import Conditions, Party, make_charter
from tta_p2p.node.lobby.messages import OpenNonce, Room, RoomMember, read_conditions
from tta_p2p.registry import UnknownGame, load_rules, title
from tta_p2p.seats.names import BY_PROGRAM
from tta_p2p.table.binding import LONGEST, SHORTEST

LONGEST_LIMIT = 7 * 24 * 3600
"""Seconds."""


NOT_ENTERED = frozenset({"beginning", "same-key", "full", "bad-certificate", "same-certificate"})
"""Why a guest does not enter a room."""
NAMES_CHECKED = "0.6.0"
"""The first release whose hosts let in no name that nobody sees or tells from another's."""
BAD_HOST = ("bad-host",)
"""Why a guest goes: what the host says fits nothing that was said before."""
OWN_FAULT = ("own-fault",)
"""Why a guest goes: its own program fails at what the host says, which says nothing about the host."""


class BadRoom(Exception):
    """A message does not fit this room; ``why``: a key with arguments, as a guest is told."""

    def __init__(self, text: str, *why: str) -> None:
        super().__init__(text)
        self.why = why or BAD_HOST


def clean_name(name: str) -> str:
    """A name with nothing in it that a terminal would obey; never empty."""
    return clean(name, 64) or "nameless"


def seat_name(name: str, program: bool) -> str:
    """The name of a seat; it shows to every reader when a program plays it."""
    return f"{name[: 64 - len(BY_PROGRAM)].rstrip()}{BY_PROGRAM}" if program else name


def commitment(identity: bytes, opened: OpenNonce) -> bytes:
    """The commitment to a nonce."""
    return digest("nonce", identity, opened.nonce, opened.salt)


def room_hash(room: Room) -> bytes:
    """Hash the object of an agreement: conditions and parties, not the party that agrees."""
    return digest("room", room.conditions, *(encode(without_consent(party)) for party in room.parties))


def without_consent(party: RoomMember) -> RoomMember:
    """The party without its agreement."""
    return msgspec.structs.replace(party, agrees=False)


def charter_of(room: Room, opened: tuple[OpenNonce, ...]) -> Charter:
    """The charter that a closed room and its nonces make. Raises BadRoom."""
    if len(opened) != len(room.parties):
        raise BadRoom("not every nonce has been opened")
    parties = []
    for party, nonce in zip(room.parties, opened, strict=True):
        if commitment(party.identity, nonce) != party.commitment:
            raise BadRoom(f"{party.name} opened another nonce than it had committed to")
        certificate = certificate_hash(party.certificate)
        parties.append(Party(party.name, party.identity, certificate, nonce.nonce, party.seats))
    try:
        charter = make_charter(read_conditions(room.conditions), parties)
    except (BadEncoding, RuleError, UnknownGame) as error:
        raise BadRoom(f"these conditions make no game: {error}") from error
    return charter


def certificate_hash(certificate: bytes) -> bytes:
    """SHA-256 of a table certificate (DER), as the charter pins it."""
    return hashlib.sha256(certificate).digest()


@dataclass(slots=True)
class HostRoom:
    """The host's side. ``me`` is the host's own entry; guests come in order."""

    conditions: Conditions
    me: RoomMember
    table: str = ""
    guests: dict[bytes, RoomMember] = field(default_factory=dict)
    closed: Room | None = None
    nonces: dict[bytes, OpenNonce] = field(default_factory=dict)
    charter: Charter | None = None
    signed: dict[bytes, bytes] = field(default_factory=dict)

    @property
    def free(self) -> int:
        """The number of free seats."""
        return self.conditions.seats - len(self.me.seats) - len(self.guests)

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return self.free <= 0

    @property
    def agreed(self) -> bool:
        """Whether the room is full and every guest agrees."""
        return self.full and all(guest.agrees for guest in self.guests.values())

    @property
    def missing(self) -> tuple[str, ...]:
        """Name those whose nonce, or else whose signature, is missing."""
        parties = (self.me, *self.guests.values())
        there = self.signed if self.charter is not None else self.nonces
        return tuple(party.name for party in parties if party.identity not in there)

    def name(self, identity: bytes) -> str:
        """The name of a guest here."""
        return self.guests[identity].name if identity in self.guests else "somebody"

    def room(self) -> Room:
        """The room as everybody is told."""
        conditions = msgspec.json.encode(self.conditions)
        return Room(conditions, (self.me, *self.guests.values()), self.table)

    def enter(self, guest: RoomMember, program: bool = False) -> str:
        """Let a guest in (whose seat a program plays); why not, if not: one of `NOT_ENTERED`."""
        if self.closed is not None:
            return "beginning"
        if guest.identity in self.guests or guest.identity == self.me.identity:
            return "same-key"
        if self.full:
            return "full"
        try:
            check_certificate(guest.certificate)
        except BadCertificate:
            return "bad-certificate"
        if guest.certificate in {party.certificate for party in (self.me, *self.guests.values())}:
            return "same-certificate"
        taken = {name for party in (self.me, *self.guests.values()) for name in (party.name, *party.seats)}
        alike = frozenset().union(*map(likeness, taken))
        called = clean_name(guest.name)
        name, seat, number = called, seat_name(called, program), 2
        while (likeness(name) | likeness(seat)) & alike:
            name = f"{called[:40].rstrip()} ({number})"
            seat, number = seat_name(name, program), number + 1
        self._forget_agreements()
        self.guests[guest.identity] = msgspec.structs.replace(guest, name=name, seats=(seat,), agrees=False)
        return ""

    def renew(self, guest: RoomMember) -> str:
        """Let a guest back whose seat was kept, with its name; why not, if not: one of `NOT_ENTERED`."""
        kept = self.guests[guest.identity]
        others = {identity: one for identity, one in self.guests.items() if identity != guest.identity}
        room = replace(self, guests=others)  # the seat is kept here whatever becomes of it there
        refusal = room.enter(guest)
        if not refusal:
            back = msgspec.structs.replace(room.guests[guest.identity], name=kept.name, seats=kept.seats)
            self.guests = {**room.guests, guest.identity: back}
        return refusal

    def leave(self, identity: bytes) -> bool:
        """A guest goes; whether the room (not yet closed) goes on without it."""
        if identity in self.guests and self.closed is None:
            del self.guests[identity]
            self._forget_agreements()
        return self.closed is None

    def agree(self, identity: bytes, to: bytes, yes: bool) -> None:
        """A guest agrees to what it has seen, or no longer."""
        if identity in self.guests and self.closed is None:
            agrees = yes and to == room_hash(self.room())
            self.guests[identity] = msgspec.structs.replace(self.guests[identity], agrees=agrees)

    def close(self) -> Room:
        """Nobody comes or goes any more. Raises BadRoom before all agree."""
        if not self.agreed:
            raise BadRoom("not everybody has agreed yet")
        self.closed = self.room()
        return self.closed

    def open_nonce(self, identity: bytes, opened: OpenNonce) -> tuple[OpenNonce, ...] | None:
        """A party opens its nonce; all nonces when it was the last. Raises BadRoom."""
        party = self.me if identity == self.me.identity else self.guests.get(identity)
        if self.closed is None or party is None:
            raise BadRoom("the room is not closed")
        if commitment(identity, opened) != party.commitment:
            raise BadRoom(f"{party.name} opened another nonce than it had committed to")
        self.nonces[identity] = opened
        if len(self.nonces) < len(self.closed.parties):
            return None
        everything = tuple(self.nonces[other.identity] for other in self.closed.parties)
        self.charter = charter_of(self.closed, everything)
        return everything

    def sign(self, identity: bytes, signature: bytes) -> SignedCharter | None:
        """A party signs; the charter when it was the last. Raises BadRoom."""
        if self.charter is None:
            raise BadRoom("there is no charter to sign yet")
        try:
            signatures.verify(identity, signature, signatures.CHARTER, self.charter.sid)
        except BadSignature as error:
            raise BadRoom(f"a wrong signature of the charter: {error}") from error
        self.signed[identity] = signature
        if len(self.signed) < len(self.charter.operators):
            return None
        return SignedCharter(self.charter, tuple(self.signed[operator.identity] for operator in self.charter.operators))

    def _forget_agreements(self) -> None:
        for identity, guest in self.guests.items():
            self.guests[identity] = msgspec.structs.replace(guest, agrees=False)


@dataclass(slots=True)
class GuestRoom:
    """A guest's side: it signs exactly what it has been shown and agreed to."""

    identity: bytes
    opened: OpenNonce
    room: Room | None = None
    agreed_to: bytes = b""
    closed: bool = False
    charter: Charter | None = None
    certificate: bytes = b""
    """What we have said we show at the table; not compared if empty."""

    def show(self, room: Room) -> None:
        """The host tells how the room is now. Raises BadRoom for a room without us, or one that others may change."""
        if self.closed:
            raise BadRoom("the room was changed after it had been closed")
        mine = [party for party in room.parties if party.identity == self.identity]
        if not room.parties or len(mine) != 1 or mine[0].commitment != commitment(self.identity, self.opened):
            raise BadRoom("the host shows a room in which we are not what we said")
        if (self.certificate and mine[0].certificate != self.certificate) or len(mine[0].seats) != 1:
            raise BadRoom("the host shows us with another certificate than ours, or with more seats than one")
        check_room(room)
        self.room = msgspec.structs.replace(room, table=clean(room.table, len(room.table)))

    def agree(self) -> bytes:
        """Agree to the room as it is shown; what the agreement is to. Raises BadRoom."""
        if self.room is None:
            raise BadRoom("there is nothing to agree to yet")
        self.agreed_to = room_hash(self.room)
        return self.agreed_to

    def close(self, room: bytes) -> OpenNonce:
        """The host closes the room: open the nonce, if it is the room agreed to. Raises BadRoom."""
        if self.room is None or room != room_hash(self.room) or room != self.agreed_to:
            raise BadRoom("the host closes another room than the one we agreed to")
        self.closed = True
        return self.opened

    def sign(self, opened: tuple[OpenNonce, ...], signer: Signer) -> bytes:
        """Write the charter from the room and all nonces, and sign it. Raises BadRoom."""
        if self.room is None or not self.closed:
            raise BadRoom("the room is not closed")
        self.charter = charter_of(self.room, opened)
        self.charter.check()
        return sign_charter(self.charter, signer)

    def begin(self, signed: SignedCharter) -> None:
        """The host hands over the charter with all signatures. Raises BadRoom or ProtocolError."""
        if self.charter is None or signed.charter != self.charter:
            raise BadRoom("the host hands over another charter than the one we signed")
        signed.check()


def check_room(room: Room) -> None:
    """Whether a host may propose this: people who can be told apart, and conditions of a game. Raises BadRoom."""
    names = [name for party in room.parties for name in {party.name, *party.seats}]
    if not all(map(is_showable, (room.table, *names))):
        raise BadRoom("the host shows names with characters that cannot be shown")
    if len(set(names)) != len(names) or any(clean(name, len(name)) != name for name in names):
        raise BadRoom("the host shows one name for two, or letters that nobody sees", "bad-names", NAMES_CHECKED)
    if len({party.identity for party in room.parties}) != len(room.parties):
        raise BadRoom("the host shows a room with one key twice")
    if len({party.certificate for party in room.parties}) != len(room.parties):
        raise BadRoom("the host shows a room with one certificate twice")
    try:
        for party in room.parties:
            check_certificate(party.certificate)
        conditions = read_conditions(room.conditions)
    except BadCertificate as error:
        raise BadRoom(f"the host shows {error}") from error
    except BadEncoding as error:
        raise BadRoom(f"the conditions make no game: {error}") from error
    try:
        check_conditions(conditions)
    except UnknownGame as error:
        raise BadRoom(f"no such game here: {error}", "unknown-game", clean(conditions.game, 40)) from error
    except RuleError as error:
        raise BadRoom(f"the conditions make no game: {error}") from error
    taken = sum(len(party.seats) for party in room.parties)
    in_bounds = all(0 <= limit <= LONGEST_LIMIT for limit in (conditions.away, conditions.idle))
    if not max(2, taken) <= conditions.seats <= MAX_SEATS or not in_bounds:
        raise BadRoom("the conditions make no game: so many seats, or so long a limit, there cannot be")


def check_conditions(conditions: Conditions) -> None:
    """Whether a game can be played so. Raises BadRoom, UnknownGame, BadOptions."""
    rules = load_rules(conditions.game)
    complete_options(rules.settings, conditions.options)
    if conditions.seats not in rules.seats:
        played = ", ".join(map(str, rules.seats))
        raise BadRoom(f"{title(rules.name)} is played by {played}, and this table has {conditions.seats} seats")
    if conditions.stand_in and not SHORTEST <= conditions.stand_in <= LONGEST:
        raise BadRoom(f"no bot can stand in after {conditions.stand_in} seconds")


def make_entry(
    name: str,
    identity: bytes,
    certificate: bytes,
    opened: OpenNonce,
    seats: tuple[str, ...],
    places: tuple[str, ...],
    clock: int = 0,
) -> RoomMember:
    """Make the entry of a party into a room."""
    return RoomMember(name, identity, certificate, commitment(identity, opened), seats, places, True, clock)
