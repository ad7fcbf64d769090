"""The levels of bots by name, the weakest first; each is loaded only when it plays.

This module alone knows which levels a game has (`choices`): `normal` needs `make_planner` in the game's package, `hard`
`make_lookahead`. A planning level may be named with a personality (`normal:warlike`) in games whose bots have any.
Callers that let people choose refuse a level the game does not have (`check_level`); a game of an earlier release that
named one shows the level that plays (`effective_level`).
"""

from __future__ import annotations

from collections.abc import Callable

from tta_p2p.bots.base import Bot, UnknownLevel, game_attribute
from tta_p2p.games.chance import Chance

PERSONALITIES = ("warlike", "builder", "scholar")
"""The personalities of bots that plan."""


def levels() -> tuple[str, ...]:
    """Give the names of all levels, the weakest first."""
    return tuple(_LEVELS)


def personality_levels() -> tuple[str, ...]:
    """Give the names of all levels with a personality."""
    return tuple(f"{level}:{one}" for level in _PLANNERS for one in PERSONALITIES)


def choices(game: str | None = None) -> tuple[str, ...]:
    """Give every level that can be chosen, the weakest first: in a game, or in any."""
    if game is None:
        return (*levels(), *personality_levels())
    has, like = game_levels(game), game_attribute(game, "PERSONALITIES", ())
    return (*has, *(f"{level}:{one}" for level in _PLANNERS if level in has for one in PERSONALITIES if one in like))


def game_levels(game: str) -> tuple[str, ...]:
    """Give the levels of a game, the weakest first, without personalities."""
    return tuple(
        one for one in levels() if one not in _FACTORIES or game_attribute(game, _FACTORIES[one], None) is not None
    )


def check_level(game: str, *asked: str) -> None:
    """Raise UnknownLevel unless a game has these levels."""
    for level in asked:
        if level not in choices(game):
            raise UnknownLevel(level, game, choices(game))


def effective_level(game: str, level: str) -> str:
    """Give the level that plays a game when this one is named: the next weaker one, if the game lacks it.

    Releases up to 0.4.0 took every level for every game and let a weaker bot play. Unknown names stay as they are.
    """
    if level not in choices() or level in choices(game):
        return level
    name, _, personality = level.partition(":")
    has = [one for one in game_levels(game) if levels().index(one) <= levels().index(name)]
    like = f"{has[-1]}:{personality}"
    return like if like in choices(game) else has[-1]


def adviser_level(game: str) -> str:
    """Give the strongest level of a game, which advises people."""
    return game_levels(game)[-1]


def make_bot(level: str, seed: int | str, game: str | None = None) -> Bot:
    """Make a bot of a level, with or without a personality; its chance depends on the seed alone. Raises UnknownLevel.

    ``game``: the game it plays (default: any).
    """
    if level not in choices(game):
        raise UnknownLevel(level, game, choices(game))
    name, _, personality = level.partition(":")
    return _LEVELS[name](Chance(seed), personality)


def is_instant(level: str) -> bool:
    """Whether a bot of this level chooses without any search."""
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

    return NormalBot(chance, personality, "make_lookahead")


_LEVELS: dict[str, Callable[[Chance, str], Bot]] = {"random": _random, "easy": _easy, "normal": _normal, "hard": _hard}
_FACTORIES = {"normal": "make_planner", "hard": "make_lookahead"}
"""The attribute that a game's package needs for a level."""
_PLANNERS = ("normal", "hard")
