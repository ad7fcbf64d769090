"""The levels of bots by name, the weakest first; each is loaded only when it plays.

A level that plans may be named with a personality, `normal:warlike`: it goes another way in games where bots have any
(`PERSONALITIES` of what they know of a game), and elsewhere plays like the level alone.
"""

from __future__ import annotations

from collections.abc import Callable

from tta_p2p.bots.base import Bot, known_of
from tta_p2p.games.chance import Chance

PERSONALITIES = ("warlike", "builder", "scholar")
"""What bots are like that have a personality."""


class UnknownLevel(Exception):
    """There is no bot of that name."""


def levels() -> tuple[str, ...]:
    """The names of all levels, the weakest first."""
    return tuple(_LEVELS)


def with_personality() -> tuple[str, ...]:
    """The names of all levels with a personality."""
    return tuple(f"{level}:{one}" for level in _PLANNERS for one in PERSONALITIES)


def choices(game: str | None = None) -> tuple[str, ...]:
    """Everything one can choose, the weakest first: in a game, or in any."""
    if game is None or (known_of(game, "PERSONALITIES", ()) and known_of(game, "foresight", None)):
        return (*levels(), *with_personality())
    return tuple(level for level in levels() if level != "hard" or known_of(game, "foresight", None))


def adviser(game: str) -> str:
    """The strongest level of a game: whom people ask what they should do."""
    return "hard" if known_of(game, "foresight", None) else "normal"


def make_bot(level: str, seed: int | str) -> Bot:
    """A bot of a level, with a personality or without; its chance depends on its seed alone. Raises UnknownLevel."""
    if level not in choices():
        raise UnknownLevel(f"there is no bot {level!r}; there are {', '.join(choices())}")
    name, _, personality = level.partition(":")
    return _LEVELS[name](Chance(seed), personality)


def chooses_at_once(level: str) -> bool:
    """Whether a bot of this level does not think."""
    return level == "random"


def _random(chance: Chance, _: str) -> Bot:
    from tta_p2p.bots.random import RandomBot

    return RandomBot(chance)


def _easy(chance: Chance, _: str) -> Bot:
    from tta_p2p.bots.easy import EasyBot

    return EasyBot(chance)


def _normal(chance: Chance, personality: str) -> Bot:
    from tta_p2p.bots.normal import NormalBot

    return NormalBot(chance, personality)


def _hard(chance: Chance, personality: str) -> Bot:
    from tta_p2p.bots.normal import NormalBot

    return NormalBot(chance, personality, "foresight")


_LEVELS: dict[str, Callable[[Chance, str], Bot]] = {"random": _random, "easy": _easy, "normal": _normal, "hard": _hard}
_PLANNERS = ("normal", "hard")
