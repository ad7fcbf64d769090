"""The levels of bots by name, the weakest first; each is loaded only when it plays."""

from __future__ import annotations

from collections.abc import Callable

from tta_p2p.bots.base import Bot
from tta_p2p.games.chance import Chance


class UnknownLevel(Exception):
    """There is no bot of that name."""


def levels() -> tuple[str, ...]:
    """The names of all levels, the weakest first."""
    return tuple(_LEVELS)


def make_bot(level: str, seed: int | str) -> Bot:
    """A bot of a level; what it does by chance depends on its seed alone. Raises UnknownLevel."""
    if level not in _LEVELS:
        raise UnknownLevel(f"there is no bot {level!r}; there are {', '.join(_LEVELS)}")
    return _LEVELS[level](Chance(seed))


def chooses_at_once(level: str) -> bool:
    """Whether a bot of this level does not think."""
    return level == "random"


def _random(chance: Chance) -> Bot:
    from tta_p2p.bots.random import RandomBot

    return RandomBot(chance)


def _easy(chance: Chance) -> Bot:
    from tta_p2p.bots.easy import EasyBot

    return EasyBot(chance)


def _normal(chance: Chance) -> Bot:
    from tta_p2p.bots.normal import NormalBot

    return NormalBot(chance)


_LEVELS: dict[str, Callable[[Chance], Bot]] = {"random": _random, "easy": _easy, "normal": _normal}
