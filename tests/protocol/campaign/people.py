"""Who sits at the table of a campaign: a program with its store, its worker and its person; honest ones can crash."""

from __future__ import annotations

import random
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol.certificates import decode_proof
from protocol.errors import Fault, IllegalAct, OutOfOrder, ProtocolError
from protocol.events import DuplicateNode, Event, MotionCarried, SeatConvicted, SecretsLost, SessionFailed, TableSplit
from protocol.messages import Envelope, Motion, Vote, decode_envelope
from protocol.motions import ENDING
from protocol.operations import Act, Operation, Seal
from protocol.replay import check
from protocol.session import Job, Session, SessionOutput
from protocol.steps import MessageStep
from protocol.transcript import MessageRecord, Record, SecretRecord
from tests.protocol.campaign.rules import Driver, FailingRules, Rules, deed
from tests.protocol.table import entropy_of

if TYPE_CHECKING:
    from tests.protocol.campaign.play import Game

PHASES = ("lost", "stored", "half sent", "sent")
"""Killed before anything was stored; after storing; after sending to some; after sending, before reading events."""

WATCHER = 100
"""The number of somebody who reads along, where others have that of their operator."""


@dataclass(frozen=True)
class Proof:
    """What is to show that somebody is a cheat, for whoever has asked."""

    data: bytes


class Killed(Exception):
    """A node has just died."""


class Mind:
    """One running program with the keys of an operator (or of nobody), and what its driver knows."""

    kind: type[Session] = Session
    honest = True

    def __init__(self, game: Game, operator: int) -> None:
        self.game, self.operator = game, operator
        self.luck = random.Random(game.luck.getrandbits(64))
        self.idle = random.Random(f"{game.seed} {operator} idle")
        """When nothing else is to be done; a source of its own, which leaves the course of every game as it was."""
        self.journal: list[Record] = []
        self.life = 0
        self.ever_mute = False
        self.up = True
        self.stale = False
        self.start()

    def start(self) -> None:
        """The program begins, with what stands in its journal."""
        self.life += 1
        game, seats = self.game, self.operator != WATCHER
        self.driver = Driver(game.seed, game.length, game.theme.piles, 1 if game.theme.late else 4)
        self.jobs: list[Job] = []
        self.events: list[Event] = []
        self.ended_by: Motion | None = None
        """The motion by which the game ended here."""
        self.parted = False
        """Whether others have ended it without this one."""
        self.tried: set[Motion] = set()
        """What was moved to get on, when nothing went on any more."""
        self.nonces: dict[int, bytes] = {}
        self.asked_for: Operation | None = None
        """What the rules have asked for at last."""
        self.session = self.kind(
            game.signed,
            entropy_of(f"{game.seed} {self.operator} {self.life} {self.luck.getrandbits(64)}"),
            operator=self.operator if seats else None,
            signer=game.keys[self.operator] if seats else None,
            referee=self.rules(),
            journal=list(self.journal),
            background=game.background,
            resumed=self.life > 1,
            stale=self.stale,
        )

    def rules(self) -> Rules:
        """The rules as this program has them."""
        return Rules()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of this operator."""
        return () if self.operator == WATCHER else self.game.signed.charter.seats_of(self.operator)

    @property
    def seated(self) -> bool:
        """Whether somebody of this operator is still at the table, as far as this program knows."""
        return bool(set(self.seats) & set(self.session.play.present))

    @property
    def mute(self) -> bool:
        """Whether it only watches from now on."""
        return any(isinstance(event, SecretsLost | DuplicateNode) for event in self.events)

    @property
    def playing(self) -> bool:
        """Whether it is there, at the table, and the game is not over for it."""
        return self.up and self.seated and not self.session.over and not self.mute

    def hear(self, data: bytes) -> str:
        """A message arrives."""
        outcome = self.session.receive(data)
        self.flush()
        if not self.idle.randrange(8):
            self.session.prepare()  # what a node does when nothing comes in
        return outcome

    def flush(self) -> None:
        """Carry out whatever comes out, ask for what the rules want, and let the person act."""
        try:
            while self.up:
                output = self.session.poll()
                busy = bool(output.store or output.send or output.events or output.jobs)
                if busy:
                    self.carry_out(output)
                operation = self.driver.next(self.session)
                if operation is not None:
                    if self.honest:
                        self.game.watch.allow(operation)
                    self.asked_for = operation
                    self.session.request(operation)
                if not (busy or operation is not None or self._act()):
                    return
        except Killed:
            self.die()

    def carry_out(self, output: SessionOutput) -> None:
        """Store, send, work, read."""
        self.journal += output.store
        for data in output.send:
            self.game.broadcast(self, data)
        self.read(output)

    def read(self, output: SessionOutput) -> None:
        """Put jobs aside for the worker and tell the driver what has happened."""
        self.jobs += output.jobs
        for event in output.events:
            self.events.append(event)
            self.ever_mute = self.ever_mute or isinstance(event, SecretsLost | DuplicateNode)
            self.driver.follow(event)
            if isinstance(event, MotionCarried) and self.session.over:
                self.ended_by = event.motion
            self.parted = self.parted or isinstance(event, TableSplit)
            self.game.count("pauses begun", self.session.paused and isinstance(event, MotionCarried))
            if self.honest:
                self.game.watch.event(self, event)
                self.game.watch.cards(self)
            else:
                self.game.watch.liar(self)

    @property
    def end(self) -> str:
        """How the game ended here, if it did."""
        if self.session.course.finished:
            return "finished"
        if self.ended_by is None:
            return ""
        return "left" if self.ended_by.without else self.ended_by.kind

    def utter(self, to: int, data: bytes) -> list[bytes]:
        """What somebody is told where this message is to be said."""
        return [data]

    def ask(self, other: int) -> None:
        """Ask somebody for what this node lacks; the answer comes on a channel of its own, in order."""
        self.nonces[other] = self.luck.randbytes(32)
        self.game.count("asked")
        self.game.channels[(self.operator, other)] = self.game.minds[other][0].answer(self, self.nonces[other])

    def answer(self, asker: Mind, nonce: bytes) -> list[object]:
        """Everything that somebody lacks, and then that this was all."""
        frames: list[object] = list(self.session.missing_for(asker.session.heads(), asker.seats))
        frames += [Proof(data) for gone in asker.session.missing_proofs if (data := self.session.proof(gone))]
        if asker.operator != WATCHER:
            with suppress(OutOfOrder):
                frames.append((self.session.head(nonce, asker.operator), self.knows()))
        return frames

    def take(self, other: int, frame: object) -> None:
        """The next frame of an answer arrives."""
        if isinstance(frame, bytes):
            self.hear(frame)
        elif isinstance(frame, Proof):
            self.be_convinced(frame.data)

    def be_convinced(self, data: bytes) -> None:
        """Somebody hands over what is to show that somebody is a cheat."""
        try:
            found = decode_proof(data, self.game.signed)
            check(found, Rules)
        except ProtocolError:
            self.game.count("proofs refused")
            return
        self.game.count("proofs handed over")
        self.session.accept_proof(found)
        self.flush()

    def knows(self) -> frozenset[bytes]:
        """The ids of all messages that it knows, or has known in this life."""
        return frozenset()

    def own(self, envelope: Envelope) -> bool:
        """Whether this is a word of its own."""
        return envelope.seat in self.seats

    def die(self) -> None:
        """It is gone, and all that was on its way to it."""
        self.up = False
        self.game.hang_up(self.operator)

    def work(self) -> None:
        """The worker has done one of the jobs, or has failed."""
        job = self.jobs.pop(self.luck.randrange(len(self.jobs)))
        if self.luck.random() < self.game.trouble * 5:
            self.game.count("jobs failed")
            self.session.job_failed(job.id)
        else:
            self.session.job_done(job.id, job.function(*job.arguments))
        self.flush()

    def _act(self) -> bool:
        operation = self.session.course.operation
        seats = (operation.seat,) if isinstance(operation, Act) else ()
        seats = operation.seats if isinstance(operation, Seal) else seats
        for seat in seats:
            if self.session.may_answer(seat):
                try:
                    payload = deed(self.session, seat, self.luck)
                    if self.honest:
                        self.game.watch.shown_by(payload)
                    self.session.answer(seat, payload)
                except (Fault, IllegalAct):  # a program that fails, or a claim that is none any more: another time
                    continue
                return True
        return False

    def choose_anew(self) -> None:
        """The person takes back what it has chosen sealed, if it still can, and thinks until the next message comes."""
        for seat in self.seats if self.up else ():
            if self.session.may_take_back(seat):
                self.game.count("choices taken back")
                self.session.take_back(seat)

    def vote(self, motion: Motion, yes: bool) -> bool:
        """The person votes, if that is possible; whether it is."""
        try:
            self.session.vote(motion, yes)
        except OutOfOrder:
            return False
        self.game.count("votes")
        self.flush()
        return True

    def resume(self) -> None:
        """The person goes on after a pause."""
        self.game.count("went on after a pause")
        self.session.resume()
        self.flush()

    def asked_to_vote(self) -> list[Motion]:
        """The motions on which somebody has voted and this node has not."""
        lead = self.game.signed.charter.lead(self.operator)
        found = []
        for lane, motion in self.session._machine.ballots:
            request = lane.request
            asked = isinstance(request, MessageStep) and request.kind is Vote and lead in request.authors
            if asked and lane.messages and lead not in lane.messages:
                found.append(motion)
        return found

    def some_motion(self) -> Motion:
        """What a person may come to move."""
        luck, here = self.luck, sorted(self.session.play.operators(self.session.play.present))
        accused = {self.game.operator_of(seat) for seat in self.session.blame.certificates}
        if accused and luck.random() < 0.7:
            return Motion("cheated", luck.choice(sorted(accused)))
        others = [one for one in here if one != self.operator] or [self.operator]
        draw = luck.random()
        if draw < 0.4:
            return Motion("gone", luck.choice(others))
        if draw < 0.6:
            return Motion("resigned", luck.choice(here or others))
        kind = luck.choice(ENDING)
        if draw < 0.64:
            without = tuple(sorted(luck.sample(others, luck.randint(1, len(others)))))
            if self.operator not in without:
                return Motion(kind, self.operator, b"", without)  # type: ignore[arg-type]
        return Motion(kind, self.operator, luck.choice([b"", b"so be it"]))  # type: ignore[arg-type]


class Player(Mind):
    """An honest node: whatever happens to it, it keeps to the protocol."""

    def __init__(self, game: Game, operator: int) -> None:
        self.excused: set[bytes] = set()
        """Messages of its own that no honest node knows any more and that it may have forgotten with its store."""
        self.ever_stale = False
        self.without: set[int] = set()
        self.heard: set[bytes] = set()
        """The ids of all that it has heard in this life."""
        self.told: dict[int, frozenset[bytes]] = {}
        """What the others knew of its words when they said that they had told it all."""
        super().__init__(game, operator)

    def rules(self) -> Rules:
        return FailingRules(self.luck, self.game.trouble) if self.game.trouble else Rules()

    def hear(self, data: bytes) -> str:
        outcome = self.session.receive(data)
        if outcome not in ("refused", "far"):
            self.heard.add(decode_envelope(data).id)
        self.flush()
        return outcome

    def carry_out(self, output: SessionOutput) -> None:
        self._boundary("lost")
        self.journal += output.store
        self._boundary("stored")
        others = self.game.others(self.operator)
        for i, to in enumerate(others):
            for data in output.send:
                self.game.send(self, to, data)
            if i == 0 and output.send:
                self._boundary("half sent")
        self._boundary("sent")
        self.read(output)
        if any(isinstance(event, SessionFailed) for event in output.events):
            self.game.count("faults")

    def _boundary(self, phase: str) -> None:
        if self.game.luck.random() < self.game.crashes:
            self.game.count(f"killed: {phase}")
            raise Killed

    def answer(self, asker: Mind, nonce: bytes) -> list[object]:
        frames = super().answer(asker, nonce)
        for frame in frames:
            if isinstance(frame, bytes):  # a word that a crash has kept it from sending is said by this
                self.game.watch.said(self, frame)
        return frames

    def knows(self) -> frozenset[bytes]:
        stored = {decode_envelope(record.envelope).id for record in self.journal if isinstance(record, MessageRecord)}
        return frozenset(self.heard | stored)

    def come_back(self) -> None:
        """From its newest store, or from an older one."""
        self.up = True
        self.heard, self.told, self.without = set(), {}, set()
        old = self.game.luck.random() < self.game.old_stores
        if old:
            self.game.count("old stores")
            self.game.lose_from(self.operator)
            length = self.luck.randint(0, len(self.journal))
            later = self.journal[length:] if self.luck.random() < 0.8 else []
            self.journal = [*self.journal[:length], *(one for one in later if isinstance(one, SecretRecord))]
            self.ever_stale = True
        # Whoever has heard everybody and gone on has the newest store from then on; whoever died before has not.
        newest = self.session.sending and not self.session.missing_heads
        self.stale = old or (self.stale and not newest)
        self.start()
        self.flush()
        if not self.stale:
            self.start_sending()

    def start_sending(self, without: Iterable[int] = ()) -> bool:
        """Go on, if everybody has been heard; whether that was so."""
        self.without = set(without)
        if self.session._machine.gate.sending:
            return True
        if self.stale:
            self.game.watch.forgotten(self)
        try:
            self.session.start_sending(self.without)
        except OutOfOrder:
            return False
        if self.without:
            self.game.count("went on without somebody")
        self.flush()
        return True

    def ask(self, other: int) -> None:
        if other in self.without and other in self.session.missing_heads:
            self.without.discard(other)
            self.session.stop_sending()
        super().ask(other)

    def take(self, other: int, frame: object) -> None:
        if isinstance(frame, bytes):
            self.hear(frame)
            return
        if isinstance(frame, Proof):
            self.be_convinced(frame.data)
            return
        assert isinstance(frame, tuple)
        head, knows = frame
        try:
            who = self.session.take_head(head, {self.nonces.get(other, b"")})
        except ProtocolError:
            self.game.count("heads refused")
            return
        self.told[who] = knows
        if set(self.session.missing_heads) <= self.without:
            self.start_sending(self.without)


def accusations(mind: Mind) -> list[SeatConvicted]:
    """Whom this program has caught, since the last start."""
    return [event for event in mind.events if isinstance(event, SeatConvicted)]
