"""A crowd at the port of a real node: its friends come in, by the command that everybody has."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import trio

from tests.net.crowds import SOURCE, Crowd, Sources
from tests.node.processes import Process
from tests.patience import PATIENCE
from tta_p2p.net.addresses import parse_address
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.lobby.greeting import hello
from tta_p2p.node.plan.plans import Plan

SITTERS = 40


@pytest.mark.parametrize("sources", [1, 8])
async def test_a_friend_joins_while_forty_who_say_nothing_keep_coming(sources: int, tmp_path: Path) -> None:
    """From one address, which is that of the friend, or from eight others. Who is kept out gives up after a minute."""
    trio.socket.set_custom_socket_factory(Sources())  # type: ignore[arg-type]
    conditions = Conditions(2, "skiff")
    plan = partial(Plan, listen="127.0.0.1:0", quiet=True, at_once=True)
    host = Process(tmp_path / "ann", plan(do="host", id="ann", name="Ann", conditions=conditions))
    friend: Process | None = None
    try:
        with trio.fail_after(PATIENCE):
            where = await trio.to_thread.run_sync(host.wait_for, "listening")
            crowd = Crowd(parse_address(where), hello())
            async with trio.open_nursery() as nursery:
                for number in range(SITTERS):
                    SOURCE.set(f"127.0.0.{number % sources + (1 if sources == 1 else 2)}")
                    nursery.start_soon(crowd.sit, number)
                await crowd.until(SITTERS)  # more than there are places: they make way for each other
                friend = Process(tmp_path / "bob", plan(do="join", id="bob", name="Bob", address=where))
                await trio.to_thread.run_sync(friend.wait_for, "joined")
                nursery.cancel_scope.cancel()
    finally:
        host.close()
        if friend is not None:
            friend.close()
