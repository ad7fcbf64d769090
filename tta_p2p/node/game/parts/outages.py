"""Outages of members' nodes: a disk is full, a store too old, a program failed, a node was stopped.

The node says so itself as long as it can, and nothing proves it or depends on it: whoever is silent is waited for, and
voted on, as ever. A node that connects again is back, unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator

from protocol.events import SecretsLost, SessionFailed
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.scopes import Pace
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.faults import OUTAGES, lost_code
from tta_p2p.node.game.part import FrameValue, Part
from tta_p2p.node.game.roles import OutageTeller
from tta_p2p.seats.parts.outages import OutageReply
from tta_p2p.table.game_table import TableEvent

OTHER = "other"
"""What is told of a reason that a later release has."""
LONGEST = 32
"""Bytes of a reason that somebody else says."""


OF_A_PEER = (1 / 60, 4.0)
"""How often people are told of outages of one peer: so many times a second, so many at once.

A liar that says more costs itself patience, and nobody a line.
"""


class Outages(Part, OutageTeller):
    """The operators whose nodes have said that they say nothing more."""

    serves = Stake.HINT
    kinds = frozenset({FrameKind.OUTAGE})

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._mesh = context.mesh
        self._own = ""
        self._known: dict[int, str] = {}
        self._paces: dict[int, Pace] = {}

    def tell(self, why: str) -> None:
        """Say why, one of `OUTAGES`, now and to whoever connects later."""
        if why != self._own:
            self._own = why
            self._mesh.send_all(FrameKind.OUTAGE, why.encode())

    async def event(self, event: TableEvent) -> None:
        """Tell the others that this node can say nothing more, though it runs."""
        if isinstance(event, SecretsLost):
            if not self.context.erased:
                self.tell(lost_code(event.sealed))
        elif isinstance(event, SessionFailed):
            self.tell("fault")

    def peer_connected(self, operator: int) -> None:
        """Take a peer for back, and tell it how it stands here."""
        if self._known.pop(operator, ""):
            self.context.tell_all(self._said(operator, ""))
        if self._own:
            self._mesh.send(operator, FrameKind.OUTAGE, self._own.encode())

    def hear(self, operator: int, kind: FrameKind, payload: bytes) -> FrameValue:
        """Hear from a peer why it says nothing more."""
        if not 0 < len(payload) <= LONGEST:
            return FrameValue.USELESS
        said = payload.decode("ascii", "replace")
        why = said if said in OUTAGES else OTHER
        if self._known.get(operator) == why:
            return FrameValue.USELESS
        if not self._paces.setdefault(operator, Pace(*OF_A_PEER)).try_spend(1):
            return FrameValue.USELESS
        self._known[operator] = why
        self.context.tell_all(self._said(operator, why))
        return FrameValue.NEWS

    def news(self) -> Iterator[OutageReply]:
        """Say it to a client that comes later."""
        for operator, why in sorted(self._known.items()):
            yield self._said(operator, why)

    def summary(self) -> str:
        """Name the nodes that say nothing more, and why; the own one as well."""
        return f"own={self._own} others={self._known}" if self._own or self._known else ""

    def _said(self, operator: int, why: str) -> OutageReply:
        return OutageReply(operator, self.context.name(operator), why)
