"""Targets of culture events and of other declarations: the words for them, and what these name.

Everybody sees all of this. Players are named by seat, so that each reader learns whose target it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...contract import Arg, Seat
from ..map.board import building_at, enemy_at, figures_at, land, owner_of
from ..map.squares import SQUARES, Square, name_of
from ..players.opponents import named_rival
from ..state import Group, State
from ..tables.events import EVENTS, Event
from ..tables.techs import TECHS
from ..tables.wonders import WONDERS

Told = tuple[str, tuple[Arg, ...]]
"""The ending of a key, and its arguments."""


def company(armies: int, scouts: int) -> tuple[str, tuple[int, ...]]:
    """Give the ending of a key for these sorts of figures, and their numbers."""
    if not scouts:
        return "armies", (armies,)
    return ("both", (armies, scouts)) if armies else ("scouts", (scouts,))


def target_line(s: State, seat: Seat, name: str, on: Sequence[Arg]) -> Told | None:
    """Say what a culture event is played on; None if it names nothing, or something that is not there."""
    event, squares = EVENTS.get(name), [SQUARES[one] for one in on if isinstance(one, str) and one in SQUARES]
    if event is None or (not on and event.does not in ("anarchy", "interrupt")):
        return None
    match event.does:
        case "anarchy":
            return "anarchy", (named_rival(s, seat, on),)
        case "swap" if isinstance(on[-1], str) and on[-1] in TECHS:
            return "swap", (on[-1], named_rival(s, seat, on))
        case "production" if len(squares) == len(on) == 1:
            return "production", (on[0], event.number)
        case "wreck" if 0 < len(squares) == len(on) and all(building_at(s, square) for square in squares):
            named = [(name_of(square), building_at(s, square), owner_of(s, square)) for square in squares]
            return "wreck" if len(on) == 1 else "wreck-both", tuple(one for each in named for one in each)
        case "spoil" if len(squares) == len(on) == 1 and squares[0] in land(s):
            return _spoiled(s, event, squares[0])
        case "kill" if len(squares) == 1 and on[0] in SQUARES:
            return casualty_line(s, enemy_at(s, seat, squares[0]), squares[0], on[1:])
        case "push" if len(squares) == len(on) == 2 and (other := enemy_at(s, seat, squares[0])) >= 0:
            ending, numbers = company(*figures_at(s, other, squares[0]))
            return f"push-{ending}", (on[0], on[1], other, *numbers)
    return None


def _spoiled(s: State, event: Event, square: Square) -> Told:
    owner = owner_of(s, square)
    told = (name_of(square), land(s)[square].terrain, event.into)
    return ("spoil-of", (*told, owner)) if owner >= 0 else ("spoil", told)


def casualty_line(s: State, other: Seat, square: Square, what: Sequence[Arg]) -> Told | None:
    """Say what is about to die on a square: figures of a seat (-1: nobody's), or a great person."""
    match tuple(what):
        case (str(person),) if s.works.get(square) == person:
            return "kill-person", (name_of(square), person, owner_of(s, square))
        case (int(armies), int(scouts)) if armies + scouts and other >= 0:
            ending, numbers = company(armies, scouts)
            return f"kill-{ending}", (name_of(square), other, *numbers)
    return None


def move_line(s: State, seat: Seat, start: str, to: str, group: Group, way: Sequence[str]) -> Told:
    """Say which figures are about to move, over which squares and to where, and whom they attack there."""
    ending, numbers = company(*group)
    square, over = SQUARES[to], (len(way), " ".join(way))
    city = s.cities.get(square)
    if city is not None and city.seat != seat:
        return f"storms-{ending}", (seat, start, to, city.seat, *numbers, *over)
    if (enemy := enemy_at(s, seat, square)) >= 0:
        return f"attacks-{ending}", (seat, start, to, enemy, *numbers, *over)
    if square in s.markers and s.backs.get(s.markers[square]) == "village":
        return f"raids-{ending}", (seat, start, to, *numbers, *over)
    return f"goes-{ending}", (seat, start, to, *numbers, *over)


def ability_target_line(s: State, seat: Seat, tech: str, target: str) -> Told:
    """Say what a technology is used on."""
    if target in s.civilizations:
        return "uses-against", (seat, tech, s.civilizations.index(target))
    if target in WONDERS:
        return "uses-on", (seat, tech, target)
    square = SQUARES.get(target, -1)
    if square in s.works:
        return "uses-on-work", (seat, tech, target, s.works[square], owner_of(s, square))
    if tech == "gunpowder" and building_at(s, square):
        return "uses-on-work", (seat, tech, target, building_at(s, square), owner_of(s, square))
    if square in s.cities:
        return "uses-on-city", (seat, tech, target, s.cities[square].seat)
    return "uses", (seat, tech)
