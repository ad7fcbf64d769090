"""External programs as seats of real nodes: they play whole games, and no game suffers from a bad one."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from tests.node.games import all_fair_and_equal
from tests.node.processes import PATIENCE, ROOT, Game, Visitor
from tests.node.turns import play_on
from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.programs.bounds import LOG_SIZE, ErrorLog
from tta_p2p.node.programs.program import NEWS, Patience, ProgramCommand, ProgramRun, Reason
from tta_p2p.node.programs.supervisor import LocalSeat, supervise
from tta_p2p.node.service.notices import error_reply
from tta_p2p.registry import load_rules
from tta_p2p.seats.encoding import write_line
from tta_p2p.store.database import StoreError

EXAMPLE = str(ROOT / "docs" / "examples" / "random_bot.py")
BAD = str(ROOT / "tests" / "node" / "bad_program.py")
QUICK = Patience(restarts=1, first=0.05, longest=0.1)
"""Started again once and at once; it may think as long as any program."""


class Table(Game):
    """A table of processes where programs play for some, by the number of the process."""

    def __init__(self, folder: Path, seats: int, commands: dict[int, tuple[str, ...]], **conditions: Any) -> None:
        self.commands = commands
        self.patience: Patience = conditions.pop("patience", Patience())
        self.notes = folder / "notes"
        self.notes.mkdir()
        super().__init__(folder, seats, **conditions)

    def _plan(self, number: int) -> dict[str, Any]:
        plan = super()._plan(number)
        if number in self.commands:
            notes = (str(self.notes),) if BAD in self.commands[number] else ()
            words = (sys.executable, *self.commands[number], *notes)
            plan |= {"bot": "", "programs": (ProgramCommand(words, str(self.folder)),), "patience": self.patience}
        return plan

    def log(self, number: int) -> str:
        """The error output of a program, with the node's remarks."""
        (path,) = (self.folder / f"home{number}" / "programs").glob("*.log")
        return path.read_text()


Make = Callable[..., Table]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    tables: list[Table] = []

    def table(seats: int, commands: dict[int, tuple[str, ...]], **conditions: Any) -> Table:
        tables.append(Table(tmp_path, seats, commands, **conditions))
        return tables[-1]

    yield table
    for one in tables:
        one.close()


def wait_until(what: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + PATIENCE
    while True:
        found = what()
        if found:
            return found
        assert time.monotonic() < deadline
        time.sleep(0.05)


def news(visitor: Visitor, part: str) -> dict[str, Any]:
    """Wait until the node says something about a program."""
    while True:
        said = visitor.hear("error", "over")
        assert said["is"] == "error", "the game is over already"
        if said["key"].startswith("node.program-") and part in said["text"]:
            return said


def test_the_example_plays_a_whole_game_and_a_program_gets_no_other_seat_and_no_secret_and_has_no_vote(
    make: Make,
) -> None:
    game = make(2, {0: (EXAMPLE,), 1: (BAD, "peeps")}, game="skiff")  # the other games it plays in tests/seats
    game.wait()
    all_fair_and_equal(game)
    assert "-- has seen the end of the game" in game.log(0)
    environment = json.loads((game.notes / "environment").read_text())
    assert "PATH" in environment and not [name for name in environment if name.startswith(("TTA", "PYTHON"))]
    assert (game.notes / "folder").read_text() == str(game.folder)
    (heard,) = game.notes.glob("heard-*")
    said = [json.loads(line) for line in heard.read_text().splitlines()]
    assert len({one["seat"] for one in said if one["is"] == "welcome"}) == 1
    assert next(one["text"] for one in said if one["is"] == "error").startswith(
        "only a person at a terminal can decide that"
    )
    assert 5 <= sum(one["is"] == "chat" for one in said) < 20
    assert said[-1]["is"] == "over"


async def given_up(way: str, patience: Patience, folder: Path) -> tuple[list[str], Path]:
    """Let a bad program play at a table in this process until it is given up; what was told of it, and its log."""
    table = LocalTable(load_rules("smugglers"), 2, programs=(0,), bots={1: "random"})
    seat, told, path = LocalSeat(table, 0), list[str](), folder / "logs" / "0.log"
    seat.tell = lambda what, *args: told.append(error_reply(f"{NEWS}{what}", 0, "Ann", *args).text)  # type: ignore[method-assign]
    command = ProgramCommand((sys.executable, BAD, way, str(folder)), str(folder))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        with trio.fail_after(PATIENCE):
            await supervise(command, seat, path, patience)
        nursery.cancel_scope.cancel()
    return told, path


@pytest.mark.parametrize(
    ("way", "limit", "text"),
    [
        ("mumbles", 300.0, "nothing but nonsense"),
        ("cheats", 300.0, "nothing but nonsense"),
        ("sleeps", 1.0, r"has not said hello for \d+ seconds \(does it flush what it writes\?\)"),
        ("is_of_another_time", 300.0, "speaks version 1 of the seat protocol, which this node does not"),
        ("begins_and_sleeps", 4.0, r"has not acted for \d+ seconds"),
        ("floods", 4.0, "does not read its input"),
        ("never_ends_a_line", 300.0, "nothing but nonsense"),
    ],
)
async def test_a_bad_program_is_started_again_and_then_given_up(
    way: str, limit: float, text: str, tmp_path: Path
) -> None:
    (first, last), log = await given_up(way, replace(QUICK, limit=limit), tmp_path)
    assert re.search(text, first) and "is started again in" in first
    assert re.search(text, last) and "tta has started it 2 times and gives up" in last
    assert re.search(text, log.read_text())
    assert sum(path.stat().st_size for path in log.parent.iterdir()) <= 2 * LOG_SIZE


@pytest.mark.parametrize("pause", [0.0, 0.15])
async def test_what_a_program_writes_last_is_logged_though_a_slow_disk_falls_behind_it(
    pause: float, tmp_path: Path
) -> None:
    class SlowLog(ErrorLog):
        def write(self, data: bytes) -> None:
            time.sleep(pause)
            super().write(data)

    table = LocalTable(load_rules("smugglers"), 2, programs=(0,), bots={1: "random"})
    command = ProgramCommand((sys.executable, BAD, "ends_in_a_pipe", str(tmp_path)), str(tmp_path))
    run = ProgramRun(command, LocalSeat(table, 0), SlowLog(tmp_path / "log"), Patience())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        with trio.fail_after(PATIENCE):
            await run.run()
        nursery.cancel_scope.cancel()
    assert run.reason == Reason("exit", 1)
    assert (tmp_path / "log").read_text().endswith("I do not want to play\n")


class Invented(Exception):
    """What no library raises and no part of the product knows."""


@pytest.mark.parametrize(
    ("part", "error"),
    [
        ("_at_table", Invented()),
        ("_errors_output", Invented()),
        ("_from_node", Invented()),
        ("_from_program", OSError(errno.EIO, "the pipe is broken")),
        ("_watch", Invented()),
        ("_until_it_ends", Invented()),
    ],
)
async def test_where_talking_to_a_program_fails_as_nobody_foresaw_a_bot_plays_on(
    part: str, error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        await trio.lowlevel.checkpoint()
        raise error

    monkeypatch.setattr(ProgramRun, part, fails)
    (told,), log = await given_up("begins_and_sleeps", Patience(restarts=0), tmp_path)
    why = f"was stopped, because your own tta failed while handling it ({type(error).__name__})"
    assert why in told and "A bot plays on" in told
    assert f"-- {why}; 0 acts" in log.read_text()


async def test_nothing_of_a_program_is_left_where_its_last_words_cannot_be_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids: list[int] = []

    def fails(_: ProgramRun, process: trio.Process) -> None:
        pids.append(process.pid)
        raise Invented

    monkeypatch.setattr(ProgramRun, "_last_errors", fails)
    await given_up("sleeps", Patience(limit=1.0, restarts=0), tmp_path)
    (pid,) = pids
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_a_table_that_cannot_store_what_a_program_does_is_no_fault_of_the_program(tmp_path: Path) -> None:
    class Full(LocalTable):
        async def serve(self, stream: trio.abc.Stream) -> None:
            raise StoreError("the disk is full", "full")

    seat = LocalSeat(Full(load_rules("smugglers"), 2, programs=(0,), bots={1: "random"}), 0)
    command = ProgramCommand((sys.executable, BAD, "begins_and_sleeps", str(tmp_path)), str(tmp_path))
    with pytest.RaisesGroup(StoreError, flatten_subgroups=True):
        await supervise(command, seat, tmp_path / "log", Patience(restarts=0))


async def test_a_program_that_makes_room_has_not_failed_though_the_table_goes_with_that_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hears = ProgramRun._from_node

    async def hears_late(self: ProgramRun, process: trio.Process) -> None:
        await trio.testing.wait_all_tasks_blocked()
        await hears(self, process)

    class Leaving(LocalTable):
        async def serve(self, stream: trio.abc.Stream) -> None:
            await stream.send_all(write_line(error_reply("node.taken-over", 0)))
            await trio.aclose_forcefully(stream)

    seat = LocalSeat(Leaving(load_rules("smugglers"), 2, programs=(0,), bots={1: "random"}), 0)
    command = ProgramCommand((sys.executable, BAD, "begins_and_sleeps", str(tmp_path)), str(tmp_path))
    monkeypatch.setattr(ProgramRun, "_from_node", hears_late)
    run = ProgramRun(command, seat, ErrorLog(tmp_path / "log"), Patience())
    with trio.fail_after(PATIENCE):
        await run.run()
    assert run.taken and run.reason.key == "taken"


def test_a_person_plays_on_for_a_program_given_up_and_takes_anothers_seat_over_and_gives_it_back(make: Make) -> None:
    """And a node that was killed starts its program again."""
    game = make(2, {0: (BAD, "play"), 1: (BAD, "ends")}, game="skiff", patience=QUICK)
    text = "has ended with exit code 1"
    watcher = game.visit(1, watch=True)
    assert text in news(watcher, "is started again in")["text"]
    said = news(watcher, "tta has started it 2 times and gives up")
    assert text in said["text"] and "tta attach" in said["text"] and ".log" in said["text"]
    assert text in game.log(1)
    assert sum(path.stat().st_size for path in (game.folder / "home1" / "programs").iterdir()) <= 2 * LOG_SIZE
    other = game.visit(1, seat=None)
    news(other, "gives up")
    wait_until(lambda: list(game.notes.glob("heard-*")))
    person = game.visit(0, take_over=True)
    while person.hear("welcome")["seat"] is None:
        pass
    wait_until(lambda: "had to make room" in game.log(0))
    (seat,) = {said["seat"] for said in person.said if said["is"] == "welcome"} - {None}
    refused = game.visit(0, seat=seat)
    assert refused.hear("error")["key"] == "node.seat-taken"
    person.close()
    wait_until(lambda: game.log(0).count("-- started") == 2)
    game.nodes[0].kill()
    game.commands = {}
    game.restart(0)
    wait_until(lambda: game.log(0).count("-- started") == 3)
    assert play_on(other)["verdict"] == "fair"
    game.wait()
    all_fair_and_equal(game)


def test_a_program_that_thinks_for_long_is_spoken_of_and_left_alone(make: Make) -> None:
    game = make(2, {0: (BAD, "begins_and_sleeps")}, game="skiff", patience=Patience(notice=0.3))
    watcher = game.visit(0, watch=True)
    news(watcher, "perhaps it is thinking")
    later = game.visit(0, watch=True)
    news(later, "perhaps it is thinking")
    assert game.nodes[0].running


def test_a_program_that_fails_once_goes_on_and_nothing_of_one_is_left_after_the_game(make: Make) -> None:
    game = make(2, {0: (BAD, "leaves_children"), 1: (BAD, "fails_once")}, game="skiff", patience=QUICK)
    game.wait()
    all_fair_and_equal(game)
    assert "I do not want to play" in game.log(1)
    for pid in (game.notes / "processes").read_text().split():
        wait_until(lambda pid=pid: gone(int(pid)))


def gone(pid: int) -> bool:
    """Whether a process is no more; one that init has still to collect counts."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z"
