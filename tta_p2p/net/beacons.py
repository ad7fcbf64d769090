"""Games under way announce themselves to their own members: nobody else can tell which game it is, or the same again.

Each pair of members shares a key that nobody else can compute, from the TLS keys of the game, which the charter pins
(Diffie-Hellman on Curve25519). A beacon holds sixteen fresh random bytes and fifteen tokens; each other member finds
its own among them: the port, hidden, and a tag. Unused tokens are random bytes. So nothing of a beacon is the same at
two starts, nor says how many play. It is a hint: whoever dials where one was heard checks the certificate.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from tta_p2p.net.addresses import Address
from tta_p2p.net.notices import Service, Texts, heard_address
from tta_p2p.net.pair_keys import pair_keys

NONCE, TOKEN, TAG = 16, 12, 10
"""Bytes of what is fresh in a beacon, of a token, and of the tag in it; the rest of a token is the port."""
TOKENS = 15
"""Tokens of each beacon, however many play."""
BEACON = NONCE + TOKENS * TOKEN
"""Bytes of a beacon."""
DISCARD = 9
"""The port that everybody reads: nobody listens there."""
_NAME = re.compile(r"g[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Beacon:
    """A beacon of a game under way: bytes that only its members can read."""

    data: bytes

    @property
    def name(self) -> str:
        """The name of the service, which nobody can know beforehand."""
        return f"g{self.data[:NONCE].hex()}"


@dataclass(frozen=True, slots=True)
class BeaconFound:
    """A beacon that was heard, and where; the port of the addresses means nothing."""

    notice: Beacon
    addresses: tuple[Address, ...]

    def at(self, addresses: tuple[Address, ...]) -> BeaconFound:
        """The same at other addresses."""
        return replace(self, addresses=addresses)


class BeaconKind:
    """Games under way, as their members find each other."""

    label = "_tta-p2p-game._tcp"

    def write(self, notice: Beacon) -> Service:
        """Write the announcement."""
        return Service(notice.name, DISCARD, {"t": notice.data})

    def read_name(self, name: str, kind: str) -> str | None:
        """The name of a beacon in that of a record; None where it cannot be one."""
        plain = name.lower().removesuffix(f".{kind}") if name.isascii() else ""
        return plain if _NAME.fullmatch(plain) else None

    def read(self, texts: Texts, hosts: Iterable[str], port: int, interface: str) -> BeaconFound | None:
        """A beacon that was heard on an interface; None where it is none, or nobody could dial it."""
        data = texts.get(b"t") or b""
        told = (heard_address(host, DISCARD, interface) for host in hosts)
        addresses = tuple(place for place in told if place is not None)
        return BeaconFound(Beacon(data), addresses) if len(data) == BEACON and addresses else None


class BeaconKeys:
    """The keys that one member shares with each of the others, for one game."""

    def __init__(self, sid: bytes, operator: int, seed: bytes, certificates: Sequence[bytes]) -> None:
        """``seed``: of the own TLS key; ``certificates`` (DER) are those of all operators, in their order."""
        self._operator = operator
        self._keys = pair_keys(b"tta-p2p beacon\0" + sid, operator, seed, certificates)

    def light(self, port: int, entropy: Callable[[int], bytes]) -> Beacon:
        """A fresh beacon for all others; ``port``: where this node listens."""
        nonce = entropy(NONCE)
        tokens = [_token(key, self._operator, nonce, port) for key in self._keys.values()]
        tokens += [entropy(TOKEN) for _ in range(TOKENS - len(tokens))]
        return Beacon(nonce + b"".join(sorted(tokens[:TOKENS])))

    def read(self, beacon: Beacon) -> tuple[int, int] | None:
        """The member that lit a beacon, and its port; None for one of another game, or of this node itself."""
        nonce, rest = beacon.data[:NONCE], beacon.data[NONCE:]
        tokens = [rest[begin : begin + TOKEN] for begin in range(0, len(rest), TOKEN)]
        for operator, key in self._keys.items():
            mask = _mask(key, operator, nonce)
            for token in tokens:
                port = int.from_bytes(token[:2], "big") ^ mask
                if hmac.compare_digest(token, _token(key, operator, nonce, port)) and port:
                    return operator, port
        return None


def _mask(key: bytes, operator: int, nonce: bytes) -> int:
    """Make the mask that hides the port which an operator tells with this key."""
    return int.from_bytes(hmac.digest(key, b"port" + bytes([operator]) + nonce, "sha256")[:2], "big")


def _token(key: bytes, operator: int, nonce: bytes, port: int) -> bytes:
    """The token of an operator for whoever shares this key: its port, hidden, and a tag over all of it."""
    hidden = (port ^ _mask(key, operator, nonce)).to_bytes(2, "big")
    return hidden + hmac.digest(key, b"tag" + bytes([operator]) + nonce + hidden, "sha256")[:TAG]


@dataclass(frozen=True, slots=True)
class BeaconSetup:
    """The means of a node to light beacons and to look for those of others."""

    keys: BeaconKeys
    port: int
    listening: tuple[str, ...]
    """The addresses of this computer at which it listens."""
    interfaces: tuple[str, ...] = ()
    """The addresses by whose interfaces it announces; none: by all."""
