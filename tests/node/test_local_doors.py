"""What others on the same machine may have put where a node and its clients meet."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.node.attending import attend
from tests.node.doors import bound
from tests.patience import PATIENCE
from tta_p2p.node.lobby.antechamber import Antechamber
from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.machine import roster
from tta_p2p.node.machine.roster import RunningNode
from tta_p2p.node.service.seat_server import MAX_CLIENTS, Door, connect_seat, listen_privately
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.store import locks
from tta_p2p.store.database import Store, lock_of
from tta_p2p.store.home import BadHome


def long_home(folder: Path) -> Path:
    """A data folder with a name too long for a socket."""
    home = folder / ("long " * 20)
    home.mkdir(mode=0o700)
    return home


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files."""
    path = tmp_path / "tmp"
    path.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(path))
    return path


def test_a_socket_elsewhere_is_in_a_folder_of_its_owner_alone(tmp_path: Path, scratch: Path) -> None:
    home = long_home(tmp_path)
    path = roster.socket_path(home, "node")
    assert path.parent.parent == scratch and path.parent.stat().st_mode & 0o777 == 0o700
    assert roster.socket_path(home, "node") == path


def test_a_folder_that_somebody_else_has_made_for_the_socket_is_refused(tmp_path: Path, scratch: Path) -> None:
    home = long_home(tmp_path)
    place = roster.socket_path(home, "node").parent
    place.chmod(0o777)
    with pytest.raises(BadHome, match="yours alone"):
        roster.socket_path(home, "node")
    place.rmdir()
    own = tmp_path / "own"
    own.mkdir(mode=0o700)
    place.symlink_to(own)
    with pytest.raises(BadHome, match="yours alone"):
        roster.socket_path(home, "node")


@asynccontextmanager
async def open_door(path: Path) -> AsyncIterator[Door]:
    """A node's door at this socket."""
    async with trio.open_nursery() as nursery:
        door = Door(Antechamber("table", "", lambda key, name: say.TextRef("new"), lambda request: None).desk)
        nursery.start_soon(door.serve_socket, listen_privately(path))
        with trio.fail_after(PATIENCE):
            yield door
        nursery.cancel_scope.cancel()


async def test_a_client_says_nothing_to_a_socket_of_another_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s"
    async with open_door(path):
        lines = await connect_seat(str(path))
        await lines.send(say.HelloRequest(say.VERSION))
        assert isinstance(await lines.reply(), say.LobbyReply)
        await lines.aclose()
        mine = os.getuid()
        monkeypatch.setattr(os, "getuid", lambda: mine + 1)
        with pytest.raises(PermissionError, match="another user"):
            await connect_seat(str(path))


async def is_served(path: Path, stack: AsyncExitStack) -> bool:
    """Whether somebody who comes to a door and greets is answered; they stay."""
    stream = await stack.enter_async_context(await trio.open_unix_socket(str(path)))
    with suppress(trio.BrokenResourceError):  # what is closed at once takes no greeting
        lines = Lines(stream)
        await lines.send(say.HelloRequest(say.VERSION))
        return isinstance(await lines.reply(), say.LobbyReply)
    return False


async def test_a_process_of_another_user_is_not_let_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, mine = tmp_path / "s", os.getuid()
    async with open_door(path) as door, AsyncExitStack() as stack:
        assert await is_served(path, stack)
        monkeypatch.setattr(os, "getuid", lambda: mine + 1)
        assert not await is_served(path, stack)
        monkeypatch.undo()
        assert await is_served(path, stack) and len(door.clients) == 2


async def test_more_clients_than_a_node_serves_are_turned_away_until_one_goes(tmp_path: Path) -> None:
    path = tmp_path / "s"
    async with open_door(path) as door, AsyncExitStack() as stack:
        async with AsyncExitStack() as first:
            assert await is_served(path, first)
            for _ in range(MAX_CLIENTS - 1):
                assert await is_served(path, stack)
            assert not await is_served(path, stack)
        while not await is_served(path, stack):
            pass  # the door has not noticed yet that one has gone
        assert len(door.clients) == MAX_CLIENTS


def written(**changed: Any) -> str:
    node = {"id": "x", "pid": "HERE", "socket": "/nowhere", "table": "t", **changed}
    return json.dumps(node).replace('"HERE"', "HERE")  # a number that is known when the test runs


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "7", '"x"', "{}", "[" * 100_000, written(pid="1"), written(pid=2**70), written(pid=-1),
        written(pid=True), written(pid=1.5), written(socket=7), written(sid=None), written(more=1), "\0" * 50,
    ],
    ids=range(15),
)  # fmt: skip
def test_a_file_that_no_node_has_written_hides_no_node_that_runs(text: str, tmp_path: Path) -> None:
    (roster.folder(tmp_path) / "a.json").write_text(text.replace("HERE", str(os.getpid())))
    node = RunningNode("b", os.getpid(), str(tmp_path / "s"), "table")
    roster.announce(tmp_path, node)
    with bound(node.socket):
        assert list(roster.running_nodes(tmp_path)) == [node]


def test_a_node_that_ends_removes_nothing_that_another_one_has_announced(tmp_path: Path) -> None:
    """The same game may have been taken up by another process since."""
    before, after = (RunningNode("b", pid, str(tmp_path / "s"), "table") for pid in (2**22 + 1, os.getpid()))
    roster.announce(tmp_path, before)
    roster.announce(tmp_path, after)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(after.socket)
        door.listen()
        roster.withdraw(tmp_path, before)
        assert list(roster.running_nodes(tmp_path)) == [after] and Path(after.socket).is_socket()
        roster.withdraw(tmp_path, after)
        assert list(roster.running_nodes(tmp_path)) == [] and not Path(after.socket).exists()


def test_a_node_listens_where_no_other_does_that_was_called_so_in_its_last_game(tmp_path: Path) -> None:
    path = roster.socket_path(tmp_path, "b")
    roster.announce(tmp_path, RunningNode("c", os.getppid(), str(path), "table"))
    with bound(path):
        assert roster.free_socket(tmp_path, "b") != path and roster.free_socket(tmp_path, "d").name == "d.sock"


def test_a_number_that_another_process_has_taken_makes_no_dead_node_run(tmp_path: Path) -> None:
    """In a lobby and in a game; what the dead one has left behind is swept."""
    sid = b"\x07" * 32
    for node in (RunningNode("b", os.getppid(), "", "table"), RunningNode("b", os.getppid(), "", "table", sid.hex())):
        path = roster.socket_path(tmp_path, "b")
        with bound(path):
            pass  # whoever listened there was killed: its file is there
        store = Store(tmp_path)
        with store.hold(sid):
            pass  # and that of its lock
        store.close()
        roster.announce(tmp_path, replace(node, socket=str(path)))
        assert path.is_socket()
        assert roster.free_socket(tmp_path, "b") == path
        assert list(roster.running_nodes(tmp_path)) == [] and not path.exists()


@pytest.mark.parametrize("number", [b"", b"1\n"], ids=["none", "that of an earlier process"])
def test_a_node_of_release_0_4_0_which_writes_no_number_into_its_lock_runs(number: bytes, tmp_path: Path) -> None:
    sid = b"\x07" * 32
    path = roster.socket_path(tmp_path, "b")
    node = RunningNode("b", os.getpid(), str(path), "table", sid.hex(), "playing")
    roster.announce(tmp_path, node)
    lock = tmp_path / locks.FOLDER / lock_of(sid)
    lock.parent.mkdir(exist_ok=True)
    lock.write_bytes(number)
    with lock.open() as handle, bound(path) as door:
        fcntl.flock(handle, fcntl.LOCK_EX)
        assert list(roster.running_nodes(tmp_path)) == [node]
        door.settimeout(0)
        with pytest.raises(BlockingIOError):
            door.accept()  # nobody has come to it: a guest of whom clients have gone would give up its place


def test_a_node_runs_whose_socket_was_removed_as_long_as_it_holds_the_lock_of_its_game(tmp_path: Path) -> None:
    store, sid = Store(tmp_path), b"\x07" * 32
    node = RunningNode("b", os.getpid(), str(tmp_path / "gone"), "table", sid.hex(), "playing")
    roster.announce(tmp_path, node)
    with store.hold(sid):
        assert list(roster.running_nodes(tmp_path)) == [node]
    assert list(roster.running_nodes(tmp_path)) == []
    store.close()


@settings(max_examples=settings().max_examples // 2)
@given(st.lists(st.tuples(st.sampled_from(["announce", "withdraw", "rename", "look"]), st.integers(0, 3)), max_size=12))
def test_in_whatever_order_nodes_come_go_and_are_looked_for_whoever_has_announced_itself_last_is_found(
    steps: list[tuple[str, int]],
) -> None:
    """Two of them take one game up, one is called as the other was, and one is dead all the time."""
    ids, pids = ("a", "a", "b", "a"), (os.getpid(), os.getppid(), os.getppid(), 2**22 + 7)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as doors:
        home, announced = Path(folder), dict[str, RunningNode]()
        nodes = [RunningNode(ids[i], pids[i], str(home / "run" / f"s{i}"), "table") for i in range(4)]
        for number, (step, i) in enumerate(steps):
            mine = announced.get(ids[i])
            if step == "announce":
                nodes[i] = replace(nodes[i], socket=str(roster.folder(home) / f"s{number}"))
                doors.enter_context(bound(nodes[i].socket))
                roster.announce(home, nodes[i])
                announced[ids[i]] = nodes[i]
            elif step == "withdraw":
                roster.withdraw(home, nodes[i])
                if mine is not None and mine.pid == pids[i]:
                    del announced[ids[i]]
            elif step == "rename" and mine == nodes[i]:
                roster.rename(home, nodes[i], replace(nodes[i], id="c"))
                announced["c"] = replace(nodes[i], id="c")
                del announced[ids[i]]
            else:
                list(roster.running_nodes(home))
                announced = {id: node for id, node in announced.items() if node.pid != pids[3]}
            living = [node for _, node in sorted(announced.items()) if node.pid != pids[3]]
            assert list(roster.running_nodes(home)) == living
            announced = {id: node for id, node in announced.items() if node.pid != pids[3]}


async def test_whatever_a_lobby_still_learns_in_the_middle_of_its_game_takes_nobody_back_to_it() -> None:
    """A router answers anew when its address changes or its lease ends."""
    antechamber = Antechamber("table", "", lambda key, name: say.TextRef("new"), lambda request: None)
    game = LocalTable(load_rules("caravan"), 2, names=("Ann", "Bob"))
    door = Door(antechamber.desk)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            client = await attend(door.serve_stream, nursery)
            await client.until(lambda: bool(client.heard))
            ((server, hello),) = [(one, one.hello) for one in antechamber.desk.clients]
            door.hand_over(game.desk)
            game.desk.receive(server, hello)
            antechamber.tell_router(say.TextRef("silent"))
            antechamber.address("10.0.0.5:7", (), announced=True)
            await client.ask(say.RefreshRequest())
            await client.until(lambda: len(client.turns) == 2)
            heard = [type(one) for one in client.heard]
            assert heard.index(say.WelcomeReply) == 1 and heard.count(say.LobbyReply) == 1, heard
            nursery.cancel_scope.cancel()
