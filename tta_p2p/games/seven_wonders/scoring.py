"""Conflicts, points and places."""

from __future__ import annotations

from ..contract import Line, Place, Seat, Standings
from .effects import effect_points, science, shields
from .index import COLOUR, stages
from .state import State, neighbour
from .tables import CARDS, COINS_A_POINT, CONFLICT, DEFEAT
from .tables.model import Colour

PARTS = ("wonder", "treasury", "conflicts", "civilian", "commerce", "science", "guilds")
"""Where points come from, in the order of the score sheet."""


def conflicts(s: State) -> None:
    """Compare every city with the next one, and give tokens for it."""
    strength = [shields(s, seat) for seat in range(s.seats)]
    for seat in range(s.seats):
        other = neighbour(s, seat, "left")
        if strength[seat] == strength[other]:
            s.say("no-conflict", seat, other, strength[seat])
            continue
        winner, loser = (seat, other) if strength[seat] > strength[other] else (other, seat)
        s.tokens[winner] = (*s.tokens[winner], CONFLICT[s.age])
        s.tokens[loser] = (*s.tokens[loser], DEFEAT)
        s.say("conflict", winner, loser, strength[winner], strength[loser], CONFLICT[s.age])


def parts(s: State, seat: Seat) -> tuple[tuple[str, int], ...]:
    """Give the points of a city as if the game ended now."""
    of: dict[Colour, int] = {"blue": 0, "yellow": 0, "purple": 0}
    for face in s.built[seat]:
        if (colour := COLOUR[face]) in of:
            for effect in CARDS[face].effects:
                of[colour] += effect_points(s, seat, effect)
    wonder = stages(s.wonders[seat], s.side(seat))[: s.stages[seat]]
    points = (
        sum(effect_points(s, seat, effect) for stage in wonder for effect in stage.effects),
        s.coins[seat] // COINS_A_POINT,
        sum(s.tokens[seat]),
        of["blue"],
        of["yellow"],
        science(s, seat),
        of["purple"],
    )
    return tuple(zip(PARTS, points, strict=True))


def standings(s: State) -> Standings:
    """Rank by points, then by coins; who has left comes after all others."""
    own = [parts(s, seat) for seat in range(s.seats)]
    points = [sum(number for _, number in one) for one in own]
    keys = [(s.left[seat] is not None, -points[seat], -s.coins[seat]) for seat in range(s.seats)]
    places = tuple(
        Place(seat, 1 + sum(other < keys[seat] for other in keys), points[seat], own[seat], s.left[seat])
        for seat in sorted(range(s.seats), key=lambda seat: (keys[seat], seat))
    )
    return Standings(s.over, places, Line(s.ending) if s.over else None)
