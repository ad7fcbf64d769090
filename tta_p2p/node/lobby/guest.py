"""A guest's side of a lobby, over its channel to the host, until the charter is signed or it is told why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from protocol.charter import decode_charter
from protocol.errors import ProtocolError
from protocol.signatures import IdentityKey
from tta_p2p.net.channel import Channel
from tta_p2p.net.cleaning import clean
from tta_p2p.net.errors import ChannelLost
from tta_p2p.net.scopes import Pace
from tta_p2p.node.lobby import messages as lobby_words
from tta_p2p.node.lobby.attendance import GONE, HERE, read_absent
from tta_p2p.node.lobby.exchange import (
    FULL,
    HOST_GONE,
    NOT_SIGNED,
    REFUSALS,
    SEAT_KEPT,
    TALK,
    Agreement,
    LobbyFailed,
    RoomListener,
    TalkListener,
    agreement_of,
    receive_message,
    send_message,
    send_now,
    sendable_talk,
)
from tta_p2p.node.lobby.room import BAD_HOST, BadRoom, GuestRoom, commitment, room_hash
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.store.database import StoreError

OF_ALL = (20.0, 100.0)
"""How often a guest hears the talk of the others: so many times a second, so many at once."""


@dataclass
class LobbyGuest:
    """A guest's side of the room, over its channel to the host."""

    channel: Channel
    key: IdentityKey
    name: str
    certificate: bytes
    opened: lobby_words.OpenNonce
    places: tuple[str, ...]
    watch: RoomListener
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
    heard: TalkListener = lambda name, text: None
    visit: GuestRoom = field(init=False)
    signature: bytes = b""
    """The signature on the charter. Once it is made, the game may begin without this guest's knowledge."""
    nonces: lobby_words.Nonces | None = None
    """The nonces of all, of which the charter is made."""
    away: frozenset[bytes] = frozenset()
    """Those who are not connected, or at whose nodes nobody sits, as the host tells."""
    _state: str = "waiting"
    _own_talk: Pace = field(default_factory=lambda: Pace(*TALK))
    _talk_of_all: Pace = field(default_factory=lambda: Pace(*OF_ALL))

    def __post_init__(self) -> None:
        self.visit = GuestRoom(self.key.identity, self.opened, certificate=self.certificate)

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
            send_now(self.channel, lobby_words.Consent(to, yes))

    def talk(self, text: str) -> None:
        """Say something to everybody; it is heard as the host tells it. Raises NotPossible where that is too often."""
        said = sendable_talk(text, self._own_talk)
        if said:
            send_now(self.channel, lobby_words.GuestTalk(said))

    def _try(self, store: Callable[[], None]) -> None:
        """Store before agreeing or signing; tell the host of a failure. Raises StoreError."""
        try:
            store()
        except StoreError as error:
            send_now(self.channel, lobby_words.StorageFailure(error.code))
            raise

    async def run(self) -> Agreement:
        """The agreed table. Raises LobbyFailed, StoreError."""
        try:
            enter = lobby_words.GuestEntry(
                self.name,
                self.certificate,
                commitment(self.key.identity, self.opened),
                self.places,
                self.program,
                self.clock,
                self.unattended,
            )
            await send_message(self.channel, enter)
            return await self._until_agreed()
        except ChannelLost as error:
            raise LobbyFailed(HOST_GONE, details=str(error)) from error
        except (BadRoom, ProtocolError) as error:
            raise LobbyFailed(*(error.why if isinstance(error, BadRoom) else BAD_HOST), details=str(error)) from error

    def sign_again(self, room: lobby_words.Room, nonces: lobby_words.Nonces) -> None:
        """Sign the charter of this room and these nonces again, after a restart of this node. Raises BadRoom."""
        mine = next((i for i, one in enumerate(room.parties) if one.identity == self.key.identity), None)
        if mine is None or len(nonces.opened) != len(room.parties):
            raise BadRoom("what was kept of a room fits no table")
        self.opened, self.nonces = nonces.opened[mine], nonces
        self.visit = GuestRoom(self.key.identity, self.opened, room, room_hash(room), closed=True)
        self.signature = self.visit.sign(nonces.opened, self.key)

    async def ask_again(self, peer: Channel) -> Agreement:
        """Ask the host, or another signer, what has become of the table since this guest has signed.

        Raises LobbyFailed, ChannelLost.
        """
        self.channel = peer
        await send_message(peer, lobby_words.CharterSignature(self.signature))
        try:
            return await self._until_agreed()
        except (BadRoom, ProtocolError) as error:
            raise LobbyFailed(*BAD_HOST, details=str(error)) from error

    def attend(self, here: bool) -> None:
        """Tell the host whether somebody sits at this node."""
        send_now(self.channel, HERE if here else GONE)

    def _note_away(self, said: bytes) -> None:
        """The host tells at whose nodes nobody sits."""
        room = self.visit.room
        away = read_absent(said, (party.identity for party in room.parties)) if room is not None else None
        if room is not None and away is not None and away != self.away:
            self.away = away
            self.watch(room, self._state)

    def _show(self, room: lobby_words.Room, state: str) -> None:
        self._state = state
        self.watch(room, state)

    async def _until_agreed(self) -> Agreement:
        while True:
            agreed = await self._hear(await receive_message(self.channel, self._note_away))
            if agreed is not None:
                return agreed

    async def _hear(self, said: lobby_words.LobbyMessage) -> Agreement | None:
        match said:
            case lobby_words.Room():
                before = None if self.visit.room is None else room_hash(self.visit.room)
                self.visit.show(said)
                if room_hash(said) != before:
                    self.visit.agreed_to = b""
                taken = sum(len(party.seats) for party in said.parties)
                full = taken >= lobby_words.read_conditions(said.conditions).seats
                assert self.visit.room is not None
                self._show(self.visit.room, "agreeing" if full else "waiting")
            case lobby_words.RoomClosure(room):
                self._try(self.storable)
                await send_message(self.channel, self.visit.close(room))
                assert self.visit.room is not None
                self._show(self.visit.room, "starting")
            case lobby_words.Nonces(opened):
                signature = self.visit.sign(opened, self.key)
                self.nonces = said
                self._try(self.keep)
                self.signature = signature
                await send_message(self.channel, lobby_words.CharterSignature(self.signature))
            case lobby_words.GameStart(charter):
                signed = decode_charter(charter)
                self.visit.begin(signed)
                assert self.visit.room is not None
                return agreement_of(signed, self.visit.room, self.key.identity)
            case lobby_words.StorageFailure(why):
                self.not_begun(clean(why, 64))
            case lobby_words.RoomTalk(by, text):
                parties = self.visit.room.parties if self.visit.room is not None else ()
                name = next((party.name for party in parties if party.identity == by), "")
                if name and self._talk_of_all.try_spend(1):
                    self.heard(name, clean(text, lobby_words.LONGEST_TALK))
            case lobby_words.Dismissal(why, names):
                if why == NOT_SIGNED:
                    raise LobbyFailed(why, [clean(name, 64) for name in names])
                if why == FULL and len(names) == 2 and names[1].isascii() and names[1].isdigit() and len(names[1]) < 4:
                    raise LobbyFailed(SEAT_KEPT, clean(names[0], 64), int(names[1]))
                raise LobbyFailed(why if why in REFUSALS else "refused")
            case _:
                raise BadRoom("a host does not say that")
        return None
