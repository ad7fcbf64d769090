"""One game at one peer: rules, session and the drafts of its own seats, kept in step.

The table is a driver of the session and its referee at once. It asks for the operation that the rules' first open need
or decision calls for, one at a time, tells the rules what came of it, and asks again; every peer does exactly the
same. Like the session it does no input or output: bytes go in, `poll` says what to store, send and run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from protocol import events, operations
from protocol.certificates import Certificate
from protocol.charter import Charter, SignedCharter
from protocol.errors import IllegalAct
from protocol.fiatshamir import Entropy
from protocol.messages import Claim, Motion
from protocol.ops.result import Abandoned, Acted, Done, Finished, Opened
from protocol.play import Ruling
from protocol.session import Job, Output, Session, Waiting
from protocol.signatures import Signer
from protocol.transcript import Record
from tta_p2p.games import contract, knowledge
from tta_p2p.games.contract import Act, Acts, Decision, Fact, Game, Illegal, Knowledge, Left, Line, Seat
from tta_p2p.table import binding
from tta_p2p.table.binding import BadEntry, Seating
from tta_p2p.table.draft import Draft, learn

SEALED_ROOM = 1024
"""The length to which every sealed act is padded, in bytes."""


@dataclass(frozen=True, slots=True)
class Told:
    """A fact that everybody has seen, and what the rules say about it."""

    fact: Fact
    log: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Began:
    """The seats are drawn: the seat of the charter that plays as each seat of the game."""

    order: tuple[int, ...]
    log: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Convicted:
    """A seat (of the charter) broke the rules or the protocol; the certificate proves it to anybody."""

    seat: int
    certificate: Certificate


@dataclass(frozen=True, slots=True)
class Paused:
    """Engines differ: nothing goes on until it is known why."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over and everybody who is still there has signed the standings."""

    standings: contract.Standings


@dataclass(frozen=True, slots=True)
class Again:
    """The table went back and begins anew; everything that was told is told again."""


TableEvent = (
    Told | Began | Convicted | Paused | Over | Again | events.Moved | events.Lapsed | events.Carried | events.Doubled
)


@dataclass(slots=True)
class TableOutput:
    """What the node must do, in this order: store, send, run jobs, tell the seats."""

    store: list[Record] = field(default_factory=list)
    send: list[bytes] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    events: list[TableEvent] = field(default_factory=list)


class GameTable:
    """A game under way at this peer; without an operator, at a spectator or verifier."""

    def __init__(
        self,
        game: Game[Any, Any],
        charter: SignedCharter,
        entropy: Entropy,
        *,
        operator: int | None = None,
        signer: Signer | None = None,
        journal: Iterable[Record] = (),
        background: bool = False,
        resumed: bool = False,
    ) -> None:
        """Sit down at a table, anew or from a journal (``resumed``: this node may have spoken here before).

        Raises BadEntry for a charter of other rules.
        """
        check_charter(game, charter.charter)
        self.game = game
        self.charter = charter.charter
        self._options = binding.read_options(charter.charter.options)
        self._output = TableOutput()
        self._begin()
        self.session = Session(
            charter,
            entropy,
            operator=operator,
            signer=signer,
            referee=self,
            journal=journal,
            background=background,
            resumed=resumed,
        )
        self._operator = operator
        self._pump()

    def _begin(self) -> None:
        self.seating: Seating | None = None
        self.state: Any = None
        self.knows: dict[Seat | None, Knowledge] = {None: contract.NOTHING}
        self.drafts: dict[Seat, Draft] = {}
        self.facts: list[Fact] = []
        self.log: list[Line] = []
        self._asked: operations.Operation | None = None
        self._need: contract.Need | None = None
        self._prepared: set[tuple[str, tuple[str, ...]]] = set()
        self._entries: dict[Seat, bytes] = {}
        self._held: dict[Seat, Act] = {}
        self._judged: tuple[int, bytes, Any, tuple[contract.Claim, ...]] | None = None

    # What the node calls.

    def receive(self, data: bytes) -> str:
        """Take in one message; see `Session.receive`."""
        outcome = self.session.receive(data)
        self._pump()
        return outcome

    def speak(self) -> None:
        """Go on after a resume; see `Session.speak`."""
        self.session.speak()
        self._pump()

    def vote(self, motion: Motion, yes: bool = True) -> None:
        """Move or vote; see `Session.vote`."""
        self.session.vote(motion, yes)
        self._pump()

    def job_done(self, job: int, result: Any) -> None:
        """Report a job's result."""
        self.session.job_done(job, result)
        self._pump()

    def job_failed(self, job: int) -> None:
        """Report that a worker died."""
        self.session.job_failed(job)
        self._pump()

    def poll(self) -> TableOutput:
        """Everything that has come out since the last call."""
        output, self._output = self._output, TableOutput()
        return output

    # What the seats of this node call.

    @property
    def own_seats(self) -> tuple[Seat, ...]:
        """The seats of the game that this node plays; none before they are drawn."""
        return tuple(sorted(seat for seat in self.knows if seat is not None))

    @property
    def decision(self) -> Decision | None:
        """Who must decide what, as everybody sees it."""
        return None if self.state is None else self.game.decision(self.state)

    def to_decide(self) -> tuple[Seat, ...]:
        """The own seats that must decide now and have not."""
        decision = self.decision
        if decision is None or self._asked is None or self.session.over:
            return ()
        own = [seat for seat in decision.seats if seat in self.knows and seat not in self._entries]
        return tuple(seat for seat in own if not self._is_in(seat))

    def draft(self, seat: Seat) -> Draft:
        """The draft of an own seat that is to decide. Raises Illegal."""
        if seat not in self.to_decide():
            raise Illegal("not-your-decision", seat=seat)
        if seat not in self.drafts:
            self.drafts[seat] = Draft(self.game, self.state, self.knows[seat], seat)
        return self.drafts[seat]

    def act(self, act: Act) -> bool:
        """Let an own seat act; whether its entry is complete and on its way. Raises Illegal."""
        decision = self.decision
        draft = self.draft(act.seat)
        if decision is not None and decision.sealed:
            refusal = draft.explain(act).refusal
            if refusal is not None:
                raise Illegal(refusal.key, *refusal.args, seat=act.seat)
            self._entries[act.seat] = binding.write_entry([act])
        else:
            draft.act(act)
            if draft.closed:
                self._entries[act.seat] = binding.write_entry(draft.acts)
        self._pump()
        return act.seat in self._entries or act.seat not in self.to_decide()

    def view(self, seat: Seat | None) -> Any:
        """What a seat sees, its draft included."""
        if seat in self.drafts:
            draft = self.drafts[seat]
            return self.game.view(draft.state, draft.knows, seat)
        return self.game.view(self.state, self.knows[seat], seat)

    def waiting(self) -> list[Waiting]:
        """Who (seat of the charter) must do what before the game goes on."""
        return self.session.waiting()

    # The referee.

    def judge(self, seat: int, payload: bytes) -> Ruling:
        """Judge an entry act by act: each legal, the claims where they stand, the last and only the last final."""
        assert self.seating is not None
        try:
            acts = binding.read_entry(payload, self.seating.to_game(seat))
            state, claims = self.state, list[contract.Claim]()
            for number, act in enumerate(acts, 1):
                claims += self.game.claims(state, act)
                step = self.game.apply(state, act)
                state = step.state
                if step.barrier != (number == len(acts)):
                    raise BadEntry("an entry ends with its first act that cannot be undone, and not before")
        except (Illegal, BadEntry) as error:
            raise IllegalAct(str(error)) from error
        except Exception as error:
            # An act that the rules cannot even read; nobody's own engine would have let it out.
            raise IllegalAct(f"the rules stumble over this act: {error!r}") from error
        self._judged = (seat, payload, state, tuple(claims))
        return Ruling(tuple(binding.claim(said) for said in claims), self.game.digest(state))

    def judge_sealed(self, seat: int, payload: bytes) -> tuple[Claim, ...]:
        """The claims of one sealed act."""
        return tuple(binding.claim(said) for said in self._sealed_claims(seat, payload))

    def judge_opened(self, payloads: Mapping[int, bytes]) -> tuple[int, str] | None:
        """Whose sealed act is illegal, judged when all are open."""
        assert self.seating is not None
        decision = self.decision
        acts = {seat: self._one_act(seat, payload) for seat, payload in payloads.items()}
        if decision is None or len(acts) != len(decision.seats):
            return None  # somebody is gone; what becomes of the others' acts is seen when it has left
        try:
            self.game.apply(self.state, Acts(tuple(sorted(acts.values(), key=lambda act: act.seat))))
        except Illegal as error:
            if error.seat is None:
                raise
            return self.seating.to_charter(error.seat), str(error)
        return None

    def _one_act(self, seat: int, payload: bytes) -> Act:
        assert self.seating is not None
        try:
            (act,) = binding.read_entry(payload, self.seating.to_game(seat))
        except (BadEntry, ValueError) as error:
            raise IllegalAct(f"not one sealed act: {error}") from error
        return act

    def _sealed_claims(self, seat: int, payload: bytes) -> tuple[contract.Claim, ...]:
        act = self._one_act(seat, payload)
        try:
            return self.game.claims(self.state, act)
        except Illegal as error:
            raise IllegalAct(str(error)) from error
        except Exception as error:
            raise IllegalAct(f"the rules stumble over this act: {error!r}") from error

    # Going on.

    def _pump(self) -> None:
        """Take in what the session has to say, and ask for what comes next, until nothing moves."""
        moved = True
        while moved:
            output: Output = self.session.poll()
            self._output.store += output.store
            self._output.send += output.send
            self._output.jobs += output.jobs
            for event in output.events:
                self._hear(event)
            moved = bool(output.events) or self._ask() or self._answer()

    def _hear(self, event: events.Event) -> None:
        tell = self._output.events
        match event:
            case events.Seated(order):
                self._sit(order)
            case events.Ended(operation, result):
                self._end(operation, result)
            case events.SeatsLeft(seats, reason):
                self._leave(seats, reason)
            case events.Accused(seat, certificate):
                tell.append(Convicted(seat, certificate))
            case events.Disagreed(seat, reason):
                tell.append(Paused(seat, reason))
            case events.Restarted():
                self._begin()
                tell.append(Again())
            case events.Moved() | events.Lapsed() | events.Carried() | events.Doubled():
                tell.append(event)

    def _sit(self, order: tuple[int, ...]) -> None:
        self.seating = Seating(order)
        for number, seat in enumerate(order):
            if self.charter.seats[seat].operator == self._operator:
                self.knows[number] = contract.NOTHING
        step = self.game.start(self._options, len(order))
        self.state = step.state
        self.log += step.log
        self._output.events.append(Began(order, step.log))

    def _end(self, operation: operations.Operation, result: object) -> None:
        self._asked = None
        match result:
            case Done(faces, value) if self._need is not None:
                need, self._need = self._need, None
                fact = binding.answer(need, faces, value)
                seat = getattr(need, "seat", None)
                for observer, knows in self.knows.items():
                    told = faces if observer is not None and observer == seat else {}
                    self.knows[observer] = knowledge.after(knows, need, fact, told)
                self._tell(fact)
            case Acted(seat, payload):
                self._tell_entry(seat, payload)
            case Opened(payloads):
                self._tell_opened(payloads)
            case Finished(_, standings):
                self._output.events.append(Over(binding.read_standings(standings)))
            case Abandoned():
                self._need = None  # somebody is gone; the rules hear of it next
            case _:
                pass

    def _tell(self, fact: Fact) -> None:
        step = self.game.apply(self.state, fact)
        self.state = step.state
        self.facts.append(fact)
        self.log += step.log
        self._output.events.append(Told(fact, step.log))

    def _tell_entry(self, seat: int, payload: bytes) -> None:
        assert self.seating is not None
        number = self.seating.to_game(seat)
        for act in binding.read_entry(payload, number):
            claims = self.game.claims(self.state, act)
            self._learn(claims)
            self._tell(act)
        self.drafts.pop(number, None)
        self._entries.pop(number, None)

    def _tell_opened(self, payloads: Mapping[int, bytes]) -> None:
        """Tell sealed acts together; where a seat is gone, wait for the rules to hear that it has left."""
        acts = [self._one_act(seat, payload) for seat, payload in payloads.items()]
        self._held = {act.seat: act for act in acts}
        self._tell_held()

    def _tell_held(self) -> None:
        decision = self.decision
        held = self._held
        if decision is None or not decision.sealed or set(decision.seats) != set(held):
            return
        self._held = {}
        acts = tuple(held[seat] for seat in sorted(held))
        claims = [claim for act in acts for claim in self.game.claims(self.state, act)]
        self._tell(Acts(acts))
        self._learn(tuple(claims))
        for seat in held:
            self.drafts.pop(seat, None)
            self._entries.pop(seat, None)

    def _learn(self, claims: tuple[contract.Claim, ...]) -> None:
        for observer, knows in self.knows.items():
            self.knows[observer] = learn(knows, claims)

    def _leave(self, seats: tuple[int, ...], reason: str) -> None:
        self._asked = self._need = None
        self._prepared.clear()
        if self.seating is None:
            return
        for seat in seats:
            if seat in self.seating.charter:
                number = self.seating.to_game(seat)
                if not self.game.standings(self.state).over:
                    self._tell(Left(number, reason))  # type: ignore[arg-type]
                self.drafts.pop(number, None)
                self._entries.pop(number, None)
        self._tell_held()
        self._held = {}
        self._entries.clear()
        for seat, draft in list(self.drafts.items()):
            decision = self.decision
            fresh = Draft(self.game, self.state, self.knows[seat], seat)
            if decision is not None and seat in decision.seats and not decision.sealed:
                fresh.replay(draft.acts[: len(draft.acts) - draft.closed])
                self.drafts[seat] = fresh
            else:
                del self.drafts[seat]

    def _ask(self) -> bool:
        """Ask for the operation that comes next, if none is under way."""
        if self.state is None or self._asked is not None or self.session.over or self._held:
            return False
        assert self.seating is not None
        needs = self.game.needs(self.state)
        for ahead in self.game.ahead(self.state):
            pile = (ahead.deck, ahead.faces)
            if pile not in self._prepared and not any(
                isinstance(need, contract.Shuffle) and need.faces == ahead.faces and not need.handles for need in needs
            ):
                self._prepared.add(pile)
                self._request(operations.Prepare(ahead.deck, ahead.faces))
                return True
        if needs:
            self._need = needs[0]
            self._request(binding.operation(needs[0], self.seating))
            return True
        decision = self.game.decision(self.state)
        if decision is None:
            standings = self.game.standings(self.state)
            digest = self.game.digest(self.state)
            self._request(operations.Finish(digest, binding.write_standings(standings)))
        elif decision.sealed:
            seats = tuple(sorted(self.seating.to_charter(seat) for seat in decision.seats))
            self._request(operations.Seal(seats, SEALED_ROOM))
        else:
            self._request(operations.Act(self.seating.to_charter(decision.seats[0])))
        return True

    def _request(self, operation: operations.Operation) -> None:
        self._asked = operation
        self.session.request(operation)

    def _answer(self) -> bool:
        """Hand the session an entry that is complete, once it asks for it."""
        if self.seating is None:
            return False
        for seat, payload in self._entries.items():
            number = self.seating.to_charter(seat)
            if self.session.may_answer(number):
                self.session.answer(number, payload)
                return True
        return False

    def _is_in(self, seat: Seat) -> bool:
        """Whether an own seat has already said its answer (it may come from the journal)."""
        assert self.seating is not None
        return not any(wait.seat == self.seating.to_charter(seat) for wait in self.session.waiting())


def check_charter(game: Game[Any, Any], charter: Charter) -> None:
    """Refuse a charter that these rules cannot play. Raises BadEntry."""
    if charter.game != game.name:
        raise BadEntry(f"the charter is for {charter.game}, these are the rules of {game.name}")
    if charter.rules != binding.rules_digest(game):
        raise BadEntry("the charter was signed for another version of the rules")
    if charter.faces != game.faces():
        raise BadEntry("the charter lists other cards than the rules have")
    if len(charter.seats) not in game.seats:
        raise BadEntry(f"{game.name} is not played with {len(charter.seats)} seats")
