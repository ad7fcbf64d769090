"""Numbers of one civilization that only change with its active cards.

A search meets the same active cards again and again, in states that differ in stocks, hands and spent actions. So it
computes these numbers once for each set of cards (`MarginalValues.active_cards`).
"""

from __future__ import annotations

from typing import NamedTuple

from tta_p2p.games.contract import Face, Seat
from tta_p2p.games.through_the_ages import armies, economy, ratings
from tta_p2p.games.through_the_ages.index import HAPPY, IS_URBAN, KIND, LEVEL, TACTICS, URBAN_LIMIT
from tta_p2p.games.through_the_ages.state import EMPTY, Player, State
from tta_p2p.games.through_the_ages.tables.words import Kind

_PRODUCTION = (Kind.FARM, Kind.MINE)

CardsKey = tuple[object, ...]
FixedParts = tuple[int, int, int, int]


def cards_key(s: State, seat: Seat) -> CardsKey:
    """Give the key of a set of active cards; the cards of others matter only by pacts, which stay the same."""
    p = s.players[seat]
    return (
        p.government, p.leader, p.wonders, p.ravaged, p.homer_under, p.specials, p.colonies, p.tactic,
        *p.workers.items(),
    )  # fmt: skip


class Ratings(NamedTuple):
    """The ratings that a leader may raise, each turn."""

    science: int
    culture: int
    strength: int
    civil: int
    military: int


def leaderless_ratings(s: State, seat: Seat) -> Ratings:
    """Give the ratings of a civilization whose leader has gone."""
    s = s.copy()
    s.players[seat].leader = EMPTY
    return Ratings(
        ratings.science(s, seat), ratings.culture(s, seat), ratings.strength(s, seat),
        ratings.civil_actions(s, seat), ratings.military_actions(s, seat),
    )  # fmt: skip


class ActiveCards:
    """The numbers of one set of active cards."""

    __slots__ = (
        "action_card_values",
        "age",
        "army_promise",
        "best_by_kind",
        "civil",
        "culture",
        "farms",
        "fixed_parts",
        "hand_values",
        "happiness",
        "happy_room",
        "leaderless",
        "military",
        "military_hand_values",
        "military_values",
        "move_values",
        "moves_total",
        "resource",
        "science",
        "stock_values",
        "strength",
        "tokens_made",
    )

    def __init__(self, s: State, seat: Seat) -> None:
        p = s.players[seat]
        self.age = min(s.age, 4)
        self.science = ratings.science(s, seat)
        self.culture = ratings.culture(s, seat)
        self.strength = ratings.strength(s, seat)
        self.happiness = ratings.happiness(s, seat)
        self.farms = economy.food_production(s, seat)
        self.resource = economy.resource_production(s, seat)
        self.tokens_made = sum(number for face, number in p.workers.items() if KIND[face] in _PRODUCTION)
        """Blue tokens that a production takes from the bank."""
        self.civil = ratings.civil_actions(s, seat)
        self.military = ratings.military_actions(s, seat)
        self.leaderless: Ratings | None = None
        """Cache of `position`: the ratings once the leader has gone, where that is before the end of the game."""
        self.happy_room = _happy_room(p)
        self.army_promise = _army_promise(p) if p.tactic else 0
        """Value of a tactic before the first army of it."""
        self.best_by_kind: dict[Kind, tuple[int, Face]] = {}
        """The best technology of each kind: its level and card."""
        for face in p.workers:
            kind = KIND[face]
            if kind not in self.best_by_kind or LEVEL[face] > self.best_by_kind[kind][0]:
                self.best_by_kind[kind] = (LEVEL[face], face)
        self.move_values: dict[tuple[Face, int], int] = {}
        """Cache of `plans`: values of moving workers onto a card, by card and delay in turns."""
        self.fixed_parts: FixedParts | None = None
        """Cache of `position`: the parts that depend on these cards alone."""
        self.stock_values: dict[tuple[int, ...], int] = {}
        """Cache of `position`: values of stocks and production, by what else they depend on."""
        self.moves_total: int | None = None
        """Cache of `plans`: the sum of all moves onto cards in play."""
        self.hand_values: dict[tuple[Face, int], int] = {}
        """Cache of `plans`: values of cards of the civil hand, by card and science."""
        self.action_card_values: dict[tuple[object, ...], int] = {}
        """Cache of `plans`: values of action cards and the unfinished wonder, by what else they depend on."""
        self.military_values: dict[tuple[int, int, int], int] = {}
        """Cache of `hidden_outcomes`: values of military cards, by handle, unused workers and yellow tokens."""
        self.military_hand_values: dict[tuple[tuple[int, ...], int, int], int] = {}
        """The same for whole military hands."""


def _happy_room(p: Player) -> int:
    """Count the further buildings with happy faces that the civilization may have."""
    have: dict[Kind, int] = {}
    for face, number in p.workers.items():
        if face in IS_URBAN and face in HAPPY:
            have[KIND[face]] = have.get(KIND[face], 0) + number
    return sum(max(0, URBAN_LIMIT[p.government] - number) for number in have.values())


def _army_promise(p: Player) -> int:
    units = ratings.units(p)
    bonus = TACTICS[p.tactic].bonus
    if armies.armies(p, units).full:
        return 40 * bonus
    card = TACTICS[p.tactic]
    needed = ((Kind.INFANTRY, card.infantry), (Kind.CAVALRY, card.cavalry), (Kind.ARTILLERY, card.artillery))
    have = there = 0
    for kind, number in needed:
        if number and not any(KIND[face] is kind for face in p.workers):
            return 0
        have += min(number, sum(many for face, many in units.items() if KIND[face] is kind))
        there += number
    return 30 * bonus + 50 * bonus * have // there
