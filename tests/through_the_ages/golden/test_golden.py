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
from .version import Course, Version, rules

HOME = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def told() -> tuple[set[str], Version]:
    """What the stored games reach, and where they lead."""
    found: set[str] = set()
    courses: dict[str, str] = {}
    for game in stored():
        course = Course(game)
        for local in course.play():
            found |= reached(local, course.heard)
        assert local.over, f"{game.name} does not end"
        courses[course.name] = course.digest()
    return found, Version(rules(), courses)


def test_stored_games_reach_every_end_age_attack_and_pact(told: tuple[set[str], Version]) -> None:
    """If something is missing: `python -m tests.through_the_ages.golden.find` looks for games that reach it all."""
    missing = set(wanted()) - told[0]
    assert not missing, f"no stored game reaches: {sorted(missing)}"


def test_rules_that_lead_elsewhere_have_another_version(told: tuple[set[str], Version]) -> None:
    """Else two peers would begin a game together that they cannot end, and old games would be called damaged."""
    was, now = Version.read(), told[1]
    changed = was.changed(now)
    assert not changed or was.rules != now.rules, f"raise ENGINE in game.py: {', '.join(changed)} go otherwise"
    assert was == now, "the rules have a new version: python -m tests.through_the_ages.golden.version"


def test_a_version_is_not_written_while_equal_rules_lead_elsewhere() -> None:
    was = Version("rules-1", {"a": "1", "b": "2"})
    assert was.changed(Version("rules-1", {"a": "1", "b": "3", "c": "4"})) == ["b"]
    assert was.changed(Version("rules-1", {"c": "4"})) == []
    assert Version.parse(was.text()) == was


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
    prints = {fingerprint()}  # here words are hashed as chance has it
    for seed in ("1",):
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
