"""The parts of a session put together: ballots move first, then play, then piles beside it, until nothing moves.

``_begin`` makes everything that belongs to one course of the game, again whenever the table goes back to an earlier
place. Convictions, sent messages and secrets stay. Drivers call ``Session``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from protocol.ballots import Ballots, Place
from protocol.blame import Blame
from protocol.charter import SignedCharter
from protocol.collector import StepCollector
from protocol.course import Course
from protocol.errors import CardLeak, Fault, MissingSecret, OutOfOrder, ProtocolError
from protocol.events import MotionCarried, SessionRestarted
from protocol.fiatshamir import Entropy
from protocol.forks import earliest_contradiction, filling_play_variants, filling_variants, replacing_variants
from protocol.group import Group
from protocol.lanes import Lane
from protocol.mailbox import Mailbox
from protocol.messages import Envelope, Motion, decode_envelope
from protocol.motions import ENDING, PAUSE
from protocol.output import SessionOutput
from protocol.piles import Piles
from protocol.play import PlayState, Referee, Run
from protocol.send_gate import SendGate
from protocol.signatures import Signer
from protocol.steps import MessageStep, PreparedPile
from protocol.transcript import (
    PLAY,
    MessageRecord,
    OperationRecord,
    ProofRecord,
    Record,
    RewindRecord,
    SecretRecord,
    first_link,
    secrets,
    standing_operations,
)
from protocol.wire import encode

MAX_REPLAYS = 16
"""How often a session goes through the game again to try another tale in play: it is dear, and a liar has many."""

MAX_HELD = 64
"""How many broken promises a node lays aside until it speaks; more come again where they are needed."""


class Machine:
    """The parts of a session, and the order in which they come to move."""

    play: PlayState
    mail: Mailbox
    piles: Piles
    collector: StepCollector
    ballots: Ballots
    course: Course

    def __init__(
        self,
        charter: SignedCharter,
        entropy: Entropy,
        operator: int | None,
        signer: Signer | None,
        referee: Referee | None,
        journal: list[Record],
        *,
        background: bool,
        resumed: bool,
        stale: bool,
        about: int | None,
        replayed: bool,
        group: Group,
    ) -> None:
        charter.check()
        self.charter, self.sid, self.referee = charter, charter.charter.sid, referee
        self.secrets = secrets(journal)
        self.output = SessionOutput()
        self.gate = SendGate(charter.charter, operator, signer, bool(journal) or resumed, stale, self.output)
        self.blame = Blame(charter, self.output, lambda envelope: self.mail.is_stored(envelope))
        self._entropy, self._background, self._about, self._replayed = entropy, background, about, replayed
        self._group = group
        self.went_back = False
        """Whether the table, or this node alone, ever rewound to an earlier place."""
        self._turns = 0
        self._held: list[Envelope] = []
        """Broken promises that came before this node sends."""
        for record in journal:
            if isinstance(record, ProofRecord):
                self.blame.recall(record)
        self._begin(journal, standing_operations(journal))
        self.pump()

    def _begin(self, backlog: Iterable[Record], expected: Iterable[bytes]) -> None:
        """Begin at the charter, with old messages and operations at hand."""
        charter, output = self.charter.charter, self.output
        self.restored: list[Envelope] = []
        """Messages from the journal: an earlier process of this node has checked who signed them."""
        self.mail = Mailbox()
        self.piles = Piles(self.mail)
        self.play = PlayState(
            charter,
            self.gate.seats,
            self.referee,
            self._entropy,
            self._remember,
            self.gate.mark_secrets_lost,
            self._group,
        )
        lane = Lane(PLAY, first_link(self.sid, PLAY), Run(self.play, bytes(32)))
        self.ballots = Ballots(
            charter,
            lane,
            self.gate,
            self.mail,
            self.blame,
            output,
            lambda: self.collector.diverged,
            lambda: self.course.playing,
            about=self._about,
            replayed=self._replayed,
        )
        self.collector = StepCollector(
            self.charter, self.gate, self.mail, self.piles, self.blame, output, self.may_send_in, self._background
        )
        self.course = Course(charter, lane, self.collector, self.piles, output, expected)
        caught: set[int] = set()
        for record in backlog:
            if isinstance(record, ProofRecord):
                caught.add(record.seat)
            elif isinstance(record, MessageRecord):
                envelope = decode_envelope(record.envelope)
                if envelope.seat in caught and self.blame.is_past_offence(envelope):
                    self.mail.old.add(envelope.id)  # evidence alone: it was never taken
                    self._lay_aside(envelope)
                else:
                    self._restore(envelope)
        self.ballots.discover_early()

    def _restore(self, envelope: Envelope) -> None:
        self.restored.append(envelope)
        self.gate.outbox.record(envelope)
        self.ballots.restore(envelope)
        other = self.mail.restore(envelope) or self.blame.broken_promise(envelope)
        if other is not None and envelope.seat in self.gate.seats:
            self.gate.mark_duplicate(envelope.seat)
        elif other is not None:
            self.blame.catch(other, envelope)

    def _remember(self, name: str, make: Callable[[], bytes]) -> bytes:
        if name not in self.secrets:
            self.secrets[name] = make()
            self.output.store.append(SecretRecord(name, self.secrets[name]))
        if not self.secrets[name]:
            raise MissingSecret(f"the secret '{name}' was lost with a damaged record of the journal")
        return self.secrets[name]

    def has_checked_all(self) -> bool:
        """Whether this process has itself checked all that stands in the records of a finished game.

        Messages of the journal passed every check but that of their signatures, which happens now. The answer is no
        after anything unusual: a conviction, an accusation or an expulsion; a rewind; a shuffle of an abandoned pile
        that was never checked, or a check that failed after its author had left.
        """
        collector = self.collector
        accused = self.blame.has_suspects or self.course.expelled or collector.overlooked
        if not self.course.finished or accused or self.went_back or collector.halted or collector.unchecked:
            return False
        try:
            for envelope in self.restored:
                envelope.check(self.charter.charter)
        except ProtocolError:
            return False
        self.restored.clear()
        return True

    @property
    def may_send(self) -> bool:
        """Whether this node sends where a message of it is due."""
        return self.gate.may_send(self.course.lane.epoch)

    @property
    def holds(self) -> bool:
        """Whether a yes of this node to an open motion holds up play."""
        return self.ballots.holds(self.course.has_passed)

    @property
    def paused(self) -> bool:
        """Whether a pause keeps this node from sending in play, until its person resumes."""
        return self.gate.operator in self.paused_operators and self.gate.resume_epoch < self.course.pause_epoch

    @property
    def paused_operators(self) -> set[int]:
        """The operators that have sent nothing in play since a pause began, as far as this node knows.

        While a vote holds up play, messages for its open step count here although they are not taken yet.
        """
        if not self.course.paused:
            return set()
        lane, seats = self.course.lane, self.charter.charter.seats
        known = {seat: self.mail.known((lane.id, lane.epoch, lane.step, seat)) for seat in lane.authors()}
        spoken = [seat for seat, said in known.items() if said is not None and said.prev == lane.chain]
        return self.course.paused - {seats[seat].operator for seat in spoken}

    def may_send_in(self, lane: Lane, seat: int) -> bool:
        """Whether a seat of this node may send in the open step of a lane; a pause lets motions through."""
        if self.paused and all(ballot.lane is not lane for ballot in self.ballots):
            return False
        return self.ballots.may_send_in(lane, seat)

    def lanes(self) -> list[Lane]:
        """All open lanes."""
        return [
            self.course.lane,
            *(pile.lane for pile in self.piles),
            *(ballot.lane for ballot in self.ballots),
        ]

    def _lane(self, id: bytes) -> Lane | None:
        """The lane with this id."""
        return next((lane for lane in self.lanes() if lane.id == id), None)

    # What comes next.

    def pump(self) -> None:
        """Advance as far as possible."""
        busy = True
        while busy and not self.course.over:
            # Motions come first: an agreement of the table takes effect before any further message of play.
            try:
                busy = self._advance_ballots() or self._advance_play() or self._advance_piles() or self._go_after()
            except (OutOfOrder, CardLeak) as error:
                busy = not self.collector.diverged
                self.collector.halt(-1, str(error))
            except Exception as error:
                busy = self.collector.fault is None
                self.collector.fail(Fault.of("going on with the game", error))
        if self.course.finished and self.gate.seats:
            self.collector.ended = self.gate.secrets_spent = True
            self.ballots.close(self.collector.advance)

    def _advance_ballots(self) -> bool:
        busy, back = self.ballots.advance(self.collector.advance, self.course.has_passed)
        if back is not None:
            self._rewind(back)
        return busy

    def _advance_play(self) -> bool:
        self.course.mark()
        self.course.skip_pile()
        motion = self.ballots.due()
        if motion is not None:
            self._change_epoch(motion)
            return True
        if self.collector.halted or self.holds:
            return False
        return self.course.advance()

    def _advance_piles(self) -> bool:
        busy = False
        for pile in self.piles:
            lane = pile.lane
            busy = self.collector.advance(lane) or busy
            if lane.steps is None and not lane.over:
                lane.over = busy = True
        return busy

    def _go_after(self) -> bool:
        """Follow the others where nothing else moves, or end where they ended."""
        return self._follow() or self._follow_in_play() or self._end_astray()

    def _follow(self) -> bool:
        """Adopt the variant of an equivocator's vote that the others took, in an epoch that they left (``forks``).

        All of them left the epoch by one motion. Where this node confirmed two motions, the earlier in rank is certain:
        no honest node that confirmed both followed the later one.
        """
        if not self.gate.sending or not self.gate.outbox.is_past(self.course.lane.epoch):
            return False
        for ballot in sorted(self.ballots.open, key=lambda found: self.ballots.rank(found.motion)):
            tales = filling_variants(ballot.lane, self.mail, self.gate.seats, self.blame.certificates)
            for tale in tales:
                self.mail.adopt(tale)
            if not tales:
                tales = replacing_variants(ballot.lane, self.mail, self.gate.seats, self.blame.certificates)
                if tales:
                    self.collector.forget(ballot.lane)
                    self.mail.reopen(ballot.lane.id, tales)
                    self.ballots.reopen(ballot)
            if tales:
                return True
        return False

    def _follow_in_play(self) -> bool:
        """Do the same in play, where the messages behind a variant show whether the others took it."""
        lane, mail = self.course.lane, self.mail
        if not self.gate.sending or not self.gate.outbox.is_ahead_of(lane):
            return False
        tales = filling_play_variants(lane, mail, self.gate.seats)
        for tale in tales:
            mail.adopt(tale)
        if tales:
            return True
        back = earliest_contradiction(lane, mail, self.blame.certificates)
        place = None if back is None else (lane.epoch, back.step, back.prev)
        if back is None or place is None or not self.course.has_passed(place) or self._turns == MAX_REPLAYS:
            return False
        self._turns += 1
        self._take_back(place)
        for said in (*mail.taken.values(), *mail.forks.values()):
            if said.slot == back.slot:
                self.mail.put_variant(said)
            elif said.lane == PLAY and said.epoch == lane.epoch and said.step >= back.step:
                self.mail.keep(said, True)
        self.mail.adopt(back)
        return True

    def start_sending(self, without: Collection[int], unheard: Collection[int]) -> None:
        """Start to send, then judge the promises that came before. Raises ``OutOfOrder``."""
        self.gate.start_sending(unheard, without)
        held, self._held = self._held, []
        for envelope in held:
            self._hear_broken(envelope, True)
        self.pump()

    def _hear_broken(self, envelope: Envelope, open: bool) -> str:
        """Judge a confirmation whose author had promised never to give it; what became of it, in a word.

        A restarted node may have relied on the promise before, so it waits for its own messages first; where they show
        that it went further, it follows the others (``_follow``).
        """
        if not self.gate.sending and self.gate.is_resumed:
            self._held = [*self._held, envelope][-MAX_HELD:]
            return "void"
        if self.gate.outbox.is_past(envelope.epoch) or self.ballots.relied_on(envelope):
            self._lay_aside(envelope)
            self.pump()
            return "void"
        return self._keep(envelope, open)

    def _lay_aside(self, envelope: Envelope) -> None:
        """Keep a message of a convicted seat for ``_follow``."""
        if self.gate.is_resumed:
            self.mail.put_variant(envelope)

    def _end_astray(self) -> bool:
        """End the game here where it ended at a place that only this node ever reached and its older store lacks.

        All operators that were asked handed over everything, and nothing leads there: the game ends where this node is.
        """
        motion = self.ballots.ending_astray()
        if motion is None:
            return False
        lane = self.course.lane
        request = lane.request
        if isinstance(request, PreparedPile):
            pile = self.piles.find(request.cards)
            request = None if pile is None else pile.lane.request
        playing = self.gate.sending and not self.gate.is_rewinding(lane.epoch) and not self.collector.halted
        if not playing or not isinstance(request, MessageStep):
            return False
        self._change_epoch(motion)
        return True

    # Where the table goes on.

    def _change_epoch(self, motion: Motion) -> None:
        """Put a motion into effect: it ends the game or begins an epoch."""
        if motion.without:
            self.course.over = True
            self.output.events.append(MotionCarried(motion))
            return
        if not self.ballots.is_replayed(motion) and self.course.forget_expected():
            # Before its restart this node was further on, in a course that the table gave up.
            self.output.store.append(RewindRecord(self.course.operations_begun))
        self.course.begin_epoch(motion)
        self.ballots.begin_epoch()
        self.piles.clear()
        self.mail.forget_before(self.course.lane.epoch)
        self.output.events.append(MotionCarried(motion))
        if motion.kind in ENDING:
            self.course.over = True
            return
        if motion.kind == PAUSE:
            self.course.pause()
        else:
            self.course.remove(motion)
        self.ballots.discover_early()

    def _rewind(self, place: Place) -> None:
        """Go back to the last common place after an equivocation.

        The votes for it stay, and so do the messages about piles beside play, which nobody sends twice.
        """
        self.gate.rewind_epoch = place[0]
        self._take_back(place)

    def _take_back(self, place: Place) -> None:
        """Take back everything in play after a place; messages beside play stay."""
        self.went_back = True
        length, operations = self.course.totals_at(place)
        records, early = self.collector.records, self.mail
        beside = [
            record
            for record in records[length:]
            if isinstance(record, MessageRecord) and decode_envelope(record.envelope).lane != PLAY
        ]
        prefix = records[:length]
        self.output.store.append(RewindRecord(operations))
        self.output.events.append(SessionRestarted())
        self._begin([*prefix, *beside], [record.operation for record in prefix if isinstance(record, OperationRecord)])
        self.mail.merge(early)
        self.ballots.discover_early()

    # What comes in.

    def receive(self, data: bytes) -> str:
        """Take one message; what became of it (``Session.receive``). Raises ``ProtocolError`` for anything else."""
        envelope = decode_envelope(data)
        if envelope.sid != self.sid or envelope.seat >= len(self.charter.charter.seats):
            return "refused"
        seat = envelope.seat
        known = self.mail.known(envelope.slot)
        if known is not None and known.id == envelope.id:
            return "known"
        if seat in self.play.gone or seat not in self.play.seated:
            return "void"
        if self.blame.is_past_offence(envelope):
            if self.gate.is_resumed:
                envelope.check(self.charter.charter)
                self._lay_aside(envelope)
            return "void"
        envelope.check(self.charter.charter)
        words = self.gate.outbox
        open = words.is_free(envelope.lane, envelope.epoch, envelope.step, seat)
        words.record(envelope)
        broken = None
        if known is None and envelope.epoch <= self.course.lane.epoch:  # what comes early is judged when it is taken
            broken = self.blame.broken_promise(envelope)
        contradicted = known or broken
        if contradicted is not None:
            if seat in self.gate.seats:
                self._store_own(envelope)
                self.gate.mark_duplicate(seat)
                return "void"
            self.blame.catch(contradicted, envelope)
            if known is None:
                return self._hear_broken(envelope, open)
            self._lay_aside(envelope)
            self.pump()
            return "void"
        return self._keep(envelope, open)

    def _keep(self, envelope: Envelope, open: bool) -> str:
        """Lay a message aside until its step is open, within bounds, then advance.

        ``open``: whether an own seat could have sent in this place by now. Where the seat has sent later messages it
        sends nothing here, so the message proves no second copy: another node kept it back.
        """
        play, gate = self.course.lane, self.gate
        own = envelope.seat in gate.seats
        if envelope.lane != PLAY and envelope.lane not in self.piles and not self.ballots.discover(envelope):
            if own:
                self._store_own(envelope)
            return "void"
        lane = play if envelope.lane == PLAY else self._lane(envelope.lane)
        place = (envelope.epoch, envelope.step)
        head = (play.epoch, 0) if lane is None else (lane.epoch, lane.step)
        if place < head or (lane is not None and lane.over):
            return "late"
        if own:
            self._store_own(envelope)
        if own and open and gate.sending and not gate.is_rewinding(play.epoch):
            gate.mark_duplicate(envelope.seat)
            return "void"
        if self.mail.has_ended(envelope.lane):
            self.mail.keep_for_author(envelope)
            return "late"
        if not self.mail.keep(envelope, own or (lane is not None and place == head)):
            return "far"
        self.pump()
        return "taken" if envelope.slot in self.mail.taken else "early"

    def _store_own(self, envelope: Envelope) -> None:
        """Store a message of an own seat, even one that silences this node: the node honours it from then on.

        After the next restart nobody asks again the peers that handed over everything, so it must be in the store.
        """
        if envelope.id not in self.mail.old:
            self.mail.old.add(envelope.id)
            self.output.store.append(MessageRecord(encode(envelope)))
