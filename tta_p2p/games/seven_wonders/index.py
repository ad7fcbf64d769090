"""The cards as the rules look them up, worked out once from the tables."""

from __future__ import annotations

from functools import cache, lru_cache

from ..contract import Back, Face
from .tables import BOARD, CARDS
from .tables.model import FOR_SALE, RESOURCES, Colour, Effect, Makes, Resource, Side, Stage

BACK: dict[Face, Back] = {face: f"age-{card.age}" for face, card in CARDS.items()}
COLOUR: dict[Face, Colour] = {face: card.colour for face, card in CARDS.items()}
NAME: dict[Face, str] = {face: card.name for face, card in CARDS.items()}
"""Face -> building; no city holds two of one name."""

Supply = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]
"""Resources a turn: how many of each for certain (in the order of `RESOURCES`), and for each further symbol the
places of the resources it can be."""


@cache
def stages(wonder: str, side: Side) -> tuple[Stage, ...]:
    """Give the stages of a side; a seat without a board has none."""
    return BOARD[wonder].stages(side) if wonder else ()


@lru_cache(1 << 14)
def effects(wonder: str, side: Side, standing: int, built: tuple[Face, ...]) -> tuple[Effect, ...]:
    """Give all effects of a city: those of the stages that stand, then those of its buildings."""
    done = (effect for stage in stages(wonder, side)[:standing] for effect in stage.effects)
    return (*done, *(effect for face in built for effect in CARDS[face].effects))


@lru_cache(1 << 14)
def supply(wonder: str, side: Side, standing: int, built: tuple[Face, ...], sold: bool) -> Supply:
    """Give what a city makes in a turn, or only what its neighbours can buy of that."""
    symbols: list[tuple[Resource, ...]] = [(BOARD[wonder].makes,)] if wonder else []
    if sold:
        built, standing = tuple(face for face in built if COLOUR[face] in FOR_SALE), 0
    symbols += [one.options for one in effects(wonder, side, standing, built) if isinstance(one, Makes)]
    certain = [0] * len(RESOURCES)
    for options in symbols:
        if len(options) == 1:
            certain[RESOURCES.index(options[0])] += 1
    choices = sorted(tuple(RESOURCES.index(one) for one in options) for options in symbols if len(options) > 1)
    return tuple(certain), tuple(choices)
