"""Tells clients which peers have lost their connection, and which have it again."""

from __future__ import annotations

from collections.abc import Iterator

import trio

from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part
from tta_p2p.node.game.presence import MOMENT
from tta_p2p.seats.parts.connections import ConnectionReply


class Connections(Part):
    """Tells clients which peers are not connected any more, and which are again, whether or not the game waits."""

    serves = Stake.HINT

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._presence = context.presence
        self._met: set[int] = set()
        """The operators who were connected since this node began to play."""
        self._lost: set[int] = set()
        """The operators of whom it was told that they are not connected."""

    async def tick(self) -> None:
        """Tell whose connection has been lost for more than a moment."""
        latest = trio.current_time() - MOMENT
        for operator in sorted(self.context.others):
            away = operator not in self._presence.connected
            if away and operator not in self._lost and self._presence.since(operator) <= latest:
                self._lost.add(operator)
                self._tell(operator, False)

    def peer_connected(self, operator: int) -> None:
        """Tell that a peer is connected, always: clients that came in the meantime were greeted without it."""
        self._lost.discard(operator)
        self._tell(operator, True)

    def news(self) -> Iterator[ConnectionReply]:
        """The operators who have not been connected yet: a connection that is not there reads as lost."""
        for operator in sorted(self._lost - self._met):
            yield self._said(operator, False)

    def summary(self) -> str:
        """The operators that are told to be away."""
        return f"away {sorted(self._lost)}" if self._lost else ""

    def _tell(self, operator: int, yes: bool) -> None:
        said = self._said(operator, yes)
        if yes:
            self._met.add(operator)
        self.context.tell_all(said)

    def _said(self, operator: int, yes: bool) -> ConnectionReply:
        return ConnectionReply(operator, self.context.name(operator), yes, operator in self._met)
