"""The attackers' table in docs/security.md names tests that exist, and every attacker test is in it."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "security.md"
HERE = Path(__file__).resolve().parent


def functions_in(folder: Path) -> set[str]:
    """The names of all test functions under a folder."""
    texts = (path.read_text("utf-8") for path in folder.rglob("test_*.py"))
    return {name for text in texts for name in re.findall(r"^ *(?:async )?def (test_\w+)\(", text, re.M)}


def rows() -> list[list[str]]:
    """The cells of every row of the tables."""
    page = PAGE.read_text("utf-8").split("## Attacks", 1)[1]
    lines = [line for line in page.splitlines() if line.startswith("|") and not line.startswith("|---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "| test |" not in line]


def named() -> list[str]:
    return [name for row in rows() for name in re.findall(r"`(test_\w+)`", row[-1])]


def test_every_test_in_the_table_exists() -> None:
    assert set(named()) - functions_in(ROOT / "tests") == set()


def test_every_attacker_test_is_in_the_table_once() -> None:
    assert functions_in(HERE) - set(named()) == {
        "test_every_test_in_the_table_exists",
        "test_every_attacker_test_is_in_the_table_once",
        "test_every_row_says_what_is_attempted_and_how_it_ends",
    }
    own = [name for name in named() if name in functions_in(HERE)]
    assert len(own) == len(set(own)), "a test of nodes may stand at two attacks"


def test_every_row_says_what_is_attempted_and_how_it_ends() -> None:
    assert len(rows()) > 60
    for row in rows():
        assert len(row) == 3 and row[0] and "`test_" in row[2]
        assert row[1] or row[0].startswith("(controls")
