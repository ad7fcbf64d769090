"""Who plays with others for the first time is asked for a name, once."""

from __future__ import annotations

from pathlib import Path

from tests.cli.terminals import Person, tta

ALONE = ("host", "--seats", "2", "--lines", "--quiet", "--listen", "127.0.0.1:0")
ASKED = "What should other players call you"


def close(host: Person) -> None:
    """Close the table that this person has opened."""
    host.types("leave")
    host.sees("Close the table for everybody?", "(y or n)")
    host.types("y")
    host.ends()


def test_a_name_is_asked_for_once_and_is_what_the_others_read(tmp_path: Path) -> None:
    with Person(tmp_path, *ALONE) as ann:
        ann.sees(ASKED)
        ann.types("A" * 33)
        ann.sees("at most 32 letters", ASKED)
        ann.types("Ann")
        ann.sees("Table Ann: 1 of 2 seats", "start once all are")
        close(ann)
    assert tta(tmp_path, "id", "show").stdout.startswith("Ann\n")
    with Person(tmp_path, *ALONE) as ann:
        assert ASKED not in ann.sees("Table Ann: 1 of 2 seats")
        close(ann)


def test_a_name_that_is_given_for_one_table_is_not_kept(tmp_path: Path) -> None:
    with Person(tmp_path, *ALONE, "--name", "Guest of honour") as somebody:
        assert ASKED not in somebody.sees("Table Guest of honour: 1 of 2 seats")
        close(somebody)
    assert "Guest of honour" not in tta(tmp_path, "id", "show").stdout
