"""A pause at a playing node: it stands still until its person goes on and it has met everybody since, or has heard
them say something in the game.

What is agreed stands in the journal. That a person goes on does not: who takes a game up again to whose pause it has
agreed before goes on by that.

Nodes also tell each other at once that they have gone on, and before, that their person wants to as soon as everybody
is there. Nothing proves that, and nothing depends on it but what people read and that the limits run again for who has
said of itself that it has gone on: by what is signed, who rests is known only when they act again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Protocol

import trio

from protocol.messages import Vote, body_of, decode_envelope
from protocol.motions import PAUSE
from protocol.transcript import PLAY, Record, Said
from tta_p2p.net.framing import Kind
from tta_p2p.node.game.loop import Showing
from tta_p2p.node.game.presence import Presence
from tta_p2p.node.serving.tables import NotPossible
from tta_p2p.seats.parts.pause import Pause
from tta_p2p.table.game_table import GameTable

FAREWELL = 20.0
"""Seconds a node stays in a pause when nobody looks on any more, so that others can fetch what they lack of it."""


EPOCH = 8
"""How many bytes say an epoch."""
WANTS = b"\0"
"""Stands behind the epoch where a node has not met everybody yet, and its person goes on as soon as it has."""


class Sending(Protocol):
    """Who can say something to the other nodes."""

    def send(self, operator: int, kind: int, payload: bytes) -> object:
        """Say it to one of them."""
        ...

    def send_all(self, kind: int, payload: bytes) -> object:
        """Say it to all who are connected."""
        ...


class Pausing:
    """The pauses of one game, as one node keeps them."""

    def __init__(
        self,
        table: GameTable,
        operator: int,
        presence: Presence,
        mesh: Sending,
        showing: Showing,
        *,
        journal: Iterable[Record],
        by_itself: bool,
        unattended: Collection[int] = (),
    ) -> None:
        """``by_itself``: no person plays here, and nobody need say that it goes on. ``unattended``: nor there."""
        self._wanted_in: int | None = None
        """From the pause of which epoch the person here goes on, as soon as everybody is there."""
        self.wanted_at = trio.current_time()
        """When the person here has said so, or the pause was seen to be over, by Trio's clock; at first the start."""
        self._resumed: float = -1
        """Up to the pause of which epoch the person here goes on: whatever was agreed before that was said, also what
        this node learns of later, since its store is an older copy.
        """
        self._table, self._operator, self._presence, self._showing = table, operator, presence, showing
        self._by_itself, self._mesh = by_itself, mesh
        self._agreed = frozenset(agreed_in(journal, table.charter.seats_of(operator)))
        """The epochs in which the person here had agreed to a pause before this node was started: to go on."""
        self._met: set[int] = set()
        """Who has been connected since the person here goes on."""
        self._back: dict[int, int] = {}
        """After the pause of which epoch each of the others has said it has gone on."""
        self._wish: dict[int, int] = {}
        """From the pause of which epoch the person of each of the others wants to go on."""
        self._unattended = frozenset(unattended)
        self._told = Pause(False)
        self._alone_at = 0.0

    @property
    def wanted(self) -> bool:
        """Whether the person here goes on, as soon as everybody is there: from this pause, not from one before.

        A pause holds from the word on which it is agreed; this node tells of it (``begin``) only when it has stored
        what came with that word, and may have to ``look`` before.
        """
        return self._wanted_in == self._table.session.paused_in

    def begin(self) -> None:
        """The table has agreed on a pause; the person here may have gone on from it before this node tells of it."""
        session = self._table.session
        agreed = session.paused_in - 1 in self._agreed  # the game may have gone on to a later epoch by now
        wanted = self._by_itself or agreed or not session.rests or self._resumed >= session.paused_in
        self._wanted_in = session.paused_in if wanted else None
        self._met, self.wanted_at = set(), trio.current_time()
        self._alone_at = trio.current_time()
        self._go_on_or_tell()

    def resume(self) -> None:
        """The person here goes on. Raises NotPossible where there is no pause."""
        if not self._table.session.rests:
            raise NotPossible("node.not-paused")
        self._wanted_in, self.wanted_at, self._met = self._table.session.paused_in, trio.current_time(), set()
        self._resumed = math.inf
        self._go_on_or_tell()

    def agree(self) -> None:
        """The person here votes on a pause: it goes on only from those before."""
        self._resumed = min(self._resumed, self._table.session.paused_in)

    def _go_on_or_tell(self) -> None:
        self.look()
        if self.wanted and self._table.session.rests:  # somebody is not there yet
            self._mesh.send_all(Kind.WENT_ON, self._frame())

    def look(self) -> None:
        """Go on if that is wanted and everybody has been met, and tell how it stands where that has changed."""
        session, charter = self._table.session, self._table.charter
        missing: list[int] = []
        if session.rests:
            self._met |= self._presence.here
            others = session.play.operators(session.present)
            resting = set(session.resting) - self._met  # whose word in the game since the pause is here need not come
            missing = [one for one in others if one != self._operator and one in resting]
            if self.wanted and not missing:
                self.wanted_at = trio.current_time()
                self._table.go_on()
                self._mesh.send_all(Kind.WENT_ON, self._frame())
        if not session.rests:  # this node has gone on; who else has is known once they say something
            wishing = {one for one, epoch in self._wish.items() if epoch >= session.paused_in}
            missing = sorted(self.resting() - wishing)  # whose person has said that goes on by itself
        names, resumed = ([charter.operators[one].name for one in some] for some in (missing, self._resumed_too()))
        said = Pause(session.rests, session.rests and self.wanted, names, resumed)
        if said != self._told:
            self._told = said
            self._showing.tell_all(said)
            self._showing.show_soon()

    def resting(self) -> frozenset[int]:
        """The operators who have not gone on since the last pause, by what they have said or told."""
        session = self._table.session
        gone_on = {one for one, epoch in self._back.items() if epoch >= session.paused_in}
        if not session.rests:
            gone_on.add(self._operator)  # the game here has not heard a word of this node yet where its person thinks
        return frozenset(session.resting) - gone_on

    def _resumed_too(self) -> list[int]:
        """Whose person has said that it goes on, while this node rests."""
        session = self._table.session
        said = {one for told in (self._back, self._wish) for one, epoch in told.items() if epoch == session.paused_in}
        return sorted((said & set(session.play.operators(session.present))) - self._unattended) if session.rests else []

    def came(self, operator: int) -> None:
        """Somebody is connected: they hear that this node has gone on, or its person wants to, if there was a pause."""
        if self._table.session.paused_in >= 0 and (self.wanted or not self._table.session.rests):
            self._mesh.send(operator, Kind.WENT_ON, self._frame())

    def hear(self, operator: int, payload: bytes) -> bool:
        """Somebody says they have gone on after the pause of an epoch, or want to; whether it is news."""
        epoch, told = int.from_bytes(payload[:EPOCH], "big"), self._back if len(payload) == EPOCH else self._wish
        if payload[EPOCH:] not in (b"", WANTS) or len(payload) < EPOCH or epoch <= told.get(operator, -1):
            return False
        told[operator] = epoch
        self.look()
        return True

    def _frame(self) -> bytes:
        session = self._table.session
        return session.paused_in.to_bytes(EPOCH, "big") + (WANTS if session.rests else b"")

    def news(self) -> Pause | None:
        """What somebody who comes now must hear of it."""
        return self._told if self._told.holds or self._told.missing else None

    def may_go(self, somebody_looks: bool, all_stand_here: Callable[[], bool]) -> bool:
        """Whether this node is not needed until its person goes on: nobody looks, and the others know of the pause."""
        if somebody_looks or self.wanted or not self._table.session.rests:
            self._alone_at = trio.current_time()
            return False
        alone = trio.current_time() - self._alone_at
        return alone > FAREWELL or (alone > 1.0 and all_stand_here())


def agreed_in(journal: Iterable[Record], seats: Collection[int]) -> Iterator[int]:
    """The epochs in which one of these seats has voted for a pause, by what was stored."""
    for record in journal:
        if isinstance(record, Said):
            said = decode_envelope(record.envelope)
            if said.lane != PLAY and said.seat in seats:
                body = body_of(said)
                if isinstance(body, Vote) and body.yes and body.motion.kind == PAUSE:
                    yield said.epoch
