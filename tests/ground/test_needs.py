"""What a machine cannot run is named in the last line of the run, also when workers have run it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ground.repository import ROOT
from tests.patience import PATIENCE

SUITE = """
import pytest
from tests.needs import not_run_here

@pytest.mark.parametrize("seat", [1, 2])
def test_lan(seat: int) -> None:
    not_run_here("the LAN", "it needs root")

def test_other() -> None:
    not_run_here("the moon", "it is far")

def test_fine() -> None:
    pass
"""


@pytest.mark.parametrize("workers", ["0", "1"])
def test_the_last_line_lists_each_thing_that_was_not_run_once(tmp_path: Path, workers: str) -> None:
    suite = tmp_path / "test_suite.py"
    suite.write_text(SUITE)
    plugins = [f"-p{name}" for name in ("xdist", "tests.conftest", "no:cacheprovider")]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, "-n", workers, suite],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},  # what is installed beside takes long to load
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    last = run.stdout.strip().splitlines()[-1]
    assert last.startswith("not run here: ")
    assert sorted(last.removeprefix("not run here: ").split("; ")) == [
        "the LAN (it needs root)",
        "the moon (it is far)",
    ]
