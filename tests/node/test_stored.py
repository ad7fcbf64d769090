"""Data folders of a game under way that a disk has changed: looked at, listed, and taken up again."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from protocol.signatures import IdentityKey
from tests.cli.terminals import here, surroundings
from tests.needs import not_run_here
from tests.node.stored import CHANGES, LOG, Original, contents, judge, made
from tta_p2p.i18n import Words
from tta_p2p.net.addresses import fingerprint
from tta_p2p.node.data_folder import soundness
from tta_p2p.store import identity

BACK = ("newest", "sound", "older")
BITS = 12


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Original:
    return made(tmp_path_factory.mktemp("game") / "played", "caravan", 2)


def test_of_bits_drawn_over_all_files_of_a_game_under_way_nearly_all_come_back_to_play(
    original: Original, tmp_path: Path
) -> None:
    outcomes = []
    for number in range(BITS):
        home = tmp_path / str(number)
        what = original.flip(home, random.Random(number))
        told = judge(original, home)
        assert told.found == [], what
        outcomes.append(told.outcome)
    assert sum(one in BACK for one in outcomes) >= BITS - 1, outcomes


def test_a_bit_of_any_header_of_a_store_costs_its_game_nothing_or_is_said_with_file_and_remedy(
    original: Original, tmp_path: Path
) -> None:
    for number in range(BITS):
        home = tmp_path / str(number)
        what = original.flip_header(home, random.Random(number))
        assert judge(original, home).found == [], what


@pytest.mark.parametrize("change", [name for name, _ in CHANGES])
def test_whatever_happens_to_a_folder_its_game_comes_back_or_a_sentence_names_file_and_remedy(
    original: Original, tmp_path: Path, change: str
) -> None:
    original.copy(tmp_path / "home")
    dict(CHANGES)[change](original, tmp_path / "home")
    told = judge(original, tmp_path / "home")
    assert told.found == [] and (told.outcome.startswith(("named", "older")) or told.outcome in BACK)


def looked_at(home: Path) -> tuple[list[str], list[str]]:
    """What is said to be sound in a folder, and what not."""
    words = Words("en")
    found = [*soundness.key(home, "Ann", words), *soundness.store(home, words)]
    return [says for ok, says in found if ok], [says for ok, says in found if not ok]


def test_the_doctor_changes_nothing_and_makes_no_key(original: Original, tmp_path: Path) -> None:
    home = tmp_path / "home"
    original.copy(home)
    before = contents(home)
    assert looked_at(home)[1] == [] and contents(home) == before
    (home / identity.KEY_FILE).unlink()
    home.chmod(0o500)
    before = contents(home)
    done = here(home, "doctor", "--json")
    assert "identity.pem from a copy of the data folder" in done.stdout and contents(home) == before
    home.chmod(0o700)
    nowhere = tmp_path / "nowhere"
    assert '"key", "ok": true' in here(nowhere, "doctor", "--json").stdout.replace("\n  ", " ").replace("  ", " ")
    assert not nowhere.exists()


@pytest.mark.parametrize("command", ["games --json", "doctor --json"])
def test_where_nothing_can_be_written_games_are_listed_and_the_doctor_finds_nothing_wrong(
    original: Original, tmp_path: Path, command: str
) -> None:
    if subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode:
        not_run_here("a folder that cannot be written to", "no mounts of one's own")
    (tmp_path / "home").mkdir()
    mount = f"mount --bind {original.home} {tmp_path}/home && mount -o remount,ro,bind {tmp_path}/home"
    words = ["unshare", "-m", "sh", "-c", f"{mount} && exec {sys.executable} -m tta_p2p.cli {command}"]
    where = surroundings(tmp_path / "home")
    done = subprocess.run(words, env=where, capture_output=True, text=True, check=False)
    assert done.stderr == "", done.stderr
    rows = json.loads(done.stdout)
    if command.startswith("games"):
        assert [row["sid"] for row in rows] == [original.sid.hex()]
    else:
        assert [row["ok"] for row in rows if row["what"] in ("key", "store")] == [True, True]


def test_the_doctor_sees_what_does_not_belong_together(original: Original, tmp_path: Path) -> None:
    home = tmp_path / "home"
    original.copy(home)
    own = fingerprint(IdentityKey(identity.load(home)).identity)
    (home / identity.KEY_FILE).unlink()
    other = fingerprint(IdentityKey(identity.create(home)).identity)
    _, wrong = looked_at(home)
    assert len(wrong) == 1 and own in wrong[0] and other in wrong[0] and str(home / identity.KEY_FILE) in wrong[0]
    shutil.copy(original.home / identity.KEY_FILE, home)
    (home / LOG).unlink()
    _, wrong = looked_at(home)
    assert len(wrong) == 1 and "older copy" in wrong[0]
    assert " ".join(here(home, "games").stderr.split()) == wrong[0], "whoever lists the games reads it too"
    (home / "marks").unlink()
    (home / "marks").mkdir()
    (home / "marks" / f"{'0' * 16}.{'1' * 32}").touch()
    _, wrong = looked_at(home)
    assert any("lacks the games 00000000" in one for one in wrong), wrong
    assert "lacks the games 00000000" in here(home, "games").stderr
    os.truncate(home / "games.sqlite3", 0)
    _, wrong = looked_at(home)
    assert any("holds nothing" in one for one in wrong), wrong
