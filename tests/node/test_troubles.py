"""What goes wrong on real machines: a second copy, an old copy, strangers, signals, a store that cannot be written."""

from __future__ import annotations

import os
import signal
import socket
import ssl
from pathlib import Path

import msgspec
import pytest

from protocol.charter import decode_charter
from tests.node.games import all_fair_and_equal
from tests.node.processes import Game, Process, Visitor, copy_of
from tests.patience import PATIENCE
from tta_p2p.node.lobby.room import clean_name
from tta_p2p.node.plan.plans import Secrets
from tta_p2p.store.database import Store
from tta_p2p.table.audit import compare_files


def resume(game: Game, number: int, home: Path, id: str) -> Process:
    plan = msgspec.structs.replace(game.nodes[number].plan, do="resume", sid=game.sid, id=id, address="")
    return Process(home, plan)


def table_port(home: Path) -> int:
    store = Store(home)
    (row,) = store.games()
    store.close()
    return msgspec.msgpack.decode(row.secrets, type=Secrets).port


def test_a_second_process_a_second_copy_strangers_and_signals_are_answered_and_the_game_goes_on(tmp_path: Path) -> None:
    """And the copy, which has missed the end, gets it from who is started again."""
    game = Game(tmp_path, 2, game="skiff", people=(0,))
    held: list[socket.socket] = []
    second = None
    try:
        second = resume(game, 1, game.nodes[1].home, "another")
        assert second.wait_for("taken") == str(game.nodes[1].popen.pid)
        assert second.ends() == 1
        second.close()
        second = resume(game, 1, copy_of(game.nodes[1].home, tmp_path / "copied"), "copied")
        second.wait_for("playing")
        watcher = Visitor(second.home, "copied", watch=True)
        assert watcher.hear("error")["key"] == "node.turned-away"
        watcher.close()
        ports = [table_port(node.home) for node in game.nodes]
        for _ in range(30):  # port scans, and connections that say nothing
            for port in ports:
                held.append(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
        for stranger in held[::2]:
            stranger.close()
        for port in ports:
            for data in (b"GET / HTTP/1.1\r\n\r\n", os.urandom(4096), b"\xff" * 100_000):
                with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as stranger:
                    try:
                        stranger.sendall(data)
                        stranger.recv(100)
                    except OSError:
                        pass
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            with (
                socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as plain,
                pytest.raises((ssl.SSLError, OSError, AssertionError)),
                context.wrap_socket(plain) as stranger,
            ):
                stranger.sendall(b"\xff\xff\xff\x7f" + b"x" * 1000)  # a huge frame without a known key
                assert stranger.recv(100), "the door was closed"
        open_files = len(list(Path(f"/proc/{game.nodes[0].popen.pid}/fd").iterdir()))
        assert open_files < 200
        visitor = game.under_way(1)
        game.nodes[1].popen.send_signal(signal.SIGTERM)
        assert "resume" in visitor.hear("halted")["text"]
        game.nodes[1].wait_for("stopped")
        assert game.nodes[1].ends() == 0
        left = [path.name for path in (game.nodes[1].home / "run").iterdir()]
        assert left == [f"{game.sid}.ended"], "socket and notice are gone; why the node has ended is kept"
        second.close()
        game.restart(1)
        game.visit(0, seat=None).play_on()
        game.wait()
        all_fair_and_equal(game)
        assert not list((tmp_path / "copied").glob("transcripts/*"))
        second = resume(game, 1, tmp_path / "copied", "late")
        game.restart(0)
        second.wait_for("ended")
        assert second.verdict().state == "fair"
        (compared,) = compare_files([second.transcript(), game.nodes[1].transcript()])
        assert compared.relation == "equal"
        second.close()
        game.wait(0)
        assert not list(tmp_path.glob("*/certificates/*"))
    finally:
        for stranger in held:
            stranger.close()
        game.close()
        if second is not None:
            second.close()


def test_a_store_older_than_the_keys_of_the_game_stops_its_node_in_words(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="skiff", people=(0, 1))
    try:
        game.under_way(1)  # its keys are in use
        ann = game.pass_turns(0)  # whoever begins: its turn comes, and it cannot take it
        game.nodes[1].kill()
        store = Store(game.nodes[1].home)
        store.erase(bytes.fromhex(game.sid), b"")
        store.close()
        game.restart(1)
        assert "copy" in game.nodes[1].wait_for("failed")
        assert game.nodes[1].ends() == 1
        ann.hear_that_it_waits("Player 1")
        assert game.nodes[0].running and not list(tmp_path.glob("home*/certificates/*"))
    finally:
        game.close()


def test_names_and_chat_that_would_move_a_cursor_are_clean(tmp_path: Path) -> None:
    names = {0: "\x1b[2JAnn\u202e", 1: "Bob\x07\n\x1b]0;owned\x07"}
    game = Game(tmp_path, 2, game="skiff", people=(0,), names=names, villains={1: "dirty-chat"})
    try:
        ann, bob = (game.visit(number, watch=True) for number in (0, 1))
        shown = [seat["name"] for seat in ann.hear("welcome")["seats"]]
        assert sorted(shown) == ["Ann", "Bob"]
        while bob.hear("turn")["decision"] is None:  # both are connected when a game is laid out
            pass
        bob.say(do="chat", text="hello\x1b[31m\u202e there\x00")
        for heard in (bob.hear("chat"), ann.hear("chat")):  # his node cleans it for him; to hers it goes as it is
            assert (heard["name"], heard["text"]) == ("Bob", "hello there")
        store = Store(game.nodes[0].home)
        charter = decode_charter(store.games()[0].charter).charter
        store.close()
        assert all(seat.name == clean_name(seat.name) for seat in charter.seats)
    finally:
        game.close()
