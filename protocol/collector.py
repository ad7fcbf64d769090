"""Sending and collecting the messages of open steps in one course of a game, with a check of each.

A message is only ever judged in the step that asked for it, by the state that its author had. Other modules decide
which lanes there are and what comes next in them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from protocol.blame import Blame
from protocol.charter import SignedCharter
from protocol.errors import (
    BadEncoding,
    BadProof,
    CardLeak,
    Fault,
    IllegalAct,
    MissingOpening,
    MissingSecret,
    OutOfOrder,
)
from protocol.events import ChainForked, SessionFailed, StatesDiverged
from protocol.lanes import ANSWERS, Lane
from protocol.mailbox import Mailbox
from protocol.messages import Body, Envelope, decode_body, decode_envelope, seal_envelope, tag_of
from protocol.ops.acts import DigestMismatch
from protocol.ops.setup import FalseComplaint
from protocol.output import SessionOutput
from protocol.piles import Piles
from protocol.send_gate import SendGate
from protocol.steps import Computation, Conviction, MessageStep, PreparedPile
from protocol.transcript import Kind, MessageRecord, OperationRecord
from protocol.wire import encode


class StepCollector:
    """The open steps of all lanes, and what was said and asked for so far."""

    def __init__(
        self,
        charter: SignedCharter,
        gate: SendGate,
        mail: Mailbox,
        piles: Piles,
        blame: Blame,
        output: SessionOutput,
        may_send_in: Callable[[Lane, int], bool],
        background: bool,
    ) -> None:
        """``may_send_in``: whether an own seat may say something in the open step of a lane."""
        self.records: list[OperationRecord | MessageRecord] = []
        """The operations asked for and the messages taken, in order."""
        self.answers: dict[int, bytes] = {}
        """What the driver has decided for own seats in the operation under way."""
        self.refused: IllegalAct | Fault | None = None
        """Why the last of these answers cannot be said."""
        self.ended = False
        """Whether the game has finished here: what is said of motions after that stands in no transcript."""
        self.diverged = False
        self.diverging_seat = -1
        """The seat from which this program differs, where it has halted for that."""
        self.fault: Fault | None = None
        """Where this program failed."""
        self.unchecked: set[bytes] = set()
        """The lanes of which a check is handed out and has not come back; for a pile given up it never does."""
        self.overlooked = False
        """Whether a check has shown what somebody did who had left before it came back: nobody was accused then."""
        self._sid, self._names = charter.charter.sid, [seat.name for seat in charter.charter.seats]
        self._gate, self._mail, self._piles, self._blame, self._output = gate, mail, piles, blame, output
        self._may_send_in, self._background = may_send_in, background

    @property
    def halted(self) -> bool:
        """Whether engines disagree or this program failed, so that play does not go on."""
        return self.diverged or self.fault is not None

    def fail(self, fault: Fault) -> None:
        """This program failed: it plays no further, and says so once."""
        if self.fault is None:
            self.fault = fault
            self._output.events.append(SessionFailed(fault))

    def halt(self, seat: int, reason: str) -> None:
        """This program comes to another state than a seat, or (-1) it cannot go on with what it was asked for."""
        if not self.diverged:
            self.diverged = True
            self.diverging_seat = seat
            self._output.events.append(StatesDiverged(seat, reason))

    def without(self, seats: Collection[int]) -> None:
        """These seats are gone; if this program differs from one of them, it does from nobody any more."""
        if self.diverging_seat in seats:
            self.diverged = False

    def forget(self, lane: Lane) -> None:
        """Drop the messages taken on a lane beside play; the collector hears that lane anew."""
        self.records = [
            record
            for record in self.records
            if isinstance(record, OperationRecord) or decode_envelope(record.envelope).lane != lane.id
        ]

    def advance(self, lane: Lane) -> bool:
        """One step of a lane, if what it waits for is there; whatever is no refusal is a fault of this program."""
        if lane.stuck:
            return False
        try:
            return self._go_on(lane)
        except (OutOfOrder, CardLeak):
            raise
        except Exception as error:
            lane.stuck = True
            self.fail(Fault.of("going on with the game", error))
            return False

    def _go_on(self, lane: Lane) -> bool:
        match lane.request:
            case MessageStep() as request:
                return self._advance_say(lane, request)
            case Computation(function, arguments):
                if lane.finished is not None:
                    (result,), lane.finished = lane.finished, None
                    self.unchecked.discard(lane.id)
                    lane.send(result)
                    return True
                if lane.job is not None:
                    return False
                if self._background:
                    lane.job = self._output.offer(function, arguments)
                    self.unchecked.add(lane.id)
                    return False
                lane.send(function(*arguments))
                return True
            case Conviction(seats, kind, reason):
                here = [seat for seat in seats if seat in lane.run.play.present]
                for seat in here:
                    self._accuse(seat, kind, reason, None)
                if not here:
                    self.overlooked = True
                    lane.send(None)
                return not here
            case PreparedPile(cards):
                return self._piles.take_over(lane, cards)
            case None:
                return False

    # What is said.

    def _advance_say(self, lane: Lane, request: MessageStep) -> bool:
        """Take what has come for the open step, say what this node has to say, and close the step if it is full."""
        authors = lane.authors()
        progress = False
        for seat in authors:
            if seat in lane.messages:
                continue
            envelope = self._mail.fetch((lane.id, lane.epoch, lane.step, seat))
            if envelope is not None:
                if not self._blame.is_past_offence(envelope) or self._mail.is_adopted(envelope):
                    progress = self._take(lane, request, envelope) or progress
                elif self._gate.is_resumed:
                    self._mail.put_variant(envelope)
            elif seat in self._gate.seats and self._may_send_in(lane, seat):
                body = self.produce(request, seat)
                progress = (body is not None and self._say(lane, request, seat, body)) or progress
        if all(seat in lane.messages for seat in authors):
            self._mail.close(lane.id, lane.epoch, lane.step)
            if lane.relayed and self._gate.may_send(lane.epoch):
                self._output.send += [encode(envelope) for envelope in lane.messages.values()]
            lane.complete()
            return True
        return progress

    def produce(self, request: MessageStep, seat: int) -> Body | None:
        """Give the piece that an own seat owes now; None while its driver has not decided, or where it cannot be
        said.
        """
        try:
            return request.produce(seat)
        except IllegalAct as error:
            self.answers.pop(seat, None)
            self.refused = error
        except MissingSecret as error:
            self._gate.mark_secrets_lost(seat, str(error), isinstance(error, MissingOpening))
        except Exception as error:
            self._unsaid(request, seat, error)
        return None

    def _unsaid(self, request: MessageStep, seat: int, error: Exception) -> None:
        """Handle a failure at an own message: an act goes back to its author's driver, anything else stops play."""
        fault = Fault.of(f"at your own message ({request.why})", error)
        if request.kind not in ANSWERS or self.answers.pop(seat, None) is None:
            raise fault from error
        self.refused = fault

    def _say(self, lane: Lane, request: MessageStep, seat: int, body: Body) -> bool:
        signer = self._gate.signer
        assert signer is not None
        envelope = seal_envelope(signer, self._sid, lane.id, lane.epoch, lane.step, seat, lane.chain, body)
        if len(envelope.body) > request.limit:
            self.answers.pop(seat, None)
            self.refused = IllegalAct(f"that takes {len(envelope.body)} bytes; at most {request.limit} may be said")
            return False
        try:
            contents = request.check(seat, body)
        except (BadProof, BadEncoding, IllegalAct, DigestMismatch) as error:
            # With the secrets of this game nobody makes a message that it refuses itself.
            self._gate.mark_secrets_lost(seat, str(error))
            return False
        except Exception as error:
            self._unsaid(request, seat, error)
            return False
        self._accept(lane, envelope, body, contents)
        self._output.send.append(encode(envelope))
        return True

    # What is heard.

    def _take(self, lane: Lane, request: MessageStep, envelope: Envelope) -> bool:
        """Check a message for the open step; its author answers for whatever is wrong with it."""
        if envelope.prev != lane.chain:
            self._fork(lane, envelope)
            return False
        seat = envelope.seat
        try:
            if len(envelope.body) > request.limit:
                raise BadProof("message", f"{len(envelope.body)} bytes where at most {request.limit} belong")
            body = decode_body(envelope.body)
            if not isinstance(body, request.kind):
                raise BadProof("message", f"a message of another kind than the {tag_of(request.kind)} asked for")
            contents = request.check(seat, body)
        except FalseComplaint as error:
            self._accuse(seat, "false-complaint", str(error), envelope)
        except IllegalAct as error:
            self._accuse(seat, "illegal-act", str(error), envelope)
        except DigestMismatch as error:
            # If it told somebody else another state, that is an equivocation.
            self._mail.forks[envelope.slot] = envelope
            self._output.send.append(encode(envelope))
            self.halt(seat, str(error))
        except (BadProof, BadEncoding) as error:
            self._accuse(seat, "bad-proof", str(error), envelope)
        except Exception as error:
            self._mail.keep(envelope, True)  # it may be right: it is there for the others, and for another try
            raise Fault.of(f"at checking a message of {self._names[seat]} ({request.why})", error) from error
        else:
            self._accept(lane, envelope, body, contents)
            return True
        return False

    def _accept(self, lane: Lane, envelope: Envelope, body: Body, contents: object) -> None:
        lane.messages[envelope.seat], lane.contents[envelope.seat] = envelope, contents
        self._mail.take(envelope)
        self._gate.outbox.record(envelope)
        self._gate.outbox.settle(envelope)
        record = MessageRecord(encode(envelope))
        if not self.ended:
            self.records.append(record)
        if envelope.id not in self._mail.old:
            self._output.store.append(record)
        if lane.on_message is not None:
            lane.on_message(envelope, body)

    def _fork(self, lane: Lane, envelope: Envelope) -> None:
        """Somebody stands on another chain: show what this node has heard since all were at one place.

        If a third seat told two tales, its two messages meet at one of us.
        """
        if envelope.slot not in self._mail.forks:
            self._mail.forks[envelope.slot] = envelope
            self._output.send += [encode(said) for said in self._since_agreed(lane)]
            self._output.events.append(ChainForked(envelope.seat))

    def contested(self, lane: Lane, seats: Collection[int]) -> list[Envelope]:
        """The same once more for these seats, if they stand on another chain: what was shown was perhaps lost.

        Not where it is known why: the two tales are handed over anyway.
        """
        apart = any((lane.id, lane.epoch, lane.step, seat) in self._mail.forks for seat in seats)
        found = self._blame.certificates
        known = any(seat in found and found[seat].kind == "equivocation" for seat in lane.run.play.present)
        return self._since_agreed(lane) if apart and not known else []

    def _since_agreed(self, lane: Lane) -> list[Envelope]:
        since = lane.trail[0][0] if lane.trail else lane.step
        return [
            said
            for (at, epoch, step, _), said in self._mail.taken.items()
            if at == lane.id and epoch == lane.epoch and step >= since
        ]

    def _accuse(self, seat: int, kind: Kind, reason: str, envelope: Envelope | None) -> None:
        """Somebody's message, or one that it said before, does not hold."""
        if envelope is not None:
            self._mail.refused[envelope.slot] = envelope
        if self.ended:
            return  # no prefix leads to it
        self._blame.accuse(seat, kind, reason, envelope, self.records)
