"""The motions of an epoch, each on a lane of its own, and which of them take effect.

Ballots run beside play and come before it: an agreement holds before any further message. A motion takes effect at a
place of play; other modules take play there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, cast

from protocol import motions
from protocol.blame import Blame
from protocol.charter import Charter
from protocol.errors import OutOfOrder
from protocol.events import MotionLapsed, TableSplit, VoteCast
from protocol.lanes import Lane
from protocol.mailbox import Mailbox
from protocol.messages import Body, Confirmation, Envelope, Motion, Outcome, Vote, body_of
from protocol.ops.recover import recoverable
from protocol.output import SessionOutput
from protocol.play import Run
from protocol.send_gate import SendGate
from protocol.steps import MessageStep
from protocol.transcript import first_link
from protocol.wire import encode

Place = tuple[int, int, bytes]
"""Epoch, step and chain of play."""


class Ballot(NamedTuple):
    """A motion and the lane on which it is voted."""

    lane: Lane
    motion: Motion

    @property
    def confirming(self) -> bool:
        """Whether a round of votes has carried and only the confirmations are missing."""
        return isinstance(self.lane.request, MessageStep) and self.lane.request.kind is Confirmation


class Ballots:
    """The motions of this epoch at one peer."""

    def __init__(
        self,
        charter: Charter,
        play: Lane,
        gate: SendGate,
        mail: Mailbox,
        blame: Blame,
        output: SessionOutput,
        differs: Callable[[], bool],
        plays: Callable[[], bool],
        *,
        about: int | None,
        replayed: bool,
    ) -> None:
        """``play``: the lane of play. ``differs``: whether this program stands still because it comes to another state
        than others. ``plays``: whether an operation of the game is under way. ``about``: the seat that a certificate
        accuses.

        ``replayed``: what comes in are the records of another peer.
        """
        self._charter, self._sid, self._play = charter, charter.sid, play
        self._gate, self._mail, self._blame, self._output = gate, mail, blame, output
        self._differs, self._plays, self._about, self._replayed = differs, plays, about, replayed
        self._ballots: dict[bytes, Ballot] = {}
        self._movers: dict[bytes, int] = {}
        self._openers: dict[bytes, int] = {}
        """The mover of each motion in the journal, which holds the votes of a step in the order they came."""
        self._wishes: dict[bytes, bool] = {}
        self._yes: dict[bytes, tuple[int, bytes]] = {}
        self._astray: set[bytes] = set()
        """The lanes on which this node voted to end the game before a place that its lost messages had reached."""
        self._confirmed: Motion | None = None
        """The motion of lowest rank that this node has confirmed in this epoch."""
        self._decided: dict[Place, Motion] = {}
        self._closed = False
        """Whether the game finished here: from then on this node votes no on every other end."""

    def __iter__(self) -> Iterator[Ballot]:
        """All motions of this epoch."""
        return iter(tuple(self._ballots.values()))

    @property
    def open(self) -> list[Ballot]:
        """The ballots that still count.

        After an agreement, messages on the others stand in no transcript; but a node that cannot follow the table into
        a course that it was never told of can still end its game.
        """
        return [found for found in self if not self._decided or found.motion.without]

    # What binds this node.

    @property
    def has_voted(self) -> bool:
        """Whether this node has said yes to a motion that is not decided yet."""
        return any(self._binds(id) for id in self._yes)

    def is_agreed(self, kind: str) -> bool:
        """Whether a motion of this kind has carried by the votes and only the confirmations are missing."""
        return any(ballot.confirming and ballot.motion.kind == kind for ballot in self)

    def holds(self, passed: Callable[[Place], bool]) -> bool:
        """Whether a yes of this node, given here or further back, is still open, so that play stands still.

        A yes further back dates from before the node lost its store and went on without knowing of it. ``passed``:
        whether play has been at a place.
        """
        if self._decided or not self._yes:
            return False  # the others went further before they agreed; this node follows them there
        play = self._play
        bound = [place for id, place in self._yes.items() if self._binds(id)]
        return any(step < play.step or passed((play.epoch, step, chain)) for step, chain in bound)

    def _binds(self, id: bytes) -> bool:
        """Whether a yes of this node may still carry: not in a round with a no, or with a vote on another chain.

        Nor does a yes hold this node back from an end of the game that it signed before its store became an older copy:
        existing messages lead there, and no operator that signed the end ever votes yes.
        """
        ballot = self._ballots[id]
        if ballot.confirming or ballot.lane.steps is None:
            return True
        words, epoch = self._gate.outbox, self._play.epoch
        furthest = words.last_place(epoch)
        if words.has_finished(epoch) and furthest is not None and self._yes[id][0] < furthest[0]:
            return False
        votes = ballot.lane.contents.values()
        return all(cast("Vote", vote).yes for vote in votes) and not self._is_forked(ballot.lane)

    def _is_forked(self, lane: Lane) -> bool:
        """Whether an author of the open step sent its message on another chain."""
        return any((lane.id, lane.epoch, lane.step, seat) in self._mail.forks for seat in lane.authors())

    def may_send_in(self, lane: Lane, seat: int) -> bool:
        """Whether a seat of this node may send in the open step of a lane."""
        if self._decided and all(ballot.lane is not lane for ballot in self.open):
            return False  # this epoch is over for every node that went further; nobody needs messages in it
        if lane.id not in self._ballots and self._gate.outbox.has_pending_vote(lane.epoch):
            return False
        return self._gate.may_send_in(lane, seat)

    # What is moved.

    def restore(self, envelope: Envelope) -> None:
        """Note a message of the journal, in its order there."""
        self._openers.setdefault(envelope.lane, envelope.seat)

    def discover(self, envelope: Envelope) -> bool:
        """Open the lane of another operator's motion; whether a message beside play may be kept.

        Only the first vote of a motion opens its lane, so that a verifier of a certificate finds it open as well; and
        no operator burdens the others with more motions than a table can use.
        """
        if envelope.epoch != self._play.epoch:
            return True
        if envelope.lane in self._ballots:
            return _belongs(envelope, self._ballots[envelope.lane].motion)
        vote = body_of(envelope)
        if not isinstance(vote, Vote) or not motions.is_sound(self._charter, vote.motion):
            return True
        if envelope.lane == self._lane_of(vote.motion):
            if envelope.step or envelope.prev != first_link(self._sid, envelope.lane):
                return True
            # Motions in the records were open before, by an uncertain mover: records list the votes of a step by seat.
            mover = self._openers.get(envelope.lane, envelope.seat)
            if envelope.lane not in self._openers and not self._may_move(mover):
                return True  # kept within bounds: its author may come back and have forgotten that it has said it
            self._movers[envelope.lane] = mover
            self._begin(vote.motion)
        return True

    def vote(self, motion: Motion, yes: bool) -> None:
        """Vote on a motion for this node, or move it. Raises ``OutOfOrder`` where the table could not carry it out."""
        operator = self._gate.operator
        if operator is None:
            raise OutOfOrder("spectators do not vote", "spectator")
        operators = range(len(self._charter.operators))
        unknown = [named for named in (motion.operator, *motion.without) if named not in operators]
        if unknown:
            raise OutOfOrder(f"there is no operator {unknown[0]}", "no-operator")
        if not motions.is_sound(self._charter, motion):
            raise OutOfOrder(
                "only the end of a game can be moved without somebody, each named once and in order", "unsound-motion"
            )
        if operator in motion.without:
            raise OutOfOrder("this motion does without this operator", "without-you")
        if yes and motion.kind in motions.LEAVING:
            self._check_leaver(motion)
        if self._closed or (yes and self.is_too_late_for(motion)):
            raise OutOfOrder(
                "this operator has said that the game is over: others may know already how it has ended", "finished"
            )
        lane = self._lane_of(motion)
        if lane not in self._ballots:
            mover = self._charter.lead(operator)
            if not self._may_move(mover):
                raise OutOfOrder("this operator has moved too much already", "too-many-motions")
            self._movers[lane] = mover
        elif self._ballots[lane].lane.over:
            raise OutOfOrder("this has been voted on too often", "too-many-rounds")
        self._wishes[encode(motion)] = yes
        self._begin(motion)

    def _may_move(self, seat: int) -> bool:
        room = motions.MAX_MOTIONS * len(self._charter.seats)
        if not self._replayed:
            if sum(mover == seat for mover in self._movers.values()) >= motions.MAX_MOTIONS:
                return False
            if self._gate.seats and seat not in self._gate.seats:
                room -= motions.MAX_MOTIONS  # whatever the others have moved, this node can still move to end the game
        return len(self._movers) < room

    def _lane_of(self, motion: Motion) -> bytes:
        return motions.motion_lane(self._sid, self._play.epoch, motion)

    def _begin(self, motion: Motion) -> None:
        id = self._lane_of(motion)
        play = self._play.run.play
        if id not in self._ballots and motions.voters(play, motion):
            run = Run(play, id)
            # All nodes see an equivocation in a vote before the table could split over it.
            lane = Lane(
                id, first_link(self._sid, id), run, epoch=self._play.epoch, on_message=self._heard, relayed=True
            )
            self._ballots[id] = Ballot(lane, motion)
            # Earlier messages for the lane get the same check: convictions must not depend on the order of arrival.
            self._mail.sift(id, lambda envelope: _belongs(envelope, motion))
            lane.start(motions.rounds(run, motion, self._own_vote, self._own_confirm, self._in_order, self._lapsed))

    def reopen(self, ballot: Ballot) -> None:
        """Collect the votes of a motion again: the others took another variant of a vote."""
        lane, motion = ballot
        del self._ballots[lane.id]
        self._yes.pop(lane.id, None)
        if self._confirmed == motion:
            self._confirmed = self._gate.outbox.first_confirmed(lane.epoch)
        self._begin(motion)

    def _check_leaver(self, motion: Motion) -> None:
        """Refuse to vote somebody out where the table could not go on."""
        play = self._play.run.play
        seats = [seat for seat in self._charter.seats_of(motion.operator) if seat in play.present]
        if not seats:
            raise OutOfOrder("that operator has left already", "has-left")
        if play.operators(play.present) == (motion.operator,):
            raise OutOfOrder("nobody would stay", "nobody-stays")
        if motion.kind == "resigned":
            if any(seat in play.retiring for seat in seats):
                raise OutOfOrder("that operator is just leaving", "leaving")
            return
        if motion.operator == self._gate.operator:
            raise OutOfOrder("nobody calls itself gone", "yourself")
        if motion.kind == "cheated" and not self._blame.convicts(seats):
            raise OutOfOrder("nobody has shown that this operator cheated", "no-proof")
        if self._charter.on_leave != "continue":
            raise OutOfOrder("the charter says that the table waits for whoever is missing", "table-waits")
        if self._are_needed(seats):
            raise OutOfOrder(
                "the cards could not be opened without that operator: wait, call the game off or give it up",
                "cards-needed",
            )

    def _are_needed(self, seats: Iterable[int]) -> bool:
        """Whether hidden cards are here, or soon may be, that could not be opened without these seats."""
        hidden = any(card.face is None for card in self._play.run.play.table.cards.values())
        return (hidden or self._plays()) and not all(recoverable(self._play.run, seat) for seat in seats)

    # What is voted.

    def _heard(self, envelope: Envelope, body: Body) -> None:
        own = envelope.seat in self._gate.seats
        if isinstance(body, Confirmation):
            other = self._blame.broken_promise(envelope)
            if other is not None:
                self._blame.catch(other, envelope)
            if own:
                motion = self._ballots[envelope.lane].motion
                self._confirmed = min(self._confirmed or motion, motion, key=self.rank)
        elif isinstance(body, Vote):
            if body.yes and own:
                self._yes[envelope.lane] = body.trail[-1]
            by = self._charter.seats[envelope.seat].operator
            if not self._closed:
                self._output.events.append(VoteCast(body.motion, by, body.yes))

    def _own_vote(self, motion: Motion) -> Vote | None:
        wish = self._wishes.get(encode(motion))
        if wish is None:
            return None
        words, epoch = self._gate.outbox, self._play.epoch
        if self._closed:  # the same message at any time: an older copy of the store needs nobody to report it
            return Vote(motion, False, ((self._play.step, self._play.chain),))
        if wish and self.is_too_late_for(motion):
            return None
        if wish and motion.kind not in motions.ENDING and words.has_pending_opening(epoch):
            return None  # cards that this node opened further on would be hidden in a course that begins here
        if wish and motion.kind in ("gone", "cheated"):  # cards may have come since somebody wished it here
            present = self._play.run.play.present
            wish = not self._are_needed(seat for seat in self._charter.seats_of(motion.operator) if seat in present)
        self._play.mark()
        trail, here = self._play.trail[-64:], (self._play.step, self._play.chain)
        furthest = words.last_place(epoch)
        if motion.without and furthest is not None and furthest[0] >= here[0] and furthest != here:
            trail = [*trail[-63:], furthest]  # otherwise this node would seem to have played on
            self._astray.add(self._lane_of(motion))
        return Vote(motion, wish, tuple(trail))

    def is_too_late_for(self, motion: Motion) -> bool:
        """Whether this node signed the end of the game and this motion would contradict it.

        A node that has all signatures knows the end, perhaps before this one. An operator that has not signed can still
        be voted out, and the remaining ones can always end the game.
        """
        if motion.without or motion.kind == "cheated":
            return False
        hinders = motion.kind != "gone" or motion.operator not in self._unfinished()
        return hinders and self._gate.outbox.has_finished(self._play.epoch) and not self._differs()

    def _unfinished(self) -> set[int]:
        """The operators whose signature of the end is not known here."""
        play, seats = self._play, self._charter.seats
        if not isinstance(play.request, MessageStep) or play.request.kind is not Outcome:
            return set(range(len(self._charter.operators)))
        said = {seat: self._mail.known((play.id, play.epoch, play.step, seat)) for seat in play.authors()}
        return {seats[seat].operator for seat, found in said.items() if found is None or found.prev != play.chain}

    def _own_confirm(self, motion: Motion) -> Confirmation | None:
        """Confirm one motion; another one only where the first cannot carry any more.

        Two motions, each confirmed by some, would never carry. So motions have ranks: a node that confirmed the later
        one also confirms the earlier one, as soon as an operator that the later one needs has confirmed the earlier.
        That confirmation is a promise never to confirm the later motion; breaking it convicts.
        """
        if self._closed:
            return None
        first = self._gate.outbox.first_confirmed(self._play.epoch)
        mine = self._confirmed or first
        if mine is None or first is None:
            return Confirmation(motion)
        if self.rank(mine) < self.rank(motion):
            return None
        lane = self._ballots[self._lane_of(motion)].lane
        needed = set(motions.confirmers(self._play.run.play, mine))
        needed -= self._blame.certificates.keys() | set(self._gate.seats)
        promised = [first for seat, first in lane.contents.items() if seat in needed]
        if any(self.rank(cast("Motion", first)) < self.rank(mine) for first in promised):
            return Confirmation(first)
        return None

    def relied_on(self, envelope: Envelope) -> bool:
        """Whether this node confirmed an earlier motion than the one of this broken promise, perhaps because of it.

        Then the later motion carries no more here. Everywhere else it counts, so that all nodes reach the same place.
        """
        found, mine = self._ballots.get(envelope.lane), self._confirmed
        return found is not None and mine is not None and self.rank(mine) < self.rank(found.motion)

    def rank(self, motion: Motion) -> tuple[int, bytes]:
        """The place of a motion in the order of motions of this epoch."""
        return motions.rank(self._sid, self._play.epoch, motion)

    def _in_order(self, motion: Motion, first: Motion) -> bool:
        """Whether a motion may be confirmed after ``first`` was confirmed first."""
        return self.rank(motion) <= self.rank(first)

    def _lapsed(self, motion: Motion) -> None:
        id = self._lane_of(motion)
        self._wishes.pop(encode(motion), None)
        self._yes.pop(id, None)
        lane = self._ballots[id].lane
        lane.over = lane.step >= motions.MAX_ROUNDS
        if not self._closed:
            self._output.events.append(MotionLapsed(motion))

    # What takes effect.

    def advance(self, advance: Callable[[Lane], bool], passed: Callable[[Place], bool]) -> tuple[bool, Place | None]:
        """Advance every ballot; whether anything moved, and the earlier place to which play rewinds, if any.

        ``advance``: goes on with a lane. ``passed``: whether play has been at a place.
        """
        if not self._ballots:
            return False, None
        if self._play.place in self._decided:
            return False, None  # the epoch ends here, before anything else is heard in it
        busy = False
        for ballot in self.open:
            busy = advance(ballot.lane) or busy
            if ballot.lane.steps is None and (found := self._carried()) is not None:
                return True, self._decide(found, passed)
        found = self._carried()
        return (busy, None) if found is None else (True, self._decide(found, passed))

    def close(self, advance: Callable[[Lane], bool]) -> None:
        """Answer no to every vote for another end, now that the game finished here, so that no vote stays open.

        ``advance``: goes on with a lane.
        """
        self._closed = True
        self._wishes.clear()
        asked = [ballot for ballot in self if set(self._gate.seats) & set(ballot.lane.authors())]
        for lane, motion in asked:
            while advance(lane) or self._must_decline(lane, motion):
                pass

    def _must_decline(self, lane: Lane, motion: Motion) -> bool:
        """Whether a voter of this round waits for this node, whose vote is then no."""
        new = encode(motion) not in self._wishes
        if new and (
            self._is_forked(lane) or any(isinstance(vote, Vote) and vote.yes for vote in lane.contents.values())
        ):
            self._wishes[encode(motion)] = False
            return True
        return False

    def _carried(self) -> Ballot | None:
        for ballot in self.open:
            if ballot.lane.steps is None and not ballot.lane.over and self.is_proven(ballot):
                return ballot
        return None

    def is_proven(self, ballot: Ballot) -> bool:
        """Whether a motion may take effect: no operator leaves as a cheat without proof.

        All others together could vote an honest seat out. Without proof, and without a yes of its own, which needs one,
        this node waits; it may still reach the place where it convicts the cheat itself.
        """
        if ballot.motion.kind != "cheated" or ballot.lane.id in self._yes:
            return True
        seats = self._charter.seats_of(ballot.motion.operator)
        if self._about is not None and self._about not in seats:
            return True  # this check is about one accused seat; earlier expulsions are not judged again
        return self._blame.holds_guilty(seats)

    def _decide(self, ballot: Ballot, passed: Callable[[Place], bool]) -> Place | None:
        """Put a carried motion into effect at its place of the chain; that place, if play has left it."""
        lane, motion = ballot
        lane.over = True
        if lane.result is None:
            self._part(ballot, passed)
            return None
        place = (self._play.epoch, *cast("tuple[int, bytes]", lane.result))
        self._decided[place] = motion
        return place if passed(place) and place != self._play.place else None

    def _part(self, ballot: Ballot, passed: Callable[[Place], bool]) -> None:
        """The voters end the game without the others: here where this node voted yes, if it is one of them."""
        lane, motion = ballot
        if lane.id not in self._yes:
            self._output.events.append(TableSplit(motion))
            return
        place = (self._play.epoch, *self._yes[lane.id])
        here = passed(place) or lane.id in self._astray
        self._decided[self._play.place if here else place] = motion

    def has_carried(self, motion: Motion) -> bool:
        """Whether a motion takes effect as soon as play comes to its place."""
        return motion in self._decided.values()

    def due(self) -> Motion | None:
        """The motion that takes effect where play stands now, once."""
        return self._decided.pop(self._play.place, None) if self._decided else None

    def ending_astray(self) -> Motion | None:
        """The motion by which this node ended its game at a place beyond its play, if nothing else was decided."""
        ends = list(self._decided.values())
        return ends[0] if ends and all(motion.without for motion in ends) else None

    def is_replayed(self, motion: Motion) -> bool:
        """Whether the journal itself holds every message by which this motion carried."""
        return self._mail.is_replayed(self._lane_of(motion))

    def begin_epoch(self) -> None:
        """Drop the motions of the epoch before."""
        self._ballots.clear()
        self._movers.clear()
        self._yes.clear()
        self._astray.clear()
        self._confirmed = None
        self._wishes.clear()

    def discover_early(self) -> None:
        """Open the lanes of motions that came before this node reached this epoch."""
        # Those of the journal first: they count for the bound of what is new.
        for envelope in sorted(self._mail.early(self._play.epoch), key=lambda said: said.lane not in self._openers):
            self.discover(envelope)


def _belongs(envelope: Envelope, motion: Motion) -> bool:
    """Whether a message can belong to a motion; others on its lane belong to none.

    A confirmation never comes first: the vote that opens the lane might follow it, so it could convict nobody.
    """
    body = body_of(envelope)
    return (isinstance(body, Confirmation) and envelope.step > 0) or (isinstance(body, Vote) and body.motion == motion)
