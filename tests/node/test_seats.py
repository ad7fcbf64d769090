"""The seat protocol over the Unix socket of a real node: playing, watching, asking, and clients that misbehave."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.node.games import all_fair_and_equal
from tests.node.processes import Game
from tests.node.turns import my_turn, play_on


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    """A person at the first node, a bot at the second."""
    game = Game(tmp_path, 2, game="skiff", people=(0,), hints=True)
    yield game
    game.close()


def test_a_person_plays_a_game_over_the_socket_and_clients_that_talk_nonsense_or_never_read_hold_nobody_up(
    game: Game,
) -> None:
    rude = game.visit(0)
    rude.socket.sendall(b"\xff\xfe garbage\n" * 50 + b"{}\n[]\nnull\n" + b'{"do":"dance"}\n')
    assert rude.hear("error")["key"] == "node.bad-line"
    rude.socket.sendall(b"x" * 200_000 + b"\n")
    assert rude.hear("error")["key"] == "node.bad-line"
    rude.say(do="hello", version=77)
    while rude.hear("error")["key"] == "node.bad-line":
        pass
    deaf = game.visit(0, watch=True)
    deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    ann = game.visit(0)
    assert ann.path.stat().st_mode & 0o777 == 0o600
    ann.say(do="look")
    assert ann.hear("error")["key"] == "node.hello-first"
    ann.say(do="hello", version=2)
    welcome = ann.hear("welcome")
    while welcome["seat"] is None:  # the seats are not drawn yet
        welcome = ann.hear("welcome")
    assert welcome["game"] == "skiff" and len(welcome["phrase"].split()) == 5 and welcome["charter"]
    assert [seat["bot"] for seat in welcome["seats"] if seat["name"] == "Player 1"] == [None]

    turn = my_turn(ann)
    ann.say(do="act", text="fly to the moon")
    assert ann.hear("error")["is"] == "error"
    ann.say(do="act", text="sell #999999999=barrel-1 light 3")
    assert ann.hear("error")["is"] == "error"
    ann.say(do="explain", text=turn["legal"][0]["text"])
    assert ann.hear("explained")["refusal"] is None
    ann.say(do="hint")
    assert ann.hear("advice", "error")["is"] in ("advice", "error")
    ann.say(do="undo")
    ann.say(do="redo")
    ann.say(do="reset")
    ann.say(do="log", since=0)
    assert ann.hear("log")["start"] == 0
    ann.say(do="vote", motion="gone", operator=1)
    assert ann.hear("error")["key"] in ("node.too-early", "node.owes-nothing")
    ann.say(do="vote", motion="dance", operator=1)
    assert ann.hear("error")["key"] == "node.no-motion"
    ann.say(do="chat", text="good evening")
    assert ann.hear("chat")["text"] == "good evening"

    deaf.socket.setblocking(False)
    asked = 0
    try:
        while asked < 20_000:
            asked += deaf.socket.send(b'{"do":"look"}\n') // 14
    except OSError:
        pass  # no more room, or it was let go
    over = play_on(ann)
    assert over["verdict"] == "fair" and Path(over["file"]).is_file()
    for visitor in (rude, deaf):
        visitor.close()
    game.wait()  # whoever looks at the end keeps no node, unless another game may come of it
    ann.close()
    all_fair_and_equal(game)


def test_a_draft_survives_its_client_and_its_node_and_a_seat_is_taken_over_only_when_asked(game: Game) -> None:
    """And who watches does not act."""
    ann = game.visit(0, seat=None)
    text = next(act["text"] for act in my_turn(ann)["legal"] if act["text"] != "end")  # nobody's light burns yet
    ann.say(do="act", text=text)
    while not ann.hear("turn")["draft"]:
        pass
    ann.close()
    again = game.visit(0, seat=None)
    assert [done["text"] for done in my_turn(again)["draft"]] == [text], "the draft outlives its client"
    again.close()
    game.nodes[0].kill()
    game.restart(0)
    ann = game.visit(0, seat=None)
    while not (said := ann.hear("turn"))["mine"] or not said["draft"]:
        pass
    assert [done["text"] for done in said["draft"]] == [text], "and its node"
    ann.say(do="undo")
    while ann.hear("turn")["draft"]:
        pass
    mine = next(said["seat"] for said in reversed(ann.said) if said["is"] == "welcome")
    other = game.visit(0, seat=mine)
    assert other.hear("error")["key"] == "node.seat-taken"
    other.close()
    watcher = game.visit(0, watch=True)
    assert watcher.hear("welcome")["seat"] is None
    turn = watcher.hear("turn")
    assert not turn["mine"] and not turn["legal"]
    watcher.say(do="act", text="end")
    assert watcher.hear("error")["key"] == "node.watching"
    watcher.close()
    wrong = game.visit(0, seat=1 - mine)
    assert wrong.hear("error")["key"] == "node.not-your-seat"
    wrong.close()
    other = game.visit(0, seat=mine, take_over=True)
    assert other.hear("welcome")["seat"] == mine
    assert ann.hear("error")["key"] == "node.taken-over"
    assert my_turn(other)["mine"]
    other.say(do="act", text="end")
    while other.hear("turn")["mine"]:
        pass
