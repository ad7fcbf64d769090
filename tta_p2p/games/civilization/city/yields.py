"""The yields of cities: outskirts, icons, production, trade, culture, resources to harvest."""

from __future__ import annotations

from ...contract import Seat
from ..map.board import cities_of, land, neighbours, outskirts_owner
from ..map.squares import Square
from ..players.coins import coins
from ..state import City, State
from ..tables.buildings import BUILDINGS
from ..tables.hidden import PEOPLE
from ..tables.model import Icons
from ..tables.wonders import WONDERS

NOTHING = Icons()
_NOBODY = City(-1)
_WORK_ICONS = {
    **{name: building.icons for name, building in BUILDINGS.items()},
    **PEOPLE,
    **{name: Icons(culture=wonder.culture) for name, wonder in WONDERS.items()},
}


def free_around(s: State, seat: Seat, city: Square) -> list[Square]:
    """Give the squares around a city of a seat that nobody blockades, eight at the most."""
    found = list(neighbours(city))
    for other, theirs in enumerate(s.figures):
        if other != seat and theirs:
            found = [square for square in found if square not in theirs]
    return found


def outskirts(s: State, seat: Seat, city: Square) -> list[Square]:
    """Give the squares that work for a city: those around it, unless blockaded, and those of its scouts."""
    found = free_around(s, seat, city)
    for square, serves in s.gathers[seat].items():
        if serves == city and s.cities.get(outskirts_owner(s, square), _NOBODY).seat != seat:
            found.append(square)
    return found


def icons_of(s: State, square: Square) -> Icons:
    """Give the yield of a square: of what stands on it, else the printed one."""
    work = s.works.get(square)
    if work is not None:
        return _WORK_ICONS[work]
    return NOTHING if square in s.cities else land(s)[square].icons


def _yields(s: State, seat: Seat, city: Square) -> list[Icons]:
    """Give the yield of each square that works for a city."""
    here, works, cities = land(s), s.works, s.cities
    return [
        _WORK_ICONS[works[square]] if square in works else NOTHING if square in cities else here[square].icons
        for square in outskirts(s, seat, city)
    ]


def resource_at(s: State, square: Square) -> str:
    """Give the resource a square shows; what stands on it covers it."""
    return "" if square in s.works or square in s.cities else land(s)[square].resource


def production(s: State, seat: Seat, city: Square) -> int:
    """Give the production of a city this turn."""
    made = sum([icons.production for icons in _yields(s, seat, city)])
    if s.governments[seat] == "communism":
        made += 2
    if "military-science" in s.techs[seat]:
        made += coins(s, seat) // 3
    return made + s.boost.get(city, 0)


def trade_income(s: State, seat: Seat) -> int:
    """Give the trade of all squares that work for the cities of a seat."""
    return sum([icons.trade for city in cities_of(s, seat) for icons in _yields(s, seat, city)])


def arts(s: State, seat: Seat, city: Square) -> int:
    """Give the culture a city makes when it is devoted to the arts."""
    made = 1 + sum([icons.culture for icons in _yields(s, seat, city)])
    government = s.governments[seat]
    if government == "monarchy":
        made += 1
    if government == "communism" and s.cities[city].capital:
        made -= 1
    return made


def harvests(s: State, seat: Seat, city: Square) -> list[str]:
    """Give the resources that a city could harvest and the market has."""
    cities = cities_of(s, seat) if s.governments[seat] == "feudalism" else [city]
    shown = {resource_at(s, square) for one in cities for square in outskirts(s, seat, one)}
    return [resource for resource, left in s.market.items() if left and resource in shown]
