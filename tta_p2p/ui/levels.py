"""Levels of bots in words: those of which one can be chosen, and that there is none of the name."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.i18n import Words

from .titles import title_text


def levels_text(levels: Sequence[str], words: Words) -> str:
    """Name levels of which one is meant: first those without a personality, then the personalities of the others."""
    plain = [one for one in levels if ":" not in one]
    personal = [one.partition(":") for one in levels if ":" in one]
    if not personal:
        return words.any_of(plain)
    planners, personalities = (list(dict.fromkeys(one[place] for one in personal)) for place in (0, 2))
    return words(
        "levels.offered",
        levels=words.any_of(plain),
        planners=words.listed(planners),
        personalities=words.any_of([f":{one}" for one in personalities]),
        example=f"{planners[-1]}:{personalities[0]}",
    )


def unknown_level_text(level: str, levels: Sequence[str], game: str | None, words: Words) -> str:
    """Say that a game, or any, has no bots of a level, and name those there are."""
    there = levels_text(levels, words)
    if not level:
        return words("levels.missing", levels=there)
    if game is None:
        return words("levels.unknown", level=level, levels=there)
    return words("levels.unknown-in", game=title_text(game, words), level=level, levels=there)
