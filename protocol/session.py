"""One game at one peer: bytes and requests in, bytes and events out, and whom the game waits for.

The driver replays the game's rules and asks for operations in the order the rules need them; every peer's driver asks
for the same. The session carries them out with the others' signed messages. It stores nothing, sends nothing and
reads no clock: ``poll`` hands over records that must be stored before the messages beside them are sent. Resuming
from a journal, reading a transcript file and checking a certificate run the same code: old messages wait in a backlog
until the driver asks again for the operation that needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, cast

from msgspec.structs import replace

from protocol import signatures
from protocol.ballots import Ballots
from protocol.blame import Blame
from protocol.certificates import Certificate
from protocol.charter import SignedCharter
from protocol.course import Course
from protocol.errors import Fault, OutOfOrder, ProtocolError
from protocol.fiatshamir import Entropy
from protocol.group import EDWARDS25519, Group
from protocol.machine import Machine
from protocol.messages import Envelope, Head, Motion, SealReady, decode_envelope
from protocol.operations import Leave, Operation, Seal
from protocol.output import Job, SessionOutput
from protocol.play import PlayState, Referee
from protocol.proofs.groundwork import HANDS, PILES
from protocol.signatures import Signer
from protocol.steps import MessageStep
from protocol.transcript import MessageRecord, OperationRecord, ProofRecord, Record
from protocol.waits import Wait, WaitCache, invalidates_waits, is_replaying
from protocol.wire import encode

__all__ = ["Job", "Session", "SessionOutput", "Wait"]


class Session:
    """One game at one peer; a spectator and a verifier have one without own seats.

    >>> from protocol.charter import Charter, Operator, Seat, signed_by_all
    >>> from protocol.signatures import IdentityKey
    >>> keys = [IdentityKey(bytes([number]) * 32) for number in (1, 2)]
    >>> nodes = tuple(Operator(key.identity, bytes(32), key.identity, "node") for key in keys)
    >>> charter = Charter("straws", bytes(32), b"", ("long", "short"), nodes, (Seat(0, "Ann"), Seat(1, "Bob")))
    >>> ann = Session(signed_by_all(charter, keys), bytes, operator=0, signer=keys[0])
    >>> [(wait.seat, wait.why) for wait in ann.waiting()]
    [(1, 'seats')]
    """

    _kind: Callable[..., Machine] = Machine

    def __init__(
        self,
        charter: SignedCharter,
        entropy: Entropy,
        *,
        operator: int | None = None,
        signer: Signer | None = None,
        referee: Referee | None = None,
        journal: Iterable[Record] = (),
        background: bool = False,
        resumed: bool = False,
        stale: bool = False,
        about: int | None = None,
        replayed: bool = False,
        group: Group = EDWARDS25519,
    ) -> None:
        """Begin a game, or resume it from its ``journal``; a resumed session sends nothing before ``start_sending``.

        ``background``: hand out heavy checks as jobs instead of doing them at once. ``resumed``: this node may have
        sent messages of this game already, even if the journal is empty. ``stale``: it may have sent more than the
        journal holds, which may be an older copy. ``about``: the seat that a certificate accuses, when one is checked;
        motions that call others cheats then take effect without proof. ``replayed``: the records of another peer come
        in. ``group``: computes with points. Raises ``ProtocolError`` for a charter that an operator has not signed.
        """
        self.charter, self.sid = charter, charter.charter.sid
        self.waits = WaitCache()
        self._machine = self._kind(
            charter,
            entropy,
            operator,
            signer,
            referee,
            list(journal),
            background=background,
            resumed=resumed,
            stale=stale,
            about=about,
            replayed=replayed,
            group=group,
        )

    @property
    def play(self) -> PlayState:
        """Seats, keys and cards, as they are now."""
        return self._machine.play

    @property
    def blame(self) -> Blame:
        """The seats that were caught, each with its proof."""
        return self._machine.blame

    # What the driver calls.

    @invalidates_waits
    def request(self, operation: Operation) -> None:
        """Ask for the next operation; it begins when those before it have ended."""
        if isinstance(operation, Leave) or not isinstance(operation, Operation):
            raise OutOfOrder("leaving is moved and voted on, not asked for")
        self._machine.course.request(operation)
        self._machine.pump()

    @invalidates_waits
    def answer(self, seat: int, payload: bytes) -> None:
        """The payload of an own seat that is to act openly or sealed; sealed, also another one (``may_take_back``).

        Raises ``IllegalAct``, or ``Fault`` where this program fails at it; nothing is sent then, and what the seat had
        answered before is forgotten.
        """
        collector, course, referee = self._machine.collector, self._machine.course, self._machine.referee
        if seat not in self._machine.gate.seats:
            raise OutOfOrder(f"seat {seat} is not run here")
        if not course.awaits_decision(seat):
            raise OutOfOrder(f"seat {seat} is not to act now")
        if not self._may_choose(seat):
            raise OutOfOrder("this node is still catching up with the others")
        collector.answers.pop(seat, None)
        if referee is not None:
            judge = referee.judge_sealed if isinstance(course.operation, Seal) else referee.judge
            try:
                judge(seat, payload)
            except ProtocolError:
                raise
            except Exception as error:
                raise Fault.of("at judging your own act", error) from error
        collector.answers[seat] = payload
        collector.refused = None
        if seat in course.lane.messages:
            collector.produce(cast("MessageStep", course.lane.request), seat)  # raises where it cannot be sent
        self._machine.pump()
        if self._machine.collector.refused is not None:
            raise self._machine.collector.refused

    def may_answer(self, seat: int) -> bool:
        """Whether ``answer`` is due for an own seat and has not come yet."""
        machine = self._machine
        open = seat in machine.gate.seats and seat not in machine.collector.answers and not self.over
        return open and machine.course.awaits_decision(seat) and self._may_choose(seat)

    def has_answered(self, seat: int) -> bool:
        """Whether an own seat has answered what is asked now, and has not taken it back."""
        return seat in self._machine.collector.answers

    def may_take_back(self, seat: int) -> bool:
        """Whether an own seat has answered sealed and nothing binds it yet, because others have not chosen."""
        request = self._machine.course.lane.request
        choosing = isinstance(request, MessageStep) and request.kind is SealReady and not self.over
        return choosing and self.has_answered(seat)

    @invalidates_waits
    def take_back(self, seat: int) -> None:
        """Forget a sealed answer; the seat must ``answer`` again. Nothing is sent. Raises ``OutOfOrder``."""
        if not self.may_take_back(seat):
            raise OutOfOrder("everybody has chosen; no choice can be taken back any more")
        del self._machine.collector.answers[seat]

    def _may_choose(self, seat: int) -> bool:
        lane = self._machine.course.lane
        return (self._machine.may_send and seat in lane.messages) or self._machine.may_send_in(lane, seat)

    @invalidates_waits
    def vote(self, motion: Motion, yes: bool = True) -> None:
        """Move a motion, or vote on one. Raises ``OutOfOrder`` where the table could not carry it out."""
        self._machine.ballots.vote(motion, yes)
        self._machine.pump()

    @invalidates_waits
    def accept_verdict(self, seat: int) -> None:
        """Accept that a proof against a seat was checked elsewhere: the seat may be voted out as a cheat."""
        self.blame.accept_verdict(seat)
        self._machine.pump()

    @property
    def missing_proofs(self) -> tuple[int, ...]:
        """The operators called cheats whose proof this node lacks and asks for.

        Some left as cheats by the vote of this node, which an older store got back from the others. Others are called
        cheats now, perhaps for a pile that this node gave up before checking it.
        """
        seats = self.charter.charter.seats_of
        machine = self._machine
        moved = [] if self.over else [motion for _, motion in machine.ballots if motion.kind == "cheated"]
        others = (motion.operator for motion in moved if motion.operator != machine.gate.operator)
        named = (*machine.course.expelled, *others)
        return tuple(one for one in dict.fromkeys(named) if not self.blame.convicts(seats(one)))

    def proof(self, operator: int) -> bytes:
        """The proof that an operator is a cheat, for a member that lost it; empty where this node has none.

        The proof is a ``caught`` record that refers to no other record and has no words.
        """
        return self.blame.proof(self.charter.charter.seats_of(operator))

    @invalidates_waits
    def accept_proof(self, certificate: Certificate) -> None:
        """Accept a member's proof, which the caller has checked (``replay.check``)."""
        if certificate.seat not in self.blame.certificates:
            self.blame.convict(certificate, tuple(decode_envelope(data) for data in certificate.evidence))
            self._machine.pump()

    @property
    def missing_heads(self) -> tuple[int, ...]:
        """After a restart: the other operators at the table whose head has not come (``take_head``)."""
        return self._machine.gate.missing_heads(self.play.operators(self.play.present))

    @invalidates_waits
    def start_sending(self, without: Collection[int] = ()) -> None:
        """After a restart: send again from here.

        A complete journal suffices. A stale one needs the heads of all other operators first, except those in
        ``without``: if only they know a message of this node, it may contradict that message now and be convicted.
        Raises ``OutOfOrder``.
        """
        self._machine.start_sending(without, self.missing_heads)

    @invalidates_waits
    def stop_sending(self) -> None:
        """Send nothing before the next ``start_sending``: an operator came that this node had not waited for."""
        self._machine.gate.stop_sending(self.missing_heads)

    @invalidates_waits
    def resume(self) -> None:
        """After a pause: resume here; the others learn of it by the next message of this node in play."""
        self._machine.gate.resume_epoch = self._machine.course.lane.epoch
        self._machine.pump()

    @property
    def paused(self) -> bool:
        """Whether a pause keeps this node from sending in play until ``resume``; it still votes."""
        return self._machine.paused and not self.over

    @property
    def paused_operators(self) -> tuple[int, ...]:
        """The operators at the table that have sent nothing in play since a pause began, as far as this node knows."""
        here = self.play.operators(self.play.present)
        return () if self.over else tuple(one for one in here if one in self._machine.paused_operators)

    @property
    def all_paused(self) -> bool:
        """Whether the table agreed on a pause and nobody has sent anything in play since."""
        return bool(self.paused_operators) and self.paused_operators == self.play.operators(self.play.present)

    @property
    def sending(self) -> bool:
        """Whether this node sends: not right after a restart, and never without seats."""
        return self._machine.may_send

    def head(self, nonce: bytes, to: int) -> bytes:
        """The signed head for the operator ``to``, which restarted and asks with a fresh nonce (32 bytes).

        Send it to that operator alone, after everything that ``missing_for`` names, the messages of its seats included.
        Raises ``OutOfOrder`` where such messages had no room here and must come again first.
        """
        gate, mail, lane = self._machine.gate, self._machine.mail, self._machine.course.lane
        if gate.signer is None or not gate.seats:
            raise OutOfOrder("only a node with seats says where it stands")
        if mail.lacks_messages_of(self.charter.charter.seats_of(to), self.heads()):
            raise OutOfOrder("not all that this peer has said is known here; it must come again first")
        bare = Head(self.sid, gate.seats[0], to, nonce, lane.epoch, lane.step, lane.chain, bytes(64))
        return encode(replace(bare, signature=signatures.sign(gate.signer, signatures.HEAD, *bare.fields())))

    @invalidates_waits
    def take_head(self, data: bytes, nonces: Collection[bytes]) -> int:
        """After a restart: the operator of this head, which has handed over all messages of this node that it knows.

        ``nonces``: those that this node has asked with since its restart. The messages came before the head, signed by
        this node's own key, so nobody can invent any. Raises ``BadEncoding`` or ``BadSignature`` for anything but a
        fresh head of another operator of this game.
        """
        return self._machine.gate.take_head(data, nonces)

    def missing_for(self, heads: Mapping[bytes, tuple[int, int]], seats: Iterable[int] = ()) -> list[bytes]:
        """The messages that a peer with these heads lacks, in order; evidence against present seats comes last.

        ``seats``: its own; the result includes all their messages, from every course of the game. If they stand on
        another chain, it also includes everything since the last place that all have confirmed.
        """
        machine, own = self._machine, tuple(seats)
        apart = [said for lane in machine.lanes() for said in machine.collector.contested(lane, own)]
        mail, proofs = machine.mail, self.blame.evidence(self.play.present)
        return [encode(envelope) for envelope in (*mail.since(heads), *mail.aside(own), *apart, *proofs)]

    @invalidates_waits
    def receive(self, data: bytes) -> str:
        """Take one message, from its author or from anybody who relays it; what became of it, in a word.

        ``taken``, ``early`` (kept), ``late`` (dropped: its place is past), ``known``, ``void`` (of a seat that has
        left or was caught, or on the lane of a motion that it is not about), ``far`` (too far ahead: catch up first),
        ``refused`` (not a message of this game: whoever handed it over is at fault), ``failed`` (this program is at
        fault, and plays no further). Never raises.
        """
        try:
            return self._machine.receive(data)
        except ProtocolError:
            return "refused"
        except Exception as error:
            self._machine.collector.fail(Fault.of("at taking in a message", error))
            return "failed"

    def poll(self) -> SessionOutput:
        """Everything that has come out since the last call."""
        return self._machine.output.take()

    @invalidates_waits
    def job_done(self, job: int, result: Any) -> None:
        """The result of a job."""
        for lane in self._machine.lanes():
            if lane.job == job:
                lane.job = None
                lane.finished = (result,)
        self._machine.pump()

    @invalidates_waits
    def job_failed(self, job: int, fault: Fault | None = None) -> None:
        """A worker died or timed out: nothing is known, so the job is offered again, or not with a ``fault``."""
        for lane in self._machine.lanes():
            if lane.job == job:
                lane.job = None
                if fault is not None:
                    lane.stuck = True
                    self._machine.collector.fail(fault)
        self._machine.pump()

    @invalidates_waits
    def forget_secrets(self) -> None:
        """Drop the secrets, since this node sends nothing more; Python cannot overwrite them."""
        self._machine.secrets.clear()
        self.play.own.clear()
        self.play.escrowed.clear()
        self.play.clear_pools()

    def prepare(self, idle: bool = True) -> bool:
        """Use an idle millisecond or two for shuffles to come (`protocol.proofs.groundwork`); whether more can be done.

        A node whose store may be an older copy prepares nothing: it could not tell what was used before. While the
        game is not ``idle``, only piles under way are prepared for, since the sizes of later ones are guesses.
        """
        machine, play = self._machine, self.play
        may = machine.may_send and not machine.gate.stale and not self.over and not self.halted
        if not may or not play.own or not set(play.seated) <= play.keys.keys():
            return False
        own = [seat for seat in play.present if seat in play.own]
        shared, hands = (PILES, HANDS) if idle else ((), ())
        return any(
            play.pool(seat, play.joint_key).lay([*self._due(seat), *shared])
            or play.pool(seat, play.keys[seat]).lay(hands)
            for seat in own
        )

    def _due(self, seat: int) -> list[int]:
        """The sizes of the piles under way that a seat has yet to shuffle."""
        lanes = [(pile.lane, len(pile.cards)) for pile in self._machine.piles]
        return [size for lane, size in lanes if (before := lane.authors()) and max(before) < seat]

    @invalidates_waits
    def fail(self, fault: Fault) -> None:
        """The driver's part of this program failed: play stops here, as it does where the session's own part fails."""
        self._machine.collector.fail(fault)

    # What the driver asks.

    @property
    def over(self) -> bool:
        """Whether the game has ended (finished, called off or forfeited)."""
        return self._machine.course.over

    @property
    def ballots(self) -> Ballots:
        """The motions of this epoch, as they are now."""
        return self._machine.ballots

    @property
    def course(self) -> Course:
        """The operations of the game, its seat order, departures and end."""
        return self._machine.course

    def has_checked_all(self) -> bool:
        """Whether this process has itself checked all that stands in the records of a finished game."""
        return self._machine.has_checked_all() and not self.unproven_motions

    @property
    def halted(self) -> bool:
        """Whether engines disagree or this program failed, so that nothing goes on."""
        return self._machine.collector.halted

    @property
    def fault(self) -> Fault | None:
        """The place at which this program failed."""
        return self._machine.collector.fault

    @property
    def seated(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(self.play.seated)

    @property
    def chain(self) -> bytes:
        """The chain hash of play: equal at two peers exactly if they have seen the same game."""
        return self._machine.course.lane.chain

    @property
    def records(self) -> tuple[OperationRecord | MessageRecord | ProofRecord, ...]:
        """The transcript so far; every proof stands where the table goes on without the seat, or at the end."""
        return self.blame.with_proofs(self._machine.collector.records, self._machine.course.expelled)

    @property
    def unproven_motions(self) -> tuple[Motion, ...]:
        """Motions by which all others have voted somebody out as a cheat, and nothing here shows that it is one.

        They do not take effect. Nothing is said of them while this node still computes what may show it, or is halted.
        """
        if self.halted or any(lane.job is not None for lane in self._machine.lanes()):
            return ()
        ballots = self._machine.ballots
        carried = [one for one in ballots if one.lane.steps is None and not one.lane.over]
        return tuple(one.motion for one in carried if not ballots.is_proven(one))

    @property
    def messages(self) -> Mapping[tuple[bytes, int, int, int], Envelope]:
        """Every message that is part of the game, by slot (lane, epoch, step, seat), in the order of taking."""
        return MappingProxyType(self._machine.mail.taken)

    def has_taken(self, envelope: Envelope) -> bool:
        """Whether this very message is part of the game."""
        mine = self._machine.mail.taken.get(envelope.slot)
        return mine is not None and mine.id == envelope.id

    @property
    def backlog(self) -> int:
        """The number of messages that wait for a later step."""
        return self._machine.mail.early_count

    def waiting(self) -> list[Wait]:
        """The waits of the game; never empty while a requested operation is under way."""
        return self.waits.waiting(self._machine)

    def owed(self) -> list[Wait]:
        """The debts of others: waits of the game, and those of play where a vote of this node holds it up."""
        return self.waits.owed(self._machine)

    @property
    def is_replaying(self) -> bool:
        """Whether this node still replays its journal and waits for nothing but its own checks."""
        return is_replaying(self._machine)

    def heads(self) -> dict[bytes, tuple[int, int]]:
        """The place (epoch, step) of every lane, for a peer that helps to catch up."""
        return {lane.id: (lane.epoch, lane.step) for lane in self._machine.lanes()}
