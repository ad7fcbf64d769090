"""Who plays with others for the first time is asked for a name, once."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(("key", "code", "says"), [(signal.SIGINT, 130, ""), (b"\x04", 1, "was not answered")])
def test_who_does_not_answer_a_question_is_left_in_peace(
    tmp_path: Path, key: signal.Signals | bytes, code: int, says: str
) -> None:
    with Person(tmp_path, *ALONE) as ann:
        asked = ann.sees(ASKED, "] ")
        if isinstance(key, bytes):
            os.write(ann.ours, key)
        else:
            os.kill(ann.process.pid, key)
        assert ann.ends() == code
        more = ann.seen.removeprefix(asked).strip()
        assert says in more and "\n" not in more and bool(more) == bool(says)


def test_a_name_that_is_given_for_one_table_is_not_kept(tmp_path: Path) -> None:
    with Person(tmp_path, *ALONE, "--name", "Guest of honour") as somebody:
        assert ASKED not in somebody.sees("Table Guest of honour: 1 of 2 seats")
        close(somebody)
    assert "Guest of honour" not in tta(tmp_path, "id", "show").stdout
