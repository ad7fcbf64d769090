"""Statecraft of bots that plan: attacks, wars and defences by their results; bids, pacts, events on purpose.

`easy` prices most of this by rule of thumb (`thumb`). Here both ends of an attack are tried, what a rival loses counts,
most of all at a table of two, and a war is declared on whom it will find weaker still when it is fought.
"""

from __future__ import annotations

from itertools import combinations

from tta_p2p.bots.base import Situation
from tta_p2p.bots.through_the_ages import events
from tta_p2p.bots.through_the_ages import hidden_outcomes as hidden
from tta_p2p.bots.through_the_ages.act_evaluator import ActEvaluator
from tta_p2p.bots.through_the_ages.outlook import CULTURE_POINT
from tta_p2p.bots.through_the_ages.position import war_stake
from tta_p2p.bots.through_the_ages.sacrifices import Sacrifices
from tta_p2p.bots.through_the_ages.valuation import (
    MAX_BRANCHES,
    MAX_DEPTH,
    Valuation,
    advance_to_rival,
    continues_act,
    make_valuation,
)
from tta_p2p.bots.through_the_ages.weights import Weights
from tta_p2p.games.contract import Act, Card, Handle, Seat
from tta_p2p.games.kit.records import replace
from tta_p2p.games.through_the_ages import attacks, costs, economy, ratings
from tta_p2p.games.through_the_ages.aggressions import Defence
from tta_p2p.games.through_the_ages.colonization import Auction
from tta_p2p.games.through_the_ages.flow import decision_frame, pop, push
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import BONUS_CARDS, EVENTS, IS_UNIT, LEVEL, STRENGTH, TERRITORIES
from tta_p2p.games.through_the_ages.pacts import Offer, attack_forbidden
from tta_p2p.games.through_the_ages.sacrifices import Repulse, Sacrifice
from tta_p2p.games.through_the_ages.state import State, War
from tta_p2p.games.through_the_ages.tables import BOARD

_FORBIDDING = 1_000_000
_SURPRISE = 2
"""How much strength a rival may find for a war besides what it can build: a tactic, a card of the row."""
_PEACE_VALUE = 40
"""What it is worth each turn that somebody stronger may not attack."""


class Statecraft:
    """Treats the others by what it comes to for them and for the seat; pacts may be ended."""

    may_end_pacts = True

    def __init__(self, value: Valuation) -> None:
        self._valuation = value
        self._sacrifices = Sacrifices(value, self._rival_share, self.keep_value, self._attack_loss)
        self._defence: tuple[State, tuple[Handle, ...]] | None = None
        """The cards that defend best, and in which state."""

    # --- the others ------------------------------------------------------------------------------------------

    def _rival_share(self, s: State, rival: Seat) -> int:
        """Weigh a rival's loss, in hundredths: the leader's counts more, that of one of many less."""
        rivals = s.rivals(self._valuation.seat)
        share = self._valuation.outlook.weights.rival * 2 // max(1, len(rivals))
        ahead = max(s.players[one].culture for one in rivals)
        return share * 3 // 2 if len(rivals) > 1 and s.players[rival].culture == ahead else share

    def keep_value(self, s: State, handle: Handle) -> int:
        """Value keeping a military card."""
        face = self._valuation.knowledge.faces.get(handle, "")
        if face in EVENTS and self._valuation.outlook.turns > 1:
            return max(10, self.seed_value(s, face) * 6 // 10)
        return self._valuation.card_value(s, handle)

    def seed_value(self, s: State, face: str) -> int:
        """Value laying an event on the pile."""
        points = CULTURE_POINT * LEVEL[face]
        if face in TERRITORIES:
            return points + 30
        weights = self._valuation.outlook.weights
        leaning = events.event_value(
            s, self._valuation.seat, face, self._valuation.outlook, min(100, 3 * weights.rival)
        )
        return points + leaning * weights.events // 100

    def event_value(self, s: State, act: Act) -> int:
        """Value keeping an event."""
        card = act.args[0]
        assert isinstance(card, Card)
        face = self._valuation.knowledge.faces.get(card.handle, "")
        return self.seed_value(s, face) - CULTURE_POINT * LEVEL[face] if face in EVENTS else 0

    # --- attacks ---------------------------------------------------------------------------------------------

    def attack_value(self, s: State, act: Act) -> int:
        """Value an attack by its expected result."""
        card, rival = act.args
        assert isinstance(card, Card) and isinstance(rival, int)
        before, harmed = self._valuation.evaluate(s).permanent, self._valuation.rival_value(s, rival)
        after = advance_to_rival(GAME.apply(s, act).state)
        if isinstance(decision_frame(after), Sacrifice | Repulse):
            plan = self._sacrifices.attack(after)
            kept = (self.keep_value(s, card.handle) + 40) * (100 - plan.chance) // 100
            return (
                plan.gain * self._valuation.outlook.weights.attack // 100 - kept - 20 if plan.chance else -_FORBIDDING
            )
        if isinstance(decision_frame(after), Defence):
            after = GAME.apply(after, Act(rival, "done")).state
        done, hurt = self._valuation.attack_outcome(after, rival)
        gain = done - before + (harmed - hurt) * self._rival_share(s, rival) // 100
        gain = gain * self._valuation.outlook.weights.attack // 100
        sure = self._success_chance(s, rival)
        return gain * sure // 100 - (self.keep_value(s, card.handle) + 40) * (100 - sure) // 100 - 20

    def _success_chance(self, s: State, rival: Seat) -> int:
        """Estimate the chance that a rival fails to ward an attack off, in hundredths: each card adds 2 on average."""
        mine, theirs = attacks.strengths(s, self._valuation.seat, rival)
        cards = min(len(s.players[rival].military_hand), ratings.military_actions(s, rival))
        if not cards:
            return 100
        return max(10, min(95, 45 + 12 * (mine - theirs) - 18 * cards))

    def war_value(self, s: State, act: Act) -> int:
        """Value declaring a war."""
        card, rival = act.args[:2]
        assert isinstance(card, Card) and isinstance(rival, int)
        mine, theirs = attacks.strengths(s, self._valuation.seat, rival)
        lead = mine - theirs - self._arming_potential(s, rival) * 7 // 10 - _SURPRISE
        if lead < 1:
            return -_FORBIDDING
        fought_as = act.args[2] if len(act.args) > 2 else ""
        o = self._valuation.outlook
        stake = war_stake(War(card.face, self._valuation.seat, rival, str(fought_as)), lead, o)
        stake = stake * (100 + self._rival_share(s, rival)) // 100
        return stake * 8 * o.weights.attack // 1000 - self.keep_value(s, card.handle) - 40

    def _arming_potential(self, s: State, seat: Seat) -> int:
        """By how much a seat could raise its strength in one turn, with what it has stored."""
        p = s.players[seat]
        units = [face for face in p.workers if face in IS_UNIT]
        stock, actions = economy.stock(p, economy.RESOURCE), ratings.military_actions(s, seat)
        most = 0
        for face in units:
            price = max(1, costs.worker_price(p, face))
            number = min(p.unused + 1, actions, stock // price)
            total, left, spare = number * STRENGTH[face], stock - number * price, actions - number
            for old in units:
                if STRENGTH[old] < STRENGTH[face]:
                    step = max(1, price - costs.worker_price(p, old, upgrade=True))
                    number = min(p.workers[old], spare, left // step)
                    total += number * (STRENGTH[face] - STRENGTH[old])
                    left, spare = left - number * step, spare - number
            most = max(most, total)
        return most

    # --- defence ---------------------------------------------------------------------------------------------

    def sacrifice_value(self, s: State, act: Act) -> int:
        """Value a sacrifice."""
        return self._sacrifices.value(s, act)

    def defence_value(self, s: State, act: Act) -> int:
        """Value a card in a defence."""
        frame = decision_frame(s)
        assert isinstance(frame, Defence)
        if act.verb == "done":
            return 0
        if self._defence is None or self._defence[0] is not s:
            missing = frame.attack - frame.defence - BOARD.plain_defense * len(frame.thrown)
            self._defence = s, self._cheapest_defence(s, frame, missing) if missing > 0 else ()
        chosen = self._defence[1]
        card = act.args[0]
        assert isinstance(card, Card)
        if not chosen or card.handle != chosen[0]:
            return -1000
        return (
            500 if (act.verb == "bonus") == (self._valuation.knowledge.faces.get(card.handle) in BONUS_CARDS) else -1000
        )

    def _cheapest_defence(self, s: State, frame: Defence, missing: int) -> tuple[Handle, ...]:
        """The cards that ward an attack off at the lowest price; none if it is not worth it or cannot be."""
        room = ratings.military_actions(s, self._valuation.seat) - frame.shown - len(frame.thrown)
        cards = [handle for handle in s.players[self._valuation.seat].military_hand if handle not in frame.thrown]
        adds = {handle: self._defence_strength(handle) for handle in cards}
        price = {handle: self.keep_value(s, handle) for handle in cards}
        best: tuple[int, tuple[Handle, ...]] | None = None
        for number in range(1, min(room, len(cards)) + 1):
            for some in combinations(cards, number):
                if sum(adds[one] for one in some) >= missing:
                    cost = sum(price[one] for one in some)
                    if best is None or cost < best[0]:
                        best = cost, some
        if best is None or best[0] >= self._attack_loss(s, frame):
            return ()
        return tuple(sorted(best[1], key=lambda one: (-adds[one], one)))

    def _defence_strength(self, handle: Handle) -> int:
        bonus = BONUS_CARDS.get(self._valuation.knowledge.faces.get(handle, ""))
        return bonus.defense if bonus else BOARD.plain_defense

    def _attack_loss(self, s: State, frame: Defence | Repulse) -> int:
        """Value a successful attack for its victim, the attacker's gain included."""
        lost = s.copy()
        pop(lost)
        open_to_attack = replace(frame, defence=frame.attack - 1)
        push(lost, replace(open_to_attack, **({"thrown": ()} if isinstance(frame, Defence) else {"named": ()})))
        lost = GAME.apply(lost, Act(self._valuation.seat, "done")).state
        mine, theirs = self._attack_outcome(lost, frame.attacker)
        mine, theirs = (
            self._valuation.evaluate(s).permanent - mine,
            theirs - self._valuation.rival_value(s, frame.attacker),
        )
        return mine + max(0, theirs) * self._rival_share(s, frame.attacker) // 100

    def _attack_outcome(self, s: State, attacker: Seat, deep: int = MAX_DEPTH) -> tuple[int, int]:
        """Value the results of an attack for its victim and for the attacker, who chooses the most hurtful ones."""
        frame = decision_frame(s)
        if deep and frame is not None and frame.seat in (attacker, self._valuation.seat) and continues_act(s):
            options = GAME.legal(s, self._valuation.knowledge, frame.seat)[:MAX_BRANCHES]
            ends = [self._attack_outcome(GAME.apply(s, one.act).state, attacker, deep - 1) for one in options]
            if ends:
                return (min if frame.seat == attacker else max)(ends)
        return self._valuation.evaluate(s).permanent, self._valuation.rival_value(s, attacker)

    # --- pacts and colonies ----------------------------------------------------------------------------------

    def pact_values(self, offered: State, partner: Seat) -> tuple[int, int]:
        """Value a pact for its owner and for the partner: protection from a stronger seat is a gain."""
        frame = decision_frame(offered)
        assert isinstance(frame, Offer)
        owners, partners = self._valuation.pact_values(offered, partner)
        owner, agreed = frame.owner, GAME.apply(offered, Act(frame.seat, "accept")).state
        if attack_forbidden(agreed, owner, partner) and not attack_forbidden(offered, owner, partner):
            gap = ratings.strength(agreed, owner) - ratings.strength(agreed, partner)
            peace = _PEACE_VALUE * min(self._valuation.outlook.turns, 8) * max(-8, min(8, gap)) // 8
            owners, partners = owners - peace, partners + peace
        return owners, partners

    def bid_value(self, s: State, act: Act) -> int:
        """Value a bid for a colony."""
        frame = decision_frame(s)
        assert isinstance(frame, Auction)
        if act.verb != "bid":
            return 0 if act.verb == "pass" else -_FORBIDDING
        bid = act.args[0]
        assert isinstance(bid, int)
        o, players = self._valuation.outlook, s.players
        others = [
            hidden.territory_value(players[one], frame.face, o) for one in frame.bidders if one != self._valuation.seat
        ]
        gain = hidden.territory_value(players[self._valuation.seat], frame.face, o)
        gain += max(others, default=0) * o.weights.rival // 100
        gain -= hidden.force_cost(
            s, self._valuation.seat, bid, self._valuation.knowledge, o, self._valuation.marginal_values
        )
        return gain - 3 * (bid - frame.bid) if gain > 0 else -_FORBIDDING


def statecraft_evaluator(situation: Situation, weights: Weights) -> ActEvaluator:
    """Judge acts from the seat that decides, with what it wants of the others."""
    return ActEvaluator(make_valuation(situation, weights), Statecraft)
