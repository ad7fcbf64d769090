"""The mutants of `scripts/mutants` fit the program as it is."""

from seeded_mutants import Mutant, mutants

from tests.ground.repository import ROOT


def test_every_mutant_changes_one_place_of_the_program_and_names_its_tests() -> None:
    found = mutants()
    assert len({one.name for one in found}) == len(found) > 40
    for one in found:
        changed = one.applied((ROOT / one.file).read_text())
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
