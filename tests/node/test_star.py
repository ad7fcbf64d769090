"""Two guests who can each reach the host and never each other: what one says comes to the other by way of the host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lan import HOSTS, Lan, lan_or_not_here
from tests.node.processes import SHORT, Game
from tta_p2p.net.addresses import parse_address

HASTY = dict.fromkeys(range(HOSTS), ("tests.node.hasty",))


@pytest.fixture
def lan() -> Iterator[Lan]:
    for built in lan_or_not_here(ipv6=True):
        built.sever(1, 2)
        yield built


def test_over_ipv6_alone_nodes_find_each_other_and_a_guest_behind_a_wall_is_heard_and_when_it_is_gone_seen_to_be_gone(
    lan: Lan, tmp_path: Path
) -> None:
    options = {"on_leave": "continue", "away": SHORT}
    game = Game(tmp_path, 3, lan=lan, game="skiff", people=(1, 2), programs=HASTY, **options)
    try:
        assert parse_address(game.address).host == lan.address(0)
        # Chat is told to nobody who comes later.
        visitor, listener, host = game.under_way(1), game.under_way(2), game.under_way(0)
        visitor.say(do="chat", text="can you hear me?")
        assert listener.hear("chat", "over").get("text") == "can you hear me?"
        game.nodes[2].kill()
        game.call_gone(2, 1)
        assert host.hear("left", "over").get("name") == "Player 2"
    finally:
        game.close()
