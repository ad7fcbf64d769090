"""Strength in battles: ranks and costs of units, the size of a battle hand, bonuses."""

from __future__ import annotations

from ...contract import Seat
from ..city.yields import icons_of
from ..map.board import cities_of, enemy_at, neighbours
from ..map.squares import Square
from ..players.coins import coins
from ..players.holdings import has_wonder, lookup_techs
from ..state import State
from ..tables.buildings import WALLS_BONUS
from ..tables.civilizations import HAND
from ..tables.hidden import AIRCRAFT_COST


def rank(s: State, seat: Seat, kind: str) -> int:
    """Give the rank of a seat's units of a type; barbarians (-1) have the first."""
    if seat < 0:
        return 1
    return max((1, *(tech.rank for tech in lookup_techs(s.techs[seat]) if tech.unit == kind)))


def strength(s: State, seat: Seat, face: str) -> int:
    """Give the strength of a unit in the service of a seat (-1: barbarians)."""
    kind, _, printed = face.partition("-")
    raised = 0 if kind == "aircraft" else rank(s, seat, kind) - 1
    return int(printed) + raised + (seat >= 0 and has_wonder(s, seat, "himeji-samurai-castle"))


def unit_cost(s: State, seat: Seat, kind: str) -> int:
    """Give the production that a unit of this type costs a seat."""
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
    """Give the bonus of a side; `city`: the city it defends."""
    found = 0
    for own in cities_of(s, seat):
        for square in neighbours(own):
            if square in s.works and enemy_at(s, seat, square) < 0:
                found += icons_of(s, square).combat
    if city >= 0:
        found += (12 if s.cities[city].capital else 6) + WALLS_BONUS * s.cities[city].walls
    return found
