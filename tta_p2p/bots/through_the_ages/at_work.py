"""What the cards at work in one civilization come to: numbers that only change with these cards.

A search meets the same cards at work again and again, in states that differ in what is stored, held and spent; so it
works these numbers out once for each such set of cards (`Trials.at_work`).
"""

from __future__ import annotations

from tta_p2p.games.contract import Face, Seat
from tta_p2p.games.through_the_ages import armies, economy, ratings
from tta_p2p.games.through_the_ages.index import HAPPY, IS_URBAN, KIND, LEVEL, TACTICS, URBAN_LIMIT
from tta_p2p.games.through_the_ages.state import Player, State
from tta_p2p.games.through_the_ages.tables.words import Kind

Key = tuple[object, ...]
Fixed = tuple[int, int, int, int]


def key_of(s: State, seat: Seat) -> Key:
    """What tells two sets of cards at work apart; those of the others matter only by pacts, which stay as they are."""
    p = s.players[seat]
    return (
        p.government, p.leader, p.wonders, p.ravaged, p.homer_under, p.specials, p.colonies, p.tactic,
        *p.workers.items(),
    )  # fmt: skip


class AtWork:
    """The numbers of one set of cards at work."""

    __slots__ = (
        "age",
        "army",
        "best",
        "cards",
        "civil",
        "culture",
        "farms",
        "fixed",
        "hand",
        "hands",
        "happiness",
        "military",
        "moves",
        "played",
        "resource",
        "room",
        "science",
        "stored",
        "strength",
        "together",
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
        self.civil = ratings.civil_actions(s, seat)
        self.military = ratings.military_actions(s, seat)
        self.room = _room_to_cheer(p)
        self.army = _army_to_be(p) if p.tactic else 0
        """What a tactic promises as long as there is no army of it."""
        self.best: dict[Kind, tuple[int, Face]] = {}
        """The best technology of each kind: its level and card."""
        for face in p.workers:
            kind = KIND[face]
            if kind not in self.best or LEVEL[face] > self.best[kind][0]:
                self.best[kind] = (LEVEL[face], face)
        self.moves: dict[tuple[Face, int], int] = {}
        """What `plans` has found out about moving workers onto a card, by card and delay."""
        self.fixed: Fixed | None = None
        """What `standing` has found out about what only these cards matter for."""
        self.stored: dict[tuple[int, ...], int] = {}
        """What `standing` has found out about stocks and production, by what they depend on besides."""
        self.together: int | None = None
        """What all moves onto cards in play are worth together, once that is known."""
        self.hand: dict[tuple[Face, int], int] = {}
        """What `plans` has found out about cards of the hand, by card and science."""
        self.played: dict[tuple[object, ...], int] = {}
        """What `plans` has found out about action cards and the unfinished wonder, by what they depend on besides."""
        self.cards: dict[tuple[int, int, int], int] = {}
        """What `hidden` has found out about military cards, by handle, unused workers and yellow tokens."""
        self.hands: dict[tuple[tuple[int, ...], int, int], int] = {}
        """The same for whole military hands."""


def _room_to_cheer(p: Player) -> int:
    """How many more buildings with happy faces the civilization may have."""
    have: dict[Kind, int] = {}
    for face, number in p.workers.items():
        if face in IS_URBAN and face in HAPPY:
            have[KIND[face]] = have.get(KIND[face], 0) + number
    return sum(max(0, URBAN_LIMIT[p.government] - number) for number in have.values())


def _army_to_be(p: Player) -> int:
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
