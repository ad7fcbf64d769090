"""The levels of bots by name, the weakest first; each is loaded only when it plays.

Which of them a game has is known here and nowhere else (`choices`), by what bots know of it: `normal` takes a planner,
`hard` foresight. A level that plans may be named with a personality, `normal:warlike`, in games where bots have any.
Whoever lets somebody choose refuses what a game does not have (`check_level`); what an earlier release has let pass is
called what it is (`true_level`).
"""

from __future__ import annotations

from collections.abc import Callable

from tta_p2p.bots.base import Bot, UnknownLevel, known_of
from tta_p2p.games.chance import Chance

PERSONALITIES = ("warlike", "builder", "scholar")
"""What bots are like that have a personality."""


def levels() -> tuple[str, ...]:
    """The names of all levels, the weakest first."""
    return tuple(_LEVELS)


def with_personality() -> tuple[str, ...]:
    """The names of all levels with a personality."""
    return tuple(f"{level}:{one}" for level in _PLANNERS for one in PERSONALITIES)


def choices(game: str | None = None) -> tuple[str, ...]:
    """Everything one can choose, the weakest first: in a game, or in any."""
    if game is None:
        return (*levels(), *with_personality())
    has, like = plain(game), known_of(game, "PERSONALITIES", ())
    return (*has, *(f"{level}:{one}" for level in _PLANNERS if level in has for one in PERSONALITIES if one in like))


def plain(game: str) -> tuple[str, ...]:
    """The levels that a game has, the weakest first, without personalities."""
    return tuple(one for one in levels() if one not in _KNOWN or known_of(game, _KNOWN[one], None) is not None)


def check_level(game: str, *asked: str) -> None:
    """Raise UnknownLevel unless a game has these levels."""
    for level in asked:
        if level not in choices(game):
            raise UnknownLevel(level, game, choices(game))


def true_level(game: str, level: str) -> str:
    """What a bot of this level is called that plays a game: one that the game does not have is the next weaker one.

    Releases up to 0.4.0 took every level for every game, and let a weaker bot play. A name of no level stays.
    """
    if level not in choices() or level in choices(game):
        return level
    name, _, personality = level.partition(":")
    has = [one for one in plain(game) if levels().index(one) <= levels().index(name)]
    like = f"{has[-1]}:{personality}"
    return like if like in choices(game) else has[-1]


def adviser(game: str) -> str:
    """The strongest level of a game: whom people ask what they should do."""
    return plain(game)[-1]


def make_bot(level: str, seed: int | str, game: str | None = None) -> Bot:
    """A bot of a level, with a personality or without; its chance depends on its seed alone. Raises UnknownLevel.

    ``game``: the one that it is to play (default: whichever it is shown).
    """
    if level not in choices(game):
        raise UnknownLevel(level, game, choices(game))
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
_KNOWN = {"normal": "planner", "hard": "foresight"}
"""What bots must know of a game that has a level."""
_PLANNERS = ("normal", "hard")
