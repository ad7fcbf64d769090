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
from tta_p2p.cli._cluster import executor_of
from tta_p2p.cli.errors import CommandFailed

SCHEDULER = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
WORKER = ("distributed.cli.dask_worker", "--host", "127.0.0.1", "--nworkers", "1", "--nthreads", "1", "--no-nanny")
OTHER_VERSION = "import tta_p2p\ntta_p2p.__version__ = 'of another day'\n"


@contextmanager
def running(folder: Path, until: str, module: str, *words: str) -> Iterator[str]:
    """A part of a cluster, as soon as it says so; what it says then."""
    command = [sys.executable, "-m", module, *words]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as part:
        try:
            assert part.stderr is not None
            said = []
            for line in part.stderr:
                said.append(line)
                if until in line:
                    yield line.split()[-1]
                    break
            else:
                raise AssertionError("".join(said))
        finally:
            part.kill()


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """A scheduler without workers; its address."""
    with running(folder, "Scheduler at:", *SCHEDULER) as address:
        yield address


@contextmanager
def worker(folder: Path, address: str, *more: str) -> Iterator[None]:
    """A worker that the scheduler knows."""
    with running(folder, "Registered to:", *WORKER, address, *more):
        yield


def played(home: Path, *words: object) -> object:
    done = here(home, "simulate", "--game", "smugglers", "--games", 4, "--bots", "easy,random", *words, "--json")
    assert done.returncode == 0, done.stderr
    games = json.loads(done.stdout)["games"]
    return [{key: value for key, value in one.items() if "second" not in key} for one in games]


def test_a_cluster_plays_the_same_games_as_this_machine_and_what_is_wrong_with_one_is_said(tmp_path: Path) -> None:
    words = ("simulate", "--games", 2, "--cluster")
    with scheduler(tmp_path) as address:
        assert "has no workers" in here(tmp_path, *words, address).stderr
        with worker(tmp_path, address):
            there = played(tmp_path, "--cluster", address)
            (tmp_path / "other.py").write_text(OTHER_VERSION)
            with worker(tmp_path, address, "--preload", str(tmp_path / "other.py")):
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
