"""What fails as a client is greeted comes out where the client is served, though the client goes at once."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.service.desk import Desk
from tta_p2p.node.service.seat_server import Door
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.memory import memory_pair


class Unspeakable(LocalTable):
    """A table that fails at what it says of itself."""

    def greeting(self, client: Any) -> say.WelcomeReply:
        raise KeyError("a condition without a word")


def test_an_error_at_a_greeting_is_not_lost_where_the_end_of_the_client_ends_everything() -> None:
    """Whoever watches has a client in the same process: its end cancels what serves it."""

    async def watch() -> None:
        async with trio.open_nursery() as nursery:
            ours, theirs = memory_pair()
            nursery.start_soon(Door(Desk(Unspeakable(load_rules("caravan"), 2))).serve_stream, theirs)
            lines = Lines(ours)
            await lines.send(say.HelloRequest(say.VERSION, watch=True))
            while await lines.reply() is not None:
                pass
            nursery.cancel_scope.cancel()

    with pytest.RaisesGroup(KeyError, flatten_subgroups=True):
        trio.run(watch)
