"""The people who watch a game through this node: whether they may, and who they say they are.

The stream of signed messages (`node.spectators.stream`) serves them at the node's door; this part opens it where the
charter lets people watch, and tells the players of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.spectators import SpectatorsReply


class Spectators(Part):
    """Tells clients which people watch."""

    serves = Stake.HINT

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        context.stream.open(lambda names: context.tell_all(SpectatorsReply(names)))

    def news(self) -> Iterator[say.Reply]:
        """The people who watch now."""
        if self.context.stream.spectators:
            yield SpectatorsReply(self.context.stream.spectators)

    def summary(self) -> str:
        """Count the spectators."""
        return f"{len(self.context.stream.spectators)} watch" if self.context.stream.spectators else ""
