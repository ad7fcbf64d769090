"""One session at the doors: real nodes, and everybody who knocks, before, during and after a game.

The honest nodes live in this process, with real sockets, stores and clients; a hostile member is a process of its own.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import trio

from tests.doors.grammar import Grammar
from tests.doors.hosts import hostile_lobby
from tests.doors.visitors import BEFORE, DURING, Place, Said, Visit, again, sitter
from tests.doors.watch import faults, obeyed, texts_in, unseen
from tests.node.games import all_fair_and_equal
from tests.node.processes import Game, Process, Visitor
from tests.node.within import House
from tta_p2p.net import fault_log, tasks
from tta_p2p.net.addresses import parse_address
from tta_p2p.net.errors import NetError
from tta_p2p.net.tasks import FaultLog
from tta_p2p.net.zeroconf import multicast_works
from tta_p2p.node.machine.roster import socket_path
from tta_p2p.node.plan.plans import NodeFailed, Plan
from tta_p2p.node.spectators.follower import watch_table
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.store.database import StoreError

GAME = "skiff"
THEMES = ("table", "member", "hosts", "sitters", "names")
HOSTILE = ("member", "names")
"""The themes in which a member says what it likes; in the second it tells names (`tests.doors.names`)."""
FRIEND = 60.0
"""Seconds within which a friend comes in, whoever knocks meanwhile."""
END = 240.0
"""Seconds within which what is to come of a session has come, on a busy machine as well."""
SPELL = 2.0
"""Seconds for which those who knock have the word each time."""
QUIET, LISTEN = 2.0, 10.0
"""Seconds without a word after which a client's node is taken to go on, and seconds of words without an end."""
GUESTS = 4
"""How many honest guests come to hostile hosts, one after the other."""
EXPECTED = ("NodeFailed", "LobbyFailed")
"""Ends of a node that are told in words: a hostile host is left so."""


class Found(Exception):
    """Something that must never be."""


class Finding(NamedTuple):
    """The result of one session."""

    seed: int
    theme: str
    seconds: float
    counts: dict[str, int]
    found: list[str]


class Knocking:
    """Those who knock, in a thread of their own, for as long as the body runs."""

    def __init__(self, visits: dict[str, Visit], place: Place, seed: str, said: Said) -> None:
        self._visits, self._place, self._seed, self._said = visits, place, seed, said
        self.failed: BaseException | None = None

    @contextlib.contextmanager
    def __call__(self) -> Iterator[None]:
        """Knock meanwhile. Raises what a visitor's own program fails at."""
        begun = threading.Event()
        thread = threading.Thread(target=self._run, args=(begun,), name="those who knock")
        thread.start()
        begun.wait()
        try:
            yield
        finally:
            with contextlib.suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._scope.cancel)
            thread.join()
        if self.failed is not None:
            raise self.failed

    def _run(self, begun: threading.Event) -> None:
        try:
            trio.run(self._live, begun)
        except BaseException as error:
            self.failed = error
            begun.set()

    async def _live(self, begun: threading.Event) -> None:
        self._token, self._scope = trio.lowlevel.current_trio_token(), trio.CancelScope()
        with self._scope:
            async with trio.open_nursery() as nursery:
                begun.set()
                for name, visit in self._visits.items():
                    nursery.start_soon(again, visit, self._place, f"{self._seed} {name}", self._said)
                await trio.sleep_forever()


class Doors(Game):
    """A table with a host, a friend and one more, at whose doors others knock from the beginning to the end."""

    def __init__(self, folder: Path, seed: int, theme: str, said: Said) -> None:
        self.seed, self.theme, self.said = seed, theme, said
        self.grammar = Grammar(f"session {seed}")
        self.host: Visitor | None = None
        about = f"names {seed}" if theme == "names" else str(seed)
        programs = {2: ("tests.doors.member", about)} if theme in HOSTILE else {}
        within = (0, 1) if theme in HOSTILE else (0, 1, 2)
        super().__init__(folder, 3, game=GAME, people=(0,), within=within, programs=programs, spectators="open")

    def _plan(self, number: int) -> dict[str, Any]:
        found = {"quiet": False, "interfaces": ("127.0.0.1",)} if multicast_works("127.0.0.1") else {}
        return {**super()._plan(number), **found, "at_once": number != 0, "knocking": FRIEND}

    @property
    def place(self) -> Place:
        """Where its host is to be found."""
        return Place(parse_address(self.address), GAME, socket_path(self.folder / "home0", "node0"))

    def knocking(self, visits: dict[str, Visit], when: str) -> contextlib.AbstractContextManager[None]:
        """Some of those visitors, by chance."""
        chosen = {name: visit for name, visit in visits.items() if self.grammar.often(0.7)}
        return Knocking(chosen or visits, self.place, f"{self.seed} {when}", self.said)()

    def _meet(self) -> None:
        plan = Plan(do="host", conditions=self.conditions, table=self.table, **self._plan(0))
        self.nodes.append(self._start(0, plan))
        self.address = self.nodes[0].wait_for("listening")
        self.host = self.visit(0, seat=None)
        sitting = {"sitter": sitter} if self.theme == "sitters" else {}
        waiting = {name: visit for name, visit in BEFORE.items() if name != "guest"}  # who may take the friend's seat
        with self.knocking(sitting or waiting, "before"):
            time.sleep(1.0 if sitting else 0.2)
            self._join(1)
        with self.knocking({**BEFORE, **sitting}, "between"):
            time.sleep(SPELL)
        self._join(2)
        with self.knocking(waiting, "beginning"):
            self.host.say(do="start")
            for node in self.nodes:
                self.sid = self._hear(node, "playing")

    def _join(self, number: int) -> None:
        guest = Plan(do="join", address=self.address, **self._plan(number))
        began = time.monotonic()
        self.nodes.append(self._start(number, guest))
        self._hear(self.nodes[-1], "joined")
        if time.monotonic() > began + FRIEND:
            raise Found(f"a friend was kept out for {time.monotonic() - began:.0f} seconds")

    def _hear(self, node: Process, word: str) -> str:
        try:
            return node.wait_for(word)
        except AssertionError as error:
            raise Found(str(error)[-1500:]) from error

    def play(self) -> None:
        """The game, to its end, with all who knock meanwhile. Raises Found."""
        assert self.host is not None
        self.host.my_act()
        with self.knocking(DURING, "during"):
            time.sleep(SPELL)
        if self.theme in HOSTILE:  # the others look for it wherever it has said that it is
            self.nodes[2].kill()
            with self.knocking(DURING, "away"):
                time.sleep(SPELL)
            self.all_run(0, 1)
            self.nodes[1].kill()
            self.restart(1)
            self._hear(self.nodes[1], "playing")
            self.programs.pop(2)
            self.restart(2)
            self._hear(self.nodes[2], "playing")
        spectators = [self.visit(number, watch=True) for number in range(3)]
        self.all_run(0, 1, 2)
        self.host.let_go()
        for spectator in spectators:
            spectator.hear("over")
        all_fair_and_equal(self)
        with self.knocking(DURING, "after"):
            with contextlib.suppress(BrokenPipeError):  # all have the end, and its node may have gone
                self.host.say(do="rematch", answer="yes")
            time.sleep(SPELL / 2)

    def all_run(self, *numbers: int) -> None:
        """Raises Found where a node has ended by itself."""
        for number in numbers:
            if not self.nodes[number].running:
                errors = (self.nodes[number].home / "errors.txt").read_text()[-1500:]
                raise Found(f"the node of player {number} has ended\n{errors}")


def theme_of(seed: int, theme: str) -> str:
    """Choose who knocks above all: the theme that is wanted, else by chance."""
    return theme or Grammar(f"theme {seed}").one(THEMES)


def play(seed: int, theme: str, folder: Path) -> Finding:
    """One session from a seed; ``folder``: where its nodes keep what they keep."""
    chosen = theme_of(seed, theme)
    began, said, found = time.monotonic(), Said(), list[str]()
    tasks.FAULTS = FaultLog()
    (hosted if chosen == "hosts" else table)(seed, chosen, folder, said, found)
    for log in sorted(folder.glob("*/errors.txt")):
        text = log.read_text(errors="replace")
        found += [f"{log.parent.name}: {fault}" for fault in faults(text) if not any(one in fault for one in EXPECTED)]
        if chosen != "hosts":  # there the tests write down how a node was left, where the program says it in words
            found += [f"{log.parent.name}: its log: {raw}" for raw in [obeyed(text)] if raw]
    return Finding(seed, chosen, time.monotonic() - began, said.counts, list(dict.fromkeys(found)))


def table(seed: int, theme: str, folder: Path, said: Said, found: list[str]) -> None:
    """A table of honest people."""
    game: Doors | None = None
    held: list[Doors] = []
    try:
        with _keeping(held):
            game = Doors(folder, seed, theme, said)
            game.play()
    except (Found, AssertionError, OSError) as error:
        found.append(f"{type(error).__name__}: {str(error)[-1500:]}")
    finally:
        if game is not None:
            held.append(game)
            game.close()
    heard = [reply for one in held for visitor in one.visitors for reply in visitor.said]
    wrong = (raw for text in texts_in(heard) for raw in (obeyed(text), unseen(text)))
    found += list(dict.fromkeys(f"a client is told {raw}" for raw in wrong if raw))


@contextlib.contextmanager
def _keeping(held: list[Doors]) -> Iterator[None]:
    """Keep every table that is made meanwhile, so that what was heard there is known though it never came to be."""
    close: Callable[[Doors], None] = Doors.close

    def keep(self: Doors) -> None:
        held.append(self)
        close(self)

    Doors.close = keep  # type: ignore[method-assign]
    try:
        yield
    finally:
        Doors.close = close  # type: ignore[method-assign]


def hosted(seed: int, theme: str, folder: Path, said: Said, found: list[str]) -> None:
    """Honest people come to the table of a hostile host, and watch what it shows, each with a client."""
    house = House(False)
    try:
        for number in range(GUESTS):
            grammar = Grammar(f"host {seed} {number}")
            trio.run(_come, house, grammar, folder / f"guest{number}", said, found)
    finally:
        house.close()


async def _come(house: House, grammar: Grammar, home: Path, said: Said, found: list[str]) -> None:
    ready = trio.Event()
    async with hostile_lobby(GAME, grammar, said, ready) as address:
        plan = Plan(
            do="join",
            id="bob",
            name="Bob",
            address=str(address),
            listen="127.0.0.1:0",
            quiet=True,
            at_once=True,
            knocking=0.0,
        )
        node = Process(home, plan, house=house)
        try:
            client = await trio.to_thread.run_sync(_attach, home, node)
            ready.set()
            watched = os.environ.get("TTA_HOME", "")
            os.environ["TTA_HOME"] = str(home)
            written: list[str] = []
            try:
                with trio.move_on_after(SPELL), _faults_written(written):
                    await watch_table(str(address), _look, name="Cid", interfaces=(), seconds=SPELL)
            except* (NetError, NodeFailed, StoreError):
                pass  # told in words
            except* Exception as group:
                found.append(f"who watches is told nothing in words: {_innermost(group)!r}")
            finally:
                os.environ["TTA_HOME"] = watched
            found += [f"who watches: {fault}" for text in written for fault in faults(text)]
            if client is not None:
                lost = await trio.to_thread.run_sync(_still_there, client, node, found)
                if lost:
                    found.append("the client of a guest has lost its node, which goes on")
        finally:
            await trio.to_thread.run_sync(node.close)


@contextlib.contextmanager
def _faults_written(found: list[str]) -> Iterator[None]:
    """Keep what this process writes down meanwhile that it failed at, though it cost nobody else anything."""
    kept = logging.Handler()
    kept.emit = lambda record: found.append(record.getMessage())  # type: ignore[method-assign]
    fault_log.LOG.addHandler(kept)
    try:
        yield
    finally:
        fault_log.LOG.removeHandler(kept)


def _innermost(error: BaseException) -> BaseException:
    return _innermost(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


async def _look(lines: Lines) -> int:
    await lines.send(say.HelloRequest(say.VERSION, watch=True))
    while await lines.reply() is not None:
        pass
    return 0


def _attach(home: Path, node: Process) -> Visitor | None:
    """A client of the node, where it has not ended yet."""
    deadline = time.monotonic() + END
    while node.running and time.monotonic() < deadline:
        if socket_path(home, "bob").exists():
            with contextlib.suppress(AssertionError, OSError):
                return Visitor(home, "bob", seat=None)
        time.sleep(0.02)
    return None


def _still_there(client: Visitor, node: Process, found: list[str]) -> bool:
    """Whether a client has been parted from a node that goes on."""
    client.socket.settimeout(QUIET)
    lost, until = False, time.monotonic() + LISTEN
    try:
        client.say(do="undo")
        while (line := client.file.readline()) and time.monotonic() < until:
            wrong = (raw for text in texts_in(json.loads(line)) for raw in (obeyed(text), unseen(text)))
            found += [f"a client is told {raw}" for raw in wrong if raw]
        lost = not line
    except (TimeoutError, OSError):
        pass
    client.close()
    until = time.monotonic() + LISTEN  # a node that leaves a host tells its client first
    while lost and node.running and time.monotonic() < until:
        time.sleep(0.05)
    return lost and node.running
