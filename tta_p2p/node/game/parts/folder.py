"""Tells clients when the folder by way of which a game is played cannot be used, and when strange files lie in it."""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.net.folder.post import PostTrouble
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part
from tta_p2p.node.service.notices import error_reply
from tta_p2p.seats import messages as say

SAID = {
    PostTrouble.NONE: "node.folder-well",
    PostTrouble.UNREADABLE: "node.folder-unreadable",
    PostTrouble.UNWRITABLE: "node.folder-unwritable",
    PostTrouble.FULL: "node.folder-full",
}
"""What people are told of it."""


class Folder(Part):
    """Watches the folder of this node. The game depends on nothing of it: it waits for whom it does not reach."""

    serves = Stake.HINT

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._post = context.mesh.post
        self._told = PostTrouble.NONE
        self._named = 0
        """How many files of strangers were named."""

    async def tick(self) -> None:
        """Tell how it stands, when that has changed."""
        if self._post is None:
            return
        if self._post.trouble != self._told:
            self._told = self._post.trouble
            self.context.tell_all(self._said())
        for name in self._post.strange[self._named :]:
            self._named += 1
            self.context.tell_all(error_reply("node.folder-strange", name))

    def news(self) -> Iterator[say.Reply]:
        """Say what is wrong with it."""
        if self._told:
            yield self._said()

    def _said(self) -> say.ErrorReply:
        assert self._post is not None
        return error_reply(SAID[self._told], str(self._post.path))

    def summary(self) -> str:
        """Say what is wrong with it, and who is reached by way of it."""
        return "" if self._post is None else f"{self._told or 'well'} reaches {sorted(self._post.reached)}"
