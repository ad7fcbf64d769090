"""Clearance: things on a square, or a whole city, go off the map."""

from __future__ import annotations

from ...contract import Seat
from ..state import State
from ..tables.buildings import BUILDINGS
from .board import is_person, is_wonder, neighbours
from .squares import Square


def clear(s: State, square: Square, seat: Seat) -> None:
    """Clear a square: a building goes to the market, a great person to the seat's sheet (-1: out of the game), a wonder
    out of the game."""
    work = s.works.pop(square, "")
    if work in BUILDINGS:
        s.pools[BUILDINGS[work].pool] += 1
    elif is_person(work) and seat >= 0:
        s.people[seat] = (*s.people[seat], work)
    elif is_wonder(work):
        for tokens in s.tokens:
            tokens.pop(work, None)
        s.say("wonder-gone", work)


def raze(s: State, square: Square) -> None:
    """Take a city off the map: buildings go to the market, wonders and great people out of the game."""
    del s.cities[square]
    s.acted = tuple(city for city in s.acted if city != square)
    s.boost.pop(square, None)
    for one in neighbours(square):
        clear(s, one, -1)
    for gathers in s.gathers:
        for scout in [one for one, city in gathers.items() if city == square]:
            del gathers[scout]
