"""An error in a task that serves a hint costs that hint; the same error in a task of play stops the node loudly.

The errors are raised in the product's own tasks, wherever they are started for a hint (`start_hint`) or look at one
(`contain`): in each of the places that a game comes by, once, when it has gone on for a moment.
"""

from __future__ import annotations

import ast
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import pytest
import trio

from tests.ground.repository import ROOT
from tests.needs import not_run_here
from tests.node.games import all_fair_and_equal
from tests.node.processes import Game, Process
from tests.patience import PATIENCE
from tta_p2p.net import tasks
from tta_p2p.net.tasks import Containment, FaultLog, Hint
from tta_p2p.net.zeroconf import multicast_works
from tta_p2p.node.game import loop
from tta_p2p.node.plan.plans import Plan
from tta_p2p.node.programs.program import ProgramCommand
from tta_p2p.node.spectators.follower import watch_table
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines

MOMENT = 0.1
"""Seconds for which a task goes on before the error is raised in it."""
AT_ONCE = {Hint.DIALLING, Hint.GUEST}
"""Where the error is raised at once: to reach somebody may take less than a moment, and after one a slow machine may be
signing the charter, when a guest who is lost costs the table."""
EXAMPLE = ProgramCommand((sys.executable, str(ROOT / "docs" / "examples" / "random_bot.py")), str(ROOT))
WHEN_SEEN = {Hint.SHOW}
"""Where the error is raised once the game is shown: before that nobody can be followed, and somebody is told so."""
LOST = {Hint.HOST, Hint.DIALLING}
"""Where the error costs a guest the lobby: one more comes first, and loses it. A guest at whose host the error strikes
keeps its seat, and dials again."""


class Invented(Exception):
    """What no library raises and no part of the product knows."""


class Saboteur:
    """Raises an error in every place that serves one hint, once each."""

    def __init__(self, hint: Hint) -> None:
        self.hint = hint
        self.struck: set[tuple[str, int]] = set()
        """The places in which it has raised one."""
        self._chosen: set[tuple[str, int]] = set()
        """The places in which it has raised one or is about to."""
        self._waiting: list[trio.CancelScope] | None = [] if hint in WHEN_SEEN else None
        """The bodies that go on until it strikes; None: none waits any more, or for that."""

    def strike(self) -> None:
        """Cut off what waits for this, in the same loop."""
        waiting, self._waiting = self._waiting or [], None
        for scope in waiting:
            scope.cancel(reason="the game is shown")

    def _choose(self, hint: Hint) -> tuple[str, int] | None:
        """The place that serves this hint now, if it raises one there."""
        frame = sys._getframe(2)
        while frame.f_code.co_filename.endswith(("contextlib.py", "test_contained.py")):
            assert frame.f_back is not None
            frame = frame.f_back
        place = (frame.f_code.co_filename, frame.f_lineno)
        if hint is not self.hint or place in self._chosen:
            return None
        self._chosen.add(place)
        return place

    @contextmanager
    def _cut(self, place: tuple[str, int]) -> Iterator[None]:
        """The body is cut off after a moment, or at its end, by an error; if others end it before, the next one is."""
        moment = 0.0 if self.hint in AT_ONCE else MOMENT if self._waiting is None else inf
        try:
            with trio.CancelScope(deadline=trio.current_time() + moment) as scope:
                if self._waiting is not None:
                    self._waiting.append(scope)
                yield
        except BaseException:
            if self.hint not in LOST:  # there nobody comes next but the guest who is to stay
                self._chosen.discard(place)
            raise
        self.struck.add(place)
        raise Invented(self.hint)

    @contextmanager
    def contain(self, hint: Hint, origin: str, *passing: type[Exception]) -> Iterator[Containment]:
        """The body is cut off by an error, when it is begun first."""
        place = self._choose(hint)
        with tasks.contain(hint, origin, *passing) as contained:
            if place is None:
                yield contained
                return
            with self._cut(place):
                yield contained

    def start_hint(
        self,
        nursery: trio.Nursery,
        hint: Hint,
        origin: str,
        task: Callable[..., Awaitable[Any]],
        *arguments: Any,
        again: bool = False,
    ) -> None:
        """The task is cut off by an error, when it is begun first."""
        places = [self._choose(hint)]

        async def cut(*arguments: Any) -> None:
            place = places.pop() if places else None
            if place is None:
                await task(*arguments)
                return
            with self._cut(place):
                await task(*arguments)

        tasks.start_hint(nursery, hint, origin, cut, *arguments, again=again)

    def set_to_work(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Take the place of both in all modules of the product that serve hints."""
        for name, module in [*sys.modules.items()]:
            if name.startswith("tta_p2p.") and module is not tasks:
                for way in ("contain", "start_hint"):
                    if hasattr(module, way):
                        monkeypatch.setattr(module, way, getattr(self, way))


class Announced(Game):
    """A table that is announced and found on loopback, and may be watched; before its guest another may be lost."""

    loses = False
    lost: Process | None = None
    has_program = False
    """Whether an external program plays for the guest."""
    asks_router = False
    """Whether the guest looks for a router (there is none), and so listens at every address and joins by one."""
    has_folder = False
    """Whether both play by way of a folder, too."""

    def _plan(self, number: int) -> dict[str, Any]:
        plan = {**super()._plan(number), "quiet": False, "interfaces": ("127.0.0.1",)}
        if self.asks_router and number == 1:
            plan |= {"router": True, "interfaces": (), "listen": "*:0"}
        if self.has_folder:
            (shared := self.folder / "shared").mkdir(exist_ok=True)
            plan |= {"folder": str(shared)}
        if self.has_program and number == 1:
            plan |= {"bot": "", "programs": (EXAMPLE,)}
        return plan

    def _way_in(self) -> dict[str, Any]:
        if self.loses and self.lost is None:
            receive = {"address": self.address, "id": "lost", "name": "Lost", "bot": "", "at_once": False}
            plan = Plan(do="join", **{**self._plan(1), **receive})
            self.lost = Process(self.folder / "lost", plan, house=self._house)
            assert self.lost.ends() == 1
        return {"address": self.address} if self.asks_router else {"table": self.table}

    def close(self) -> None:
        super().close()
        if self.lost is not None:
            self.lost.close()


async def see(lines: Lines, saboteur: Saboteur) -> int:
    """A client of somebody who watches, until it is shown how the game stands, and that has failed if it is to."""
    await lines.send(say.HelloRequest(say.VERSION, watch=True))
    while not isinstance(
        await lines.reply(), say.TurnReply | say.HaltReply
    ):  # the latter where it can follow no further
        pass
    saboteur.strike()
    while saboteur.hint in WHEN_SEEN and not saboteur.struck:  # noqa: ASYNC110
        await trio.sleep(0.02)
    return 0


@pytest.mark.parametrize("hint", Hint, ids=lambda hint: hint.name.lower())
def test_an_error_in_a_task_that_serves_a_hint_costs_that_hint_alone(
    hint: Hint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    if not multicast_works("127.0.0.1"):
        not_run_here("hints that fail", "there is no multicast here")
    monkeypatch.setattr(tasks, "FAULTS", FaultLog())
    monkeypatch.setenv("TTA_HOME", str(tmp_path / "onlooker"))
    (tmp_path / "onlooker").mkdir(mode=0o700)
    saboteur = Saboteur(hint)
    saboteur.set_to_work(monkeypatch)
    monkeypatch.setattr(Announced, "loses", hint in LOST)
    monkeypatch.setattr(Announced, "has_program", hint is Hint.PROGRAM)
    monkeypatch.setattr(Announced, "asks_router", hint is Hint.ROUTER)
    monkeypatch.setattr(Announced, "has_folder", hint is Hint.FOLDER)
    game = Announced(tmp_path, 2, game="skiff", people=(0,), within=(0, 1), spectators="open")
    try:
        client = game.visit(0, seat=None)
        if hint is Hint.CLIENT:
            client.file.read()  # until it is let go
            client = game.visit(0, seat=None)
        client.my_act()
        other = game.visit(1, watch=True)
        watch = partial(watch_table, name="Onlooker", interfaces=("127.0.0.1",), seconds=PATIENCE)
        trio.run(lambda: watch(game.sid[:12], lambda lines: see(lines, saboteur)))
        client.say(do="skip", key="turn")
        for one in (client, other):  # each node keeps its own file
            one.hear("over")
        all_fair_and_equal(game)
        if hint is Hint.REMATCH:
            with suppress(OSError):  # the task may be cut off, and the node gone, before this client says it
                client.say(do="rematch", answer="yes")
        deadline = time.monotonic() + PATIENCE
        while not saboteur.struck and time.monotonic() < deadline:
            time.sleep(0.02)
    finally:
        game.close()
    assert saboteur.struck, "no task of the game serves this hint"
    written = capfd.readouterr().err
    assert f"failed: {hint.value}, from " in written and "Invented" in written
    assert [line for line in written.splitlines() if line.startswith("failed: ") and hint.value not in line] == []


def tasks_of_play() -> list[str]:
    """The tasks that a game under way starts, by the names in its source."""
    source = ast.parse(Path(str(loop.__file__)).read_text("utf-8"))
    calls = [node for node in ast.walk(source) if isinstance(node, ast.Call)]
    return [ast.unparse(call.args[1]) for call in calls if ast.unparse(call.func) == "start_play"]


@pytest.mark.parametrize("task", tasks_of_play())
def test_the_same_error_in_a_task_of_play_stops_the_node_loudly(
    task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    armed = threading.Event()  # of another thread than the nodes'
    named = {name.removeprefix("self.") for name in tasks_of_play()} - {task.removeprefix("self.")}

    def start_play(nursery: trio.Nursery, begun: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
        async def until_armed() -> None:
            while not armed.is_set():  # noqa: ASYNC110
                await trio.sleep(0.01)
            raise Invented(task)

        async def cut() -> None:
            async with trio.open_nursery() as both:
                both.start_soon(until_armed)
                await trio.lowlevel.checkpoint()  # what is known already is found out without one
                await trio.lowlevel.checkpoint()
                await begun(*arguments)
                both.cancel_scope.cancel(reason="it has ended before")

        ours = begun.__name__ not in named if task == "task" else begun.__name__ == task.removeprefix("self.")
        tasks.start_play(nursery, cut) if ours else tasks.start_play(nursery, begun, *arguments)

    monkeypatch.setattr(loop, "start_play", start_play)
    game = Game(tmp_path, 2, game="skiff", people=(0,), within=(0, 1), grid=0.2 if task == "task" else 0.0)
    try:
        player = game.visit(0, seat=None)
        player.my_act()
        armed.set()
        with suppress(BrokenPipeError):  # it may stop before it hears this
            player.say(do="skip", key="turn")  # the bot that is asked then waits for its time, in a task of its part
        deadline = time.monotonic() + PATIENCE
        while all(node.running for node in game.nodes):
            assert time.monotonic() < deadline, "nothing stops a node whose play has failed"
            time.sleep(0.02)
        (stopped, *_) = [node for node in game.nodes if not node.running]
        assert stopped.popen.returncode == 1 and "Invented" in (stopped.home / "errors.txt").read_text()
    finally:
        armed.set()
        game.close()
