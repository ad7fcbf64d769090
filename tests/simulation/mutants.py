"""Nodes that break one rule each: a simulator that does not find them watches nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from protocol.events import Voted
from protocol.own_words import OwnWords
from tta_p2p.net.framing import Kind
from tta_p2p.node.game import playing
from tta_p2p.node.game.catching_up import CatchingUp
from tta_p2p.node.game.votes import Votes
from tta_p2p.store import marks

Mutation = Callable[[pytest.MonkeyPatch], None]


def sends_before_it_stores(patch: pytest.MonkeyPatch) -> None:
    """What a node says is on its way before it is on the disk."""
    poll = playing.GameTable.poll
    flush = playing.Playing._flush

    async def hasty(self: playing.Playing) -> None:
        def poll_and_send(table: playing.GameTable) -> Any:
            output = poll(table)
            for data in output.send:
                self.mesh.send_all(Kind.MESSAGE, data)
            output.send.clear()
            return output

        self.table.poll = lambda: poll_and_send(self.table)  # type: ignore[method-assign]
        await flush(self)

    patch.setattr(playing.Playing, "_flush", hasty)


def takes_an_old_copy_for_the_newest(patch: pytest.MonkeyPatch) -> None:
    """A node does not notice that its store is an older copy, and speaks where it has spoken."""
    patch.setattr(marks, "is_newest", lambda store, sid: True)
    patch.setattr(CatchingUp, "try_to_speak", _speaks_at_once)
    patch.setattr(OwnWords, "leave_open", lambda *_: True)


def _speaks_at_once(self: CatchingUp) -> None:
    if not self.speaking:
        self.speaking = True
        self.table.speak(range(len(self._charter.operators)))


def asks_nobody_what_it_lacks(patch: pytest.MonkeyPatch) -> None:
    """A node that is connected anew does not ask what it has missed."""
    patch.setattr(CatchingUp, "ask", lambda self, operator, unless_within=0.0: None)


def votes_along_once_more(patch: pytest.MonkeyPatch) -> None:
    """A node of bots votes along with the vote that closes a round, and so opens the next: until none is left."""
    event = Votes.event

    def restless(self: Votes, said: Any) -> None:
        event(self, said)
        if isinstance(said, Voted):
            self._vote_along(said.motion)

    patch.setattr(Votes, "event", restless)


MUTANTS: dict[str, tuple[str, int, Mutation]] = {
    "sends before it stores": ("kills", 11, sends_before_it_stores),
    "takes an old copy for the newest": ("disk", 10, takes_an_old_copy_for_the_newest),
    "asks nobody what it lacks": ("network", 7, asks_nobody_what_it_lacks),
    "votes along once more": ("", 20002, votes_along_once_more),
}
"""What such a node does wrong, and the theme (by chance where empty) and the first seed of the games that show it."""
