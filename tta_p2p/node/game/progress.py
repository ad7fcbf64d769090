"""How far a node has come in its game, as its clients are told."""

from __future__ import annotations

from tta_p2p.node.game.context import GameContext
from tta_p2p.seats.parts.proofs import ProofsReply


class Progress:
    """How many messages of the game this node has taken in, and where that has brought it."""

    def __init__(self, context: GameContext) -> None:
        self._context = context
        self.ended_at = b""
        """The chain at the last place that is common to those who ended the game where each of them stood."""
        self._told: ProofsReply | None = None

    def reply(self) -> ProofsReply:
        """How far this node has come; of a game that some have ended for themselves, how far they came together."""
        session = self._context.table.session
        chain = self.ended_at or session.chain
        return ProofsReply(len(session.messages), not self._context.may_send, chain=chain.hex())

    def tell(self) -> None:
        """Tell clients, when that has changed."""
        if (reply := self.reply()) != self._told:
            self._told = reply
            self._context.tell_all(reply)
