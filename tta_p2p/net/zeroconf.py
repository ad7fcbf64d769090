"""Discovery by multicast DNS: the zeroconf library in its own threads, bridged to Trio, nothing of it trusted.

The library's callbacks run in its threads and only pass on names; what a name stands for is taken from its cache or
asked for in a worker thread, a few at a time, so that junk on the network cannot hold up real tables.

There is one instance of the library for each network interface, which tells of the addresses that this computer has
there: whoever asks gets what works where they are.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

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
    Event,
    Notice,
    TableFound,
    TableWithdrawn,
    addresses_in_order,
    read_notice,
    read_service,
    write_notice,
)
from tta_p2p.net.scopes import background
from tta_p2p.net.tasks import Hint, contain, start_hint, start_part

TYPE = "_tta-p2p._tcp.local."
GROUP = "224.0.0.251"
ASK_MILLISECONDS = 1500
ASKERS = 8
MAX_OUTLETS = 8
"""Interfaces on which tables are announced and looked for: each takes a thread."""
MAX_NAMES = 1024
"""Changes that wait to be looked at; more at once are dropped, and come again when they are announced again."""

ADVICE = "there is no multicast here; ask the host for HOST:PORT (with #FINGERPRINT) and use that"


def multicast_works(address: str) -> bool:
    """Whether this address of this machine can join the group of multicast DNS (of IPv6 that shows when it is used)."""
    if ":" in address:
        return True
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            mine = socket.inet_aton(address)
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + mine)
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, mine)
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

    Where an interface has IPv4, multicast goes that way, and what it has of IPv6 is told as well.
    """
    mine = machine_interfaces() if mine is None else mine
    known = {one.address: one for one in mine}
    asked = [known.get(place) or Interface(place, place, 0) for place in dict.fromkeys(wanted)]
    if not wanted:
        asked = [one for one in mine if one.reach is not Reach.DOWN and not one.local]
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
    """One instance of the library, at one outlet."""

    def __init__(self, outlet: Outlet, library: Zeroconf) -> None:
        self.outlet, self.library = outlet, library
        self.infos: dict[str, ServiceInfo] = {}
        self.browser: ServiceBrowser | None = None

    def places(self, listening: Sequence[str]) -> tuple[str, ...]:
        """The addresses that are told here, among those at which somebody listens."""
        mine = self.outlet.addresses
        return tuple(one for one in mine if ("::" if ":" in one else "0.0.0.0") in listening or one in listening)

    def announce(self, notice: Notice, places: Sequence[str]) -> None:
        """In a worker thread: tell of a table, or of what has changed about it. Raises OSError, Error."""
        info = ServiceInfo(
            TYPE,
            f"{notice.name}.{TYPE}",
            port=notice.port,
            addresses=[ipaddress.ip_address(place).packed for place in places],
            properties=write_notice(notice),
            server=f"{notice.name}.local.",
        )
        old = self.infos.get(notice.name)
        self.infos[notice.name] = info
        try:
            # Cooperating: our fingerprint is in the name, so whoever else claims it cannot make us change it.
            if old is None:
                self.library.register_service(info, cooperating_responders=True)
            else:
                self.library.update_service(info)
        except (OSError, Error):
            del self.infos[notice.name]
            with suppress(OSError, Error):  # or another attempt finds half of this one in the way
                self.library.unregister_service(info)
            raise

    def withdraw(self, name: str) -> None:
        """In a worker thread: tell that a table is no more."""
        info = self.infos.pop(name, None)
        if info is not None:
            with suppress(OSError, Error):
                self.library.unregister_service(info)

    def close(self) -> None:
        """In a worker thread: say goodbye for every table, and stop the library's threads."""
        if self.browser is not None:
            self.browser.cancel()
        self.library.close()


class ZeroconfDiscovery:
    """Announcing and browsing on some interfaces of this computer; made by ``open_zeroconf``."""

    def __init__(self, stations: Sequence[_Station]) -> None:
        self._stations = tuple(stations)
        self._listening: dict[str, tuple[str, ...]] = {}
        self._known: dict[str, dict[int, TableFound]] = {}
        """What is known of a service, by the number of the station that has heard of it."""
        self._told: dict[str, TableFound] = {}
        self._asking: set[tuple[int, str]] = set()
        self._send, self._events = trio.open_memory_channel[Event](MAX_TABLES)
        self._changes, self._names = trio.open_memory_channel[tuple[int, str, bool]](MAX_NAMES)
        self._askers = trio.CapacityLimiter(ASKERS)

    @property
    def events(self) -> trio.MemoryReceiveChannel[Event]:
        """Notices found and lost."""
        return self._events

    async def announce(self, notice: Notice, listening: Sequence[str] = ("0.0.0.0",)) -> None:
        """Tell the network of a table; takes about a second the first time. Raises NoMulticast where none hears."""
        self._listening.setdefault(notice.name, tuple(listening))
        listening = self._listening[notice.name]
        where = [(station, station.places(listening)) for station in self._stations]
        if not any(places for _, places in where):  # it listens elsewhere: at an address that a person has chosen
            named = tuple(one for one in listening if one not in ("0.0.0.0", "::"))
            where = [(station, named) for station in self._stations]
        failures: list[Exception] = []

        async def tell(station: _Station, places: tuple[str, ...]) -> None:
            try:
                await trio.to_thread.run_sync(station.announce, notice, places)
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

    async def withdraw(self, notice: Notice) -> None:
        """Tell the network that a table is no more."""
        self._listening.pop(notice.name, None)
        async with trio.open_nursery() as nursery:
            for station in self._stations:
                start_part(nursery, trio.to_thread.run_sync, station.withdraw, notice.name)

    def changed(self, number: int, name: str, removed: bool) -> None:
        """In Trio's thread: a station has heard that a name has come, changed or gone."""
        service = read_service(name, TYPE)
        if service is None:
            return
        with suppress(trio.WouldBlock, trio.ClosedResourceError, trio.BrokenResourceError):
            self._changes.send_nowait((number, f"{service}.{TYPE}", removed))

    async def look(self) -> None:
        """Find out what the names stand for, for ever."""
        async with trio.open_nursery() as nursery:
            async for number, name, removed in self._names:
                with contain(Hint.DISCOVERY, name):
                    self._look_at(number, name, removed, nursery)

    def _look_at(self, number: int, name: str, removed: bool, nursery: trio.Nursery) -> None:
        if removed:
            self._lose(number, name)
            return
        info = ServiceInfo(TYPE, name)
        if info.load_from_cache(self._stations[number].library):
            self._find(number, name, info)
        elif (number, name) not in self._asking and len(self._asking) < MAX_TABLES:
            self._asking.add((number, name))
            start_hint(nursery, Hint.DISCOVERY, name, self._ask, number, name, info)

    async def _ask(self, number: int, name: str, info: ServiceInfo) -> None:
        try:
            answered = await trio.to_thread.run_sync(
                lambda: info.request(self._stations[number].library, ASK_MILLISECONDS),
                limiter=self._askers,
                abandon_on_cancel=True,
            )
        except (OSError, Error):
            return
        finally:
            self._asking.discard((number, name))
        if answered:
            self._find(number, name, info)

    def _find(self, number: int, name: str, info: ServiceInfo) -> None:
        texts = {
            key.decode("utf-8", "replace"): (value or b"").decode("utf-8", "replace")
            for key, value in info.properties.items()
        }
        found = read_notice(texts, info.parsed_addresses(IPVersion.All), info.port or 0)
        # The name must be the one that follows from the texts, or two records could pass for one table.
        if found is None or name != f"{found.notice.name.lower()}.{TYPE}":
            return
        if name in self._known or len(self._known) < MAX_TABLES:
            self._known.setdefault(name, {})[number] = found
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

    def _tell(self, name: str, newest: TableFound) -> None:
        """Tell what all stations know of a service: the newest texts, and the addresses of every network."""
        heard = self._known[name]
        everywhere = (one for number in sorted(heard) for one in heard[number].addresses)
        found = replace(newest, addresses=addresses_in_order(everywhere))
        if self._told.get(name) != found:
            self._told[name] = found
            self._emit(found)

    def _emit(self, event: Event) -> None:
        with suppress(trio.WouldBlock):  # whoever does not listen misses hints, nothing more
            self._send.send_nowait(event)


@asynccontextmanager
async def open_zeroconf(wanted: tuple[str, ...] = ()) -> AsyncIterator[ZeroconfDiscovery]:
    """Multicast DNS on these addresses of this computer (see ``outlets``). Raises NoMulticast."""
    chosen = await trio.to_thread.run_sync(outlets, wanted)
    if not chosen:
        raise NoMulticast(ADVICE).because("no-multicast")
    stations, why = list[_Station](), list[Exception]()

    async def start(outlet: Outlet) -> None:
        try:
            library = await trio.to_thread.run_sync(_Responder, outlet)
        except (OSError, RuntimeError) as error:
            why.append(error)
        else:
            stations.append(_Station(outlet, library))

    token = trio.lowlevel.current_trio_token()
    try:
        async with trio.open_nursery() as nursery:
            for outlet in chosen:
                start_part(nursery, start, outlet)
        if not stations:
            reason = (why[0].strerror if isinstance(why[0], OSError) else "") or why[0]
            raise NoMulticast(f"{ADVICE} ({reason})").because("no-multicast") from why[0]
        stations.sort(key=lambda one: chosen.index(one.outlet))
        discovery = ZeroconfDiscovery(stations)

        def browse(number: int) -> ServiceBrowser:
            def on_change(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
                with suppress(trio.RunFinishedError):  # in a thread of the library
                    removed = state_change is ServiceStateChange.Removed
                    token.run_sync_soon(discovery.changed, number, name, removed)

            return ServiceBrowser(stations[number].library, TYPE, handlers=[on_change])

        for number, station in enumerate(stations):
            station.browser = await trio.to_thread.run_sync(browse, number)
        async with background() as nursery:
            start_hint(nursery, Hint.DISCOVERY, "the local network", discovery.look, again=True)
            yield discovery
    finally:
        with trio.CancelScope(shield=True):
            async with trio.open_nursery() as nursery:
                for station in stations:
                    start_part(nursery, trio.to_thread.run_sync, station.close)
