"""The commands for programs that play seats, in a wide terminal."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.cli import terminals


def tta(home: Path, *args: str, typed: str = "", code: int = 0) -> subprocess.CompletedProcess[str]:
    home.mkdir(mode=0o700, exist_ok=True)
    done = terminals.tta(home, *args, typed=typed, cwd=home, environment={"COLUMNS": "200"})
    assert done.returncode == code, done.stdout + done.stderr
    return done
