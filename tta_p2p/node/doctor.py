"""What can be wrong on this machine, found before somebody wants to play."""

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
from tta_p2p.net.addresses import reachable_hosts
from tta_p2p.net.discovery import open_discovery
from tta_p2p.net.errors import NetError
from tta_p2p.node import people
from tta_p2p.registry import UnknownGame
from tta_p2p.store.database import Store, StoreError
from tta_p2p.store.home import BadHome, home, readable_by_others
from tta_p2p.store.identity import KEY_FILE, BadIdentity

RELEASED = 1_760_000_000
"""No clock that is right shows an earlier time (seconds since 1970)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    ok: bool
    says: str


def examine() -> list[Finding]:
    """Look at everything."""
    looks: list[Callable[[], Iterator[Finding]]]
    looks = [_key, _store, _others, _games, _ports, _multicast, _terminal, _clock, _cryptography]
    findings: list[Finding] = []
    for look in looks:
        try:
            findings += look()
        except (OSError, NetError, StoreError, BadHome, BadIdentity, UnsoundLibrary) as error:
            findings.append(Finding(look.__name__.strip("_"), False, str(error)))
    return findings


def _key() -> Iterator[Finding]:
    me = people.me()
    yield Finding("key", True, f"{me.name}, {me.fingerprint}")


def _store() -> Iterator[Finding]:
    folder = home()
    store = Store(folder)
    games = store.games()
    store.close()
    free = shutil.disk_usage(folder).free
    enough = free > 50_000_000
    held = "1 game" if len(games) == 1 else f"{len(games)} games"
    says = f"{held} in {folder}" if enough else f"only {free // 1_000_000} MB free where {folder} lies"
    yield Finding("store", enough, says)


def _others() -> Iterator[Finding]:
    folder = home()
    open_to_others = [str(path) for path in (folder, folder / KEY_FILE) if path.exists() and readable_by_others(path)]
    if open_to_others:
        yield Finding("privacy", False, f"others can read {', '.join(open_to_others)}; run chmod go= on them")
    else:
        yield Finding("privacy", True, "only this account can read your keys (and root)")


def _games() -> Iterator[Finding]:
    sound, broken = [], list[UnknownGame](registry.broken())
    for name in registry.names():
        try:
            registry.load(name)
            sound.append(registry.title(name))
        except UnknownGame as error:
            broken.append(error)
    yield Finding("games", bool(sound), ", ".join(sound) or "there is none")
    for one in broken:
        yield Finding("games", False, f"{one}; it is left out")


def _ports() -> Iterator[Finding]:
    with socket.socket() as probe:
        probe.bind(("0.0.0.0", 0))
        probe.listen()
    yield Finding("ports", True, f"this machine is {', '.join(reachable_hosts('*')[:4])}")


def _multicast() -> Iterator[Finding]:
    async def try_it() -> None:
        with trio.fail_after(5):
            async with open_discovery():
                pass

    try:
        trio.run(try_it)
    except (NetError, trio.TooSlowError) as error:
        yield Finding("multicast", False, f"{error}; play with tta join HOST:PORT#KEY")
    except BaseExceptionGroup as group:
        yield Finding("multicast", False, f"{group.exceptions[0]}; play with tta join HOST:PORT#KEY")
    else:
        yield Finding("multicast", True, "tables on this network are found by themselves")


def _terminal() -> Iterator[Finding]:
    if not sys.stdout.isatty():
        yield Finding("terminal", True, "not a terminal: output is plain text")
        return
    size = shutil.get_terminal_size()
    big = size.columns >= 80 and size.lines >= 24
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    says = f"{size.columns}x{size.lines}, {os.environ.get('TERM', 'unknown')}, {sys.stdout.encoding}"
    if not big:
        says += "; make it at least 80x24"
    if not utf8:
        says += "; set a UTF-8 locale for names in other scripts"
    yield Finding("terminal", big and utf8, says)


def _clock() -> Iterator[Finding]:
    right = time.time() > RELEASED
    says = "certificates and proofs do not depend on it" if right else "the clock is years off; games work all the same"
    yield Finding("clock", right, says)


def _cryptography() -> Iterator[Finding]:
    require_sound_library()
    began = time.perf_counter()
    for point in pedersen_generators(EDWARDS25519, 20):
        EDWARDS25519.mul(point, from_int(2))
    each = (time.perf_counter() - began) / 20 * 1e6
    yield Finding("cryptography", True, f"about {each:.0f} µs a multiplication")
