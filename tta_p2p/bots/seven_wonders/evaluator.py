"""The value of a city to its owner: points now, and points likely in the turns left.

Numbers are hundredths of a point. They were tried in games between bots, not worked out.
"""

from __future__ import annotations

from collections import Counter

from tta_p2p.games.contract import Act, Seat
from tta_p2p.games.seven_wonders.effects import shields, uses_last_card
from tta_p2p.games.seven_wonders.flow import Search
from tta_p2p.games.seven_wonders.index import NAME, stages, supply
from tta_p2p.games.seven_wonders.payments import city, shortfalls
from tta_p2p.games.seven_wonders.scoring import parts
from tta_p2p.games.seven_wonders.state import State, neighbour
from tta_p2p.games.seven_wonders.tables import AGES, CARDS, CONFLICT, DEFEAT, TURNS
from tta_p2p.games.seven_wonders.tables.model import (
    MADE,
    NEIGHBOURS,
    RAW,
    Discount,
    FreeColour,
    FreeTurn,
    Science,
)

from ..easy import Evaluation

POINT_VALUE = 100
COIN = 34
"""A coin is a third of a point."""
SPARE_COINS = 4
"""So many coins are worth more than that: they pay neighbours."""
RIVAL = 4
"""What a coin of a neighbour costs."""
SYMBOL = (350, 200, 100)
"""The first, second and third resource of a kind, for a whole game to come."""
NEIGHBOUR_COIN = 3
"""A resource that a neighbour sells is worth one part in so many less."""
STAGE = 200
"""A stage to come of which the city makes all resources."""
CHAIN = 110
SCIENCE = 170
DISCOUNT = 130
FREE = 350
LAST_CARD = 200
DISCARD_SEARCH = 350
"""What a search of the discard pile brings."""
CERTAIN_TURNS = 2
"""A lead of so many shields is hardly ever caught up in an age."""


class SevenWondersEvaluator:
    """Values states for one seat."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat

    def evaluate(self, state: State) -> Evaluation:
        """Points now, and what the rest of the game may bring."""
        s, seat = state, self._seat
        scored = sum(points for part, points in parts(s, seat) if part != "treasury")
        left = _turns_left(s)
        total = POINT_VALUE * scored + self._coins_value(s) + self._conflicts_value(s)
        total += self._growth_value(s) * left // (TURNS * len(AGES)) + self._future_value(s, left)
        frame = s.stack[-1] if s.stack else None
        if seat in s.searching or (isinstance(frame, Search) and frame.seat == seat):
            total += DISCARD_SEARCH
        return Evaluation(total)

    def forecast(self, state: State, act: Act) -> Evaluation | None:
        """The next state shows what an act brings."""
        return None

    def is_candidate(self, state: State, act: Act) -> bool:
        """Try every use of a card."""
        return True

    def is_stop(self, act: Act) -> bool:
        """Whether the act gives up a search."""
        return act.verb == "decline"

    def continues_act(self, before: State, after: State) -> bool:
        """Always false: hidden cards decide the next decision."""
        return False

    # --- parts -----------------------------------------------------------------------------------------------

    def _coins_value(self, s: State) -> int:
        own = s.coins[self._seat]
        spare = min(own, SPARE_COINS) if _turns_left(s) else 0
        rivals = sum(s.coins[neighbour(s, self._seat, where)] for where in NEIGHBOURS)
        return COIN * own + COIN * spare // 2 - RIVAL * rivals

    def _conflicts_value(self, s: State) -> int:
        """Value the conflicts to come; later ones count less."""
        ahead = [age for age in AGES if age >= s.age] if s.age and not s.over else []
        if s.turn == TURNS and not any(s.hands) and ahead and len(s.tokens[self._seat]) > s.age:
            ahead = ahead[1:]
        own = shields(s, self._seat)
        total = 0
        for where in NEIGHBOURS:
            lead = max(-CERTAIN_TURNS, min(CERTAIN_TURNS, own - shields(s, neighbour(s, self._seat, where))))
            for age in ahead:
                stake = CONFLICT[age] if lead > 0 else -DEFEAT + CONFLICT[age] // 3
                total += POINT_VALUE * stake * lead // CERTAIN_TURNS // (1 + age - ahead[0])
        return total

    def _growth_value(self, s: State) -> int:
        """Value resources, discounts and symbols with the whole game to come."""
        seat = self._seat
        certain, choices = supply(s.wonders[seat], s.side(seat), s.stages[seat], s.built[seat], False)
        sold = [supply(s.wonders[one], s.side(one), s.stages[one], s.built[one], True) for one in self._neighbours(s)]
        have = list(certain)
        for options in choices:  # a choice is counted where it is lacking most
            have[min(options, key=lambda place: have[place])] += 1
        total = 0
        for place in range(len(RAW) + len(MADE)):
            kinds = SYMBOL[:1] if place >= len(RAW) else SYMBOL
            value = sum(kinds[: have[place]])
            bought = any(one[0][place] for one in sold)
            total += value - value // NEIGHBOUR_COIN if bought else value
        for stage in stages(s.wonders[seat], s.side(seat))[s.stages[seat] :]:
            need = stage.cost.resources
            lacking = sum(shortfalls(need, (certain, choices))[0])
            total += STAGE * (sum(need) - lacking) // sum(need)
        for effect in city(s, seat):
            if isinstance(effect, Discount):
                total += DISCOUNT
            elif isinstance(effect, FreeColour | FreeTurn):
                total += FREE
        return total + LAST_CARD * uses_last_card(s, seat)

    def _neighbours(self, s: State) -> list[Seat]:
        return [neighbour(s, self._seat, where) for where in NEIGHBOURS]

    def _future_value(self, s: State, left: int) -> int:
        """Value the buildings that will be free, and further symbols of science."""
        own = s.built[self._seat]
        names = {NAME[face] for face in own}
        open_ = [card for card in CARDS.values() if card.age > s.age and names.intersection(card.after)]
        symbols = Counter(one.symbol for one in city(s, self._seat) if isinstance(one, Science))
        science = sum(symbols.values()) * SCIENCE * left // (TURNS * len(AGES))
        return CHAIN * len({card.face for card in open_} - names) + science


def _turns_left(s: State) -> int:
    """Count the turns left after this one."""
    if s.over:
        return 0
    return max(0, TURNS * len(AGES) - (max(s.age, 1) - 1) * TURNS - s.turn)
