"""The lobby over channels: the host's and the guests' side of coming together, until the charter is signed.

The node's clients see it as `Lobby` lines of the seat protocol; a person (or a bot's node, at once) says ready, the
host says start. A guest that is lost before the charter is signed has lost nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import msgspec
import trio

from protocol.charter import SignedCharter, decode_charter
from protocol.errors import ProtocolError
from protocol.signatures import IdentityKey
from tta_p2p.net.addresses import Address, fingerprint, parse_address
from tta_p2p.net.channel import Channel
from tta_p2p.net.cleaning import clean
from tta_p2p.net.errors import BadAddress, ChannelFull, ChannelLost
from tta_p2p.net.framing import Kind
from tta_p2p.net.lobby import Peer
from tta_p2p.net.scopes import Pace
from tta_p2p.node.meeting.lobby_words import (
    LONGEST_TALK,
    Agree,
    Begin,
    CharterSigned,
    Close,
    Dismissed,
    Enter,
    LobbyWords,
    Nonces,
    OpenNonce,
    Present,
    Room,
    Talk,
    Talked,
    Unable,
    read_lobby,
    write_lobby,
)
from tta_p2p.node.meeting.room import BAD_HOST, NOT_ENTERED, BadRoom, HostedRoom, VisitedRoom, make_entry, room_hash
from tta_p2p.node.serving.tables import NotPossible
from tta_p2p.seats import messages as say
from tta_p2p.store.database import StoreError

Watcher = Callable[[Room, str], None]
"""Is told the room whenever it changes, and how things stand in a word or two."""
Listener = Callable[[str, str], None]
"""Hears who says something in the room, by name, and what."""


ENTERING = 10.0
"""Seconds in which a guest says who it is; places at the door are few."""
SIGNING = 30.0
"""Seconds from the closing of the room to the last signature."""
CLOSED = "closed"
"""Why a guest is dismissed: the host has closed the table."""
SENT_AWAY = "sent-away"
"""Why a guest is dismissed: the host plays with others."""
UNDER_WAY = "under-way"
"""Why a guest is dismissed: the game has begun without it."""
NOT_SIGNED = "not-signed"
"""Why a guest is dismissed: somebody agreed and has not signed."""
REFUSALS = frozenset({CLOSED, SENT_AWAY, UNDER_WAY, NOT_SIGNED, *NOT_ENTERED})
"""Everything for which a host dismisses somebody."""
HOST_GONE = "host-gone"
"""Why a guest goes: its channel to the host has ended."""
COME_IN = frozenset({HOST_GONE, NOT_SIGNED})
"""Why whoever was in the room is not there any more, and may come back."""
COMING_AGAIN = frozenset({*COME_IN, UNDER_WAY, "same-key", "beginning"})
"""Why somebody who comes along to another game knocks again: its host is about to open the table, or to open it once
more, or has not noticed yet that this guest's last channel has ended.
"""
FRAMES_A_SECOND = 10.0
"""How many frames are read of each guest; every one of them may change what all are shown."""
TALK = (1.0, 5.0)
"""How often a person may say something: so many times a second, so many at once."""
OF_A_GUEST = (2.0, 10.0)
"""The same for what the host takes of each guest, whose words may come late and together; what is more is lost."""
OF_ALL = (20.0, 100.0)
"""The same for what a guest is shown of everybody."""


class LobbyFailed(Exception):
    """The table did not come together: a key that says why, its arguments; ``details`` are for the log."""

    def __init__(self, *why: say.Shown, details: str = "") -> None:
        super().__init__(f"{why[0]}: {details}" if details else str(why[0]))
        self.why = why


@dataclass(frozen=True, slots=True)
class Agreed:
    """The charter that all have signed, with the certificates and addresses of everybody in its order."""

    charter: SignedCharter
    operator: int
    certificates: tuple[bytes, ...]
    places: tuple[tuple[str, ...], ...]
    unattended: tuple[int, ...] = ()
    """Those of the charter's operators who have said that no person plays at their node."""


def _agreed(signed: SignedCharter, room: Room, identity: bytes) -> Agreed:
    operator = next(i for i, one in enumerate(signed.charter.operators) if one.identity == identity)
    certificates = tuple(party.certificate for party in room.parties)
    unattended = tuple(number for number, party in enumerate(room.parties) if party.unattended)
    return Agreed(signed, operator, certificates, tuple(party.places for party in room.parties), unattended)


@dataclass
class Host:
    """The host's side. Guests come in with `serve`, one task each; `run` waits for the signed charter."""

    room: HostedRoom
    key: IdentityKey
    opened: OpenNonce
    watch: Watcher
    channels: dict[bytes, Channel] = field(default_factory=dict)
    _sent_away: set[bytes] = field(default_factory=set)
    _staying: dict[bytes, trio.CancelScope] = field(default_factory=dict)
    _closing: trio.Event = field(default_factory=trio.Event)
    _begun: trio.Event = field(default_factory=trio.Event)
    _agreed: Agreed | None = None
    _wants_to_start: bool = False
    _visit: VisitedRoom | None = None
    _lost: str = ""
    _not_kept: StoreError | None = None
    _given_up: bool = False
    """Whether everybody has been told that this game does not begin: no late signature changes that."""
    unable: Callable[[str, str], None] = lambda name, why: None
    """Hears which guest cannot store the game, and why."""
    storable: Callable[[], None] = lambda: None
    """Raises StoreError where this node could not store the game now."""
    keep: Callable[[Agreed], None] = lambda agreed: None
    """Stores the game before anybody hears that it begins. Raises StoreError."""
    begun: Callable[[bytes, bytes], bytes | None] = lambda identity, signature: None
    """Finds the signed charter of a stored game that this identity has signed so. Raises StoreError."""
    not_begun: Callable[[str], None] = lambda why: None
    """Hears why the game does not begin although all agree: it could not be stored here. It waits for `start` again."""
    heard: Listener = lambda name, text: None
    _own_talk: Pace = field(default_factory=lambda: Pace(*TALK))
    _talk: dict[bytes, Pace] = field(default_factory=dict)

    def start(self, yes: bool = True) -> None:
        """Begin as soon as the room is full and all agree."""
        self._wants_to_start = yes
        self._try_to_close()

    def talk(self, text: str) -> None:
        """Say something to everybody here. Raises NotPossible where that is too often."""
        self._tell_talk(self.key.identity, self.room.me.name, _to_say(text, self._own_talk))

    async def run(self) -> Agreed:
        """The agreed table, which is stored. Raises LobbyFailed when somebody is lost, or silent, while the charter is
        being signed, and StoreError.
        """
        self._changed()
        await self._closing.wait()
        with trio.move_on_after(SIGNING):
            await self._begun.wait()
        if self._agreed is None:
            me = [self.room.me.name] if self._not_kept is not None else None
            self._given_up = True
            missing = me or ([self._lost] if self._lost else self.room.missing)
            self.dismiss(NOT_SIGNED, missing)
            await trio.sleep(0.2)
            if self._not_kept is not None:
                raise self._not_kept
            raise LobbyFailed(NOT_SIGNED, [*missing], details=", ".join(missing))
        await trio.sleep(0.2)  # the last words are on their way
        return self._agreed

    async def serve(self, guest: Peer) -> None:
        """Everything with one guest, until it goes or the game begins."""
        identity, channel = guest.identity, guest.channel
        try:
            said: LobbyWords | None = None
            with trio.move_on_after(ENTERING):
                said = await _hear(channel)
            if isinstance(said, CharterSigned):
                await self._let_back(identity, channel, said.signature)
                return
            if not isinstance(said, Enter):
                raise BadRoom("a guest enters first")
            places = places_seen([guest.host], said.places)[:8]
            name = said.name
            entry = Present(name, identity, said.certificate, said.commitment, (name,), places, False, said.clock)
            entry = msgspec.structs.replace(entry, unattended=said.unattended)
            refusal = SENT_AWAY if identity in self._sent_away else self.room.enter(entry, said.program)
            if refusal:
                await _tell(channel, Dismissed(refusal))
                await channel.aclose(refusal)
                return
            self.channels[identity] = channel
            self._talk[identity] = Pace(*OF_A_GUEST)
            self._changed()
            with trio.CancelScope() as self._staying[identity]:
                await self._attend(identity, channel)
            _tell_now(channel, Dismissed(SENT_AWAY))
            await self._lose(identity, channel, SENT_AWAY)
        except (ChannelLost, BadRoom, ProtocolError) as error:
            await self._lose(identity, channel, "" if isinstance(error, ChannelLost) else "not-understood")

    async def _attend(self, identity: bytes, channel: Channel) -> None:
        while True:
            self._hear(identity, await _hear(channel))

    async def _let_back(self, identity: bytes, channel: Channel, signature: bytes) -> None:
        """Somebody has signed and lost its channel since: it is told how that went on, now or when all have signed."""
        try:
            charter = self.begun(identity, signature)
        except StoreError:  # it cannot be said that no such game has begun
            await channel.aclose()
            return
        if charter is not None:
            await _tell(channel, Begin(charter))
            await channel.aclose(UNDER_WAY)
            return
        if self.room.charter is None or identity not in self.room.guests or self._given_up:
            await _tell(channel, Dismissed(NOT_SIGNED))
            await channel.aclose(NOT_SIGNED)
            return
        self.channels[identity] = channel
        self._changed()
        if self._agreed is not None:
            await _tell(channel, Begin(self._agreed.charter.encode()))
        else:
            self._sign(identity, signature)
        await self._attend(identity, channel)

    async def _lose(self, identity: bytes, channel: Channel, why: str) -> None:
        if self.channels.get(identity) is channel:
            del self.channels[identity]
            self._talk.pop(identity, None)
            may_have_signed = self.room.charter is not None and not why  # then it knocks again, and is waited for
            if self._agreed is None and not self.room.leave(identity) and not may_have_signed:
                self._lost = self._lost or self.room.name(identity)
                self._begun.set()
            self._changed()
        await channel.aclose(why)

    def send_away(self, guest: str) -> None:
        """Free the seat of a guest (its name, or the beginning of its key) for good. Raises NotPossible."""
        meant = [
            identity
            for identity, one in self.room.guests.items()
            if guest and (guest == one.name or fingerprint(identity).startswith(guest))
        ]
        if self.room.closed is not None:
            raise NotPossible("node.begun")
        if len(meant) != 1:
            raise NotPossible("node.which-guest" if meant else "node.no-guest", guest)
        (identity,) = meant
        self._sent_away.add(identity)
        self.channels.pop(identity, None)
        self.room.leave(identity)
        self._staying[identity].cancel()
        self._changed()

    def dismiss(self, why: str, names: Sequence[str] = ()) -> None:
        """The room is gone: tell everybody why, and because of whom."""
        for channel in self.channels.values():
            _tell_now(channel, Dismissed(why, tuple(names)))

    def _hear(self, identity: bytes, said: LobbyWords) -> None:
        match said:
            case Agree(to, yes):
                self.room.agree(identity, to, yes)
                self._changed()
            case Unable(why):
                self.unable(self.room.name(identity), why)
                if self.room.closed is not None:
                    raise BadRoom("a guest that cannot store the game")
                self.room.agree(identity, b"", yes=False)
                self._changed()
            case Talk(text):
                if identity in self._talk and self._talk[identity].try_spend(1):
                    self._tell_talk(identity, self.room.name(identity), clean(text, LONGEST_TALK))
            case OpenNonce():
                self._open(identity, said)
            case CharterSigned(signature):
                self._sign(identity, signature)
            case _:
                raise BadRoom("a guest does not say that")

    def _changed(self) -> None:
        room = self.room.room()
        if self.room.closed is None:
            self._tell_all(room)
        self.watch(room, "starting" if self.room.closed else "agreeing" if self.room.full else "waiting")
        self._try_to_close()

    def _try_to_close(self) -> None:
        if self._wants_to_start and self.room.closed is None and self.room.agreed:
            try:
                self.storable()
            except StoreError as error:
                self._wants_to_start = False
                self._tell_all(Unable(error.code))
                self.not_begun(error.code)
                return
            closed = self.room.close()
            hashed = room_hash(closed)
            self._visit = VisitedRoom(self.key.identity, self.opened, closed, hashed, closed=True)
            self._closing.set()
            self._tell_all(Close(hashed))
            self.watch(closed, "starting")
            self._open(self.key.identity, self.opened)

    def _open(self, identity: bytes, opened: OpenNonce) -> None:
        everything = self.room.open_nonce(identity, opened)
        if everything is not None:
            assert self._visit is not None
            self._tell_all(Nonces(everything))
            self._sign(self.key.identity, self._visit.sign(everything, self.key))

    def _sign(self, identity: bytes, signature: bytes) -> None:
        signed = self.room.sign(identity, signature)
        if signed is not None and not self._given_up:
            assert self.room.closed is not None
            agreed = _agreed(signed, self.room.closed, self.key.identity)
            self._begun.set()
            try:
                self.keep(agreed)
            except StoreError as error:
                self._not_kept = error
                return
            self._agreed = agreed
            self._tell_all(Begin(signed.encode()))

    def _tell_talk(self, identity: bytes, name: str, text: str) -> None:
        if text:
            self._tell_all(Talked(identity, text))
            self.heard(name, text)

    def _tell_all(self, said: LobbyWords) -> None:
        for channel in self.channels.values():
            _tell_now(channel, said)


@dataclass
class Guest:
    """A guest's side of the room, over its channel to the host."""

    channel: Channel
    key: IdentityKey
    name: str
    certificate: bytes
    opened: OpenNonce
    places: tuple[str, ...]
    watch: Watcher
    program: bool = False
    """Whether a program plays its seat."""
    unattended: bool = False
    """Whether no person plays here."""
    clock: int = 0
    """Seconds since 1970 as this machine sees them; 0: not said."""
    storable: Callable[[], None] = lambda: None
    """Raises StoreError where this node could not store the game now."""
    keep: Callable[[], None] = lambda: None
    """Stores what it is about to sign, and what is needed to ask whether all have. Raises StoreError."""
    not_begun: Callable[[str], None] = lambda why: None
    """Hears why the host does not begin: it could not store the game."""
    heard: Listener = lambda name, text: None
    visit: VisitedRoom = field(init=False)
    signature: bytes = b""
    """What it has signed the charter with. From then on the game may begin without its knowing."""
    nonces: Nonces | None = None
    """The nonces of all, of which the charter is made."""
    _own_talk: Pace = field(default_factory=lambda: Pace(*TALK))
    _talk_of_all: Pace = field(default_factory=lambda: Pace(*OF_ALL))

    def __post_init__(self) -> None:
        self.visit = VisitedRoom(self.key.identity, self.opened, certificate=self.certificate)

    def agree(self, yes: bool = True) -> None:
        """Agree to the room as it is shown now, or no longer. Raises NotPossible where the game could not be stored."""
        if yes:
            try:
                self._try(self.storable)
            except StoreError as error:
                raise NotPossible("node.store", error.code) from error
        if self.visit.room is not None and not self.visit.closed:
            to = self.visit.agree()
            if not yes:
                self.visit.agreed_to = b""
            _tell_now(self.channel, Agree(to, yes))

    def talk(self, text: str) -> None:
        """Say something to everybody; it is heard as the host tells it. Raises NotPossible where that is too often."""
        said = _to_say(text, self._own_talk)
        if said:
            _tell_now(self.channel, Talk(said))

    def _try(self, store: Callable[[], None]) -> None:
        """What cannot be stored is neither agreed to nor signed, and the host hears why. Raises StoreError."""
        try:
            store()
        except StoreError as error:
            _tell_now(self.channel, Unable(error.code))
            raise

    async def run(self) -> Agreed:
        """The agreed table. Raises LobbyFailed, StoreError."""
        entry = make_entry(self.name, self.key.identity, self.certificate, self.opened, (self.name,), self.places)
        try:
            enter = Enter(
                self.name,
                self.certificate,
                entry.commitment,
                self.places,
                self.program,
                self.clock,
                self.unattended,
            )
            await _tell(self.channel, enter)
            return await self._until_agreed()
        except ChannelLost as error:
            raise LobbyFailed(HOST_GONE, details=str(error)) from error
        except (BadRoom, ProtocolError) as error:
            raise LobbyFailed(*(error.why if isinstance(error, BadRoom) else BAD_HOST), details=str(error)) from error

    def sign_again(self, room: Room, nonces: Nonces) -> None:
        """Be who has signed what this room and these nonces make, before a new start of this node. Raises BadRoom."""
        mine = next((i for i, one in enumerate(room.parties) if one.identity == self.key.identity), None)
        if mine is None or len(nonces.opened) != len(room.parties):
            raise BadRoom("what was kept of a room fits no table")
        self.opened, self.nonces = nonces.opened[mine], nonces
        self.visit = VisitedRoom(self.key.identity, self.opened, room, room_hash(room), closed=True)
        self.signature = self.visit.sign(nonces.opened, self.key)

    async def ask_again(self, peer: Channel) -> Agreed:
        """Ask the host, or somebody else who has signed, what has become of the table since this one has signed.

        Raises LobbyFailed, ChannelLost.
        """
        self.channel = peer
        await _tell(peer, CharterSigned(self.signature))
        try:
            return await self._until_agreed()
        except (BadRoom, ProtocolError) as error:
            raise LobbyFailed(*BAD_HOST, details=str(error)) from error

    async def _until_agreed(self) -> Agreed:
        while True:
            agreed = await self._hear(await _hear(self.channel))
            if agreed is not None:
                return agreed

    async def _hear(self, said: LobbyWords) -> Agreed | None:
        match said:
            case Room():
                before = None if self.visit.room is None else room_hash(self.visit.room)
                self.visit.show(said)
                if room_hash(said) != before:
                    self.visit.agreed_to = b""
                full = sum(len(party.seats) for party in said.parties)
                self.watch(said, "agreeing" if full else "waiting")
            case Close(room):
                self._try(self.storable)
                await _tell(self.channel, self.visit.close(room))
                assert self.visit.room is not None
                self.watch(self.visit.room, "starting")
            case Nonces(opened):
                signature = self.visit.sign(opened, self.key)
                self.nonces = said
                self._try(self.keep)
                self.signature = signature
                await _tell(self.channel, CharterSigned(self.signature))
            case Begin(charter):
                signed = decode_charter(charter)
                self.visit.begin(signed)
                assert self.visit.room is not None
                return _agreed(signed, self.visit.room, self.key.identity)
            case Unable(why):
                self.not_begun(clean(why, 64))
            case Talked(by, text):
                parties = self.visit.room.parties if self.visit.room is not None else ()
                name = next((party.name for party in parties if party.identity == by), "")
                if name and self._talk_of_all.try_spend(1):
                    self.heard(name, clean(text, LONGEST_TALK))
            case Dismissed(why, names):
                if why == NOT_SIGNED:
                    raise LobbyFailed(why, [clean(name, 64) for name in names])
                raise LobbyFailed(why if why in REFUSALS else "refused")
            case _:
                raise BadRoom("a host does not say that")
        return None


def _to_say(text: str, pace: Pace) -> str:
    """What is sent of what a person says; empty where nothing of it can be shown. Raises NotPossible."""
    said = clean(text, LONGEST_TALK)
    if said and not pace.try_spend(1):
        raise NotPossible("node.too-much-talk")
    return said


def places_seen(hosts: Iterable[str], told: Iterable[str]) -> tuple[str, ...]:
    """Where somebody can be found: at its ports where it was seen itself, and where it says it listens."""
    known = []
    for text in told:
        with contextlib.suppress(BadAddress):
            known.append(parse_address(text).place)
    seen = [Address(host, port) for host in hosts for port in dict.fromkeys(place.port for place in known)]
    return tuple(dict.fromkeys(str(place) for place in (*seen, *known)))


async def _hear(channel: Channel) -> LobbyWords:
    while True:
        frame = await channel.receive()
        if frame.kind == Kind.LOBBY:
            return read_lobby(frame.payload)


async def _tell(channel: Channel, said: LobbyWords) -> None:
    await channel.send(Kind.LOBBY, write_lobby(said))


def _tell_now(channel: Channel, said: LobbyWords) -> None:
    with contextlib.suppress(ChannelLost):  # its own task notices
        try:
            channel.send_nowait(Kind.LOBBY, write_lobby(said))
        except ChannelFull as error:
            channel.abandon("takes-nothing", str(error))
