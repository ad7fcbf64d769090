"""`tta simulate --cluster`: a real scheduler and a real worker of Dask on this machine play the games."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.terminals import here
from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.simulation.cluster import executor_of

CLUSTER = """
import asyncio, sys
from distributed import Scheduler, Worker

async def run():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print("scheduler", scheduler.address, flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        async with Worker(scheduler.address, host="127.0.0.1", nthreads=1, dashboard=False):
            print("a worker", flush=True)
            await asyncio.to_thread(sys.stdin.read)

asyncio.run(run())
"""
"""A scheduler, which tells its address; and a worker, as soon as a line asks for it."""
WORKER = ("-m", "distributed.cli.dask_worker", "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny")
OTHER_VERSION = "import tta_p2p\ntta_p2p.__version__ = 'of another day'\n"


@contextmanager
def running(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A part of a cluster, until the test is over."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, *words], cwd=folder, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True
    ) as part:
        try:
            yield part
        finally:
            part.kill()


def hears(part: subprocess.Popen[str], until: str) -> str:
    """Wait until a part says this; the line."""
    assert part.stdout is not None
    said = []
    for line in part.stdout:
        said.append(line)
        if until in line:
            return line.strip()
    raise AssertionError("".join(said))


def played(home: Path, *words: object) -> object:
    done = here(home, "simulate", "--game", "smugglers", "--games", 4, "--bots", "easy,random", *words, "--json")
    assert done.returncode == 0, done.stderr
    games = json.loads(done.stdout)["games"]
    return [{key: value for key, value in one.items() if "second" not in key} for one in games]


def test_a_cluster_plays_the_same_games_as_this_machine_and_what_is_wrong_with_one_is_said(tmp_path: Path) -> None:
    words = ("simulate", "--games", 2, "--cluster")
    with running(tmp_path, "-c", CLUSTER) as cluster:
        address = hears(cluster, "scheduler tcp:").split()[-1]
        assert "has no workers" in here(tmp_path, *words, address).stderr
        assert cluster.stdin is not None
        cluster.stdin.write("\n")
        cluster.stdin.flush()
        hears(cluster, "a worker")
        there = played(tmp_path, "--cluster", address)
        (tmp_path / "other.py").write_text(OTHER_VERSION)
        with running(tmp_path, *WORKER, address, "--preload", str(tmp_path / "other.py")) as other:
            hears(other, "Registered to:")
            assert "of another day" in here(tmp_path, *words, address).stderr, "one of two is enough"
    assert there == played(tmp_path, "--jobs", 1)
    gone = here(tmp_path, *words, address)
    assert gone.returncode == 1 and "No cluster answers" in gone.stderr and "Traceback" not in gone.stderr
    wrong = here(tmp_path, *words, "nowhere")
    assert "No cluster answers at nowhere" in wrong.stderr and "Traceback" not in wrong.stderr
    both = here(tmp_path, *words, "nowhere", "--jobs", 2)
    assert both.returncode == 2 and "--jobs" in both.stderr


def test_without_the_extra_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CommandFailed, match=r"tta-p2p\[cluster\]"), executor_of("tcp://127.0.0.1:8786"):
        pass
