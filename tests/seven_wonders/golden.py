"""Stored games: where they lead, and the log of some. `python -m tests.seven_wonders.golden` writes them anew."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import canonical
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders import SEATS
from tta_p2p.games.seven_wonders.game import GAME, SevenWonders
from tta_p2p.testing.sample import play_on

from .oracle import builders

HOME = Path(__file__).parent / "golden"
NAMES = [f"{seats}-{sides}" for seats in SEATS for sides in ("day", "night")]
LOGS = ("3-night", "7-day")
EARLIER = "7-day"
"""A stored game that engine 1 leads elsewhere; its log is stored for that engine, too."""


@cache
def played(name: str, game: SevenWonders = GAME) -> LocalGame[Any, Any]:
    """Play a stored game."""
    seats, _, sides = name.partition("-")
    local: LocalGame[Any, Any] = LocalGame(game, int(seats), {"sides": sides}, name)
    for _ in play_on(local, Chance(name), 2000, builders):
        pass
    return local


def now() -> dict[str, str]:
    """Give the digest of the rules, and of every fact and the end of every stored game."""
    rules = hashlib.blake2b(repr(sorted(GAME.rules_digests().items())).encode(), digest_size=16).hexdigest()
    found = {"rules": rules}
    for name in NAMES:
        local = played(name)
        facts = b"".join(map(canonical, local.facts))
        end = GAME.encode(local.state)
        found[name] = hashlib.blake2b(facts + end, digest_size=16).hexdigest()
    return found


def told(name: str, game: SevenWonders = GAME) -> list[str]:
    """Give the log of a stored game, and its points."""
    local = played(name, game)
    lines = [" ".join([line.key, *map(str, line.args)]) for line in local.log]
    places = GAME.standings(local.state).places
    return lines + [f"{one.place}. seat {one.seat}: {one.points} {dict(one.parts)}" for one in places]


def log_file(name: str) -> Path:
    """Where a log is stored."""
    return HOME / f"{name}.txt"


def read() -> dict[str, str]:
    """Give the digests that are stored."""
    return dict(line.split() for line in (HOME / "version.txt").read_text().splitlines())  # type: ignore[misc]


def main() -> None:
    """Store everything anew."""
    HOME.mkdir(exist_ok=True)
    (HOME / "version.txt").write_text("".join(f"{name} {digest}\n" for name, digest in now().items()))
    for name in LOGS:
        log_file(name).write_text("\n".join(told(name)) + "\n")


if __name__ == "__main__":
    main()
