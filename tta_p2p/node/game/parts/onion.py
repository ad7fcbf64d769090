"""Tells clients when the Tor by which this node is reached, or reaches others, is lost, and when it is there again."""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part
from tta_p2p.node.machine.tor import TorState
from tta_p2p.node.service.notices import tor_reply
from tta_p2p.seats import messages as say

QUIET = frozenset({TorState.UNUSED, TorState.OPEN, TorState.CONNECTED})
"""States of which whoever comes to the game later need not hear."""


class Onion(Part):
    """Watches the Tor of this node. The game depends on nothing of it: it waits for whom it does not reach."""

    serves = Stake.HINT

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._tor = context.setup.tor
        self._told = None if self._tor is None else self._tor.news

    async def tick(self) -> None:
        """Tell how it stands, when that has changed."""
        if self._tor is not None and self._tor.news != self._told:
            self._told = self._tor.news
            self.context.tell_all(self._said())

    def news(self) -> Iterator[say.Reply]:
        """Say what is wrong with it."""
        if self._told is not None and self._told.state not in QUIET:
            yield self._said()

    def _said(self) -> say.ErrorReply:
        assert self._told is not None
        return tor_reply(self._told.state, self._told.progress)

    def summary(self) -> str:
        """Name its state."""
        return "" if self._told is None or self._told.state is TorState.UNUSED else str(self._told.state)
