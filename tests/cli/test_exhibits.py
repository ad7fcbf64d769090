"""`tta replay --html` and `--cast`: a game as a file for somebody who has not played it."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Evening, Little
from tests.cli.terminals import here, tta
from tests.ui.records import played
from tta_p2p.table import local_record


@pytest.mark.parametrize(("language", "fair", "question"), [("en", "FAIR", "Was it fair?"), ("zh", "公平", "公平吗？")])
def test_a_page_carries_the_verdict_on_its_file_the_digest_and_the_commands(
    evening: Evening, tmp_path: Path, language: str, fair: str, question: str
) -> None:
    out = tmp_path / "game.html"
    done = here(tmp_path, "--lang", language, "replay", evening.file, "--html", out)
    assert done.returncode == 0 and str(out.name) in done.stdout, done.stderr
    page = out.read_text("utf-8")
    assert fair in page and question in page and 'class="verdict fair"' in page
    assert hashlib.sha256(evening.file.read_bytes()).hexdigest() in page
    for command in ("sha256sum", "./scripts/tta verify", "python3 -I verify.pyz"):
        assert f"<code>{command} {evening.file.name}</code>" in page
    assert str(tmp_path) not in page and str(evening.file.parent) not in page, "no folder of this computer"


def test_a_stored_game_becomes_a_page_by_its_id_with_the_digest_of_what_export_writes(
    evening: Evening, tmp_path: Path
) -> None:
    home, out, file = evening.homes[1], tmp_path / "game.html", tmp_path / "game.tta"
    (row,) = json.loads(here(home, "games", "--json").stdout)
    assert here(home, "replay", row["sid"][:8], "--html", out).returncode == 0
    assert here(home, "export", row["sid"][:8], "--out", file).returncode == 0
    assert hashlib.sha256(file.read_bytes()).hexdigest() in out.read_text("utf-8")


def test_a_page_of_a_file_that_ends_too_early_says_so(evening: Evening, tmp_path: Path) -> None:
    file, out = tmp_path / "cut.tta", tmp_path / "cut.html"
    file.write_bytes(evening.cut_short())
    done = here(tmp_path, "replay", file, "--html", out)
    assert done.returncode == 2 and "in the middle" in done.stderr and not out.exists(), "nothing half is written"


def test_a_page_of_an_unfinished_game_neither_praises_nor_accuses(play: Callable[..., Little], tmp_path: Path) -> None:
    half, out = play().write(tmp_path / "half.tta", 70), tmp_path / "half.html"
    assert here(tmp_path, "replay", half, "--html", out).returncode == 0
    page = out.read_text("utf-8")
    assert 'class="verdict open"' in page and "SHA-256" in page and "UNFINISHED" in page


def test_a_game_of_one_computer_is_a_page_that_claims_nothing(tmp_path: Path) -> None:
    charter, deeds = played("caravan", 3, 10_000)
    file, out = tmp_path / "own.tta", tmp_path / "own.html"
    file.write_bytes(
        local_record.write_file(local_record.write_charter(charter), map(local_record.write_record, deeds))
    )
    done = here(tmp_path, "replay", file, "--html", out, "--seat", "Bob")
    page = out.read_text("utf-8")
    assert done.returncode == 0 and "so the file proves nothing" in page and "SHA-256" not in page


def test_what_cannot_be_written_is_said_in_a_sentence(evening: Evening, tmp_path: Path) -> None:
    for option in ("--html", "--cast"):
        done = here(tmp_path, "replay", evening.file, option, tmp_path / "no" / "game.html")
        assert done.returncode == 2 and "game.html" in done.stderr and "Traceback" not in done.stderr


def test_a_recording_of_a_terminal_shows_every_turn_in_its_window(evening: Evening, tmp_path: Path) -> None:
    import pyte

    out = tmp_path / "game.cast"
    assert here(tmp_path, "replay", evening.file, "--cast", out).returncode == 0
    head, *events = map(json.loads, out.read_text("utf-8").splitlines())
    assert head["version"] == 2 and head["width"] == 80 and head["height"] >= 24
    times = [when for when, _, _ in events]
    assert times == sorted(times) and {kind for _, kind, _ in events} == {"o"} and len(events) > 4
    screen = pyte.Screen(head["width"], head["height"])
    stream = pyte.Stream(screen)
    for _, _, data in events[:-1]:
        stream.feed(data)
        first = re.sub(r"\x1b\[[\d;]*[A-Za-z]", "", data).split("\r\n")[0]
        assert screen.display[0].rstrip() == first.rstrip(), "nothing has scrolled away"
        assert any("The table" in line for line in screen.display)


def test_a_game_goes_on_from_a_turn_of_a_stored_one_and_says_where_it_comes_from(
    evening: Evening, tmp_path: Path
) -> None:
    home = tmp_path / "ada"
    shutil.copytree(evening.homes[0], home)
    (row,) = json.loads(here(home, "games", "--json").stdout)
    begun = tta(home, "branch", row["sid"][:8], "2", "--as", "Bela", "--plain", typed="quit\n")
    assert begun.returncode == 0 and f"goes on from turn 2 of {row['sid'][:8]}" in begun.stdout, begun.stderr
    own = next(one for one in json.loads(here(home, "games", "--json").stdout) if one["local"])
    assert own["origin"] == [row["sid"], "2"] and own["me"] == "Bela"
    assert f"goes on from turn 2 of {row['sid'][:8]}" in here(home, "games").stdout
    assert here(home, "replay", own["sid"][:8], "--log").returncode == 0
    for words, said in (((row["sid"][:8], "99"), "Which turn?"), ((row["sid"][:8], "2", "--as", "Zoe"), "Zoe"),
                        ((row["sid"][:8], "2", "--level", "hard"), "hard"), (("nothing", "2"), "nothing")):  # fmt: skip
        done = here(home, "branch", *words)
        assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr, done.stderr
