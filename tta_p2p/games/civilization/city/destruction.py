"""Destruction by technologies and armies: obsolete wonders, buildings, whole cities, units by lot."""

from __future__ import annotations

from dataclasses import replace

from ...contract import Seat, Shown
from ...kit import cards
from ..battle.units import bury
from ..flow import FLOW, UnitDies
from ..map.board import building_at, neighbours
from ..map.clearance import clear, raze
from ..map.squares import Square, name_of
from ..setup import refill
from ..state import State
from ..tables.buildings import WALLS
from ..tables.wonders import WONDERS


def obsoletes(s: State, ages: tuple[str, ...]) -> list[str]:
    """Give the wonders of these ages that can be made obsolete: on the map and in the market."""
    there = (*s.wonders, *s.works.values())
    return [name for name, one in WONDERS.items() if one.age in ages and name in there and name not in s.obsolete]


def make_obsolete(s: State, wonder: str) -> None:
    """Make a wonder obsolete; one in the market is put away, and the next one turned up."""
    s.say("obsolete", wonder)
    s.obsolete = (*s.obsolete, wonder)
    if wonder in s.wonders:
        s.wonders = tuple(one for one in s.wonders if one != wonder)
        refill(s)


def wreck(s: State, seat: Seat, square: Square) -> None:
    """Let a seat destroy the building on a square: its marker goes to the market; a city loses its walls."""
    building = building_at(s, square)
    if not building:  # its owner has left the game
        return
    s.say("wrecks", seat, building, name_of(square))
    if building == WALLS:
        s.cities[square] = replace(s.cities[square], walls=False)
    else:
        clear(s, square, -1)


def bomb(s: State, seat: Seat, city: Square) -> None:
    """Let a seat destroy a city with all that stands in its outskirts."""
    if city not in s.cities:  # its owner has left the game
        return
    s.say("bombs", seat, name_of(city), s.cities[city].seat)
    raze(s, city)
    for square in neighbours(city):
        for figures, gathers in zip(s.figures, s.gathers, strict=True):
            figures.pop(square, None)
            gathers.pop(square, None)
        s.moved.pop(square, None)


def kill_unit(s: State, other: Seat) -> None:
    """Let a unit of a seat's standing forces die by lot: all see it, the others stay hidden."""
    forces = s.forces[other]
    if not forces:  # that player has left the game
        return
    cards.return_cards(s, other, forces)
    mixed = cards.shuffle(s, "forces", forces) if len(forces) > 1 else forces
    cards.show(s, mixed[:1], UnitDies(other))
    s.forces[other] = mixed[1:]
    if mixed[1:]:
        cards.deal(s, other, mixed[1:])


@FLOW.listener(UnitDies)
def _unit_dies(s: State, frame: UnitDies, fact: Shown) -> None:
    bury(s, fact.faces)
    s.say("falls", frame.seat, *fact.faces)
