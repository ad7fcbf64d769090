"""How `easy` treats the others, by rule of thumb: attacks, wars, defences, bids, events."""

from __future__ import annotations

from tta_p2p.bots.through_the_ages import hidden
from tta_p2p.bots.through_the_ages.standing import war_stake
from tta_p2p.bots.through_the_ages.valuation import Valuation, to_rival
from tta_p2p.games.contract import Act, Card, Handle, Seat
from tta_p2p.games.through_the_ages import attacks, ratings
from tta_p2p.games.through_the_ages.aggressions import Defence
from tta_p2p.games.through_the_ages.colonization import Auction
from tta_p2p.games.through_the_ages.flow import asking
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import BONUS_CARDS, EVENTS
from tta_p2p.games.through_the_ages.state import State, War
from tta_p2p.games.through_the_ages.tables import BOARD

_MANY = 1_000_000


class RuleOfThumb:
    """Treats the others as most people do; ends no pact."""

    ends_pacts = False

    def __init__(self, value: Valuation) -> None:
        self._value = value

    def seed(self, s: State, face: str) -> int:
        """What it is worth to lay an event on the pile."""
        return hidden.seed_worth(s, self._value.seat, face, self._value.outlook)

    def keep(self, s: State, handle: Handle) -> int:
        """What it is worth to keep a military card."""
        return self._value.card(s, handle)

    def attack(self, s: State, act: Act) -> int:
        """Try it as if the rival did not defend, and reckon with what cards usually do."""
        card, rival = act.args
        assert isinstance(card, Card) and isinstance(rival, int)
        before, harmed = self._value.worth(s), self._value.of_rival(s, rival)
        after = to_rival(GAME.apply(s, act).state)
        frame = asking(after)
        mine, theirs = attacks.strengths(s, self._value.seat, rival)
        if isinstance(frame, Defence):
            cards = min(len(s.players[rival].military_hand), ratings.military_actions(s, rival))
            lead = mine - theirs
            sure = max(10, min(95, 45 + 12 * (2 * lead - 3 * cards) // 2))
            after = GAME.apply(after, Act(rival, "done")).state
        else:
            sure = 100
        best, hurt = self._value.attacked(after, rival)
        gain = best - before.settled + max(0, harmed - hurt) * self._value.outlook.weights.rival // 100
        gain = gain * self._value.outlook.weights.attack // 100
        lost = self.keep(s, card.handle) + 40
        return gain * sure // 100 - lost * (100 - sure) // 100 - 20

    def declare(self, s: State, act: Act) -> int:
        """What to expect of a war."""
        card, rival = act.args[:2]
        assert isinstance(card, Card) and isinstance(rival, int)
        mine, theirs = attacks.strengths(s, self._value.seat, rival)
        lead = mine - theirs
        if lead < 4 + self._value.outlook.age:
            return -_MANY
        fought_as = act.args[2] if len(act.args) > 2 else ""
        stake = war_stake(War(card.face, self._value.seat, rival, str(fought_as)), lead, self._value.outlook)
        return stake * 8 * self._value.outlook.weights.attack // 1000 - self.keep(s, card.handle) - 40

    def defence(self, s: State, act: Act) -> int:
        """What a card is worth in a defence."""
        frame = asking(s)
        assert isinstance(frame, Defence)
        p = s.players[self._value.seat]
        missing = frame.attack - frame.defence - BOARD.plain_defense * len(frame.thrown)
        if missing <= 0:
            return 0 if act.verb == "done" else -1000
        room = ratings.military_actions(s, self._value.seat) - frame.shown - len(frame.thrown)
        cards = []  # (strength, what it is worth to keep, handle)
        for handle in p.military_hand:
            if handle not in frame.thrown:
                bonus = BONUS_CARDS.get(self._value.knows.faces.get(handle, ""))
                strength = bonus.defense if bonus else BOARD.plain_defense
                cards.append((strength, self.keep(s, handle), handle))
        cards.sort(key=lambda one: (-one[0], one[1], one[2]))
        best = cards[:room]
        if sum(one[0] for one in best) < missing:
            return 0 if act.verb == "done" else -1000  # it cannot be warded off
        while len(best) > 1 and sum(one[0] for one in best[:-1]) >= missing:
            best.pop()
        at_stake = 250 + 120 * self._value.outlook.age
        if act.verb == "done":
            return 0
        card = act.args[0]
        assert isinstance(card, Card)
        first = best[0]
        if sum(one[1] for one in best) > at_stake or card.handle != first[2]:
            return -1000
        return 500 if (act.verb == "bonus") == (self._value.knows.faces.get(first[2]) in BONUS_CARDS) else -1000

    def auction(self, s: State, act: Act) -> int:
        """What a bid for a colony is worth."""
        frame = asking(s)
        assert isinstance(frame, Auction)
        if act.verb == "pass":
            return 0
        if act.verb != "bid":
            return -_MANY
        bid = act.args[0]
        assert isinstance(bid, int)
        gain = hidden.territory_worth(s.players[self._value.seat], frame.face, self._value.outlook)
        gain -= hidden.force_cost(s, self._value.seat, bid, self._value.knows, self._value.outlook, self._value.trials)
        return gain - 3 * (bid - frame.bid) if gain > 0 else -_MANY

    def keep_event(self, s: State, act: Act) -> int:
        """What it is worth to keep an event."""
        card = act.args[0]
        assert isinstance(card, Card)
        face = self._value.knows.faces.get(card.handle, "")
        return hidden.leaning(s, self._value.seat, face, self._value.outlook) if face in EVENTS else 0

    def pact(self, offered: State, partner: Seat) -> tuple[int, int]:
        """What a pact that lies open gives its owner and the partner."""
        return self._value.pact(offered, partner)
