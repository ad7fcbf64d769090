"""The mesh: at a table every node listens and dials, and every pair of members shares one live channel.

How the two ends come to one connection is told in ``pairing``. Frames keep their order within a channel and are lost
with it: on every ``PeerConnected`` the node sends where it stands, and each helps the other to catch up.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import trio

from protocol.wire import encode
from tta_p2p.net import tls
from tta_p2p.net.addresses import Address
from tta_p2p.net.channel import Channel, open_channel
from tta_p2p.net.control import MAX_ADDRESSES, CircuitWords, MemberPlaces, MeshWords, read_mesh
from tta_p2p.net.errors import BadCertificate, BadFrame, ChannelFull, ChannelLost
from tta_p2p.net.folder.post import Post, PostSetup
from tta_p2p.net.framing import FIRST_FREE_KIND, Frame, FrameKind
from tta_p2p.net.members import AgreedConnection, Bounds, LiveChannel, Member, MemberLink, Status, Timing
from tta_p2p.net.pairing import DISMISSED, Pairing, addresses_of, places_of
from tta_p2p.net.ports import Port, Purpose, port_at
from tta_p2p.net.scopes import background, let_others_speak
from tta_p2p.net.strangers import Gate
from tta_p2p.net.tasks import Hint, contain, start_hint
from tta_p2p.net.tls import Entropy, TlsKey

_CATCH_UP_BELOW = 64 * 1024
"""A catch-up frame is added when fewer bytes than this wait, so that play overtakes it."""


@dataclass(frozen=True, slots=True)
class PeerConnected:
    """A channel to a member is there, new or anew: tell it where you stand."""

    operator: int


@dataclass(frozen=True, slots=True)
class FrameReceived:
    """A frame from a member, in the order in which it was sent."""

    operator: int
    kind: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class PeerDisconnected:
    """The channel to a member has ended; the mesh tries to get another."""

    operator: int
    why: str


@dataclass(frozen=True, slots=True)
class PeerRefusal:
    """A member refuses to talk to this node, and why (a key); the mesh keeps asking."""

    operator: int
    why: str


MeshEvent = PeerConnected | FrameReceived | PeerDisconnected | PeerRefusal


class Mesh:
    """The channels of one node at one table; made by ``open_mesh``. ``events`` tells what happens.

    >>> import os
    >>> from dataclasses import replace
    >>> keys = [TlsKey(bytes([number]) * 32) for number in (1, 2)]
    >>> members = [Member(key.hash, key.certificate) for key in keys]
    >>> def mesh(operator, members):
    ...     listen = [Address("127.0.0.1", 0)]
    ...     return open_mesh(
    ...         sid=bytes(32), operator=operator, key=keys[operator], members=members, listen=listen, entropy=os.urandom
    ...     )
    >>> async def greet():
    ...     async with mesh(0, members) as ann:
    ...         known = [replace(members[0], places=ann.addresses), members[1]]
    ...         async with mesh(1, known) as bob:
    ...             async for event in bob.events:
    ...                 if isinstance(event, PeerConnected):
    ...                     bob.send(0, FrameKind.CHAT, b"hello")
    ...                     break
    ...             async for event in ann.events:
    ...                 if isinstance(event, FrameReceived):
    ...                     return event.operator, event.payload
    >>> trio.run(greet)
    (1, b'hello')
    """

    def __init__(
        self,
        sid: bytes,
        operator: int,
        key: TlsKey,
        members: Sequence[Member],
        entropy: Entropy,
        timing: Timing,
        bounds: Bounds,
        strangers: Gate,
        nursery: trio.Nursery,
        post: PostSetup | None = None,
    ) -> None:
        for number, member in enumerate(members):
            if tls.certificate_hash(member.certificate) != member.certificate_hash:
                raise BadCertificate(f"the certificate of operator {number} is not the one that the charter pins")
        if len({member.certificate_hash for member in members}) != len(members):
            raise BadCertificate("two operators of this table have one certificate")
        if members[operator].certificate_hash != key.hash:
            raise BadCertificate("the TLS key is not the one that the charter pins for this node")
        self.sid = sid
        self.operator = operator
        self.strangers = strangers
        self._timing = timing
        self._bounds = bounds
        self._links = {
            number: MemberLink(number, member, timing, bounds)
            for number, member in enumerate(members)
            if number != operator
        }
        self._tell, self.events = trio.open_memory_channel[MeshEvent](bounds.events)
        self.pairing = Pairing(sid, operator, key, self._links, entropy, timing, self._turned_away, nursery)
        self.post = None if post is None else Post(post, entropy)
        """The way to members through a folder, whether or not they are there; None without one."""

    def __enter__(self) -> Mesh:
        """The mesh."""
        return self

    def __exit__(self, *_: object) -> None:
        """No more events come."""
        self._tell.close()

    @property
    def links(self) -> tuple[MemberLink, ...]:
        """The link to each of the others."""
        return tuple(self._links.values())

    # What the node calls.

    @property
    def addresses(self) -> tuple[Address, ...]:
        """The addresses at which this node listens, as it tells the others."""
        return self.pairing.addresses

    @property
    def connected(self) -> tuple[int, ...]:
        """The members to whom a channel lives, or who are reached by way of a folder."""
        return tuple(number for number, link in self._links.items() if link.live is not None or link.by_post)

    def is_by_post(self, operator: int) -> bool:
        """Whether what is sent to a member goes by way of a folder, where it waits for it."""
        link = self._links[operator]
        return link.live is None and link.by_post

    @property
    def status(self) -> Mapping[int, Status]:
        """The state of each of the others' connections."""
        return {number: link.status() for number, link in self._links.items()}

    def send(self, operator: int, kind: int, payload: bytes) -> bool:
        """Send a frame to a member; False if it is not connected (it catches up later). Never waits.

        A member that lets too much pile up loses its channel.
        """
        live = self._links[operator].live
        if live is None:
            return self.post is not None and self.post.send(operator, _free(kind), payload)
        try:
            live.channel.send_nowait(_free(kind), payload)
        except ChannelFull as error:
            live.channel.abandon("takes-nothing", str(error))
            return False
        except ChannelLost:
            return False
        return True

    def send_all(self, kind: int, payload: bytes) -> tuple[int, ...]:
        """Send a frame to all others; to whom it went."""
        return tuple(number for number in self._links if self.send(number, kind, payload))

    def catch_up(self, operator: int, frames: Iterable[tuple[int, bytes]]) -> None:
        """Send a member these frames when nothing newer waits, at a bounded pace, as they are drawn.

        One stream a member: a new one takes the place of the one under way; all end with the channel.
        """
        link = self._links[operator]
        if self.post is not None and self.is_by_post(operator):
            self.post.catch_up(operator, frames)
            return
        link.bulk = iter(frames)
        link.bulk_waits.set()

    def charge(self, operator: int, units: float) -> bool:
        """Charge a member for a useless frame; cut it off for a while if it sent very many. Tell whether it is cut off
        now.
        """
        return self._links[operator].charge(units)

    def suggest(self, operator: int, places: Iterable[Address]) -> None:
        """Look for a member at these addresses, too, where it was when this node ran before."""
        self._links[operator].earlier = tuple(dict.fromkeys(places))[:MAX_ADDRESSES]

    def direct(self, operator: int, places: Iterable[Address]) -> None:
        """Look for a member at these addresses, too, the latest first, and at once: the person here says so."""
        link = self._links[operator]
        link.given = tuple(dict.fromkeys(places))[:MAX_ADDRESSES]
        if not link.reached:
            link.attempts = min(link.attempts, 1)
            link.nudge()

    def find(self, operator: int, places: Iterable[Address]) -> None:
        """Look for a member at these addresses, too, and at once: its beacon was heard there, or is repeated there."""
        link = self._links[operator]
        fresh = tuple(place for place in dict.fromkeys(places) if place not in link.nearby)
        if fresh and not link.dismissed and link.finds.try_spend(1):
            link.nearby = (*fresh, *link.nearby)[:MAX_ADDRESSES]
            if not link.reached:
                link.attempts = min(link.attempts, 1)
                link.nudge()

    def relocate(self, addresses: Iterable[Address]) -> None:
        """This node listens at these addresses from now on: those who are connected are told."""
        self.pairing.addresses = tuple(addresses)
        where = self._own_places()
        for link in self._links.values():
            if link.live is not None:
                with suppress(ChannelFull, ChannelLost):
                    link.live.channel.send_nowait(FrameKind.MESH, where)
            elif self.post is not None:
                self.post.send(link.operator, FrameKind.MESH, where)

    def dismiss(self, operator: int) -> None:
        """A member has left the game: its channel ends, it is neither dialled nor let in again."""
        link = self._links[operator]
        link.dismissed, link.by_post = True, False
        if self.post is not None:
            self.post.dismiss(operator)
        if link.live is not None:
            link.live.channel.abandon(DISMISSED)
        if link.dialling is not None:
            link.dialling.cancel()

    # Between the members.

    async def _turned_away(self, operator: int, why: str) -> None:
        await self._tell.send(PeerRefusal(operator, why))

    def _tell_where(self, link: MemberLink) -> None:
        """Tell the others where a member listens."""
        where = encode(MemberPlaces(link.operator, places_of(link.places)))
        for other in self._links.values():
            if other.live is not None and other is not link:
                with suppress(ChannelFull, ChannelLost):
                    other.live.channel.send_nowait(FrameKind.MESH, where)

    # One channel after the other.

    async def keep(self, link: MemberLink) -> None:
        """Serve the channels of a pair, one after the other, so that their frames and events never mix."""
        origin = f"operator {link.operator}"
        while True:
            await link.arrived.wait()
            link.arrived = trio.Event()
            candidate, link.next = link.next, None
            if candidate is None:
                continue
            if link.dismissed or link.cut_off:  # since this connection was agreed on
                candidate.done.set()
                link.down.set()
                continue
            began = trio.current_time()
            why = "another connection took its place"
            try:
                with trio.CancelScope() as link.serving, contain(Hint.CHANNEL, origin) as served:
                    why = await self._serve(link, candidate)
                if served.failed:
                    why = "this program fails at what comes on it"
            finally:
                self.pairing.circuits.lost(link)
                link.serving = None
                link.live = None
                if candidate.carrier is not None:
                    link.lost_by[candidate.carrier] = trio.current_time()
                candidate.done.set()
            link.why, link.since = why, trio.current_time()
            if link.since - began >= self._timing.settled:
                link.attempts = 1
            if link.since - began >= self._timing.faithful:
                link.answer = self._timing.answer
            if link.next is None:
                link.down.set()
            await self._tell.send(PeerDisconnected(link.operator, why))
            if link.by_post:  # what was under way is lost, and asked for this way
                await self._tell.send(PeerConnected(link.operator))

    async def _serve(self, link: MemberLink, candidate: AgreedConnection) -> str:
        bounds = self._bounds
        async with open_channel(
            candidate.framed, limit=bounds.frame, pulse=self._timing.pulse, room=bounds.room
        ) as channel:
            link.live = LiveChannel(channel, candidate.instance, candidate.number, candidate.carrier)
            link.since = trio.current_time()
            link.bulk = None
            for other in self._links.values():
                if other is not link and other.places:
                    channel.send_nowait(FrameKind.MESH, encode(MemberPlaces(other.operator, places_of(other.places))))
            self._tell_where(link)
            await self._tell.send(PeerConnected(link.operator))
            async with background(
                lambda: self._feed(link, channel), lambda: self._sound(link, channel, candidate.carrier)
            ):
                carries = False
                async for frame in channel:
                    if carries and frame.kind >= FIRST_FREE_KIND:  # it takes long to look at; others are waiting
                        await let_others_speak()
                    carries = frame.kind == FrameKind.CIRCUIT and candidate.carrier is None
                    if frame.kind == FrameKind.MESH:
                        self._hear_mesh(link, channel, frame.payload)
                    elif carries:
                        self.pairing.circuits.take(link, frame.payload)
                    elif frame.kind < FIRST_FREE_KIND:
                        channel.abandon("not-understood", f"a frame of kind {frame.kind} in the middle of play")
                    elif (pace := link.paces.get(frame.kind)) is not None and not pace.try_spend(1):
                        link.dropped += 1
                    else:
                        await self._tell.send(FrameReceived(link.operator, frame.kind, frame.payload))
            return channel.lost

    # By way of a folder.

    async def deliver(self, operator: int, frame: Frame) -> None:
        """Hand on a frame that a member has left in the folder."""
        link = self._links[operator]
        if frame.kind == FrameKind.MESH:
            with suppress(BadFrame):
                said = read_mesh(frame.payload)
                if isinstance(said, MemberPlaces):
                    self._hear_where(link, said)
        elif frame.kind < FIRST_FREE_KIND:
            link.charge(1)
        else:
            if (pace := link.paces.get(frame.kind)) is not None:  # what has come together is not too much at once
                await pace.spend(1)
            await self._tell.send(FrameReceived(operator, frame.kind, frame.payload))

    async def keep_post(self, post: Post) -> None:
        """Serve the folder, for ever."""
        await post.keep(self.deliver, self._reached_by_post, lambda operator: self._links[operator].cut_off)

    async def _reached_by_post(self, before: frozenset[int], now: frozenset[int]) -> None:
        for link in self._links.values():
            was, link.by_post = link.by_post, link.operator in now and not link.dismissed
            if was == link.by_post or link.live is not None:
                continue
            if link.by_post:
                await self._tell.send(PeerConnected(link.operator))
                assert self.post is not None
                self.post.send(link.operator, FrameKind.MESH, self._own_places())
            else:
                await self._tell.send(PeerDisconnected(link.operator, "the folder cannot be used"))

    def _own_places(self) -> bytes:
        return encode(MemberPlaces(self.operator, places_of(self.addresses)))

    async def _sound(self, link: MemberLink, channel: Channel, carrier: int | None) -> None:
        """Pass over a carrier that holds back what it carries, as long as somebody else could carry it."""
        timing = self._timing
        while carrier is not None:
            await trio.sleep(timing.sounding)
            others = set(self.pairing.circuits.carriers) - {carrier, link.operator}
            if others and not await channel.answers(link.answer):
                link.answer = min(2 * link.answer, timing.pulse.silence)
                channel.abandon("held-back", f"operator {carrier} holds back what it carries")
                return

    def _hear_mesh(self, link: MemberLink, channel: Channel, payload: bytes) -> None:
        try:
            said = read_mesh(payload)
        except BadFrame as error:
            channel.abandon("not-understood", str(error))
            return
        if not isinstance(said, CircuitWords):
            self._hear_where(link, said)
        elif link.carrier is None:
            self.pairing.circuits.hear(link, said)
        else:
            channel.abandon("not-understood", "a circuit within a circuit")

    def _hear_where(self, link: MemberLink, said: MeshWords) -> None:
        """Somebody tells where another member is, and may have just reached it; or that it is elsewhere now itself."""
        if not link.hints.try_spend(1):
            link.charge(1)
            return
        about = self._links.get(said.operator) if isinstance(said, MemberPlaces) else None
        if isinstance(said, MemberPlaces) and about is link:
            places = addresses_of(said.places)
            if {*places} != {*link.told} and link.moves.try_spend(1):
                link.told = places
                self._tell_where(link)
        elif isinstance(said, MemberPlaces) and about is not None:
            fresh = about.hint(addresses_of(said.places))
            if fresh or not about.reached:
                about.attempts = min(about.attempts, 1)
                about.nudge()

    async def _feed(self, link: MemberLink, channel: Channel) -> None:
        """Carry the catch-up stream of a member."""
        with suppress(ChannelLost):
            while True:
                await link.bulk_waits.wait()
                link.bulk_waits = trio.Event()
                began, frames = trio.current_time(), link.bulk
                for kind, payload in frames or ():
                    await channel.drained(below=_CATCH_UP_BELOW)
                    await link.catch_up_pace.spend(len(payload))
                    if link.bulk is not frames:
                        break
                    await channel.send(_free(kind), payload)
                await trio.sleep_until(began + self._bounds.catch_up_pause)


def _free(kind: int) -> int:
    if not FIRST_FREE_KIND <= kind < 256:
        raise ValueError(f"kinds from {FIRST_FREE_KIND} to 255 are the node's, not {kind}")
    return kind


@asynccontextmanager
async def open_mesh(
    *,
    sid: bytes,
    operator: int,
    key: TlsKey,
    members: Sequence[Member],
    listen: Sequence[Address] | Port,
    entropy: Entropy,
    timing: Timing | None = None,
    bounds: Bounds | None = None,
    strangers: Gate | None = None,
    post: PostSetup | None = None,
) -> AsyncIterator[Mesh]:
    """The mesh of one game while the body runs; ``members`` are the operators of the charter in order.

    ``listen``: the node's port, or where to open one; ``post``: a folder by way of which members are reached as well.
    Raises BadCertificate or ListenError.
    """
    timing = timing or Timing()
    async with port_at(listen, strangers, timing.handshake) as port, background() as nursery:
        how = (timing, bounds or Bounds(), port.strangers, nursery)
        with Mesh(sid, operator, key, members, entropy, *how, post) as mesh:
            pairing = mesh.pairing
            pairing.addresses = port.told
            arrivals = port.door(Purpose.TABLE, pairing.identify, pairing.attend, timing.handshake, hint=Hint.MEMBER)
            async with arrivals:
                for link in mesh.links:
                    origin = f"operator {link.operator}"
                    start_hint(nursery, Hint.CHANNEL, origin, mesh.keep, link, again=True)
                    start_hint(nursery, Hint.DIALLING, origin, pairing.dial, link, again=True)
                if mesh.post is not None:
                    start_hint(nursery, Hint.FOLDER, "the folder of the game", mesh.keep_post, mesh.post, again=True)
                async with port.on_move(lambda: mesh.relocate(port.told)):
                    yield mesh
                nursery.cancel_scope.cancel()
