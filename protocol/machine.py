"""The insides of a session: its lanes, how they advance, what is taken and what is refused.

``Session`` adds what a driver calls; nothing outside this package touches a machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from protocol import certificates, motions
from protocol.charter import SignedCharter
from protocol.errors import BadEncoding, BadProof, IllegalAct, OutOfOrder, WouldLeak
from protocol.events import (
    Accused,
    Carried,
    Disagreed,
    Ended,
    Event,
    Lapsed,
    Moved,
    Restarted,
    Seated,
    SeatsLeft,
)
from protocol.fiatshamir import Entropy
from protocol.lanes import DECISIONS, LONGEST_TRAIL, Lane
from protocol.messages import Body, Envelope, Motion, Vote, decode_body, decode_envelope, seal_envelope
from protocol.operations import Leave, Operation, Prepare, encode_operation
from protocol.ops import dispatch
from protocol.ops.acts import DigestMismatch
from protocol.ops.leave import leave
from protocol.ops.mix import prepare
from protocol.ops.recover import recoverable
from protocol.ops.result import Done, Finished, Result
from protocol.ops.setup import FalseComplaint, setup
from protocol.play import Play, Referee, Run
from protocol.signatures import Signer
from protocol.steps import Accuse, Compute, Prepared, Say, Steps
from protocol.transcript import (
    PLAY,
    Asked,
    Kept,
    Record,
    Rewound,
    Said,
    asked,
    first_link,
    link_epoch,
    link_lane,
    link_operation,
    secrets,
)
from protocol.wire import digest, encode


@dataclass(frozen=True, slots=True)
class Job:
    """Heavy work for a worker process; report with ``job_done`` (or ``job_failed`` to have it offered again)."""

    id: int
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(slots=True)
class Output:
    """What the driver must do, in this order: store ``store`` durably, send ``send``, run ``jobs``, read ``events``."""

    store: list[Record] = field(default_factory=list)
    send: list[bytes] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


class Machine:
    """One game at one peer, driven by ``_pump``: play first, then the lanes beside it, until nothing moves."""

    charter: SignedCharter
    sid: bytes

    def __init__(
        self,
        charter: SignedCharter,
        entropy: Entropy,
        operator: int | None,
        signer: Signer | None,
        referee: Referee | None,
        journal: list[Record],
        background: bool,
    ) -> None:
        charter.check()
        self.charter = charter
        self.sid = charter.charter.sid
        self._entropy, self._signer, self._referee, self._background = entropy, signer, referee, background
        self._node = () if operator is None else charter.charter.seats_of(operator)
        self._operator = operator
        self._secrets = secrets(journal)
        self._output = Output()
        self._jobs = 0
        self._accused: dict[int, str] = {}
        self._silent = False
        self._speaking = not journal
        self._reset(journal, asked(journal))
        self._pump()

    def _reset(self, backlog: Iterable[Record], expected: Iterable[bytes]) -> None:
        """Begin at the charter, with old messages and operations at hand."""
        self.play = Play(self.charter.charter, self._node, self._referee, self._entropy, self._remember)
        self._play_lane = Lane(PLAY, first_link(self.sid, PLAY), Run(self.play, bytes(32)))
        self._deck_lanes: dict[bytes, tuple[Lane, tuple[str, ...]]] = {}
        self._motion_lanes: dict[bytes, tuple[Lane, Motion]] = {}
        self._movers: dict[bytes, int] = {}
        self._decided: dict[tuple[int, int, bytes], Motion] = {}
        self._wishes: dict[bytes, bool] = {}
        self._leaving: Motion | None = None
        self._retiring: set[int] = set()
        self._queue: deque[Operation] = deque()
        self._answers: dict[int, bytes] = {}
        self._operation: Operation | None = None
        self._started = False
        self._number = 0
        self._dealings = 0
        self._over = self._finished = False
        self._paused = False
        self._differs = -1
        self._records: list[Asked | Said] = []
        self._marks: dict[tuple[int, int, bytes], tuple[int, int]] = {}
        self._messages: dict[tuple[bytes, int, int, int], Envelope] = {}
        self._early: dict[tuple[bytes, int, int], dict[int, Envelope]] = {}
        self._old: set[bytes] = set()
        self._asked = 0
        self._expected = deque(expected)
        self._stored_operations = len(self._expected)
        self._forks: dict[tuple[bytes, int, int, int], Envelope] = {}
        for record in backlog:
            if isinstance(record, Said):
                envelope = decode_envelope(record.envelope)
                self._early.setdefault((envelope.lane, envelope.epoch, envelope.step), {})[envelope.seat] = envelope
                self._old.add(envelope.id)
        self._discover_early()

    def missing_for(self, heads: Mapping[bytes, tuple[int, int]]) -> list[bytes]:
        """The messages that a peer with these heads lacks, in order."""
        return [
            encode(envelope)
            for envelope in self._messages.values()
            if (envelope.epoch, envelope.step) >= heads.get(envelope.lane, (0, 0))
        ]

    def _remember(self, name: str, make: Callable[[], bytes]) -> bytes:
        if name not in self._secrets:
            self._secrets[name] = make()
            self._output.store.append(Kept(name, self._secrets[name]))
        return self._secrets[name]

    @property
    def _may_speak(self) -> bool:
        return self._signer is not None and self._speaking and not self._silent

    def _lanes(self) -> list[Lane]:
        return [
            self._play_lane,
            *(lane for lane, _ in self._deck_lanes.values()),
            *(lane for lane, _ in self._motion_lanes.values()),
        ]

    def _pump(self) -> None:
        """Go on as far as possible."""
        busy = True
        while busy and not self._over:
            try:
                busy = self._advance_play()
                for lane in self._lanes()[1:]:
                    if not lane.over:
                        busy = self._advance(lane) or busy
                busy = self._settle_lanes() or busy
            except (OutOfOrder, WouldLeak) as error:
                self._pause(-1, str(error))
                return

    def _pause(self, seat: int, reason: str) -> None:
        if not self._paused:
            self._paused = True
            self._differs = seat
            self._output.events.append(Disagreed(seat, reason))

    def _advance_play(self) -> bool:
        lane = self._play_lane
        self._mark()
        if lane.place in self._decided:
            self._change_epoch(self._decided.pop(lane.place))
            return True
        if self._paused or self._frozen():
            return False
        if lane.steps is not None:
            return self._advance(lane)
        return self._end_operation() or self._begin()

    def _mark(self) -> None:
        lane = self._play_lane
        lane.mark()
        self._marks.setdefault(lane.place, (len(self._records), self._asked))

    def _frozen(self) -> bool:
        """Whether this node has said yes to a motion at this very place and the round is open."""
        for lane, _ in self._motion_lanes.values():
            for seat, envelope in lane.said.items():
                vote = decode_body(envelope.body)
                if seat in self._node and isinstance(vote, Vote) and vote.yes:
                    return vote.trail[-1] == (self._play_lane.step, self._play_lane.chain)
        return False

    def _begin(self) -> bool:
        """Start what comes next in play: setup, a leave that was agreed, or what the driver asked for."""
        lane = self._play_lane
        if not self._started:
            self._started = True
            lane.run.op = digest("setup", self.sid)
            lane.start(setup(lane.run))
            return True
        if self._leaving is not None:
            motion = self._leaving
            self._dealings += 1
            self._open(Leave(motion.operator, motion.kind, lane.step, lane.chain))
            lane.start(leave(lane.run, self._operation, self._dealings))  # type: ignore[arg-type]
            return True
        if not self._queue:
            return False
        operation = self._queue.popleft()
        if self._expected and self._expected.popleft() != encode_operation(operation):
            raise OutOfOrder("the game that is replayed asks for other operations than the one that was played")
        record = Asked(encode_operation(operation))
        self._records.append(record)
        if self._asked >= self._stored_operations:
            self._output.store.append(record)
        self._asked += 1
        self._open(operation)
        if isinstance(operation, Prepare):
            self._prepare(operation)
            lane.result = Done()
        else:
            lane.start(self._confirmed(dispatch.start(lane.run, operation, self._answers.get)))
        return True

    def _prepare(self, operation: Prepare) -> None:
        """Open a lane for a pile of known faces; whoever stays and whoever leaves see the same lane or none."""
        parts = (self._play_lane.epoch.to_bytes(4, "little"), operation.name.encode())
        id = digest("deck lane", self.sid, *parts, *(face.encode() for face in operation.faces))
        if id in self._deck_lanes:
            raise OutOfOrder(f"the pile {operation.name} is being prepared already")
        lane = Lane(id, first_link(self.sid, id), Run(self.play, id))
        self._deck_lanes[id] = (lane, operation.faces)
        lane.start(prepare(lane.run, operation.faces))

    def _confirmed(self, steps: Steps[object]) -> Steps[object]:
        """An operation, after a confirmation by all if the last one is long ago."""
        if len(self._play_lane.trail) >= LONGEST_TRAIL:
            yield from self._play_lane.run.confirm()
        return (yield from steps)

    def _open(self, operation: Operation) -> None:
        lane = self._play_lane
        lane.chain = link_operation(lane.chain, self._number, operation)
        lane.run.op = lane.chain
        # A table can go back as far as the last confirmation: what an operation opens is confirmed within it, so that
        # it is carried out again as it was, and never in another course of the game.
        lane.run.dirty = True
        self._number += 1
        self._operation = operation

    def _end_operation(self) -> bool:
        """Tell the driver how what was under way has ended."""
        lane, operation = self._play_lane, self._operation
        result, lane.result = lane.result, None
        if result is None:
            return False
        self._operation = None
        self._answers.clear()
        if isinstance(operation, Leave):
            seats = self.charter.charter.seats_of(operation.operator)
            self._leaving = None
            self._retiring -= set(seats)
            self._queue.clear()
            self._output.events.append(SeatsLeft(seats, operation.reason))
        elif operation is None:
            self._output.events.append(Seated(cast("tuple[int, ...]", result)))
        else:
            self._output.events.append(Ended(operation, cast("Result", result)))
            self._over = self._finished = isinstance(result, Finished)
        return True

    def _asked_to_decide(self, seat: int) -> bool:
        lane = self._play_lane
        return (
            isinstance(lane.request, Say)
            and lane.request.kind in (DECISIONS[0], DECISIONS[1])
            and seat in lane.authors(self.play.present, self._retiring)
            and seat not in lane.said
        )

    def _advance(self, lane: Lane) -> bool:
        """One step of a lane's generator, if what it waits for is there."""
        match lane.request:
            case Say() as request:
                return self._advance_say(lane, request)
            case Compute(function, arguments):
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
            case Prepared(faces):
                return self._adopt(lane, faces)
            case None:
                return False

    def _adopt(self, lane: Lane, faces: tuple[str, ...]) -> bool:
        """Hand over a pile that was prepared for exactly these faces; wait for it if it is not ready."""
        for id, (deck, of) in self._deck_lanes.items():
            if of == faces:
                if not deck.over:
                    return False
                lane.chain = link_lane(lane.chain, id, deck.chain)
                lane.run.dirty = True
                del self._deck_lanes[id]
                lane.send(deck.result)
                return True
        lane.send(None)
        return True

    def _advance_say(self, lane: Lane, request: Say) -> bool:
        """Take what has come for the open step, say what this node has to say, and close the step if it is full."""
        authors = lane.authors(self.play.present, self._retiring)
        progress = False
        for seat in authors:
            if seat in lane.said:
                continue
            envelope = self._early.get((lane.id, lane.epoch, lane.step), {}).pop(seat, None)
            if seat in self._accused and (envelope is None or envelope.id not in self._old):
                continue  # what it said before it was caught still stands
            if envelope is not None:
                progress = self._take(lane, request, envelope) or progress
            elif seat in self._node and self._may_speak:
                body = request.produce(seat)
                if body is not None:
                    progress = self._say(lane, request, seat, body) or progress
        if all(seat in lane.said for seat in authors):
            self._early.pop((lane.id, lane.epoch, lane.step), None)
            if lane.id in self._motion_lanes and self._may_speak:
                # Who voted yes here and no there is known to everybody before the table goes two ways.
                self._output.send += [encode(envelope) for envelope in lane.said.values()]
            lane.complete()
            return True
        return progress

    def _say(self, lane: Lane, request: Say, seat: int, body: Body) -> bool:
        assert self._signer is not None
        envelope = seal_envelope(self._signer, self.sid, lane.id, lane.epoch, lane.step, seat, lane.chain, body)
        if not self._take(lane, request, envelope):
            raise AssertionError(f"this node made a message that it refuses itself: {body}")
        self._output.send.append(encode(envelope))
        return True

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
            self._forks[envelope.slot] = envelope  # if it told somebody else another state, that is an equivocation
            self._output.send.append(encode(envelope))
            self._pause(seat, str(error))
        except (BadProof, BadEncoding) as error:
            self._accuse(seat, "bad-proof", str(error), envelope)
        else:
            lane.said[seat], lane.taught[seat] = envelope, taught
            self._messages[envelope.slot] = envelope
            record = Said(encode(envelope))
            self._records.append(record)
            if envelope.id not in self._old:
                self._output.store.append(record)
            if isinstance(body, Vote):
                by = self.charter.charter.seats[seat].operator
                self._output.events.append(Moved(body.motion, by, body.yes))
            return True
        return False

    def _fork(self, lane: Lane, envelope: Envelope) -> None:
        """Somebody stands on another chain: show what this node has heard since all were at one place.

        If a third seat told two tales, its two messages meet at one of us.
        """
        if envelope.slot not in self._forks:
            self._forks[envelope.slot] = envelope
            since = lane.trail[0][0] if lane.trail else lane.step
            self._output.send += self.missing_for(
                {**{other.id: (other.epoch, other.step + 1) for other in self._lanes()}, lane.id: (lane.epoch, since)}
            )

    def _accuse(self, seat: int, kind: certificates.Kind, reason: str, envelope: Envelope | None) -> None:
        if seat not in self._accused:
            self._accused[seat] = kind
            if envelope is not None:
                self._output.send.append(encode(envelope))  # the others have perhaps been told something else
            evidence = () if envelope is None else (encode(envelope),)
            prefix = tuple(self._records)
            certificate = certificates.Certificate(kind, seat, reason[:1000], self.charter, prefix, evidence)
            self._output.events.append(Accused(seat, certificate))

    # Motions.

    def _discover(self, envelope: Envelope) -> bool:
        """Open the lane of a motion that somebody else has moved; whether the message may be kept.

        Only the first vote of a motion opens its lane, so that whoever checks a certificate finds it open as well; and
        nobody makes the others carry more motions than a table can use.
        """
        if envelope.lane == PLAY or envelope.lane in self._deck_lanes:
            return True
        try:
            vote = decode_body(envelope.body)
        except BadEncoding:
            vote = None
        if envelope.lane in self._motion_lanes:
            return isinstance(vote, Vote) and vote.motion == self._motion_lanes[envelope.lane][1]
        if not isinstance(vote, Vote) or vote.motion.operator >= len(self.charter.charter.operators):
            return True
        if envelope.lane == motions.motion_lane(self.sid, self._play_lane.epoch, vote.motion):
            if envelope.epoch or envelope.step or envelope.prev != first_link(self.sid, envelope.lane):
                return True
            if not self._may_move(envelope.seat):
                return False
            self._movers[envelope.lane] = envelope.seat
            self._motion_lane(vote.motion)
        return True

    def _may_move(self, seat: int) -> bool:
        return sum(mover == seat for mover in self._movers.values()) < motions.MOST_MOVED

    def _discover_early(self) -> None:
        for _, said in sorted(self._early.items()):
            for _, envelope in sorted(said.items()):
                self._discover(envelope)

    def _motion_lane(self, motion: Motion) -> None:
        id = motions.motion_lane(self.sid, self._play_lane.epoch, motion)
        if id not in self._motion_lanes:
            lane = Lane(id, first_link(self.sid, id), Run(self.play, id))
            self._motion_lanes[id] = (lane, motion)
            lane.start(motions.rounds(lane.run, motion, self._own_vote, self._lapsed))

    def _own_vote(self, motion: Motion) -> Vote | None:
        wish = self._wishes.get(encode(motion))
        if wish is None:
            return None
        self._play_lane.mark()
        return Vote(motion, wish, tuple(self._play_lane.trail[-64:]))

    def _lapsed(self, motion: Motion) -> None:
        self._wishes.pop(encode(motion), None)
        self._output.events.append(Lapsed(motion))

    def _check_leaver(self, motion: Motion) -> None:
        charter = self.charter.charter
        if motion.operator >= len(charter.operators):
            raise OutOfOrder(f"there is no operator {motion.operator}")
        seats = [seat for seat in charter.seats_of(motion.operator) if seat in self.play.present]
        if not seats or self._leaving is not None:
            raise OutOfOrder("that operator has left or another is just leaving")
        if self._frozen():
            raise OutOfOrder("another vote of this node is open; one at a time")
        if motion.kind == "resigned":
            return
        if motion.operator == self._operator:
            raise OutOfOrder("nobody calls itself gone")
        if motion.kind == "cheated" and not any(seat in self._accused for seat in seats):
            raise OutOfOrder("nobody has shown that this operator cheated")
        if charter.on_leave != "continue":
            raise OutOfOrder("the charter says that the table waits for whoever is missing")
        if self._number and not all(recoverable(self._play_lane.run, seat) for seat in seats):
            raise OutOfOrder("the cards could not be opened without that operator: wait, adjourn or forfeit")

    def _settle_lanes(self) -> bool:
        """Close lanes that have run to their end; a carried motion takes effect at its place of the chain."""
        settled = False
        for lane in self._lanes()[1:]:
            if lane.steps is None and not lane.over:
                lane.over = settled = True
        for lane, motion in list(self._motion_lanes.values()):
            if lane.over and lane.result is not None:
                step, head = cast("tuple[int, bytes]", lane.result)
                lane.result = None
                place = (self._play_lane.epoch, step, head)
                self._decided[place] = motion
                if place in self._marks and place != self._play_lane.place:
                    self._rewind(place)
                    return True
        return settled

    def _change_epoch(self, motion: Motion) -> None:
        """A motion takes effect: what was said in the open step is said again on the new chain, without the leaver."""
        lane = self._play_lane
        lane.epoch += 1
        lane.chain = link_epoch(lane.chain, lane.epoch, encode(motion))
        lane.said, lane.taught, lane.trail = {}, {}, []
        lane.run.dirty = False
        self._motion_lanes.clear()
        self._movers.clear()
        self._deck_lanes.clear()
        self._wishes.clear()
        self._output.events.append(Carried(motion))
        if motion.kind in motions.ENDING:
            self._over = True
            return
        seats = {seat for seat in self.charter.charter.seats_of(motion.operator) if seat in self.play.seated}
        if motion.kind == "resigned":
            self._retiring |= seats
        else:
            self.play.gone |= seats
            if self._differs in seats:
                self._paused = False
        self._leaving = motion
        self._discover_early()

    def _rewind(self, place: tuple[int, int, bytes]) -> None:
        """Go back to the last place common to all, after a cheat told two tales.

        The votes that say so stay, and so does what was said about piles beside play, which nobody says twice.
        """
        length, operations = self._marks[place]
        beside = [
            record
            for record in self._records[length:]
            if isinstance(record, Said) and decode_envelope(record.envelope).lane != PLAY
        ]
        prefix = self._records[:length]
        self._output.store.append(Rewound(operations))
        self._output.events.append(Restarted())
        early = self._early
        self._reset([*prefix, *beside], [record.operation for record in prefix if isinstance(record, Asked)])
        for slot, said in early.items():
            self._early[slot] = {**said, **self._early.get(slot, {})}
        self._discover_early()
