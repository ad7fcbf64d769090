"""The default gateway of this computer, which alone is asked to open a port."""

from __future__ import annotations

import ipaddress
import re
import socket
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import trio

from tta_p2p.net.interfaces import default_addresses
from tta_p2p.net.router import pcp, upnp

ROUTES = Path("/proc/net/route")
ROUTES6 = Path("/proc/net/ipv6_route")
_UP, _GATEWAY = 0x1, 0x2
PATIENCE = 1.0
"""Seconds for the program that names the gateway where no file does."""


@dataclass(frozen=True, slots=True)
class Doors:
    """The UDP ports at which a router listens."""

    pcp: int = pcp.PORT
    ssdp: int = upnp.PORT


@dataclass(frozen=True, slots=True)
class Gateway:
    """A router: its address (with a zone where that is link-local), and the address of this computer towards it."""

    host: str
    own: str
    doors: Doors = Doors()

    @property
    def version(self) -> int:
        """4 or 6."""
        return 6 if ":" in self.host else 4


async def find_gateways() -> tuple[Gateway, ...]:
    """Find the default gateways beside everything else: a program may have to be asked."""
    return await trio.to_thread.run_sync(gateways, abandon_on_cancel=True)


def gateways() -> tuple[Gateway, ...]:
    """The default gateways, IPv4 before IPv6; none where nothing stands between this computer and the others."""
    own = {6 if ":" in address else 4: address for address in default_addresses()}
    found = []
    if 4 in own and (host := _gateway4()):
        found.append(Gateway(host, own[4]))
    if 6 in own and ipaddress.ip_address(own[6]).is_global and (host := read_routes6(_text(ROUTES6))):
        found.append(Gateway(host, own[6]))
    return tuple(found)


def _gateway4() -> str:
    if sys.platform == "linux":
        return read_routes(_text(ROUTES))
    try:
        command = ("route", "-n", "get", "default")
        told = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    found = re.search(r"gateway: ([0-9.]{7,15})\s", told.stdout)
    return _ip(found.group(1)) if found else ""


def read_routes(text: str) -> str:
    """The gateway of the best default route in `ROUTES`; empty if there is none, or no router stands there."""
    best: list[tuple[int, str]] = []
    for line in text.splitlines()[1:]:
        words = line.split()
        if len(words) < 8 or words[1] != "00000000" or words[7] != "00000000":
            continue
        try:
            host, flags, metric = int(words[2], 16), int(words[3], 16), int(words[6])
        except ValueError:
            continue
        if flags & _UP and host < 2**32:
            native = socket.inet_ntoa(struct.pack("=I", host)) if flags & _GATEWAY else ""
            best.append((metric, native))
    return min(best, key=lambda one: one[0])[1] if best else ""


def read_routes6(text: str) -> str:
    """The same in `ROUTES6`."""
    best: list[tuple[int, str]] = []
    for line in text.splitlines():
        words = line.split()
        if len(words) < 10 or words[0] != "0" * 32 or words[1] != "00":
            continue
        try:
            host = ipaddress.IPv6Address(bytes.fromhex(words[4]))
            metric, flags = int(words[5], 16), int(words[8], 16)
        except ValueError:
            continue
        if flags & _UP and words[9] != "lo":
            zone = f"%{words[9]}" if host.is_link_local else ""
            best.append((metric, f"{host}{zone}" if flags & _GATEWAY else ""))
    return min(best, key=lambda one: one[0])[1] if best else ""


def _ip(text: str) -> str:
    try:
        return str(ipaddress.IPv4Address(text))
    except ValueError:
        return ""


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
