"""Rules of thumb by which `easy` treats its rivals: attacks, wars, defences, bids, events."""

from __future__ import annotations

from tta_p2p.bots.through_the_ages import hidden_outcomes as hidden
from tta_p2p.bots.through_the_ages.position import war_stake
from tta_p2p.bots.through_the_ages.sacrifices import Sacrifices
from tta_p2p.bots.through_the_ages.valuation import Valuation, advance_to_rival
from tta_p2p.games.contract import Act, Card, Handle, Seat
from tta_p2p.games.through_the_ages import attacks, ratings
from tta_p2p.games.through_the_ages.aggressions import Defence
from tta_p2p.games.through_the_ages.colonization import Auction
from tta_p2p.games.through_the_ages.flow import decision_frame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import BONUS_CARDS, EVENTS
from tta_p2p.games.through_the_ages.sacrifices import Repulse, Sacrifice
from tta_p2p.games.through_the_ages.state import State, War
from tta_p2p.games.through_the_ages.tables import BOARD

_FORBIDDING = 1_000_000


class RuleOfThumb:
    """Treats the others as most people do; ends no pact."""

    may_end_pacts = False

    def __init__(self, value: Valuation) -> None:
        self._valuation = value
        self._sacrifices = Sacrifices(value, self._rival_share, self.keep_value, self._attack_loss)

    def seed_value(self, s: State, face: str) -> int:
        """Value laying an event on the pile."""
        return hidden.seed_value(s, self._valuation.seat, face, self._valuation.outlook)

    def keep_value(self, s: State, handle: Handle) -> int:
        """Value keeping a military card."""
        return self._valuation.card_value(s, handle)

    def attack_value(self, s: State, act: Act) -> int:
        """Try it as if the rival did not defend, and reckon with what cards usually do."""
        card, rival = act.args
        assert isinstance(card, Card) and isinstance(rival, int)
        before, harmed = self._valuation.evaluate(s), self._valuation.rival_value(s, rival)
        after = advance_to_rival(GAME.apply(s, act).state)
        frame = decision_frame(after)
        if isinstance(frame, Sacrifice | Repulse):
            plan = self._sacrifices.attack(after)
            kept = (self.keep_value(s, card.handle) + 40) * (100 - plan.chance) // 100
            return (
                plan.gain * self._valuation.outlook.weights.attack // 100 - kept - 20 if plan.chance else -_FORBIDDING
            )
        mine, theirs = attacks.strengths(s, self._valuation.seat, rival)
        if isinstance(frame, Defence):
            cards = min(len(s.players[rival].military_hand), ratings.military_actions(s, rival))
            lead = mine - theirs
            sure = max(10, min(95, 45 + 12 * (2 * lead - 3 * cards) // 2))
            after = GAME.apply(after, Act(rival, "done")).state
        else:
            sure = 100
        best, hurt = self._valuation.attack_outcome(after, rival)
        gain = best - before.permanent + max(0, harmed - hurt) * self._valuation.outlook.weights.rival // 100
        gain = gain * self._valuation.outlook.weights.attack // 100
        lost = self.keep_value(s, card.handle) + 40
        return gain * sure // 100 - lost * (100 - sure) // 100 - 20

    def war_value(self, s: State, act: Act) -> int:
        """Value declaring a war."""
        card, rival = act.args[:2]
        assert isinstance(card, Card) and isinstance(rival, int)
        mine, theirs = attacks.strengths(s, self._valuation.seat, rival)
        lead = mine - theirs
        if lead < 4 + self._valuation.outlook.age:
            return -_FORBIDDING
        fought_as = act.args[2] if len(act.args) > 2 else ""
        stake = war_stake(War(card.face, self._valuation.seat, rival, str(fought_as)), lead, self._valuation.outlook)
        return stake * 8 * self._valuation.outlook.weights.attack // 1000 - self.keep_value(s, card.handle) - 40

    def _rival_share(self, s: State, rival: Seat) -> int:
        """Weigh a rival's loss, in hundredths."""
        return self._valuation.outlook.weights.rival

    def _attack_loss(self, s: State, frame: Repulse) -> int:
        """Value a successful attack for its victim by the age alone."""
        return _at_stake(self._valuation.outlook.age)

    def sacrifice_value(self, s: State, act: Act) -> int:
        """Value a sacrifice."""
        return self._sacrifices.value(s, act)

    def defence_value(self, s: State, act: Act) -> int:
        """Value a card in a defence."""
        frame = decision_frame(s)
        assert isinstance(frame, Defence)
        p = s.players[self._valuation.seat]
        missing = frame.attack - frame.defence - BOARD.plain_defense * len(frame.thrown)
        if missing <= 0:
            return 0 if act.verb == "done" else -1000
        room = ratings.military_actions(s, self._valuation.seat) - frame.shown - len(frame.thrown)
        cards = []  # (strength, what it is worth to keep, handle)
        for handle in p.military_hand:
            if handle not in frame.thrown:
                bonus = BONUS_CARDS.get(self._valuation.knowledge.faces.get(handle, ""))
                strength = bonus.defense if bonus else BOARD.plain_defense
                cards.append((strength, self.keep_value(s, handle), handle))
        cards.sort(key=lambda one: (-one[0], one[1], one[2]))
        best = cards[:room]
        if sum(one[0] for one in best) < missing:
            return 0 if act.verb == "done" else -1000  # it cannot be warded off
        while len(best) > 1 and sum(one[0] for one in best[:-1]) >= missing:
            best.pop()
        at_stake = _at_stake(self._valuation.outlook.age)
        if act.verb == "done":
            return 0
        card = act.args[0]
        assert isinstance(card, Card)
        first = best[0]
        if sum(one[1] for one in best) > at_stake or card.handle != first[2]:
            return -1000
        return 500 if (act.verb == "bonus") == (self._valuation.knowledge.faces.get(first[2]) in BONUS_CARDS) else -1000

    def bid_value(self, s: State, act: Act) -> int:
        """Value a bid for a colony."""
        frame = decision_frame(s)
        assert isinstance(frame, Auction)
        if act.verb == "pass":
            return 0
        if act.verb != "bid":
            return -_FORBIDDING
        bid = act.args[0]
        assert isinstance(bid, int)
        gain = hidden.territory_value(s.players[self._valuation.seat], frame.face, self._valuation.outlook)
        gain -= hidden.force_cost(
            s,
            self._valuation.seat,
            bid,
            self._valuation.knowledge,
            self._valuation.outlook,
            self._valuation.marginal_values,
        )
        return gain - 3 * (bid - frame.bid) if gain > 0 else -_FORBIDDING

    def event_value(self, s: State, act: Act) -> int:
        """Value keeping an event."""
        card = act.args[0]
        assert isinstance(card, Card)
        face = self._valuation.knowledge.faces.get(card.handle, "")
        return hidden.event_bias(s, self._valuation.seat, face, self._valuation.outlook) if face in EVENTS else 0

    def pact_values(self, offered: State, partner: Seat) -> tuple[int, int]:
        """Value an open pact for its owner and for the partner."""
        return self._valuation.pact_values(offered, partner)


def _at_stake(age: int) -> int:
    """Value what an aggression of an age costs whoever cannot repulse it."""
    return 250 + 120 * age
