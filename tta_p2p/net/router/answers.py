"""Answers of a router as checked values: what it refused and why, and outer addresses that may be one. Pure."""

from __future__ import annotations

import enum
import ipaddress
from dataclasses import dataclass

from tta_p2p.net.addresses import Address

CARRIER = ipaddress.ip_network("100.64.0.0/10")
"""Addresses that providers share among many (RFC 6598)."""


class BadAnswer(Exception):
    """A router answered what its protocol does not allow."""


class RouterRefusal(Exception):
    """A router refused; ``protocol`` is "pcp", "nat-pmp" or "upnp", ``code`` the number by which it said why."""

    def __init__(self, protocol: str, code: int) -> None:
        super().__init__(f"refused by {protocol}: {code}")
        self.protocol, self.code = protocol, code


class RouterOutcome(enum.StrEnum):
    """The outcome of asking a router, as people read it."""

    OPEN = "open"
    """Others reach this computer through it."""
    SHARED = "shared"
    """It opens ports, but its provider shares one address among many, and opens none."""
    BEHIND = "behind"
    """It opens ports, but its own address is a private one: another router stands between it and the internet."""
    OFFLINE = "offline"
    """It has no outer address at all."""
    REFUSED = "refused"
    """It answered, and does not open ports."""
    FOREVER = "forever"
    """It opens ports only for good, and nobody would close this one."""
    SILENT = "silent"
    """It does not answer."""
    GARBLED = "garbled"
    """It answers what no router may."""
    NONE = "none"
    """There is no router: nothing stands between this computer and its network, or there is no network."""


@dataclass(frozen=True, slots=True)
class RouterAnswer:
    """The answer of a router. ``addresses``: where others reach the port now; ``host``: an outer address of no use."""

    outcome: RouterOutcome
    addresses: tuple[Address, ...] = ()
    host: str = ""


def external(host: str, *, version: int) -> str:
    """The outer address that a router tells, in its one spelling; empty if it has none. Raises BadAnswer."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError as error:
        raise BadAnswer("what is told as an address is none") from error
    if ip.version != version:
        raise BadAnswer("an address of the other kind")
    if ip.is_unspecified:
        return ""
    if ip.is_multicast or ip.is_loopback or ip.is_link_local or (ip.version == 4 and ip.is_reserved):
        raise BadAnswer("no router has such an address")
    return str(ip)


def outcome_of(host: str) -> RouterOutcome:
    """The outcome where a router that opens ports tells this outer address; empty: none."""
    if not host:
        return RouterOutcome.OFFLINE
    ip = ipaddress.ip_address(host)
    if ip.is_global:
        return RouterOutcome.OPEN
    return RouterOutcome.SHARED if ip in CARRIER else RouterOutcome.BEHIND
