"""The mutants of `scripts/mutants` fit the program as it is, and every row of docs/security.md has one."""

from pathlib import Path

import pytest
from seeded_mutants import Change, Mutant, Row, cures, lines_of, main, missed, mutants, rows

from tests.cli.damage import KINDS
from tests.doors.session import THEMES
from tests.ground.repository import ROOT


def test_every_mutant_changes_one_place_of_the_program_and_names_its_tests() -> None:
    found = mutants()
    assert len({one.name for one in found}) == len(found) > 40
    for one in found:
        for change in (one.change, *one.also):
            changed = change.applied((ROOT / change.file).read_text())
            if change.file.endswith(".py"):
                compile(changed, change.file, "exec")
        assert one.tests, one.name
        for test in (*one.tests, *one.alive):
            assert_is_there(test)


def test_every_cure_that_the_campaign_of_doors_misses_stands_in_the_program() -> None:
    for soak, one in cures():
        campaign, _, about = soak.split()
        assert about in {"doors": THEMES, "files": KINDS}[campaign]
        for change in (one.change, *one.also):
            compile(change.applied((ROOT / change.file).read_text()), change.file, "exec")


def assert_is_there(test: str) -> None:
    """A file of tests, or a test in one."""
    file, *names = test.split("::")
    assert (ROOT / file).is_file(), test
    text = (ROOT / file).read_text() if names else ""
    assert all(f"def {name}(" in text or f"class {name}" in text for name in names), test


def test_every_attack_on_the_page_has_a_mutant_that_names_it() -> None:
    """And whose test of that row it is that fails, and which other one runs through the same line and passes."""
    page = {row.attack: row for row in rows()}
    found = [one for one in mutants() if one.rows]
    assert {attack for one in found for attack in one.rows} - page.keys() == set(), "rows that are not on the page"
    assert page.keys() - {attack for one in found for attack in one.rows} == set(), "tests/README.md says how"
    for one in found:
        assert one.alive and not set(one.alive) & set(one.tests), one.name
        assert all(one.of_row(page[attack]) for attack in one.rows), f"{one.name}: no test of its row"
        assert lines_of(one.change, (ROOT / one.file).read_text()), f"{one.name}: no test can run through that"


def test_a_change_that_fits_no_place_is_named() -> None:
    lost = Change("protocol/group.py", "no such words", "")
    with pytest.raises(ValueError, match="'no such words'"):
        lost.applied("other words")


TEXT = """MOST = 3


def few(number: int) -> bool:
    return number < MOST


class Door:
    def opens(self, name: str) -> bool:
        if name == "Ann":
            return True
        return few(
            len(name)
        )
"""


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ('name == "Ann"', "True", [(10, 10)]),
        ("len(name)", "0", [(12, 14)]),
        ("def few(number: int)", "def few(number: int = 0)", [(5, 5)]),
        ("MOST = 3", "MOST = 4", [(5, 5)]),
    ],
)
def test_the_lines_of_a_change_are_those_that_run_when_it_matters(
    old: str, new: str, lines: list[tuple[int, int]]
) -> None:
    assert lines_of(Change("door.py", old, new), TEXT) == lines


SAME = Change("door.py", 'name == "Ann"', "True")
NOTICES = "def test_nobody_else_comes_in():\n    assert not Door().opens('Benjamin')\n"
LIVES = "def test_ann_comes_in():\n    assert Door().opens('Ann')\n"
ELSEWHERE = "def test_two_are_few():\n    assert few(2)\n"


def test_a_mutant_of_a_row_is_missed_where_no_attack_fails_or_nobody_runs_through_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "door.py").write_text(TEXT)
    (tmp_path / "test_door.py").write_text(f"from door import *\n{NOTICES}{LIVES}{ELSEWHERE}")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/__init__.py").touch()
    (tmp_path / "tests/through.py").write_text((ROOT / "tests/through.py").read_text())
    monkeypatch.setattr("seeded_mutants.ROOT", tmp_path)
    page = [Row("somebody else", ("test_nobody_else_comes_in",)), Row("another", ("test_ann_comes_in",))]
    attack, ann, two = (
        f"test_door.py::{name}" for name in ("test_nobody_else_comes_in", "test_ann_comes_in", "test_two_are_few")
    )

    def wrong(rows: tuple[str, ...], tests: tuple[str, ...], alive: tuple[str, ...]) -> list[str]:
        return missed(Mutant("everybody comes in", SAME, tests, rows, alive), tmp_path, page)

    assert wrong(("somebody else",), (attack,), (ann,)) == []
    assert wrong(("another",), (ann,), (two, attack)) == [
        "no test of the row fails: another",
        f"does not pass: {attack}",
        f"does not run through the line: {two}",
    ]
    assert (tmp_path / "door.py").read_text() == TEXT


def test_words_that_no_mutant_has_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["mutants", "--only", "no such mutant"])
    with pytest.raises(SystemExit):
        main()
    assert "'no such mutant'" in capsys.readouterr().err
