"""Addresses as people write them, ``HOST:PORT#FINGERPRINT``, and the addresses of this machine."""

from __future__ import annotations

import base64
import ipaddress
import re
from dataclasses import dataclass, replace

from protocol.wire import digest
from tta_p2p.net.errors import BadAddress

FINGERPRINT_LETTERS = 26
"""Letters of a fingerprint: 130 bits in base 32, of which the last two are zero."""

ANYWHERE = "*"
"""The host that means: every address of this machine, IPv4 and IPv6."""

_HOST_NAME = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*\.?")


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """Where a peer listens; with a fingerprint, also who must answer there."""

    host: str
    port: int
    fingerprint: str = ""

    def __str__(self) -> str:
        """The address as ``parse_address`` reads it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}" + (f"#{self.fingerprint}" if self.fingerprint else "")

    @property
    def place(self) -> Address:
        """The address without the fingerprint."""
        return replace(self, fingerprint="")


def fingerprint(identity: bytes) -> str:
    """The 128-bit fingerprint of an identity key, 26 small letters and digits."""
    return base64.b32encode(digest("fingerprint", identity)[:16]).decode().rstrip("=").lower()


def is_fingerprint(text: str) -> bool:
    """Whether this is the one way to write some fingerprint."""
    if not re.fullmatch(r"[a-z2-7]{26}", text):
        return False
    raw = base64.b32decode(text.upper() + "======")
    return base64.b32encode(raw).decode().rstrip("=").lower() == text


def parse_address(text: str, *, listening: bool = False) -> Address:
    """An address from a person: ``host:port``, ``[v6]:port``, either with ``#fingerprint``. Raises BadAddress.

    ``listening``: the port may be 0 (any free one) and the host ``*`` (every address of this machine).
    """
    shown = text[:120]
    place, hash_sign, key = text.strip().partition("#")
    key = key.strip().lower().replace("-", "")
    if hash_sign and not is_fingerprint(key):
        error = BadAddress(f"{shown!r}: a fingerprint is {FINGERPRINT_LETTERS} letters and digits; copy it whole")
        raise error.because("address-fingerprint", shown, str(FINGERPRINT_LETTERS))
    bracketed = re.fullmatch(r"\[([^\[\]]+)\]:([0-9]{1,5})", place)
    plain = re.fullmatch(r"([^:\[\]]+):([0-9]{1,5})", place)
    found = bracketed or plain
    if found is None:
        hint = "; an IPv6 address stands in brackets, [::1]:7777" if place.count(":") > 1 else ""
        raise BadAddress(f"{shown!r} is not HOST:PORT{hint}").because("address-v6" if hint else "address", shown)
    host, port = found.group(1), int(found.group(2))
    if not (0 if listening else 1) <= port <= 65535:
        raise BadAddress(f"{shown!r}: a port is a number from 1 to 65535").because("address-port", shown)
    if bracketed:
        if not _is_ip(host, 6):
            raise BadAddress(f"{shown!r}: what stands in brackets is not an IPv6 address").because("address-ip6", shown)
    elif not (_is_ip(host, 4) or _is_name(host) or (listening and host == ANYWHERE)):
        error = BadAddress(f"{shown!r}: {host[:60]!r} is neither an IP address nor the name of a machine")
        raise error.because("address-host", shown, host[:60])
    return Address(host, port, key)


def _is_ip(host: str, version: int) -> bool:
    try:
        return ipaddress.ip_address(host).version == version
    except ValueError:
        return False


def _is_name(host: str) -> bool:
    numeric = re.fullmatch(r"[0-9.]+", host)
    return len(host) <= 253 and not numeric and _HOST_NAME.fullmatch(host) is not None


def is_usable(host: str, port: int) -> bool:
    """Whether a peer may tell us to dial this: the IP address or name of one machine, and a port."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return _is_name(host) and 0 < port < 65536
    return not (address.is_multicast or address.is_unspecified) and 0 < port < 65536


@dataclass(frozen=True, slots=True)
class Interface:
    """One address of one network interface of this machine; ``bits`` is the length of its network's prefix."""

    name: str
    address: str
    bits: int

    @property
    def version(self) -> int:
        """4 or 6."""
        return ipaddress.ip_address(self.address).version

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return ipaddress.ip_address(self.address).is_loopback


def interfaces() -> tuple[Interface, ...]:
    """The addresses of this machine, those that others can reach first."""
    found = []
    import ifaddr  # costs what only those need who listen

    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if isinstance(ip.ip, str):
                found.append(Interface(adapter.nice_name, ip.ip, ip.network_prefix))
            else:
                host, _, scope = ip.ip
                address = f"{host}%{adapter.name}" if scope and host.startswith("fe80") else host
                found.append(Interface(adapter.nice_name, address, ip.network_prefix))
    return tuple(sorted(set(found), key=lambda i: (i.loopback, i.version, "%" in i.address, i.name, i.address)))


def reachable_hosts(bound: str) -> tuple[str, ...]:
    """The hosts under which others can try to reach a listener on this host (link-local IPv6 left out)."""
    if bound not in (ANYWHERE, "0.0.0.0", "::"):
        return (bound,)
    versions = {ANYWHERE: (4, 6), "0.0.0.0": (4,), "::": (6,)}[bound]
    return tuple(i.address for i in interfaces() if i.version in versions and "%" not in i.address)
