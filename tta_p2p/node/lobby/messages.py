"""Messages of host and guests before there is a charter (frames of kind LOBBY)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from protocol.charter import MAX_CHARTER
from protocol.errors import BadEncoding
from protocol.wire import Bytes32, Bytes64, Name, Struct, decode, encode
from tta_p2p.node.lobby.conditions import Conditions

MAX_PARTIES = 16
Certificate = Annotated[bytes, msgspec.Meta(min_length=1, max_length=1024)]
Place = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
MOST_PLACES = 8
Places = Annotated[tuple[Place, ...], msgspec.Meta(max_length=MOST_PLACES)]
Key = Annotated[str, msgspec.Meta(pattern=r"^[a-z-]{1,32}\Z")]
"""Why something is not possible; clients have the words."""

LONGEST_TALK = 500
"""Characters that are said at once."""
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TALK)]

Clock = Annotated[int, msgspec.Meta(ge=0, lt=2**40)]
"""Seconds since 1970; 0: not said."""


class GuestEntry(Struct, frozen=True, tag="enter"):
    """A guest comes in: its name, table certificate, the commitment to its nonce, and where it will listen.

    ``program``: a program plays its seat, as its name will say. ``clock``: seconds since 1970 as it sees them (0: not
    said); nothing depends on it. ``unattended``: no person plays there, so that bots may judge it when it is lost.
    """

    name: Name
    certificate: Certificate
    commitment: Bytes32
    places: Places
    program: bool = False
    clock: Clock = 0
    unattended: bool = False


class RoomMember(Struct, frozen=True):
    """Somebody in the room, as the host tells everybody."""

    name: Name
    identity: Bytes32
    certificate: Certificate
    commitment: Bytes32
    seats: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=MAX_PARTIES)]
    places: Places
    agrees: bool
    clock: Clock = 0
    """What its clock said when it came in."""
    unattended: bool = False
    """Whether no person plays there, as it says itself."""


class Room(Struct, frozen=True, tag="room"):
    """The people here and the proposal; sent whenever either changes. The host stands first."""

    conditions: Annotated[bytes, msgspec.Meta(max_length=8192)]
    parties: Annotated[tuple[RoomMember, ...], msgspec.Meta(max_length=MAX_PARTIES)]
    """Changing anything but who agrees takes back every agreement."""
    table: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """What the host calls the table; nothing depends on it."""


class Consent(Struct, frozen=True, tag="agree"):
    """A guest agrees (or no longer) to exactly this: the hash of conditions and parties."""

    to: Bytes32
    yes: bool


class StorageFailure(Struct, frozen=True, tag="unable"):
    """A guest, or the host, could not store the game as things stand; ``why`` is what its system calls that."""

    why: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}\Z")]


class GuestTalk(Struct, frozen=True, tag="talk"):
    """A guest says something to everybody in the room."""

    text: Text


class RoomTalk(Struct, frozen=True, tag="talked"):
    """Somebody in the room has said something, as the host tells everybody; nothing depends on it."""

    by: Bytes32
    """Whoever it is: its identity."""
    text: Text


class RoomClosure(Struct, frozen=True, tag="close"):
    """The room is closed: nobody comes or goes, everybody opens its nonce."""

    room: Bytes32


class OpenNonce(Struct, frozen=True, tag="nonce"):
    """The nonce and salt that were committed to."""

    nonce: Bytes32
    salt: Bytes32


class Nonces(Struct, frozen=True, tag="nonces"):
    """The nonces of all, in the order of the parties; everybody can now write the same charter."""

    opened: Annotated[tuple[OpenNonce, ...], msgspec.Meta(max_length=MAX_PARTIES)]


class CharterSignature(Struct, frozen=True, tag="signed"):
    """A party's signature of the charter.

    As the first word of a channel: it has signed, has lost its channel since, and asks what has become of the table.
    """

    signature: Bytes64


class GameStart(Struct, frozen=True, tag="begin"):
    """The charter with all signatures: the game begins."""

    charter: Annotated[bytes, msgspec.Meta(max_length=MAX_CHARTER)]


class Dismissal(Struct, frozen=True, tag="dismissed"):
    """The host has let this guest go, or the room is gone: why, and because of whom."""

    why: Key
    names: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MAX_PARTIES)] = ()


LobbyMessage = (
    GuestEntry
    | Room
    | Consent
    | StorageFailure
    | GuestTalk
    | RoomTalk
    | RoomClosure
    | OpenNonce
    | Nonces
    | CharterSignature
    | GameStart
    | Dismissal
)

MAX_LOBBY = 400 * 1024


def read_lobby(payload: bytes) -> LobbyMessage:
    """Read a frame of the lobby. Raises BadEncoding."""
    said: LobbyMessage = decode(payload, LobbyMessage, MAX_LOBBY)  # type: ignore[arg-type]
    return said


def write_lobby(said: LobbyMessage) -> bytes:
    """The payload of a lobby frame."""
    return encode(said)


def read_conditions(data: bytes) -> Conditions:
    """Conditions from a host. Raises BadEncoding."""
    try:
        found: Any = msgspec.json.decode(data, type=Conditions)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:  # ValueError: what should be text is none
        raise BadEncoding(f"these are no conditions: {error}") from error
    assert isinstance(found, Conditions)
    return found
