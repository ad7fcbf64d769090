"""Possessions of a player: technologies, figures, units, wonders, trade."""

from __future__ import annotations

from functools import lru_cache

from ...contract import Seat
from ..map.board import enemy_at, figures_at, outskirts_owner
from ..map.squares import Square
from ..state import State
from ..tables.civilizations import CIVILIZATIONS, SCOUTS
from ..tables.model import Tech
from ..tables.techs import MAX_TRADE, TECHS


@lru_cache(8192)
def lookup_techs(techs: tuple[str, ...]) -> tuple[Tech, ...]:
    """Give the technologies of these names."""
    return tuple(TECHS[name] for name in techs)


def figures_in_supply(s: State, seat: Seat) -> tuple[int, int]:
    """Give the armies and scouts neither on the map nor in a battle: none before a civilization is chosen."""
    if not s.civilizations[seat]:
        return 0, 0
    armies, scouts = figures_in_play(s, seat)
    return CIVILIZATIONS[s.civilizations[seat]].armies - armies, SCOUTS - scouts


def figures_in_play(s: State, seat: Seat) -> tuple[int, int]:
    """Give the armies and scouts that are on the map or attack in a battle."""
    armies = sum(group[0] for group in s.figures[seat].values())
    scouts = sum(group[1] for group in s.figures[seat].values())
    if s.battle is not None and s.battle.seats[0] == seat:
        armies += s.battle.group[0]
        scouts += s.battle.group[1]
    return armies, scouts


def units(s: State, seat: Seat) -> int:
    """Count the living units of a seat: its standing forces, and its units in a battle."""
    fighting = 0
    if s.battle is not None and seat in s.battle.seats:
        side = s.battle.seats.index(seat)
        fighting = len(s.battle.hands[side]) + sum(bool(front.units[side]) for front in s.battle.fronts)
    return len(s.forces[seat]) + fighting


def has_wonder(s: State, seat: Seat, wonder: str) -> bool:
    """Whether a seat has a wonder whose ability works: neither obsolete nor blockaded."""
    for square, work in s.works.items():
        if work == wonder:
            city = outskirts_owner(s, square)
            here = city >= 0 and s.cities[city].seat == seat and enemy_at(s, seat, square) < 0
            return here and wonder not in s.obsolete
    return False


def gain_trade(s: State, seat: Seat, number: int) -> None:
    """Turn a trade dial up (or down), no further than it goes."""
    s.trade[seat] = max(0, min(MAX_TRADE, s.trade[seat] + number))


def figure_count(s: State, seat: Seat, square: Square) -> int:
    """Give how many figures of a seat stand on a square."""
    return sum(figures_at(s, seat, square))
