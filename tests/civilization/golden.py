"""Stored games: where they lead, and the log of one. `python -m tests.civilization.golden` writes them anew."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.contract import Decision, Option, Options, canonical
from tta_p2p.games.local import LocalGame

HOME = Path(__file__).parent / "golden"
GAMES: dict[str, tuple[int, Options, int]] = {
    "2-13": (2, {"deals": "never"}, 10_000),
    "2-41": (2, {}, 2_000),
    "3-1": (3, {"civilizations": "chosen"}, 600),
    "4-1": (4, {}, 600),
}
"""By name, which is the seed: seats, options, and how many decisions are played at the most."""
TOLD = "2-13"


def eager(chance: Chance, decision: Decision, options: tuple[Option, ...]) -> Option:
    """Choose a kind of act first, and decline seldom."""
    by_verb: dict[str, list[Option]] = {}
    for option in options:
        by_verb.setdefault(option.act.verb, []).append(option)
    verbs = [verb for verb in by_verb if verb != decision.idle]
    if not verbs or not chance.below(8):
        verbs = list(by_verb)
    return chance.choice(by_verb[chance.choice(verbs)])


def play(name: str, seats: int, options: Options, most: int) -> LocalGame[Any, Any]:
    """Play a game at random to the end, or so many decisions of it."""
    local: LocalGame[Any, Any] = LocalGame(GAME, seats, options, name)
    local.answer_needs()
    chance = Chance(name).fork("seats")
    for _ in range(most):
        decision = local.decision
        if decision is None:
            break
        asked = decision.seats if decision.sealed else decision.seats[:1]
        local.act(*(eager(chance, decision, local.legal(seat)).act for seat in asked))
    return local


@cache
def played(name: str) -> LocalGame[Any, Any]:
    """Play a stored game."""
    return play(name, *GAMES[name])


def now() -> dict[str, str]:
    """Give the digest of the rules, and of every fact and the end of every stored game."""
    found = {"rules": hashlib.blake2b(repr(sorted(GAME.rules_digests().items())).encode(), digest_size=16).hexdigest()}
    for name in GAMES:
        local = played(name)
        facts = b"".join(map(canonical, local.facts))
        found[name] = hashlib.blake2b(facts + GAME.encode(local.state), digest_size=16).hexdigest()
    return found


def told() -> list[str]:
    """Give the log of a stored game, and its places."""
    local = played(TOLD)
    lines = [" ".join([line.key, *map(str, line.args)]) for line in local.log]
    return lines + [f"{one.place}. seat {one.seat}" for one in GAME.standings(local.state).places]


def log_file() -> Path:
    """Where the log is stored."""
    return HOME / f"{TOLD}.txt"


def read() -> dict[str, str]:
    """Give the digests that are stored."""
    return dict(line.split() for line in (HOME / "version.txt").read_text().splitlines())  # type: ignore[misc]


def main() -> None:
    """Store everything anew."""
    HOME.mkdir(exist_ok=True)
    (HOME / "version.txt").write_text("".join(f"{name} {digest}\n" for name, digest in now().items()))
    log_file().write_text("\n".join(told()) + "\n")


if __name__ == "__main__":
    main()
