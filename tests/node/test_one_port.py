"""One port a node: for guests, for the table and for those who watch, behind a router too, and again after a resume."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ground.repository import ROOT
from tests.lan import Lan, lan_or_not_here
from tests.needs import not_run_here
from tests.node.games import all_fair_and_equal
from tests.node.processes import Game, Process
from tta_p2p.net.addresses import parse_address

HIDDEN, PUBLIC = "127.0.0.1:7777", "10.77.0.1:7000"
"""Where the host listens, in its own namespace; and where a router of it forwards a port to that."""


def listening(process: Process) -> set[int]:
    """The ports at which a process listens, as the system sees it."""
    tables = [Path(f"/proc/{process.popen.pid}/net/{name}") for name in ("tcp", "tcp6")]
    if not tables[0].exists():
        not_run_here("the ports of a process", "it needs Linux")
    mine = set()
    for entry in Path(f"/proc/{process.popen.pid}/fd").iterdir():
        try:
            target = str(entry.readlink())
        except OSError:
            continue
        if target.startswith("socket:["):
            mine.add(target[8:-1])
    rows = [line.split() for table in tables if table.exists() for line in table.read_text().splitlines()[1:]]
    return {int(row[1].rpartition(":")[2], 16) for row in rows if row[3] == "0A" and row[9] in mine}


def test_a_node_listens_on_one_port_from_the_lobby_on_and_again_at_the_same_after_a_crash(tmp_path: Path) -> None:
    options = {"game": "skiff", "people": (1,), "on_leave": "wait", "spectators": "open"}
    game = Game(tmp_path, 2, listen={0: "127.0.0.1:0"}, **options)  # type: ignore[arg-type]
    try:
        game.under_way(0)
        port = parse_address(game.address).port
        shown = [line for line in game.nodes[0].lines if line.startswith("shown")]
        assert shown == [f"shown {game.address}"], "who watches comes to the same place as the guests"
        assert listening(game.nodes[0]) == {port}
        assert all(len(listening(node)) == 1 for node in game.nodes)
        game.nodes[0].kill()
        game.restart(0, listen="")
        assert game.nodes[0].wait_for("shown") == game.address
        assert listening(game.nodes[0]) == {port}
        game.nodes[0].wait_for("playing")
        game.nodes[0].kill()
        game.restart(0, listen="[::1]:0", public="games.example.org:7777")
        assert game.nodes[0].wait_for("shown").startswith("games.example.org:7777#")
        assert listening(game.nodes[0]) == {port}, "a free port was asked for, and the old one is free"
        person = game.visit(1, seat=None)
        person.my_act()
        person.say(do="act", text="end")
        while person.hear("turn")["mine"]:
            pass
        person.my_act()  # the other has played since
    finally:
        game.close()


@pytest.fixture
def lan() -> Iterator[Lan]:
    for built in lan_or_not_here():
        built.sever(1, 2)
        yield built


@pytest.fixture
def router(lan: Lan) -> Iterator[None]:
    """A process that stands for the router of the host."""
    command = [*lan.inside(0), sys.executable, "-m", "tests.forwarder", PUBLIC, HIDDEN]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None and process.stdout.readline() == b"forwarding\n"
        try:
            yield
        finally:
            process.kill()


def test_through_one_forwarded_port_guests_play_who_can_reach_nobody_but_the_host(
    lan: Lan, router: None, tmp_path: Path
) -> None:
    options = {"game": "skiff", "people": (1,), "on_leave": "continue", "spectators": "open"}
    game = Game(
        tmp_path,
        3,
        lan=lan,
        listen={0: HIDDEN},
        public={0: PUBLIC},
        **options,  # type: ignore[arg-type]
    )
    try:
        assert str(parse_address(game.address).place) == PUBLIC
        game.under_way(1)
        game.nodes[0].kill()
        game.restart(0, listen="", public="")  # it remembers
        assert game.nodes[0].wait_for("shown") == game.address
        game.let_go(1)
        game.wait()
        all_fair_and_equal(game)
        assert [node.verdict().seats_left for node in game.nodes] == [0, 0, 0]
    finally:
        game.close()
