"""What a state is worth to the seat that decides, as that seat knows it."""

from __future__ import annotations

from dataclasses import replace

from tta_p2p.bots.base import Situation
from tta_p2p.bots.easy import Worth
from tta_p2p.bots.through_the_ages import hidden
from tta_p2p.bots.through_the_ages.at_work import AtWork
from tta_p2p.bots.through_the_ages.outlook import Outlook, outlook
from tta_p2p.bots.through_the_ages.plans import plans
from tta_p2p.bots.through_the_ages.standing import parts, standing
from tta_p2p.bots.through_the_ages.trials import Trials
from tta_p2p.bots.through_the_ages.weights import Weights
from tta_p2p.games.contract import Act, Handle, Remix, Remixed, Seat
from tta_p2p.games.through_the_ages import ratings
from tta_p2p.games.through_the_ages.colonization import Auction
from tta_p2p.games.through_the_ages.flow import asking
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.hands import Discard
from tta_p2p.games.through_the_ages.pacts import Offer
from tta_p2p.games.through_the_ages.phases import Actions, FirstActions, Politics, RowCards
from tta_p2p.games.through_the_ages.state import Player, State
from tta_p2p.games.through_the_ages.tables import BOARD

DEEPEST = 3
"""How many choices that belong to one attack are followed."""
WIDEST = 8
"""How many answers to such a choice are tried at most."""


def to_rival(s: State) -> State:
    """Go on to what a rival is asked: its hand may have to be mixed first, which tells nobody anything."""
    while isinstance(need := next(iter(GAME.needs(s)), None), Remix):
        s = GAME.apply(s, Remixed(need.number)).state
    return s


def _military_left(p: Player, a: AtWork) -> int:
    return a.military - p.military_spent + p.extra_military


class Valuation:
    """Values states for one seat in one situation."""

    def __init__(self, situation: Situation, outlook: Outlook, trials: Trials) -> None:
        self.start: State = situation.state
        """The state in which the seat decides."""
        self.seat, self.knows, self.outlook, self.trials = situation.seat, situation.knows, outlook, trials
        self._now: Worth | None = None

    def again(self, situation: Situation) -> Valuation:
        """Value states in another situation of the same seat, at the prices of this one."""
        state = situation.state
        rivals = (ratings.strength(state, rival) for rival in state.rivals(self.seat))
        mine, others = ratings.strength(state, self.seat), tuple(sorted(rivals, reverse=True))
        seen = replace(self.outlook, mine=mine, rivals=others)
        return Valuation(situation, seen, self.trials.again(seen))

    def worth(self, state: State) -> Worth:
        """How good a state is for the seat."""
        if state is not self.start:
            return self._worth(state)
        if self._now is None:
            self._now = self._worth(state)
        return self._now

    def _worth(self, s: State) -> Worth:
        o, a, p = self.outlook, self.trials.at_work(s), s.players[self.seat]
        total = sum(self._parts(s, a).values())
        if self.seat != s.current:
            return Worth(total)
        spare = o.action * max(0, a.civil - p.civil_spent + p.extra_civil) + 10 * max(0, _military_left(p, a))
        spare += o.resource * p.unit_resource // 3 + o.science * p.unit_science // 3
        return Worth(total, spare)

    def parts(self, state: State) -> dict[str, int]:
        """How good a state is for the seat, part by part, what is spare left out."""
        return self._parts(state, self.trials.at_work(state))

    def _parts(self, s: State, a: AtWork) -> dict[str, int]:
        o, trials, seat = self.outlook, self.trials, self.seat
        found = parts(s, seat, o, a)
        found["plans"] = plans(s, seat, o, trials, a)
        found["military"] = hidden.hand_worth(s, seat, self.knows, o, trials, a)
        if seat == s.current and o.turns > 1:
            p, limit = s.players[seat], a.military
            drawn = max(0, min(BOARD.most_cards_drawn, _military_left(p, a)))
            too_many = max(0, drawn + min(limit, len(p.military_hand)) - limit - 1)
            counted = 100 * (drawn - too_many) + o.weights.drawn * too_many
            found["military"] += hidden.UNKNOWN_CARD * counted * o.weights.cards // 10000
        return found

    def of_rival(self, s: State, rival: Seat) -> int:
        """How good a state is for a rival."""
        return standing(s, rival, outlook(s, rival, self.outlook.weights))

    def card(self, s: State, handle: Handle) -> int:
        """What a military card in the hand is worth by itself."""
        return hidden.card_worth(s, self.seat, handle, self.knows, self.outlook, self.trials)

    def pact(self, offered: State, partner: Seat) -> tuple[int, int]:
        """What a pact that lies open gives its owner and the partner."""
        frame = asking(offered)
        assert isinstance(frame, Offer)
        agreed: State = GAME.apply(offered, Act(frame.seat, "accept")).state
        gains = []
        for seat in (frame.owner, partner):
            seen = outlook(offered, seat, self.outlook.weights)
            gains.append(standing(agreed, seat, seen) - standing(offered, seat, seen))
        return gains[0], gains[1]

    def attacked(self, s: State, rival: Seat, deep: int = DEEPEST) -> tuple[int, int]:
        """The best end of an attack for the seat, and what it leaves the rival."""
        frame = asking(s)
        if deep and frame is not None and frame.seat == self.seat and follows(s):
            options = GAME.legal(s, self.knows, self.seat)[:WIDEST]
            ends = [self.attacked(GAME.apply(s, one.act).state, rival, deep - 1) for one in options]
            return max(ends, key=lambda end: end[0] - end[1] // 3)
        return self.worth(s).settled, self.of_rival(s, rival)


def follows(after: State) -> bool:
    """Whether the next decision belongs to the act before it: one that is not the phase's own."""
    return not isinstance(asking(after), Actions | FirstActions | Politics | RowCards | Auction | Discard)


def appraise(situation: Situation, weights: Weights) -> Valuation:
    """Value states in a situation, at the prices of that situation."""
    trials = Trials(situation.state, situation.seat, outlook(situation.state, situation.seat, weights))
    return Valuation(situation, trials.outlook, trials)
