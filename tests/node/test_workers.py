"""The checking processes of a node."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from protocol.errors import Fault
from tests.ground.repository import ROOT
from tests.patience import PATIENCE
from tta_p2p.node.workers import TRIES, WorkerFailed, Workers

NODE = """
import os, time, trio
from tta_p2p.node.workers import Workers
if __name__ == "__main__":
    print(trio.run(Workers().run, os.getpid), flush=True)
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


def broken(number: int) -> int:
    raise MemoryError(number)


def dies(number: int) -> int:
    os._exit(number)


@pytest.mark.parametrize(("job", "why"), [(broken, "MemoryError"), (dies, "died")])
def test_a_check_that_fails_is_tried_again_until_it_is_no_accident(job: Callable[[int], int], why: str) -> None:
    async def tried() -> list[WorkerFailed]:
        made, failed = Workers(), []
        try:
            for _ in range(TRIES):
                with pytest.raises(WorkerFailed) as caught:
                    await made.run(job, 3)
                failed.append(caught.value)
            assert await made.run(abs, -3) == 3
        finally:
            made.close()
        return failed

    failed = trio.run(tried)
    assert all(why in str(error) for error in failed)
    assert [error.wait for error in failed] == sorted({error.wait for error in failed})
    assert [error.fault is not None for error in failed] == [False] * (TRIES - 1) + [True]
    assert isinstance(failed[-1].fault, Fault)
