"""What is said and heard in a session: steps are opened, filled and closed, and who breaks the protocol is caught.

A message is only ever judged in the step that asked for it, by the state that its author had. ``Machine`` decides
which lanes there are and what comes next in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from protocol.blame import Blame
from protocol.charter import SignedCharter
from protocol.elgamal import Ciphertext
from protocol.errors import BadEncoding, BadProof, Fault, IllegalAct, OutOfOrder, SecretLost, WouldLeak
from protocol.events import Disagreed, Faulted, Forked, Lost
from protocol.lanes import ANSWERS, Lane
from protocol.mailbox import Mailbox
from protocol.messages import Body, Envelope, decode_body, seal_envelope
from protocol.ops.acts import DigestMismatch
from protocol.ops.setup import FalseComplaint
from protocol.output import Job, Output
from protocol.own_words import OwnWords
from protocol.play import Play
from protocol.signatures import Signer
from protocol.steps import Accuse, Compute, Prepared, Say
from protocol.transcript import Asked, Kept, Kind, Said
from protocol.wire import encode


class Hearing:
    """The messages of one session and the lanes' open steps; a base of ``Machine``, which adds what play is."""

    sid: bytes
    play: Play
    _mail: Mailbox
    _records: list[Asked | Said]
    _node: tuple[int, ...]
    _signer: Signer | None
    _speaking: bool
    _paused: bool
    _differs: int
    _fault: Fault | None
    _retiring: set[int]
    _answers: dict[int, bytes]
    _own: OwnWords

    def __init__(self, charter: SignedCharter, secrets: dict[str, bytes], background: bool) -> None:
        self.charter = charter
        self._secrets = secrets
        self._background = background
        self._output = Output()
        self.blame = Blame(charter, self._output, lambda envelope: self._mail.is_stored(envelope))
        """Who was caught, and the proof of it."""
        self._jobs = 0
        self._silent = False
        self._refused: IllegalAct | Fault | None = None

    @property
    def _may_speak(self) -> bool:
        return self._signer is not None and self._speaking and not self._silent

    def _may_say(self, lane: Lane, seat: int) -> bool:
        """Whether an own seat may say something in the open step: only where it cannot have said anything before."""
        return self._may_speak and self._own.leave_open(lane.id, lane.epoch, lane.step, seat)

    def missing_for(self, heads: Mapping[bytes, tuple[int, int]], seats: Iterable[int] = ()) -> list[bytes]:
        """The messages that a peer with these heads lacks, in order; evidence against who is still there comes last.

        ``seats``: its own; whatever they have said, in whichever course of the game, is among them.
        """
        proofs = self.blame.evidence(self.play.present)
        return [encode(envelope) for envelope in (*self._mail.since(heads), *self._mail.aside(seats), *proofs)]

    def _remember(self, name: str, make: Callable[[], bytes]) -> bytes:
        if name not in self._secrets:
            self._secrets[name] = make()
            self._output.store.append(Kept(name, self._secrets[name]))
        return self._secrets[name]

    # Which lanes there are is the machine's business.

    def _adopt(self, lane: Lane, cards: tuple[Ciphertext, ...]) -> bool:
        raise NotImplementedError

    def _closing(self, lane: Lane) -> None:
        """A step of this lane is complete."""
        raise NotImplementedError

    def _heard(self, lane: Lane, envelope: Envelope, body: Body) -> None:
        """A message was taken."""
        raise NotImplementedError

    # Steps.

    def _advance(self, lane: Lane) -> bool:
        """One step of a lane, if what it waits for is there; whatever is no refusal is a fault of this program."""
        if lane.stuck:
            return False
        try:
            return self._go_on(lane)
        except (OutOfOrder, WouldLeak):
            raise
        except Exception as error:
            lane.stuck = True
            self._fail(Fault.of("going on with the game", error))
            return False

    def _fail(self, fault: Fault) -> None:
        """This program failed: it plays no further, and says so once."""
        if self._fault is None:
            self._fault = fault
            self._output.events.append(Faulted(fault))

    def _go_on(self, lane: Lane) -> bool:
        match lane.request:
            case Say() as request:
                return self._advance_say(lane, request)
            case Compute(function, arguments):
                if lane.finished is not None:
                    (result,), lane.finished = lane.finished, None
                    lane.send(result)
                    return True
                if lane.job is not None:
                    return False
                if self._background:
                    self._jobs += 1
                    lane.job = self._jobs
                    self._output.jobs.append(Job(lane.job, function, arguments))
                    return False
                lane.send(function(*arguments))
                return True
            case Accuse(seat, kind, reason):
                if seat in self.play.present:
                    self._accuse(seat, kind, reason, None)
                    return False
                lane.send(None)
                return True
            case Prepared(cards):
                return self._adopt(lane, cards)
            case None:
                return False

    def _advance_say(self, lane: Lane, request: Say) -> bool:
        """Take what has come for the open step, say what this node has to say, and close the step if it is full."""
        authors = lane.authors(self.play.present, self._retiring)
        progress = False
        for seat in authors:
            if seat in lane.said:
                continue
            envelope = self._mail.fetch((lane.id, lane.epoch, lane.step, seat))
            if envelope is not None:
                if not self.blame.is_past_offence(envelope) or envelope.id in self._mail.old:
                    progress = self._take(lane, request, envelope) or progress
            elif seat in self._node and self._may_say(lane, seat):
                body = self._produce(request, seat)
                progress = (body is not None and self._say(lane, request, seat, body)) or progress
        if all(seat in lane.said for seat in authors):
            self._mail.close(lane.id, lane.epoch, lane.step)
            self._closing(lane)
            lane.complete()
            return True
        return progress

    def _produce(self, request: Say, seat: int) -> Body | None:
        """What an own seat has to say now; None while its driver has not decided, or where it cannot be said."""
        try:
            return request.produce(seat)
        except IllegalAct as error:
            self._answers.pop(seat, None)
            self._refused = error
        except SecretLost as error:
            self._lose(seat, str(error))
        except Exception as error:
            self._unsaid(request, seat, error)
        return None

    def _unsaid(self, request: Say, seat: int, error: Exception) -> None:
        """This program failed at a message of its own: an act goes back to who decided on it, all else stops play."""
        fault = Fault.of(f"at your own message ({request.why})", error)
        if request.kind not in ANSWERS or self._answers.pop(seat, None) is None:
            raise fault from error
        self._refused = fault

    def _say(self, lane: Lane, request: Say, seat: int, body: Body) -> bool:
        assert self._signer is not None
        envelope = seal_envelope(self._signer, self.sid, lane.id, lane.epoch, lane.step, seat, lane.chain, body)
        if len(envelope.body) > request.limit:
            self._answers.pop(seat, None)
            self._refused = IllegalAct(f"that takes {len(envelope.body)} bytes; at most {request.limit} may be said")
            return False
        try:
            taught = request.check(seat, body)
        except (BadProof, BadEncoding, IllegalAct, DigestMismatch) as error:
            # With the secrets of this game nobody makes a message that it refuses itself.
            self._lose(seat, str(error))
            return False
        except Exception as error:
            self._unsaid(request, seat, error)
            return False
        self._accept(lane, envelope, body, taught)
        self._output.send.append(encode(envelope))
        return True

    def _lose(self, seat: int, reason: str) -> None:
        """A secret of an own seat is gone: this node can only watch from now on."""
        if not self._silent:
            self._silent = True
            self._output.events.append(Lost(seat, reason))

    def _take(self, lane: Lane, request: Say, envelope: Envelope) -> bool:
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
                raise BadProof("message", f"a message of another kind than the {request.kind.__name__} asked for")
            taught = request.check(seat, body)
        except FalseComplaint as error:
            self._accuse(seat, "false-complaint", str(error), envelope)
        except IllegalAct as error:
            self._accuse(seat, "illegal-act", str(error), envelope)
        except DigestMismatch as error:
            # If it told somebody else another state, that is an equivocation.
            self._mail.forks[envelope.slot] = envelope
            self._output.send.append(encode(envelope))
            self._pause(seat, str(error))
        except (BadProof, BadEncoding) as error:
            self._accuse(seat, "bad-proof", str(error), envelope)
        except Exception as error:
            self._mail.keep(envelope, True)  # it may be right: it is there for the others, and for another try
            name = self.charter.charter.seats[seat].name
            raise Fault.of(f"at checking a message of {name} ({request.why})", error) from error
        else:
            self._accept(lane, envelope, body, taught)
            return True
        return False

    def _accept(self, lane: Lane, envelope: Envelope, body: Body, taught: object) -> None:
        lane.said[envelope.seat], lane.taught[envelope.seat] = envelope, taught
        self._mail.take(envelope)
        self._own.note(envelope)
        self._own.took(envelope)
        record = Said(encode(envelope))
        self._records.append(record)
        if envelope.id not in self._mail.old:
            self._output.store.append(record)
        self._heard(lane, envelope, body)

    def _fork(self, lane: Lane, envelope: Envelope) -> None:
        """Somebody stands on another chain: show what this node has heard since all were at one place.

        If a third seat told two tales, its two messages meet at one of us.
        """
        if envelope.slot not in self._mail.forks:
            self._mail.forks[envelope.slot] = envelope
            since = lane.trail[0][0] if lane.trail else lane.step
            shown = [
                said
                for (at, epoch, step, _), said in self._mail.taken.items()
                if at == lane.id and epoch == lane.epoch and step >= since
            ]
            self._output.send += [encode(said) for said in shown]
            self._output.events.append(Forked(envelope.seat))

    def _pause(self, seat: int, reason: str) -> None:
        if not self._paused:
            self._paused = True
            self._differs = seat
            self._output.events.append(Disagreed(seat, reason))

    def _accuse(self, seat: int, kind: Kind, reason: str, envelope: Envelope | None) -> None:
        """Somebody's message, or one that it said before, does not hold."""
        if envelope is not None:
            self._mail.refused[envelope.slot] = envelope
        self.blame.accuse(seat, kind, reason, envelope, self._records)
