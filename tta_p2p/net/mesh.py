"""The mesh: at a table every node listens and dials, and every pair of members shares one live channel.

Both ends may dial; the member with the lower number chooses which connection of the pair is used, numbers its choices
and closes what was used before. A second copy of a player (same key, another start) is turned away while the first
answers. Frames keep their order within a channel and are lost with it: on every ``Connected`` the node sends where it
stands, and each helps the other to catch up.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import trio

from protocol.wire import encode
from tta_p2p.net import tls
from tta_p2p.net.addresses import Address, is_usable, reachable_hosts
from tta_p2p.net.channel import Channel, open_channel
from tta_p2p.net.control import MAX_ADDRESSES, Arrived, Place, Use, Where, bye, hear, read_mesh, tell
from tta_p2p.net.dialling import connect, first_of
from tta_p2p.net.errors import BadCertificate, BadFrame, ChannelFull, ChannelLost, HelloFailed, NetError, Refused
from tta_p2p.net.framing import CONTROL_LIMIT, FIRST_FREE_KIND, Framed, Kind
from tta_p2p.net.members import Bounds, Candidate, Link, Live, Member, Status, Timing
from tta_p2p.net.scopes import Pace, background
from tta_p2p.net.strangers import FAILURES, Gate, bound, host_of, listen_on, serve
from tta_p2p.net.tls import Entropy, TlsKey

SEATED = "this player is seated already, from another place; close one of the two"
DISMISSED = "you have left this table"
FLOODS = "too much came that helps nobody; cut off for a while"
MOST_CUT_OFF = 3600.0
KNOCK = 20.0
"""What a connection beyond the rate costs the patience of the others."""

_CATCH_UP_BELOW = 64 * 1024
"""A catch-up frame is added when fewer bytes than this wait, so that play overtakes it."""


@dataclass(frozen=True, slots=True)
class Connected:
    """A channel to a member is there, new or anew: tell it where you stand."""

    operator: int


@dataclass(frozen=True, slots=True)
class Received:
    """A frame from a member, in the order in which it was sent."""

    operator: int
    kind: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The channel to a member has ended; the mesh tries to get another."""

    operator: int
    why: str


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """A member refuses to talk to this node, in its own words; the mesh keeps asking."""

    operator: int
    words: str


MeshEvent = Connected | Received | Disconnected | TurnedAway


@dataclass(frozen=True, slots=True)
class Reached:
    """A connection to a member, proved by TLS, and its first words."""

    link: Link
    framed: Framed
    arrived: Arrived
    host: str


class Mesh:
    """The channels of one node at one table; made by ``open_mesh``. ``events`` tells what happens."""

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
        self.addresses: tuple[Address, ...] = ()
        """Where this node listens, as it tells the others."""
        self.strangers = strangers
        self._instance = entropy(16)
        self._entropy = entropy
        self._timing = timing
        self._bounds = bounds
        certificates = [member.certificate for member in members]
        self._server = tls.table_server(key, certificates)
        self._client = tls.table_client(key, certificates)
        self._by_hash = {member.certificate_hash: number for number, member in enumerate(members)}
        self._links = {
            number: Link(number, member, timing, bounds)
            for number, member in enumerate(members)
            if number != operator
        }
        self._tell, self.events = trio.open_memory_channel[MeshEvent](bounds.events)

    def __enter__(self) -> Mesh:
        """The mesh."""
        return self

    def __exit__(self, *_: object) -> None:
        """No more events come."""
        self._tell.close()

    @property
    def links(self) -> tuple[Link, ...]:
        """What is kept for each of the others."""
        return tuple(self._links.values())

    # What the node calls.

    @property
    def connected(self) -> tuple[int, ...]:
        """The members to whom a channel lives."""
        return tuple(number for number, link in self._links.items() if link.live is not None)

    @property
    def status(self) -> Mapping[int, Status]:
        """How things stand with each of the others."""
        return {number: link.status() for number, link in self._links.items()}

    def send(self, operator: int, kind: int, payload: bytes) -> bool:
        """Send a frame to a member; False if it is not connected (it catches up later). Never waits.

        A member that lets too much pile up loses its channel.
        """
        live = self._links[operator].live
        if live is None:
            return False
        try:
            live.channel.send_nowait(_free(kind), payload)
        except ChannelFull as error:
            live.channel.abandon(str(error))
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
        link.bulk = iter(frames)
        link.bulk_waits.set()

    def charge(self, operator: int, units: float) -> bool:
        """What came from a member helped nobody; one that sends very much of that is cut off for a while: is it now?"""
        link = self._links[operator]
        if link.cut_off or link.patience.try_spend(units):
            return False
        link.cut_off_for = min(max(self._bounds.cut_off, 2 * link.cut_off_for), MOST_CUT_OFF)
        link.cut_off_until = trio.current_time() + link.cut_off_for
        link.patience = Pace(*self._bounds.patience)
        if link.live is not None:
            link.live.channel.abandon(FLOODS)
        return True

    def offer_addresses(self, operator: int, places: Iterable[Address]) -> None:
        """Say where a member may be found now; tried at once if it is not connected."""
        link = self._links[operator]
        if link.offer(places):
            link.nudge()

    def dismiss(self, operator: int) -> None:
        """A member has left the game: its channel ends, it is neither dialled nor let in again."""
        link = self._links[operator]
        link.dismissed = True
        if link.live is not None:
            link.live.channel.abandon(DISMISSED)
        if link.dialling is not None:
            link.dialling.cancel()

    # Connections that come in.

    async def identify(self, transport: trio.SocketStream) -> Reached | None:
        """Which member has dialled, and its first words; nobody else gets further than TLS."""
        host = host_of(transport)
        with self.strangers.enter(host) as scope:
            if scope is None:
                return None
            scope.deadline = trio.current_time() + self._timing.handshake
            stream = trio.SSLStream(transport, self._server, server_side=True)
            await stream.do_handshake()
            number = self._by_hash.get(tls.peer_hash(stream))
            if number is None or number == self.operator:
                return None
            framed = Framed(stream, CONTROL_LIMIT)
            link = self._links[number]
            if why_not := self._turns_away(link):
                await tell(framed, Kind.MESH, bye(why_not))
                return None
            arrived = await self._hear_arrival(framed)
            await tell(framed, Kind.MESH, self._arrival())
            return Reached(link, framed, arrived, host)
        return None

    def _turns_away(self, link: Link) -> str:
        """Why a member that has dialled is not let in now, if it is not."""
        if link.dismissed:
            return DISMISSED
        if link.cut_off:
            return FLOODS
        if not link.arrivals.try_spend(1):
            self.charge(link.operator, KNOCK)
            return "too many connections; wait"
        return ""

    async def attend(self, reached: Reached) -> None:
        """Agree with a member that has dialled on the use of its connection, and wait until that has ended."""
        link = reached.link
        candidate: Candidate | None = None
        with suppress(*FAILURES):
            candidate = await self._agree(reached)
        if candidate is not None:
            if link.dialling is not None and not link.deciding:
                link.dialling.cancel()
            await candidate.done.wait()

    # Connections that go out.

    async def dial(self, link: Link) -> None:
        """Try to reach a member whenever no channel to it lives."""
        told = ""
        while not link.dismissed:
            if link.live is not None or link.next is not None:
                await link.down.wait()
                told = ""
            wait = max(self._wait(link), link.cut_off_until - trio.current_time())
            nudged = link.nudged
            with trio.move_on_after(wait):
                await nudged.wait()
            if link.live is not None or link.next is not None or link.cut_off or link.dismissed:
                continue
            link.attempts += 1
            candidate: Candidate | None = None
            with trio.CancelScope() as link.dialling:
                try:
                    candidate = await self._dial_once(link)
                    told = ""
                except Refused as error:
                    link.why = error.words
                    if told != error.words:
                        await self._tell.send(TurnedAway(link.operator, error.words))
                    told = error.words
                except NetError as error:
                    link.why = str(error)
            link.dialling = None
            if candidate is not None:
                try:
                    await candidate.done.wait()
                finally:
                    candidate.framed.drop()

    def _wait(self, link: Link) -> float:
        """Seconds until the next attempt: doubling, with jitter; none for the very first of the lower member."""
        timing = self._timing
        jitter = int.from_bytes(self._entropy(4), "little") / 2**32
        head_start = timing.head_start if self.operator > link.operator and link.attempts < 2 else 0.0
        if link.attempts == 0:
            return head_start
        backoff = min(timing.retry_most, timing.retry_first * 2.0 ** min(link.attempts - 1, 20))
        return head_start + backoff * (0.5 + jitter / 2)

    async def _dial_once(self, link: Link) -> Candidate:
        reached = await first_of(
            link.places,
            lambda place: self._reach(link, place),
            self._timing.stagger,
            lambda late: late.framed.drop(),
        )
        link.deciding = True
        try:
            return await self._agree(reached)
        except BaseException as error:
            reached.framed.drop()
            if isinstance(error, trio.TooSlowError):
                raise HelloFailed("the other end does not answer in time") from error
            raise
        finally:
            link.deciding = False

    async def _reach(self, link: Link, place: Address) -> Reached:
        transport = await connect(place, self._timing.handshake)
        try:
            with trio.move_on_after(self._timing.handshake):
                stream = trio.SSLStream(transport, self._client)
                try:
                    await stream.do_handshake()
                except trio.BrokenResourceError as error:
                    raise HelloFailed(f"whoever answers at {place} is not of this table") from error
                if tls.peer_hash(stream) != link.member.certificate_hash:
                    raise HelloFailed(f"another member of this table answers at {place}")
                framed = Framed(stream, CONTROL_LIMIT)
                await tell(framed, Kind.MESH, self._arrival())
                return Reached(link, framed, await self._hear_arrival(framed), host_of(transport))
            raise HelloFailed(f"whoever answers at {place} says nothing for {self._timing.handshake:g} seconds")
        except BaseException:
            transport.socket.close()
            raise

    # Between the two ends.

    def _arrival(self) -> Arrived:
        return Arrived(self.sid, self._instance, _places(self.addresses))

    async def _hear_arrival(self, framed: Framed) -> Arrived:
        arrived = await hear(framed, Kind.MESH, Arrived)
        if arrived.sid != self.sid:
            raise BadFrame("it sits at another table")
        return arrived

    async def _agree(self, reached: Reached) -> Candidate:
        """The lower member chooses this connection, the other consents; either may know of another copy."""
        timing = self._timing
        link, framed, arrived = reached.link, reached.framed, reached.arrived
        with trio.fail_after(timing.handshake + timing.probe):
            if self.operator < link.operator:
                async with link.choosing:  # one after the other, so that there is no second thought
                    if self._crossed(link, arrived):
                        raise HelloFailed("both have dialled, and the other connection is in use")
                    await self._refuse_second_copy(link, framed, arrived)
                    link.number = number = link.number + 1
                    await tell(framed, Kind.MESH, Use(number))
                    if await hear(framed, Kind.MESH, Use) != Use(number):
                        raise BadFrame("it consents to another choice")
                    return self._take(reached, number)
            else:
                chosen = await hear(framed, Kind.MESH, Use)
                await self._refuse_second_copy(link, framed, arrived)
                number = chosen.number
                live = link.live or link.next
                if live is not None and live.instance == arrived.instance and live.number >= number:
                    raise BadFrame("a later connection was chosen")
                await tell(framed, Kind.MESH, chosen)
                return self._take(reached, number)

    def _take(self, reached: Reached, number: int) -> Candidate:
        """Let a connection take the place of the one in use."""
        link = reached.link
        candidate = Candidate(reached.framed, reached.arrived.instance, number)
        if link.next is not None:
            link.next.done.set()
        link.next = candidate
        link.down = trio.Event()
        link.arrived.set()
        if link.serving is not None:
            link.serving.cancel()
        self._learn_places(reached)
        return candidate

    def _crossed(self, link: Link, arrived: Arrived) -> bool:
        """Whether this connection was begun before its maker knew that there is one already."""
        young = trio.current_time() - link.since < self._timing.crossing
        return link.next is not None or (link.live is not None and link.live.instance == arrived.instance and young)

    async def _refuse_second_copy(self, link: Link, framed: Framed, arrived: Arrived) -> None:
        live = link.live
        if live is None or live.instance == arrived.instance:
            return
        if await live.channel.alive(self._timing.probe):
            await tell(framed, Kind.MESH, bye(SEATED))
            raise Refused(SEATED)
        live.channel.abandon("another start of this player took its place")

    def _learn_places(self, reached: Reached) -> None:
        link, host = reached.link, reached.host
        link.told = tuple(dict.fromkeys(Address(*place) for place in reached.arrived.places if is_usable(*place)))
        link.seen = Address(host.partition("%")[0], link.told[0].port) if link.told and host else None
        where = Where(link.operator, _places(link.places))
        for other in self._links.values():
            if other.live is not None and other is not link:
                with suppress(ChannelFull, ChannelLost):
                    other.live.channel.send_nowait(Kind.MESH, encode(where))

    # One channel after the other.

    async def keep(self, link: Link) -> None:
        """Serve the channels of a pair, one after the other, so that their frames and events never mix."""
        while True:
            await link.arrived.wait()
            link.arrived = trio.Event()
            candidate, link.next = link.next, None
            if candidate is None:
                continue
            if link.dismissed:
                candidate.done.set()
                continue
            began = trio.current_time()
            why = "another connection took its place"
            try:
                with trio.CancelScope() as link.serving:
                    why = await self._serve(link, candidate)
            finally:
                link.serving = None
                link.live = None
                candidate.done.set()
            link.why, link.since = why, trio.current_time()
            if link.since - began >= self._timing.settled:
                link.attempts = 1
            if link.next is None:
                link.down.set()
            await self._tell.send(Disconnected(link.operator, why))

    async def _serve(self, link: Link, candidate: Candidate) -> str:
        bounds = self._bounds
        async with open_channel(
            candidate.framed, limit=bounds.frame, pulse=self._timing.pulse, room=bounds.room
        ) as channel:
            link.live = Live(channel, candidate.instance, candidate.number)
            link.since = trio.current_time()
            link.bulk = None
            for other in self._links.values():
                if other is not link and other.places:
                    channel.send_nowait(Kind.MESH, encode(Where(other.operator, _places(other.places))))
            await self._tell.send(Connected(link.operator))
            async with background(lambda: self._feed(link, channel)):
                async for frame in channel:
                    if frame.kind == Kind.MESH:
                        self._hear_where(link, channel, frame.payload)
                    elif frame.kind < FIRST_FREE_KIND:
                        channel.abandon(f"a frame of kind {frame.kind} in the middle of play")
                    elif (pace := link.paces.get(frame.kind)) is not None and not pace.try_spend(1):
                        link.dropped += 1
                    else:
                        await self._tell.send(Received(link.operator, frame.kind, frame.payload))
            return channel.lost

    def _hear_where(self, link: Link, channel: Channel, payload: bytes) -> None:
        try:
            said = read_mesh(payload)
        except BadFrame as error:
            channel.abandon(str(error))
            return
        if not link.hints.try_spend(1):
            self.charge(link.operator, 1)
            return
        about = self._links.get(said.operator) if isinstance(said, Where) else None
        if isinstance(said, Where) and about is not None and about is not link:
            places = [Address(*place) for place in said.places if is_usable(*place)]
            if about.hint(places):
                about.nudge()

    async def _feed(self, link: Link, channel: Channel) -> None:
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


def _places(addresses: Iterable[Address]) -> tuple[Place, ...]:
    usable = [(place.host, place.port) for place in addresses if is_usable(place.host, place.port)]
    return tuple(usable[:MAX_ADDRESSES])


@asynccontextmanager
async def open_mesh(
    *,
    sid: bytes,
    operator: int,
    key: TlsKey,
    members: Sequence[Member],
    listen: Sequence[Address],
    entropy: Entropy,
    timing: Timing | None = None,
    bounds: Bounds | None = None,
    strangers: Gate | None = None,
) -> AsyncIterator[Mesh]:
    """The mesh of one game while the body runs; ``members`` are the operators of the charter in order.

    Raises BadCertificate or CannotListen.
    """
    strangers = Gate() if strangers is None else strangers
    mesh = Mesh(sid, operator, key, members, entropy, timing or Timing(), bounds or Bounds(), strangers)
    listeners = await listen_on(listen)
    mesh.addresses = tuple(
        dict.fromkeys(Address(host, place.port) for place in bound(listeners) for host in reachable_hosts(place.host))
    )
    with mesh:
        async with background(lambda: serve(listeners, mesh.identify, mesh.attend)) as nursery:
            for link in mesh.links:
                nursery.start_soon(mesh.keep, link)
                nursery.start_soon(mesh.dial, link)
            yield mesh
