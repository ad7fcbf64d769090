"""Sections 7, 11 and 13: the state of a game, taking one record after the other."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from . import motions, operations, shapes, structs
from .cards import Table
from .charter import Charter, Message, read_message
from .hashes import digest, n4
from .lanes import Lane, Place, Program, Wait, first_link
from .pack import Unreadable
from .parts import Abandoned, Work, mix
from .setup import leave, setup
from .shapes import Record
from .verdicts import Damage, Fault

PLAY = b"play"
TRAIL_LIMIT = 32
DECISIONS = ("acted", "seal-ready", "seal-commit", "seal-open")
"""What a retiring seat says no more."""


@dataclass
class Pile:
    """A pile that is prepared beside play."""

    name: str
    start: list[bytes]
    lane: Lane


class GoBack(Exception):
    """A motion takes effect at a place that lies behind: `records` were taken when play came there."""

    def __init__(self, motion: Record, place: Place, records: int) -> None:
        self.motion, self.place, self.records = motion, place, records


@dataclass
class Left:
    """A leave that took effect."""

    operator: int
    reason: str


class Session:
    """The state of a game as a spectator knows it after some records. `ended` says how, None while it goes on."""

    def __init__(self, charter: Charter, halt: Place | None = None, accused: int | None = None) -> None:
        """`accused` is the operator against whom a certificate is judged, if that is what the session is for."""
        self.charter = charter
        self.halt = halt
        self.accused = accused
        self.table = Table(charter)
        self.play = Lane(PLAY, first_link(charter.sid, PLAY))
        self.lanes = {PLAY: self.play}
        self.epoch = 0
        self.asked = 0
        self.leaves = 0
        self.piles: dict[bytes, Pile] = {}
        self.due: list[tuple[int, str]] = []
        self.left: list[Left] = []
        self.convicted: list[Fault] = []
        self.blamed: set[int] = set()
        self.offences: dict[int, tuple[bytes, tuple[int, int]]] = {}
        self.operation: Record | None = None
        self.ended: str | None = None
        self.resting: set[int] = set()  # the operators who have said nothing in the game since a pause took effect
        self.finished: Record | None = None
        self.numbers: list[int] = []
        self.agreed: Record | None = None
        self.partings: list[tuple[int, Record, dict[int, list[Place]]]] = []  # with epoch and trails of their voters
        self.spoke: dict[int, tuple[int, Place]] = {}  # where each operator has last spoken on play
        self.slots: dict[tuple[bytes, int, int, int], bytes] = {}
        self.firsts: dict[tuple[int, int], Message] = {}
        self.pending: list[tuple[Record, Place]] = []
        self.trail: list[Place] = [self.play.place]
        self.reached: dict[Place, int] = {self.play.place: 0}
        self.been: set[tuple[int, Place]] = {(0, self.play.place)}
        self.taken = 0
        self._start(lambda op: setup(self._work(op)), digest("setup", charter.sid))
        self._settle()

    # What comes in

    def take(self, record: Record) -> None:
        """Take the next record. Raises `Damage`, `Disagreement` or `GoBack`, and then has to be thrown away."""
        if self.ended:
            raise Damage("something follows the end of the game")
        self.taken += 1
        match record.kind:
            case "asked":
                self._ask(record.operation)
            case "said":
                try:
                    self._hear(read_message(record.envelope))
                except Fault as fault:
                    self._blame(fault, read_message(record.envelope))
            case _:
                raise Damage("a record that only journals have")
        self._settle()

    def _blame(self, fault: Fault, message: Message | None = None) -> None:
        """Somebody is convicted by the records; what it says on the lane of that message from then on is not heard."""
        if message is not None and fault.seat not in self.blamed:
            self.offences[fault.seat] = (message.lane, (message.epoch, message.step))
        self.blamed.add(fault.seat)
        self.convicted.append(fault)

    def convict(self, fault: Fault) -> None:
        """Somebody is convicted by something else than the records."""
        self.taken += 1
        self.convicted.append(fault)
        self._settle()

    @property
    def paused(self) -> bool:
        """Whether all who are present rest."""
        return bool(self.resting) and self.resting.issuperset(self.table.operators_present())

    def begin_epoch(self, motion: Record) -> None:
        """A motion takes effect here."""
        self.taken += 1
        self._begin_epoch(motion)
        self._settle()

    def _ask(self, data: bytes) -> None:
        try:
            op = shapes.read(structs.operation, data, structs.OPERATION_LIMIT)
        except Unreadable as why:
            raise Damage(f"an operation: {why}") from None
        if self.play.program is not None or self.due or self.operation is not None:
            raise Damage("an operation while another one is under way")
        operations.check_operation(self.table, op)
        if op.kind == "prepare":
            self._check_pile(op)
        self._link_operation(data)
        if op.kind == "prepare":
            self._open_pile(op)
            return
        self.operation = op
        self._start(lambda op_id: self._carry_out(self._work(op_id), op), self.play.chain)

    def _carry_out(self, work: Work, op: Record) -> Program:
        if op.kind == "shuffle":
            start = operations.unmixed(work, op)
            pile = next((lane for lane, pile in self.piles.items() if pile.start == start), None)
            steps = operations.mixed_shuffle(work, op, None if pile is None else lambda: self._taken_over(pile))
        else:
            steps = operations.STEPS[op.kind](work, op)
        if len(self.trail) >= TRAIL_LIMIT:
            yield from operations.echo(work)
        return (yield from steps)

    def _hear(self, message: Message) -> None:
        if not message.is_of(self.charter):
            raise Damage("not of this game, or not signed by its seat")
        if message.seat not in self.table.present:
            raise Damage(f"seat {message.seat} is gone")
        lane, place = self.offences.get(message.seat, (b"", (0, 0)))
        if message.lane == lane and (message.epoch, message.step) >= place:
            raise Damage(f"seat {message.seat} was caught on this lane before")
        self._compare(message)
        if message.epoch == self.epoch + 1 and self.unproven:
            raise Damage("somebody was voted out as a cheat and the file holds no proof of it; nobody is accused")
        if message.epoch != self.epoch:
            raise Damage("of another epoch")
        lane = self.lanes.get(message.lane)
        if lane is None or lane.of_motion:
            motion = self._motion_of(message)
            lane = lane or self._open_motion(message, motion)
        if not lane.fits(message):
            raise Damage("no message that this step can take")
        lane.take(message)
        self.slots[message.slot] = message.id
        if not lane.of_motion:
            self.resting.discard(self.charter.operators[message.seat])
        if lane is self.play:
            self.spoke[self.charter.operators[message.seat]] = (message.epoch, (message.step, message.prev))

    # Links and places

    def _link_operation(self, data: bytes) -> None:
        self.play.chain = digest("operation", self.play.chain, n4(self.asked), data)
        self.asked += 1
        self.table.confirmed = False
        self._arrive()

    def _arrive(self) -> None:
        """Play has come to a new place."""
        self.trail.append(self.play.place)
        self.reached.setdefault(self.play.place, self.taken)
        self.been.add((self.epoch, self.play.place))

    def _work(self, op_id: bytes) -> Work:
        return Work(self.table, op_id, self._blame)

    def _start(self, steps: Callable[[bytes], Program], op_id: bytes) -> None:
        self.play.program = steps(op_id)
        self._advance(self.play, None)

    def _advance(self, lane: Lane, given: dict | None) -> None:
        try:
            lane.advance(given)
        except Abandoned:
            lane.program, lane.done, lane.result = None, True, None
        if lane.open is not None:
            self._let_go(lane)
        elif lane is self.play and lane.program is None:
            self._end_work()

    def _end_work(self) -> None:
        op, self.operation = self.operation, None
        if op is not None and op.kind == "random" and self.play.result is not None:
            self.numbers.append(self.play.result)
        if op is not None and op.kind == "finish":
            self.ended, self.finished = "finished", op
        elif self.due:
            self._start(lambda op_id: self._leaving(), b"")

    def _settle(self) -> None:
        """Let all lanes go on as far as they do by themselves."""
        moving = True
        while moving and not self.ended:
            moving = False
            for lane in list(self.lanes.values()):
                if self._settle_lane(lane):
                    moving = True
                    break
            moving = self._carry_motions() or moving

    def _settle_lane(self, lane: Lane) -> bool:
        if lane.waiting is not None and lane.waiting.until():
            self._advance(lane, None)
            return True
        if lane.open is None:
            return False
        if not lane.open.authors:
            self._advance(lane, {})
            return True
        if set(lane.open.authors) - set(lane.heard):
            return False
        self._complete(lane)
        return True

    def _complete(self, lane: Lane) -> None:
        kind, layers, before, said = lane.open.kind, lane.open.layers, lane.place, lane.said
        lane.close_step()
        if lane is self.play:
            if kind == "echo":
                self.trail = [before]
                self.table.confirmed = True
            elif not layers:
                self.table.confirmed = False
            self._arrive()
        self._advance(lane, said)

    # Piles

    def _check_pile(self, op: Record) -> None:
        if sum(pile.name != op.name for pile in self.piles.values()) >= 64:
            raise Damage("too many piles")

    def _open_pile(self, op: Record) -> None:
        lane_id = digest("deck lane", self.play.chain)
        lane = Lane(lane_id, first_link(self.charter.sid, lane_id))
        start = operations.unmixed(self._work(lane_id), op)
        lane.program = mix(self._work(lane_id), start)
        for former in [each for each, pile in self.piles.items() if pile.name == op.name]:
            del self.piles[former], self.lanes[former]
        self.lanes[lane_id] = lane
        self.piles[lane_id] = Pile(op.name, start, lane)
        self._advance(lane, None)

    def _taken_over(self, lane_id: bytes) -> Program:
        """The cards of a pile, when they are there; None if an epoch drops it before."""
        lane = self.piles[lane_id].lane
        yield Wait(lambda: lane_id not in self.piles or (lane.done and self.play.place != self.halt))
        if lane_id not in self.piles:
            return None
        self.play.chain = digest("lane", self.play.chain, lane_id, lane.chain)
        self._arrive()
        del self.piles[lane_id], self.lanes[lane_id]
        return lane.result

    # Motions

    def _motion_of(self, message: Message) -> Record | None:
        """The motion of a vote, if the message is of that motion's lane; None of a confirmation."""
        try:
            body = shapes.read(structs.body, message.body, 8192)
        except Unreadable as why:
            raise Damage(f"of no lane that is open: {why}") from None
        if body.kind == "confirm" and message.step > 0:
            return None
        if body.kind != "vote" or motions.lane_of(self.charter.sid, self.epoch, body.motion) != message.lane:
            raise Damage("of no lane that is open")
        return body.motion

    def _open_motion(self, message: Message, motion: Record | None) -> Lane:
        if motion is None:
            raise Damage("a confirmation of what nobody has voted on")
        motions.check_motion(self.charter, motion)
        operators = motions.voters(self.table.operators_present(), motion)
        leads = self.table.leads(operators)
        if message.seat not in leads or message.step != 0:
            raise Damage("no vote that opens a motion")
        if sum(lane.of_motion for lane in self.lanes.values()) >= motions.MOST_OPENED * len(self.charter.operators):
            raise Damage("more motions than all seats open in an epoch")
        hall = motions.Hall(self.charter.sid, self.epoch, self._ended_without, self._takes_effect)
        leaving = self.charter.seats_of(motion.operator) if motion.type in motions.LEAVING else []
        lane = Lane(message.lane, first_link(self.charter.sid, message.lane), of_motion=True)
        lane.program = motions.proceed(hall, motion, leads, [seat for seat in leads if seat not in leaving])
        self.lanes[message.lane] = lane
        self._advance(lane, None)
        return lane

    def _compare(self, message: Message) -> None:
        """Convict whoever fills a slot twice, or confirms two motions first in one epoch; the latter still counts."""
        if self.slots.get(message.slot, message.id) != message.id:
            raise Fault(message.seat, "equivocation", "two messages in one slot")
        first = _first(message)
        if first is not None:
            known = self.firsts.setdefault((message.epoch, message.seat), message)
            if _first(known) != first:
                self._blame(Fault(message.seat, "equivocation", "two motions confirmed first in one epoch"), known)

    def _ended_without(self, motion: Record, votes: dict[int, Record]) -> None:
        trails = {seat: [(place.step, place.chain) for place in vote.trail] for seat, vote in votes.items()}
        ways = {self.charter.operators[seat]: trail for seat, trail in trails.items()}
        self.partings.append((self.epoch, motion, ways))

    @property
    def outcome(self) -> Record | None:
        """The motion by which it has ended, if one has: the last that some voter who is there stays by."""
        staying = (motion for epoch, motion, ways in reversed(self.partings) if self._stays(epoch, ways))
        return self.agreed or next(staying, None)

    def _stays(self, epoch: int, ways: dict[int, list[Place]]) -> bool:
        """Whether a present voter has said nothing on play beyond the last place of its trail that play came to."""
        for operator in set(ways) & set(self.table.operators_present()):
            come = [place for place in ways[operator] if (epoch, place) in self.been]
            spoke, (at, on) = self.spoke.get(operator, (-1, (0, b"")))
            if come:
                step, chain = come[-1]
                if (spoke, at) < (epoch, step) or ((spoke, at) == (epoch, step) and on == chain):
                    return True
        return False

    def _takes_effect(self, motion: Record, place: Place) -> None:
        self.pending.append((motion, place))

    def _carry_motions(self) -> bool:
        """Let the first carried motion take effect whose place play has come to. Raises `GoBack`."""
        for motion, place in self.pending:
            if not self._proven(motion) or place not in self.reached:
                continue
            if place != self.play.place:
                raise GoBack(motion, place, self.reached[place])
            self._begin_epoch(motion)
            return True
        return False

    def _proven(self, motion: Record) -> bool:
        """Whether nothing but a proof is wanting: `cheated` needs one."""
        if motion.type != "cheated":
            return True
        if self.accused is not None:
            return motion.operator != self.accused
        return any(self.charter.operators[fault.seat] == motion.operator for fault in self.convicted)

    @property
    def unproven(self) -> list[int]:
        """The operators that were voted out as cheats, while a proof of it is wanting."""
        return [motion.operator for motion, _ in self.pending if not self._proven(motion)]

    def _begin_epoch(self, motion: Record) -> None:
        self.epoch += 1
        self.play.chain = digest("epoch", self.play.chain, n4(self.epoch), bytes(motion))
        self.lanes, self.piles = {PLAY: self.play}, {}
        self.pending = []
        self.trail = []
        self.reached = {}
        self._arrive()
        if motion.type in motions.ENDING:
            self.ended, self.agreed = motions.ENDING[motion.type], motion
            return
        if motion.type == "pause":
            self.resting = set(self.table.operators_present())
            self._cut_step()
            return
        seats = self.charter.seats_of(motion.operator)
        if motion.type == "resigned":
            self.table.retiring |= set(seats)
        else:
            self.table.present = [seat for seat in self.table.present if seat not in seats]
        self.due = [(each, motion.type if each == motion.operator else why) for each, why in self.due]
        if not self._leaves_already(motion.operator):
            self.due.append((motion.operator, motion.type))
        self._cut_step()

    @property
    def out(self) -> list[tuple[int, str]]:
        """Who was put out when the game ended before that leave could begin."""
        here = self.table.present
        return [(each, why) for each, why in self.due if self.ended and self.charter.lead(each) not in here]

    def _leaves_already(self, operator: int) -> bool:
        """Whether it was retiring when it went: then there is one leave only."""
        leads = self.charter.lead(operator) in self.table.seated
        under_way = bool(self.left) and self.left[-1].operator == operator and leads
        return under_way or operator in [each for each, _ in self.due]

    def _cut_step(self) -> None:
        """The open step is said again by those who are left; without any it is complete."""
        lane = self.play
        lane.heard, lane.said = {}, {}
        if lane.program is None:
            self._end_work()
        elif lane.open is not None:
            self._let_go(lane, set(lane.open.authors) - set(self.table.present))

    def _let_go(self, lane: Lane, gone: Iterable[int] = ()) -> None:
        """Wait no more in the open step for some seats; what only they could say is complete without a message."""
        assert lane.open is not None
        out = {*gone, *(self.table.retiring if lane.open.kind in DECISIONS else ())}
        staying = [seat for seat in lane.open.authors if seat not in out]
        if len(staying) < len(lane.open.authors):
            lane.open.authors = staying
            if not staying:
                self._complete(lane)

    def _leaving(self) -> Program:
        """All leaves that are due, one after the other."""
        while self.due:
            operator, reason = self.due.pop(0)
            step, head = self.play.place
            plain = ["leave", operator, reason, step, head]
            op = structs.leave(plain)
            self._link_operation(bytes(op))
            self.leaves += 1
            self.left.append(Left(operator, reason))
            yield from leave(self._work(self.play.chain), op, self.leaves)


def _first(message: Message) -> Record | None:
    """The motion that its author has confirmed first, if it says so."""
    try:
        body = shapes.read(structs.body, message.body, structs.BODY_LIMIT)
    except Unreadable:
        return None
    return body.first if body.kind == "confirm" else None
