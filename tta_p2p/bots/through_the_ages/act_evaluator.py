"""The evaluator of one decision in Through the Ages: which acts to try, and how to value them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from tta_p2p.bots.base import Situation
from tta_p2p.bots.easy import Evaluation
from tta_p2p.bots.through_the_ages import hidden_outcomes as hidden
from tta_p2p.bots.through_the_ages.outlook import Outlook
from tta_p2p.bots.through_the_ages.rule_of_thumb import RuleOfThumb
from tta_p2p.bots.through_the_ages.valuation import Valuation, advance_to_rival, continues_act, make_valuation
from tta_p2p.bots.through_the_ages.weights import EASY, Weights
from tta_p2p.games.contract import Act, Card, Handle, Seat
from tta_p2p.games.through_the_ages import ratings
from tta_p2p.games.through_the_ages.aggressions import Defence
from tta_p2p.games.through_the_ages.colonization import Auction, Force
from tta_p2p.games.through_the_ages.flow import decision_frame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.hands import Discard
from tta_p2p.games.through_the_ages.index import BONUS_CARDS, IS_UNIT
from tta_p2p.games.through_the_ages.pacts import Offer
from tta_p2p.games.through_the_ages.phases import Politics
from tta_p2p.games.through_the_ages.rival_losses import Target
from tta_p2p.games.through_the_ages.sacrifices import Repulse, Sacrifice
from tta_p2p.games.through_the_ages.state import State
from tta_p2p.games.through_the_ages.variants import KeepEvent

_EXCLUDED_VERBS = frozenset(("resign", "by-hand", "cancel", "peek", "trade"))
LAST_RESORT_VERBS = frozenset(("destroy", "disband"))
_STOP_VERBS = frozenset(("end", "pass", "decline"))
_FORBIDDING = 1_000_000


class Policy(Protocol):
    """Values the dealings of a seat with the others, in hundredths of a point."""

    may_end_pacts: bool
    """Whether the policy may end pacts."""

    def seed_value(self, s: State, face: str) -> int:
        """Value laying an event on the pile."""
        ...

    def keep_value(self, s: State, handle: Handle) -> int:
        """Value keeping a military card."""
        ...

    def attack_value(self, s: State, act: Act) -> int:
        """Value an attack."""
        ...

    def war_value(self, s: State, act: Act) -> int:
        """Value declaring a war."""
        ...

    def pact_values(self, offered: State, partner: Seat) -> tuple[int, int]:
        """Value an offered pact for its owner and for the partner."""
        ...

    def defence_value(self, s: State, act: Act) -> int:
        """Value a card in a defence."""
        ...

    def sacrifice_value(self, s: State, act: Act) -> int:
        """Value a unit that is sacrificed, or a bonus card, in an attack by the rules of 2006."""
        ...

    def bid_value(self, s: State, act: Act) -> int:
        """Value a bid for a colony."""
        ...

    def event_value(self, s: State, act: Act) -> int:
        """Value keeping an event."""
        ...


class ActEvaluator:
    """Values acts for the seat that decides: by the states after them, and by a policy towards the others."""

    def __init__(self, value: Valuation, policy: Callable[[Valuation], Policy]) -> None:
        self._valuation, self._policy, self._make_policy = value, policy(value), policy
        self._forecasts: dict[type[Any], Callable[[State, Act], int | None]] = {
            Politics: self._politics,
            Offer: self._answer,
            Defence: self._policy.defence_value,
            Sacrifice: self._policy.sacrifice_value,
            Repulse: self._policy.sacrifice_value,
            Discard: self._discard,
            Auction: self._policy.bid_value,
            Force: self._force,
            KeepEvent: self._policy.event_value,
            Target: self._target,
        }
        """The forecast for each kind of decision."""

    def cache_cards(self) -> None:
        """Cache values of active cards; from now on all evaluated states differ by own acts only."""
        self._valuation.cache_cards()

    def for_situation(self, situation: Situation) -> ActEvaluator:
        """Make an evaluator of another situation of the same seat, at the prices of this one."""
        return ActEvaluator(self._valuation.for_situation(situation), self._make_policy)

    @property
    def outlook(self) -> Outlook:
        """The prices and comparisons of this decision."""
        return self._valuation.outlook

    def evaluate(self, state: State) -> Evaluation:
        """Value a state for the seat that decides."""
        return self._valuation.evaluate(state)

    def parts(self, state: State) -> dict[str, int]:
        """Value a state for the seat that decides, part by part, leaving out what is spare."""
        return self._valuation.parts(state)

    # --- acts ------------------------------------------------------------------------------------------------

    def is_candidate(self, state: State, act: Act) -> bool:
        """Whether the act is worth a try at all."""
        if act.verb in _EXCLUDED_VERBS:
            return act.verb == "cancel" and self._policy.may_end_pacts
        if act.verb in LAST_RESORT_VERBS:
            return ratings.uprising(state, self._valuation.seat)
        return True

    def is_stop(self, act: Act) -> bool:
        """Whether the act gives up what could still be done."""
        return act.verb in _STOP_VERBS and not isinstance(decision_frame(self._valuation.start), Auction)

    def continues_act(self, before: State, after: State) -> bool:
        """Whether the next decision belongs to the act: one that is not the phase's own."""
        return continues_act(after)

    def forecast(self, state: State, act: Act) -> Evaluation | None:
        """Estimate the parts of the future that the next state does not show."""
        expect = self._forecasts.get(type(decision_frame(state)))
        found = expect(state, act) if expect is not None else None
        if found is None:
            return None
        now = self.evaluate(state)
        return Evaluation(now.permanent + found, now.spare)

    def _politics(self, s: State, act: Act) -> int | None:
        if act.verb == "seed":
            handle = act.args[0].handle  # type: ignore[union-attr]
            face = self._valuation.knowledge.faces[handle]
            return self._policy.seed_value(s, face) - self._policy.keep_value(s, handle)
        if act.verb == "attack":
            return self._policy.attack_value(s, act)
        if act.verb == "declare":
            return self._policy.war_value(s, act)
        return self._offer(s, act) if act.verb == "offer" else None

    def _offer(self, s: State, act: Act) -> int:
        card, partner = act.args[:2]
        assert isinstance(card, Card) and isinstance(partner, int)
        offered = advance_to_rival(GAME.apply(s, act).state)
        mine, theirs = self._policy.pact_values(offered, partner)
        return mine - self._policy.keep_value(s, card.handle) if theirs > 30 and mine > 30 else -_FORBIDDING

    def _answer(self, s: State, act: Act) -> int:
        if act.verb == "refuse":
            return 0
        theirs, mine = self._policy.pact_values(s, self._valuation.seat)
        return mine - max(0, theirs - mine) // 4 - 20

    def _discard(self, s: State, act: Act) -> int:
        card = act.args[0]
        assert isinstance(card, Card)
        return -self._policy.keep_value(s, card.handle)

    def _force(self, s: State, act: Act) -> int:
        frame = decision_frame(s)
        assert isinstance(frame, Force)
        if act.verb == "done":
            return _FORBIDDING
        if act.verb == "send":
            face = act.args[0]
            assert isinstance(face, str) and face in IS_UNIT
            price = hidden.unit_value(face, self._valuation.outlook, self._valuation.marginal_values)
            return 10_000 - price if not frame.sent else 5_000 - price
        if act.verb != "bonus" or not frame.sent:
            return -_FORBIDDING
        card = act.args[0]
        assert isinstance(card, Card)
        return 6_000 + BONUS_CARDS[card.face].colonization

    def _target(self, s: State, act: Act) -> int | None:
        if act.verb == "done":
            return 0
        frame = decision_frame(s)
        assert isinstance(frame, Target)
        if frame.what in ("colony", "technology", "infiltrate"):
            return None
        face = act.args[0]
        assert isinstance(face, str)
        return hidden.target_value(face)


def easy_evaluator(situation: Situation, weights: Weights = EASY) -> ActEvaluator:
    """Make the evaluator of the level `easy`, with the policy `RuleOfThumb`."""
    return ActEvaluator(make_valuation(situation, weights), RuleOfThumb)
