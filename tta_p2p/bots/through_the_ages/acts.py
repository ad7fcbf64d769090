"""The judge of one decision in Through the Ages: which acts to consider, what to expect of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from tta_p2p.bots.base import Situation
from tta_p2p.bots.easy import Worth
from tta_p2p.bots.through_the_ages import hidden
from tta_p2p.bots.through_the_ages.outlook import Outlook
from tta_p2p.bots.through_the_ages.thumb import RuleOfThumb
from tta_p2p.bots.through_the_ages.valuation import Valuation, appraise, follows, to_rival
from tta_p2p.bots.through_the_ages.weights import EASY, Weights
from tta_p2p.games.contract import Act, Card, Handle, Seat
from tta_p2p.games.through_the_ages import ratings
from tta_p2p.games.through_the_ages.aggressions import Defence
from tta_p2p.games.through_the_ages.colonization import Auction, Force
from tta_p2p.games.through_the_ages.flow import asking
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.hands import Discard
from tta_p2p.games.through_the_ages.index import BONUS_CARDS, IS_UNIT
from tta_p2p.games.through_the_ages.pacts import Offer
from tta_p2p.games.through_the_ages.phases import Politics
from tta_p2p.games.through_the_ages.rival_losses import Target
from tta_p2p.games.through_the_ages.state import State
from tta_p2p.games.through_the_ages.variants import KeepEvent

_NEVER = frozenset(("resign", "by-hand", "cancel", "peek", "trade"))
LAST_RESORT = frozenset(("destroy", "disband"))
_STOPS = frozenset(("end", "pass", "decline"))
_MANY = 1_000_000


class Policy(Protocol):
    """How a seat treats the others: what its dealings with them are worth to it, in hundredths of a point."""

    ends_pacts: bool
    """Whether it may be worth something to end a pact."""

    def seed(self, s: State, face: str) -> int:
        """What it is worth to lay an event on the pile."""
        ...

    def keep(self, s: State, handle: Handle) -> int:
        """What it is worth to keep a military card."""
        ...

    def attack(self, s: State, act: Act) -> int:
        """What to expect of an attack."""
        ...

    def declare(self, s: State, act: Act) -> int:
        """What to expect of a war."""
        ...

    def pact(self, offered: State, partner: Seat) -> tuple[int, int]:
        """What a pact that lies open gives its owner and the partner."""
        ...

    def defence(self, s: State, act: Act) -> int:
        """What a card is worth in a defence."""
        ...

    def auction(self, s: State, act: Act) -> int:
        """What a bid for a colony is worth."""
        ...

    def keep_event(self, s: State, act: Act) -> int:
        """What it is worth to keep an event."""
        ...


class ActJudge:
    """Judges acts from the seat that decides: by what states are worth to it, and by how it treats the others."""

    def __init__(self, value: Valuation, policy: Callable[[Valuation], Policy]) -> None:
        self._value, self._policy, self._policy_of = value, policy(value), policy
        self._expected: dict[type[Any], Callable[[State, Act], int | None]] = {
            Politics: self._politics,
            Offer: self._answer,
            Defence: self._policy.defence,
            Discard: self._discard,
            Auction: self._policy.auction,
            Force: self._force,
            KeepEvent: self._policy.keep_event,
            Target: self._target,
        }
        """What says what to expect, by what is asked."""

    def remember(self) -> None:
        """Remember what is found out about cards at work: all that is judged from now on differs by own acts only."""
        self._value.trials.remember()

    def again(self, situation: Situation) -> ActJudge:
        """A judge of another situation of the same seat, at the prices of this one."""
        return ActJudge(self._value.again(situation), self._policy_of)

    @property
    def outlook(self) -> Outlook:
        """What the seat reckons with."""
        return self._value.outlook

    def worth(self, state: State) -> Worth:
        """How good a state is for the seat that decides."""
        return self._value.worth(state)

    def parts(self, state: State) -> dict[str, int]:
        """How good a state is for the seat that decides, part by part, what is spare left out."""
        return self._value.parts(state)

    # --- acts ------------------------------------------------------------------------------------------------

    def considers(self, state: State, act: Act) -> bool:
        """Whether the act is worth a try at all."""
        if act.verb in _NEVER:
            return act.verb == "cancel" and self._policy.ends_pacts
        if act.verb in LAST_RESORT:
            return ratings.uprising(state, self._value.seat)
        return True

    def stops(self, act: Act) -> bool:
        """Whether the act gives up what could still be done."""
        return act.verb in _STOPS and not isinstance(asking(self._value.start), Auction)

    def follows(self, before: State, after: State) -> bool:
        """Whether the next decision belongs to the act: one that is not the phase's own."""
        return follows(after)

    def expected(self, state: State, act: Act) -> Worth | None:
        """What to expect where the next state does not show it."""
        expect = self._expected.get(type(asking(state)))
        found = expect(state, act) if expect is not None else None
        if found is None:
            return None
        now = self.worth(state)
        return Worth(now.settled + found, now.spare)

    def _politics(self, s: State, act: Act) -> int | None:
        if act.verb == "seed":
            handle = act.args[0].handle  # type: ignore[union-attr]
            face = self._value.knows.faces[handle]
            return self._policy.seed(s, face) - self._policy.keep(s, handle)
        if act.verb == "attack":
            return self._policy.attack(s, act)
        if act.verb == "declare":
            return self._policy.declare(s, act)
        return self._offer(s, act) if act.verb == "offer" else None

    def _offer(self, s: State, act: Act) -> int:
        card, partner = act.args[:2]
        assert isinstance(card, Card) and isinstance(partner, int)
        offered = to_rival(GAME.apply(s, act).state)
        mine, theirs = self._policy.pact(offered, partner)
        return mine - self._policy.keep(s, card.handle) if theirs > 30 and mine > 30 else -_MANY

    def _answer(self, s: State, act: Act) -> int:
        if act.verb == "refuse":
            return 0
        theirs, mine = self._policy.pact(s, self._value.seat)
        return mine - max(0, theirs - mine) // 4 - 20

    def _discard(self, s: State, act: Act) -> int:
        card = act.args[0]
        assert isinstance(card, Card)
        return -self._policy.keep(s, card.handle)

    def _force(self, s: State, act: Act) -> int:
        frame = asking(s)
        assert isinstance(frame, Force)
        if act.verb == "done":
            return _MANY
        if act.verb == "send":
            face = act.args[0]
            assert isinstance(face, str) and face in IS_UNIT
            price = hidden.unit_worth(face, self._value.outlook, self._value.trials)
            return 10_000 - price if not frame.sent else 5_000 - price
        if act.verb != "bonus" or not frame.sent:
            return -_MANY
        card = act.args[0]
        assert isinstance(card, Card)
        return 6_000 + BONUS_CARDS[card.face].colonization

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


def plain_judge(situation: Situation, weights: Weights = EASY) -> ActJudge:
    """Judge acts from the seat that decides, by rule of thumb where others come in."""
    return ActJudge(appraise(situation, weights), RuleOfThumb)
