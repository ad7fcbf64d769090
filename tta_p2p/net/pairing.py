"""Pairing of two members over one connection: dialling, identifying the dialler, and agreeing on one of several.

Both ends may dial; the member with the lower number chooses which connection of the pair is used, numbers its choices
and closes what was used before. A second copy of a player (same key, another start) is turned away while the first
answers. Whoever is at none of its addresses is reached by way of another member who reaches it (``circuits``); as long
as that lasts, its addresses are tried again now and then.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

import trio

from tta_p2p.net import tls
from tta_p2p.net.addresses import Address, HostKind, peer_address
from tta_p2p.net.circuits import Circuit, Circuits
from tta_p2p.net.control import MAX_ADDRESSES, ConnectionChoice, MemberHello, Place, farewell, receive_words, send_words
from tta_p2p.net.dialling import connect, drop, first_of, patience
from tta_p2p.net.errors import BadFrame, HandshakeRefused, HelloFailed, NetError
from tta_p2p.net.folder.streams import FolderStream
from tta_p2p.net.framing import CONTROL_LIMIT, FrameKind, FrameStream
from tta_p2p.net.members import FLOODS, AgreedConnection, MemberLink, Timing
from tta_p2p.net.notices import heard_address
from tta_p2p.net.ports import Purpose
from tta_p2p.net.strangers import FAILURES, host_of
from tta_p2p.net.tasks import Hint, contain, start_hint
from tta_p2p.net.tls import Entropy, TlsKey

SEATED = "seated"
"""Why somebody is not let in: another copy of it is connected."""
DISMISSED = "left"
"""Why somebody is not let in: it has left the table."""
KNOCK = 20.0
"""What a connection beyond the rate costs the patience of the others."""


@dataclass(frozen=True, slots=True)
class MemberConnection:
    """A connection to a member, proved by TLS, and its first words."""

    link: MemberLink
    framed: FrameStream
    arrived: MemberHello
    host: str = ""
    carrier: int | None = None
    """The operator who carries it, if it is a circuit."""


class Pairing:
    """The connections of one node at one table, until each is agreed on."""

    def __init__(
        self,
        sid: bytes,
        operator: int,
        key: TlsKey,
        links: Mapping[int, MemberLink],
        entropy: Entropy,
        timing: Timing,
        turned_away: Callable[[int, str], Awaitable[None]],
        nursery: trio.Nursery,
    ) -> None:
        """``turned_away`` hears why a member refuses, a key."""
        self.addresses: tuple[Address, ...] = ()
        """Where this node listens, as it tells the others."""
        self._sid, self._operator, self._links = sid, operator, links
        self._instance = entropy(16)
        self._entropy, self._timing = entropy, timing
        self._turned_away, self._nursery = turned_away, nursery
        self.circuits = Circuits(operator, links, self._take_circuit, nursery)
        certificates = [key.certificate, *(link.member.certificate for link in links.values())]
        self._server = tls.table_server(key, certificates)
        self._client = tls.table_client(key, certificates)
        self._by_hash = {link.member.certificate_hash: link for link in links.values()}

    # Connections that come in.

    async def identify(
        self, transport: trio.SocketStream | FolderStream | Circuit, host: str = "", carrier: int | None = None
    ) -> MemberConnection | None:
        """Name the member that has dialled, and its first words; nobody else gets further than TLS."""
        stream = trio.SSLStream(transport, self._server, server_side=True)
        await stream.do_handshake()
        link = self._by_hash.get(tls.peer_hash(stream))
        if link is None:
            return None
        framed = FrameStream(stream, CONTROL_LIMIT)
        if why_not := self._turns_away(link):
            await send_words(framed, FrameKind.MESH, farewell(why_not))
            return None
        arrived = await self._hear_arrival(framed)
        await send_words(framed, FrameKind.MESH, self._arrival())
        return MemberConnection(link, framed, arrived, host, carrier)

    def _take_circuit(self, circuit: Circuit) -> None:
        start_hint(self._nursery, Hint.ARRIVAL, f"operator {circuit.carrier}", self._attend_circuit, circuit)

    async def _attend_circuit(self, circuit: Circuit) -> None:
        """Somebody has come by way of another member: the same as at the door."""
        reached: MemberConnection | None = None
        try:
            with trio.move_on_after(self._timing.handshake), suppress(*FAILURES):
                reached = await self.identify(circuit, carrier=circuit.carrier)
            if reached is not None:
                await self.attend(reached)
        finally:
            circuit.drop()

    def _turns_away(self, link: MemberLink) -> str:
        """Give the reason why a member that has dialled is not let in now, if there is one."""
        if link.dismissed:
            return DISMISSED
        if link.cut_off:
            return FLOODS
        if not link.arrivals.try_spend(1):
            link.charge(KNOCK)
            return "crowded"
        return ""

    async def attend(self, reached: MemberConnection) -> None:
        """Agree with a member that has dialled on the use of its connection, and wait until that has ended."""
        link = reached.link
        candidate: AgreedConnection | None = None
        with suppress(*FAILURES):
            candidate = await self._agree(reached)
        if candidate is not None:
            if link.dialling is not None and not link.deciding:
                link.dialling.cancel()
            await candidate.done.wait()

    # Connections that go out.

    async def dial(self, link: MemberLink) -> None:
        """Try to reach a member whenever no channel to it lives, or only one that another carries."""
        told = ""
        while not link.dismissed:
            if link.reached:
                told = ""
                with trio.move_on_after(math.inf if link.carrier is None else self._straighten()) as direct:
                    await link.down.wait()
                if not direct.cancelled_caught and link.reached:  # another took its place, perhaps a circuit
                    continue
            if not link.reached:
                wait = max(self._wait(link), link.cut_off_until - trio.current_time())
                nudged = link.nudged
                with trio.move_on_after(wait):
                    await nudged.wait()
            if (link.reached and link.carrier is None) or link.cut_off or link.dismissed:
                continue
            link.attempts += not link.reached
            candidate: AgreedConnection | None = None
            origin = f"operator {link.operator}"
            with trio.CancelScope() as link.dialling, contain(Hint.DIALLING, origin):
                try:
                    candidate = await self._dial_once(link)
                    told = ""
                except HandshakeRefused as error:
                    if not link.reached:
                        link.why = error.why[0]
                        if told != link.why:
                            await self._turned_away(link.operator, link.why)
                        told = link.why
                except NetError as error:
                    link.why = str(error)
            link.dialling = None
            if candidate is not None:
                start_hint(self._nursery, Hint.DIALLING, origin, self._drop_at_the_end, candidate)

    @staticmethod
    async def _drop_at_the_end(candidate: AgreedConnection) -> None:
        try:
            await candidate.done.wait()
        finally:
            candidate.framed.drop()

    def _jitter(self) -> float:
        """At random between a half and one."""
        return 0.5 + int.from_bytes(self._entropy(4), "little") / 2**33

    def _straighten(self) -> float:
        return self._timing.straighten * self._jitter()

    def _wait(self, link: MemberLink) -> float:
        """Seconds until the next attempt: doubling, with jitter; none for the very first of the lower member."""
        timing = self._timing
        head_start = timing.head_start if self._operator > link.operator and link.attempts < 2 else 0.0
        if link.attempts == 0:
            return head_start
        most = timing.retry_by_post if link.by_post else timing.retry_most
        backoff = min(most, timing.retry_first * 2.0 ** min(link.attempts - 1, 20))
        return head_start + backoff * self._jitter()

    async def _dial_once(self, link: MemberLink) -> AgreedConnection:
        """Reach a member at one of its addresses; and by way of others, where it is not reached at all."""
        ways: list[Address | int] = list(link.places)
        stagger = min(self._timing.stagger, self._timing.detour / max(1, len(ways)))
        if not link.reached:
            carriers = set(self.circuits.carriers) - {link.operator}
            carriers_in_order = sorted(carriers, key=lambda one: (link.lost_by.get(one, 0.0), one))
            ways += carriers_in_order
        reached = await first_of(
            ways,
            lambda way: self.reach(link, way) if isinstance(way, Address) else self._reach_through(link, way),
            stagger,
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

    async def reach(self, link: MemberLink, place: Address) -> MemberConnection:
        """A connection to a member at one of its addresses. Raises NetError."""
        transport = await connect(place, Purpose.TABLE, patience(place, self._timing.handshake), link.lookups)
        try:
            framed, arrived = await self._introduce(link, transport, str(place))
            host = "" if place.kind is HostKind.ONION else host_of(transport)  # that of Tor's own server
            return MemberConnection(link, framed, arrived, host)
        except BaseException:
            drop(transport)
            raise

    async def _reach_through(self, link: MemberLink, carrier: int) -> MemberConnection:
        """A connection to a member by way of another. Raises NetError."""
        circuit = self.circuits.open(carrier, link.operator)
        try:
            framed, arrived = await self._introduce(link, circuit, f"the other end of what operator {carrier} carries")
            return MemberConnection(link, framed, arrived, carrier=carrier)
        except BaseException:
            circuit.drop()
            raise

    async def _introduce(
        self, link: MemberLink, transport: trio.SocketStream | FolderStream | Circuit, place: str
    ) -> tuple[FrameStream, MemberHello]:
        """Make sure who is there, and exchange the first words. Raises NetError."""
        with trio.move_on_after(self._timing.handshake):
            stream = trio.SSLStream(transport, self._client)
            try:
                await stream.do_handshake()
            except trio.BrokenResourceError as error:
                raise HelloFailed(f"whoever answers at {place} is not of this table") from error
            if tls.peer_hash(stream) != link.member.certificate_hash:
                raise HelloFailed(f"another member of this table answers at {place}")
            framed = FrameStream(stream, CONTROL_LIMIT)
            await send_words(framed, FrameKind.MESH, self._arrival())
            return framed, await self._hear_arrival(framed)
        raise HelloFailed(f"whoever answers at {place} says nothing for {self._timing.handshake:g} seconds")

    # Between the two ends.

    def _arrival(self) -> MemberHello:
        return MemberHello(self._sid, self._instance, places_of(self.addresses))

    async def _hear_arrival(self, framed: FrameStream) -> MemberHello:
        arrived = await receive_words(framed, FrameKind.MESH, MemberHello)
        if arrived.sid != self._sid:
            raise BadFrame("it sits at another table")
        return arrived

    async def _agree(self, reached: MemberConnection) -> AgreedConnection:
        """The lower member chooses this connection, the other consents; either may know of another copy."""
        timing = self._timing
        link, framed, arrived = reached.link, reached.framed, reached.arrived
        with trio.fail_after(timing.handshake + timing.probe):
            if self._operator < link.operator:
                async with link.choosing:  # one after the other, so that there is no second thought
                    if self._crossed(link, arrived):
                        raise HelloFailed("both have dialled, and the other connection is in use")
                    if await self._detours_needlessly(reached):
                        raise HelloFailed("there is a direct connection already")
                    await self._refuse_second_copy(link, framed, arrived)
                    link.number = number = link.number + 1
                    await send_words(framed, FrameKind.MESH, ConnectionChoice(number))
                    if await receive_words(framed, FrameKind.MESH, ConnectionChoice) != ConnectionChoice(number):
                        raise BadFrame("it consents to another choice")
                    return self._take(reached, number)
            else:
                chosen = await receive_words(framed, FrameKind.MESH, ConnectionChoice)
                await self._refuse_second_copy(link, framed, arrived)
                number = chosen.number
                live = link.live or link.next
                if live is not None and live.instance == arrived.instance and live.number >= number:
                    raise BadFrame("a later connection was chosen")
                await send_words(framed, FrameKind.MESH, chosen)
                return self._take(reached, number)

    def _take(self, reached: MemberConnection, number: int) -> AgreedConnection:
        """Let a connection take the place of the one in use."""
        link = reached.link
        candidate = AgreedConnection(reached.framed, reached.arrived.instance, number, reached.carrier)
        if link.next is not None:
            link.next.done.set()
        link.next = candidate
        link.down.set()
        link.down = trio.Event()
        link.arrived.set()
        if link.serving is not None:
            link.serving.cancel()
        self._learn_places(reached)
        return candidate

    def _crossed(self, link: MemberLink, arrived: MemberHello) -> bool:
        """Whether this connection was begun before its maker knew that there is one already."""
        young = trio.current_time() - link.since < self._timing.crossing
        return link.next is not None or (link.live is not None and link.live.instance == arrived.instance and young)

    async def _detours_needlessly(self, reached: MemberConnection) -> bool:
        live = reached.link.live
        if reached.carrier is None or live is None or live.carrier is not None:
            return False
        return live.instance == reached.arrived.instance and await live.channel.alive(self._timing.probe)

    async def _refuse_second_copy(self, link: MemberLink, framed: FrameStream, arrived: MemberHello) -> None:
        live = link.live
        if live is None or live.instance == arrived.instance:
            return
        if await live.channel.alive(self._timing.probe):
            await send_words(framed, FrameKind.MESH, farewell(SEATED))
            raise HandshakeRefused("this player is seated already, from another place").because(SEATED)
        live.channel.abandon("replaced")

    def _learn_places(self, reached: MemberConnection) -> None:
        link, host = reached.link, reached.host
        link.told = addresses_of(reached.arrived.places)
        if host:
            plain, _, zone = host.partition("%")
            ports = [place.port for place in link.told if place.kind is not HostKind.ONION]
            seen = heard_address(plain, ports[0], zone) if ports else None
            # Whoever comes by way of Tor, or a tunnel, seems to be here.
            tunnelled = seen is not None and seen.is_loopback and not any(place.is_loopback for place in link.told)
            link.seen = None if tunnelled else seen


def places_of(addresses: Iterable[Address]) -> tuple[Place, ...]:
    """As many of these addresses as are told to members, as they are told."""
    usable = [peer_address(place.host, place.port) for place in addresses]
    return tuple((place.host, place.port) for place in usable if place is not None)[:MAX_ADDRESSES]


def addresses_of(places: Iterable[Place]) -> tuple[Address, ...]:
    """The addresses, each once, among what members tell."""
    told = (peer_address(*place) for place in places)
    return tuple(dict.fromkeys(place for place in told if place is not None))
