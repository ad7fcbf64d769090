"""The course of play: the requested operations, one after the other, and the departures between them.

All peers request the same operations in the same order, and every operation goes into the chain of play. So all peers
at one place of it have played the same game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import cast

from protocol.ballots import Place
from protocol.charter import Charter
from protocol.collector import StepCollector
from protocol.errors import OutOfOrder
from protocol.events import OperationEnded, SeatsDrawn, SeatsLeft
from protocol.lanes import ANSWERS, MAX_TRAIL, Lane
from protocol.messages import Body, Envelope, Motion, SealReady
from protocol.operations import Leave, Operation, Prepare, encode_operation
from protocol.ops import dispatch
from protocol.ops.leave import leave
from protocol.ops.mix import chain as shuffle_chain
from protocol.ops.mix import unmixed
from protocol.ops.result import Completion, Result, SignedEnd
from protocol.ops.setup import setup
from protocol.output import SessionOutput
from protocol.piles import MAX_PREPARED_PILES, Pile, Piles
from protocol.play import Run
from protocol.steps import MessageStep, PreparedPile, Steps
from protocol.transcript import OperationRecord, first_link, link_epoch, link_operation
from protocol.wire import digest, encode


class Course:
    """One course of the game at one peer, from setup to the end."""

    def __init__(
        self,
        charter: Charter,
        lane: Lane,
        collector: StepCollector,
        piles: Piles,
        output: SessionOutput,
        expected: Iterable[bytes],
    ) -> None:
        """``lane``: that of play, at its beginning. ``expected``: the operations that a journal says were asked for."""
        self.lane = lane
        self.operation: Operation | None = None
        """The operation under way."""
        self.over = self.finished = False
        """Whether the game has ended, and whether every seat that is still there has signed its end."""
        self.order: tuple[int, ...] = ()
        """The order in which the seats play, once it is drawn."""
        self.departures: list[SeatsLeft] = []
        self.end: SignedEnd | None = None
        self.operations_begun = 0
        """How many of the operations asked for have begun."""
        self.expelled: dict[int, int] = {}
        """The operators voted out as cheats, and the number of records at that moment."""
        self.paused: set[int] = set()
        """The operators who have said nothing in the game since a pause began."""
        self.pause_epoch = -1
        """The epoch that the last pause began."""
        self._charter, self._collector, self._piles, self._output = charter, collector, piles, output
        self._play = lane.run.play
        self._expected = deque(expected)
        self._stored = len(self._expected)
        self._queue: deque[Operation] = deque()
        self._leaving: list[Motion] = []
        self._started = False
        self._number = 0
        self._dealings = 0
        self._marks: dict[Place, tuple[int, int]] = {}
        self._most_marks = 4 * MAX_TRAIL
        lane.on_message = self._stirs

    # Where play stands.

    @property
    def playing(self) -> bool:
        """Whether an operation of the game is under way."""
        return self.operation is not None and not isinstance(self.operation, Leave)

    def mark(self) -> None:
        """Remember this place, and what had been said and asked for by then."""
        lane = self.lane
        lane.mark()
        place = lane.place
        if place in self._marks:
            return
        self._marks[place] = (len(self._collector.records), self.operations_begun)
        if len(self._marks) > self._most_marks:  # nobody goes back further than its trail
            trail = [(lane.epoch, *place) for place in lane.trail]
            self._marks = {place: self._marks[place] for place in trail if place in self._marks}
            # Piles can be prepared without end before anybody says a word; what that costs does not grow with them.
            self._most_marks = max(4 * MAX_TRAIL, 2 * len(self._marks))

    def has_passed(self, place: Place) -> bool:
        """Whether play has been at a place, as far as it may go back."""
        return place in self._marks

    def totals_at(self, place: Place) -> tuple[int, int]:
        """Count the records and the begun operations at a place that play has passed."""
        return self._marks[place]

    def chain_after(self, operation: Operation) -> bytes:
        """The chain of play if this operation were to begin now."""
        return link_operation(self.lane.chain, self._number, operation)

    def awaits_decision(self, seat: int) -> bool:
        """Whether a seat is asked for what its driver decides, and may still say this or that."""
        lane = self.lane
        return (
            isinstance(lane.request, MessageStep)
            and lane.request.kind in ANSWERS
            and seat in lane.authors()
            and (seat not in lane.messages or lane.request.kind is SealReady)
        )

    # What is played.

    def request(self, operation: Operation) -> None:
        """Ask for the next operation; it begins when those before it have ended."""
        self._queue.append(operation)

    @property
    def is_replaying(self) -> bool:
        """Whether the journal says of further operations that they were asked for."""
        return bool(self._expected)

    def forget_expected(self) -> bool:
        """The table goes on otherwise than the journal says; whether that says more than has been asked for here."""
        more = bool(self._expected)
        self._expected.clear()
        self._stored = min(self._stored, self.operations_begun)
        return more

    def skip_pile(self) -> None:
        """Go on where a pile is wanted that nobody has prepared; at one place everybody stands at one point then."""
        if isinstance(self.lane.request, PreparedPile) and self._piles.find(self.lane.request.cards) is None:
            self.lane.send(None)

    def advance(self) -> bool:
        """Go on with the operation under way, or with what comes next; whether anything moved.

        Raises ``OutOfOrder`` or ``CardLeak`` for an operation that no rules should ask for now.
        """
        if self.lane.steps is not None:
            return self._collector.advance(self.lane)
        return self._end() or self._begin()

    def _begin(self) -> bool:
        """Start what comes next in play: setup, a leave that was agreed, or what the driver asked for."""
        lane = self.lane
        if not self._started:
            self._started = True
            lane.run.op = digest("setup", self._charter.sid)
            lane.start(setup(lane.run))
            return True
        if self._leaving:
            motion = self._leaving[0]
            self._dealings += 1
            operation = Leave(motion.operator, motion.kind, lane.step, lane.chain)
            self._open(operation)
            lane.start(leave(lane.run, operation, self._dealings))
            return True
        if not self._queue:
            return False
        self._begin_asked(self._queue[0])
        return True

    def _begin_asked(self, operation: Operation) -> None:
        lane = self.lane
        if self._expected and self._expected[0] != encode_operation(operation):
            raise OutOfOrder("the game that is replayed asks for other operations than the one that was played")
        dispatch.check(self._play, operation)
        if isinstance(operation, Prepare) and not self._piles.has_room(operation.name):
            raise OutOfOrder(f"{MAX_PREPARED_PILES} piles are prepared and not taken over yet; there are never more")
        # From here on it counts: it is recorded, and everything said afterwards is bound to it.
        self._queue.popleft()
        if self._expected:
            self._expected.popleft()
        record = OperationRecord(encode_operation(operation))
        self._collector.records.append(record)
        if self.operations_begun >= self._stored:
            self._output.store.append(record)
        self.operations_begun += 1
        self._open(operation)
        if isinstance(operation, Prepare):
            self._prepare(operation)
            lane.result = Completion()
        else:
            lane.start(self._after_confirmation(dispatch.start(lane.run, operation, self._collector.answers.get)))

    def _prepare(self, operation: Prepare) -> None:
        """Open a lane for a pile, named after the place of play where it was asked for."""
        place = (self.lane.epoch, self.lane.step)
        id = digest("deck lane", self.lane.chain)
        run = Run(self._play, id)
        lane = Lane(id, first_link(self._charter.sid, id), run, epoch=self.lane.epoch, on_message=self._stirs)
        cards = unmixed(self._play, operation.handles, operation.faces)
        self._piles.begin(Pile(lane, operation.name, cards), place)
        lane.start(shuffle_chain(lane.run, cards))

    def _after_confirmation(self, steps: Steps[object]) -> Steps[object]:
        """An operation, after a confirmation by all if the last one is long ago."""
        if len(self.lane.trail) >= MAX_TRAIL:
            yield from self.lane.run.confirm()
        return (yield from steps)

    def _open(self, operation: Operation) -> None:
        lane = self.lane
        lane.chain = self.chain_after(operation)
        lane.run.op = lane.chain
        # A table can go back as far as the last confirmation: what an operation opens is confirmed within it, so that
        # it is carried out again as it was, and never in another course of the game.
        lane.run.dirty = True
        self._number += 1
        self.operation = operation

    def _end(self) -> bool:
        """Tell the driver how what was under way has ended."""
        lane, operation = self.lane, self.operation
        result, lane.result = lane.result, None
        if result is None:
            return False
        self.operation = None
        self._collector.answers.clear()
        if isinstance(operation, Leave):
            seats = self._charter.seats_of(operation.operator)
            self._leaving = [motion for motion in self._leaving if motion.operator != operation.operator]
            self._play.retiring -= set(seats)
            self._queue.clear()
            self.departures.append(SeatsLeft(seats, operation.reason))
            self._output.events.append(self.departures[-1])
        elif operation is None:
            self.order = cast("tuple[int, ...]", result)
            self._output.events.append(SeatsDrawn(self.order))
        else:
            self._output.events.append(OperationEnded(operation, cast("Result", result)))
            self.end = result if isinstance(result, SignedEnd) else None
            self.over = self.finished = self.end is not None
        return True

    # Pauses and departures.

    def pause(self) -> None:
        """The table has agreed on a pause: it lasts for everybody until that one says something in the game again."""
        self.paused = set(self._play.operators(self._play.present))
        self.pause_epoch = self.lane.epoch

    def _stirs(self, envelope: Envelope, _: Body) -> None:
        """Somebody says something in the game: for that one the pause is over."""
        self.paused.discard(self._charter.seats[envelope.seat].operator)

    def begin_epoch(self, motion: Motion) -> None:
        """The table has agreed on a motion: what was said in the open step is said again on the new chain."""
        lane = self.lane
        lane.epoch += 1
        lane.chain = link_epoch(lane.chain, lane.epoch, encode(motion))
        lane.messages, lane.contents, lane.trail = {}, {}, []
        lane.run.dirty = False

    @property
    def leaving(self) -> tuple[SeatsLeft, ...]:
        """The seats put out whose layers are still on the cards; if the game ends before, they stay here."""
        seats = {motion: self._charter.seats_of(motion.operator) for motion in self._leaving}
        return tuple(SeatsLeft(some, motion.kind) for motion, some in seats.items() if self._play.gone >= set(some))

    def remove(self, motion: Motion) -> None:
        """An operator leaves by a motion as soon as the operation under way has ended; if it is gone, without it."""
        seats = {seat for seat in self._charter.seats_of(motion.operator) if seat in self._play.seated}
        if motion.kind == "cheated":
            self.expelled[motion.operator] = len(self._collector.records)
        if motion.kind == "resigned":
            self._play.retiring |= seats
        else:
            self._play.gone |= seats
            self._collector.without(seats)
        # An operator that vanishes while it resigns is gone; the others leave in turn.
        self._leaving = [motion if other.operator == motion.operator else other for other in self._leaving]
        if motion not in self._leaving:
            self._leaving.append(motion)
