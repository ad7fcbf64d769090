"""The value of a state for the seat that decides, with what that seat knows."""

from __future__ import annotations

from dataclasses import replace

from tta_p2p.bots.base import Situation
from tta_p2p.bots.easy import Evaluation
from tta_p2p.bots.through_the_ages import hidden_outcomes as hidden
from tta_p2p.bots.through_the_ages.active_cards import ActiveCards, cards_key
from tta_p2p.bots.through_the_ages.marginal_values import MarginalValues
from tta_p2p.bots.through_the_ages.outlook import Outlook, make_outlook
from tta_p2p.bots.through_the_ages.plans import plans_value
from tta_p2p.bots.through_the_ages.position import position_parts, position_value
from tta_p2p.bots.through_the_ages.weights import Weights
from tta_p2p.games.contract import Act, Handle, Remix, Remixed, Seat
from tta_p2p.games.through_the_ages import ratings
from tta_p2p.games.through_the_ages.colonization import Auction
from tta_p2p.games.through_the_ages.flow import decision_frame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.hands import Discard
from tta_p2p.games.through_the_ages.pacts import Offer
from tta_p2p.games.through_the_ages.phases import Actions, FirstActions, Politics, RowCards
from tta_p2p.games.through_the_ages.state import Player, State
from tta_p2p.games.through_the_ages.tables import BOARD

MAX_DEPTH = 3
"""How many choices that belong to one attack are followed."""
MAX_BRANCHES = 8
"""How many answers to such a choice are tried at most."""


def advance_to_rival(s: State) -> State:
    """Go on to what a rival is asked: its hand may have to be mixed first, which tells nobody anything."""
    while isinstance(need := next(iter(GAME.needs(s)), None), Remix):
        s = GAME.apply(s, Remixed(need.number)).state
    return s


def _military_actions_left(p: Player, a: ActiveCards) -> int:
    return a.military - p.military_spent + p.extra_military


class Valuation:
    """Values states for one seat in one situation."""

    def __init__(self, situation: Situation, outlook: Outlook, marginals: MarginalValues) -> None:
        self.start: State = situation.state
        """The state in which the seat decides."""
        self.seat, self.knowledge, self.outlook, self.marginal_values = (
            situation.seat,
            situation.knowledge,
            outlook,
            marginals,
        )
        self._start_value: Evaluation | None = None

    def for_situation(self, situation: Situation) -> Valuation:
        """Value states in another situation of the same seat, at the prices of this one."""
        state = situation.state
        rivals = (ratings.strength(state, rival) for rival in state.rivals(self.seat))
        mine, others = ratings.strength(state, self.seat), tuple(sorted(rivals, reverse=True))
        seen = replace(self.outlook, own_strength=mine, rival_strengths=others)
        return Valuation(situation, seen, self.marginal_values.with_outlook(seen))

    def cache_cards(self) -> None:
        """Cache values of active cards; from now on all evaluated states differ by own acts only."""
        s, o, p = self.start, self.outlook, self.start.players[self.seat]
        rivals = s.rivals(self.seat)
        others = tuple(cards_key(s, one) for one in rivals) if s.pacts or s.wars else ()
        hand = tuple((handle, self.knowledge.faces.get(handle)) for handle in p.military_hand)
        ahead = sum(s.players[one].culture > p.culture for one in rivals)
        self.marginal_values.cache_cards(
            (o.own_strength, o.rival_strengths, s.age, s.pacts, s.wars, others, hand, ahead)
        )

    def evaluate(self, state: State) -> Evaluation:
        """Value a state for the seat."""
        if state is not self.start:
            return self._evaluate(state)
        if self._start_value is None:
            self._start_value = self._evaluate(state)
        return self._start_value

    def _evaluate(self, s: State) -> Evaluation:
        o, a, p = self.outlook, self.marginal_values.active_cards(s), s.players[self.seat]
        total = sum(self._parts(s, a).values())
        if self.seat != s.current:
            return Evaluation(total)
        spare = o.action * max(0, a.civil - p.civil_spent + p.extra_civil) + 10 * max(0, _military_actions_left(p, a))
        spare += o.resource * p.unit_resource // 3 + o.science * p.unit_science // 3
        return Evaluation(total, spare)

    def parts(self, state: State) -> dict[str, int]:
        """Value a state for the seat, part by part, leaving out what is spare."""
        return self._parts(state, self.marginal_values.active_cards(state))

    def _parts(self, s: State, a: ActiveCards) -> dict[str, int]:
        o, marginals, seat = self.outlook, self.marginal_values, self.seat
        found = position_parts(s, seat, o, a)
        found["plans"] = plans_value(s, seat, o, marginals, a)
        found["military"] = hidden.hand_value(s, seat, self.knowledge, o, marginals, a)
        if seat == s.current and o.turns > 1:
            p, limit = s.players[seat], a.military
            drawn = max(0, min(BOARD.most_cards_drawn, _military_actions_left(p, a)))
            too_many = max(0, drawn + min(limit, len(p.military_hand)) - limit - 1)
            counted = 100 * (drawn - too_many) + o.weights.drawn * too_many
            found["military"] += hidden.UNKNOWN_CARD * counted * o.weights.cards // 10000
        return found

    def rival_value(self, s: State, rival: Seat) -> int:
        """Value a state for a rival."""
        return position_value(s, rival, make_outlook(s, rival, self.outlook.weights))

    def card_value(self, s: State, handle: Handle) -> int:
        """Value a military card in the hand by itself."""
        return hidden.card_value(s, self.seat, handle, self.knowledge, self.outlook, self.marginal_values)

    def pact_values(self, offered: State, partner: Seat) -> tuple[int, int]:
        """Value an open pact for its owner and for the partner."""
        frame = decision_frame(offered)
        assert isinstance(frame, Offer)
        agreed: State = GAME.apply(offered, Act(frame.seat, "accept")).state
        gains = []
        for seat in (frame.owner, partner):
            seen = make_outlook(offered, seat, self.outlook.weights)
            gains.append(position_value(agreed, seat, seen) - position_value(offered, seat, seen))
        return gains[0], gains[1]

    def attack_outcome(self, s: State, rival: Seat, deep: int = MAX_DEPTH) -> tuple[int, int]:
        """The best end of an attack for the seat, and what it leaves the rival."""
        frame = decision_frame(s)
        if deep and frame is not None and frame.seat == self.seat and continues_act(s):
            options = GAME.legal(s, self.knowledge, self.seat)[:MAX_BRANCHES]
            ends = [self.attack_outcome(GAME.apply(s, one.act).state, rival, deep - 1) for one in options]
            return max(ends, key=lambda end: end[0] - end[1] // 3)
        return self.evaluate(s).permanent, self.rival_value(s, rival)


def continues_act(after: State) -> bool:
    """Whether the next decision belongs to the act before it: one that is not the phase's own."""
    return not isinstance(decision_frame(after), Actions | FirstActions | Politics | RowCards | Auction | Discard)


def make_valuation(situation: Situation, weights: Weights) -> Valuation:
    """Value states in a situation, at the prices of that situation."""
    marginals = MarginalValues(situation.state, situation.seat, make_outlook(situation.state, situation.seat, weights))
    return Valuation(situation, marginals.outlook, marginals)
