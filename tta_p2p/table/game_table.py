"""One game at one peer: rules, session and the drafts of its own seats, kept in step.

The table is a driver of the session and its referee at once. It asks for the operation that the rules' first open need
or decision calls for, one at a time, tells the rules what came of it, and asks again; every peer does exactly the
same. Like the session it does no input or output: bytes go in, `poll` says what to store, send and run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from protocol import events, operations
from protocol.certificates import Certificate
from protocol.charter import Charter, SignedCharter
from protocol.errors import Fault, IllegalAct
from protocol.fiatshamir import Entropy
from protocol.messages import Motion
from protocol.ops.result import SignedEnd
from protocol.session import Job, Session, SessionOutput, Wait
from protocol.signatures import Signer
from protocol.transcript import Record
from tta_p2p.games import contract, knowledge
from tta_p2p.games.contract import Act, Fact, Illegal, Knowledge, Seat
from tta_p2p.games.game import Game, matches_upcoming
from tta_p2p.games.log import LogLine
from tta_p2p.table import binding
from tta_p2p.table.binding import Seating
from tta_p2p.table.draft import Draft, learn
from tta_p2p.table.moments import Moments
from tta_p2p.table.proof_summary import ProofSummary, summarize
from tta_p2p.table.referee import GameReferee


class FactApplied(msgspec.Struct, frozen=True):
    """A fact that everybody has seen, and what the rules say about it."""

    fact: Fact
    log: tuple[LogLine, ...]


class GameStarted(msgspec.Struct, frozen=True):
    """The seats are drawn: the seat of the charter that plays as each seat of the game."""

    order: tuple[int, ...]
    log: tuple[LogLine, ...]


class UnprovenExpulsion(msgspec.Struct, frozen=True):
    """All others have voted an operator out as a cheat and shown no proof: here that has no effect."""

    operator: int


class EntryRefused(msgspec.Struct, frozen=True):
    """The entry of an own seat (of the game) could not be said, and the reason; its draft is open again."""

    seat: int
    error: IllegalAct | Fault


class GameOver(msgspec.Struct, frozen=True):
    """The game is over and everybody who is still there has signed the standings."""

    standings: contract.Standings


TableEvent = (
    FactApplied
    | GameStarted
    | UnprovenExpulsion
    | EntryRefused
    | GameOver
    | events.SeatConvicted
    | events.StatesDiverged
    | events.SessionRestarted
    | events.VoteCast
    | events.MotionLapsed
    | events.MotionCarried
    | events.TableSplit
    | events.DuplicateNode
    | events.SecretsLost
    | events.SessionFailed
    | events.SeatsLeft
)


@dataclass(slots=True)
class TableOutput:
    """The node's next tasks, in this order: store, send, run jobs, tell the seats."""

    store: list[Record] = field(default_factory=list)
    send: list[bytes] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    events: list[TableEvent] = field(default_factory=list)


class GameTable:
    """A game under way at this peer; without an operator, at a spectator or verifier.

    >>> import os
    >>> from protocol.charter import Charter, Operator, Seat, signed_by_all
    >>> from protocol.signatures import IdentityKey
    >>> from tta_p2p.registry import load_rules
    >>> from tta_p2p.table.binding import charter_rules, write_options
    >>> game, keys = load_rules("smugglers"), [IdentityKey(bytes([number]) * 32) for number in (1, 2)]
    >>> nodes = tuple(Operator(key.identity, bytes(32), key.identity, "node") for key in keys)
    >>> seats = (Seat(0, "Ann"), Seat(1, "Bob"))
    >>> charter = Charter("smugglers", charter_rules(game), write_options({}), game.faces(), nodes, seats)
    >>> signed = signed_by_all(charter, keys)
    >>> tables = [GameTable(game, signed, os.urandom, operator=number, signer=keys[number]) for number in (0, 1)]
    >>> tables[0].seating is None, [len(table.poll().send) > 0 for table in tables]
    (True, [True, True])
    """

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
        stale: bool = False,
    ) -> None:
        """Sit down at a table, anew or from a journal; for ``resumed`` and ``stale`` see `Session`.

        Raises BadEntry for a charter of other rules.
        """
        self._output = TableOutput()
        self.operator = operator
        self.referee = GameReferee(game, charter.charter, self)
        """Follows the game as it goes on here, and judges for the session."""
        self.restart()
        self.session = Session(
            charter,
            entropy,
            operator=operator,
            signer=signer,
            referee=self.referee,
            journal=journal,
            background=background,
            resumed=resumed,
            stale=stale,
        )
        self._pump()

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.referee.game

    @property
    def charter(self) -> Charter:
        """The players, seats and options."""
        return self.referee.charter

    @property
    def seating(self) -> Seating | None:
        """The seat of the game for each seat of the charter; None: they are not drawn yet."""
        return self.referee.seating

    @property
    def state(self) -> Any:
        """The state of the game that everybody has come to; None before the seats are drawn."""
        return self.referee.state

    @property
    def facts(self) -> list[Fact]:
        """Everything that was told to the rules."""
        return self.referee.facts

    @property
    def log(self) -> list[LogLine]:
        """The lines by which the rules tell it."""
        return self.referee.log

    @property
    def decision(self) -> contract.Decision | None:
        """The decision that is due, as everybody sees it."""
        return self.referee.decision

    def restart(self) -> None:
        """Go back to the moment before the seats are drawn."""
        self.knowledge: dict[Seat | None, Knowledge] = {None: contract.NO_KNOWLEDGE}
        self.moments = Moments(self.game)
        self.last_proofs: dict[str, ProofSummary] = {}
        """What was proved last, by its kind."""
        self._claims = 0
        """How many claims the event that is taken in has brought."""
        self.drafts: dict[Seat, Draft] = {}
        self._asked: operations.Operation | None = None
        self._prepared: dict[str, contract.UpcomingShuffle] = {}
        self._entries: dict[Seat, bytes] = {}
        self._unproven: set[int] = set()

    # What the node calls.

    def receive(self, data: bytes) -> str:
        """Take in one message; see `Session.receive`."""
        outcome = self.session.receive(data)
        self._pump()
        return outcome

    def start_sending(self, without: Collection[int] = ()) -> None:
        """Begin to send after a restart; see `Session.start_sending`."""
        self.session.start_sending(without)
        self._pump()

    def resume(self) -> None:
        """Resume after a pause; see `Session.resume`."""
        self.session.resume()
        self._pump()

    def vote(self, motion: Motion, yes: bool = True) -> None:
        """Move or vote; see `Session.vote`."""
        self.session.vote(motion, yes)
        self._pump()

    def accept_proof(self, certificate: Certificate) -> None:
        """Accept a checked proof that an operator cheated; see `Session.accept_proof`."""
        self.session.accept_proof(certificate)
        self._pump()

    def job_done(self, job: int, result: Any) -> None:
        """Report a job's result."""
        self.session.job_done(job, result)
        self._pump()

    def job_failed(self, job: int, fault: Fault | None = None) -> None:
        """Report that a worker died; see `Session.job_failed`."""
        self.session.job_failed(job, fault)
        self._pump()

    def fail(self, fault: Fault) -> None:
        """The driver's part of this program failed; see `Session.fail`."""
        self.session.fail(fault)
        self._pump()

    def prepare(self, idle: bool = True) -> bool:
        """Use a moment in which there is nothing else to do; see `Session.prepare`."""
        return self.session.prepare(idle)

    def poll(self) -> TableOutput:
        """Everything that has come out since the last call."""
        output, self._output = self._output, TableOutput()
        return output

    @property
    def unsent(self) -> tuple[bytes, ...]:
        """The messages that have come out since the last call of `poll`: nobody has stored them yet."""
        return tuple(self._output.send)

    # What the seats of this node call.

    @property
    def own_seats(self) -> tuple[Seat, ...]:
        """The seats of the game that this node plays; none before they are drawn."""
        return tuple(sorted(seat for seat in self.knowledge if seat is not None))

    def to_decide(self) -> tuple[Seat, ...]:
        """The own seats that must decide now and have not."""
        decision = self.decision
        if decision is None or self._asked is None or self.session.over or self.session.paused:
            return ()
        own = [seat for seat in decision.seats if seat in self.knowledge and seat not in self._entries]
        return tuple(seat for seat in own if not self._is_in(seat))

    def choice(self, seat: Seat) -> Act | None:
        """The sealed choice of an own seat (of the game) that it can still take back: until everybody asked has
        chosen.
        """
        decision, payload = self.decision, self._entries.get(seat)
        if payload is None or self.seating is None or decision is None or not decision.sealed:
            return None
        number = self.seating.to_charter(seat)
        if self.session.has_answered(number) and not self.session.may_take_back(number):
            return None
        return binding.read_entry(payload, seat)[0]

    def take_back(self, seat: Seat) -> bool:
        """Take back what an own seat has chosen sealed; whether it had. Raises Illegal when everybody has chosen."""
        if self.choice(seat) is None:
            self._refuse_when_bound(seat)
            return False
        assert self.seating is not None
        number = self.seating.to_charter(seat)
        if self.session.may_take_back(number):
            self.session.take_back(number)
        del self._entries[seat]
        return True

    def draft(self, seat: Seat) -> Draft:
        """The draft of an own seat that is to decide, or may choose anew. Raises Illegal."""
        if seat not in self.to_decide() and self.choice(seat) is None:
            self._refuse_when_bound(seat)
            raise Illegal("not-your-decision", seat=seat)
        if seat not in self.drafts:
            self.drafts[seat] = Draft(self.game, self.state, self.knowledge[seat], seat)
        return self.drafts[seat]

    def act(self, act: Act) -> bool:
        """Let an own seat act, sealed also once more; whether its entry is complete and on its way. Raises Illegal.

        An entry that cannot be said is given back with `EntryRefused`.
        """
        decision = self.decision
        draft = self.draft(act.seat)
        if decision is not None and decision.sealed:
            refusal = draft.explain(act).refusal
            if refusal is not None:
                raise Illegal(refusal.key, *refusal.args, seat=act.seat)
            self.take_back(act.seat)
            self._entries[act.seat] = binding.write_entry([act])
        else:
            draft.act(act)
            if draft.closed:
                self._entries[act.seat] = binding.write_entry(draft.acts)
        self._pump()
        return act.seat in self._entries or act.seat not in self.to_decide()

    def knows(self, seat: Seat | None) -> Knowledge:
        """Give the knowledge of a seat of this node; for None, what everybody knows; of other seats nothing."""
        return self.knowledge.get(seat, contract.NO_KNOWLEDGE)

    def view(self, seat: Seat | None) -> Any:
        """Give the view of a seat, its draft included."""
        if seat in self.drafts:
            draft = self.drafts[seat]
            return self.game.view(draft.state, draft.knows, seat)
        return self.game.view(self.state, self.knowledge[seat], seat)

    def waiting(self) -> list[Wait]:
        """Give the seats (of the charter) on which the game waits, each with what it owes."""
        return self.session.waiting()

    # Going on.

    def _pump(self) -> None:
        """Take in what the session has to say, and ask for what comes next, until nothing moves."""
        moved = True
        while moved:
            output: SessionOutput = self.session.poll()
            self._output.store += output.store
            self._output.send += output.send
            self._output.jobs += output.jobs
            for event in output.events:
                self._hear(event)
            moved = bool(output.events) or self._go_on()
        for motion in self.session.unproven_motions:
            if motion.operator not in self._unproven:
                self._unproven.add(motion.operator)
                self._output.events.append(UnprovenExpulsion(motion.operator))

    def _go_on(self) -> bool:
        """Ask for what comes next or answer what is asked, as long as this program has not failed at anything."""
        if self.session.fault is not None:
            return False
        try:
            return self._ask() or self._answer()
        except Exception as error:
            self.session.fail(Fault.of("at what comes next in the rules", error))
            return True

    def _take_in(self, event: events.Event) -> None:
        """Tell the rules; they stay where they are once this program has failed."""
        if self.session.fault is None:
            try:
                self._follow(event)
            except Exception as error:
                self.session.fail(Fault.of("at carrying out what was said", error))

    def _hear(self, event: events.Event) -> None:
        tell = self._output.events
        match event:
            case events.SeatConvicted() | events.StatesDiverged():
                tell.append(event)
            case events.VoteCast() | events.MotionLapsed() | events.MotionCarried() | events.TableSplit():
                if isinstance(event, events.MotionCarried):
                    self._prepared.clear()  # with its epoch every pile that was prepared has gone
                tell.append(event)
            case events.DuplicateNode() | events.SecretsLost() | events.SessionFailed():
                tell.append(event)
            case events.SeatsLeft():
                self._take_in(event)
                tell.append(event)
            case _:
                self._take_in(event)

    def _follow(self, event: events.Event) -> None:
        """Take in one event, and tell the node of it."""
        self._claims = 0
        match event:
            case events.OperationEnded():
                self._asked = None
            case events.SeatsLeft():
                self._asked = None
                self._prepared.clear()
            case _:
                pass
        self.referee.follow(event)
        match event:
            case events.SessionRestarted():
                self._output.events.append(event)
            case events.OperationEnded(_, SignedEnd(_, standings)):
                self._output.events.append(GameOver(binding.read_standings(standings)))
            case events.OperationEnded(operation, result):
                self.last_proofs |= {done.kind: done for done in summarize(operation, result, self._claims)}
            case events.SeatsLeft():
                self._try_drafts_again()
            case _:
                pass

    def _try_drafts_again(self) -> None:
        """Begin the drafts of those who stay anew, on the game as it is without those who have left."""
        self._entries.clear()
        for seat, draft in list(self.drafts.items()):
            decision = self.decision
            fresh = Draft(self.game, self.state, self.knowledge[seat], seat)
            if decision is not None and seat in decision.seats and not decision.sealed:
                fresh.replay(draft.acts[: len(draft.acts) - draft.closed])
                self.drafts[seat] = fresh
            else:
                del self.drafts[seat]

    # What the referee tells.

    def game_started(self, order: tuple[int, ...], log: tuple[LogLine, ...], state: Any) -> None:
        """The game is laid out: these are the own seats."""
        for number, seat in enumerate(order):
            if self.charter.seats[seat].operator == self.operator:
                self.knowledge[number] = contract.NO_KNOWLEDGE
        self.moments.add(0, state, self.knowledge)
        self._output.events.append(GameStarted(order, log))

    def fact_applied(self, fact: Fact, log: tuple[LogLine, ...], state: Any) -> None:
        """A fact was told."""
        self.moments.add(len(self.facts), state, self.knowledge)
        self._output.events.append(FactApplied(fact, log))

    def learn_answer(self, need: contract.Need, fact: contract.Answer, faces: Mapping[int, str]) -> None:
        """Learn the cards that an answer shows to the seats here."""
        seat = getattr(need, "seat", None)
        for observer, knows in self.knowledge.items():
            seen = faces if observer is not None and observer == seat else {}
            self.knowledge[observer] = knowledge.after_answer(knows, need, fact, seen)

    def learn_claims(self, claims: tuple[contract.Claim, ...]) -> None:
        """Learn the cards that proved claims show to everybody."""
        self._claims += len(claims)
        for observer, knows in self.knowledge.items():
            self.knowledge[observer] = learn(knows, claims)

    def entry_settled(self, seat: Seat) -> None:
        """Close the entry of a seat: it has been told, or the seat has left."""
        self.drafts.pop(seat, None)
        self._entries.pop(seat, None)

    def sealed_options(self, seat: Seat) -> Iterable[Act]:
        """All acts with which an own seat may answer the sealed decision."""
        return (option.act for option in self.game.legal(self.state, self.knowledge[seat], seat))

    # What is asked of the session.

    def _ask(self) -> bool:
        """Ask for the operation that comes next, if none is under way."""
        if self.state is None or self._asked is not None or self.session.over or self.referee.held:
            return False
        needs = self.game.needs(self.state)
        for ahead in self.referee.preparable():
            asked_for = any(matches_upcoming(ahead, need) for need in needs)
            if self._prepared.get(ahead.deck) != ahead and not asked_for:
                self._prepared[ahead.deck] = ahead
                self._request(operations.Prepare(ahead.deck, ahead.handles, ahead.faces))
                return True
        due = self.referee.due()
        assert due is not None
        self._request(due)
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
                try:
                    self.session.answer(number, payload)
                except (IllegalAct, Fault) as error:
                    self._give_back(seat, error)
                return True
        return False

    def _refuse_when_bound(self, seat: Seat) -> None:
        if self.decision is not None and self.decision.sealed and seat in self._entries:
            raise Illegal("all-have-chosen", seat=seat)

    def _give_back(self, seat: Seat, error: IllegalAct | Fault) -> None:
        """Give a seat its entry back, because it cannot be said: the seat decides anew."""
        del self._entries[seat]
        if seat in self.drafts and self.drafts[seat].closed:
            self.drafts[seat].reopen()
        self._output.events.append(EntryRefused(seat, error))

    def _is_in(self, seat: Seat) -> bool:
        """Whether an own seat has already said its answer (it may come from the journal)."""
        assert self.seating is not None
        return not any(wait.seat == self.seating.to_charter(seat) for wait in self.session.waiting())
