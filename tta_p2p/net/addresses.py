"""Addresses: what people write, ``HOST:PORT#FINGERPRINT``, and what others tell.

An `Address` is sound by construction: what a resolver, an encoder of names or the system would choke on is none.
"""

from __future__ import annotations

import base64
import enum
import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from protocol.wire import digest
from tta_p2p.net.errors import BadAddress
from tta_p2p.net.onions import ONION, is_onion

FINGERPRINT_LETTERS = 26
"""Letters of a fingerprint: 130 bits in base 32, of which the last two are zero."""

FOLDER = ".folder"
"""How hosts end that are tables in the folder of a node: no resolver hears of them, and nobody is told of them."""

ANYWHERE = "*"
"""The host that means: every address of this machine, IPv4 and IPv6."""

MAX_NAME = 253
"""Letters of the name of a machine (RFC 1035, without the dot at its end)."""

_NAME = re.compile(r"[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*")
_TABLE = re.compile(r"[0-9a-f]{16}")
"""The number of a table in a folder."""
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""The last label of what resolvers read as an IPv4 address, however it is written."""
_ZONE = re.compile(r"[A-Za-z0-9_.:@+~=-]{1,15}")
"""The name of a network interface of this machine."""


class HostKind(enum.Enum):
    """The way by which a host is reached."""

    IP = "ip"
    NAME = "name"
    """A resolver knows its addresses."""
    ONION = "onion"
    """By way of Tor, never by a resolver."""
    FOLDER = "folder"
    """By way of a folder that both ends have, never by a resolver."""
    ANYWHERE = "anywhere"
    """Not at all: it stands for every address of this machine, to listen at."""


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """The address of a peer; with a fingerprint, that key must answer there. Raises BadAddress for an unsound host.

    >>> parse_address("[::1]:7777")
    Address(host='::1', port=7777, fingerprint='')
    >>> str(Address("Table.Example.org", 7777))
    'table.example.org:7777'

    ``host``: an IP address in its shortest spelling, with a zone only where it is link-local and only on this machine;
    or a name in small letters without a dot at its end, that of an onion service with the right checksum; or ``*``.
    ``port``: 0 (any, to listen at) to 65535.
    """

    host: str
    port: int
    fingerprint: str = ""
    kind: HostKind = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Write the host in the one way, and find out of which kind it is."""
        sound = _sound(self.host)
        if sound is None or not 0 <= self.port <= 65535:
            shown = ascii(self.host[:60])
            raise BadAddress(f"{shown} is neither an IP address nor the name of a machine").because(
                "address-host", shown, shown
            )
        object.__setattr__(self, "host", sound[0])
        object.__setattr__(self, "kind", sound[1])

    def __str__(self) -> str:
        """The address as ``parse_address`` reads it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}" + (f"#{self.fingerprint}" if self.fingerprint else "")

    @property
    def is_loopback(self) -> bool:
        """Whether only programs on the same computer can be there."""
        return self.kind is HostKind.IP and ipaddress.ip_address(self.host).is_loopback

    @property
    def is_link_local(self) -> bool:
        """Whether it means something on one cable or radio alone."""
        return self.kind is HostKind.IP and ":" in self.host and ipaddress.ip_address(self.host).is_link_local

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
    sound = _sound(host)
    if bracketed and (sound is None or ":" not in host):
        raise BadAddress(f"{shown!r}: what stands in brackets is not an IPv6 address").because("address-ip6", shown)
    if sound is None and host.lower().endswith(ONION):
        error = BadAddress(f"{shown!r}: this is no onion address; a letter is wrong or missing, copy it whole")
        raise error.because("address-onion", shown)
    if sound is None or (sound[1] is HostKind.ANYWHERE and not listening):
        error = BadAddress(f"{shown!r}: {host[:60]!r} is neither an IP address nor the name of a machine")
        raise error.because("address-host", shown, host[:60])
    return Address(host, port, key)


def peer_address(host: str, port: int, fingerprint: str = "") -> Address | None:
    """The address that another peer tells; None where nobody could dial it, or where it is not one machine.

    A zone names an interface of the machine that tells it, and is none of ours.
    """
    try:
        address = Address(host, port, fingerprint)
    except BadAddress:
        return None
    if address.kind is HostKind.FOLDER:
        return None
    if port == 0 or address.kind is HostKind.ANYWHERE or "%" in address.host:
        return None
    if address.kind is HostKind.IP:
        ip = ipaddress.ip_address(address.host)
        if ip.is_multicast or ip.is_unspecified or (ip.version == 4 and ip.is_reserved):
            return None
    return address


def peer_addresses(texts: Iterable[str]) -> tuple[Address, ...]:
    """The addresses, each once and without fingerprints, among what somebody else tells as ``HOST:PORT``."""
    found: dict[Address, None] = {}
    for text in texts:
        try:
            place = parse_address(text)
        except BadAddress:
            continue
        told = peer_address(place.host, place.port)
        if told is not None:
            found[told] = None
    return tuple(found)


def _sound(host: str) -> tuple[str, HostKind] | None:
    """A host in its one spelling, and its kind; None for what is no host."""
    if host == ANYWHERE:
        return host, HostKind.ANYWHERE
    if len(host) > MAX_NAME + 1 or not host.isascii():
        return None
    ip = _ip(host)
    if ip is not None:
        return ip, HostKind.IP
    name = host.lower().removesuffix(".")
    if name == ONION[1:] or name.endswith(ONION):
        return (name, HostKind.ONION) if is_onion(name) else None
    if name == FOLDER[1:] or name.endswith(FOLDER):
        return (name, HostKind.FOLDER) if _TABLE.fullmatch(name.removesuffix(FOLDER)) else None
    if not _NAME.fullmatch(name) or _NUMBER.fullmatch(name.rpartition(".")[2]) or not _is_encodable(name):
        return None
    return name, HostKind.NAME


def _ip(host: str) -> str | None:
    """An IP address in its shortest spelling, IPv4 where IPv6 only wraps it; None for what is none."""
    plain, percent, zone = host.partition("%")
    try:
        ip = ipaddress.ip_address(plain)
    except ValueError:
        return None
    if percent:
        sound = ip.version == 6 and ip.is_link_local and _ZONE.fullmatch(zone)
        return f"{ip}%{zone}" if sound else None
    return str(ip.ipv4_mapped or ip) if isinstance(ip, ipaddress.IPv6Address) else str(ip)


def _is_encodable(name: str) -> bool:
    """Whether every encoder of names takes it as it stands."""
    import idna  # costs what only those need who read names

    try:
        return idna.encode(name).decode() == name
    except UnicodeError:  # what idna raises, too
        return False
