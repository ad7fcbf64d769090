"""The rules at work on what a session tells: which act is legal, and what state everybody has come to.

Pure, without a session of its own: the table of a node follows with it while it plays, and whoever checks a
certificate follows the game of its prefix with nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from protocol import events, operations
from protocol.charter import Charter
from protocol.errors import BadEncoding, IllegalAct
from protocol.messages import Claim
from protocol.ops.result import AcceptedAct, Completion, OpenedAnswers
from protocol.play import Ruling
from tta_p2p.games import contract
from tta_p2p.games import log as logs
from tta_p2p.games.contract import Act, Acts, Decision, Fact, Illegal, Left, Seat, Step
from tta_p2p.games.game import Game
from tta_p2p.games.log import LogLine
from tta_p2p.table import binding, neighbours
from tta_p2p.table.binding import BadEntry, Seating
from tta_p2p.table.releases import ReleaseMismatch, rules_of


@dataclass(frozen=True, slots=True)
class JudgedEntry:
    """The rules' judgement of an entry in one state, kept so that nothing is worked out twice."""

    state: Any
    seat: int
    """The seat of the charter."""
    payload: bytes
    acts: tuple[tuple[Act, tuple[contract.Claim, ...], Step[Any]], ...]
    """Each act with what it claims and what it leads to."""
    ruling: Ruling

    def of(self, state: Any, seat: int, payload: bytes) -> bool:
        """Whether it is of this entry in this very state."""
        return self.state is state and self.seat == seat and self.payload == payload


class GameObserver(Protocol):
    """Learns from a referee what has happened in its game, in this order."""

    def restart(self) -> None:
        """Go back to the moment before the seats are drawn."""
        ...

    def game_started(self, order: tuple[int, ...], log: tuple[LogLine, ...], state: Any) -> None:
        """The game is laid out."""
        ...

    def fact_applied(self, fact: Fact, log: tuple[LogLine, ...], state: Any) -> None:
        """A fact was told, which led to this state."""
        ...

    def learn_answer(self, need: contract.Need, fact: contract.Answer, faces: Mapping[int, str]) -> None:
        """Learn the cards that an answer shows to the seats here."""
        ...

    def learn_claims(self, claims: tuple[contract.Claim, ...]) -> None:
        """Learn the cards that proved claims show to everybody."""
        ...

    def entry_settled(self, seat: Seat) -> None:
        """Close the entry of a seat: it has been told, or the seat has left."""
        ...

    def sealed_options(self, seat: Seat) -> Iterable[Act]:
        """All acts with which a seat here may answer the sealed decision."""
        ...


class GameReferee:
    """A game followed from the events of a session; judges what its seats say."""

    def __init__(self, game: Game[Any, Any], charter: Charter, observer: GameObserver | None = None) -> None:
        """Follow a game from its charter on. Raises BadEntry for a charter of other rules."""
        check_charter(game, charter)
        self.game = game
        self.charter = charter
        self.observer: GameObserver = observer if observer is not None else _NullObserver()
        self.options = binding.read_options(game, charter.options)
        self.begin()

    def begin(self) -> None:
        """Go back to the moment before the seats are drawn."""
        self.seating: Seating | None = None
        self.state: Any = None
        self.facts: list[Fact] = []
        self.log: list[LogLine] = []
        self._source = logs.NO_CAUSE
        self._judged: JudgedEntry | None = None
        self._opened: tuple[Any, Acts, Step[Any]] | None = None
        """Sealed acts that are legal together in a state, and what they lead to."""
        self._done: dict[int, tuple[contract.Need, Completion]] = {}
        """Needs that are carried out and wait, by number, until those before them have been told."""
        self._put_off: dict[int, contract.Shuffle] = {}
        """Shuffles that were told and are carried out only before something is done with their cards, by number."""
        self.held: dict[Seat, Act] = {}
        """Sealed acts that are open but wait until the rules have heard that somebody is gone."""

    @property
    def decision(self) -> Decision | None:
        """The decision that is due, as everybody sees it."""
        return None if self.state is None else self.game.decision(self.state)

    # Judging.

    def judge(self, seat: int, payload: bytes) -> Ruling:
        """Judge an entry act by act: each legal, the claims where they stand, the last and only the last final.

        Raises IllegalAct where the rules refuse it. Anything else that comes out is a fault of the rules' program.
        """
        if self._judged is None or not self._judged.of(self.state, seat, payload):
            self._judged = self._judge(seat, payload)
        return self._judged.ruling

    def _judge(self, seat: int, payload: bytes) -> JudgedEntry:
        assert self.seating is not None
        done: list[tuple[Act, tuple[contract.Claim, ...], Step[Any]]] = []
        try:
            acts = binding.read_entry(payload, self.seating.to_game(seat))
            state = self.state
            for number, act in enumerate(acts, 1):
                claims, step = self.game.claims(state, act), self.game.apply(state, act)
                state = step.state
                if step.barrier != (number == len(acts)):
                    raise BadEntry("an entry ends with its first act that cannot be undone, and not before")
                done.append((act, claims, step))
        except (Illegal, BadEntry) as error:
            raise IllegalAct(str(error)) from error
        claimed = tuple(binding.claim(said) for _, claims, _ in done for said in claims)
        return JudgedEntry(self.state, seat, payload, tuple(done), Ruling(claimed, self.game.digest(state)))

    def judge_sealed(self, seat: int, payload: bytes) -> tuple[Claim, ...]:
        """The claims of one sealed act."""
        return tuple(binding.claim(said) for said in self._sealed_claims(seat, payload))

    def sealed_answers(self, seat: int) -> Iterable[bytes]:
        """All that a seat here may have sealed, as it is written."""
        assert self.seating is not None
        return (binding.write_entry([act]) for act in self.observer.sealed_options(self.seating.to_game(seat)))

    def judge_opened(self, payloads: Mapping[int, bytes]) -> tuple[int, str] | None:
        """Give the seat whose sealed act is illegal, judged when all are open."""
        assert self.seating is not None
        decision = self.decision
        acts = {seat: self._one_act(seat, payload) for seat, payload in payloads.items()}
        if decision is None or len(acts) != len(decision.seats):
            return None  # somebody is gone; what becomes of the others' acts is seen when it has left
        together = Acts(tuple(sorted(acts.values(), key=lambda act: act.seat)))
        try:
            self._opened = self.state, together, self.game.apply(self.state, together)
        except Illegal as error:
            if error.seat is None:
                raise
            return self.seating.to_charter(error.seat), str(error)
        return None

    def _one_act(self, seat: int, payload: bytes) -> Act:
        assert self.seating is not None
        try:
            acts = binding.read_entry(payload, self.seating.to_game(seat))
        except BadEntry as error:
            raise IllegalAct(f"not one sealed act: {error}") from error
        if len(acts) != 1:
            raise IllegalAct(f"not one sealed act but {len(acts)}")
        return acts[0]

    def _sealed_claims(self, seat: int, payload: bytes) -> tuple[contract.Claim, ...]:
        act = self._one_act(seat, payload)
        try:
            return self.game.claims(self.state, act)
        except Illegal as error:
            raise IllegalAct(str(error)) from error

    # Following.

    def follow(self, event: events.Event) -> None:
        """Take in one event."""
        match event:
            case events.SeatsDrawn(order):
                self.sit(order)
            case events.OperationEnded(operation, result):
                self.end(operation, result)
            case events.SeatsLeft(seats, reason):
                self.leave(seats, reason)
            case events.SessionRestarted():
                self.begin()
                self.observer.restart()
            case _:
                pass
        self._put_off_shuffles()

    def due(self) -> operations.Operation | None:
        """The operation that the first open need or the decision of the rules calls for."""
        if self.state is None or self.held:
            return None
        assert self.seating is not None
        if asked := self._asked_together():
            named = {handle for need in asked for handle in getattr(need, "handles", ())}
            for shuffle in self._put_off.values():
                if named & set(shuffle.into):
                    return binding.operation(shuffle, self.seating)
            if len(asked) == 1:
                return binding.operation(asked[0], self.seating)
            return operations.Bundle(tuple(binding.part(need, self.seating) for need in asked))
        decision = self.game.decision(self.state)
        if decision is None:
            standings = self.game.standings(self.state)
            return operations.Finish(self.game.digest(self.state), binding.write_standings(standings))
        if decision.sealed:
            return operations.Seal(tuple(sorted(self.seating.to_charter(seat) for seat in decision.seats)), SEALED_ROOM)
        return operations.Act(self.seating.to_charter(decision.seats[0]))

    def _asked_together(self) -> tuple[contract.Need, ...]:
        """The open needs that are carried out next, in the same steps."""
        needs = self.game.needs(self.state)
        if len(needs) < 2:
            return needs
        hidden: Mapping[contract.Handle, contract.CardLocation] | None = None

        def in_hand(handle: contract.Handle) -> bool:
            nonlocal hidden
            if hidden is None:  # few needs ask for it, and it is where every card lies
                hidden = self.game.hidden_cards(self.state)
            return handle in hidden and hidden[handle].seat is not None

        return neighbours.together(needs, self._done, in_hand)

    def preparable(self) -> tuple[contract.UpcomingShuffle, ...]:
        """The shuffles that can be mixed beside play: those that are put off, then what the rules will ask for.

        Cards that a shuffle which is put off still mixes are in no other pile.
        """
        if self.state is None:
            return ()
        found = {one.deck: contract.UpcomingShuffle(one.deck, one.faces, one.handles) for one in self._put_off.values()}
        mixed = {handle for one in self._put_off.values() for handle in one.into}
        for ahead in self.game.upcoming_shuffles(self.state):
            if not mixed & set(ahead.handles):
                found.setdefault(ahead.deck, ahead)
        return tuple(found.values())

    def _put_off_shuffles(self) -> None:
        """Tell shuffles that nothing waits for, and mix their cards beside play.

        A shuffle never fails and its answer says nothing, so that the rules may go on before it is carried out. That it
        must be before anything else is done with its cards: see ``due``.
        """
        while self.state is not None and not self.held:
            need = next(iter(self.game.needs(self.state)), None)
            if not isinstance(need, contract.Shuffle):
                return
            fact = contract.Shuffled(need.number)
            step = self.game.apply(self.state, fact)
            if not self._may_wait(need, step.state):
                return
            self._put_off[need.number] = need
            self.observer.learn_answer(need, fact, {})
            self._tell(fact, step)
            self._tell_done()

    def _may_wait(self, need: contract.Shuffle, after: Any) -> bool:
        """Whether a shuffle can be carried out later: nothing is asked of its cards in this state behind it."""
        waiting = {handle for one in self._put_off.values() for handle in one.into}
        aheads = self.game.upcoming_shuffles(after)
        named = {handle for one in (*self.game.needs(after), *aheads) for handle in getattr(one, "handles", ())}
        decks = {one.deck for one in self._put_off.values()} | {one.deck for one in aheads}
        return not named & set(need.into) and not waiting & set(need.handles) and need.deck not in decks

    def _make_up(self, operation: operations.Shuffle) -> bool:
        """Note that a shuffle is carried out which was put off; whether it is one."""
        assert self.seating is not None
        for number, shuffle in self._put_off.items():
            if binding.operation(shuffle, self.seating) == operation:
                del self._put_off[number]
                return True
        return False

    def expect(self, operation: operations.Operation) -> None:
        """An operation is asked for. Raises BadEncoding for one that the rules do not ask for now."""
        if isinstance(operation, operations.Prepare):
            known = any(
                (ahead.deck, ahead.handles, ahead.faces) == (operation.name, operation.handles, operation.faces)
                for ahead in self.preparable()
            )
        else:
            known = operation == self.due()
        if not known:
            raise BadEncoding(f"the rules here do not ask for this {type(operation).__name__.lower()}")

    def sit(self, order: tuple[int, ...]) -> None:
        """The seats are drawn: lay the game out."""
        seats = binding.game_seats(order, self.charter, self.game)
        self.seating = Seating(seats)
        step = self.game.start(self.options, len(seats))
        self.state = step.state
        self._source, self.log = logs.setup_lines(self.game, step)
        self.observer.game_started(seats, tuple(self.log), self.state)

    def end(self, operation: operations.Operation, result: object) -> None:
        """An operation has ended: tell the rules."""
        match result:
            case Completion() if isinstance(operation, operations.Shuffle) and self._make_up(operation):
                pass
            case Completion() if not isinstance(operation, operations.Prepare):
                self._done |= {need.number: (need, result) for need in self._asked_together()}
                self._tell_done()
            case AcceptedAct(seat, payload):
                self._tell_entry(seat, payload)
            case OpenedAnswers(payloads):
                acts = [self._one_act(seat, payload) for seat, payload in payloads.items()]
                self.held = {act.seat: act for act in acts}
                self._tell_held()
            case _:
                pass  # abandoned: somebody is gone, the rules hear of it next

    def leave(self, seats: tuple[int, ...], reason: str) -> None:
        """Seats have left: tell the rules, and what was sealed by those who stay."""
        if self.seating is None:
            return
        for seat in seats:
            if seat in self.seating.charter:
                number = self.seating.to_game(seat)
                self.held.pop(number, None)
                if not self.game.standings(self.state).over:
                    self._tell(Left(number, reason))  # type: ignore[arg-type]
                self.observer.entry_settled(number)
        self._tell_done()
        self._tell_held()
        self.held = {}

    def _tell_done(self) -> None:
        """Tell what is carried out, in the order of the needs, up to the first that is not.

        What a seat that left was still to be dealt is told no more: the rules have dropped that need.
        """
        while (needs := self.game.needs(self.state)) and self._done.get(needs[0].number, (None,))[0] == needs[0]:
            need, done = self._done.pop(needs[0].number)
            named = {*getattr(need, "handles", ()), *getattr(need, "into", ())}
            faces = {handle: face for handle, face in done.faces.items() if handle in named}
            fact = binding.answer(need, faces, done.value)
            self.observer.learn_answer(need, fact, faces)
            self._tell(fact)
        if self._done:
            open_needs = {need.number for need in self.game.needs(self.state)}
            self._done = {number: one for number, one in self._done.items() if number in open_needs}

    def _tell(self, fact: Fact, step: Step[Any] | None = None) -> None:
        """Tell the rules a fact; ``step``: what it leads to, where that is known."""
        step = self.game.apply(self.state, fact) if step is None else step
        number = len(self.facts) + 1
        self._source, lines = logs.fact_lines(self.game, self._source, self.state, number, fact, step)
        self.state = step.state
        self.facts.append(fact)
        self.log += lines
        self.observer.fact_applied(fact, tuple(lines), self.state)

    def _tell_entry(self, seat: int, payload: bytes) -> None:
        assert self.seating is not None
        judged, self._judged = self._judged, None
        if judged is None or not judged.of(self.state, seat, payload):
            judged = self._judge(seat, payload)
        for act, claims, step in judged.acts:
            self.observer.learn_claims(claims)
            self._tell(act, step)
        self.observer.entry_settled(self.seating.to_game(seat))

    def _tell_held(self) -> None:
        """Tell sealed acts together; where a seat is gone, wait for the rules to hear that it has left."""
        decision = self.decision
        held = self.held
        if decision is None or not decision.sealed or set(decision.seats) != set(held):
            return
        self.held = {}
        acts = tuple(held[seat] for seat in sorted(held))
        claims = tuple(claim for act in acts for claim in self.game.claims(self.state, act))
        opened, self._opened = self._opened, None
        known = opened is not None and opened[0] is self.state and opened[1] == Acts(acts)
        self._tell(Acts(acts), opened[2] if opened is not None and known else None)
        self.observer.learn_claims(claims)
        for seat in held:
            self.observer.entry_settled(seat)


class _NullObserver:
    """Observes nothing."""

    def restart(self) -> None:
        pass

    def game_started(self, order: tuple[int, ...], log: tuple[LogLine, ...], state: Any) -> None:
        pass

    def fact_applied(self, fact: Fact, log: tuple[LogLine, ...], state: Any) -> None:
        pass

    def learn_answer(self, need: contract.Need, fact: contract.Answer, faces: Mapping[int, str]) -> None:
        pass

    def learn_claims(self, claims: tuple[contract.Claim, ...]) -> None:
        pass

    def entry_settled(self, seat: Seat) -> None:
        pass

    def sealed_options(self, seat: Seat) -> Iterable[Act]:
        return ()


SEALED_ROOM = 1024
"""The length to which every sealed act is padded, in bytes."""


def referee_of(charter: Charter) -> GameReferee:
    """A referee for the game of a charter. Raises BadEntry, or UnknownGame where its rules are not here."""
    return GameReferee(rules_of(charter), charter)


def check_charter(game: Game[Any, Any], charter: Charter) -> None:
    """Refuse a charter that these rules cannot play. Raises BadEntry."""
    if charter.game != game.name:
        raise BadEntry(f"the charter is for {charter.game}, these are the rules of {game.name}")
    if charter.rules != binding.charter_rules(game):
        raise ReleaseMismatch(charter.game, charter.rules)
    if charter.faces != game.faces():
        raise BadEntry("the charter lists other cards than the rules have")
    binding.read_stand_in(charter.options)
    binding.read_options(game, charter.options)
    if len(charter.seats) not in game.seats:
        raise BadEntry(f"{game.name} is not played with {len(charter.seats)} seats")
