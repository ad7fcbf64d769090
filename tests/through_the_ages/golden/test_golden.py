"""Stored games: they reach everything a game can come to, and everybody still sees in them what was seen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .fingerprint import fingerprint
from .prints import PRINTS, printed, printout
from .reached import reached, wanted
from .stored import Stored, stored

HOME = Path(__file__).parents[3]


def test_stored_games_reach_every_end_age_attack_and_pact() -> None:
    """If something is missing: `python -m tests.through_the_ages.golden.find` looks for games that reach it all."""
    missing = set(wanted())
    for game in stored():
        heard = 0
        for _, local in game.play():
            missing -= reached(local, heard)
            heard = len(local.log)
        assert local.over, f"{game.name} does not end"
    assert not missing, f"no stored game reaches: {sorted(missing)}"


@pytest.mark.parametrize("game", printed(), ids=lambda game: game.name)
def test_everybody_sees_what_was_seen(game: Stored) -> None:
    """If it was right to change this: `python -m tests.through_the_ages.golden.prints`, and read the difference."""
    file = PRINTS / f"{game.name}.txt"
    now = printout(game)
    was = file.read_text().splitlines()
    for number, (old, new) in enumerate(zip(was, now.splitlines(), strict=False), 1):
        assert old == new, f"{file.name}, line {number}"
    assert len(was) == len(now.splitlines()), f"{file.name} has another length"


def test_no_printout_is_left_over() -> None:
    assert {file.stem for file in PRINTS.glob("*.txt")} == {game.name for game in printed()}


def test_the_order_of_hashes_matters_nowhere() -> None:
    """The same games give the same digests and views in processes that hash words differently."""
    prints = {fingerprint()}
    for seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-m", fingerprint.__module__],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            cwd=HOME,
        )
        prints.add(ran.stdout.strip())
    assert len(prints) == 1, prints
