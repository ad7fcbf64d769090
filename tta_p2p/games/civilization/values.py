"""What a seat has of everything: limits, yields of its cities, coins, ranks, prices."""

from __future__ import annotations

from functools import lru_cache

from ..contract import Seat
from .board import around, cities_of, enemy_at, figures_at, ground, is_wonder, land, outskirts_owner
from .state import City, Square, State
from .tables.buildings import BUILDINGS, WALLS_BONUS
from .tables.civilizations import CITIES, CIVILIZATIONS, HAND, SCOUTS, SPEED, STACKING
from .tables.events import CULTURE_HAND
from .tables.hidden import AIRCRAFT_COST, PEOPLE
from .tables.model import Icons, Tech
from .tables.techs import MAX_TRADE, TECHS
from .tables.wonders import WONDERS

NOTHING = Icons()
_NOBODY = City(-1)
_COIN_WORKS = {name for name, icons in PEOPLE.items() if icons.coin}
_COIN_WORKS |= {name for name, building in BUILDINGS.items() if building.icons.coin}
_WORK_ICONS = {
    **{name: building.icons for name, building in BUILDINGS.items()},
    **PEOPLE,
    **{name: Icons(culture=wonder.culture) for name, wonder in WONDERS.items()},
}


@lru_cache(8192)
def known(techs: tuple[str, ...]) -> tuple[Tech, ...]:
    """Give the technologies of these names."""
    return tuple(TECHS[name] for name in techs)


@lru_cache(8192)
def _most(techs: tuple[str, ...]) -> tuple[int, int, int, int]:
    """Give speed, stacking, cities and water as technologies allow them."""
    all_ = known(techs)
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


def most_cities(s: State, seat: Seat) -> int:
    """Give how many cities a seat may have."""
    return _most(s.techs[seat])[2]


def water(s: State, seat: Seat) -> int:
    """Give what figures may do on water: 0 nothing, 1 cross it, 2 also end there."""
    return _most(s.techs[seat])[3]


def unbuilt(s: State, seat: Seat) -> tuple[int, int]:
    """Give the armies and scouts that are not on the map, nor in a battle: none before a civilization is chosen."""
    if not s.civilizations[seat]:
        return 0, 0
    armies, scouts = figures_out(s, seat)
    return CIVILIZATIONS[s.civilizations[seat]].armies - armies, SCOUTS - scouts


def figures_out(s: State, seat: Seat) -> tuple[int, int]:
    """Give the armies and scouts that are on the map or attack in a battle."""
    armies = sum(group[0] for group in s.figures[seat].values())
    scouts = sum(group[1] for group in s.figures[seat].values())
    if s.battle is not None and s.battle.seats[0] == seat:
        armies += s.battle.group[0]
        scouts += s.battle.group[1]
    return armies, scouts


def units(s: State, seat: Seat) -> int:
    """Count the units of a seat that live: its standing forces, and those that it has in a battle."""
    fighting = 0
    if s.battle is not None and seat in s.battle.seats:
        side = s.battle.seats.index(seat)
        fighting = len(s.battle.hands[side]) + sum(bool(front.units[side]) for front in s.battle.fronts)
    return len(s.forces[seat]) + fighting


# --- cities --------------------------------------------------------------------------------------------------


def free_around(s: State, seat: Seat, city: Square) -> list[Square]:
    """Give those of the eight squares around a city of a seat that nobody blockades."""
    found = list(around(city))
    for other, theirs in enumerate(s.figures):
        if other != seat and theirs:
            found = [square for square in found if square not in theirs]
    return found


def outskirts(s: State, seat: Seat, city: Square) -> list[Square]:
    """Give the squares that work for a city: the eight around it but blockaded ones, and where its scouts gather."""
    found = free_around(s, seat, city)
    for square, serves in s.gathers[seat].items():
        if serves == city and s.cities.get(outskirts_owner(s, square), _NOBODY).seat != seat:
            found.append(square)
    return found


def icons_of(s: State, square: Square) -> Icons:
    """Give what a square yields: what stands on it, else what is printed there."""
    work = s.works.get(square)
    if work is not None:
        return _WORK_ICONS[work]
    return NOTHING if square in s.cities else land(s)[square].icons


def _yields(s: State, seat: Seat, city: Square) -> list[Icons]:
    """Give what each square that works for a city yields."""
    here, works, cities = land(s), s.works, s.cities
    return [
        _WORK_ICONS[works[square]] if square in works else NOTHING if square in cities else here[square].icons
        for square in outskirts(s, seat, city)
    ]


def resource_at(s: State, square: Square) -> str:
    """Give the resource a square shows; what stands on it covers it."""
    return "" if square in s.works or square in s.cities else land(s)[square].resource


def production(s: State, seat: Seat, city: Square) -> int:
    """Give what a city produces this turn."""
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
    """Give the resources a city could harvest, as far as the market has them."""
    cities = cities_of(s, seat) if s.governments[seat] == "feudalism" else [city]
    shown = {resource_at(s, square) for one in cities for square in outskirts(s, seat, one)}
    return [resource for resource, left in s.market.items() if left and resource in shown]


def coins_off_map(s: State, seat: Seat) -> int:
    """Give the coins of a seat that are printed on technologies, lie about as tokens, or are feudalism's."""
    found = _printed(s.techs[seat]) + sum(s.tokens[seat].values())
    return found + (s.governments[seat] == "feudalism")


@lru_cache(8192)
def _printed(techs: tuple[str, ...]) -> int:
    return sum(tech.coins for tech in known(techs))


def coins_on_map(s: State) -> int:
    """Give how many coins all squares of the map give together, whosever they are."""
    built = [work for work in s.works.values() if work in _COIN_WORKS]
    return len(built) + len(_gold(s.seats, s.laid))


@lru_cache(4096)
def _gold(seats: int, laid: tuple[str, ...]) -> tuple[Square, ...]:
    """Give the squares that print a coin."""
    return tuple(square for square, one in ground(seats, laid).items() if one.icons.coin)


def _works_for(s: State, seat: Seat, square: Square) -> bool:
    """Whether a square works for some city of a seat: it lies around one, free, or a scout gathers there for one."""
    city = s.cities.get(outskirts_owner(s, square), _NOBODY)
    if city.seat == seat:
        return enemy_at(s, seat, square) < 0
    return s.cities.get(s.gathers[seat].get(square, -1), _NOBODY).seat == seat


def coins(s: State, seat: Seat) -> int:
    """Give the coins of a seat: on the map, printed on technologies, as tokens, and of feudalism."""
    built = [square for square, work in s.works.items() if work in _COIN_WORKS]
    printed = [square for square in _gold(s.seats, s.laid) if square not in s.works and square not in s.cities]
    return coins_off_map(s, seat) + len([square for square in (*built, *printed) if _works_for(s, seat, square)])


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


def culture_hand(s: State, seat: Seat) -> int:
    """Give how many culture events a seat may keep."""
    hand = CULTURE_HAND + sum(tech.hand for tech in known(s.techs[seat])) + (s.governments[seat] == "monarchy")
    return hand + (coins(s, seat) // 5 if "computers" in s.techs[seat] else 0)


# --- units and battles ---------------------------------------------------------------------------------------


def rank(s: State, seat: Seat, kind: str) -> int:
    """Give the rank of a seat's units of a type; barbarians (-1) have the first."""
    if seat < 0:
        return 1
    return max((1, *(tech.rank for tech in known(s.techs[seat]) if tech.unit == kind)))


def strength(s: State, seat: Seat, face: str) -> int:
    """Give the strength of a unit in the service of a seat (-1: barbarians)."""
    kind, _, printed = face.partition("-")
    raised = 0 if kind == "aircraft" else rank(s, seat, kind) - 1
    return int(printed) + raised + (seat >= 0 and has_wonder(s, seat, "himeji-samurai-castle"))


def unit_cost(s: State, seat: Seat, kind: str) -> int:
    """Give what a unit of this type costs a seat."""
    return AIRCRAFT_COST if kind == "aircraft" else 3 + 2 * rank(s, seat, kind)


def battle_hand(s: State, seat: Seat, armies: int, in_city: bool) -> int:
    """Give how many units a side takes into a battle, with so many armies on its square."""
    hand = HAND + 2 * max(0, armies - 1) + 3 * in_city
    if s.governments[seat] == "fundamentalism":
        hand += 1
    if "computers" in s.techs[seat]:
        hand += coins(s, seat) // 5
    return hand


def battle_bonus(s: State, seat: Seat, city: Square = -1) -> int:
    """Give what a side counts besides its units; `city`: the city it defends."""
    found = 0
    for own in cities_of(s, seat):
        for square in around(own):
            if square in s.works and enemy_at(s, seat, square) < 0:
                found += icons_of(s, square).combat
    if city >= 0:
        found += (12 if s.cities[city].capital else 6) + WALLS_BONUS * s.cities[city].walls
    return found


def standing(s: State, seat: Seat, square: Square) -> int:
    """Give how many figures of a seat stand on a square."""
    return sum(figures_at(s, seat, square))


__all__ = [
    "arts",
    "battle_bonus",
    "battle_hand",
    "coins",
    "culture_hand",
    "gain_trade",
    "harvests",
    "has_wonder",
    "icons_of",
    "is_wonder",
    "known",
    "most_cities",
    "outskirts",
    "production",
    "rank",
    "resource_at",
    "speed",
    "stacking",
    "standing",
    "strength",
    "trade_income",
    "unbuilt",
    "unit_cost",
    "water",
]
