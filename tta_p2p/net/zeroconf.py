"""Discovery by multicast DNS: the zeroconf library in its own threads, bridged to Trio, nothing of it trusted.

The library's callbacks run in its threads and only pass on names; what a name stands for is taken from its cache or
asked for in a worker thread, a few at a time, so that junk on the network cannot hold up real tables.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

import trio
from zeroconf import (
    Error,
    IPVersion,
    ServiceBrowser,
    ServiceInfo,
    ServiceStateChange,
    Zeroconf,
)

from tta_p2p.net.addresses import Interface
from tta_p2p.net.addresses import interfaces as machine_interfaces
from tta_p2p.net.errors import NoMulticast
from tta_p2p.net.notices import MOST_TABLES, Event, Found, Notice, Withdrawn, read_notice, write_notice
from tta_p2p.net.scopes import background

TYPE = "_tta-p2p._tcp.local."
GROUP = "224.0.0.251"
ASK_MILLISECONDS = 1500
ASKERS = 8
MOST_NAMES = 1024
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


def multicast_addresses(wanted: Sequence[str] = ()) -> tuple[str, ...]:
    """Those of the wanted addresses (default: all of IPv4 of this machine, and of IPv6 where others are reached only by
    that) where multicast works.
    """
    candidates = wanted or [i.address for i in machine_interfaces() if i.version == 4]
    found = [address for address in dict.fromkeys(candidates) if multicast_works(address)]
    if not wanted and all(ipaddress.ip_address(address).is_loopback for address in found):
        found += [i.address for i in _ipv6_addresses()]
    return tuple(found)


def _version(addresses: Sequence[str]) -> IPVersion:
    both = {":" in address for address in addresses}
    return IPVersion.All if len(both) == 2 else IPVersion.V6Only if True in both else IPVersion.V4Only


def _ipv6_addresses() -> list[Interface]:
    """The IPv6 addresses of this machine that others can be told."""
    return [i for i in machine_interfaces() if i.version == 6 and "%" not in i.address and not i.loopback]


class ZeroconfDiscovery:
    """Announcing and browsing on some addresses of this machine; made by ``open_zeroconf``."""

    def __init__(self, zeroconf: Zeroconf, addresses: Sequence[str]) -> None:
        self._zeroconf = zeroconf
        self._addresses = tuple(addresses)
        self._infos: dict[str, ServiceInfo] = {}
        self._listening: dict[str, tuple[str, ...]] = {}
        self._known: dict[str, Found] = {}
        self._asking: set[str] = set()
        self._send, self._events = trio.open_memory_channel[Event](MOST_TABLES)
        self._changes, self._names = trio.open_memory_channel[tuple[str, bool]](MOST_NAMES)
        self._askers = trio.CapacityLimiter(ASKERS)

    @property
    def events(self) -> trio.MemoryReceiveChannel[Event]:
        """What is found and lost."""
        return self._events

    def _reachable(self, listening: Sequence[str]) -> tuple[str, ...]:
        """The addresses among those of this discovery where somebody listens, and IPv6 ones beside them."""
        adapters = {one.name for one in machine_interfaces() if one.address in self._addresses}
        mine = [*self._addresses, *(one.address for one in _ipv6_addresses() if one.name in adapters)]
        heard = [one for one in mine if ("::" if ":" in one else "0.0.0.0") in listening or one in listening]
        return tuple(dict.fromkeys(heard or (one for one in listening if one not in ("0.0.0.0", "::"))))

    async def announce(self, notice: Notice, listening: Sequence[str] = ("0.0.0.0",)) -> None:
        """Tell the network of a table; takes about a second the first time. Raises NoMulticast."""
        self._listening.setdefault(notice.name, tuple(listening))
        places = self._reachable(self._listening[notice.name])
        info = ServiceInfo(
            TYPE,
            f"{notice.name}.{TYPE}",
            port=notice.port,
            addresses=[ipaddress.ip_address(place).packed for place in places],
            properties=write_notice(notice),
            server=f"{notice.name}.local.",
        )
        old = self._infos.get(notice.name)
        self._infos[notice.name] = info
        try:
            # Cooperating: our fingerprint is in the name, so whoever else claims it cannot make us change it.
            announce = self._zeroconf.register_service if old is None else self._zeroconf.update_service
            arguments = {"cooperating_responders": True} if old is None else {}
            await trio.to_thread.run_sync(lambda: announce(info, **arguments))
        except (OSError, Error) as error:
            del self._infos[notice.name]
            with suppress(OSError, Error):  # or another attempt finds half of this one in the way
                await trio.to_thread.run_sync(self._zeroconf.unregister_service, info)
            reason = str(error) or type(error).__name__
            raise NoMulticast(f"the table could not be announced ({reason}); {ADVICE}").because(
                "no-multicast"
            ) from error

    async def withdraw(self, notice: Notice) -> None:
        """Tell the network that a table is no more."""
        self._listening.pop(notice.name, None)
        info = self._infos.pop(notice.name, None)
        if info is not None:
            with suppress(OSError, Error):
                await trio.to_thread.run_sync(self._zeroconf.unregister_service, info)

    def changed(self, name: str, removed: bool) -> None:
        """In Trio's thread: a name has come, changed or gone."""
        with suppress(trio.WouldBlock, trio.ClosedResourceError, trio.BrokenResourceError):
            self._changes.send_nowait((name, removed))

    async def look(self) -> None:
        """Find out what the names stand for, for ever."""
        async with trio.open_nursery() as nursery:
            async for name, removed in self._names:
                if removed:
                    self._lose(name)
                    continue
                info = ServiceInfo(TYPE, name)
                if info.load_from_cache(self._zeroconf):
                    self._find(name, info)
                elif name not in self._asking and len(self._asking) < MOST_TABLES:
                    self._asking.add(name)
                    nursery.start_soon(self._ask, name, info)

    async def _ask(self, name: str, info: ServiceInfo) -> None:
        try:
            answered = await trio.to_thread.run_sync(
                lambda: info.request(self._zeroconf, ASK_MILLISECONDS),
                limiter=self._askers,
                abandon_on_cancel=True,
            )
        except (OSError, Error):
            return
        finally:
            self._asking.discard(name)
        if answered:
            self._find(name, info)

    def _find(self, name: str, info: ServiceInfo) -> None:
        texts = {
            key.decode("utf-8", "replace"): (value or b"").decode("utf-8", "replace")
            for key, value in info.properties.items()
        }
        found = read_notice(texts, info.parsed_addresses(IPVersion.All), info.port or 0)
        # The name must be the one that follows from the texts, or two records could pass for one table.
        if found is None or name.lower() != f"{found.notice.name}.{TYPE}".lower():
            return
        if self._known.get(name) != found and (name in self._known or len(self._known) < MOST_TABLES):
            self._known[name] = found
            self._emit(found)

    def _lose(self, name: str) -> None:
        found = self._known.pop(name, None)
        if found is not None:
            self._emit(Withdrawn(found.notice.name))

    def _emit(self, event: Event) -> None:
        with suppress(trio.WouldBlock):  # whoever does not listen misses hints, nothing more
            self._send.send_nowait(event)

    def close(self) -> None:
        """In a worker thread: say goodbye for every table, and stop the library's threads."""
        self._zeroconf.close()


@asynccontextmanager
async def open_zeroconf(wanted: tuple[str, ...] = ()) -> AsyncIterator[ZeroconfDiscovery]:
    """Multicast DNS on these addresses of this machine (see ``multicast_addresses``). Raises NoMulticast."""
    addresses = await trio.to_thread.run_sync(multicast_addresses, wanted)
    if not addresses:
        raise NoMulticast(ADVICE).because("no-multicast")
    # Explicit addresses, because the default joins on 0.0.0.0 and fails where there is no default route.
    try:
        library = await trio.to_thread.run_sync(
            lambda: Zeroconf(interfaces=list(addresses), ip_version=_version(addresses))
        )
    except (OSError, RuntimeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or error
        raise NoMulticast(f"{ADVICE} ({reason})").because("no-multicast") from error
    discovery = ZeroconfDiscovery(library, addresses)
    token = trio.lowlevel.current_trio_token()

    def on_change(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        with suppress(trio.RunFinishedError):  # in a thread of the library
            token.run_sync_soon(discovery.changed, name, state_change is ServiceStateChange.Removed)

    browser: ServiceBrowser | None = None
    try:
        browser = await trio.to_thread.run_sync(lambda: ServiceBrowser(library, TYPE, handlers=[on_change]))
        async with background(discovery.look):
            yield discovery
    finally:
        with trio.CancelScope(shield=True):
            if browser is not None:
                await trio.to_thread.run_sync(browser.cancel)
            await trio.to_thread.run_sync(discovery.close)
