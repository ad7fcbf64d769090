"""Armies: how many a tactic makes of some units, and the strength they add (handbook: tactics, air forces)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ..contract import Face
from .index import KIND, LEVEL, SPECIALS, TACTICS
from .state import Player
from .tables.words import Kind

_FOOT, _HORSE, _GUN, _AIR = Kind.INFANTRY, Kind.CAVALRY, Kind.ARTILLERY, Kind.AIR_FORCE


@dataclass(frozen=True, slots=True)
class Armies:
    """The best way to group units: full and outdated armies, how many of each count more by air forces."""

    full: int = 0
    outdated: int = 0
    full_doubled: int = 0
    outdated_doubled: int = 0
    bonus: int = 0


NO_ARMIES = Armies()


@lru_cache(maxsize=65536)
def best_armies(
    tactic: Face,
    foot: tuple[int, int],
    horse: tuple[int, int],
    guns: tuple[int, int],
    air: int,
    foot_as_horse: bool,
    air_factor: int,
) -> Armies:
    """Group units into armies of a tactic so that they add most strength.

    foot, horse and guns are (modern, old) numbers; old units are two or more levels below the tactic and make
    their army outdated. Each of the `air` air force units makes one army count `air_factor` times. With
    `foot_as_horse` infantry may stand for cavalry.
    """
    card = TACTICS[tactic]
    need_foot, need_horse, need_guns = card.infantry, card.cavalry, card.artillery

    def most(have_foot: int, have_horse: int, have_guns: int) -> int:
        limits = []
        if need_guns:
            limits.append(have_guns // need_guns)
        if need_foot:
            limits.append(have_foot // need_foot)
        if need_horse:
            if foot_as_horse:
                limits.append((have_foot + have_horse) // (need_foot + need_horse))
            else:
                limits.append(have_horse // need_horse)
        return min(limits)

    best = NO_ARMIES
    for full in range(most(foot[0], horse[0], guns[0]), -1, -1):
        borrowed = max(0, full * need_horse - horse[0])  # infantry standing for cavalry in the full armies
        outdated = most(
            sum(foot) - full * need_foot - borrowed,
            sum(horse) - full * need_horse + borrowed,
            sum(guns) - full * need_guns,
        )
        full_doubled = min(air, full)
        outdated_doubled = min(air - full_doubled, outdated)
        bonus = card.bonus * (full + full_doubled * (air_factor - 1))
        bonus += card.outdated * (outdated + outdated_doubled * (air_factor - 1))
        if bonus > best.bonus:
            best = Armies(full, outdated, full_doubled, outdated_doubled, bonus)
    return best


def armies(p: Player, units: Mapping[Face, int]) -> Armies:
    """Give the best armies of some of a player's units (card -> how many) by its current tactic."""
    if not p.tactic or p.leader in SPECIALS["genghis-khan-2006"]:
        return NO_ARMIES
    modern = LEVEL[p.tactic] - 1
    counts = {_FOOT: [0, 0], _HORSE: [0, 0], _GUN: [0, 0]}
    air = 0
    factor = 1
    for face, number in units.items():
        if not number:
            continue
        kind = KIND[face]
        if kind is _AIR:
            air += number
            factor = SPECIALS["air-forces"][face][0]
        elif kind in counts:
            counts[kind][LEVEL[face] < modern] += number
    foot, horse, guns = counts[_FOOT], counts[_HORSE], counts[_GUN]
    return best_armies(
        p.tactic,
        (foot[0], foot[1]),
        (horse[0], horse[1]),
        (guns[0], guns[1]),
        air,
        p.leader in SPECIALS["genghis-khan"],
        factor,
    )
