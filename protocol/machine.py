"""The insides of a session: play, the lanes beside it, and how a table leaves one epoch for the next.

``Session`` adds what a driver calls; nothing outside this package touches a machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import cast

from protocol import motions
from protocol.charter import SignedCharter
from protocol.elgamal import Ciphertext
from protocol.errors import BadEncoding, Fault, OutOfOrder, WouldLeak
from protocol.events import Carried, Ended, Lapsed, Moved, Parted, Restarted, Seated, SeatsLeft
from protocol.fiatshamir import Entropy
from protocol.hearing import Hearing
from protocol.lanes import ANSWERS, LONGEST_TRAIL, Lane
from protocol.mailbox import Mailbox
from protocol.messages import Body, Confirm, Envelope, Motion, SealReady, Vote, decode_body, decode_envelope
from protocol.operations import Leave, Operation, Prepare, encode_operation
from protocol.ops import dispatch
from protocol.ops.leave import leave
from protocol.ops.mix import chain as shuffle_chain
from protocol.ops.mix import unmixed
from protocol.ops.recover import recoverable
from protocol.ops.result import Done, Finished, Result
from protocol.ops.setup import setup
from protocol.own_words import OwnWords
from protocol.piles import MOST_PILES, Pile, Piles
from protocol.play import Play, Referee, Run
from protocol.signatures import Signer
from protocol.steps import Prepared, Say, Steps
from protocol.transcript import (
    PLAY,
    Asked,
    Caught,
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


class Machine(Hearing):
    """One game at one peer, driven by ``_pump``: motions, then play, then piles beside it, until nothing moves."""

    replayed = False
    """Whether what comes in are the records of another peer."""

    def __init__(
        self,
        charter: SignedCharter,
        entropy: Entropy,
        operator: int | None,
        signer: Signer | None,
        referee: Referee | None,
        journal: list[Record],
        background: bool,
        resumed: bool,
        stale: bool,
        about: int | None,
    ) -> None:
        super().__init__(charter, secrets(journal), background)
        charter.check()
        self._about = about
        for record in journal:
            if isinstance(record, Caught):
                self.blame.recall(record)
        self.sid = charter.charter.sid
        self._entropy, self._signer, self._referee = entropy, signer, referee
        self._node = () if operator is None else charter.charter.seats_of(operator)
        self._operator = operator
        self._resumed = bool(journal) or resumed
        self._stale = stale
        self._heard_from: set[int] = set()
        """The operators who have said, since this node came back, what they had heard of it."""
        self._own = OwnWords(self._node)
        self._speaking = not self._resumed
        self._back_in = -1
        """The epoch in which this node goes back to an earlier place; it says nothing until that epoch has ended."""
        self._reset(journal, asked(journal))
        self._pump()

    def _reset(self, backlog: Iterable[Record], expected: Iterable[bytes]) -> None:
        """Begin at the charter, with old messages and operations at hand."""
        self.play = Play(self.charter.charter, self._node, self._referee, self._entropy, self._remember, self._lose)
        self._play_lane = Lane(PLAY, first_link(self.sid, PLAY), Run(self.play, bytes(32)))
        self._piles = Piles()
        self._motion_lanes: dict[bytes, tuple[Lane, Motion]] = {}
        self._movers: dict[bytes, int] = {}
        self._openers: dict[bytes, int] = {}
        """Who moved what stands in the journal: there the votes of a step stand as they came."""
        self._decided: dict[tuple[int, int, bytes], Motion] = {}
        self._wishes: dict[bytes, bool] = {}
        self._yes: dict[bytes, tuple[int, bytes]] = {}
        self._confirmed: Motion | None = None
        """Of the motions that this node has confirmed in this epoch, the one that comes before all others."""
        self._leaving: list[Motion] = []
        self._expelled: dict[int, int] = {}
        """Who was voted out as a cheat, and how many records there were by then."""
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
        self._fault = None
        self._records: list[Asked | Said] = []
        self._marks: dict[tuple[int, int, bytes], tuple[int, int]] = {}
        self._mail = Mailbox()
        self._asked = 0
        self._expected = deque(expected)
        self._stored_operations = len(self._expected)
        for record in backlog:
            if isinstance(record, Said):
                envelope = decode_envelope(record.envelope)
                self._own.note(envelope)
                self._openers.setdefault(envelope.lane, envelope.seat)
                other = self._mail.restore(envelope) or self.blame.broken_promise(envelope)
                if other is not None:
                    self.blame.catch(other, envelope)
        self._discover_early()

    @property
    def _may_speak(self) -> bool:
        return super()._may_speak and not self._going_back

    @property
    def _going_back(self) -> bool:
        """Whether this node is on its way to the place where the table goes on after two tales.

        It has said more than it knows of then: what it would say now (a vote with its place, for instance) it has
        perhaps gone beyond, and what it hears of itself is no sign of a second copy.
        """
        return self._play_lane.epoch <= self._back_in

    def _may_say(self, lane: Lane, seat: int) -> bool:
        if self._decided and all(one is not lane for one, _ in self._open_motions()):
            return False  # this epoch is over for everybody who has come further; nobody needs words in it any more
        if lane.id not in self._motion_lanes and self._own.vote_waits(lane.epoch):
            return False
        return super()._may_say(lane, seat)

    def _open_motions(self) -> list[tuple[Lane, Motion]]:
        """The motions that still count. Where the table has agreed on one, what is said on the others stands in no
        transcript; but a node that cannot follow it there, in a course that it was never told, can end its game.
        """
        return [found for found in self._motion_lanes.values() if not self._decided or found[1].without]

    def _lanes(self) -> list[Lane]:
        return [
            self._play_lane,
            *(pile.lane for pile in self._piles),
            *(lane for lane, _ in self._motion_lanes.values()),
        ]

    def _pump(self) -> None:
        """Go on as far as possible."""
        busy = True
        while busy and not self._over:
            # Motions come first: what the table has agreed on holds before anything more is said in play.
            try:
                busy = self._advance_motions() or self._advance_play() or self._advance_decks() or self._end_astray()
            except (OutOfOrder, WouldLeak) as error:
                busy = not self._paused
                self._pause(-1, str(error))
            except Exception as error:
                busy = self._fault is None
                self._fail(Fault.of("going on with the game", error))

    def _advance_play(self) -> bool:
        lane = self._play_lane
        self._mark()
        if isinstance(lane.request, Prepared) and self._piles.find(lane.request.cards) is None:
            lane.send(None)  # at once: at one place everybody stands at one point of the operation, when it may be left
        if lane.place in self._decided:
            self._change_epoch(self._decided.pop(lane.place))
            return True
        if self._paused or self._fault is not None or self._frozen():
            return False
        if lane.steps is not None:
            return self._advance(lane)
        return self._end_operation() or self._begin()

    def _mark(self) -> None:
        lane = self._play_lane
        lane.mark()
        self._marks.setdefault(lane.place, (len(self._records), self._asked))
        if len(self._marks) > 4 * LONGEST_TRAIL:  # nobody goes back further than its trail
            trail = [(lane.epoch, *place) for place in lane.trail]
            self._marks = {place: self._marks[place] for place in trail if place in self._marks}

    def _frozen(self) -> bool:
        """Whether this node has said yes to a motion at this very place and its round is open."""
        if self._decided:
            return False  # the others went further before they agreed; this node follows them there
        return (self._play_lane.step, self._play_lane.chain) in self._yes.values()

    def _begin(self) -> bool:
        """Start what comes next in play: setup, a leave that was agreed, or what the driver asked for."""
        lane = self._play_lane
        if not self._started:
            self._started = True
            lane.run.op = digest("setup", self.sid)
            lane.start(setup(lane.run))
            return True
        if self._leaving:
            motion = self._leaving[0]
            self._dealings += 1
            self._open(Leave(motion.operator, motion.kind, lane.step, lane.chain))
            lane.start(leave(lane.run, self._operation, self._dealings))  # type: ignore[arg-type]
            return True
        if not self._queue:
            return False
        operation = self._queue[0]
        if self._expected and self._expected[0] != encode_operation(operation):
            raise OutOfOrder("the game that is replayed asks for other operations than the one that was played")
        dispatch.check(self.play, operation)
        if isinstance(operation, Prepare) and not self._piles.has_room(operation.name):
            raise OutOfOrder(f"{MOST_PILES} piles are prepared and not taken over yet; there are never more")
        # From here on it counts: it is recorded, and everything said afterwards is bound to it.
        self._queue.popleft()
        if self._expected:
            self._expected.popleft()
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
            lane.start(self._after_confirmation(dispatch.start(lane.run, operation, self._answers.get)))
        return True

    def _prepare(self, operation: Prepare) -> None:
        """Open a lane for a pile, named after the place of play where it was asked for."""
        chain, epoch = self._play_lane.chain, self._play_lane.epoch
        id = digest("deck lane", chain)
        lane = Lane(id, first_link(self.sid, id), Run(self.play, id), epoch=epoch)
        cards = unmixed(self.play, operation.handles, operation.faces)
        given_up = self._piles.begin(Pile(lane, operation.name, cards))
        if given_up is not None:
            self._mail.end(given_up.lane.id, (epoch, self._play_lane.step))
        lane.start(shuffle_chain(lane.run, cards))

    def _after_confirmation(self, steps: Steps[object]) -> Steps[object]:
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
            self._leaving = [motion for motion in self._leaving if motion.operator != operation.operator]
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
            and lane.request.kind in ANSWERS
            and seat in lane.authors(self.play.present, self._retiring)
            and (seat not in lane.said or lane.request.kind is SealReady)
        )

    def _advance_motions(self) -> bool:
        busy = False
        for lane, _ in self._open_motions():
            busy = self._advance(lane) or busy
            if lane.steps is None and self._carry():
                return True
        return self._carry() or busy

    def _advance_decks(self) -> bool:
        busy = False
        for pile in self._piles:
            lane = pile.lane
            busy = self._advance(lane) or busy
            if lane.steps is None and not lane.over:
                lane.over = busy = True
        return busy

    def _adopt(self, lane: Lane, cards: tuple[Ciphertext, ...]) -> bool:
        """Hand over a pile that was prepared of exactly these cards; wait for it if it is not ready."""
        pile = self._piles.find(cards)
        if pile is None or not pile.lane.over:
            return False
        lane.chain = link_lane(lane.chain, pile.lane.id, pile.lane.chain)
        lane.run.dirty = True
        self._piles.end(pile)
        self._mail.end(pile.lane.id, (lane.epoch, lane.step))
        lane.send(pile.lane.result)
        return True

    def _closing(self, lane: Lane) -> None:
        if lane.id in self._motion_lanes and self._may_speak:
            # Who voted yes here and no there is known to everybody before the table goes two ways.
            self._output.send += [encode(envelope) for envelope in lane.said.values()]

    def _heard(self, lane: Lane, envelope: Envelope, body: Body) -> None:
        if isinstance(body, Confirm):
            other = self.blame.broken_promise(envelope)
            if other is not None:
                self.blame.catch(other, envelope)
        if isinstance(body, Confirm) and envelope.seat in self._node:
            _, motion = self._motion_lanes[lane.id]
            self._confirmed = min(self._confirmed or motion, motion, key=self._rank)
        if isinstance(body, Vote):
            if body.yes and envelope.seat in self._node:
                self._yes[lane.id] = body.trail[-1]
            by = self.charter.charter.seats[envelope.seat].operator
            self._output.events.append(Moved(body.motion, by, body.yes))

    # Motions.

    def _discover(self, envelope: Envelope) -> bool:
        """Open the lane of a motion that somebody else has moved; whether the message may be kept.

        Only the first vote of a motion opens its lane, so that whoever checks a certificate finds it open as well; and
        nobody makes the others carry more motions than a table can use.
        """
        if envelope.lane == PLAY or envelope.lane in self._piles:
            return True
        if envelope.epoch != self._play_lane.epoch:
            return True
        try:
            vote = decode_body(envelope.body)
        except BadEncoding:
            vote = None
        if envelope.lane in self._motion_lanes:
            return isinstance(vote, Confirm) or (
                isinstance(vote, Vote) and vote.motion == self._motion_lanes[envelope.lane][1]
            )
        if not isinstance(vote, Vote) or not motions.sound(self.charter.charter, vote.motion):
            return True
        if envelope.lane == motions.motion_lane(self.sid, self._play_lane.epoch, vote.motion):
            if envelope.step or envelope.prev != first_link(self.sid, envelope.lane):
                return True
            mover = self._openers.get(envelope.lane, envelope.seat)
            if not self._may_move(mover):
                return False
            self._movers[envelope.lane] = mover
            self._motion_lane(vote.motion)
        return True

    def _may_move(self, seat: int) -> bool:
        if self.replayed:  # who opened a lane first is lost: in records the votes of one step stand by seats
            return len(self._movers) < motions.MOST_MOVED * len(self.charter.charter.seats)
        return sum(mover == seat for mover in self._movers.values()) < motions.MOST_MOVED

    def _discover_early(self) -> None:
        for envelope in self._mail.early(self._play_lane.epoch):
            self._discover(envelope)

    def _motion_lane(self, motion: Motion) -> None:
        id = motions.motion_lane(self.sid, self._play_lane.epoch, motion)
        if id not in self._motion_lanes and motions.voters(self.play, motion):
            lane = Lane(id, first_link(self.sid, id), Run(self.play, id), epoch=self._play_lane.epoch)
            self._motion_lanes[id] = (lane, motion)
            steps = motions.rounds(lane.run, motion, self._own_vote, self._own_confirm, self._in_order, self._lapsed)
            lane.start(steps)

    def _own_vote(self, motion: Motion) -> Vote | None:
        wish = self._wishes.get(encode(motion))
        if wish is None:
            return None
        self._play_lane.mark()
        return Vote(motion, wish, tuple(self._play_lane.trail[-64:]))

    def _own_confirm(self, motion: Motion) -> Confirm | None:
        """Confirm one motion; another one only where the first cannot carry any more.

        If one has confirmed this and another that, neither would ever carry. So there is an order: who has confirmed
        the later motion confirms the earlier one as well, once somebody has on whom the later one depends and who has
        promised by that never to confirm the later one. Who breaks that promise is convicted by it.
        """
        first = self._own.first_confirmed(self._play_lane.epoch)
        mine = self._confirmed or first
        if mine is None or first is None:
            return Confirm(motion)
        if self._rank(mine) < self._rank(motion):
            return None
        lane, _ = self._motion_lanes[motions.motion_lane(self.sid, self._play_lane.epoch, motion)]
        needed = set(motions.confirmers(self.play, mine)) - self.blame.certificates.keys() - set(self._node)
        promised = [first for seat, first in lane.taught.items() if seat in needed]
        if any(self._rank(cast("Motion", first)) < self._rank(mine) for first in promised):
            return Confirm(first)
        return None

    def _relied_on(self, envelope: Envelope) -> bool:
        """Whether this node has confirmed an earlier motion than this broken promise is about; perhaps because of it.

        Then this one carries no more here. Everywhere else it counts, so that everybody comes to where the others are.
        """
        found = self._motion_lanes.get(envelope.lane)
        return found is not None and self._confirmed is not None and self._rank(self._confirmed) < self._rank(found[1])

    def _rank(self, motion: Motion) -> tuple[int, bytes]:
        return motions.rank(self.sid, self._play_lane.epoch, motion)

    def _in_order(self, motion: Motion, first: Motion) -> bool:
        """Whether who has confirmed ``first`` first may confirm a motion."""
        return self._rank(motion) <= self._rank(first)

    def _lapsed(self, motion: Motion) -> None:
        self._wishes.pop(encode(motion), None)
        self._yes.pop(motions.motion_lane(self.sid, self._play_lane.epoch, motion), None)
        self._output.events.append(Lapsed(motion))

    def _check_leaver(self, motion: Motion) -> None:
        charter = self.charter.charter
        seats = [seat for seat in charter.seats_of(motion.operator) if seat in self.play.present]
        if not seats:
            raise OutOfOrder("that operator has left already")
        if self.play.operators(self.play.present) == (motion.operator,):
            raise OutOfOrder("nobody would stay")
        if motion.kind == "resigned":
            if any(seat in self._retiring for seat in seats):
                raise OutOfOrder("that operator is just leaving")
            return
        if motion.operator == self._operator:
            raise OutOfOrder("nobody calls itself gone")
        if motion.kind == "cheated" and not self.blame.convicts(seats):
            raise OutOfOrder("nobody has shown that this operator cheated")
        if charter.on_leave != "continue":
            raise OutOfOrder("the charter says that the table waits for whoever is missing")
        cards = self.play.table.cards.values()
        playing = self._operation is not None and not isinstance(self._operation, Leave)
        if (playing or any(card.face is None for card in cards)) and not all(
            recoverable(self._play_lane.run, seat) for seat in seats
        ):
            raise OutOfOrder("the cards could not be opened without that operator: wait, adjourn or forfeit")

    def _carry(self) -> bool:
        """A carried motion takes effect at its place of the chain."""
        for lane, motion in self._open_motions():
            if lane.steps is None and not lane.over and self._proven(lane, motion):
                lane.over = True
                if lane.result is None:
                    self._part(lane, motion)
                    return True
                place = (self._play_lane.epoch, *cast("tuple[int, bytes]", lane.result))
                self._decided[place] = motion
                if place in self._marks and place != self._play_lane.place:
                    self._rewind(place)
                return True
        return False

    def _proven(self, lane: Lane, motion: Motion) -> bool:
        """Whether a motion may take effect: nobody goes as a cheat without proof.

        All others together can vote an honest seat out. This node waits for the proof where it has none, and where it
        has not voted yes itself, for which it needs one; it may still come to the place where the cheat is caught.
        """
        if motion.kind != "cheated" or lane.id in self._yes:
            return True
        seats = self.charter.charter.seats_of(motion.operator)
        if self._about is not None and self._about not in seats:
            return True  # whoever accuses is not asked here whether it was right about somebody else before
        return self.blame.convinced_of(seats)

    def _part(self, lane: Lane, motion: Motion) -> None:
        """All who are asked end the game without the others: here, if this node is one of them, where it said yes."""
        if lane.id not in self._yes:
            self._output.events.append(Parted(motion))
            return
        place = (self._play_lane.epoch, *self._yes[lane.id])
        self._decided[self._play_lane.place if place in self._marks else place] = motion

    def _end_astray(self) -> bool:
        """The game ended here further on, where only this node has been; its older store does not lead there any more.

        Everybody who is asked has told all that there is, and it is not enough: so it has ended where this node stands.
        """
        ends, request = list(self._decided.values()), self._play_lane.request
        if isinstance(request, Prepared):
            pile = self._piles.find(request.cards)
            request = None if pile is None else pile.lane.request
        playing = self._speaking and not self._going_back and not self._paused and self._fault is None
        if not playing or not isinstance(request, Say) or not ends or not all(motion.without for motion in ends):
            return False
        self._change_epoch(ends[0])
        return True

    def _change_epoch(self, motion: Motion) -> None:
        """A motion takes effect: what was said in the open step is said again on the new chain, without the leaver."""
        if motion.without:
            self._over = True
            self._output.events.append(Carried(motion))
            return
        lane = self._play_lane
        lane.epoch += 1
        lane.chain = link_epoch(lane.chain, lane.epoch, encode(motion))
        lane.said, lane.taught, lane.trail = {}, {}, []
        lane.run.dirty = False
        self._motion_lanes.clear()
        self._movers.clear()
        self._yes.clear()
        self._confirmed = None
        self._piles.clear()
        self._wishes.clear()
        self._mail.forget_before(lane.epoch)
        self._output.events.append(Carried(motion))
        if motion.kind in motions.ENDING:
            self._over = True
            return
        seats = {seat for seat in self.charter.charter.seats_of(motion.operator) if seat in self.play.seated}
        if motion.kind == "cheated":
            self._expelled[motion.operator] = len(self._records)
        if motion.kind == "resigned":
            self._retiring |= seats
        else:
            self.play.gone |= seats
            if self._differs in seats:
                self._paused = False
        # Who vanishes while it resigns is gone; everybody else leaves in turn.
        self._leaving = [motion if other.operator == motion.operator else other for other in self._leaving]
        if motion not in self._leaving:
            self._leaving.append(motion)
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
        early = self._mail
        self._back_in = place[0]
        self._reset([*prefix, *beside], [record.operation for record in prefix if isinstance(record, Asked)])
        self._mail.merge(early)
        self._discover_early()
