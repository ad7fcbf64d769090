"""A member of the table that floods the others: their game goes on, and what they spend on it is bounded."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.node.processes import SHORT, Game
from tests.patience import PATIENCE
from tta_p2p.net.members import Bounds
from tta_p2p.node.game.loop import ASIDE
from tta_p2p.table.audit import compare_files

MEMORY = 60
"""MiB that a flood may cost: what the bounds of docs/peers.md allow to wait, and some play. What all processes of a
run share (`tests.memory`) is not counted."""
DESCRIPTORS = 100
ANSWERED = 5.0
"""Seconds of its processor time that a node may spend before it answers a client: how long they take is not its own."""
CHAT = Bounds().patience
"""What a member may cost that helps nobody: its lines of chat are ten each."""


@dataclass
class Cost:
    """What processes have cost at their worst."""

    first: dict[int, int] = field(default_factory=dict)
    memory: int = 0
    """MiB above what it was in the beginning."""
    descriptors: int = 0


@contextmanager
def measured(*pids: int) -> Iterator[Cost]:
    """Look at these processes again and again while the body runs."""
    cost, done = Cost(), threading.Event()

    def look() -> None:
        while not done.wait(0.1):
            for pid in pids:
                try:
                    status = Path(f"/proc/{pid}/status").read_text()
                    files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
                except (FileNotFoundError, ProcessLookupError):
                    continue
                resident = [line.split()[1] for line in status.splitlines() if line.startswith("RssAnon")]
                if resident:
                    now = int(resident[0]) // 1024
                    cost.memory = max(cost.memory, now - cost.first.setdefault(pid, now))
                    cost.descriptors = max(cost.descriptors, files)

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield cost
    finally:
        done.set()
        watcher.join()


def processor_time(pid: int) -> float:
    """Seconds that a process has been given so far; nothing when it has gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("kind", ["far-ahead", "lost", "noise", "doors"])
def test_a_member_that_floods_the_others_keeps_them_from_nothing(tmp_path: Path, kind: str) -> None:
    flooder = {1: ("tests.node.flooder", kind)}
    begun = time.monotonic()
    # One that holds both of the others up is cut off, and then called gone.
    game = Game(tmp_path, 3, game="skiff", pace=0.1, linger=10.0, away=SHORT, programs=flooder)
    try:
        with measured(game.nodes[0].popen.pid, game.nodes[2].popen.pid) as cost:
            client = game.visit(0, watch=True)
            client.hear("welcome")
            slowest, over = 0.0, False
            while not over:
                assert time.monotonic() < begun + PATIENCE, "the flood holds the game up"
                spent = processor_time(game.nodes[0].popen.pid)
                with suppress(BrokenPipeError):  # its last words can still be read
                    client.say(do="undo")  # a watcher cannot, and is told so
                while not over and client.hear("error", "over").get("key") != "node.watching":
                    over = client.said[-1]["is"] == "over"
                slowest = max(slowest, processor_time(game.nodes[0].popen.pid) - spent)
                time.sleep(0.1)
            game.wait(0, 2)
        for number in (0, 2):
            assert game.nodes[number].verdict().state == "fair"
        # The flooder's last words may have reached one of the two only.
        compared = compare_files([game.nodes[0].transcript(), game.nodes[2].transcript()])
        assert all(pair.relation != "different" for pair in compared), compared
        assert slowest < ANSWERED
        assert cost.memory < MEMORY
        assert cost.descriptors < DESCRIPTORS
        chats = sum(said["is"] == "chat" for said in client.said)
        assert chats <= (CHAT.burst + CHAT.rate * (time.monotonic() - begun)) / ASIDE
        told = [said["args"] for said in client.said if said.get("key") == "node.floods"]
        assert kind == "doors" or told == [["Player 1"]] * len(told) != [], "people are told who floods"
        assert not list(tmp_path.glob("home*/certificates/*")), "a flood proves nothing"
    finally:
        game.close()
