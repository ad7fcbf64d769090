"""Notices of tables: those this node gives, those it finds, and the ways to find them.

A discovery is a hint. Anybody on the network can announce anything; a table that was killed stays announced for a
while. Whoever answers at an address must show the identity whose fingerprint was announced; nothing else counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol, Self, TypeAlias, TypeVar

import trio

from tta_p2p.net.addresses import Address, fingerprint, is_fingerprint, peer_address
from tta_p2p.net.cleaning import clean
from tta_p2p.net.errors import BadAddress

Texts: TypeAlias = Mapping[bytes, bytes | None]
"""The texts of a record as they came."""
MAX_TABLES = 256
"""How many tables are kept in mind; announcements beyond are not heard."""
MAX_PLACES = 8
NICK_LETTERS = 32
_SERVICE = re.compile(r"tta-([a-z2-7]{26})-[a-z0-9]{1,16}")
PLAYS_LETTERS = 32


@dataclass(frozen=True, slots=True)
class Notice:
    """A table's notice. ``seats`` is for people ("2/4"), ``rules`` the rules digest, shortened, in hex.

    ``plays`` is the name of the game that is played there. ``game`` is empty while players are waited for; then the
    beginning of the id of the game that can be watched.
    ``inst`` tells two tables of one identity apart: letters and digits, at most 16; random, or the beginning of a
    game id so that a table that starts again takes its old place.
    """

    fingerprint: str
    port: int
    inst: str
    nick: str = ""
    seats: str = ""
    rules: str = ""
    version: str = "1"
    game: str = ""
    plays: str = ""

    @property
    def name(self) -> str:
        """The name of the service: nobody else's, because the key's fingerprint is in it."""
        return f"tta-{self.fingerprint}-{self.inst}"


def notice_of(
    identity: bytes,
    port: int,
    inst: str,
    *,
    nick: str = "",
    seats: str = "",
    rules: bytes = b"",
    game: str = "",
    plays: str = "",
) -> Notice:
    """The notice of a table that this identity holds, or plays at."""
    return Notice(fingerprint(identity), port, inst, nick, seats, rules[:8].hex(), game=game, plays=plays)


@dataclass(frozen=True, slots=True)
class TableFound:
    """A table is announced (or what it tells has changed). Everything in it is a claim, cleaned for the screen.

    ``addresses`` carry the fingerprint, so that dialling them checks who answers.
    """

    notice: Notice
    addresses: tuple[Address, ...]

    def at(self, addresses: tuple[Address, ...]) -> TableFound:
        """The same at other addresses."""
        return replace(self, addresses=addresses)


@dataclass(frozen=True, slots=True)
class TableWithdrawn:
    """A table says that it is no more."""

    name: str


Event = TableFound | TableWithdrawn


@dataclass(frozen=True, slots=True)
class Service:
    """An announced service: a name that nobody else has, a port, and texts, each short enough for a TXT record."""

    name: str
    port: int
    texts: Mapping[str, str | bytes]


class Named(Protocol):
    """The contents of a service's announcement."""

    @property
    def name(self) -> str:
        """The name of the service."""
        ...


class Found(Protocol):
    """A service that was found: what it tells, and the addresses at which it does."""

    @property
    def notice(self) -> Named:
        """Its notice."""
        ...

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Its addresses, by its own word."""
        ...

    def at(self, addresses: tuple[Address, ...]) -> Self:
        """The same at other addresses."""
        ...


N = TypeVar("N", contravariant=True)
F = TypeVar("F", covariant=True)


class ServiceKind(Protocol[N, F]):
    """A kind of services: how one is written, and read again from what anybody may have said."""

    @property
    def label(self) -> str:
        """The name of the kind, as ``_NAME._tcp``."""
        ...

    def write(self, notice: N) -> Service:
        """Write the announcement."""
        ...

    def read_name(self, name: str, kind: str) -> str | None:
        """The name of a service in that of a record, in small letters; None where it cannot be one of ours."""
        ...

    def read(self, texts: Texts, hosts: Iterable[str], port: int, interface: str) -> F | None:
        """Read an announcement found on an interface; None where it is not one of ours or nobody could dial it."""
        ...


class TableKind:
    """Tables, and games that one can watch."""

    label = "_tta-p2p._tcp"

    def write(self, notice: Notice) -> Service:
        """Write the announcement of a table."""
        return Service(notice.name, notice.port, write_notice(notice))

    def read_name(self, name: str, kind: str) -> str | None:
        """The name of a table in that of a record."""
        return read_service(name, kind)

    def read(self, texts: Texts, hosts: Iterable[str], port: int, interface: str) -> TableFound | None:
        """A table that was found on an interface."""
        said = {key.decode("utf-8", "replace"): (text or b"").decode("utf-8", "replace") for key, text in texts.items()}
        return read_notice(said, hosts, port, interface)


class Discovery(Protocol):
    """A way for tables to find each other."""

    async def announce(self, notice: Notice, listening: Sequence[str] = ("0.0.0.0",)) -> None:
        """Tell the others of a table, or of what has changed about it (same ``name``).

        ``listening``: at which addresses of this machine; all of IPv4 or IPv6 if it is one of ``0.0.0.0`` and ``::``.
        """
        ...

    async def withdraw(self, notice: Notice) -> None:
        """Tell the others that there is no such table any more."""
        ...

    @property
    def events(self) -> trio.MemoryReceiveChannel[Event]:
        """Notices found and lost, from the beginning; those of own tables too."""
        ...


def read_notice(texts: Mapping[str, str], hosts: Iterable[str], port: int, interface: str = "") -> TableFound | None:
    """A found table from what an untrusted record says; None if it is not one of ours or nobody could dial it.

    ``interface``: where it was heard.
    """
    key, inst = texts.get("id", ""), texts.get("inst", "")
    if not is_fingerprint(key) or not is_inst(inst):
        return None
    version = clean(texts.get("v", ""), 8)
    told = (heard_address(host, port, interface, key) for host in hosts)
    addresses = list(dict.fromkeys(place for place in told if place is not None))
    if not addresses or not version:
        return None
    notice = Notice(
        key,
        port,
        inst,
        clean(texts.get("nick", ""), NICK_LETTERS),
        clean(texts.get("seats", ""), 8),
        clean(texts.get("rules", ""), 16),
        version,
        clean(texts.get("game", ""), 16),
        clean(texts.get("plays", ""), PLAYS_LETTERS),
    )
    return TableFound(notice, addresses_in_order(addresses))


def heard_address(host: str, port: int, interface: str, key: str = "") -> Address | None:
    """An address that was announced on an interface; None where nobody could dial it.

    Link-local IPv6 is told without a zone, which means nothing to others: here it is that interface.
    """
    place = peer_address(host, port, key)
    if place is None or not place.is_link_local:
        return place
    with suppress(BadAddress):
        return replace(place, host=f"{place.host}%{interface}")
    return None


def addresses_in_order(addresses: Iterable[Address]) -> tuple[Address, ...]:
    """The addresses of a table as they are tried, at most `MAX_PLACES`: those of loopback last.

    Loopback only works where the table is on this computer; last, it does no harm.
    """
    found = dict.fromkeys(addresses)
    return tuple(sorted(found, key=lambda one: one.is_loopback))[:MAX_PLACES]


def read_service(name: str, kind: str) -> str | None:
    """The name of a table, in small letters, in that of a service of this kind; None where it cannot be one of ours."""
    if not name.isascii() or not name.lower().endswith(f".{kind}"):
        return None
    found = _SERVICE.fullmatch(name.lower().removesuffix(f".{kind}"))
    return found.group() if found is not None and is_fingerprint(found.group(1)) else None


def write_notice(notice: Notice) -> dict[str, str]:
    """The texts that are announced, each short enough for a TXT record."""
    return {
        "v": notice.version,
        "id": notice.fingerprint,
        "inst": notice.inst,
        "nick": clean(notice.nick, NICK_LETTERS),
        "seats": clean(notice.seats, 8),
        "rules": clean(notice.rules, 16),
        "game": clean(notice.game, 16),
        "plays": clean(notice.plays, PLAYS_LETTERS),
    }


def is_inst(text: str) -> bool:
    """Whether this can tell tables of one identity apart."""
    return 0 < len(text) <= 16 and text.isascii() and text.isalnum()
