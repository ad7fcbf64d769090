"""The host's side of a lobby: who comes in, what all are shown, and the charter that all sign."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import msgspec
import trio

from protocol.errors import ProtocolError
from protocol.signatures import IdentityKey
from tta_p2p.net.addresses import fingerprint
from tta_p2p.net.channel import Channel
from tta_p2p.net.cleaning import clean
from tta_p2p.net.errors import ChannelLost
from tta_p2p.net.lobby import Peer
from tta_p2p.net.scopes import Pace
from tta_p2p.net.tasks import Hint, contain
from tta_p2p.node.lobby import messages as lobby_words
from tta_p2p.node.lobby.attendance import GONE, HERE, write_absent
from tta_p2p.node.lobby.exchange import (
    FULL,
    NOT_SIGNED,
    SENT_AWAY,
    TALK,
    UNDER_WAY,
    Agreement,
    LobbyFailed,
    RoomListener,
    TalkListener,
    agreement_of,
    places_of_guest,
    receive_message,
    send_message,
    send_now,
    sendable_talk,
)
from tta_p2p.node.lobby.room import BadRoom, GuestRoom, HostRoom, room_hash
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.store.database import StoreError

ENTERING = 10.0
"""Seconds in which a guest must enter; places at the door are few."""
KEPT_SEAT = 90.0
"""Seconds for which a seat is kept for a guest whose channel is lost without a word."""
KEPT_SEAT_ASKED_FOR = 20.0
"""The same for a guest whom the host has never played with, while somebody else finds every seat taken."""
ASKS_STILL = 10.0
"""Seconds since a refusal for which whoever was refused is taken to knock again."""
SIGNING = 30.0
"""Seconds from the closing of the room to the last signature."""
BY_FOLDER = 86_400.0
"""The same, and to enter, for a table at which somebody sits by way of a folder; and for which its seat is kept."""
OF_A_GUEST = (2.0, 10.0)
"""How often the host passes on what a guest says: so many times a second, so many at once. The rest is dropped."""


@dataclass
class LobbyHost:
    """The host's side. Guests come in with `serve`, one task each; `run` waits for the signed charter."""

    room: HostRoom
    key: IdentityKey
    opened: lobby_words.OpenNonce
    watch: RoomListener
    channels: dict[bytes, Channel] = field(default_factory=dict)
    _lost_at: dict[bytes, float] = field(default_factory=dict)
    """When the channel of each guest was lost whose seat is kept, by Trio's clock."""
    _empty: set[bytes] = field(default_factory=set)
    """Those at whose nodes nobody sits, as they say."""
    _told_away: bool = False
    """Whether guests have ever been told that somebody is away."""
    _by_folder: set[bytes] = field(default_factory=set)
    """Those who have come by way of a folder."""
    _sent_away: set[bytes] = field(default_factory=set)
    _staying: dict[bytes, trio.CancelScope] = field(default_factory=dict)
    _closing: trio.Event = field(default_factory=trio.Event)
    _begun: trio.Event = field(default_factory=trio.Event)
    _agreed: Agreement | None = None
    by_itself: Callable[[lobby_words.Room], bool] = lambda room: False
    """Whether it begins a room that may still fill, or is full, though nobody has said `start`."""
    _wants_to_start: bool = False
    _held_up: bool = False
    """Whether the game could not be stored when it was to begin."""
    _visit: GuestRoom | None = None
    _lost: str = ""
    _not_kept: StoreError | None = None
    _given_up: bool = False
    """Whether everybody has been told that this game does not begin: no late signature changes that."""
    note_storage_failure: Callable[[str, str], None] = lambda name, why: None
    """Hears which guest cannot store the game, and why."""
    storable: Callable[[], None] = lambda: None
    """Raises StoreError where this node could not store the game now."""
    keep: Callable[[Agreement], None] = lambda agreed: None
    """Stores the game before anybody hears that it begins. Raises StoreError."""
    begun: Callable[[bytes, bytes], bytes | None] = lambda identity, signature: None
    """Finds the charter of a stored game by an identity and its signature. Raises StoreError."""
    not_begun: Callable[[str], None] = lambda why: None
    """Hears why the game could not be stored here although all agree. It waits for `start` or `try_again`."""
    heard: TalkListener = lambda name, text: None
    met: Callable[[bytes], bool] = lambda identity: False
    """Whether the host has played with somebody before."""
    _refused_at: float = -math.inf
    """When somebody was last refused for want of a seat, by Trio's clock."""
    _own_talk: Pace = field(default_factory=lambda: Pace(*TALK))
    _talk: dict[bytes, Pace] = field(default_factory=dict)

    def start(self, yes: bool = True) -> None:
        """Begin as soon as the room is full and all agree."""
        self._wants_to_start = yes
        self.try_again()

    def try_again(self) -> None:
        """Begin what could not be stored when it was to begin."""
        self._held_up = False
        self._try_to_close()

    def move(self, places: tuple[str, ...]) -> None:
        """This node listens elsewhere now; what is being signed stays as it is."""
        if self.room.closed is None:
            self.room.me = msgspec.structs.replace(self.room.me, places=places[: lobby_words.MOST_PLACES])
            self._changed()

    @property
    def begins(self) -> bool:
        """Whether it begins by itself once the room is full and all agree."""
        return not self._held_up and (self._wants_to_start or self.by_itself(self.room.room()))

    def talk(self, text: str) -> None:
        """Say something to everybody here. Raises NotPossible where that is too often."""
        self._tell_talk(self.key.identity, self.room.me.name, sendable_talk(text, self._own_talk))

    async def run(self) -> Agreement:
        """The agreed table, which is stored. Raises LobbyFailed when somebody is lost, or silent, while the charter is
        being signed, and StoreError.
        """
        self._changed()
        await self._closing.wait()
        with trio.move_on_after(max(SIGNING, BY_FOLDER if self._by_folder else 0.0)):
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
        why = "not-understood"
        try:
            with contain(Hint.GUEST, guest.fingerprint) as heard:
                try:
                    await self._receive(guest)
                    return
                except ChannelLost:
                    why = ""
                except (BadRoom, ProtocolError):
                    pass
            if heard.failed:  # by no fault of the guest: it has lost its channel, and may come back
                why = ""
        finally:  # also where its connection fails around this, and it is cancelled
            self._forget(guest.identity, guest.channel, why)
        await guest.channel.aclose(why)

    async def _receive(self, guest: Peer) -> None:
        """Hear one guest. Raises ChannelLost, BadRoom, ProtocolError."""
        identity, channel = guest.identity, guest.channel
        said: lobby_words.LobbyMessage | None = None
        with trio.move_on_after(BY_FOLDER if guest.by_folder else ENTERING):
            said = await receive_message(channel)
        if isinstance(said, lobby_words.CharterSignature):
            await self._let_back(guest, said.signature)
            return
        if not isinstance(said, lobby_words.GuestEntry):
            raise BadRoom("a guest enters first")
        places = places_of_guest(guest.host, said.places)
        name = said.name
        entry = lobby_words.RoomMember(
            name,
            identity,
            said.certificate,
            said.commitment,
            (name,),
            places,
            False,
            said.clock,
            said.unattended,
        )
        comes_back = identity in self._lost_at and self.room.closed is None
        let_in = self.room.renew if comes_back else partial(self.room.enter, program=said.program)
        refusal = SENT_AWAY if identity in self._sent_away else let_in(entry)
        if refusal:
            await send_message(channel, lobby_words.Dismissal(refusal, self._next_seat() if refusal == FULL else ()))
            await channel.aclose(refusal)
            return
        guest.stay()
        self._lost_at.pop(identity, None)
        self._note_way(guest)
        self.channels[identity] = channel
        self._talk[identity] = Pace(*OF_A_GUEST)
        self._changed()
        with trio.CancelScope() as self._staying[identity]:
            await self._attend(identity, channel)
        send_now(channel, lobby_words.Dismissal(SENT_AWAY))
        self._forget(identity, channel, SENT_AWAY)
        await channel.aclose(SENT_AWAY)

    def _note_way(self, guest: Peer) -> None:
        """Note whether a guest sits there by way of a folder."""
        if guest.by_folder:
            self._by_folder.add(guest.identity)
        else:
            self._by_folder.discard(guest.identity)

    async def _attend(self, identity: bytes, channel: Channel) -> None:
        while True:
            self._hear(identity, await receive_message(channel, partial(self._note_attendance, identity)))

    async def _let_back(self, guest: Peer, signature: bytes) -> None:
        """Let a guest back that has signed and lost its channel; tell it the outcome, now or when all have signed."""
        identity, channel = guest.identity, guest.channel
        try:
            charter = self.begun(identity, signature)
        except StoreError:  # it cannot be said that no such game has begun
            await channel.aclose()
            return
        if charter is not None:
            await send_message(channel, lobby_words.GameStart(charter))
            await channel.aclose(UNDER_WAY)
            return
        if self.room.charter is None or identity not in self.room.guests or self._given_up:
            await send_message(channel, lobby_words.Dismissal(NOT_SIGNED))
            await channel.aclose(NOT_SIGNED)
            return
        guest.stay()
        self.channels[identity] = channel
        self._changed()
        if self._agreed is not None:
            await send_message(channel, lobby_words.GameStart(self._agreed.charter.encode()))
        else:
            self._sign(identity, signature)
        await self._attend(identity, channel)

    def _forget(self, identity: bytes, channel: Channel, why: str) -> None:
        if self.channels.get(identity) is channel:
            del self.channels[identity]
            self._talk.pop(identity, None)
            self._empty.discard(identity)
            if not why and not channel.goodbye and self.room.closed is None:  # it dials again
                self._lost_at[identity] = trio.current_time()
                self.room.agree(identity, b"", yes=False)
                self._changed()
                return
            may_have_signed = self.room.charter is not None and not why  # then it knocks again, and is waited for
            if self._agreed is None and not self.room.leave(identity) and not may_have_signed:
                self._lost = self._lost or self.room.name(identity)
                self._begun.set()
            self._changed()

    @property
    def away(self) -> frozenset[bytes]:
        """Those whose channel is lost and whose seat is kept, or at whose node nobody sits."""
        return frozenset(self._lost_at) | self._empty & {self.key.identity, *self.channels}

    def attend(self, here: bool) -> None:
        """Tell the guests whether somebody sits at this node."""
        self._note_attendance(self.key.identity, HERE if here else GONE)

    def _note_attendance(self, identity: bytes, said: bytes) -> None:
        """Somebody has come to a terminal, or the last one was closed; anything else that is said means nothing."""
        if said in (HERE, GONE) and (said == GONE) != (identity in self._empty):
            self._empty ^= {identity}
            self._tell_away()
            self._watch_room()

    def _tell_away(self) -> None:
        if self._told_away or self.away:
            self._told_away = True
            for channel in self.channels.values():
                send_now(channel, write_absent(self.away))

    def _next_seat(self) -> tuple[str, ...]:
        """Name the lost guest whose seat is free first, and in how many seconds; nothing where no seat is kept."""
        now = self._refused_at = trio.current_time()
        free = min(((self._kept_until(one), one) for one in self._lost_at), default=None)
        return () if free is None else (self.room.name(free[1]), f"{max(1, math.ceil(free[0] - now))}")

    def _kept_until(self, identity: bytes) -> float:
        """Give the time, by Trio's clock, when a lost guest's seat is free: a stranger's sooner, if somebody asks."""
        kept = BY_FOLDER if identity in self._by_folder else KEPT_SEAT
        if kept == KEPT_SEAT and trio.current_time() < self._refused_at + ASKS_STILL and not self.met(identity):
            kept = KEPT_SEAT_ASKED_FOR
        return self._lost_at[identity] + kept

    async def free_seats(self) -> None:
        """Free the seats of guests that do not come back, until the room is closed."""
        while self.room.closed is None:
            for identity in [*self._lost_at]:
                if trio.current_time() >= self._kept_until(identity):
                    del self._lost_at[identity]
                    self._by_folder.discard(identity)
                    self.room.leave(identity)
                    self._changed()
            await trio.sleep(1.0)

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
        self._lost_at.pop(identity, None)
        self.room.leave(identity)
        self._staying[identity].cancel()
        self._changed()

    def dismiss(self, why: str, names: Sequence[str] = ()) -> None:
        """The room is gone: tell everybody why, and because of whom."""
        for channel in self.channels.values():
            send_now(channel, lobby_words.Dismissal(why, tuple(names)))

    def _hear(self, identity: bytes, said: lobby_words.LobbyMessage) -> None:
        match said:
            case lobby_words.Consent(to, yes):
                self.room.agree(identity, to, yes)
                self._changed()
            case lobby_words.StorageFailure(why):
                self.note_storage_failure(self.room.name(identity), why)
                if self.room.closed is not None:
                    raise BadRoom("a guest that cannot store the game")
                self.room.agree(identity, b"", yes=False)
                self._changed()
            case lobby_words.GuestTalk(text):
                if identity in self._talk and self._talk[identity].try_spend(1):
                    self._tell_talk(identity, self.room.name(identity), clean(text, lobby_words.LONGEST_TALK))
            case lobby_words.OpenNonce():
                self._open(identity, said)
            case lobby_words.CharterSignature(signature):
                self._sign(identity, signature)
            case _:
                raise BadRoom("a guest does not say that")

    def _changed(self) -> None:
        if self.room.closed is None:
            self._tell_all(self.room.room())
            self._tell_away()
        self._watch_room()
        self._try_to_close()

    def _watch_room(self) -> None:
        state = "starting" if self.room.closed else "agreeing" if self.room.full else "waiting"
        self.watch(self.room.room(), state)

    def _try_to_close(self) -> None:
        if self.room.closed is None and self.room.agreed and self.begins:
            try:
                self.storable()
            except StoreError as error:
                self._held_up = True
                self._tell_all(lobby_words.StorageFailure(error.code))
                self.not_begun(error.code)
                return
            closed = self.room.close()
            hashed = room_hash(closed)
            self._visit = GuestRoom(self.key.identity, self.opened, closed, hashed, closed=True)
            self._closing.set()
            self._tell_all(lobby_words.RoomClosure(hashed))
            self.watch(closed, "starting")
            self._open(self.key.identity, self.opened)

    def _open(self, identity: bytes, opened: lobby_words.OpenNonce) -> None:
        everything = self.room.open_nonce(identity, opened)
        if everything is not None:
            assert self._visit is not None
            self._tell_all(lobby_words.Nonces(everything))
            self._sign(self.key.identity, self._visit.sign(everything, self.key))

    def _sign(self, identity: bytes, signature: bytes) -> None:
        signed = self.room.sign(identity, signature)
        if signed is not None and not self._given_up:
            assert self.room.closed is not None
            agreed = agreement_of(signed, self.room.closed, self.key.identity)
            self._begun.set()
            try:
                self.keep(agreed)
            except StoreError as error:
                self._not_kept = error
                return
            self._agreed = agreed
            self._tell_all(lobby_words.GameStart(signed.encode()))

    def _tell_talk(self, identity: bytes, name: str, text: str) -> None:
        if text:
            self._tell_all(lobby_words.RoomTalk(identity, text))
            self.heard(name, text)

    def _tell_all(self, said: lobby_words.LobbyMessage) -> None:
        for channel in self.channels.values():
            send_now(channel, said)
