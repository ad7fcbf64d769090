"""Deals weighed by the whole position: what a seat has and what its rivals have after it, against both before it.

A rival's gain counts against a deal as everything that rivals own does, that of the leading one most. Nobody is helped
to a victory that is near, and who is ahead of all others must not gain more by a deal than the seat itself.
"""

from __future__ import annotations

from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.model import RESOURCES
from tta_p2p.games.civilization.turn.deals import Proposal, Transfer
from tta_p2p.games.contract import Act, Handle, Seat

from .deals import MIN_GAIN, DealPlan, deal_value, fair_deals, is_open, next_deal_act, resource_value
from .outlook import GOODS, Outlook

WEIGHED = 6
"""So many of the deals that look best for both sides are weighed."""
REFUSED = -MIN_GAIN


class Bargain:
    """A seat proposes, takes or leaves a deal."""

    def __init__(self, outlook: Outlook, state: State) -> None:
        self._outlook, self._state = outlook, state
        self._now = outlook.value(state)

    def next_act(self) -> Act | None:
        """Give the act with which the seat begins, goes on with or proposes a deal; None where it has none in mind."""
        return next_deal_act(self._state, self._outlook.seat, lambda _, __, other: self._plan(other))

    def gain(self, act: Act) -> int:
        """Value an act that belongs to a deal."""
        frame = self._state.stack[-1]
        if act.verb != "accept" or not isinstance(frame, Proposal):
            return MIN_GAIN
        if not all(is_open(self._state, other) for other in frame.others):
            return REFUSED
        return self.worth(frame.items)

    def worth(self, items: tuple[Transfer, ...]) -> int:
        """Value what changes hands for the seat; below zero, it is better without."""
        s, seat, leader = self._state, self._outlook.seat, self._outlook.leader
        then = exchanged(s, items)
        found = self._outlook.value(then) - self._now
        for what in RESOURCES:
            before, after = s.goods[seat][what], then.goods[seat][what]
            found += resource_value(s, seat, what, after) - resource_value(s, seat, what, before)
            found -= GOODS * (after - before)
        if leader != seat and self._simple_value(leader, items) > found:
            return min(found, REFUSED)
        return found

    def _simple_value(self, seat: Seat, items: tuple[Transfer, ...]) -> int:
        gives = tuple((what, number) for giver, _, what, number in items if giver == seat)
        gets = tuple((what, number) for _, taker, what, number in items if taker == seat)
        return deal_value(self._state, seat, gives, gets)

    def _plan(self, other: Seat) -> DealPlan | None:
        """Give the best deal with another seat that both are likely to want; None where there is none."""
        seat = self._outlook.seat
        fair = sorted(fair_deals(self._state, seat, other), key=lambda plan: -plan[0])[:WEIGHED]
        found: list[tuple[int, int, DealPlan]] = []
        for at, (least, gives, gets) in enumerate(fair):
            items = *((seat, other, *item) for item in gives), *((other, seat, *item) for item in gets)
            own = self.worth(items)
            if own >= MIN_GAIN:
                found.append((min(own, least), -at, (least, gives, gets)))
        return max(found)[2] if found else None


def exchanged(s: State, items: tuple[Transfer, ...]) -> State:
    """Give the state after a deal, as far as its worth goes: hidden cards keep their handles."""
    then = s.copy()
    for giver, taker, what, number in items:
        if what == "card":
            _pass_card(then, giver, taker, number)
            continue
        for seat, change in ((giver, -number), (taker, number)):
            if what in RESOURCES:
                then.goods[seat][what] += change
            elif what == "culture":
                then.culture[seat] += change
            else:
                then.trade[seat] += change
    return then


def _pass_card(s: State, giver: Seat, taker: Seat, card: Handle) -> None:
    for kind in (s.huts, s.villages, s.events):
        if card in kind[giver]:
            kind[giver] = tuple(one for one in kind[giver] if one != card)
            kind[taker] = (*kind[taker], card)
