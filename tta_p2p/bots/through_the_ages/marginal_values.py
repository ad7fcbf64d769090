"""Marginal values: a civilization's gain by cards it does not have.

Each card is tried alone on a copy of the state, once for a decision; values are in hundredths of a culture point.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from tta_p2p.bots.through_the_ages.active_cards import ActiveCards, CardsKey, cards_key
from tta_p2p.bots.through_the_ages.outlook import Outlook
from tta_p2p.bots.through_the_ages.position import position_value, resources_paid
from tta_p2p.games.contract import Face, Seat
from tta_p2p.games.through_the_ages import costs, economy
from tta_p2p.games.through_the_ages.index import (
    BLUE_TOKENS,
    GOVERNMENTS,
    IS_UNIT,
    IS_URBAN,
    KIND,
    LEADERS,
    SPECIAL_TECHNOLOGIES,
    WONDERS,
)
from tta_p2p.games.through_the_ages.state import EMPTY, Player, State
from tta_p2p.games.through_the_ages.workers import urban_room

_SHARES = (85, 70, 50)
"""How much of the best, second best … place of an unused worker is reckoned with, in hundredths."""


Surroundings = tuple[object, ...]
"""All that the numbers of active cards depend on besides the cards."""


class MarginalValues:
    """The marginal values of one decision."""

    def __init__(self, state: State, seat: Seat, o: Outlook) -> None:
        self._state, self._seat, self.outlook = state, seat, o
        self._position_value = position_value(state, seat, o)
        self._age, self._stored = min(state.age, 4), economy.stock(state.players[seat], economy.RESOURCE)
        self._gains: dict[Face, int] = {}
        self._without_leader: int | None = None
        self._active_cards: dict[CardsKey, ActiveCards] | None = None
        self._caches: dict[Surroundings, dict[CardsKey, ActiveCards]] = {}
        self.outlook = replace(o, workers=self._worker_values())
        self._position_value = position_value(state, seat, self.outlook)

    def _worker_values(self) -> tuple[int, ...]:
        """Value the first, second … unused worker: by the best open places, less their costs."""
        p, o = self._state.players[self._seat], self.outlook
        found = [0, 0, 0]
        for face in p.workers:
            if urban_room(p, face):
                action = 20 if face in IS_UNIT else o.action
                net = self.gain(face) - self.resources_paid(costs.worker_price(p, face)) - action
                found += [net, net * 6 // 10] if face not in IS_URBAN else [net]
        found.sort(reverse=True)
        people = o.weights.people
        return tuple(max(0, net) * share * people // 10000 for net, share in zip(found, _SHARES, strict=False))

    def with_outlook(self, o: Outlook) -> MarginalValues:
        """Give these values for other states of the same seat."""
        twin = copy(self)
        twin.outlook, twin._active_cards = o, None
        return twin

    def cache_cards(self, surroundings: Surroundings = ()) -> None:
        """Cache the numbers of each set of active cards, as long as the cards of others stay the same.

        ``surroundings``: all else that the numbers depend on; where that is equal, they are shared with the twins.
        """
        self._active_cards = self._caches.setdefault(surroundings, {})

    def active_cards(self, s: State) -> ActiveCards:
        """Give the numbers of the seat's active cards in a state."""
        if self._active_cards is None:
            return ActiveCards(s, self._seat)
        key = cards_key(s, self._seat)
        found = self._active_cards.get(key)
        if found is None:
            found = self._active_cards[key] = ActiveCards(s, self._seat)
        return found

    def resources_paid(self, amount: int) -> int:
        """Give what resources cost that a plan takes, with what is stored in this decision."""
        return resources_paid(amount, self._stored, self._age, self.outlook)

    def gain(self, face: Face) -> int:
        """Value one more piece in play: a worker on a card, a leader instead of none, a wonder …"""
        found = self._gains.get(face)
        if found is None:
            found = self._gains[face] = self._compute_gain(face)
        return found

    def _compute_gain(self, face: Face) -> int:
        s = self._state.copy()
        p = s.players[self._seat]
        base = self._position_value
        if face in LEADERS:
            if self._without_leader is None:
                p.leader = EMPTY
                self._without_leader = position_value(s, self._seat, self.outlook)
            base, p.leader = self._without_leader, face
        elif face in WONDERS:
            p.wonders += (face,)
            p.blue_bank += BLUE_TOKENS.get(face, 0)
        elif face in GOVERNMENTS:
            p.government = face
        elif face in SPECIAL_TECHNOLOGIES:
            _replace_special(p, face)
        else:
            p.workers[face] = p.workers.get(face, 0) + 1
        return position_value(s, self._seat, self.outlook) - base


def _replace_special(p: Player, face: Face) -> None:
    old = tuple(one for one in p.specials if KIND[one] is KIND[face])
    p.specials = (*(one for one in p.specials if one not in old), face)
    p.blue_bank += BLUE_TOKENS.get(face, 0) - sum(BLUE_TOKENS.get(one, 0) for one in old)
