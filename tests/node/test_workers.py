"""The checking processes of a node."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
import trio
import trio.testing

from protocol.errors import Fault
from tests.ground.repository import ROOT
from tests.node import jobs
from tests.patience import PATIENCE
from tta_p2p.node.workers import pool
from tta_p2p.node.workers.pool import IDLE, STARTS, WorkerFailed, WorkerPool, _Worker

NODE = """
import os, time, trio
from tta_p2p.node.workers.pool import WorkerPool
if __name__ == "__main__":
    workers = WorkerPool()
    print(trio.run(workers.run, os.getpid), flush=True)
    time.sleep(60)
"""


def is_there(pid: int) -> bool:
    """Whether a process runs (and is not just waiting to be buried)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_no_worker_outlives_a_node_that_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "node.py"
    program.write_text(NODE)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, env=environment) as node:
        assert node.stdout is not None
        worker = int(node.stdout.readline())
        assert worker != node.pid and is_there(worker)
        node.kill()
        node.wait()
        deadline = time.monotonic() + PATIENCE
        while is_there(worker):
            assert time.monotonic() < deadline, "the worker is still there"
            time.sleep(0.02)


JOBS = [
    (jobs.broken, "MemoryError"),
    (jobs.dies, "died"),
    (jobs.leaves, "SystemExit"),
    (jobs.interrupts, "KeyboardInterrupt"),
    (jobs.raises_what_cannot_be_sent, "Unsendable"),
    (jobs.gives_what_cannot_be_sent, "pickle"),
]


async def test_a_check_that_fails_is_tried_again_until_it_is_no_accident(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "TRIES", tries := 3)
    with closing(WorkerPool()) as made:
        for job, why in JOBS:
            failed = list[WorkerFailed]()
            for _ in range(tries):
                with pytest.raises(WorkerFailed) as caught:
                    await made.run(job, 3)
                failed.append(caught.value)
            assert await made.run(jobs.prints, 3) == 3, job
            assert all(why in str(error) for error in failed), (job, failed)
            assert [error.wait for error in failed] == sorted({error.wait for error in failed}), job
            assert [error.fault is not None for error in failed] == [False] * (tries - 1) + [True], job
            assert isinstance(failed[-1].fault, Fault)


def test_a_worker_that_has_nothing_to_do_is_let_go_and_another_is_started_when_it_is_needed() -> None:
    async def worked() -> None:
        with closing(WorkerPool()) as made:
            first = await made.run(os.getpid)
            made.stop_idle()
            assert await made.run(os.getpid) == first and first != os.getpid()
            made._used_at -= IDLE
            made.stop_idle()
            assert not is_there(first)
            assert await made.run(os.getpid) != first

    trio.run(worked)


def test_a_worker_that_is_working_is_not_let_go() -> None:
    async def worked() -> None:
        with closing(WorkerPool()) as made:
            await made.run(abs, -1)
            made._used_at = -1e9
            async with trio.open_nursery() as nursery:
                nursery.start_soon(made.run, time.sleep, 0.3)
                await trio.sleep(0.1)
                made.stop_idle()
            assert made._worker is not None

    trio.run(worked)


def test_where_no_worker_can_be_started_people_are_told_and_the_node_checks_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []

    async def worked() -> None:
        with closing(WorkerPool(told.append)) as made, monkeypatch.context() as gone:
            gone.setattr(sys, "executable", "/there/is/no/python")  # as after an update of it
            for _ in range(STARTS - 1):
                with pytest.raises(WorkerFailed):
                    await made.run(os.getpid)
            assert told == []
            assert await made.run(os.getpid) == os.getpid() and told == ["ENOENT"]
            assert await made.run(os.getpid) == os.getpid() and told == ["ENOENT"]
            with pytest.raises(WorkerFailed, match="MemoryError"):
                await made.run(jobs.broken, 1)
            made._start_at = 0.0
            assert await made.run(os.getpid) == os.getpid() and told == ["ENOENT"], "told once"
            gone.undo()
            made._start_at = 0.0
            assert await made.run(os.getpid) != os.getpid()

    trio.run(worked)


def test_a_job_that_was_given_up_does_not_answer_for_the_next() -> None:
    async def worked() -> None:
        with closing(WorkerPool()) as made:
            await made.run(abs, -1)
            with trio.move_on_after(0.1):
                await made.run(time.sleep, 0.3)
            assert await made.run(abs, -7) == 7

    trio.run(worked)


async def test_a_check_that_waits_for_its_turn_is_not_taken_for_one_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who hands over some long false proofs at once makes no check of the game fail, and no program stop."""
    workers, failed = WorkerPool(), list[WorkerFailed]()

    async def run(number: int) -> None:
        try:
            assert await workers.run(jobs.takes_a_while, number) == number
        except WorkerFailed as error:
            failed.append(error)

    try:
        await run(0)  # the process is there
        monkeypatch.setattr(_Worker.work, "__defaults__", (3.0,))  # seconds, in place of TIME_LIMIT
        async with trio.open_nursery() as nursery:
            for number in range(6):
                nursery.start_soon(run, number)
                await trio.testing.wait_all_tasks_blocked()
        assert [(str(error), error.fault) for error in failed] == []
    finally:
        workers.close()
