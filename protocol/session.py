"""One game at one peer: bytes and requests in, bytes and events out, and what is waited for, from whom.

The driver replays the game's rules and asks for operations in the order the rules need them; every peer's driver asks
for the same. The session carries them out with the others' signed messages. It stores nothing, sends nothing and
reads no clock: ``poll`` hands over records that must be stored before the messages beside them are sent. Resuming
from a journal, reading a transcript file and checking a certificate are the same code: old messages wait in a backlog
until the operation that needs them has been asked for again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, cast

from msgspec.structs import replace

from protocol import motions, signatures
from protocol.certificates import Certificate
from protocol.charter import SignedCharter
from protocol.errors import BadEncoding, Fault, OutOfOrder, ProtocolError
from protocol.events import Doubled
from protocol.fiatshamir import Entropy
from protocol.lanes import Lane
from protocol.machine import Machine
from protocol.messages import Confirm, Envelope, Head, Motion, SealReady, decode_envelope, decode_head
from protocol.operations import Leave, Operation, Seal
from protocol.output import Job, Output
from protocol.play import Referee
from protocol.signatures import Signer
from protocol.steps import Accuse, Compute, Prepared, Say
from protocol.transcript import Asked, Caught, Record, Said, link_operation
from protocol.wire import encode

__all__ = ["Job", "Output", "Session", "Waiting"]

@dataclass(frozen=True, slots=True)
class Waiting:
    """A seat that must speak before the game goes on, and for what (a key); no seat where this node is not ready."""

    seat: int | None
    why: str


class Session(Machine):
    """The state machine of one game at one peer; with no own seats, of a spectator or a verifier."""

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
    ) -> None:
        """Begin a game, or take it up again from its ``journal``; then nothing is said before ``speak`` is called.

        ``background``: hand out heavy checks as jobs instead of doing them at once. ``resumed``: this node has perhaps
        spoken in this game already, even if the journal is empty. ``stale``: it has perhaps said more than stands in
        the journal, which may be an older copy. ``about``: the seat that a certificate accuses, to check that; motions
        that call others cheats then take effect without proof. Raises ``ProtocolError`` for a charter that somebody has
        not signed.
        """
        super().__init__(charter, entropy, operator, signer, referee, list(journal), background, resumed, stale, about)

    # What the driver calls.

    def request(self, operation: Operation) -> None:
        """Ask for the next operation; it begins when those before it have ended."""
        if isinstance(operation, Leave) or not isinstance(operation, Operation):
            raise OutOfOrder("leaving is moved and voted on, not asked for")
        self._queue.append(operation)
        self._pump()

    def answer(self, seat: int, payload: bytes) -> None:
        """The payload of an own seat that is to act openly or sealed; sealed, also another one (``may_take_back``).

        Raises ``IllegalAct``, or ``Fault`` where this program fails at it; nothing is sent then, and what the seat had
        answered before is forgotten.
        """
        if seat not in self._node:
            raise OutOfOrder(f"seat {seat} is not run here")
        if not self._asked_to_decide(seat):
            raise OutOfOrder(f"seat {seat} is not to act now")
        if not self._may_choose(seat):
            raise OutOfOrder("this node is still catching up with the others")
        self._answers.pop(seat, None)
        if self._referee is not None:
            judge = self._referee.judge_sealed if isinstance(self._operation, Seal) else self._referee.judge
            try:
                judge(seat, payload)
            except ProtocolError:
                raise
            except Exception as error:
                raise Fault.of("at judging your own act", error) from error
        self._answers[seat] = payload
        self._refused = None
        if seat in self._play_lane.said:
            self._produce(cast("Say", self._play_lane.request), seat)  # as for a first answer: whether it can be said
        self._pump()
        if self._refused is not None:
            raise self._refused

    def may_answer(self, seat: int) -> bool:
        """Whether an own seat is to act right now (see ``answer``) and has not answered yet."""
        open = seat in self._node and seat not in self._answers and not self._over
        return open and self._asked_to_decide(seat) and self._may_choose(seat)

    def has_answered(self, seat: int) -> bool:
        """Whether an own seat has answered what is asked now, and has not taken it back."""
        return seat in self._answers

    def may_take_back(self, seat: int) -> bool:
        """Whether an own seat has answered sealed and nothing binds it yet, because others have not chosen."""
        request = self._play_lane.request
        choosing = isinstance(request, Say) and request.kind is SealReady and not self._over
        return choosing and seat in self._answers

    def take_back(self, seat: int) -> None:
        """Forget a sealed answer; the seat must ``answer`` again. Nothing is sent. Raises ``OutOfOrder``."""
        if not self.may_take_back(seat):
            raise OutOfOrder("everybody has chosen; no choice can be taken back any more")
        del self._answers[seat]

    def _may_choose(self, seat: int) -> bool:
        said = self._may_speak and seat in self._play_lane.said
        return said or self._may_say(self._play_lane, seat)

    def vote(self, motion: Motion, yes: bool = True) -> None:
        """Move a motion, or vote on one. Raises ``OutOfOrder`` where the table could not carry it out."""
        if self._operator is None:
            raise OutOfOrder("spectators do not vote")
        operators = range(len(self.charter.charter.operators))
        unknown = [named for named in (motion.operator, *motion.without) if named not in operators]
        if unknown:
            raise OutOfOrder(f"there is no operator {unknown[0]}")
        if not motions.sound(self.charter.charter, motion):
            raise OutOfOrder("only the end of a game can be moved without somebody, each named once and in order")
        if self._operator in motion.without:
            raise OutOfOrder("this motion does without this operator")
        if yes and motion.kind not in motions.ENDING:
            self._check_leaver(motion)
        lane = motions.motion_lane(self.sid, self._play_lane.epoch, motion)
        if lane not in self._motion_lanes:
            mover = self.charter.charter.lead(self._operator)
            if not self._may_move(mover):
                raise OutOfOrder("this operator has moved too much already")
            self._movers[lane] = mover
        self._wishes[encode(motion)] = yes
        self._motion_lane(motion)
        self._pump()

    def believe(self, seat: int) -> None:
        """Take note that a proof against a seat has been checked elsewhere: it may be voted out as a cheat."""
        self.blame.believe(seat)
        self._pump()

    @property
    def unproved(self) -> tuple[int, ...]:
        """Operators of whom this node lacks the proof that they are cheats, and asks for it.

        Who left as a cheat by the vote of this node too: its older store has got the vote back from the others. And
        who is called a cheat now: perhaps for a pile that was given up here before it was checked.
        """
        seats = self.charter.charter.seats_of
        moved = [] if self._over else [motion for _, motion in self._motion_lanes.values() if motion.kind == "cheated"]
        named = (*self._expelled, *(motion.operator for motion in moved if motion.operator != self._operator))
        return tuple(one for one in dict.fromkeys(named) if not self.blame.convicts(seats(one)))

    def proof(self, operator: int) -> bytes:
        """The proof that an operator is a cheat, for a member who has it no more; nothing where it is not here.

        A ``caught`` record that keeps no records and has no words: it stands by itself.
        """
        for seat in self.charter.charter.seats_of(operator):
            if seat in self.blame.certificates:
                return encode(self.blame.certificates[seat].written(()))
        return b""

    def convince(self, certificate: Certificate) -> None:
        """Take in a proof from a member. Whoever calls this has checked it (``replay.check``)."""
        if certificate.seat not in self.blame.certificates:
            self.blame.convict(certificate, tuple(decode_envelope(data) for data in certificate.evidence))
            self._pump()

    @property
    def unheard(self) -> tuple[int, ...]:
        """After a resume: the other operators at the table who have not yet said what they had heard of this node."""
        if not self._resumed:
            return ()
        others = self.play.operators(self.play.present)
        return tuple(one for one in others if one != self._operator and one not in self._heard_from)

    def speak(self, without: Collection[int] = ()) -> None:
        """After a resume: go on from here.

        A journal that holds all that this node has said suffices for that. From a stale one it needs the heads of
        everybody else first, ``without`` the operators whom its person does not wait for: if only they know something
        that this node has said, it may say another thing there now and be convicted for it. Raises ``OutOfOrder``.
        """
        if self._stale and not set(self.unheard) <= set(without):
            raise OutOfOrder("not everybody has said yet what this node had said before")
        self._speaking = True
        self._pump()

    def hush(self) -> None:
        """Say nothing any more before ``speak``: somebody has come without whom this node had gone on."""
        self._speaking = self._speaking and not (self._stale and self.unheard)

    @property
    def speaking(self) -> bool:
        """Whether this node takes part: not right after a resume, and never without seats."""
        return self._may_speak

    def head(self, nonce: bytes, to: int) -> bytes:
        """For the operator ``to``, who comes back and asks with a fresh nonce (32 bytes): signed, that it was told all.

        Say it to that operator alone, and after handing over what ``missing_for`` names, all words of its seats among
        that. Raises ``OutOfOrder`` where words of theirs had no room here and must come again first.
        """
        seats = self.charter.charter.seats_of(to)
        if self._signer is None or not self._node:
            raise OutOfOrder("only a node with seats says where it stands")
        if self._mail.lacks_words_of(seats, self.heads()):
            raise OutOfOrder("not all that this peer has said is known here; it must come again first")
        lane = self._play_lane
        bare = Head(self.sid, self._node[0], to, nonce, lane.epoch, lane.step, lane.chain, bytes(64))
        return encode(replace(bare, signature=signatures.sign(self._signer, signatures.HEAD, *bare.fields())))

    def hear_head(self, data: bytes, nonces: Collection[bytes]) -> int:
        """After a resume: the operator who has handed over all that it knows of this node, just before it said this.

        ``nonces``: those with which this node has asked since it came back. The words themselves have come as messages
        that its own key has signed, so nobody can make any up. Raises ``BadEncoding`` or ``BadSignature`` for what is
        no fresh statement of another operator of this game.
        """
        head = decode_head(data)
        if head.sid != self.sid or head.nonce not in nonces or head.seat >= len(self.charter.charter.seats):
            raise BadEncoding("this says nothing about this game now")
        if head.to != self._operator:
            raise BadEncoding("this was said to somebody else")
        if head.seat in self._node:
            raise BadEncoding("nobody tells itself what it has heard")
        signatures.verify(self.charter.charter.identity_of(head.seat), head.signature, signatures.HEAD, *head.fields())
        operator = self.charter.charter.seats[head.seat].operator
        self._heard_from.add(operator)
        return operator

    def receive(self, data: bytes) -> str:
        """Take one message, from its author or from anybody who relays it; what became of it, in a word.

        ``taken``, ``early`` (kept), ``late`` (dropped: its place is past), ``known``, ``void`` (of a seat that has
        left or was caught, or on the lane of a motion that it is not about), ``far`` (too far ahead: catch up first),
        ``refused`` (not a message of this game: whoever handed it over is at fault), ``failed`` (this program is at
        fault, and plays no further). Never raises.
        """
        try:
            return self._receive(data)
        except ProtocolError:
            return "refused"
        except Exception as error:
            self._fail(Fault.of("at taking in a message", error))
            return "failed"

    def poll(self) -> Output:
        """Everything that has come out since the last call."""
        return self._output.take()

    def job_done(self, job: int, result: Any) -> None:
        """The result of a job."""
        for lane in self._lanes():
            if lane.job == job:
                lane.job = None
                lane.finished = (result,)
        self._pump()

    def job_failed(self, job: int, fault: Fault | None = None) -> None:
        """A worker died or timed out: nothing is known, so the job is offered again, or not with a ``fault``."""
        for lane in self._lanes():
            if lane.job == job:
                lane.job = None
                if fault is not None:
                    lane.stuck = True
                    self._fail(fault)
        self._pump()

    def forget_secrets(self) -> None:
        """Nothing is said here any more: drop the secrets, as far as Python can (it cannot overwrite them)."""
        self._secrets.clear()
        self.play.own.clear()
        self.play.escrowed.clear()

    def fail(self, fault: Fault) -> None:
        """The driver's part of this program failed: play stops here, as it does where the session's own part fails."""
        self._fail(fault)

    # What the driver asks.

    @property
    def over(self) -> bool:
        """Whether the game has ended (finished, adjourned or forfeited)."""
        return self._over

    @property
    def finished(self) -> bool:
        """Whether every seat that is still there has signed the end."""
        return self._finished

    @property
    def paused(self) -> bool:
        """Whether engines disagree or this program failed, so that nothing goes on."""
        return self._paused or self._fault is not None

    @property
    def fault(self) -> Fault | None:
        """Where this program failed."""
        return self._fault

    @property
    def seated(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(self.play.seated)

    @property
    def has_voted(self) -> bool:
        """Whether this node has said yes to a motion that is not decided yet; it plays no further until one is."""
        return bool(self._yes)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that still speak: without those that the table has agreed are gone."""
        return self.play.present

    @property
    def operation(self) -> Operation | None:
        """The operation under way."""
        return self._operation

    @property
    def chain(self) -> bytes:
        """The chain hash of play: equal at two peers exactly if they have seen the same game."""
        return self._play_lane.chain

    def chain_after(self, operation: Operation) -> bytes:
        """The chain of play if this operation were to begin now."""
        return link_operation(self.chain, self._number, operation)

    @property
    def records(self) -> tuple[Asked | Said | Caught, ...]:
        """The transcript so far; every proof stands where the table goes on without the seat, or at the end."""
        records: list[Asked | Said | Caught] = list(self._records)
        proofs: dict[int, list[Caught]] = {}
        for seat, certificate in sorted(self.blame.certificates.items()):
            place = self._expelled.get(self.charter.charter.seats[seat].operator, len(records))
            proofs.setdefault(place, []).append(certificate.written(self._records[:place]))
        for place in sorted(proofs, reverse=True):
            records[place:place] = proofs[place]
        return tuple(records)

    @property
    def unproven(self) -> tuple[Motion, ...]:
        """Motions by which all others have voted somebody out as a cheat, and nothing here shows that it is one.

        They do not take effect. Nothing is said of them while this node still computes what may show it, or is paused.
        """
        if self.paused or any(lane.job is not None for lane in self._lanes()):
            return ()
        found = self._motion_lanes.values()
        return tuple(motion for lane, motion in found if lane.steps is None and not self._proven(lane, motion))

    @property
    def begun(self) -> int:
        """How many of the operations asked for have begun."""
        return self._asked

    @property
    def messages(self) -> Mapping[tuple[bytes, int, int, int], Envelope]:
        """Every message that is part of the game, by slot (lane, epoch, step, seat), in the order of taking."""
        return MappingProxyType(self._mail.taken)

    def took(self, envelope: Envelope) -> bool:
        """Whether this very message is part of the game."""
        mine = self._mail.taken.get(envelope.slot)
        return mine is not None and mine.id == envelope.id

    @property
    def backlog(self) -> int:
        """How many messages wait for a step that has not come."""
        return self._mail.waiting

    def waiting(self) -> list[Waiting]:
        """Who must do what before the game goes on; never empty while something that was asked for has not ended."""
        if self._over:
            return []
        play = self._play_lane
        lanes = [lane for lane, _ in self._motion_lanes.values() if lane.said or self._confirming(lane)]
        if self._paused:
            pause = Waiting(None if self._differs < 0 else self._differs, "differ")
            return [pause, *(wait for lane in lanes for wait in self._waiting_in(lane))]
        if self._fault is not None:
            pause = Waiting(None, "failed")
            return [pause, *(wait for lane in lanes for wait in self._waiting_in(lane))]
        if isinstance(play.request, Prepared):
            pile = self._piles.find(play.request.cards)
            lanes += [pile.lane] if pile is not None else []
        if not self._frozen():
            lanes.append(play)
        waits = [wait for lane in lanes for wait in self._waiting_in(lane)]
        return waits or ([] if self._may_speak or not self._node else [Waiting(None, "catching-up")])

    @staticmethod
    def _confirming(lane: Lane) -> bool:
        """Whether a round of votes has carried and waits for nothing but that everybody says so."""
        return isinstance(lane.request, Say) and lane.request.kind is Confirm

    def _waiting_in(self, lane: Lane) -> list[Waiting]:
        match lane.request:
            case Say(kind, why=why):
                authors = lane.authors(self.play.present, self._retiring)
                undecided = {seat for seat in self._node if kind is SealReady and seat not in self._answers}
                silent = [seat for seat in authors if seat not in lane.said or seat in undecided]
                other = "other-chain"
                slots = {seat: (lane.id, lane.epoch, lane.step, seat) for seat in silent}
                return [Waiting(seat, other if slots[seat] in self._mail.forks else why) for seat in silent]
            case Accuse(seat):
                return [Waiting(seat, "caught")]
            case Compute():
                return [Waiting(None, "checking-shuffle")]
            case _:
                return []

    def heads(self) -> dict[bytes, tuple[int, int]]:
        """The place (epoch, step) of every lane, for a peer that helps to catch up."""
        return {lane.id: (lane.epoch, lane.step) for lane in self._lanes()}

    # What comes in.

    def _receive(self, data: bytes) -> str:
        envelope = decode_envelope(data)
        if envelope.sid != self.sid or envelope.seat >= len(self.charter.charter.seats):
            return "refused"
        seat = envelope.seat
        known = self._mail.known(envelope.slot)
        if known is not None and known.id == envelope.id:
            return "known"
        if seat in self.play.gone or seat not in self.play.seated or self.blame.is_past_offence(envelope):
            return "void"
        envelope.check(self.charter.charter)
        open = self._own.leave_open(envelope.lane, envelope.epoch, envelope.step, seat)
        self._own.note(envelope)
        broken = None
        if known is None and envelope.epoch <= self._play_lane.epoch:  # what comes early is judged when it is taken
            broken = self.blame.broken_promise(envelope)
        contradicted = known or broken
        if contradicted is not None:
            if seat in self._node:
                return self._double(seat)
            self.blame.catch(contradicted, envelope)
            if known is not None or self._relied_on(envelope):
                self._pump()
                return "void"
        return self._keep(envelope, open)

    def _double(self, seat: int) -> str:
        if not self._silent:
            self._silent = True
            self._output.events.append(Doubled(seat))
        return "void"

    def _keep(self, envelope: Envelope, open: bool) -> str:
        """Lay a message aside until its step is open, within bounds, and go on.

        ``open``: of an own seat, whether it might have said something there by now. Where it knows later words of its
        own it says nothing, so these are no sign of a second copy: somebody has kept them back.
        """
        if not self._discover(envelope):
            return "void"
        lane = next((lane for lane in self._lanes() if lane.id == envelope.lane), None)
        place = (envelope.epoch, envelope.step)
        head = (self._play_lane.epoch, 0) if lane is None else (lane.epoch, lane.step)
        if place < head or (lane is not None and lane.over):
            return "late"
        own = envelope.seat in self._node
        if own and open and self._speaking and not self._going_back:
            return self._double(envelope.seat)
        if own and envelope.id not in self._mail.old:
            # Whoever has told everything is not asked again after the next start, so it must be in the store by then.
            self._mail.old.add(envelope.id)
            self._output.store.append(Said(encode(envelope)))
        if self._mail.has_ended(envelope.lane):
            self._mail.leave(envelope)
            return "late"
        if not self._mail.keep(envelope, own or (lane is not None and place == head)):
            return "far"
        self._pump()
        return "taken" if envelope.slot in self._mail.taken else "early"
