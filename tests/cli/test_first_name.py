"""Who plays with others for the first time is asked for a name, once."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
import typer

from tests.cli.terminals import Person, tta
from tta_p2p.cli.errors import INTERRUPTED, Report, report_of

ALONE = ("host", "--seats", "2", "--lines", "--quiet", "--listen", "127.0.0.1:0")
ASKED = "What should other players call you"


def close(host: Person) -> None:
    """Close the table that this person has opened."""
    host.types("leave")
    host.sees("Close the table for everybody?", "(Enter or y, else n)")
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


def test_the_line_of_a_question_is_edited_with_the_arrow_keys(tmp_path: Path) -> None:
    with Person(tmp_path, *ALONE) as ann:
        ann.sees(ASKED, "] ")
        ann.types("nn\x1b[D\x1b[DA\x1b[C\x1b[Ce")
        assert "^[[" not in ann.sees("Table Anne: 1 of 2 seats")
        close(ann)
    assert not (tmp_path / "history").exists() or "Anne" not in (tmp_path / "history").read_text()


def test_where_nobody_types_any_more_a_question_ends_in_a_line(tmp_path: Path) -> None:
    with Person(tmp_path, *ALONE) as ann:
        asked = ann.sees(ASKED, "] ")
        os.write(ann.ours, b"\x04")
        assert ann.ends() == 1
        more = ann.seen.removeprefix(asked).strip()
        assert "was not answered" in more and "\n" not in more


def test_ctrl_c_at_a_question_is_told_as_anywhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *_: object) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupted())
    with pytest.raises(typer.Abort) as caught:
        typer.prompt("What is your name")
    assert report_of(caught.value) == Report("", INTERRUPTED)


def test_a_name_that_is_given_for_one_table_is_not_kept(tmp_path: Path) -> None:
    with Person(tmp_path, *ALONE, "--name", "Guest of honour") as somebody:
        assert ASKED not in somebody.sees("Table Guest of honour: 1 of 2 seats")
        close(somebody)
    assert "Guest of honour" not in tta(tmp_path, "id", "show").stdout
