"""Kinds and states of network interfaces: a cable or radio, a bridge of containers, a tunnel of a VPN; up or down.

The system is asked (`/sys/class/net` on Linux, the interface's flags elsewhere too); where it says nothing, the name of
the interface speaks. Everything here is a hint, and a wrong one changes the order of addresses, nothing else.
"""

from __future__ import annotations

import enum
import fcntl
import ipaddress
import re
import socket
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

SYSTEM = Path("/sys/class/net")
FLAGS = {"linux": 0x8913, "darwin": 0xC0206911}
"""The request SIOCGIFFLAGS."""
UP, RUNNING = 0x1, 0x40
TUNNEL_TYPES = frozenset({512, 768, 769, 776, 778, 65534})
"""Kinds of hardware (ARPHRD) that are none: PPP, IP in IP, 6in4, GRE, and devices of programs without Ethernet."""

CONTAINERS = re.compile(
    r"(docker|br-[0-9a-f]{6,}|virbr|veth|vnet|podman|cni|lxc|lxd|incus|nerdctl|flannel|cali|vboxnet|vmnet|bridge1\d\d"
    r"|vethernet|waydroid|kube)",
    re.IGNORECASE,
)
"""How the interfaces are called through which a computer reaches containers and machines of its own."""
TUNNELS = re.compile(r"(tun|tap|utun|feth|ppp|ipsec|wg|zt|ham|tailscale|ygg|nebula|nordlynx|proton)", re.IGNORECASE)
VPNS = (
    ("Tailscale", re.compile(r"tailscale", re.IGNORECASE)),
    ("ZeroTier", re.compile(r"zt|zerotier|feth", re.IGNORECASE)),
    ("WireGuard", re.compile(r"wg|wireguard", re.IGNORECASE)),
    ("Hamachi", re.compile(r"ham", re.IGNORECASE)),
    ("Yggdrasil", re.compile(r"ygg", re.IGNORECASE)),
    ("Nebula", re.compile(r"nebula", re.IGNORECASE)),
)
"""How the interfaces of VPNs are called, whatever the address."""
RANGES = (
    ("Tailscale", ipaddress.ip_network("100.64.0.0/10")),
    ("Tailscale", ipaddress.ip_network("fd7a:115c:a1e0::/48")),
    ("Yggdrasil", ipaddress.ip_network("200::/7")),
    ("Hamachi", ipaddress.ip_network("2620:9b::/96")),
)
"""Networks whose addresses belong to a VPN, on whichever interface (RFC 6598 is shared with providers: see `reach`)."""
CARRIER = ipaddress.ip_network("100.64.0.0/10")


class Reach(enum.StrEnum):
    """From where others reach an address; the members stand in the order in which addresses are told."""

    FORWARDED = "forwarded"
    """From where a person has said: a router forwards it, perhaps."""
    ROUTER = "router"
    """From the internet: the router says that it has opened the port."""
    ONION = "onion"
    """From everywhere, by way of Tor."""
    PUBLIC = "public"
    """From everywhere, unless a firewall stands in the way: an address of the internet."""
    NETWORK = "network"
    """From the local network."""
    VPN = "vpn"
    """From the computers of the same VPN."""
    CARRIER = "carrier"
    """From nowhere that is known: a provider shares its own address among many."""
    CONTAINERS = "containers"
    """From containers and virtual machines of this computer."""
    DOWN = "down"
    """From nowhere: the interface is down, or its cable is out."""
    HERE = "here"
    """From this computer alone."""


@dataclass(frozen=True, slots=True)
class InterfaceState:
    """The system's state of an interface; a bridge that joins ``hardware`` is part of the local network."""

    up: bool = True
    bridge: bool = False
    hardware: bool = False
    tunnel: bool = False
    wireguard: bool = False
    known: bool = False
    """Whether the system says of what kind it is at all."""


def look_at(name: str, system: Path = SYSTEM) -> InterfaceState:
    """Ask the system about an interface."""
    folder = system / name
    up = _flagged_up(name)
    try:
        known = folder.is_dir()
    except (OSError, ValueError):
        known = False
    if not known:
        return InterfaceState(up)
    state = _read(folder / "operstate")
    kind = _read(folder / "type")
    members = [one.name for one in _listed(folder / "brif")]
    event = _read(folder / "uevent")
    return InterfaceState(
        up and state not in ("down", "lowerlayerdown", "notpresent", "dormant"),
        bridge=(folder / "bridge").is_dir(),
        hardware=any((system / one / "device").exists() for one in (name, *members)),
        tunnel=(folder / "tun_flags").exists() or (kind.isdecimal() and int(kind) in TUNNEL_TYPES),
        wireguard="DEVTYPE=wireguard" in event.split(),
        known=True,
    )


def reach(name: str, address: str, link: InterfaceState, *, default: bool) -> tuple[Reach, str]:
    """From where others reach this address of an interface, and what its VPN is called; empty for none or no known one.

    ``default``: whether the way to the rest of the world goes through it.
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if ip.is_loopback:
        return Reach.HERE, ""
    if not link.up:
        return Reach.DOWN, ""
    if vpn := _vpn(name, ip, link, default):
        return Reach.VPN, vpn.strip()
    if default and ip.version == 4 and ip in CARRIER:
        return Reach.CARRIER, ""
    if not default and not link.hardware and (link.bridge or CONTAINERS.match(name)):
        return Reach.CONTAINERS, ""
    return (Reach.PUBLIC if ip.is_global else Reach.NETWORK), ""


def _vpn(name: str, ip: ipaddress.IPv4Address | ipaddress.IPv6Address, link: InterfaceState, default: bool) -> str:
    """Name the VPN of an address, by a space where the name is unknown; empty if it belongs to none."""
    named = next((called for called, pattern in VPNS if pattern.match(name)), "")
    tunnel = link.tunnel or link.wireguard or (not link.hardware and TUNNELS.match(name) is not None)
    for called, network in RANGES:
        if ip.version == network.version and ip in network and (tunnel or not default):
            return called
    if link.wireguard:
        return "WireGuard"
    return (named or " ") if tunnel else ""


def _flagged_up(name: str) -> bool:
    """Whether an interface is up and running, as its flags say; where they cannot be read it counts as up."""
    request = FLAGS.get(sys.platform)
    if request is None:
        return True
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            answer = fcntl.ioctl(probe, request, struct.pack("16sH30x", name.encode()[:15], 0))
    except OSError:
        return True
    (flags,) = struct.unpack_from("H", answer, 16)
    return bool(flags & UP) and bool(flags & RUNNING)


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
