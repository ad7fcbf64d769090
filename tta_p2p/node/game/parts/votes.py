"""Motions at a playing node: what people ask for, what it moves by itself, and along with whom it votes."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

import trio

from protocol import events
from protocol.errors import OutOfOrder
from protocol.messages import Motion, Vote, body_of, decode_envelope
from protocol.motions import ENDING, LEAVING, PAUSE, WITHOUT_LEAVER
from protocol.transcript import PLAY, MessageRecord, Record
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.ending import Ending
from tta_p2p.node.game.limits import VOTE, Limits
from tta_p2p.node.game.motion_notices import MotionNotices
from tta_p2p.node.game.part import Part
from tta_p2p.node.game.roles import Asker, MotionSource, PauseKeeper
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.notices import error_reply, halt_reply
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts import votes as votes_words
from tta_p2p.table import game_table
from tta_p2p.table.game_table import GameTable, TableEvent

KINDS = (*WITHOUT_LEAVER, "resigned", PAUSE, *ENDING)
TOGETHER = ("resigned", PAUSE)
"""What carries only where all stand at one place: if nobody is against it, it is voted on once more."""

PATIENCE, LONGEST = 2.0, 3600.0
"""Seconds between two motions of a node on which only bots play, and at most where one lapses again and again."""


class Votes(Part, MotionSource):
    """The open motions of one game, as this node sees them."""

    serves = Stake.PLAY
    requests = (votes_words.VoteRequest,)

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self.table, self.operator, self.limits = context.table, context.operator, Limits(context)
        self._charter, self._presence = context.charter, context.presence
        waits = context.charter.on_leave != "continue"
        self.motions = tuple(kind for kind in KINDS if not (waits and kind in WITHOUT_LEAVER))
        self._only_bots, self._unattended = context.players.only_bots, context.unattended
        self.open: dict[Motion, None] = {}
        """The motions that are open, in the order in which they were moved."""
        self._told = MotionNotices()
        self._votes: dict[Motion, dict[int, bool]] = {}
        """The votes of this round, by operator."""
        self._stored = Counter(_votes_in(context.setup.journal, context.table))
        """The votes of earlier starts that this node has not gone through yet: people have read them."""
        self._read: set[Motion] = set()
        """The motions of which the last vote is one of those."""
        self._again: set[Motion] = set()
        """What this node votes for once more: all agreed, and stood apart."""
        self._since: dict[Motion, float] = {}
        """When each of them was first heard of, as long as this node has not voted on it."""
        self._declined: set[int] = set()
        """The operators that have said no to an end of a game that a cheat holds up, since somebody left last."""
        self._spared: set[tuple[int, int]] = set()
        """Pairs of an operator and the cheat it has refused to vote out, since somebody left last."""
        self._kept: set[int] = set()
        """The cheats without whom the cards could not be opened, or on whom nobody can vote any more."""
        self._asked_at: dict[int, object] = {}
        """Where play stood when somebody was asked last to end the game."""
        self._agreed: set[str] = set()
        """The kinds of end to which the person here has agreed in rounds that are open, and has not thought better of.
        """
        self._outvoted = False
        """Whether all others have voted this node out as a cheat and shown no proof."""
        self._by_itself = BotVoter(self)
        self.refused: dict[int, tuple[float, float]] = {}
        """Whom others have not called gone along with this node: until when it does not move that again, and for how
        long it waits then: a motion has only so many rounds.
        """
        self._parted: Motion | None = None
        """By which motion others have ended the game without this node."""
        self._ended = frozenset[int]()
        """The operators that have ended it so."""
        self._parted_in: tuple[object, float] = (None, 0.0)
        """Where play stood since then, and since when it has stood there."""
        self._stops = False
        """Whether the person here, who has left, does not want to watch any more."""
        self.people_notice: say.ErrorReply | None = None
        """What is told where nobody but bots is here, and the game waits for people who have been away for long."""

        self.vote_notice: say.ErrorReply | None = None
        """What people are told where they may vote on going on without somebody for whom the game waits."""

    async def event(self, event: TableEvent) -> None:
        """Take note of votes, of motions that end, and of cheats whose proof is here."""
        match event:
            case events.VoteCast() | events.MotionLapsed() | events.MotionCarried():
                self.note_motion(event)
            case events.SeatConvicted(seat):
                self.convict(seat)
            case game_table.UnprovenExpulsion(operator):
                self.context.tell_all(self.unproven(operator))
            case events.TableSplit(motion):
                self._part(motion)
            case _:
                pass

    def _part(self, motion: Motion) -> None:
        """Others have ended the game without this node."""
        names, how = self.note_split(motion), motion.kind
        if not names:
            self.context.tell_all(halt_reply("parted-others", how))
        elif self.has_left:
            self.context.tell_all(halt_reply("parted-left", names, how))
        elif self.follow_end():
            self.context.tell_all(halt_reply("parted-agreed", names, how))
        else:
            self.context.tell_all(halt_reply("parted", names, how))

    def note_motion(self, event: events.VoteCast | events.MotionLapsed | events.MotionCarried) -> None:
        """The table has heard a vote, or a motion has ended."""
        motion, told = event.motion, self._is_news(event)
        match event:
            case events.VoteCast(_, by, yes):
                if not self._is_in_vain(motion):
                    self.open[motion] = None
                self._since.setdefault(motion, trio.current_time())
                if by == self.operator:
                    self._since[motion] = float("inf")
                    self._again.discard(motion)
                    if motion.kind in ENDING:
                        (self._agreed.add if yes else self._agreed.discard)(motion.kind)
                self._votes.setdefault(motion, {})[by] = yes
                if told:
                    self._note(motion, by, yes)
            case events.MotionLapsed():
                votes = self._votes.pop(motion, {})
                if motion.kind in TOGETHER and votes.get(self.operator) and all(votes.values()):
                    self._again.add(motion)
                if votes and all(votes.values()):  # they stood apart: what one lacks it has before the next
                    self.context.part(Asker).ask_all()
                self.open.pop(motion, None)
                self._since.pop(motion, None)
                self._agreed.discard(motion.kind)
                if motion.kind == "gone":
                    _, wait = self.refused.get(motion.operator, (0.0, PATIENCE))
                    self.refused[motion.operator] = (trio.current_time() + wait, min(2 * wait, LONGEST))
            case events.MotionCarried():
                self.refused.clear()
                self.open.clear()
                self._since.clear()
                self._again.clear()
                self._agreed.clear()
                self._votes.clear()
                self._declined.clear()
                self._spared.clear()
        self._tell(motion if told and isinstance(event, events.MotionCarried) else None)
        # Whoever has voted in this round does not vote along once more: the vote that closes the round may be told when
        # the next one is open already, and so one round would follow the other without end, or until none is left.
        if isinstance(event, events.VoteCast) and self.operator not in self._votes[motion]:
            self._vote_along(motion)

    def _note(self, motion: Motion, by: int, yes: bool) -> None:
        """Note what follows from a vote for the end of the game.

        Nothing does from what stood in the store: that does not tell whether anybody was caught by then.
        """
        if motion.kind == "cheated":  # who had no proof yet may have said no, and says yes with it
            (self._spared.discard if yes else self._spared.add)((by, motion.operator))
        if motion.kind in ENDING:
            if not yes and self._is_kept_with_a_cheat_by(by) and all(map(self.missing, motion.without)):
                self._declined.add(by)  # a yes to another end takes nothing back of that
            if yes and by == self.operator:  # what others say, they have perhaps said to this node alone
                self._asked_at |= dict.fromkeys(self.others() - set(motion.without), self._place())

    def _is_news(self, event: events.VoteCast | events.MotionLapsed | events.MotionCarried) -> bool:
        """Whether this is new since this node was started; a player who has left reads again how."""
        if isinstance(event, events.VoteCast):
            vote = (event.motion, event.by, event.yes)
            if self._stored[vote]:
                self._stored[vote] -= 1
                if event.motion not in self.open:
                    self._read.add(event.motion)
            elif not self.table.session.ballots.has_carried(event.motion):
                self._read.discard(event.motion)
        return event.motion not in self._read or (
            isinstance(event, events.MotionCarried) and event.motion.kind in LEAVING
        )

    @property
    def open_votes(self) -> list[votes_words.MotionReply]:
        """All votes on every open motion, for a client that comes now; not while this node goes through old ones."""
        return self._told.all()

    def _tell(self, carried: Motion | None = None) -> None:
        """Tell what is new of the motions; ``carried``: which of them has just been agreed on."""
        still = [(motion, self._votes[motion]) for motion in self.open if motion not in self._read]
        for said in self._told.update(still, carried):
            self.context.tell_all(said)

    def _tell_what_is_open(self) -> None:
        """Tell which of the motions made before this node was started are still open.

        What has carried is not open, though play may not have come to its place: the checks of the journal take time.
        """
        carried = self.table.session.ballots.has_carried
        self._read -= {motion for motion in self._read & self.open.keys() if not carried(motion)}
        self._tell()

    def offers(self, client: Client) -> bool:
        """A client that plays. Before the seats are drawn nobody has one, and all may wait for a vote of any person."""
        if client.seat is not None:
            return True
        watches = client.hello is not None and client.hello.watch
        return self.table.seating is None and not watches and not self._only_bots

    def ask(self, client: Client, request: say.Request) -> None:
        """Move or vote as a person asks. Raises OutOfOrder, and NotPossible about somebody who has time left."""
        assert isinstance(request, votes_words.VoteRequest)
        self.vote(request)

    def vote(self, request: votes_words.VoteRequest) -> None:
        """Move or vote as a person asks.

        Raises OutOfOrder, and NotPossible about somebody who has time left, or for a pause in a pause.
        """
        if request.motion == PAUSE:
            if request.yes and self.context.part(PauseKeeper).holds_for_all:
                raise NotPossible("node.paused-already")
            self.context.part(PauseKeeper).agree()
        self.limits.look()
        if request.motion == "gone" and request.yes and request.operator in range(len(self._charter.operators)):
            self._check_time(request.operator)
        if request.motion == PAUSE:
            self.table.vote(Motion("pause", 0), request.yes)
        elif request.motion in ENDING and self.has_left and self._parted is not None:
            self._stops = self._stops or request.yes  # nobody asks for its vote; whom others left alone may play on
        elif request.motion not in ENDING:
            self.table.vote(Motion(request.motion, request.operator), request.yes)  # type: ignore[arg-type]
        elif request.yes:
            self._end(request.motion)
        else:
            self._agreed.discard(request.motion)
            for motion in [motion for motion in self._votes if motion.kind == request.motion and self._asked(motion)]:
                self.table.vote(motion, False)

    def note_split(self, motion: Motion) -> list[str | int]:
        """Note a split: the names of the players who have ended the game without this node."""
        self.open.clear()
        self._since.clear()
        self._tell()
        charter, session = self._charter, self.table.session
        self._parted, self._parted_in = motion, (session.heads()[PLAY], trio.current_time())
        others = {charter.seats[seat].operator for seat in session.seated} - {self.operator}
        ended = sorted(others - set(motion.without))
        self._ended |= frozenset(ended)
        return [charter.operators[one].name for one in ended]

    def follow_end(self) -> bool:
        """Put the end of the game to which the person here has agreed without those who have ended it without this node
        and answer to nothing any more: nobody has to ask for it twice. Whether there is such an end.
        """
        if self._parted is None or self._only_bots or self.has_left or self.table.session.over:
            return False
        put = [motion for motion, votes in self._votes.items() if votes.get(self.operator)]
        for kind in (kind for kind in ENDING if kind in self._agreed):
            if all(self._is_in_vain(motion) for motion in put if motion.kind == kind):
                self.try_motion(self.motion_to_end(kind))
                return True
        return False

    def _is_in_vain(self, motion: Motion) -> bool:
        """Whether a motion to end waits for operators that have ended the game without this node."""
        return motion.kind in ENDING and not self._ended & self.others() <= set(motion.without)

    @property
    def ended_as_spectator(self) -> tuple[str, list[str | int]] | None:
        """Tell the end of a game that this node, having left, only watches, and the operators that ended it.

        It has no vote. Some have ended the game without others, who have not gone on for as long as the charter leaves
        a node and its person, nor voted them out, and are missing here as well. Only a node that is connected to
        somebody who has ended it can tell: without any channel everybody is missing. A node of bots keeps nobody from
        anything by looking on, but nobody reads what it hears: where nothing goes on any more it waits for nobody.
        """
        seats, charter, session = self._charter.seats, self._charter, self.table.session
        present = {seats[seat].operator for seat in session.play.present}
        ended = self._ended & present
        if not self.has_left or self._parted is None or not ended or session.over:
            return None
        moment, place = trio.current_time(), session.heads()[PLAY]
        if place != self._parted_in[0]:
            self._parted_in = place, moment
        waited = moment > self._parted_in[1] + charter.away + (charter.idle or VOTE)
        alone = ended & self._presence.connected and all(self.missing(operator) for operator in present)
        if not (self._stops or (waited and (alone or self._only_bots))):
            return None
        return self._parted.kind, [charter.operators[one].name for one in sorted(ended)]

    @property
    def has_left(self) -> bool:
        """Whether no seat of this node is there any more."""
        return not set(self._charter.seats_of(self.operator)) & set(self.table.session.play.present)

    def unproven(self, operator: int) -> say.HaltReply:
        """All others have voted somebody out as a cheat without proof: what that means here."""
        self._outvoted = operator == self.operator
        if self._outvoted:
            return halt_reply("unproven-you")
        return halt_reply("unproven", self._charter.operators[operator].name)

    def missing(self, operator: int) -> bool:
        """Whether the end of a game need not wait for a peer: a limit is over for it, it was caught cheating, plays
        on without this node, has ended the game without it, or has said no to that while a cheat holds up the table.
        """
        caught = self.context.caught
        away = self._outvoted or self.limits.expired(operator) or self.limits.is_absent(operator)
        declined = operator in self._declined and self._is_kept_with_a_cheat_by(operator)
        return operator in caught | self._ended or (operator != self.operator and (away or declined))

    def _is_kept_with_a_cheat_by(self, operator: int) -> bool:
        """Whether somebody who was caught is there, and the table cannot vote it out and play on, or this one has said
        no to that: then who says no to an end as well keeps the others there for ever.
        """
        there = self.context.caught & self.others()
        stuck = there if self._charter.on_leave != "continue" else there & self._kept
        return bool(stuck) or any((operator, cheat) in self._spared for cheat in there)

    def others(self) -> set[int]:
        """The other operators who have not left."""
        return {self._charter.seats[seat].operator for seat in self.table.session.play.present} - {self.operator}

    def _place(self) -> object:
        """Give the place of play."""
        return self.table.session.heads()[PLAY]

    def _end(self, kind: str) -> None:
        """A person here wants to end the game: who is only late with a decision is asked once before it is left out.

        What others have put stands before that: who agrees to it agrees to it as it is, with all whom it asks.
        """
        others = sorted(self.others() - self.context.caught - self._ended)
        late = [] if self._outvoted else [one for one in others if self.limits.is_decision_late(one)]
        first = [one for one in late if not self._was_asked(one)]
        put = self.motion_to_end(kind, late)
        votes = self._votes.get(put, {}) if put in self.open else {}
        agrees = bool(votes) and self.operator not in votes
        self.table.vote(put if agrees else self.motion_to_end(kind, first))
        if asked := [one for one in first if one not in votes]:
            self.context.tell_all(error_reply("node.asked-first", [self._charter.operators[one].name for one in asked]))

    def _was_asked(self, operator: int) -> bool:
        """Whether this node has asked somebody to end the game where play stands, or in a round that is open yet."""
        receive = (motion for motion in self.open if motion.kind in ENDING and operator not in motion.without)
        still = any(self._votes[motion].get(self.operator) for motion in receive)
        return still or self._asked_at.get(operator) == self._place()

    def motion_to_end(self, kind: str, asked: Collection[int] = ()) -> Motion:
        """To end the game: about nobody, one motion whoever asks for it, and without those who do not answer, unless
        they are ``asked``.
        """
        here = sorted({self._charter.seats[seat].operator for seat in self.table.session.play.present})
        without = tuple(operator for operator in here if self.missing(operator) and operator not in asked)
        return Motion(kind, 0, b"", without)  # type: ignore[arg-type]

    def _check_time(self, operator: int) -> None:
        left, name = self.limits.left(operator), self._charter.operators[operator].name
        if operator != self.operator and left is None:
            if self.limits.is_paused(operator):
                raise NotPossible("node.paused", name)
            raise NotPossible("node.owes-nothing", name)
        if left is not None and left > 0:
            raise NotPossible("node.too-early", name, math.ceil(left))

    def _asked(self, motion: Motion) -> bool:
        return self.operator not in motion.without

    def convict(self, seat: int) -> None:
        """There is a certificate against a seat: its operator is to leave the table."""
        self.context.convicted.add(seat)
        self.try_motion(Motion("cheated", self._charter.seats[seat].operator))

    async def tick(self) -> None:
        """Move what is to be moved again; a node that has left watches until nobody plays any more."""
        self.retry_motions()
        ended, ending = self.ended_as_spectator, self.context.part(Ending)
        if ended is not None and not ending.begun:
            await ending.end_early(*ended)

    def look(self) -> None:
        """Take note of what is due now."""
        self.limits.look()

    def news(self) -> Iterator[say.Reply]:
        """Tell the open motions, and the operators on which the game waits."""
        yield from self.open_votes
        if self.vote_notice is not None:
            yield self.vote_notice
        if self.people_notice is not None:
            yield self.people_notice

    def summary(self) -> str:
        """The motions that are open, and the cheats that are to leave."""
        motions = [f"{motion.kind} {motion.operator}: {self._votes.get(motion, {})}" for motion in self.open]
        return f"open {motions} caught {sorted(self.context.caught)}" if motions or self.context.convicted else ""

    def retry_motions(self) -> None:
        """Move again what could not be moved at once, or lapsed, and what bots move by themselves."""
        self.limits.look()
        if self.table.session.sending:  # so all that was stored has been gone through
            self._tell_what_is_open()
        for seat in self.context.convicted & set(self.table.session.seated):
            if not self.table.session.ballots.has_voted:
                self.try_motion(Motion("cheated", self._charter.seats[seat].operator))
        for motion in list(self._again):
            self.try_motion(motion)
        for motion, since in list(self._since.items()):
            if motion.kind == PAUSE and since != float("inf") and not all(self._votes[motion].values()):
                self.try_motion(motion, False)  # somebody is against it, and nobody need be asked any more
        for motion, since in list(self._since.items()):  # whoever has moved it plays no further until all have voted
            if since != float("inf"):
                self._vote_along(motion, trio.current_time() > since + self._charter.away + PATIENCE)
        self.follow_end()
        if self._parted is not None and self._only_bots and not self.has_left and not self.table.session.over:
            people = self.others() - self._ended - self._unattended - self.context.caught
            motion = self.motion_to_end(self._parted.kind)  # no person is here to end it, and nobody comes back to it
            if not people and motion not in self.open:
                self.try_motion(motion)

        self._tell_without_whom_to_go_on()
        if self._only_bots:
            self._by_itself.move()

    @property
    def restless(self) -> bool:
        """Whether something is to be voted on, or somebody is to leave."""
        return bool(self.open or self._again or self.context.convicted & set(self.table.session.seated))

    def awaited(self) -> set[int]:
        """The other operators whose words the game waits for."""
        seats = {wait.seat for wait in self.table.waiting() if wait.seat is not None}
        return {self._charter.seats[seat].operator for seat in seats} - {self.operator}

    def _tell_without_whom_to_go_on(self) -> None:
        """People judge who is gone; that they may from now on, and how, they are told once."""
        if self.open and not self.table.session.over:
            return  # as long as something is voted on, nobody is waited for but those who vote
        stays = self._only_bots or self.has_left or self.table.session.over or self._charter.on_leave != "continue"
        late = (
            [] if stays else [one for one in sorted(self.awaited() - self.context.caught) if self.limits.expired(one)]
        )
        operators = self._charter.operators
        said = error_reply("node.may-go-on-without", [operators[one].name for one in late]) if late else None
        if said != self.vote_notice:
            self.vote_notice = said
            if said is not None:
                self.context.tell_all(said)

    def _vote_along(self, motion: Motion, late: bool = False) -> None:
        """A node that has said that the game is over says no to what would have it go another way, whoever plays there.
        A node on which only bots play votes by itself: yes where a limit of the charter is over, no
        (``late``) where somebody who is said to be gone is still there when it should be.
        """
        if self.table.session.ballots.is_too_late_for(motion):
            self.try_motion(
                motion, False
            )  # nobody else can say it, and who has said yes waits with the end of the game
            return
        if motion.kind == PAUSE and self.context.part(PauseKeeper).holds_for_all:
            self.try_motion(motion, False)  # nobody need answer it before the game goes on; also one of an older node
            return
        if motion.kind == PAUSE:
            agrees = self._only_bots
        elif motion.kind in ENDING:
            agrees = self._only_bots and self._asked(motion) and all(self.missing(peer) for peer in motion.without)
        elif motion.operator == self.operator:
            agrees = False
        else:
            over = motion.kind == "gone" and self._only_bots and self.limits.expired(motion.operator)
            agrees = motion.kind == "resigned" or over
        present = motion.kind == "gone" and self._only_bots and motion.operator in self._presence.connected
        if agrees:
            self.try_motion(motion)
        elif late and present and motion.operator != self.operator:
            self.try_motion(motion, False)

    def try_motion(self, motion: Motion, yes: bool = True) -> None:
        """Vote on a motion as far as that is possible now."""
        why = ""
        try:
            self.table.vote(motion, yes)
        except OutOfOrder as error:  # not now; it is tried again if it still matters
            why = error.key
        if motion.kind == "cheated":
            kept = why in ("cards-needed", "too-many-rounds")
            (self._kept.add if kept else self._kept.discard)(motion.operator)


class BotVoter:
    """The votes that a node casts by itself where only bots play."""

    def __init__(self, votes: Votes) -> None:
        """``votes``: of the same node."""
        self._votes = votes
        self._moved_at = 0.0
        self._stuck: tuple[object, float] = (None, 0.0)
        """The place of play at which the game waits only for nodes without people that are missing, and since when."""

    def move(self) -> None:
        """Move what bots move, and tell for whom they wait."""
        self._tell_for_whom_bots_wait()
        if trio.current_time() > self._moved_at + PATIENCE:
            self._moved_at = trio.current_time()
            if self._votes.context.charter.on_leave == "continue":
                self._call_gone()
            self._end_without_the_missing()

    def _call_gone(self) -> None:
        """Bots call gone those for whom a limit is over where only bots sit; people are for people to judge.

        With two left each of them is the only voter on the other, and two who only do not reach each other would both
        play on alone: so that takes longer.
        """
        seats = self._votes.context.charter.seats
        alone = len({seats[seat].operator for seat in self._votes.table.session.play.present}) == 2
        for operator in sorted(self._votes.awaited() & self._votes.context.unattended):
            waits = trio.current_time() < self._votes.refused.get(operator, (0.0, 0.0))[0]
            if not waits and self._votes.limits.expired(operator, grace=alone):
                self._votes.try_motion(Motion("gone", operator))

    def _end_without_the_missing(self) -> None:
        """Bots call off a game that cannot or may not go on without nodes without people that are lost for good, or
        without somebody who was caught cheating, which is proved and judges no person. Where a person sits at the
        table, that one decides.

        After two tales at a table that waits, those who are honest stand apart, and wait for each other for ever.
        """
        session, moment, others = self._votes.table.session, trio.current_time(), self._votes.others()
        awaited, caught, place = self._votes.awaited(), self._votes.context.caught & others, session.heads()[PLAY]
        lost = awaited and (caught or all(self._votes.missing(one) for one in awaited))
        if not lost or not others <= self._votes.context.unattended | caught or session.over:
            self._stuck = (None, moment)
        elif self._stuck[0] != place:
            self._stuck = (place, moment)
        elif moment > self._stuck[1] + self._votes.context.charter.away + (self._votes.context.charter.idle or VOTE):
            motion = self._votes.motion_to_end("call-off")
            if motion not in self._votes.open:
                self._votes.try_motion(motion)

    def _tell_for_whom_bots_wait(self) -> None:
        """Bots judge no person: where only they are left they wait, on any day, and say so once, also in the log.

        Also for people of whom nothing is due, where others are lost for good: the game would end without both.
        """
        operators, awaited = self._votes.context.charter.operators, self._votes.awaited()
        people = self._votes.others() - self._votes.context.unattended - self._votes.context.caught
        for_all = awaited and all(map(self._votes.limits.expired, awaited))
        lost = [one for one in sorted(people if for_all else people & awaited) if self._votes.limits.expired(one)]
        if not lost or people & self._votes.context.presence.connected:
            self._votes.people_notice = None
            return
        said = error_reply("node.waits-for-people", [operators[one].name for one in lost])
        if said != self._votes.people_notice:
            self._votes.people_notice = said
            self._votes.context.tell_all(said)
            print(said.text, file=sys.stderr, flush=True)


def _votes_in(journal: Iterable[Record], table: GameTable) -> Iterator[tuple[Motion, int, bool]]:
    """The votes in a journal: on what, of which operator, and how."""
    for record in journal:
        if isinstance(record, MessageRecord):
            said = decode_envelope(record.envelope)
            body = body_of(said) if said.lane != PLAY else None
            if isinstance(body, Vote):
                yield body.motion, table.charter.seats[said.seat].operator, body.yes
