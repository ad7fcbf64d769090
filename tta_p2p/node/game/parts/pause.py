"""A pause at a playing node: the game is paused here until its person goes on and the node has met everybody since, or
has heard them say something in the game.

What is agreed stands in the journal. That a person goes on does not: a person who agreed to a pause and resumes the
game goes on by that.

Nodes also tell each other at once that they have gone on, and before, that their person wants to as soon as everybody
is there. Nothing proves that, and nothing depends on it but what people read, and that the limits run again for a node
that says it has gone on. What is signed shows that only when the node acts again.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator

import trio

from protocol import events
from protocol.messages import Vote, body_of, decode_envelope
from protocol.motions import PAUSE
from protocol.transcript import PLAY, MessageRecord, Record
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.catch_up import CatchUp
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import FrameValue, Part
from tta_p2p.node.game.roles import PauseKeeper
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts import pause as pause_words
from tta_p2p.table.game_table import TableEvent

FAREWELL = 20.0
"""Seconds a node stays in a pause when nobody watches any more, so that others can fetch what they lack of it."""


EPOCH = 8
"""How many bytes say an epoch."""
WANTS = b"\0"
"""Stands behind the epoch where a node has not met everybody yet, and its person goes on as soon as it has."""


class Pause(Part, PauseKeeper):
    """The pauses of one game, as one node keeps them."""

    serves = Stake.PLAY
    kinds = frozenset({FrameKind.WENT_ON})
    requests = (pause_words.ResumeRequest,)

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._wanted_in: int | None = None
        """From the pause of which epoch the person here goes on, as soon as everybody is there."""
        self.resume_requested_at = trio.current_time()
        """When the person here has said so, or the pause was seen to be over, by Trio's clock; at first the start."""
        self._resumed: float = -1
        """Up to the pause of which epoch the person here goes on: whatever was agreed before that was said, also what
        this node learns of later, since its store is an older copy.
        """
        self._table, self._operator, self._presence = context.table, context.operator, context.presence
        self._mesh = context.mesh
        own = context.charter.seats_of(context.operator)
        self._agreed = frozenset(agreed_epochs(context.setup.journal, own))
        """The epochs in which the person here had agreed to a pause before this node was started: to go on."""
        self._met: set[int] = set()
        """The operators who have been connected since the person here goes on."""
        self._back: dict[int, int] = {}
        """After the pause of which epoch each of the others has said it has gone on."""
        self._wish: dict[int, int] = {}
        """From the pause of which epoch the person of each of the others wants to go on."""
        self._told = pause_words.PauseReply(False)
        self._alone_at = 0.0

    @property
    def resume_requested(self) -> bool:
        """Whether the person here goes on, as soon as everybody is there: from this pause, not from one before.

        A pause holds from the word on which it is agreed; this node tells of it (``begin``) only when it has stored
        what came with that word, and may have to ``look`` before.
        """
        return self._wanted_in == self._table.session.course.pause_epoch

    def offers(self, client: Client) -> bool:
        """A client that plays, or belongs to the owner of a node of bots."""
        return client.hello is None or not client.hello.watch

    def ask(self, client: Client, request: say.Request) -> None:
        """The person here goes on. Raises NotPossible where there is no pause, and to a program."""
        self.context.check_person(client)
        self.resume()

    async def event(self, event: TableEvent) -> None:
        """A pause has carried: this node tells where it stands, so that others can fetch what they lack of it."""
        if isinstance(event, events.MotionCarried) and event.motion.kind == PAUSE:
            self.begin()
            self.context.part(CatchUp).ask_all()

    def begin(self) -> None:
        """The table has agreed on a pause; the person here may have gone on from it before this node tells of it."""
        session = self._table.session
        agreed = session.course.pause_epoch - 1 in self._agreed  # the game may have gone on to a later epoch by now
        wanted = (
            self.context.players.only_bots
            or agreed
            or not session.paused
            or self._resumed >= session.course.pause_epoch
        )
        self._wanted_in = session.course.pause_epoch if wanted else None
        self._met, self.resume_requested_at = set(), trio.current_time()
        self._alone_at = trio.current_time()
        self._go_on_or_tell()

    def resume(self) -> None:
        """The person here goes on. Raises NotPossible where there is no pause."""
        if not self._table.session.paused:
            raise NotPossible("node.not-paused")
        self._wanted_in, self.resume_requested_at, self._met = (
            self._table.session.course.pause_epoch,
            trio.current_time(),
            set(),
        )
        self._resumed = math.inf
        self._go_on_or_tell()

    def agree(self) -> None:
        """The person here votes on a pause: it goes on only from those before."""
        self._resumed = min(self._resumed, self._table.session.course.pause_epoch)

    def _go_on_or_tell(self) -> None:
        self.watch()
        if self.resume_requested and self._table.session.paused:  # somebody is not there yet
            self._mesh.send_all(FrameKind.WENT_ON, self._frame())

    async def tick(self) -> None:
        """See whether everybody has been met."""
        self.watch()

    def watch(self) -> None:
        """Go on if that is wanted and everybody has been met, and tell how it stands where that has changed."""
        session, charter = self._table.session, self._table.charter
        missing: list[int] = []
        if session.paused:
            self._met |= self._presence.connected
            others = session.play.operators(session.play.present)
            resting = (
                set(session.paused_operators) - self._met
            )  # whose word in the game since the pause is here need not come
            missing = [one for one in others if one != self._operator and one in resting]
            if self.resume_requested and not missing:
                self.resume_requested_at = trio.current_time()
                self._table.resume()
                self._mesh.send_all(FrameKind.WENT_ON, self._frame())
        if not session.paused:  # this node has resumed; others are known to have once they say something
            wishing = {one for one, epoch in self._wish.items() if epoch >= session.course.pause_epoch}
            missing = sorted(self.paused_operators() - wishing)  # whose person has said that goes on by itself
        names, resumed = ([charter.operators[one].name for one in some] for some in (missing, self._resumed_too()))
        said = pause_words.PauseReply(session.paused, session.paused and self.resume_requested, names, resumed)
        if said != self._told:
            self._told = said
            self.context.tell_all(said)
            self.context.loop.show_soon()

    @property
    def holds_for_all(self) -> bool:
        """Whether a pause holds that nobody has gone on from, by what all have said or told.

        Bots go on by themselves: a node of bots alone does not end the pause of the others.
        """
        session = self._table.session
        people = set(session.play.operators(session.play.present)) - self.context.unattended
        return session.paused and self.paused_operators() >= people and not self.resume_requested

    def paused_operators(self) -> frozenset[int]:
        """The operators who have not gone on since the last pause, by what they have said or told."""
        session = self._table.session
        gone_on = {one for one, epoch in self._back.items() if epoch >= session.course.pause_epoch}
        if not session.paused:
            gone_on.add(self._operator)  # the game here has not heard a word of this node yet where its person thinks
        return frozenset(session.paused_operators) - gone_on

    def _resumed_too(self) -> list[int]:
        """The operators whose person has said that it goes on, while this node is paused."""
        session = self._table.session
        said = {
            one
            for told in (self._back, self._wish)
            for one, epoch in told.items()
            if epoch == session.course.pause_epoch
        }
        return (
            sorted((said & set(session.play.operators(session.play.present))) - self.context.unattended)
            if session.paused
            else []
        )

    def peer_connected(self, operator: int) -> None:
        """Tell a peer that this node has gone on, or that its person wants to, if there was a pause."""
        self.watch()
        if self._table.session.course.pause_epoch >= 0 and (self.resume_requested or not self._table.session.paused):
            self._mesh.send(operator, FrameKind.WENT_ON, self._frame())

    def hear(self, operator: int, kind: FrameKind, payload: bytes) -> FrameValue:
        """A peer says that it has gone on after the pause of an epoch, or wants to."""
        epoch, told = int.from_bytes(payload[:EPOCH], "big"), self._back if len(payload) == EPOCH else self._wish
        if payload[EPOCH:] not in (b"", WANTS) or len(payload) < EPOCH or epoch <= told.get(operator, -1):
            return FrameValue.USELESS
        told[operator] = epoch
        self.watch()
        return FrameValue.NEWS

    def _frame(self) -> bytes:
        session = self._table.session
        return session.course.pause_epoch.to_bytes(EPOCH, "big") + (WANTS if session.paused else b"")

    def news(self) -> Iterator[pause_words.PauseReply]:
        """Whether the game is paused, and for whom it waits."""
        if self._told.holds or self._told.missing:
            yield self._told

    def summary(self) -> str:
        """Whether the game is paused, and who has not gone on."""
        return f"paused={self._told.holds} wanted={self._told.wanted} missing={self._told.missing}"

    def releases(self, watched: bool) -> bool:
        """Whether nobody needs this node until its person goes on: no client is here, and others know of the pause."""
        if watched or self.resume_requested or not self._table.session.paused:
            self._alone_at = trio.current_time()
            return False
        alone = trio.current_time() - self._alone_at
        return alone > FAREWELL or (alone > 1.0 and self.context.part(CatchUp).all_up_to_date())


def agreed_epochs(journal: Iterable[Record], seats: Collection[int]) -> Iterator[int]:
    """The epochs in which one of these seats has voted for a pause, by what was stored."""
    for record in journal:
        if isinstance(record, MessageRecord):
            said = decode_envelope(record.envelope)
            if said.lane != PLAY and said.seat in seats:
                body = body_of(said)
                if isinstance(body, Vote) and body.yes and body.motion.kind == PAUSE:
                    yield said.epoch
