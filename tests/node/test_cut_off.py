"""Peers that are cut off for longer than the network waits: frozen, their connections broken, their disks full."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import socket
import time
from pathlib import Path

from tests.needs import not_run_here
from tests.node.games import all_fair_and_equal
from tests.node.processes import HASTY, Game, Process
from tests.patience import PATIENCE

EVERYBODY_HASTY = dict.fromkeys(range(3), HASTY)
PIDFD_GETFD = 438
"""The system call, for which Python has no name."""


def break_connections(process: Process) -> int:
    """Shut down every TCP connection of a process from outside, as a router that forgets does; how many there were."""
    if not hasattr(os, "pidfd_open"):
        not_run_here("connections broken from outside", "it needs Linux")
    library = ctypes.CDLL(None, use_errno=True)
    pidfd, broken = os.pidfd_open(process.popen.pid), 0
    try:
        for entry in Path(f"/proc/{process.popen.pid}/fd").iterdir():
            copy = library.syscall(PIDFD_GETFD, pidfd, int(entry.name), 0)
            if copy < 0:
                continue
            try:
                with socket.socket(fileno=copy) as connection:
                    if connection.family in (socket.AF_INET, socket.AF_INET6):
                        connection.getpeername()
                        connection.shutdown(socket.SHUT_RDWR)
                        broken += 1
            except OSError:  # no socket, or one that only listens
                continue
    finally:
        os.close(pidfd)
    return broken


def test_a_peer_frozen_for_longer_than_the_silence_is_seen_to_be_away_and_comes_back(tmp_path: Path) -> None:
    game = Game(tmp_path, 3, game="skiff", people=(0,), on_leave="wait", programs=EVERYBODY_HASTY, within=(0, 2))
    try:
        player, visitors = game.visit(0, seat=None), [game.under_way(number) for number in (0, 2)]
        player.my_act()
        game.nodes[1].popen.send_signal(signal.SIGSTOP)
        player.say(do="act", text="end")  # the game goes on, and needs the one that is frozen
        for visitor in visitors:
            visitor.hear_that_it_waits("Player 1")
        assert all(node.running for node in game.nodes)
        game.nodes[1].popen.send_signal(signal.SIGCONT)
        player.let_go()
        game.wait()
        all_fair_and_equal(game)
        assert not list(tmp_path.glob("home*/certificates/*"))
    finally:
        game.close()


def test_connections_broken_again_and_again_are_made_anew_and_nothing_is_lost(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="skiff", people=(0,), on_leave="wait", programs=EVERYBODY_HASTY)
    try:
        player = game.visit(0, seat=None)
        for number in (1, 0, 1):
            player.my_act()
            deadline = time.monotonic() + PATIENCE
            while not break_connections(game.nodes[number]):  # those that were broken before are being made anew
                assert time.monotonic() < deadline, "there is nothing to break"
            player.say(do="act", text="end")  # the game moves on over connections made anew
        player.play_on()
        game.wait()
        all_fair_and_equal(game)
        assert not list(tmp_path.glob("home*/certificates/*"))
    finally:
        game.close()


def test_a_full_disk_stops_the_node_in_words_and_with_room_again_it_goes_on(tmp_path: Path) -> None:
    """What it could not store it has not said: else it would contradict itself, or the others lack what comes next."""
    game = Game(tmp_path, 2, game="caravan", people=(0,), within=(0,))
    try:
        player, visitor = game.visit(0, seat=None), game.under_way(1)
        if not hasattr(resource, "prlimit"):
            not_run_here("a full disk", "it needs Linux")
        act = player.my_act()  # before the disk is full: what comes first in the game must be stored as well
        # The disk has no room for one byte more in any file: so the kernel answers from now on.
        resource.prlimit(game.nodes[1].popen.pid, resource.RLIMIT_FSIZE, (1, 1))
        player.say(do="act", text=act)  # what comes of it must be stored
        reason = visitor.hear("halted")["text"]
        assert "disk" in reason and "tta resume" in reason
        assert game.nodes[1].wait_for("failed")
        assert game.nodes[1].ends() == 1
        game.restart(1)
        player.play_on()
        game.wait()
        all_fair_and_equal(game)
        assert not list(tmp_path.glob("home*/certificates/*"))
    finally:
        game.close()
