"""Discovery by multicast DNS: the zeroconf library in its own threads, bridged to Trio, nothing of it trusted.

The library's callbacks run in its threads and only pass on names; what a name stands for is taken from its cache or
asked for in a worker thread, a few at a time, so that junk on the network cannot hold up real tables.

There is one instance of the library for each network interface, which tells of the addresses that this computer has
there: whoever asks gets what works where they are. Interfaces come and go while a laptop sleeps and wakes: they are
looked at now and then, and what is announced is announced on those that have come or have other addresses.
"""

from __future__ import annotations

import ipaddress
import itertools
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import trio
from zeroconf import (
    Error,
    IPVersion,
    ServiceBrowser,
    ServiceInfo,
    ServiceStateChange,
    Zeroconf,
)

from tta_p2p.net.errors import NoMulticast
from tta_p2p.net.interfaces import Interface
from tta_p2p.net.interfaces import interfaces as machine_interfaces
from tta_p2p.net.links import Reach
from tta_p2p.net.notices import (
    MAX_TABLES,
    Found,
    Service,
    ServiceKind,
    TableWithdrawn,
    addresses_in_order,
)
from tta_p2p.net.scopes import background
from tta_p2p.net.tasks import Hint, contain, start_hint, start_part

N = TypeVar("N")
F = TypeVar("F", bound=Found)

CALM = 5.0
"""Seconds between two looks at the interfaces of this computer."""
GROUP = "224.0.0.251"
ASK_MILLISECONDS = 1500
ASKERS = 8
GOODBYES = 3
"""How often the library is asked to end before it is left to itself; it waits for seconds each time."""
MAX_OUTLETS = 8
"""Interfaces on which tables are announced and looked for: each takes a thread."""
MAX_NAMES = 1024
"""Changes that wait to be looked at; more at once are dropped, and come again when they are announced again."""

ADVICE = "there is no multicast here; ask the host for HOST:PORT (with #FINGERPRINT) and use that"


def multicast_works(address: str) -> bool:
    """Whether this address of this machine can join the group of multicast DNS.

    Of IPv6 that shows when it is used; but an address that is just coming up is none yet.
    """
    if ":" in address:
        return _is_up(address)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            mine = socket.inet_aton(address)
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + mine)
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, mine)
        except OSError:
            return False
    return True


def _is_up(address: str) -> bool:
    """Whether programs can have an IPv6 address already: it may be looked for on its network first."""
    host, _, zone = address.partition("%")
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as probe:
            probe.bind((host, 0, 0, socket.if_nametoindex(zone) if zone else 0))
    except OSError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Outlet:
    """A network interface on which tables are announced and looked for: there, and with these addresses."""

    name: str
    at: str
    """The address of this computer at which multicast goes out and comes in."""
    addresses: tuple[str, ...]
    """The addresses that are told there."""


def outlets(wanted: Sequence[str] = (), mine: Sequence[Interface] | None = None) -> tuple[Outlet, ...]:
    """One outlet for each interface of the wanted addresses (default: each that is up), where multicast works.

    Where an interface has IPv4, multicast goes that way, and what it has of IPv6 is told as well. Link-local IPv6 is
    told where a cable or radio has nothing else: whoever hears it there knows by which interface.
    """
    mine = machine_interfaces() if mine is None else mine
    known = {one.address: one for one in mine}
    asked = [known.get(place) or Interface(place, place, 0) for place in dict.fromkeys(wanted)]
    if not wanted:
        asked = [one for one in mine if one.reach is not Reach.DOWN and not one.local]
        others = {one.name for one in asked}
        asked += [one for one in mine if one.local and one.reach is Reach.NETWORK and one.name not in others]
    found: dict[str, list[str]] = {}
    for one in sorted(asked, key=lambda one: one.version):  # the order of the interfaces stays
        found.setdefault(one.name, []).append(one.address)
    chosen = []
    for name in dict.fromkeys(one.name for one in asked):
        also = [one.address for one in mine if one.name == name and one.version == 6 and not one.local]
        at = next((place for place in found[name] if multicast_works(place)), None)
        if at is not None:
            chosen.append(Outlet(name, at, tuple(dict.fromkeys((*found[name], *also)))))
    return tuple(chosen[:MAX_OUTLETS])


class _Responder(Zeroconf):
    """The library at one outlet: it answers nobody by name who is on the network of another one.

    The system hands every instance what any of them has joined. What goes out to all goes by the outlet's interface; an
    answer to one would tell somebody elsewhere of addresses that mean nothing there, or another computer.
    """

    def __init__(self, outlet: Outlet) -> None:
        version = IPVersion.V6Only if ":" in outlet.at else IPVersion.V4Only
        self._outlet = outlet  # before a thread of the library asks
        # Explicit addresses, because the default joins on 0.0.0.0 and fails where there is no default route.
        super().__init__(interfaces=[outlet.at], ip_version=version)

    def async_send(self, out: Any, addr: str | None = None, *more: Any, **named: Any) -> None:
        """Send to all, or to one who is on this network."""
        if addr is None or is_near(addr, self._outlet):
            super().async_send(out, addr, *more, **named)


def is_near(asker: str, outlet: Outlet) -> bool:
    """Whether the way to somebody's address begins at this outlet; where nobody knows, it may."""
    host, _, scope = asker.partition("%")
    if scope:
        return scope in (outlet.name, _index(outlet.name))
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((host, 9))  # nothing is sent
            begins = str(probe.getsockname()[0])
    except OSError:
        return True
    return begins in outlet.addresses


def _index(name: str) -> str:
    try:
        return str(socket.if_nametoindex(name))
    except OSError:
        return ""


class _Station:
    """One instance of the library, at one outlet; ``number`` tells it from those before it at the same outlet."""

    def __init__(self, outlet: Outlet, library: Zeroconf, number: int) -> None:
        self.outlet, self.library, self.number = outlet, library, number
        self.infos: dict[str, ServiceInfo] = {}
        self.browser: ServiceBrowser | None = None

    def places(self, listening: Sequence[str]) -> tuple[str, ...]:
        """The addresses that are told here, among those at which somebody listens."""
        mine = self.outlet.addresses
        return tuple(one for one in mine if ("::" if ":" in one else "0.0.0.0") in listening or one in listening)

    def announce(self, kind: str, service: Service, places: Sequence[str]) -> None:
        """In a worker thread: tell of a service, or of what has changed about it. Raises OSError, Error."""
        info = ServiceInfo(
            kind,
            f"{service.name}.{kind}",
            port=service.port,
            addresses=[ipaddress.ip_address(place.partition("%")[0]).packed for place in places],
            properties=dict(service.texts),
            server=f"{service.name}.local.",
        )
        old = self.infos.get(service.name)
        self.infos[service.name] = info
        try:
            # Cooperating: nobody else can know the name beforehand, so whoever claims it cannot make us change it.
            if old is None:
                self.library.register_service(info, cooperating_responders=True)
            else:
                self.library.update_service(info)
        except (OSError, Error):
            del self.infos[service.name]
            with suppress(OSError, Error):  # or another attempt finds half of this one in the way
                self.library.unregister_service(info)
            raise

    def withdraw(self, name: str) -> None:
        """In a worker thread: tell that a service is no more."""
        info = self.infos.pop(name, None)
        if info is not None:
            with suppress(OSError, Error):
                self.library.unregister_service(info)

    def close(self) -> None:
        """In a worker thread: say goodbye for every service, and stop the library's threads.

        On a slow machine these do not answer in time. They are asked again; after that they end with the program.
        """
        if self.browser is not None:
            self.browser.cancel()
        for _ in range(GOODBYES):
            try:
                self.library.close()
            except (OSError, Error):
                continue
            return


class ZeroconfDiscovery(Generic[N, F]):
    """Announcing and browsing one kind of service on some interfaces of this computer; made by ``open_zeroconf``."""

    def __init__(self, kind: ServiceKind[N, F], wanted: Sequence[str]) -> None:
        self._kind, self._type, self._wanted = kind, f"{kind.label}.local.", tuple(wanted)
        self._stations: dict[int, _Station] = {}
        self._numbers = itertools.count()
        self._announced: dict[str, tuple[N, tuple[str, ...]]] = {}
        self._known: dict[str, dict[int, F]] = {}
        """What is known of a service, by the number of the station that has heard of it."""
        self._told: dict[str, F] = {}
        self._asking: set[tuple[int, str]] = set()
        self._send, self._events = trio.open_memory_channel[F | TableWithdrawn](MAX_TABLES)
        self._changes, self._names = trio.open_memory_channel[tuple[int, str, bool]](MAX_NAMES)
        self._askers = trio.CapacityLimiter(ASKERS)
        self._token = trio.lowlevel.current_trio_token()

    @property
    def events(self) -> trio.MemoryReceiveChannel[F | TableWithdrawn]:
        """Notices found and lost."""
        return self._events

    # The interfaces.

    async def open(self) -> Exception | None:
        """Open a station on each interface that has none, and close those of interfaces that have gone or changed.

        What is announced is announced on the new ones. Gives the first failure, for whoever needs one to work.
        """
        chosen = await trio.to_thread.run_sync(outlets, self._wanted)
        there = {station.outlet: station for station in self._stations.values()}
        gone = [there[outlet] for outlet in there if outlet not in chosen]
        failures: list[Exception] = []

        async def start(outlet: Outlet, number: int) -> None:
            try:
                library = await trio.to_thread.run_sync(_Responder, outlet)
            except (OSError, RuntimeError, Error) as error:  # an address that is just coming up: next time
                failures.append(error)
                return
            station = self._stations[number] = _Station(outlet, library, number)
            station.browser = await trio.to_thread.run_sync(self._browse, station)
            for notice, listening in list(self._announced.values()):
                with suppress(OSError, Error):
                    await self._announce_at(station, notice, station.places(listening))

        async with trio.open_nursery() as nursery:
            for station in gone:
                self._forget(station)
                start_part(nursery, trio.to_thread.run_sync, station.close)
            for outlet in chosen:
                if outlet not in there:
                    start_part(nursery, start, outlet, next(self._numbers))
        return failures[0] if failures else None

    async def follow(self) -> None:
        """Look at the interfaces now and then, for ever."""
        while True:
            await trio.sleep(CALM)
            await self.open()

    async def close(self) -> None:
        """Say goodbye everywhere."""
        async with trio.open_nursery() as nursery:
            for station in self._stations.values():
                start_part(nursery, trio.to_thread.run_sync, station.close)

    @property
    def stations(self) -> tuple[_Station, ...]:
        """The stations in the order in which others are told of their interfaces."""
        return tuple(self._stations[number] for number in sorted(self._stations))

    def _forget(self, station: _Station) -> None:
        del self._stations[station.number]
        for name in [name for name, heard in self._known.items() if station.number in heard]:
            self._lose(station.number, name)

    def _browse(self, station: _Station) -> ServiceBrowser:
        """In a worker thread."""

        def on_change(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
            with suppress(trio.RunFinishedError):  # in a thread of the library
                removed = state_change is ServiceStateChange.Removed
                self._token.run_sync_soon(self.changed, station.number, name, removed)

        return ServiceBrowser(station.library, self._type, handlers=[on_change])

    # Telling.

    async def announce(self, notice: N, listening: Sequence[str] = ("0.0.0.0",)) -> None:
        """Tell the network of a service; takes about a second the first time. Raises NoMulticast where none hears."""
        name = self._kind.write(notice).name
        listening = self._announced[name][1] if name in self._announced else tuple(listening)
        self._announced[name] = notice, listening
        where = [(station, station.places(listening)) for station in self.stations]
        if not any(places for _, places in where):  # it listens elsewhere: at an address that a person has chosen
            named = tuple(one for one in listening if one not in ("0.0.0.0", "::"))
            where = [(station, named) for station in self.stations]
        failures: list[Exception] = []

        async def tell(station: _Station, places: tuple[str, ...]) -> None:
            try:
                await self._announce_at(station, notice, places)
            except (OSError, Error) as error:
                failures.append(error)

        telling = [each for each in where if each[1]]
        async with trio.open_nursery() as nursery:
            for each in telling:
                start_part(nursery, tell, *each)
        if len(failures) == len(telling):
            error = failures[0] if failures else None
            reason = str(error) or type(error).__name__
            raise NoMulticast(f"the table could not be announced ({reason}); {ADVICE}").because(
                "no-multicast"
            ) from error

    async def _announce_at(self, station: _Station, notice: N, places: Sequence[str]) -> None:
        if places:
            await trio.to_thread.run_sync(station.announce, self._type, self._kind.write(notice), places)

    async def withdraw(self, notice: N) -> None:
        """Tell the network that a service is no more."""
        name = self._kind.write(notice).name
        self._announced.pop(name, None)
        async with trio.open_nursery() as nursery:
            for station in self.stations:
                start_part(nursery, trio.to_thread.run_sync, station.withdraw, name)

    # Hearing.

    def changed(self, number: int, name: str, removed: bool) -> None:
        """In Trio's thread: a station has heard that a name has come, changed or gone."""
        service = self._kind.read_name(name, self._type)
        if service is None:
            return
        with suppress(trio.WouldBlock, trio.ClosedResourceError, trio.BrokenResourceError):
            self._changes.send_nowait((number, f"{service}.{self._type}", removed))

    async def look(self) -> None:
        """Find out what the names stand for, for ever."""
        async with trio.open_nursery() as nursery:
            async for number, name, removed in self._names:
                with contain(Hint.DISCOVERY, name):
                    self._look_at(number, name, removed, nursery)

    def _look_at(self, number: int, name: str, removed: bool, nursery: trio.Nursery) -> None:
        station = self._stations.get(number)
        if removed or station is None:
            self._lose(number, name)
            return
        info = ServiceInfo(self._type, name)
        if info.load_from_cache(station.library):
            self._find(station, name, info)
        elif (number, name) not in self._asking and len(self._asking) < MAX_TABLES:
            self._asking.add((number, name))
            start_hint(nursery, Hint.DISCOVERY, name, self._ask, station, name, info)

    async def _ask(self, station: _Station, name: str, info: ServiceInfo) -> None:
        try:
            answered = await trio.to_thread.run_sync(
                lambda: info.request(station.library, ASK_MILLISECONDS),
                limiter=self._askers,
                abandon_on_cancel=True,
            )
        except (OSError, Error):
            return
        finally:
            self._asking.discard((station.number, name))
        if answered and station.number in self._stations:
            self._find(station, name, info)

    def _find(self, station: _Station, name: str, info: ServiceInfo) -> None:
        hosts = info.parsed_addresses(IPVersion.All)
        found = self._kind.read(info.properties, hosts, info.port or 0, station.outlet.name)
        # The name must be the one that follows from the texts, or two records could pass for one table.
        if found is None or name != f"{found.notice.name.lower()}.{self._type}":
            return
        if name in self._known or len(self._known) < MAX_TABLES:
            self._known.setdefault(name, {})[station.number] = found
            self._tell(name, found)

    def _lose(self, number: int, name: str) -> None:
        heard = self._known.get(name, {})
        if heard.pop(number, None) is None:
            return
        if heard:
            self._tell(name, next(iter(heard.values())))
        else:
            del self._known[name]
            self._emit(TableWithdrawn(self._told.pop(name).notice.name))

    def _tell(self, name: str, newest: F) -> None:
        """Tell what all stations know of a service: the newest texts, and the addresses of every network."""
        heard = self._known[name]
        everywhere = (one for number in sorted(heard) for one in heard[number].addresses)
        found = newest.at(addresses_in_order(everywhere))
        if self._told.get(name) != found:
            self._told[name] = found
            self._emit(found)

    def _emit(self, event: F | TableWithdrawn) -> None:
        with suppress(trio.WouldBlock):  # whoever does not listen misses hints, nothing more
            self._send.send_nowait(event)


@asynccontextmanager
async def open_zeroconf(
    kind: ServiceKind[N, F], wanted: tuple[str, ...] = (), *, patient: bool = False
) -> AsyncIterator[ZeroconfDiscovery[N, F]]:
    """Multicast DNS on these addresses of this computer (see ``outlets``), and on those that come later.

    ``patient``: there may be none yet. Raises NoMulticast where there is none and nobody wants to wait for one.
    """
    discovery = ZeroconfDiscovery(kind, wanted)
    try:
        failure = await discovery.open()
        if not discovery.stations and not patient:
            if failure is None:
                raise NoMulticast(ADVICE).because("no-multicast")
            reason = (failure.strerror if isinstance(failure, OSError) else "") or failure
            raise NoMulticast(f"{ADVICE} ({reason})").because("no-multicast") from failure
        async with background() as nursery:
            start_hint(nursery, Hint.DISCOVERY, "the local network", discovery.look, again=True)
            start_hint(nursery, Hint.DISCOVERY, "the interfaces of this computer", discovery.follow, again=True)
            yield discovery
    finally:
        with trio.CancelScope(shield=True):
            await discovery.close()
