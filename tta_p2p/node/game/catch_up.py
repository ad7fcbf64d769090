"""Asks peers for what this node lacks, and keeps it silent after a resume as long as it may have said more.

With the newest store a node knows all that it has said: it asks whoever is there, for a few seconds at most, and goes
on. With a store that may be an older copy it waits until everybody else has told it what they had heard of it. Only
its person may decide to go on without some of them; no clock does, and no bot.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from typing import Annotated

import msgspec
import trio

from protocol.errors import BadEncoding, OutOfOrder, ProtocolError
from protocol.messages import decode_envelope
from protocol.transcript import MessageRecord, OperationRecord
from protocol.wire import decode
from tta_p2p.net.framing import TABLE_LIMIT, FrameKind
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import FrameValue, Part
from tta_p2p.node.game.roles import Asker, ProofSource
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.notices import error_reply
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.recovery import EndRecoveryRequest, RecoveryReply
from tta_p2p.store import marks
from tta_p2p.table.game_table import TableOutput

QUIET = 3.0
"""Seconds without anything new after which a waiting node asks the others again what it lacks."""

AGAIN, SELDOM = 3.0, 60.0
"""Seconds between two questions of a node that waits: at first, and when it has waited for long. Channels lose nothing
while they live, and who is connected anew is asked at once.
"""

ROUND_ABOUT, RARELY = 0.9, 10.0
"""Seconds between two questions of a node that waits for somebody whom it does not reach: others may. At first, and
when nothing has moved for ``LONG``: the answers may be long, and whoever is away may be away for days."""
LONG = 60.0
BY_POST = 600.0
"""The same for whoever is reached by way of a folder, at first: what is asked waits there, and is not lost. The longer
nothing has moved, the more seldom, for each question and its answer is written and copied.
"""

SETTLING, PATIENCE = 1.0, 4.0
"""Seconds in which a node with the newest store waits for others to connect, and for those to answer: not longer, or
somebody who does not answer could keep it silent."""

REACHED = 15.0
"""Seconds in which whoever can be reached is, and answers: only then a node goes on without somebody, as its person
wants. Who says so at once would go on without those as well who are just dialling.
"""

MOST_QUESTIONS = 16
"""How many questions to a peer may still be answered: an answer that was long on its way is no worse for that."""


class Heads(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A node's place in every lane, a nonce for the signed answer, and the proofs it lacks (`ProofExchange`)."""

    nonce: Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
    heads: dict[bytes, tuple[int, int]]
    proofs: dict[Annotated[int, msgspec.Meta(ge=0)], Annotated[int, msgspec.Meta(ge=0)]]


class CatchUp(Part, Asker):
    """A node's questions, answers and waits before it speaks again; no game goes on without it."""

    serves = Stake.PLAY
    kinds = frozenset({FrameKind.HEADS, FrameKind.HEAD})
    requests = (EndRecoveryRequest,)

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self.table, self.operator, self.stale = context.table, context.operator, context.setup.stale
        """``stale``: this node may have said more than stands in its store."""
        self._charter, self._mesh, self._presence = context.charter, context.mesh, context.presence
        self._entropy = context.environment.entropy
        self.taken_at = 0.0
        """When a peer has come further last, as far as it has told, by Trio's clock."""
        self._stands: dict[int, dict[bytes, tuple[int, int]]] = {}
        """Where each peer stood when it last asked."""
        self._nonces: dict[int, deque[bytes]] = {}
        self._asked_at: dict[int, float] = {}
        self.going_out: Sequence[bytes] = ()
        """The messages that this node is storing and has not sent yet."""
        self._unwanted: set[int] = set()
        """Those whom the person here does not want to wait for."""
        self._without: set[int] = set()
        """Those of them who could have answered by now: they are not waited for."""
        self._came: dict[int, float] = {}
        """The operators connected since this node came back, and when first, by Trio's clock."""
        self._overruled: set[int] = set()
        """Those without whom the person has gone on though they had been connected and asked."""
        self._told: list[str] = []

    def binds(self, output: TableOutput) -> bool:
        """Whether only a store that has this may pass for the newest: it has words or secrets of this node.

        A copy that lacks nothing but what others have said, and what the rules then asked for, knows all that binds
        this node, and is told the rest again. A store that may lack more passes for nothing until that is known.
        """
        heard = all(
            isinstance(one, OperationRecord) or (isinstance(one, MessageRecord) and not self._is_own(one.envelope))
            for one in output.store
        )
        return not self.stale and (bool(output.send) or not heard)

    def ask_peer(self, operator: int, unless_within: float = 0.0) -> None:
        """Ask a peer for what this node lacks, unless it was asked so many seconds ago."""
        if unless_within and trio.current_time() <= self._asked_at.get(operator, 0.0) + unless_within:
            return
        self._asked_at[operator] = trio.current_time()
        nonce = self._entropy(32)
        self._nonces.setdefault(operator, deque(maxlen=MOST_QUESTIONS)).append(nonce)
        where = Heads(nonce, self.table.session.heads(), self.context.part(ProofSource).wanted(operator))
        self._mesh.send(operator, FrameKind.HEADS, msgspec.msgpack.encode(where))

    def ask_all(self) -> None:
        """Ask all who are here: that also says where this node stands. When all have the end nobody need stay."""
        for operator in sorted(self._presence.connected):
            self.ask_peer(operator)

    async def tick(self) -> None:
        """Speak as soon as that is safe, and ask for what is lacking, the more seldom the longer nothing has come."""
        self.try_to_send()
        session = self.table.session
        if self.stale and not session.missing_heads:
            self.stale = False
            marks.renew(self.context.store, self.context.sid)
        proof_at = self.context.part(ProofSource).arrived_at
        quiet = trio.current_time() - max(self.context.loop.last_change_at, proof_at)
        if (self.table.waiting() or session.missing_proofs) and quiet > QUIET:
            for operator in self.due_questions(quiet):
                self.ask_peer(operator)
        self.ask_others(self.context.debtors() - {self.operator} - self._presence.connected, quiet)

    def due_questions(self, quiet: float) -> list[int]:
        """Name the operators to ask again after so many seconds of waiting: the longer, the more seldom."""
        now, pause = trio.current_time(), min(max(AGAIN, quiet / 2), SELDOM)
        return [
            operator
            for operator in sorted(self._presence.connected)
            if self._asked_at.get(operator, 0.0) < now - self._pause(operator, pause, quiet)
        ]

    def _pause(self, operator: int, usual: float, quiet: float) -> float:
        """Seconds between two questions to a peer when nothing has moved for so long."""
        return max(usual, BY_POST, quiet / 2) if self._mesh.is_by_post(operator) else usual

    def ask_others(self, missing: Collection[int], quiet: float) -> None:
        """These peers are waited for and not reached, for so many seconds: what they say may have come to others."""
        if missing:
            for operator in sorted(self._presence.connected):
                usual = ROUND_ABOUT if quiet < LONG else RARELY
                self.ask_peer(operator, unless_within=self._pause(operator, usual, quiet))

    def hear(self, operator: int, kind: FrameKind, payload: bytes) -> FrameValue:
        """A peer asks for what it lacks, or says that it has handed over all that this node lacked."""
        if kind == FrameKind.HEADS:
            self.answer(operator, payload)
        else:
            self.take_heads(operator, payload)
        return FrameValue.USELESS

    def answer(self, operator: int, payload: bytes) -> None:
        """Hand over what a peer lacks, and say, signed and to it alone, that this was all."""
        try:
            asked = decode(payload, Heads, TABLE_LIMIT)
        except BadEncoding:
            return
        if not self.context.part(ProofSource).has(asked.proofs):
            if asked.heads != self._stands.get(operator):
                self.taken_at = trio.current_time()
            self._stands[operator] = asked.heads
        self._mesh.catch_up(operator, self._missing(operator, asked))

    def all_up_to_date(self) -> bool:
        """Whether all who still play have said that they stand where this node does, and nobody lacks a proof."""
        table, seats = self.table, self._charter.seats
        others = {seats[seat].operator for seat in table.session.seated} - {self.operator}
        heads = table.session.heads()
        return not table.session.missing_proofs and all(self._stands.get(operator) == heads for operator in others)

    def is_up_to_date(self, operator: int) -> bool:
        """Whether somebody has said that it stands where this node does in all that this one knows, also who has left
        and watches. An end without somebody moves nothing in play: who lacks it lacks the votes.
        """
        return self.table.session.heads().items() <= self._stands.get(operator, {}).items()

    def _missing(self, operator: int, asked: Heads) -> Iterator[tuple[int, bytes]]:
        """Find the messages that the mesh must hand over; once, when that begins, however many questions come."""
        session, seats = self.table.session, self._charter.seats_of(operator)
        retry_decision = {
            one for one in (*self.going_out, *self.table.unsent) if self._is_own(one)
        }  # it is not stored yet
        frames = [one for one in session.missing_for(asked.heads, seats) if one not in retry_decision]
        try:
            head = session.head(asked.nonce, operator)
        except OutOfOrder:  # words of its own had no room here: they come again, and then it is told
            head = b""
        yield from ((int(FrameKind.MESSAGE), data) for data in frames)
        yield from self.context.part(ProofSource).pieces(asked.proofs)
        if head:
            yield int(FrameKind.HEAD), head

    def _is_own(self, data: bytes) -> bool:
        return decode_envelope(data).seat in self._charter.seats_of(self.operator)

    def take_heads(self, operator: int, payload: bytes) -> None:
        """A peer has handed over what this node lacked, and says so, signed."""
        session, before = self.table.session, self.table.session.missing_heads
        try:
            session.take_head(payload, self._nonces.get(operator, ()))
        except ProtocolError:
            return
        if session.missing_heads != before:
            self.try_to_send()

    def peer_connected(self, operator: int) -> None:
        """A peer is connected: it is asked, and if this node had gone on without it, heard before anything is said.

        But once only: a peer that comes and goes and never answers would keep it silent for ever.
        """
        self._came.setdefault(operator, trio.current_time())
        if operator in self._without - self._overruled and operator in self.table.session.missing_heads:
            self._without.discard(operator)
            self._unwanted.discard(operator)
            self.table.session.stop_sending()
            self.context.may_send = self.context.may_send and not self.stale
        self.ask_peer(operator)

    def offers(self, client: Client) -> bool:
        """A client that plays, or belongs to the owner of a node of bots."""
        return client.hello is None or not client.hello.watch

    def ask(self, client: Client, request: say.Request) -> None:
        """Play on without those who could know more of what was said here. Raises NotPossible, also to a program."""
        self.context.check_person(client)
        if not self.end_recovery():
            raise NotPossible("node.waits-for-nobody")

    def end_recovery(self) -> bool:
        """The person here does not wait any longer for those who are missing; whether anybody was waited for.

        Peers that can still be reached are heard first, for some seconds: what they know is what no person can know.
        """
        waited = not self.context.may_send and self.stale
        self._unwanted |= set(self.table.session.missing_heads)
        self.try_to_send()
        if waited and not self.context.may_send:
            left, named = max(map(self._may_answer_for, self._unwanted)), self._named(sorted(self._unwanted))
            self.context.tell_all(error_reply("node.goes-on-soon", [*named], max(1, math.ceil(left))))
        return waited

    def _may_answer_for(self, operator: int) -> float:
        """For how many seconds more somebody may still answer who has not."""
        here = operator in self._presence.connected
        since = self._came.get(operator, self._presence.started) if here else self._presence.started
        return since + REACHED - trio.current_time()

    def try_to_send(self) -> None:
        """After a resume: speak as soon as this node knows all that it has said, as far as that can be known."""
        unheard = set(self.table.session.missing_heads)
        if self.context.may_send:
            return
        if self.stale:
            self._without |= {one for one in self._unwanted if self._may_answer_for(one) <= 0}
            self._overruled |= self._without & self._came.keys()
            ready = unheard <= self._without
        else:
            passed = trio.current_time() - self._presence.started
            ready = not unheard or passed > PATIENCE or (passed > SETTLING and not unheard & self._presence.connected)
        if ready:
            self.context.may_send = True
            self.table.start_sending(self._without)
        self._tell(sorted(unheard - self._without) if self.stale and not ready else [])

    def returning(self) -> RecoveryReply:
        """The operators this node waits for before it says anything, because its store may be an older copy."""
        return RecoveryReply(self._told)

    def news(self) -> Iterator[say.Reply]:
        """Tell the operators this node waits for before it says anything."""
        if self._told:
            yield self.returning()

    @property
    def restless(self) -> bool:
        """Whether this node waits for words of others before it says anything."""
        return not self.context.may_send or self.stale

    def summary(self) -> str:
        """Whether this node may speak, and whom it waits for."""
        return f"speaking={self.context.may_send} stale={self.stale} waits for {self._told}"

    def _named(self, operators: list[int]) -> list[str]:
        return [self._charter.operators[operator].name for operator in operators]

    def _tell(self, missing: list[int]) -> None:
        names = self._named(missing)
        if names != self._told:
            self._told = names
            self.context.tell_all(self.returning())
