"""Questions to running games: for whom they wait, who is there, and what was said while nobody was here."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
import trio

from tests.node.processes import Game
from tta_p2p.cli.nodes import attachment, pending
from tta_p2p.cli.nodes.pending import NOBODY, PendingPlayers, ask_nodes, pending_text
from tta_p2p.node.data_folder import stored_games
from tta_p2p.node.data_folder.stored_games import StoredGame
from tta_p2p.node.machine import roster
from tta_p2p.node.machine.roster import RunningNode


def asked(node: RunningNode) -> PendingPlayers:
    return trio.run(ask_nodes, (node,))[node.id]


def test_chat_waits_for_who_is_away_and_is_counted_until_it_is_read(tmp_path: Path) -> None:
    with closing(Game(tmp_path, 2, game="skiff", people=(0, 1))) as game:
        ann, bob = game.under_way(0, seat=None), game.under_way(1, seat=None)
        (node,) = roster.running_nodes(game.nodes[0].home)
        bob.say(do="look")
        bob.hear("waiting")
        ann.close()
        unread: int = 0
        while unread < 2:  # what is said before her node has noticed that she has gone she has read
            bob.say(do="chat", text="are you there?")
            bob.hear("chat")
            unread = asked(node).unread
        found = asked(node)
        assert found.unread >= 2 and len(found.names) == 1, "asking reads nothing"
        again = game.visit(0, seat=None)
        for _ in range(found.unread):
            assert again.hear("chat")["text"] == "are you there?"
        again.say(do="look")
        again.hear("waiting")
        assert asked(node).unread == 0
        for one in (again, bob):
            one.close()


def test_a_game_says_whom_it_waits_for_since_when_who_is_there_and_what_is_unread() -> None:
    waits = PendingPlayers(("Ann",), (), 7300, ("Ann", "Bob"), 2)
    assert pending_text(waits, "Ann") == "Your turn, for 2 hours; at the table: Bob; 2 unread messages"
    others = "Waiting for Ann, for 1 minute; at the table: Ann and Bob"
    assert pending_text(waits._replace(since=65, unread=0), "Cid") == others
    assert pending_text(NOBODY._replace(unread=1), "Ann") == "1 unread message" and pending_text(NOBODY, "Ann") == ""


def test_one_key_goes_round_the_games_that_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = [RunningNode(f"n{number}", 1, f"s{number}", "t", f"sid{number}", "playing") for number in range(4)]
    rows = [StoredGame(f"sid{number}", "caravan", "playing", 0, "Ann", ("Ann", "Bob")) for number in range(4)]
    waits = {"n0": PendingPlayers(("Ann",)), "n1": PendingPlayers(("Bob",)), "n3": PendingPlayers(("Bob",), ("Ann",))}
    monkeypatch.setattr(roster, "running_nodes", lambda folder: iter(nodes))
    monkeypatch.setattr(stored_games, "stored_games", lambda folder: rows)
    monkeypatch.setattr(pending, "waits", lambda some: {node.id: waits[node.id] for node in some if node.id in waits})
    assert [attachment.next_socket(f"s{number}") for number in range(4)] == ["s3", "s3", "s3", "s0"]
    waits["n3"] = NOBODY
    assert attachment.next_socket("s0") == "", "this one alone"
