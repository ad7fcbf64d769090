"""Find what is wrong on this machine before a game begins; nothing is changed."""

from __future__ import annotations

import os
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import trio

from protocol.group import EDWARDS25519, from_int, pedersen_generators
from protocol.library import UnsoundLibrary, require_sound_library
from tta_p2p import registry
from tta_p2p.i18n import Words
from tta_p2p.net.discovery import open_discovery
from tta_p2p.net.errors import NetError
from tta_p2p.net.interfaces import TOLD, Interface, interfaces
from tta_p2p.net.links import Reach
from tta_p2p.net.router.answers import outcome_of
from tta_p2p.net.router.gateway import find_gateways
from tta_p2p.net.router.survey import RouterSurvey, survey
from tta_p2p.node.data_folder import people, soundness
from tta_p2p.node.machine import tor
from tta_p2p.registry import UnknownGame
from tta_p2p.store.database import StoreError
from tta_p2p.store.home import BadHome, home, readable_by_others
from tta_p2p.store.identity import KEY_FILE, BadIdentity
from tta_p2p.store.settings import BadSettings, read_settings

MOST_TOLD = 4
"""Addresses of this computer that are named."""
ROOM = 50_000_000
"""Bytes that are free where there is room enough to play."""
RELEASED = 1_760_000_000
"""No clock that is right shows an earlier time (seconds since 1970)."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that was looked at."""

    what: str
    ok: bool
    says: str


def examine(
    words: Words, tell: Callable[[Exception], str] = str, titled: Callable[[str], str] = registry.title
) -> list[Diagnosis]:
    """Look at everything, and say it in these words; ``tell`` says what an error means, ``titled`` names a game."""
    looks: dict[str, Callable[[Words], Iterator[Diagnosis]]] = {
        "key": _key,
        "store": _store,
        "privacy": _others,
        "games": lambda words: _games(words, titled),
        "ports": _ports,
        "multicast": _multicast,
        "router": _router,
        "tor": _tor,
        "folder": _folders,
        "terminal": _terminal,
        "clock": _clock,
        "cryptography": _cryptography,
    }
    findings: list[Diagnosis] = []
    for what, look in looks.items():
        try:
            findings += look(words)
        except (OSError, NetError, StoreError, BadHome, BadIdentity, UnsoundLibrary, BadSettings) as error:
            findings.append(Diagnosis(what, False, tell(error)))
    return findings


def _key(words: Words) -> Iterator[Diagnosis]:
    for ok, says in soundness.key(home(make=False), people.own_name(), words):
        yield Diagnosis("key", ok, says)


def _store(words: Words) -> Iterator[Diagnosis]:
    folder = home(make=False)
    for ok, says in soundness.store(folder, words):
        yield Diagnosis("store", ok, says)
    there = next(one for one in (folder, *folder.parents) if one.exists())
    free = shutil.disk_usage(there).free
    if free <= ROOM:
        yield Diagnosis("store", False, words("doctor.store-full", n=free // 1_000_000, folder=folder))


def _others(words: Words) -> Iterator[Diagnosis]:
    folder = home(make=False)
    open_to_others = [str(path) for path in (folder, folder / KEY_FILE) if path.exists() and readable_by_others(path)]
    if open_to_others:
        yield Diagnosis("privacy", False, words("doctor.others-off", files=words.listed(open_to_others)))
    else:
        yield Diagnosis("privacy", True, words("doctor.others-ok"))


def _games(words: Words, titled: Callable[[str], str]) -> Iterator[Diagnosis]:
    sound, broken = [], list[UnknownGame](registry.broken_games())
    for name in registry.names():
        try:
            registry.load_game(name)
            if not registry.entry(name).example:
                sound.append(titled(name))
        except UnknownGame as error:
            broken.append(error)
    yield Diagnosis("games", bool(sound), words("comma").join(sound) or words("doctor.games-none"))
    for one in broken:
        yield Diagnosis("games", False, words("doctor.games-left-out", why=one))


def _ports(words: Words) -> Iterator[Diagnosis]:
    with socket.socket() as probe:
        probe.bind(("0.0.0.0", 0))
        probe.listen()
    mine = interfaces()
    told = [one for one in mine if one.reach in TOLD and not one.local]
    if told:
        each = (words("doctor.ports-at-one", host=one.address, reach=_reached(one, words)) for one in told[:MOST_TOLD])
        friends = words("doctor.ports-vpn" if any(one.reach is Reach.VPN for one in told) else "doctor.ports-friends")
        yield Diagnosis("ports", True, words("doctor.ports-at", hosts=words("comma").join(each), friends=friends))
    elif any(one.local and one.reach in TOLD for one in mine):
        yield Diagnosis("ports", False, words("doctor.ports-link-local"))
    elif mine:
        hosts = words("comma").join(one.address for one in mine[:MOST_TOLD])
        yield Diagnosis("ports", False, words("doctor.ports-alone", hosts=hosts))
    else:
        yield Diagnosis("ports", False, words("doctor.ports-none"))


def _reached(one: Interface, words: Words) -> str:
    return words("place.vpn-named", vpn=one.vpn) if one.vpn else words(f"place.{one.reach}")


def _folders(words: Words) -> Iterator[Diagnosis]:
    for ok, says in soundness.shared_folders(home(make=False), words):
        yield Diagnosis("folder", ok, says)


def _multicast(words: Words) -> Iterator[Diagnosis]:
    async def try_it() -> None:
        with trio.fail_after(5):
            async with open_discovery():
                pass

    try:
        trio.run(try_it)
    except (NetError, trio.TooSlowError) as error:
        yield Diagnosis("multicast", False, words("doctor.multicast-off", why=error))
    except BaseExceptionGroup as group:
        yield Diagnosis("multicast", False, words("doctor.multicast-off", why=group.exceptions[0]))
    else:
        yield Diagnosis("multicast", True, words("doctor.multicast-ok"))


def _router(words: Words) -> Iterator[Diagnosis]:
    """Say of each router what it does when it is asked to open a port, and what to try next; it opens none now."""
    if not read_settings(home(make=False)).router:
        yield Diagnosis("router", True, words("doctor.router-off"))
        return

    async def look() -> list[RouterSurvey]:
        return [await survey(one) for one in await find_gateways()]

    found = trio.run(look)
    for one in found:
        ways = words("comma").join(one.ways)
        says = words(f"doctor.router-{_answered(one)}", host=one.gateway.host, ways=ways, outer=one.outer or "")
        yield Diagnosis("router", True, says)
    if not found:
        yield Diagnosis("router", True, words("doctor.router-none"))


def _answered(found: RouterSurvey) -> str:
    if not found.ways:
        return "garbled" if found.garbled else "silent"
    if found.outer is None:  # PCP tells it only where a port is opened
        return "opens"
    return str(outcome_of(found.outer))


def _tor(words: Words) -> Iterator[Diagnosis]:
    """A computer without Tor is no sick one: it is what a friend elsewhere may need."""
    chosen, program = os.environ.get(tor.WHERE, ""), tor.find_program()
    if chosen:
        state = trio.run(tor.state_at, chosen, os.urandom)
        key = {tor.TorState.AWAY: "tor-away", tor.TorState.CLOSED: "tor-closed"}.get(state, "tor-chosen")
        yield Diagnosis("tor", key == "tor-chosen", words(f"doctor.{key}", where=chosen, name=tor.WHERE))
    elif program is not None:
        yield Diagnosis("tor", True, words("doctor.tor-there", path=program))
    else:
        how = "doctor.tor-get-mac" if sys.platform == "darwin" else "doctor.tor-get"
        yield Diagnosis("tor", True, words("doctor.tor-none", how=words(how)))


def _terminal(words: Words) -> Iterator[Diagnosis]:
    if not sys.stdout.isatty():
        yield Diagnosis("terminal", True, words("doctor.terminal-none"))
        return
    size = shutil.get_terminal_size()
    big = size.columns >= 80 and size.lines >= 24
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    key = "doctor.terminal-small" if not big else "doctor.terminal-utf8" if not utf8 else "doctor.terminal-ok"
    term, encoding = os.environ.get("TERM", "?"), sys.stdout.encoding
    says = words(key, columns=size.columns, lines=size.lines, term=term, encoding=encoding)
    yield Diagnosis("terminal", big and utf8, says)


def _clock(words: Words) -> Iterator[Diagnosis]:
    right = time.time() > RELEASED
    yield Diagnosis("clock", right, words("doctor.clock-ok" if right else "doctor.clock-off"))


def _cryptography(words: Words) -> Iterator[Diagnosis]:
    require_sound_library()
    began = time.perf_counter()
    for point in pedersen_generators(EDWARDS25519, 20):
        EDWARDS25519.mul(point, from_int(2))
    each = (time.perf_counter() - began) / 20 * 1e6
    yield Diagnosis("cryptography", True, words("doctor.cryptography-speed", n=round(each)))
