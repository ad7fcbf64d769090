"""The coins of a player: on technologies, as tokens, and on the map."""

from __future__ import annotations

from functools import lru_cache

from ...contract import Seat
from ..map.board import enemy_at, ground, outskirts_owner
from ..map.squares import Square
from ..state import City, State
from ..tables.buildings import BUILDINGS
from ..tables.hidden import PEOPLE
from .holdings import lookup_techs

_NOBODY = City(-1)
_COIN_WORKS = {name for name, icons in PEOPLE.items() if icons.coin}
_COIN_WORKS |= {name for name, building in BUILDINGS.items() if building.icons.coin}


def coins_off_map(s: State, seat: Seat) -> int:
    """Give the coins of a seat on technologies, as tokens, and of feudalism."""
    found = _printed(s.techs[seat]) + sum(s.tokens[seat].values())
    return found + (s.governments[seat] == "feudalism")


def seats_with_coins(s: State, number: int) -> list[Seat]:
    """Give the seats in the game with so many coins off the map (`coins_off_map`); acts ask this again and again."""
    return [
        seat
        for seat, (techs, tokens) in enumerate(zip(s.techs, s.tokens, strict=True))
        if _printed(techs) + sum(tokens.values()) + (s.governments[seat] == "feudalism") >= number
        if s.left[seat] is None
    ]


@lru_cache(8192)
def _printed(techs: tuple[str, ...]) -> int:
    return sum(tech.coins for tech in lookup_techs(techs))


def coins_on_map(s: State) -> int:
    """Give the number of coins on the whole map, whoever owns them."""
    built = [work for work in s.works.values() if work in _COIN_WORKS]
    return len(built) + len(_gold(s.seats, s.laid))


@lru_cache(4096)
def _gold(seats: int, laid: tuple[str, ...]) -> tuple[Square, ...]:
    """Give the squares that print a coin."""
    return tuple(square for square, one in ground(seats, laid).items() if one.icons.coin)


def _works_for(s: State, seat: Seat, square: Square) -> bool:
    """Whether a square works for a city of a seat: free beside it, or gathered by a scout."""
    city = s.cities.get(outskirts_owner(s, square), _NOBODY)
    if city.seat == seat:
        return enemy_at(s, seat, square) < 0
    return s.cities.get(s.gathers[seat].get(square, -1), _NOBODY).seat == seat


def coins(s: State, seat: Seat) -> int:
    """Give the coins of a seat: on the map, printed on technologies, as tokens, and of feudalism."""
    built = [square for square, work in s.works.items() if work in _COIN_WORKS]
    printed = [square for square in _gold(s.seats, s.laid) if square not in s.works and square not in s.cities]
    return coins_off_map(s, seat) + len([square for square in (*built, *printed) if _works_for(s, seat, square)])
