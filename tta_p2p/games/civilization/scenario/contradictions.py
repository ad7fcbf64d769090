"""Contradictions: why a position told in words cannot come about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...contract import Seat
from ..map.board import cities_of, distance, is_wonder, land, neighbours, outskirts_owner
from ..map.squares import Square, name_of
from ..players.holdings import figures_in_supply
from ..players.limits import city_limit, culture_hand, stacking, water
from ..setup import capital_squares
from ..state import State
from ..tables.buildings import BUILDINGS, WALLS_TECH
from ..tables.civilizations import CIVILIZATIONS
from ..tables.techs import LAST, MAX_TRADE, MOST_COINS, TECHS
from ..tables.track import TRACK
from ..tables.wonders import OPEN_WONDERS
from ..technologies.investment import INVESTMENTS
from ..technologies.pyramid import rows_of
from ..turn.start_phase import APART

COINED = ("code-of-laws", "pottery", *INVESTMENTS)
"""Technologies that hold coin tokens."""
MOST_CITIES = max(tech.cities for tech in TECHS.values())
CANAL, SHEET = "panama-canal", "sheet"


def why_impossible(s: State, alone: bool) -> Iterator[str]:
    """Say what cannot be. `alone`: things may be there without the technologies that they take."""
    if s.round < 1:
        yield "round: the first is 1"
    yield from _market(s)
    yield from _works(s)
    for seat in range(s.seats):
        yield from _dials(s, seat, alone)
        yield from _techs(s, seat, alone)
        yield from _cities(s, seat, alone)
        yield from _figures(s, seat, alone)


def _market(s: State) -> Iterator[str]:
    if min(*s.market.values(), *s.pools.values(), *(number for goods in s.goods for number in goods.values())) < 0:
        yield "there are not so many resources or buildings"
    if len(s.wonders) > OPEN_WONDERS or len(set(s.wonders)) < len(s.wonders):
        yield f"wonders: {OPEN_WONDERS} lie open, each once"
    wonders = Counter(work for work in s.works.values() if is_wonder(work))
    wonders.update(s.wonders)
    if any(number > 1 for number in wonders.values()):
        yield "works, wonders: there is one of each wonder"


def _works(s: State) -> Iterator[str]:
    for square, work in s.works.items():
        terrain = land(s)[square].terrain if square in land(s) else "face-down"
        fits = terrain in BUILDINGS[work].terrain if work in BUILDINGS else terrain not in ("water", "face-down")
        if not fits or square in s.cities or square in s.markers:
            yield f"works: {work} cannot stand on {name_of(square)}"
    for city in s.cities:
        near = [s.works[square] for square in neighbours(city) if square in s.works]
        limited = sum(work in BUILDINGS and BUILDINGS[work].limited for work in near)
        if sum(map(is_wonder, near)) > 1 or limited > 1:
            yield f"works: {name_of(city)} has one wonder at the most, and one building that must be alone"


def _dials(s: State, seat: Seat, alone: bool) -> Iterator[str]:
    if not 0 <= s.trade[seat] <= MAX_TRADE or s.culture[seat] < 0 or not 0 <= s.level[seat] < len(TRACK):
        yield f"trade: 0 to {MAX_TRADE}; culture: 0 or more; level: 0 to {len(TRACK) - 1}"
    for where, number in s.tokens[seat].items():
        known = where == SHEET or (where in COINED and (alone or where in s.techs[seat]))
        if where == CANAL:
            known = any(s.works.get(square) == CANAL for city in cities_of(s, seat) for square in neighbours(city))
        if not known or number < 0 or (number > MOST_COINS and where in TECHS):
            yield f"tokens: {number} on {where}"
    if len(s.events[seat]) > culture_hand(s, seat):
        yield f"events: seat {seat} may keep {culture_hand(s, seat)}"


def _techs(s: State, seat: Seat, alone: bool) -> Iterator[str]:
    if LAST in s.techs[seat]:
        yield f"techs: whoever knows {LAST} has won"
    rows = Counter(rows_of(s.techs[seat]))
    if not alone and any(rows[row] >= rows[row - 1] for row in rows if row > 1):
        yield f"techs: each of seat {seat} lies on two of the row below"
    known = {"anarchy", "despotism", CIVILIZATIONS[s.civilizations[seat]].government}
    known |= {TECHS[name].government for name in s.techs[seat]}
    if not alone and (s.governments[seat] not in known or not known.issuperset(s.unlocked[seat])):
        yield f"government: seat {seat} does not know it"


def _cities(s: State, seat: Seat, alone: bool) -> Iterator[str]:
    own = cities_of(s, seat)
    capitals = [square for square in own if s.cities[square].capital]
    most = MOST_CITIES if alone else city_limit(s, seat)
    if len(capitals) != 1 or len(own) > most:
        yield f"cities: seat {seat} has one capital, and {most} cities at the most"
    for square in own:
        dark = any(one not in land(s) for one in (square, *neighbours(square))) or len(neighbours(square)) < 8
        if dark or land(s)[square].terrain == "water" or square in s.markers:
            yield f"cities: none can stand on {name_of(square)}: it lies face down, beside what does, or on water"
        if any(other != square and distance(other, square) < APART for other in s.cities):
            yield f"cities: another one is too near to {name_of(square)}"
        if s.cities[square].walls and not alone and WALLS_TECH not in s.techs[seat]:
            yield f"cities: walls take {WALLS_TECH}"
    homes = {square for other in range(s.seats) for square in capital_squares(s, other)}
    if not homes.issuperset(capitals):
        yield "cities: a capital stands amid a home"
    for work in (s.works.get(square, "") for square in _around(own)):
        if work in BUILDINGS and not alone and BUILDINGS[work].tech not in s.techs[seat]:
            yield f"works: {work} takes {BUILDINGS[work].tech}"


def _around(cities: list[Square]) -> Iterator[Square]:
    for city in cities:
        yield from neighbours(city)


def _figures(s: State, seat: Seat, alone: bool) -> Iterator[str]:
    if min(figures_in_supply(s, seat)) < 0:
        yield f"figures: seat {seat} has not so many"
    for square, group in s.figures[seat].items():
        others = any(square in other for one, other in enumerate(s.figures) if one != seat)
        crowded = sum(group) > stacking(s, seat) or min(group) < 0 or not sum(group)
        taken = square not in land(s) or square in s.cities or square in s.markers or others
        sea = not taken and land(s)[square].terrain == "water" and not (alone or water(s, seat))
        if taken or crowded or sea:
            yield f"figures: {group} cannot stand on {name_of(square)}"
    for square, city in s.gathers[seat].items():
        scouts = s.figures[seat].get(square, (0, 0))[1]
        at_home = outskirts_owner(s, square) in cities_of(s, seat)
        if not scouts or city not in cities_of(s, seat) or at_home:
            yield f"gathers: no scout of seat {seat} gathers on {name_of(square)} for {name_of(city)}"
