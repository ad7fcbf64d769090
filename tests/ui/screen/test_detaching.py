"""A game between two nodes at full screens: leaving, a closed window and kill -9 lose nothing; the other is told."""

from __future__ import annotations

import os
import secrets
import signal
from pathlib import Path

from tests.cli.nodes import end_nodes, node_of
from tests.cli.terminals import HERE, Person, alive, here
from tests.ui.screen.windows import Window


def test_the_other_goes_on_while_one_is_detached_its_window_is_closed_or_all_of_it_is_killed(tmp_path: Path) -> None:
    ann, bob = tmp_path / "ann", tmp_path / "bob"
    table = f"friday {secrets.token_hex(4)}"
    asked = ("--game", "caravan", "--name", "Ann", "--table", table, *HERE)
    assert here(bob, "id", "name", "Bob").returncode == 0
    try:
        with Person(ann, "host", "--screen", *asked) as one:
            host = Window(one)
            address = host.sees("tta join 127.0.0.1:").split("tta join ")[1].split()[0]
            with Person(bob, "join", "--screen", address, *HERE) as other:
                guest = Window(other)
                guest.sees("r ready", "2 of 2 seats", "Press r")
                guest.press(b"r")
                host.sees("Everybody agrees")
                host.press(b"s")
                for window in (host, guest):
                    window.sees("Your turn", "Keep ")
                node = node_of(bob)
                guest.press(b"q")
                guest.sees("tta attach")
                guest.press(b"y")
                assert other.ends() == 0
            assert alive(node.pid), "the game goes on without anybody who looks"
            host.press(b"1\r")
            host.sees("Bob is not at the table")
            with Person(bob, "attach", "--screen") as other:
                guest = Window(other)
                guest.sees("Your turn", "Keep ")
                guest.press(b"2\r")
                for window in (host, guest):
                    window.sees("Your turn", "kept")
                other.hang_up()
            assert alive(node.pid), "a window that is closed does not end the node"
            host.press(b"1\r")
            host.sees("Bob is not at the table")
            with Person(bob, "attach", "--screen") as other:
                guest = Window(other)
                guest.sees("Your turn")
                guest.press(b"g")
                guest.sees("Ann keeps", "You keep", "Esc back")
                guest.press(b"\x1b")
                guest.sees("Enter does it")
                guest.press(b"1\r")
                host.sees("Your turn", "2 hidden cards")
                assert node_of(bob).pid == node.pid
                os.killpg(other.process.pid, signal.SIGKILL)  # as where the machine goes down
                os.kill(node.pid, signal.SIGKILL)
                host.sees("Your turn", "Bob is not connected", "The connection to Bob is lost")
            with Person(bob, "resume", "--screen", "--listen", "127.0.0.1:0") as other:
                guest = Window(other)
                guest.sees("Your turn", "Keep ", "2 hidden cards")
                host.sees("Your turn", "Bob is connected again", without="Bob is not connected")
                guest.press(b"2\r")
                guest.sees("Waiting for Ann")
                host.press(b"1\r")
                for window in (host, guest):
                    window.sees("Your turn", "kept")
    finally:
        end_nodes(ann, bob)
