"""The coins of a player: on technologies, as tokens, and on the map."""

from __future__ import annotations

from functools import lru_cache

from ...contract import Seat
from ..map.board import enemy_at, ground, neighbours
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
    return _printed((s.techs[seat],), (s.governments[seat],))[0] + sum(s.tokens[seat].values())


def seats_near_coins(s: State, number: int) -> list[Seat]:
    """Give the seats in the game that would have so many coins if they owned all coins of the map.

    Acts ask this again and again.
    """
    number -= coins_on_map(s)
    return [
        seat
        for seat, printed in enumerate(_printed(tuple(s.techs), tuple(s.governments)))
        if printed + (sum(tokens.values()) if (tokens := s.tokens[seat]) else 0) >= number and s.left[seat] is None
    ]


@lru_cache(8192)
def _printed(techs: tuple[tuple[str, ...], ...], governments: tuple[str, ...]) -> tuple[int, ...]:
    """Give the coins of each seat that are printed on technologies and on feudalism."""
    return tuple(
        sum(tech.coins for tech in lookup_techs(names)) + (government == "feudalism")
        for names, government in zip(techs, governments, strict=True)
    )


def coins_on_map(s: State) -> int:
    """Give the number of coins on the whole map, whoever owns them."""
    return sum(map(_COIN_WORKS.__contains__, s.works.values())) + len(_gold(s.seats, s.laid))


@lru_cache(4096)
def _gold(seats: int, laid: tuple[str, ...]) -> tuple[Square, ...]:
    """Give the squares that print a coin."""
    return tuple(square for square, one in ground(seats, laid).items() if one.icons.coin)


def coins(s: State, seat: Seat) -> int:
    """Give the coins of a seat: on the map, printed on technologies, as tokens, and of feudalism.

    A square works for a city of the seat where it lies free beside it, or where a scout gathers there for one.
    """
    squares = [square for square, work in s.works.items() if work in _COIN_WORKS]
    squares += [square for square in _gold(s.seats, s.laid) if square not in s.works and square not in s.cities]
    own: set[Square] = set()
    own.update(*[neighbours(square) for square, city in s.cities.items() if city.seat == seat])
    found, gathers = coins_off_map(s, seat), s.gathers[seat]
    for square in squares:
        if square in own:
            found += enemy_at(s, seat, square) < 0
        elif square in gathers:
            found += s.cities.get(gathers[square], _NOBODY).seat == seat
    return found
