"""The mutants of `scripts/mutants` fit the program as it is."""

import pytest
from seeded_mutants import Mutant, main, mutants

from tests.ground.repository import ROOT


def test_every_mutant_changes_one_place_of_the_program_and_names_its_tests() -> None:
    found = mutants()
    assert len({one.name for one in found}) == len(found) > 40
    for one in found:
        changed = one.applied((ROOT / one.file).read_text())
        if one.file.endswith(".py"):
            compile(changed, one.file, "exec")
        assert one.tests and all((ROOT / test).is_file() for test in one.tests), one.name


def test_a_change_that_fits_no_place_is_named() -> None:
    lost = Mutant("lost", "protocol/group.py", "no such words", "", ())
    try:
        lost.applied("other words")
    except ValueError as error:
        assert "'lost'" in str(error)
    else:
        raise AssertionError("it was applied")


def test_words_that_no_mutant_has_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["mutants", "--only", "no such mutant"])
    with pytest.raises(SystemExit):
        main()
    assert "'no such mutant'" in capsys.readouterr().err
