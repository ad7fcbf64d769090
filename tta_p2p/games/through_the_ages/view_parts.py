"""Sources of a rating: the share of every card, pact and army in it."""

from __future__ import annotations

from collections.abc import Mapping

from ..contract import Face, Seat
from .armies import NO_ARMIES, Armies, armies
from .formulas import value
from .index import CULTURE, IS_UNIT, MODIFIERS, SCIENCE, STRENGTH, pact_abilities, pact_side
from .ratings import (
    RAVAGED_CULTURE,
    SYMBOL,
    active_cards,
    culture,
    discontent,
    faces_by_source,
    happiness,
    pacts_of,
    science,
    strength,
    uprising,
)
from .state import Player, State
from .tables import BOARD
from .tables.abilities import Modifier
from .tables.words import Stat
from .view_model import Happiness, PartView, RatingView, Strength

ARMIES = "armies"
"""The source of what armies add to strength."""


def science_rating(s: State, seat: Seat) -> RatingView:
    """Give the science rating with its sources."""
    return RatingView(science(s, seat), _parts(s, seat, Stat.SCIENCE, _printed(s.players[seat], SCIENCE)))


def culture_rating(s: State, seat: Seat) -> RatingView:
    """Give the culture rating with its sources."""
    p = s.players[seat]
    found = _printed(p, CULTURE)
    for face in p.ravaged:
        found[face] = found.get(face, 0) + RAVAGED_CULTURE
    return RatingView(culture(s, seat), _parts(s, seat, Stat.CULTURE, found))


def strength_rating(s: State, seat: Seat) -> Strength:
    """Give the strength rating: units, armies, others."""
    p = s.players[seat]
    found = _printed(p, STRENGTH)
    units = sum(number for face, number in found.items() if face in IS_UNIT)
    bonus = current_armies(p).bonus
    if bonus:
        found[ARMIES] = bonus
    parts = _parts(s, seat, Stat.STRENGTH, found)
    others = sum(part.amount for part in parts) - units - bonus
    return Strength(strength(s, seat), units, bonus, others, parts)


def happiness_rating(s: State, seat: Seat) -> Happiness:
    """Give happiness with its sources, extra faces included."""
    p = s.players[seat]
    found: dict[str, int] = {}
    for face, _, number, faces in faces_by_source(s, seat):
        found[face] = found.get(face, 0) + number * faces
    needed = BOARD.happy_needed_at(p.yellow_bank)
    parts = _parts(s, seat, Stat.HAPPY, found)
    return Happiness(happiness(s, seat), needed, discontent(s, seat), uprising(s, seat), parts)


def current_armies(p: Player) -> Armies:
    """Give a player's armies as they are now."""
    return armies(p, p.workers) if p.tactic else NO_ARMIES


def _printed(p: Player, numbers: Mapping[Face, int]) -> dict[str, int]:
    """Give what is printed on each card in play, times its workers."""
    cards = [p.government, *p.wonders, *p.specials, *p.colonies]
    if p.leader:
        cards.insert(1, p.leader)
    found: dict[str, int] = {face: numbers[face] for face in cards if face in numbers and face not in p.ravaged}
    for face, number in p.workers.items():
        if number and face in numbers:
            found[face] = number * numbers[face]
    return found


def _parts(s: State, seat: Seat, stat: Stat, found: dict[str, int]) -> tuple[PartView, ...]:
    """Add what abilities and pacts give, in the order of play."""
    cards = MODIFIERS.get(stat, {})
    for face in active_cards(s.players[seat]):
        for formula in cards.get(face, ()):
            found[face] = found.get(face, 0) + value(s, seat, formula)
    for pact, is_a, partner in pacts_of(s, seat):
        side = pact_side(pact.card, is_a)
        amount: int = getattr(side.symbols, SYMBOL[stat])
        for modifier in pact_abilities(side, Modifier):
            if modifier.stat is stat:
                amount += value(s, seat, modifier.formula, partner)
        found[pact.card] = found.get(pact.card, 0) + amount
    return tuple(PartView(source, amount) for source, amount in found.items() if amount)
