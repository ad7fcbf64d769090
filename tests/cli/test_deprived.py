"""Where a computer lacks what it usually has, every command that needs it says so at once, and what to do."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminals import surroundings
from tests.ground.repository import ROOT
from tests.needs import not_run_here
from tests.patience import PATIENCE

AT_ONCE = 20.0
"""Seconds in which a command that is refused has ended, on a slow machine; SQLite waits for 60."""


def every(missing: str, folder: Path, language: str) -> list[dict[str, Any]]:
    (folder / missing).mkdir()
    words = [sys.executable, "-m", "tests.cli.deprived", missing, str(folder / missing)]
    around = surroundings(folder, TTA_LANG=language)
    done = subprocess.run(words, env=around, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    if isinstance(found, str):
        not_run_here(f"commands without {missing}", found)
    assert isinstance(found, list) and len(found) > 30
    return found


@pytest.fixture(scope="module")
def needy(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, ...]]:
    """The commands that speak of the place for games where there is a folder in which they cannot be."""
    said = every("folder", tmp_path_factory.mktemp("needy"), "en")
    return {tuple(one["command"]) for one in said if "TTA_HOME" in one["said"] and one["command"][0] != "help"}


@pytest.mark.parametrize(
    ("missing", "language", "sentence"),
    [("home", "zh-Hans", "这个用户没有主目录"), ("locks", "en", "a drive without file locks (No locks available)")],
)
def test_every_command_says_at_once_that_there_is_no_place_for_games_and_names_tta_home(
    missing: str, language: str, sentence: str, needy: set[tuple[str, ...]], tmp_path: Path
) -> None:
    assert {("id", "show"), ("games",), ("doctor",)} < needy and len(needy) > 20
    for one in every(missing, tmp_path, language):
        words, text = tuple(one["command"]), one["said"]
        assert "Traceback" not in text and "This is a bug" not in text and one["code"] in (0, 1, 2), (words, text)
        assert one["seconds"] < AT_ONCE, words
        if words in needy:
            assert one["code"] == 1 and sentence in " ".join(text.split()), (words, text)
            assert "TTA_HOME" in text, (words, text)
    assert not list((tmp_path / missing / "home").glob("*")), "what was tried with locks is gone"
