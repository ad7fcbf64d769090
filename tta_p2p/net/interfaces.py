"""The addresses of this computer, in the order in which others are told of them, each with what it is."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass

from tta_p2p.net.addresses import ANYWHERE, Address
from tta_p2p.net.links import InterfaceState, Reach, look_at, reach

ELSEWHERE = {4: "192.0.2.1", 6: "2001:db8::1"}
"""Addresses of documentation, behind the default route of every computer that has one; nothing is sent there."""
TOLD = frozenset({Reach.FORWARDED, Reach.ROUTER, Reach.ONION, Reach.PUBLIC, Reach.NETWORK, Reach.VPN})
"""What others may reach; the rest is told only where there is nothing of this."""

MAX_INVITED = 4
"""Addresses in one invitation: it is to be read, and to fit into a picture that a telephone reads."""


@dataclass(frozen=True, slots=True)
class Interface:
    """One address of one network interface of this computer; ``bits`` is the length of its network's prefix.

    ``vpn``: what the VPN is called that it belongs to, if that is known. ``default``: the way to the rest of the world
    begins at this address.
    """

    name: str
    address: str
    bits: int
    reach: Reach = Reach.NETWORK
    vpn: str = ""
    default: bool = False

    @property
    def version(self) -> int:
        """4 or 6."""
        return ipaddress.ip_address(self.address).version

    @property
    def loopback(self) -> bool:
        """Whether only this computer can reach it."""
        return self.reach is Reach.HERE

    @property
    def local(self) -> bool:
        """Whether the address only means something on its own cable (link-local IPv6): others cannot be told of it."""
        return "%" in self.address


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address of a node, with its reach and its interface; ``vpn`` as in `Interface`."""

    address: Address
    reach: Reach = Reach.NETWORK
    vpn: str = ""
    interface: str = ""


def interfaces() -> tuple[Interface, ...]:
    """The addresses of this computer, those that others can most likely reach first."""
    import ifaddr  # costs what only those need who listen

    found: set[tuple[str, str, int]] = set()
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if isinstance(ip.ip, str):
                found.add((adapter.nice_name, ip.ip, ip.network_prefix))
            else:
                host, _, scope = ip.ip
                address = f"{host}%{adapter.name}" if scope and host.startswith("fe80") else host
                found.add((adapter.nice_name, address, ip.network_prefix))
    return in_order(found, {name: look_at(name) for name, _, _ in found}, default_addresses())


def in_order(
    found: Iterable[tuple[str, str, int]], links: dict[str, InterfaceState], default: Iterable[str]
) -> tuple[Interface, ...]:
    """Put addresses (interface, address, bits) in order; ``default``: those at which the default routes begin."""
    begins = frozenset(default)
    found = list(found)
    ways = {name for name, address, _ in found if address in begins}
    told = []
    for name, address, bits in found:
        to, vpn = reach(name, address, links.get(name, InterfaceState()), default=name in ways)
        told.append(Interface(name, address, bits, to, vpn, address in begins))
    return tuple(sorted(told, key=_rank))


def _rank(one: Interface) -> tuple[object, ...]:
    ranks = list(Reach)
    # An address of the internet on an interface of the local network is no better than its other ones: IPv6 has both.
    rank = ranks.index(Reach.NETWORK if one.reach is Reach.PUBLIC else one.reach)
    return (rank, one.local, one.version, not one.default, one.name, ipaddress.ip_address(one.address))


def reach_of(host: str, mine: Iterable[Interface]) -> tuple[Reach, str]:
    """By which way somebody at an address is reached from here, and what its VPN is called, as far as that shows.

    The interface speaks in whose network the address is; where there is none, the address itself.
    """
    try:
        ip = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:  # a name
        return Reach.PUBLIC, ""
    for one in mine:
        if one.version != ip.version or one.local or one.bits == ip.max_prefixlen:
            continue
        if ip in ipaddress.ip_network(f"{one.address}/{one.bits}", strict=False):
            return one.reach, one.vpn
    return reach("", host, InterfaceState(), default=False)


def default_addresses() -> tuple[str, ...]:
    """The addresses of this computer at which its ways to the rest of the world begin, IPv4 before IPv6."""
    found = []
    for family, version in ((socket.AF_INET, 4), (socket.AF_INET6, 6)):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((ELSEWHERE[version], 9))
                found.append(str(probe.getsockname()[0]))
        except OSError:  # no such route, or no such protocol here
            continue
    return tuple(found)


def endpoints(
    listening: Iterable[Address], public: Iterable[Address] = (), opened: Iterable[Address] = ()
) -> tuple[Endpoint, ...]:
    """Give the addresses at which others can try to reach these listeners, the likeliest first.

    ``public``: where a person says that others reach it; ``opened``: where a router does. Link-local IPv6 is left out.
    """
    mine = interfaces()
    found = [Endpoint(place, Reach.FORWARDED) for place in public]
    found += [Endpoint(place, Reach.ROUTER) for place in opened]
    places = [(one, place.port) for place in listening for one in _reachable(place.host, mine)]
    ranks = {one: number for number, one in enumerate(mine)}
    places.sort(key=lambda each: ranks.get(each[0], -1))
    found += [Endpoint(Address(one.address, port), one.reach, one.vpn, one.name) for one, port in places]
    seen: dict[Address, Endpoint] = {}
    for one in found:
        seen.setdefault(one.address, one)
    return tuple(seen.values())


def worth_telling(found: Iterable[Endpoint]) -> tuple[Endpoint, ...]:
    """Those that others may reach from elsewhere; where there is none, all."""
    found = tuple(found)
    return tuple(one for one in found if one.reach in TOLD) or found


def for_invitations(found: Iterable[Endpoint]) -> tuple[Address, ...]:
    """The addresses that an invitation names: one of IPv4 and one of IPv6 for each interface, `MAX_INVITED` in all."""
    chosen: dict[tuple[object, ...], Address] = {}
    worth = worth_telling(found)
    for one in worth if any(one.reach in TOLD for one in worth) else worth[:1]:
        public = one.address if one.reach in (Reach.FORWARDED, Reach.ROUTER, Reach.ONION) else None
        chosen.setdefault((one.interface, public, ":" in one.address.host), one.address)
    return tuple(chosen.values())[:MAX_INVITED]


def has_link_local() -> bool:
    """Whether an interface that is up has an address that only its own cable understands (link-local IPv6)."""
    return any(one.local and one.reach in TOLD for one in interfaces())


def reachable_hosts(bound: str) -> tuple[str, ...]:
    """The hosts under which others can try to reach a listener on this host (link-local IPv6 left out)."""
    return tuple(one.address for one in _reachable(bound, interfaces()))


def _reachable(bound: str, mine: Iterable[Interface]) -> list[Interface]:
    if bound not in (ANYWHERE, "0.0.0.0", "::"):
        named = [one for one in mine if one.address == bound]
        return named[:1] or [Interface("", bound, 0, *reach("", bound, InterfaceState(), default=True))]
    versions = {ANYWHERE: (4, 6), "0.0.0.0": (4,), "::": (6,)}[bound]
    return [one for one in mine if one.version in versions and not one.local]
