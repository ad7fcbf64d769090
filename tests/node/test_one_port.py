"""One port a node: for guests, for the table and for those who watch, behind a router too, and again after a resume."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ground.repository import ROOT
from tests.lan import Lan, lan_or_not_here
from tests.needs import not_run_here
from tests.node.games import all_fair_and_equal
from tests.node.plans import plan, processes
from tests.node.processes import Game, Process
from tta_p2p.net.addresses import parse_address
from tta_p2p.node.data_folder.own_ports import MOST, keep_port, read_ports
from tta_p2p.node.lobby.conditions import Conditions

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


def test_the_next_table_opens_where_the_last_one_was_unless_something_else_is_there(tmp_path: Path) -> None:
    def host(number: int, **more: object) -> int:
        opened = plan(number, do="host", conditions=Conditions(2), table=f"table {os.urandom(3).hex()}", **more)
        started.append(Process(tmp_path / "home", opened))
        places = started[-1].wait_for("listening").partition("#")[0].split(",")
        return parse_address(places[0]).port

    with processes() as started:
        port = host(0, listen="")
        assert host(1, listen="127.0.0.1:0") != port == read_ports(tmp_path / "home")[0], "another was asked for"
        beside = host(2, listen="")
        assert beside != port
        started[2].kill()
        assert host(3, listen="") == beside, "the second table is where it was as well"
        started[3].kill()
        started[0].kill()
        assert host(4, listen="") == port, "a table beside the first took nothing of it"
        (tmp_path / "home" / "port").write_bytes(b"\xff" * 40)
        assert host(5, listen="") > 0 and len(read_ports(tmp_path / "home")) == 1


@pytest.mark.parametrize(
    "text", ["", "0", "65536", "-1", "1" * 20, "one", "7\n0", "\N{ARABIC-INDIC DIGIT ONE}", "1 " * 99]
)
def test_a_file_of_ports_may_be_any_garbage(tmp_path: Path, text: str) -> None:
    (tmp_path / "port").write_text(text, "utf-8")
    assert read_ports(tmp_path) == ()
    keep_port(tmp_path / "nowhere", 7)  # a disk that takes nothing costs nothing
    keep_port(tmp_path, 7)
    assert read_ports(tmp_path) == (7,)


def test_the_ports_of_the_first_tables_stay_however_many_come(tmp_path: Path) -> None:
    for number in range(65535, 65535 - 2 * MOST, -1):
        keep_port(tmp_path, number)
        keep_port(tmp_path, 65535)
    kept = read_ports(tmp_path)
    assert kept == (*range(65535, 65535 - MOST + 1, -1), 65535 - 2 * MOST + 1)


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
