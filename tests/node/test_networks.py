"""Two computers whose only cable comes after the table is open, without anything that gives addresses; then with some.

Network namespaces stand for computers. Needs root and ``ip``.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cli.terminals import eventually, surroundings
from tests.ground.repository import ROOT
from tests.lan import ip, namespaces_or_not_here
from tests.node.processes import Visitor
from tests.patience import PATIENCE
from tta_p2p.node.machine import roster


class Cable:
    """A host and a guest, and a cable between them that is not in yet."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.tag = folder, os.urandom(3).hex()
        for home in ("host", "guest"):
            (folder / home).mkdir(mode=0o700)

    def __enter__(self) -> Cable:
        with ExitStack() as stack:
            for name in ("host", "guest"):
                ip("netns", "add", self.of(name))
                stack.callback(ip, "netns", "del", self.of(name))
                ip("-n", self.of(name), "link", "set", "lo", "up")
            ends = ("type", "veth", "peer", "name", "eth0", "netns", self.of("guest"))
            ip("-n", self.of("host"), "link", "add", "eth0", *ends)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        for home in ("host", "guest"):
            for node in roster.running_nodes(self.folder / home):
                os.kill(node.pid, signal.SIGKILL)
        self._stack.close()

    def of(self, name: str) -> str:
        return f"tta-{self.tag}-{name}"

    def plug(self) -> None:
        for name in ("host", "guest"):
            ip("-n", self.of(name), "link", "set", "eth0", "up")

    def tta(self, name: str, *words: str) -> str:
        """What a command prints on one of the computers."""
        line = ["ip", "netns", "exec", self.of(name), sys.executable, "-m", "tta_p2p.cli", *words]
        around = surroundings(self.folder / name, TTA_LANG="en")
        done = subprocess.run(line, env=around, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, f"{name}: {shlex.join(words)}: {done.stdout} {done.stderr}"
        return done.stdout + done.stderr


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    yield from namespaces_or_not_here("computers of network namespaces", lambda: Cable(tmp_path))


def test_a_table_is_joined_by_a_cable_that_came_later_with_link_local_addresses_alone_and_tells_what_it_gets_then(
    cable: Cable,
) -> None:
    opened = cable.tta("host", "host", "--game", "caravan", "--seats", "3", "--table", "cable", "--detach")
    assert "connected to no network" in opened and "tta join 127.0.0.1:" in opened
    cable.plug()
    shown = eventually("it is announced", lambda: "fe80::" in (found := cable.tta("guest", "tables")) and found)
    assert "%eth0]:" in shown
    assert "tta attach" in cable.tta("guest", "join", "cable", "--detach")

    ip("-n", cable.of("host"), "addr", "add", "10.88.0.1/24", "dev", "eth0")
    (node,) = roster.running_nodes(cable.folder / "host")
    window = Visitor(cable.folder / "host", node.id, watch=True)
    while not (lobby := window.hear("lobby"))["address"].startswith("10.88.0.1:"):
        pass
    assert len(lobby["guests"]) == 2, "who has come by the cable stays"
    window.socket.close()
