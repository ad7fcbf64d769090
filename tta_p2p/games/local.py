"""Dealing in the open, in one process: for tests, hot seat, solo play, simulation and search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Self, TypeVar

from . import knowledge
from . import log as logs
from .chance import Chance
from .contract import (
    NO_KNOWLEDGE,
    Act,
    Acts,
    Answer,
    AtLeast,
    Claim,
    Deal,
    Dealt,
    Decision,
    Face,
    Fact,
    Handle,
    Knowledge,
    Left,
    Line,
    Need,
    Option,
    Options,
    Pass,
    Passed,
    Peek,
    Peeked,
    Random,
    Reason,
    Remix,
    Remixed,
    Return,
    Returned,
    Rolled,
    Seat,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    Step,
)
from .game import Game
from .observer import Observer

S = TypeVar("S")
V = TypeVar("V")


class FalseClaim(Exception):
    """An act asserts something about a hidden card that is not so, or about a card of somebody else."""

    def __init__(self, seat: Seat, claim: Claim) -> None:
        super().__init__(f"seat {seat} claims {claim}")
        self.seat = seat
        self.claim = claim


class BadNeed(Exception):
    """The rules ask for something no dealer can do (a fault in the game, not of a player)."""

    def __init__(self, need: Need, why: str) -> None:
        super().__init__(f"{why}: {need}")
        self.need = need


@dataclass(frozen=True)
class Script:
    """The outcomes of a dealer's shuffles and rolls, for the needs it names; the rest is chance.

    A shuffle is named by its number or, failing that, by its deck, a remix by its number; the order lists
    faces from the first handle of `into` on and must be an order of exactly the faces that are mixed.
    """

    orders: Mapping[int | str, Sequence[Face]] = field(default_factory=dict)
    rolls: Mapping[int, int] = field(default_factory=dict)


class LocalDealer(Generic[S, V]):
    """Answers needs in their order, keeps the true faces and what each seat knows, checks claims.

    Everything it holds is small and immutable or copied by `fork`, so that a search can branch anywhere.
    """

    def __init__(self, game: Game[S, V], seats: int, chance: Chance | int = 0, script: Script | None = None) -> None:
        self._game = game
        self._chance = chance if isinstance(chance, Chance) else Chance(chance)
        self._script = script or Script()
        self._last_need = -1
        self._last_handle = -1
        self.faces: dict[Handle, Face] = {}
        """The true face of every living handle."""
        self.hands: dict[Handle, Seat] = {}
        """In whose hand a card is; a card that is shared, or out of its hand in the open, is not listed."""
        self._observers = [Observer()] * (seats + 1)

    @classmethod
    def from_world(
        cls,
        game: Game[S, V],
        state: S,
        seats: int,
        world: Mapping[Handle, Face],
        chance: Chance | int = 0,
        knows: Mapping[Seat | None, Knowledge] | None = None,
    ) -> LocalDealer[S, V]:
        """Go on from a state with a world as `resample` gives it.

        Each seat knows what `knows` says (by default what it says for None, everybody), and its hand.
        """
        dealer = cls(game, seats, chance)
        dealer.faces = dict(world)
        given = knows or {}
        everybody = given.get(None, NO_KNOWLEDGE)
        own: dict[Seat, dict[Handle, Face]] = {}
        for handle, place in game.hidden_cards(state).items():
            if place.seat is not None:
                dealer.hands[handle] = place.seat
                own.setdefault(place.seat, {})[handle] = world[handle]
        for seat in range(seats):
            dealer._observers[seat] = Observer(knowledge.with_faces(given.get(seat, everybody), own.get(seat, {})))
        dealer._observers[seats] = Observer(everybody)
        dealer._last_handle = max(world, default=-1)
        return dealer

    def fork(self, chance: Chance | int | None = None) -> LocalDealer[S, V]:
        """Give a dealer that goes on from here by itself; by default it deals what this one will deal."""
        twin: LocalDealer[S, V] = LocalDealer.__new__(LocalDealer)
        twin._game, twin._script = self._game, self._script
        if chance is None:
            twin._chance = self._chance.copy()
        else:
            twin._chance = chance if isinstance(chance, Chance) else Chance(chance)
        twin._last_need, twin._last_handle = self._last_need, self._last_handle
        twin.faces, twin.hands = self.faces.copy(), self.hands.copy()
        twin._observers = self._observers.copy()
        return twin

    def knowledge_of(self, seat: Seat | None) -> Knowledge:
        """Return the knowledge of a seat; None: of everybody."""
        return self._observers[-1 if seat is None else seat].knowledge

    def face_knowledge_of(self, seat: Seat | None) -> Knowledge:
        """Return the knowledge of a seat with faces alone, without statements about groups; that is cheaper."""
        return Knowledge(self._observers[-1 if seat is None else seat].faces)

    def answer(self, need: Need) -> Answer:
        """Carry a need out and give the fact to tell. Raises BadNeed."""
        if need.number <= self._last_need:
            raise BadNeed(need, "the number was used before")
        fact, told, seat = self.carry_out(need)
        self._last_need = need.number
        self._observers = [
            one.after_answer(need, fact, told if number == seat else {}) for number, one in enumerate(self._observers)
        ]
        return fact

    def check(self, seat: Seat, claims: Sequence[Claim]) -> None:
        """Check that the claims of a seat's act are true and about its own hand. Raises FalseClaim."""
        for claim in claims:
            handles = claim.handles if isinstance(claim, AtLeast) else (claim.handle,)
            if any(self.hands.get(handle) != seat for handle in handles):
                raise FalseClaim(seat, claim)
            if not knowledge.entails(Knowledge(self.faces), claim):
                raise FalseClaim(seat, claim)

    def publish(self, claims: Sequence[Claim]) -> None:
        """Add claims that `check` accepted to everybody's knowledge."""
        for claim in claims:
            self._observers = [observer.after_claim(claim) for observer in self._observers]

    def share_hand(self, seat: Seat) -> None:
        """Make the hand of a seat that left shared."""
        self.hands = {handle: owner for handle, owner in self.hands.items() if owner != seat}

    # --- needs ---------------------------------------------------------------------------------------

    def carry_out(self, need: Need) -> tuple[Answer, Mapping[Handle, Face], Seat | None]:
        """Do it; give the fact, the faces told in private and the seat they are told to."""
        match need:
            case Shuffle(number, deck, handles, faces, into):
                self._check_shared(need, handles)
                self._mix(need, handles, faces, into, self._script.orders.get(deck))
                return Shuffled(number), {}, None
            case Remix(number, seat, handles, faces, into):
                self._check_hand(need, handles, seat)
                order = self._mix(need, handles, faces, into, None)
                for handle in handles:
                    del self.hands[handle]
                self.hands.update(dict.fromkeys(into, seat))
                return Remixed(number), order, seat
            case Deal(number, handles, seat):
                self._check_shared(need, handles)
                self.hands.update(dict.fromkeys(handles, self._check_seat(need, seat)))
                return Dealt(number), self._faces_of(handles), seat
            case Peek(number, handles, seat):
                self._check_living(need, handles)
                return Peeked(number), self._faces_of(handles), self._check_seat(need, seat)
            case Show(number, handles):
                self._check_living(need, handles)
                return Shown(number, tuple(self.faces[h] for h in handles)), {}, None
            case Pass(number, handles, seat):
                self._check_living(need, handles)
                if any(self.hands.get(handle, seat) == seat for handle in handles):
                    raise BadNeed(need, "a passed card must be in another seat's hand")
                self.hands.update(dict.fromkeys(handles, self._check_seat(need, seat)))
                return Passed(number), self._faces_of(handles), seat
            case Return(number, handles):
                self._check_living(need, handles)
                if any(handle not in self.hands for handle in handles):
                    raise BadNeed(need, "a returned card must be in a hand")
                for handle in handles:
                    del self.hands[handle]
                return Returned(number), {}, None
            case Random(number, below):
                if below < 1:
                    raise BadNeed(need, "a random number must have room")
                return Rolled(number, self._roll(need)), {}, None

    def _mix(
        self,
        need: Shuffle | Remix,
        handles: Sequence[Handle],
        faces: Sequence[Face],
        into: Sequence[Handle],
        by_deck: Sequence[Face] | None,
    ) -> dict[Handle, Face]:
        pile = [*(self.faces[handle] for handle in handles), *faces]
        if len({self._game.back(face) for face in pile}) > 1:
            raise BadNeed(need, "cards of different backs cannot be mixed")
        if len(into) != len(pile) or list(into) != sorted(set(into)) or (into and into[0] <= self._last_handle):
            raise BadNeed(need, "new handles must be new, ascending and as many as the cards")
        wanted = self._script.orders.get(need.number, by_deck)
        if wanted is None:
            pile = self._chance.shuffled(pile)
        elif Counter(wanted) != Counter(pile):
            raise BadNeed(need, "the script orders other cards than are mixed")
        else:
            pile = list(wanted)
        for handle in handles:
            del self.faces[handle]
        order = dict(zip(into, pile, strict=True))
        self.faces.update(order)
        if into:
            self._last_handle = into[-1]
        return order

    def _roll(self, need: Random) -> int:
        value = self._script.rolls.get(need.number)
        if value is None:
            return self._chance.below(need.below)
        if not 0 <= value < need.below:
            raise BadNeed(need, f"the script rolls {value}")
        return value

    def _faces_of(self, handles: Sequence[Handle]) -> dict[Handle, Face]:
        return {handle: self.faces[handle] for handle in handles}

    def _check_seat(self, need: Need, seat: Seat) -> Seat:
        if not 0 <= seat < len(self._observers) - 1:
            raise BadNeed(need, "no such seat")
        return seat

    def _check_living(self, need: Need, handles: Sequence[Handle]) -> None:
        if len(set(handles)) != len(handles) or any(handle not in self.faces for handle in handles):
            raise BadNeed(need, "handles must be living, each named once")

    def _check_shared(self, need: Need, handles: Sequence[Handle]) -> None:
        self._check_living(need, handles)
        if any(handle in self.hands for handle in handles):
            raise BadNeed(need, "the cards must be shared; a card in a hand must be returned first")

    def _check_hand(self, need: Need, handles: Sequence[Handle], seat: Seat) -> None:
        self._check_living(need, handles)
        if any(self.hands.get(handle) != seat for handle in handles):
            raise BadNeed(need, "the cards must be in that seat's hand")


class LocalGame(Generic[S, V]):
    """One game in one process: its state, dealer, facts and log.

    >>> from tta_p2p.games.smugglers.rules import Smugglers
    >>> local = LocalGame(Smugglers(), seats=2, chance=7)
    >>> local.answer_needs()
    >>> local.act(local.game.read("light 2", seat=0))
    >>> local.state.keeper, len(local.log) > 0
    (0, True)
    """

    _cause: logs.Cause = logs.NO_CAUSE
    """The cause of the lines that are logged next."""

    def __init__(
        self,
        game: Game[S, V],
        seats: int,
        options: Options | None = None,
        chance: Chance | int = 0,
        script: Script | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options: Options = options or {}
        self.dealer: LocalDealer[S, V] = LocalDealer(game, seats, chance, script)
        self.facts: list[Fact] = []
        self.log: list[logs.LogLine] = []
        self._begin(game.start(self.options, seats))

    @classmethod
    def from_world(
        cls,
        game: Game[S, V],
        state: S,
        seats: int,
        world: Mapping[Handle, Face],
        options: Options | None = None,
        chance: Chance | int = 0,
        knows: Mapping[Seat | None, Knowledge] | None = None,
        said: tuple[Line, ...] = (),
    ) -> Self:
        """Go on from a state and a world as `LocalDealer.from_world` does; what went before is not known.

        ``said``: the lines with which its log begins.
        """
        one = cls.__new__(cls)
        one.game, one.seats, one.options = game, seats, options or {}
        one.dealer = LocalDealer.from_world(game, state, seats, world, chance, knows)
        one.facts = []
        one._begin(Step(state, said))
        return one

    def _begin(self, step: Step[S]) -> None:
        self.state = step.state
        self._cause, self.log = logs.setup_lines(self.game, step)

    @property
    def decision(self) -> Decision | None:
        """The open decision and its seats."""
        return self.game.decision(self.state)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.decision is None and self.game.standings(self.state).over

    def legal(self, seat: Seat) -> tuple[Option, ...]:
        """List every act open to the seat."""
        return self.game.legal(self.state, self.dealer.face_knowledge_of(seat), seat)

    def view(self, seat: Seat | None) -> V:
        """Give what this seat may see."""
        return self.game.view(self.state, self.dealer.knowledge_of(seat), seat)

    def apply(self, fact: Fact) -> Step[S]:
        """Apply one fact and nothing more; claims of acts are checked. Raises Illegal and FalseClaim."""
        step = self.game.apply(self.state, fact)
        acts = fact.acts if isinstance(fact, Acts) else (fact,) if isinstance(fact, Act) else ()
        claims = [(act.seat, self.game.claims(self.state, act)) for act in acts]
        for seat, asserted in claims:
            self.dealer.check(seat, asserted)
        for _, asserted in claims:
            self.dealer.publish(asserted)
        if isinstance(fact, Left):
            self.dealer.share_hand(fact.seat)
        number = len(self.facts) + 1
        self._cause, lines = logs.fact_lines(self.game, self._cause, self.state, number, fact, step)
        self.state = step.state
        self.facts.append(fact)
        self.log += lines
        return step

    def answer(self) -> Step[S]:
        """Answer the first open need and apply the answer."""
        return self.apply(self.dealer.answer(self.game.needs(self.state)[0]))

    def answer_needs(self) -> None:
        """Answer needs until none is open."""
        while needs := self.game.needs(self.state):
            self.apply(self.dealer.answer(needs[0]))

    def act(self, *acts: Act) -> None:
        """Answer the decision, a sealed one with one act of each seat, and all needs that follow."""
        decision = self.decision
        if decision is not None and decision.sealed:
            self.apply(Acts(tuple(sorted(acts, key=lambda act: act.seat))))
        else:
            for act in acts:
                self.apply(act)
                self.answer_needs()
        self.answer_needs()

    def leave(self, seat: Seat, reason: Reason) -> None:
        """Let a seat leave, and answer the needs that follow."""
        self.apply(Left(seat, reason))
        self.answer_needs()

    def fork(self, chance: Chance | int | None = None) -> LocalGame[S, V]:
        """Give a game that goes on from here by itself."""
        twin: LocalGame[S, V] = LocalGame.__new__(LocalGame)
        twin.game, twin.seats, twin.options = self.game, self.seats, self.options
        twin.dealer = self.dealer.fork(chance)
        twin.state = self.state
        twin.facts, twin.log, twin._cause = self.facts.copy(), self.log.copy(), self._cause
        return twin
