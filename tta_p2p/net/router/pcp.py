"""The words of PCP (RFC 6887) and its forerunner NAT-PMP (RFC 6886), both at UDP port 5351 of a router. Pure.

Only what opens a TCP port is spoken. Every answer is a checked value, or `BadAnswer`.
"""

from __future__ import annotations

import ipaddress
import struct
from dataclasses import dataclass

from tta_p2p.net.router.answers import BadAnswer, RouterRefusal, external

PORT = 5351
"""The UDP port at which routers listen."""
LONGEST = 1100
"""Bytes of the longest message of PCP (RFC 6887, section 7)."""
VERSION = 2
"""The first byte of what is said by PCP; by NAT-PMP it is 0."""
NONCE = 12
"""Bytes by which an answer shows that it belongs to a request."""
TCP = 6
OLD_NETWORK_FAILS = 3
"""The result by which a router says by NAT-PMP that it has no outer address, or none of use."""
_HEADER = struct.Struct("!BBHI16s")
_MAP = struct.Struct("!BBHI16s12sB3sHH16s")
_MAPPED = struct.Struct("!BBBBII12s12sB3sHH16s")
_OLD_MAP = struct.Struct("!BBHHHI")
_OLD_MAPPED = struct.Struct("!BBHIHHI")
_OLD_ADDRESS = struct.Struct("!BBHI4s")
_ANSWER = 0x80
_UNKNOWN_VERSION = 1
"""The result by which either protocol says that it does not speak the other one."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An open port: where it is reached from outside (None where that is asked for apart), and for how many seconds."""

    host: str | None
    port: int
    seconds: int
    clock: int
    """Seconds for which the router has known what it knows."""


@dataclass(frozen=True, slots=True)
class Epoch:
    """A router's clock, and the time here (in seconds of one's own clock) when it was told."""

    clock: int
    at: float

    def follows(self, before: Epoch) -> bool:
        """Whether it goes on from before; else the router has lost what it knew (RFC 6887, section 8.5)."""
        here, there = self.at - before.at, self.clock - before.clock
        return there >= -1 and here + 2 >= there * 15 / 16 and there + 2 >= here * 15 / 16


def write_map(own: str, port: int, nonce: bytes, seconds: int, *, wanted: int = 0, host: str = "") -> bytes:
    """Ask by PCP to open a port of the computer with this address for so many seconds; 0 closes it.

    ``wanted``, ``host``: the outer port and address that it had before, or should have.
    """
    outer = host or ("::ffff:0.0.0.0" if ":" not in own else "::")
    return _MAP.pack(VERSION, 1, 0, seconds, _packed(own), nonce, TCP, bytes(3), port, wanted or port, _packed(outer))


def read_map(data: bytes, own: str, port: int, nonce: bytes) -> Opened:
    """Read the answer to `write_map`. Raises BadAnswer, RouterRefusal."""
    if not _MAPPED.size <= len(data) <= LONGEST:
        # A refusal may be as short as its header (RFC 6887, section 8.2).
        if len(data) >= 24 and data[:2] == bytes((VERSION, _ANSWER | 1)) and data[3]:
            raise RouterRefusal("pcp", data[3])
        raise BadAnswer("a message of PCP has another length")
    version, code, _, result, seconds, clock, _, echoed, protocol, _, inner, outer, host = _MAPPED.unpack_from(data)
    if (version, code) != (VERSION, _ANSWER | 1):
        raise BadAnswer("this is no answer of PCP")
    if (echoed, protocol, inner) != (nonce, TCP, port):
        raise BadAnswer("this answers another request")
    if result:
        raise RouterRefusal("pcp", result)
    ip = ipaddress.IPv6Address(host)
    told = external(str(ip.ipv4_mapped or ip), version=6 if ":" in own else 4)
    return Opened(told, *_port_and_seconds(outer, seconds), clock)


def write_announce(own: str) -> bytes:
    """Ask by PCP for the router's clock, and nothing else, from the computer with this address."""
    return _HEADER.pack(VERSION, 0, 0, 0, _packed(own))


def read_clock(data: bytes, version: int) -> int:
    """Read the clock in an answer to `write_announce` (``version`` `VERSION`) or `write_old_address` (0).

    Raises BadAnswer, RouterRefusal.
    """
    if data[:1] != bytes((version,)):
        raise BadAnswer("this is another protocol")
    if version != VERSION:
        _old_result(data, 0)
        (clock,) = struct.unpack_from("!I", data, 4)
        return int(clock)
    if not 24 <= len(data) <= LONGEST or data[1] != _ANSWER:
        raise BadAnswer("this answers another request")
    if data[3]:
        raise RouterRefusal("pcp", data[3])
    (clock,) = struct.unpack_from("!I", data, 8)
    return int(clock)


def is_other_version(data: bytes) -> bool:
    """Whether this says that the router speaks NAT-PMP, not PCP."""
    return len(data) >= 4 and data[0] == 0 and data[2:4] == struct.pack("!H", _UNKNOWN_VERSION)


def is_old_address(data: bytes) -> bool:
    """Whether this answers `write_old_address`."""
    return data[:2] == bytes((0, _ANSWER))


def write_old_address() -> bytes:
    """Ask by NAT-PMP for the outer address of the router."""
    return bytes((0, 0))


def read_old_address(data: bytes) -> str:
    """Read the answer to `write_old_address`. Raises BadAnswer, RouterRefusal."""
    _old_result(data, 0)
    if len(data) != _OLD_ADDRESS.size:
        raise BadAnswer("an answer of NAT-PMP has another length")
    return external(str(ipaddress.IPv4Address(_OLD_ADDRESS.unpack(data)[4])), version=4)


def write_old_map(port: int, seconds: int, *, wanted: int = 0) -> bytes:
    """Ask by NAT-PMP to open a TCP port for so many seconds; 0 closes it."""
    return _OLD_MAP.pack(0, 2, 0, port, (wanted or port) if seconds else 0, seconds)


def read_old_map(data: bytes, port: int) -> Opened:
    """Read the answer to `write_old_map`. Raises BadAnswer, RouterRefusal."""
    _old_result(data, 2)
    if len(data) != _OLD_MAPPED.size:
        raise BadAnswer("an answer of NAT-PMP has another length")
    _, _, _, clock, inner, outer, seconds = _OLD_MAPPED.unpack(data)
    if inner != port:
        raise BadAnswer("this answers another request")
    return Opened(None, *_port_and_seconds(outer, seconds), clock)


def _old_result(data: bytes, asked: int) -> None:
    if len(data) < 8 or data[0] != 0 or data[1] != _ANSWER | asked:
        raise BadAnswer("this is no answer of NAT-PMP")
    (result,) = struct.unpack_from("!H", data, 2)
    if result:
        raise RouterRefusal("nat-pmp", result)


def _port_and_seconds(port: int, seconds: int) -> tuple[int, int]:
    if not port or not seconds:
        raise BadAnswer("a port that is open has a number, and stays open for a while")
    return port, seconds


def _packed(host: str) -> bytes:
    ip = ipaddress.ip_address(host)
    return ip.packed if ip.version == 6 else bytes(10) + b"\xff\xff" + ip.packed
