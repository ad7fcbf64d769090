"""A player's limits: speed and stacking of figures, cities, water, culture events."""

from __future__ import annotations

from functools import lru_cache

from ...contract import Seat
from ..state import State
from ..tables.civilizations import CITIES, SPEED, STACKING
from ..tables.events import CULTURE_HAND
from .coins import coins
from .holdings import lookup_techs


@lru_cache(8192)
def _most(techs: tuple[str, ...]) -> tuple[int, int, int, int]:
    """Give speed, stacking, cities and water as technologies allow them."""
    all_ = lookup_techs(techs)
    return (
        max((SPEED, *(tech.speed for tech in all_))),
        max((STACKING, *(tech.stacking for tech in all_))),
        max((CITIES, *(tech.cities for tech in all_))),
        max((0, *(tech.water for tech in all_))),
    )


def speed(s: State, seat: Seat) -> int:
    """Give the travel speed of a seat, in squares."""
    return _most(s.techs[seat])[0]


def stacking(s: State, seat: Seat) -> int:
    """Give how many figures of a seat may stand on one square."""
    return _most(s.techs[seat])[1] + (s.civilizations[seat] == "russia")


def stacking_and_water(s: State, seat: Seat) -> tuple[int, int]:
    """Give `stacking` and `water`: whoever looks for ways asks for both, again and again."""
    _, most, _, sails = _most(s.techs[seat])
    return most + (s.civilizations[seat] == "russia"), sails


def city_limit(s: State, seat: Seat) -> int:
    """Give how many cities a seat may have."""
    return _most(s.techs[seat])[2]


def water(s: State, seat: Seat) -> int:
    """Give what figures may do on water: 0 nothing, 1 cross it, 2 also end there."""
    return _most(s.techs[seat])[3]


def culture_hand(s: State, seat: Seat) -> int:
    """Give how many culture events a seat may keep."""
    hand = CULTURE_HAND + sum(tech.hand for tech in lookup_techs(s.techs[seat])) + (s.governments[seat] == "monarchy")
    return hand + (coins(s, seat) // 5 if "computers" in s.techs[seat] else 0)
