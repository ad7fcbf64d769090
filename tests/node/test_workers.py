"""The checking processes of a node."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from tests.ground.repository import ROOT

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
        deadline = time.monotonic() + 30
        while is_there(worker):
            assert time.monotonic() < deadline, "the worker is still there"
            time.sleep(0.02)
