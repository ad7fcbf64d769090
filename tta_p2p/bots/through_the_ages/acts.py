"""The judge of one decision in Through the Ages: which acts to consider, what to expect of them."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any

from tta_p2p.bots.base import Situation
from tta_p2p.bots.easy import Worth
from tta_p2p.bots.through_the_ages import hidden
from tta_p2p.bots.through_the_ages.at_work import AtWork
from tta_p2p.bots.through_the_ages.outlook import Outlook, outlook
from tta_p2p.bots.through_the_ages.plans import plans
from tta_p2p.bots.through_the_ages.standing import parts, standing, war_stake
from tta_p2p.bots.through_the_ages.trials import Trials
from tta_p2p.bots.through_the_ages.weights import EASY, Weights
from tta_p2p.games.contract import Act, Card, Knowledge, Remix, Remixed, Seat
from tta_p2p.games.through_the_ages import attacks, ratings
from tta_p2p.games.through_the_ages.aggressions import Defence
from tta_p2p.games.through_the_ages.colonization import Auction, Force
from tta_p2p.games.through_the_ages.flow import asking
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.hands import Discard
from tta_p2p.games.through_the_ages.index import BONUS_CARDS, EVENTS, IS_UNIT
from tta_p2p.games.through_the_ages.pacts import Offer
from tta_p2p.games.through_the_ages.phases import Actions, FirstActions, Politics, RowCards
from tta_p2p.games.through_the_ages.rival_losses import Target
from tta_p2p.games.through_the_ages.state import Player, State, War
from tta_p2p.games.through_the_ages.tables import BOARD
from tta_p2p.games.through_the_ages.variants import KeepEvent

_NEVER = frozenset(("resign", "by-hand", "cancel", "peek", "trade"))
LAST_RESORT = frozenset(("destroy", "disband"))
_STOPS = frozenset(("end", "pass", "decline"))
_MANY = 1_000_000


def to_rival(s: State) -> State:
    """Go on to what a rival is asked: its hand may have to be mixed first, which tells nobody anything."""
    while isinstance(need := next(iter(GAME.needs(s)), None), Remix):
        s = GAME.apply(s, Remixed(need.number)).state
    return s


def _military_left(p: Player, a: AtWork) -> int:
    return a.military - p.military_spent + p.extra_military


class TheJudge:
    """Judges from the seat that decides."""

    def __init__(self, situation: Situation, weights: Weights = EASY) -> None:
        self._start: State = situation.state
        self._seat, self._knows = situation.seat, situation.knows
        self._trials = Trials(self._start, self._seat, outlook(self._start, self._seat, weights))
        self._outlook = self._trials.outlook
        self._now: Worth | None = None

    def remember(self) -> None:
        """Remember what is found out about cards at work: all that is judged from now on differs by own acts only."""
        self._trials.remember()

    def again(self, situation: Situation) -> TheJudge:
        """A judge of another situation of the same seat, at the prices of this one."""
        twin, state = copy(self), situation.state
        twin._start, twin._knows, twin._now = state, situation.knows, None
        rivals = (ratings.strength(state, rival) for rival in state.rivals(self._seat))
        mine, others = ratings.strength(state, self._seat), tuple(sorted(rivals, reverse=True))
        twin._outlook = replace(self._outlook, mine=mine, rivals=others)
        twin._trials = self._trials.again(twin._outlook)
        return twin

    @property
    def outlook(self) -> Outlook:
        """What the seat reckons with."""
        return self._outlook

    # --- states ----------------------------------------------------------------------------------------------

    def worth(self, state: State) -> Worth:
        """How good a state is for the seat that decides."""
        if state is self._start:
            if self._now is None:
                self._now = self._worth(state, self._seat, self._knows)
            return self._now
        return self._worth(state, self._seat, self._knows)

    def _worth(self, s: State, seat: Seat, knows: Knowledge) -> Worth:
        o, a, p = self._outlook, self._trials.at_work(s), s.players[seat]
        total = sum(self._parts(s, seat, knows, a).values())
        if seat != s.current:
            return Worth(total)
        spare = o.action * max(0, a.civil - p.civil_spent + p.extra_civil) + 10 * max(0, _military_left(p, a))
        spare += o.resource * p.unit_resource // 3 + o.science * p.unit_science // 3
        return Worth(total, spare)

    def parts(self, state: State) -> dict[str, int]:
        """How good a state is for the seat that decides, part by part, what is spare left out."""
        return self._parts(state, self._seat, self._knows, self._trials.at_work(state))

    def _parts(self, s: State, seat: Seat, knows: Knowledge, a: AtWork) -> dict[str, int]:
        o, trials = self._outlook, self._trials
        found = parts(s, seat, o, a)
        found["plans"] = plans(s, seat, o, trials, a)
        found["military"] = hidden.hand_worth(s, seat, knows, o, trials, a)
        if seat == s.current and o.turns > 1:
            p, limit = s.players[seat], a.military
            drawn = max(0, min(BOARD.most_cards_drawn, _military_left(p, a)))
            too_many = max(0, drawn + min(limit, len(p.military_hand)) - limit - 1)
            counted = 100 * (drawn - too_many) + o.weights.drawn * too_many
            found["military"] += hidden.UNKNOWN_CARD * counted * o.weights.cards // 10000
        return found

    # --- acts ------------------------------------------------------------------------------------------------

    def considers(self, state: State, act: Act) -> bool:
        """Whether the act is worth a try at all."""
        if act.verb in _NEVER:
            return False
        if act.verb in LAST_RESORT:
            return ratings.uprising(state, self._seat)
        return True

    def stops(self, act: Act) -> bool:
        """Whether the act gives up what could still be done."""
        return act.verb in _STOPS and not isinstance(asking(self._start), Auction)

    def follows(self, before: State, after: State) -> bool:
        """Whether the next decision belongs to the act: one that is not the phase's own."""
        return not isinstance(asking(after), Actions | FirstActions | Politics | RowCards | Auction | Discard)

    def expected(self, state: State, act: Act) -> Worth | None:
        """What to expect where the next state does not show it."""
        name = _EXPECTED.get(type(asking(state)))
        found: int | None = getattr(self, name)(state, act) if name else None
        if found is None:
            return None
        now = self.worth(state)
        return Worth(now.settled + found, now.spare)

    # --- politics --------------------------------------------------------------------------------------------

    def _politics(self, s: State, act: Act) -> int | None:
        if act.verb == "seed":
            handle = act.args[0].handle  # type: ignore[union-attr]
            face = self._knows.faces[handle]
            return self._seed(s, face) - self._keep(s, handle)
        if act.verb == "attack":
            return self._attack(s, act)
        if act.verb == "declare":
            return self._declare(s, act)
        return self._offer(s, act) if act.verb == "offer" else None

    def _seed(self, s: State, face: str) -> int:
        return hidden.seed_worth(s, self._seat, face, self._outlook)

    def _keep(self, s: State, handle: int) -> int:
        return hidden.card_worth(s, self._seat, handle, self._knows, self._outlook, self._trials)

    def _attack(self, s: State, act: Act) -> int:
        """Try it as if the rival did not defend, and reckon with what cards usually do."""
        card, rival = act.args
        assert isinstance(card, Card) and isinstance(rival, int)
        before, harmed = self.worth(s), self._of_rival(s, rival)
        after = to_rival(GAME.apply(s, act).state)
        frame = asking(after)
        mine, theirs = attacks.strengths(s, self._seat, rival)
        if isinstance(frame, Defence):
            cards = min(len(s.players[rival].military_hand), ratings.military_actions(s, rival))
            lead = mine - theirs
            sure = max(10, min(95, 45 + 12 * (2 * lead - 3 * cards) // 2))
            after = GAME.apply(after, Act(rival, "done")).state
        else:
            sure = 100
        best, hurt = self._through(after, rival)
        gain = best - before.settled + max(0, harmed - hurt) * self._outlook.weights.rival // 100
        gain = gain * self._outlook.weights.attack // 100
        lost = self._keep(s, card.handle) + 40
        return gain * sure // 100 - lost * (100 - sure) // 100 - 20

    def _through(self, s: State, rival: Seat, deep: int = 3) -> tuple[int, int]:
        """The best end of an attack for the seat, and what it leaves the rival."""
        frame = asking(s)
        if deep and frame is not None and frame.seat == self._seat and self.follows(s, s):
            options = GAME.legal(s, self._knows, self._seat)[:8]
            ends = [self._through(GAME.apply(s, one.act).state, rival, deep - 1) for one in options]
            return max(ends, key=lambda end: end[0] - end[1] // 3)
        return self.worth(s).settled, self._of_rival(s, rival)

    def _of_rival(self, s: State, rival: Seat) -> int:
        return standing(s, rival, outlook(s, rival, self._outlook.weights))

    def _declare(self, s: State, act: Act) -> int:
        card, rival = act.args[:2]
        assert isinstance(card, Card) and isinstance(rival, int)
        mine, theirs = attacks.strengths(s, self._seat, rival)
        lead = mine - theirs
        if lead < 4 + self._outlook.age:
            return -_MANY
        fought_as = act.args[2] if len(act.args) > 2 else ""
        stake = war_stake(War(card.face, self._seat, rival, str(fought_as)), lead, self._outlook)
        return stake * 8 * self._outlook.weights.attack // 1000 - self._keep(s, card.handle) - 40

    def _offer(self, s: State, act: Act) -> int:
        card, partner = act.args[:2]
        assert isinstance(card, Card) and isinstance(partner, int)
        offered = to_rival(GAME.apply(s, act).state)
        mine, theirs = self._pact(offered, partner)
        return mine - self._keep(s, card.handle) if theirs > 30 and mine > 30 else -_MANY

    def _pact(self, offered: State, partner: Seat) -> tuple[int, int]:
        """What a pact that lies open gives its owner and the partner."""
        frame = asking(offered)
        assert isinstance(frame, Offer)
        agreed: State = GAME.apply(offered, Act(frame.seat, "accept")).state
        gains = []
        for seat in (frame.owner, partner):
            judge = outlook(offered, seat, self._outlook.weights)
            gains.append(standing(agreed, seat, judge) - standing(offered, seat, judge))
        return gains[0], gains[1]

    def _answer(self, s: State, act: Act) -> int:
        if act.verb == "refuse":
            return 0
        theirs, mine = self._pact(s, self._seat)
        return mine - max(0, theirs - mine) // 4 - 20

    # --- cards of the hand -----------------------------------------------------------------------------------

    def _defence(self, s: State, act: Act) -> int:
        frame = asking(s)
        assert isinstance(frame, Defence)
        p = s.players[self._seat]
        missing = frame.attack - frame.defence - BOARD.plain_defense * len(frame.thrown)
        if missing <= 0:
            return 0 if act.verb == "done" else -1000
        room = ratings.military_actions(s, self._seat) - frame.shown - len(frame.thrown)
        cards = []  # (strength, what it is worth to keep, handle)
        for handle in p.military_hand:
            if handle not in frame.thrown:
                bonus = BONUS_CARDS.get(self._knows.faces.get(handle, ""))
                strength = bonus.defense if bonus else BOARD.plain_defense
                cards.append((strength, self._keep(s, handle), handle))
        cards.sort(key=lambda one: (-one[0], one[1], one[2]))
        best = cards[:room]
        if sum(one[0] for one in best) < missing:
            return 0 if act.verb == "done" else -1000  # it cannot be warded off
        while len(best) > 1 and sum(one[0] for one in best[:-1]) >= missing:
            best.pop()
        at_stake = 250 + 120 * self._outlook.age
        if act.verb == "done":
            return 0
        card = act.args[0]
        assert isinstance(card, Card)
        first = best[0]
        if sum(one[1] for one in best) > at_stake or card.handle != first[2]:
            return -1000
        return 500 if (act.verb == "bonus") == (self._knows.faces.get(first[2]) in BONUS_CARDS) else -1000

    def _discard(self, s: State, act: Act) -> int:
        card = act.args[0]
        assert isinstance(card, Card)
        return -self._keep(s, card.handle)

    def _auction(self, s: State, act: Act) -> int:
        frame = asking(s)
        assert isinstance(frame, Auction)
        if act.verb == "pass":
            return 0
        if act.verb != "bid":
            return -_MANY
        bid = act.args[0]
        assert isinstance(bid, int)
        gain = hidden.territory_worth(s.players[self._seat], frame.face, self._outlook)
        gain -= hidden.force_cost(s, self._seat, bid, self._knows, self._outlook, self._trials)
        return gain - 3 * (bid - frame.bid) if gain > 0 else -_MANY

    def _force(self, s: State, act: Act) -> int:
        frame = asking(s)
        assert isinstance(frame, Force)
        if act.verb == "done":
            return _MANY
        if act.verb == "send":
            face = act.args[0]
            assert isinstance(face, str) and face in IS_UNIT
            price = hidden.unit_worth(face, self._outlook, self._trials)
            return 10_000 - price if not frame.sent else 5_000 - price
        if act.verb != "bonus" or not frame.sent:
            return -_MANY
        card = act.args[0]
        assert isinstance(card, Card)
        return 6_000 + BONUS_CARDS[card.face].colonization

    def _keep_event(self, s: State, act: Act) -> int:
        card = act.args[0]
        assert isinstance(card, Card)
        face = self._knows.faces.get(card.handle, "")
        return hidden.leaning(s, self._seat, face, self._outlook) if face in EVENTS else 0

    # --- rivals ----------------------------------------------------------------------------------------------

    def _target(self, s: State, act: Act) -> int | None:
        if act.verb == "done":
            return 0
        frame = asking(s)
        assert isinstance(frame, Target)
        if frame.what in ("colony", "technology", "infiltrate"):
            return None
        face = act.args[0]
        assert isinstance(face, str)
        return hidden.useful_target(face)


_EXPECTED: dict[type[Any], str] = {
    Politics: "_politics",
    Offer: "_answer",
    Defence: "_defence",
    Discard: "_discard",
    Auction: "_auction",
    Force: "_force",
    KeepEvent: "_keep_event",
    Target: "_target",
}
"""What says what to expect, by what is asked."""
