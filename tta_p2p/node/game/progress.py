"""Progress of a node in its game, as its clients are told."""

from __future__ import annotations

from tta_p2p.node.game.context import GameContext
from tta_p2p.seats.parts.proofs import ProofsReply


class Progress:
    """The number of the game's messages that this node has taken in, and the place reached by them."""

    def __init__(self, context: GameContext) -> None:
        self._context = context
        self.ended_at = b""
        """The chain at the last place that is common to those who ended the game where each of them stood."""
        self._told: ProofsReply | None = None

    def reply(self) -> ProofsReply:
        """Give this node's progress; of a game that some have ended for themselves, their common progress."""
        session = self._context.table.session
        chain = self.ended_at or session.chain
        return ProofsReply(len(session.messages), not self._context.may_send, chain=chain.hex())

    def tell(self) -> None:
        """Tell clients, when that has changed."""
        if (reply := self.reply()) != self._told:
            self._told = reply
            self._context.tell_all(reply)
