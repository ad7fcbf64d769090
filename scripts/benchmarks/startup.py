"""A person's wait for `tta` to start, beside an empty Python."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import Row, Table, measure
from tta_p2p.node.machine.installation import TTA, command_line

ROOT = Path(__file__).resolve().parents[2]


def _start(*command: str | Path) -> float:
    return measure(lambda: subprocess.run(command, check=True, capture_output=True), 1, clock=time.perf_counter)


def run() -> Iterator[Table]:
    """Starts of the interpreter, of the program, and of the program through its script."""
    empty = _start(sys.executable, "-c", "pass")
    rows = [
        Row("tta --version", _start(*command_line(TTA, "--version"))),
        Row("scripts/tta --version", _start(ROOT / "scripts" / "tta", "--version")),
        Row("tta --help", _start(*command_line(TTA, "--help"))),
    ]
    yield Table("Starting", rows, unit=Row("python -c pass", empty))
