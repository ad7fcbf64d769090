"""`tta puzzle`: the list, an answer without a board, the solution, what is kept, and who loads it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

import tta_p2p
from tests.ground.pages import made_once, root  # noqa: F401
from tta_p2p.cli.commands.puzzle import _next
from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.terminal.puzzle_progress import (
    FILE,
    PuzzleProgress,
    keep_begun,
    keep_try,
    progress_of,
    read_progress,
)
from tta_p2p.ui.puzzle import puzzles_for

GAME = "through_the_ages"
PUZZLES = puzzles_for(GAME)


def tta(home: Path, *typed: str) -> Result:
    """Run a command in this process, in English."""
    environment = {"TTA_HOME": str(home), "TTA_LANG": "en", "COLUMNS": "100", "TTA_GAME": None}
    return CliRunner().invoke(root(), ["puzzle", *typed], prog_name="tta", env=environment)


def test_puzzles_are_listed_answered_and_kept(tmp_path: Path) -> None:
    listed = tta(tmp_path)
    assert listed.exit_code == 0 and f"{len(PUZZLES)} puzzles, 0 solved" in listed.output
    last = len(PUZZLES)
    short = tta(tmp_path, str(last), "end")
    assert short.exit_code == 1 and "You are short by" in short.output, short.output
    best = tta(tmp_path, str(last), *PUZZLES[-1].turn)
    assert best.exit_code == 0 and "No turn reaches more." in best.output, best.output
    assert progress_of(read_progress(tmp_path), GAME, PUZZLES[-1].name) == PuzzleProgress(2, True, 0)
    listed = tta(tmp_path)
    assert f"{len(PUZZLES)} puzzles, 1 solved" in listed.output and listed.output.rstrip().endswith("solved")
    told = tta(tmp_path, str(last), "--solution")
    assert told.exit_code == 0 and f"{len(PUZZLES[-1].turn)}. End the turn" in told.output, told.output
    assert "Bots that know the goal reach" in told.output


def test_a_solution_names_players_as_the_board_does(tmp_path: Path) -> None:
    told = "\n".join(tta(tmp_path, str(number), "--solution").output for number in range(1, len(PUZZLES) + 1, 3))
    assert "Bot 2" in told and not re.search(r"seat \d", told), told


def test_next_is_the_first_that_is_not_solved_from_the_last_one_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTA_HOME", str(tmp_path))
    assert _next(GAME, PUZZLES) == 0
    keep_begun(tmp_path, GAME, PUZZLES[2].name)
    assert _next(GAME, PUZZLES) == 2
    keep_try(tmp_path, GAME, PUZZLES[2].name, True, 0)
    assert _next(GAME, PUZZLES) == 3
    for one in PUZZLES[1:]:
        keep_try(tmp_path, GAME, one.name, True, 0)
    assert _next(GAME, PUZZLES) == 0


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("0",), "There is no puzzle 0."),
        (("x",), "There is no puzzle x."),
        (("1", "foo"), "foo is not possible there."),
        (("--game", "7-wonders"), "7 Wonders has no puzzles."),
    ],
)
def test_what_there_is_not_is_refused_in_words(tmp_path: Path, typed: tuple[str, ...], said: str) -> None:
    failed = tta(tmp_path, *typed)
    assert isinstance(failed.exception, CommandFailed) and said in str(failed.exception), failed.output
    assert not (tmp_path / FILE).exists()


@given(st.binary(max_size=60) | st.sampled_from([b'{"puzzles": {"a": 1}}', b"[" * 5000, b'{"last": 3}', b"null"]))
def test_a_file_that_says_something_else_costs_nothing_but_itself(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    folder = tmp_path_factory.mktemp("puzzles")
    (folder / FILE).write_bytes(data)
    keep_try(folder, GAME, "a", False, 3)
    keep_try(folder, GAME, "a", True, 1)
    keep_try(folder, GAME, "a", False, 5)
    assert progress_of(read_progress(folder), GAME, "a") == PuzzleProgress(3, True, 1)


def test_nothing_but_the_command_loads_puzzles() -> None:
    package = Path(tta_p2p.__file__).parent
    own = re.compile(r"^(?:from|import) .*\b(?:puzzle|puzzles|puzzle_goals|puzzle_guide|puzzle_progress)\b", re.M)
    files = [path for path in package.rglob("*.py") if "puzzle" not in path.stem or path.parts[-2] == "commands"]
    assert not [path for path in files if own.search(path.read_text("utf-8"))], "only what is about puzzles loads them"
