"""Nodes that are reached by way of Tor alone: they tell nobody where they are, and outlive their Tor."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio

from tests.cli.terminals import here
from tests.net.false_tor import FalseControl, FalseSocks, open_false_control
from tests.node.within import Here, _at_once
from tests.patience import PATIENCE
from tta_p2p.net import interfaces
from tta_p2p.net.errors import Unreachable
from tta_p2p.net.framing import FrameStream
from tta_p2p.net.interfaces import Interface
from tta_p2p.net.links import Reach
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.machine import tor as machine
from tta_p2p.node.machine.environment import Environment
from tta_p2p.node.machine.tor import Tor, TorState
from tta_p2p.node.plan.plans import Plan, with_routes
from tta_p2p.node.process import Node
from tta_p2p.node.service.seat_server import connect_seat
from tta_p2p.node.spectators.follower import watch_table
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.parts.address_book import AddressRequest

ADDRESS = "203.0.113.77"
"""The address of the computer of these tests."""
NAME = "computer-of-these-tests"
"""Its name."""


class Household:
    """Nodes of a test, and what each reports."""

    def __init__(self, folder: Path, nursery: trio.Nursery) -> None:
        self.folder, self.nursery = folder, nursery
        self.lines = list[str]()
        self._heard = trio.Event()
        self._running: dict[str, tuple[trio.CancelScope, trio.Event]] = {}

    def begin(self, name: str, plan: Plan) -> Node:
        """Start a node."""
        home = self.folder / name
        home.mkdir(mode=0o700, exist_ok=True)
        environment = Environment(aside=_at_once, workers=Here(), thinkers=Here())
        node = Node(plan, home, report=lambda line: self._hear(name, line), environment=environment)
        scope, ended = self._running[name] = trio.CancelScope(), trio.Event()

        async def live() -> None:
            with scope:
                await node.run()
                self._hear(name, "gone")
            ended.set()

        self.nursery.start_soon(live)
        return node

    async def end(self, name: str) -> None:
        """Stop a node; when this returns, it holds its game no longer."""
        scope, ended = self._running[name]
        scope.cancel()
        with trio.fail_after(PATIENCE):
            await ended.wait()

    def _hear(self, name: str, line: str) -> None:
        self.lines.append(f"{name} {line}")
        self._heard.set()
        self._heard = trio.Event()

    async def wait_for(self, begin: str) -> str:
        """The rest of the first line that begins so, and has not been asked for."""
        with trio.fail_after(PATIENCE):
            while True:
                for line in self.lines:
                    if line.startswith(begin):
                        self.lines.remove(line)
                        return line.removeprefix(begin).strip()
                await self._heard.wait()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until this holds."""
        with trio.fail_after(PATIENCE):
            while not true():  # noqa: ASYNC110
                await trio.sleep(0.05)


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """All that is said on channels, sent without one, and connected to."""
    found: dict[str, list[Any]] = {"said": [], "sent": [], "dialled": []}
    write, connect = FrameStream.write_raw, socket.socket.connect

    async def tell(stream: FrameStream, data: bytes) -> None:
        found["said"].append(data)
        await write(stream, data)

    def dial(self: socket.socket, address: Any) -> None:
        found["dialled"].append(address)
        connect(self, address)

    monkeypatch.setattr(FrameStream, "write_raw", tell)
    monkeypatch.setattr(socket.socket, "connect", dial)
    monkeypatch.setattr(socket.socket, "sendto", lambda self, *sent: found["sent"].append(sent))
    mine = (Interface("eth0", ADDRESS, 24, Reach.PUBLIC, default=True), Interface("lo", "127.0.0.1", 8, Reach.HERE))
    monkeypatch.setattr(socket, "gethostname", lambda: NAME)
    monkeypatch.setattr(interfaces, "interfaces", lambda: mine)
    return found


async def printed_by(home: Path, words: list[str]) -> bytes:
    """What this command prints."""
    done = await trio.to_thread.run_sync(here, home, *words)
    return (done.stdout + done.stderr).encode()


def contents(folder: Path) -> list[bytes]:
    """What stands in the files of a folder."""
    return [path.read_bytes() for path in folder.rglob("*") if path.is_file()]


def host(**more: Any) -> Plan:
    told: dict[str, Any] = {"bot": "random", "onion": True, "at_once": True, "grid": 0.0, "linger": PATIENCE, **more}
    return Plan(do="host", id="host", name="Ann", conditions=Conditions(2, "skiff", spectators="open"), **told)


def guest(address: str, **more: Any) -> Plan:
    told: dict[str, Any] = {"bot": "random", "at_once": True, "grid": 0.0, "linger": PATIENCE, **more}
    return Plan(do="join", id="guest", name="Bob", address=address, **told)


async def read_all(lines: Lines, found: list[bytes]) -> int:
    """Keep all that a client hears to the end of the game, and of addresses, which it asks for as the game begins."""
    try:
        await lines.send(say.HelloRequest(say.VERSION, watch=True))
        while (line := await lines.line()) is not None:
            found.append(line)
            if line.startswith(b'{"is":"over"'):
                break
            if line.startswith(b'{"is":"welcome"'):
                await lines.send(AddressRequest())
    finally:
        await lines.aclose()
    return 0


async def test_a_table_by_way_of_tor_alone_tells_no_address_of_its_computers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looked_at: dict[str, list[Any]]
) -> None:
    """Not to others, in files, logs or a trace, to clients and whoever watches, or in what commands print."""
    false = FalseControl(FalseSocks(), tmp_path / "cookie")
    shown: dict[str, list[bytes]] = {"ann": [], "bob": [], "who watches": []}
    progress = list[str]()
    async with open_false_control(false) as control, trio.open_nursery() as nursery:
        monkeypatch.setenv(machine.WHERE, str(control.address))
        monkeypatch.setenv("TTA_TRACE", str(tmp_path / "trace"))
        monkeypatch.setenv("TTA_HOME", str(tmp_path / "cid"))
        house = Household(tmp_path, nursery)
        node = house.begin("ann", host(linger=60.0))
        invited = await house.wait_for("ann listening ")
        nursery.start_soon(read_all, await connect_seat(node.announced.socket), shown["ann"])
        assert node.tor.key is not None and invited.startswith(f"{node.tor.key.name}:7777#") and "," not in invited
        other = house.begin("bob", guest(invited))
        await house.wait_for("bob ready")
        nursery.start_soon(read_all, await connect_seat(other.announced.socket), shown["bob"])
        for name in ("ann", "bob"):
            await house.wait_for(f"{name} playing")
        with trio.fail_after(PATIENCE):
            await watch_table(
                invited,
                lambda lines: read_all(lines, shown["who watches"]),
                name="Cid",
                tell=lambda said: progress.append(said.key),
            )
        written = [*house.lines, invited]
        printed = [await printed_by(tmp_path / "ann", words) for words in (["games"], ["games", "--json"], ["stats"])]
        nursery.cancel_scope.cancel()
    forbidden = [ADDRESS.encode(), socket.inet_aton(ADDRESS), b"127.0.0.1", NAME.encode()]
    files = contents(tmp_path)
    everything = {
        "said": looked_at["said"],
        "reported": [line.encode() for line in written],
        "files": files,
        "printed": printed,
        **shown,
    }
    assert len(looked_at["said"]) > 50 and len(files) > 4 and all(len(said) > 5 for said in shown.values())
    assert any(b"connected 1" in piece for piece in files) and b"Skiff" in printed[0]
    told = [line for said in shown.values() for line in said if line.startswith(b'{"is":"address"')]
    assert len(told) > 1 and any(node.tor.key.name.encode() in line for line in told)
    states = [line for line in shown["ann"] if b"node.tor-" in line]
    assert states and len(states) == len({*states}), "a client hears each state of Tor once"
    assert progress[0] == "node.tor-looking" and progress[-1] == "node.tor-connected"
    for place, pieces in everything.items():
        for secret in forbidden:
            assert not [piece[:200] for piece in pieces if secret in piece], (place, secret)
    assert looked_at["sent"] == [], "nothing is announced, and nobody is asked"
    hosts = {address[0] for address in looked_at["dialled"] if isinstance(address, tuple)}
    assert hosts <= {"127.0.0.1"}, "only the Tor of this computer is dialled"


async def test_a_host_by_way_of_tor_comes_back_at_the_same_address_and_its_tor_may_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looked_at: dict[str, list[Any]]
) -> None:
    """Whoever watches finds it there again as well, and asks nobody else."""
    false = FalseControl(FalseSocks(), tmp_path / "cookie")
    seen = list[bytes]()
    async with open_false_control(false) as control, trio.open_nursery() as nursery:
        monkeypatch.setenv(machine.WHERE, str(control.address))
        monkeypatch.setenv("TTA_HOME", str(tmp_path / "cid"))
        house = Household(tmp_path, nursery)
        house.begin("ann", host(bot=""))
        invited = await house.wait_for("ann listening ")
        name = invited.partition(":")[0]
        house.begin("bob", guest(invited))
        sid = await house.wait_for("ann playing ")
        await house.wait_for("bob playing ")
        nursery.start_soon(partial(watch_table, invited, lambda lines: read_all(lines, seen), name="Cid"))
        await house.until(lambda: any(b'"welcome"' in line for line in seen))
        await house.end("ann")
        await house.until(lambda: not control.socks.services)
        node = house.begin("ann", Plan(do="resume", id="host", name="Ann", sid=sid))
        await house.wait_for("ann playing ")
        await house.until(lambda: name in control.socks.services)
        await house.until(lambda: node.game is not None and bool(node.game.context.mesh.connected))
        await house.until(lambda: b"node.stream-again" in b"".join(seen))
        assert b"node.stream-lost" in b"".join(seen) and looked_at["sent"] == []
        assert node.plan.hidden and node.plan.quiet and node.game is not None
        assert [str(place) for place in node.game.context.mesh.addresses] == [f"{name}:7777"]
        await control.cut()
        await house.wait_for("ann tor away")
        await house.wait_for("ann tor open")
        await house.until(lambda: node.game is not None and bool(node.game.context.mesh.connected))
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("plan", "hidden"),
    [
        (host(), True),
        (host(listen="*:0"), False),
        (host(public="games.example.org:7000"), False),
        (host(onion=False), False),
        (guest("a.onion:7777#k"), True),
        (guest("a.onion:7777,10.0.0.1:7777#k"), False),
        (guest("a.onion:7777#k", listen="*:0"), False),
        (guest("10.0.0.1:7777#k", onion=True), True),
    ],
)
def test_whoever_names_no_other_way_is_hidden(plan: Plan, hidden: bool) -> None:
    settled = with_routes(plan, None, os.urandom)
    assert settled.hidden == hidden and settled.quiet == hidden and bool(settled.onion_seed) == plan.onion
    assert with_routes(settled, None, os.urandom) == settled
    assert msgspec.json.decode(msgspec.json.encode(settled), type=Plan) == settled


PROGRAM = """#!{python}
import os, socket, sys, time
options = dict(zip(sys.argv[6::2], sys.argv[7::2]))
folder = options["--ControlPortWriteToFile"].rpartition("/")[0]
open(folder + "/pid", "w").write(str(os.getpid()))
if os.path.exists(folder + "/broken"):
    print("[warn] no such thing as \\x1b[2J a network", flush=True)
    sys.exit(1)
listener = socket.create_server(("127.0.0.1", 0))
open(options["--ControlPortWriteToFile"], "w").write("PORT=127.0.0.1:%d\\n" % listener.getsockname()[1])
stream, _ = listener.accept()
ask = stream.makefile("rwb")
for line in ask:
    answer = b"250 OK"
    if line.startswith(b"PROTOCOLINFO"):
        answer = b"250-AUTH METHODS=NULL\\r\\n250 OK"
    elif b"socks" in line:
        answer = b'250-net/listeners/socks="127.0.0.1:9"\\r\\n250 OK'
    elif line.startswith(b"GETINFO"):
        answer = b'250-status/bootstrap-phase=NOTICE BOOTSTRAP PROGRESS=100 TAG=done\\r\\n250 OK'
    ask.write(answer + b"\\r\\n")
    ask.flush()
"""


async def test_an_own_tor_is_started_and_started_anew_and_ends_with_its_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, programs = tmp_path / "tor", tmp_path / "bin"
    programs.mkdir()
    (programs / "tor").write_text(PROGRAM.format(python=sys.executable))
    (programs / "tor").chmod(0o700)
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr(machine, "PROGRAMS", ())
    monkeypatch.setattr(machine, "USUAL", ())
    monkeypatch.setattr(machine, "USUAL_SOCKS", ())
    monkeypatch.delenv(machine.WHERE, raising=False)
    tor, seen = Tor(folder, os.urandom), list[TorState]()

    async def watch() -> None:
        while True:
            seen.append(tor.news.state)
            await tor.changed.wait()

    async def until(state: TorState) -> None:
        with trio.fail_after(PATIENCE):
            while state not in seen:  # noqa: ASYNC110
                await trio.sleep(0.02)
        seen.clear()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(tor.keep)
        nursery.start_soon(watch)
        await trio.testing.wait_all_tasks_blocked()
        assert tor.news.state is TorState.UNUSED and not folder.exists(), "nothing begins before it is wanted"
        tor.want()
        await until(TorState.CONNECTED)
        assert (await tor.socks()).port == 9
        first = int((folder / "pid").read_text())
        os.kill(first, 9)
        await until(TorState.ENDED)
        await until(TorState.CONNECTED)
        second = int((folder / "pid").read_text())
        (folder / "broken").touch()
        os.kill(second, 9)
        await house_news(tor, "no such thing as a network")
        (folder / "broken").unlink()
        await until(TorState.CONNECTED)
        third = int((folder / "pid").read_text())
        assert first != second != third
        nursery.cancel_scope.cancel()
    with pytest.raises(ProcessLookupError):
        os.kill(third, 0)
    assert not (folder / "control").exists()


async def house_news(tor: Tor, words: str) -> None:
    """Wait until the Tor says so of itself."""
    with trio.fail_after(PATIENCE):
        while words not in tor.news.details:
            await tor.changed.wait()


async def test_where_no_tor_is_that_is_told_and_whoever_needs_it_hears_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("PROGRAMS", "USUAL", "USUAL_SOCKS"):
        monkeypatch.setattr(machine, name, ())
    monkeypatch.delenv(machine.WHERE, raising=False)
    async with trio.open_nursery() as nursery:
        house = Household(tmp_path, nursery)
        node = house.begin("ann", host())
        assert "no tor runs" in await house.wait_for("ann tor missing")
        assert "tta doctor" in await house.wait_for("ann waiting: There is no Tor")
        assert node.tor.news.state is TorState.MISSING
        with pytest.raises(Unreachable, match="none here"):
            await node.tor.socks()
        nursery.cancel_scope.cancel()
