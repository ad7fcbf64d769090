"""Whatever stands in a file from somebody else, the commands that read it say so in words, and soon.

`./scripts/soak files` tries many more.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import resource
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.cli import damage
from tests.cli.damage import KINDS, Originals, findings, trials
from tests.cli.terminals import Person, here
from tests.ground.repository import ROOT
from tta_p2p.cli.output.formats import csv_text, json_text
from tta_p2p.store import identity, transfer
from tta_p2p.store.settings import FILE, read_settings

TRIED = 12
"""Damages of each kind."""


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Originals:
    return Originals(tmp_path_factory.mktemp("originals"))


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_in_a_file_commands_say_so_in_words_and_soon(
    kind: str, originals: Originals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for seed in range(TRIED):
        for trial in trials(originals, kind, seed, tmp_path):
            assert not findings(trial), (trial.again, trial.command)


def test_the_grammar_of_packed_folders_makes_files_of_holes_in_every_format(originals: Originals) -> None:
    """A folder that was sound but for them would fill a disk: what is read of each is far longer than the file."""
    made = [damage.KINDS["packed"][0](originals, random.Random(f"packed {seed}")) for seed in range(60)]
    holed = set()
    for data in made:
        with contextlib.suppress(tarfile.TarError), tarfile.open(fileobj=io.BytesIO(data)) as packed:
            sparse = [member for member in packed if member.issparse() and member.size > len(data) + (1 << 16)]
            if sparse and identity.KEY_FILE in packed.getnames():
                found = packed.extractfile(sparse[0])
                assert found is not None and len(found.read()) == sparse[0].size
                holed.add((sparse[0].type, "GNU.sparse.major" in sparse[0].pax_headers))
    assert len(holed) == 3, holed


def test_what_programs_read_is_the_same_with_what_is_not_shown_written_out() -> None:
    value = {word: [word] for word in damage.HOSTILE}
    text = json_text(value)
    assert json.loads(text) == value and all(letter == "\n" or letter.isprintable() for letter in text)
    assert csv_text([["a\x1b[2J\u202e\nb", 1]]) == '"a\\u001b[2J\\u202e\\nb",1\r\n'.replace('"', "")


def test_no_command_writes_for_programs_in_another_way() -> None:
    others = {
        path.name
        for path in (ROOT / "tta_p2p/cli").rglob("*.py")
        if "csv.writer" in (text := path.read_text("utf-8")) or "echo(json.dumps" in text
    }
    assert others == {"formats.py"}


def data_folder(path: Path) -> Path:
    path.mkdir(mode=0o700)
    identity.create(path)
    return path


def packed(path: Path, members: list[tuple[tarfile.TarInfo, bytes]]) -> Path:
    with tarfile.open(path, "w") as made:
        for told, data in members:
            told.size = len(data)
            made.addfile(told, io.BytesIO(data))
    return path


def test_a_small_file_that_says_it_is_long_fills_neither_disk_nor_memory(tmp_path: Path) -> None:
    """A sparse file of 2 GiB in 10 KB, a header of 1 GiB, too many files, and one that no disk holds."""
    home = data_folder(tmp_path / "old")
    sparse, long, many = (tmp_path / name for name in ("sparse.tta", "long.tta", "many.tta"))
    (tmp_path / "hole").touch()
    with (tmp_path / "hole").open("r+b") as hole:
        hole.truncate(2 << 30)
    made = subprocess.run(
        ["tar", "--sparse", "--format=gnu", "-cf", sparse, "-C", tmp_path, "hole", "-C", home, "identity.pem"],
        check=False,
    )
    assert made.returncode == 0 and sparse.stat().st_size < 1 << 20
    told = tarfile.TarInfo("x")
    told.type, told.size = tarfile.XHDTYPE, 1 << 30
    long.write_bytes(told.tobuf(tarfile.USTAR_FORMAT))
    with long.open("r+b") as file:
        file.truncate((1 << 30) + 10_240)
    packed(many, [(tarfile.TarInfo(f"transcripts/{n}"), b"") for n in range(transfer.MOST_FILES + 1)])
    far = tmp_path / "far.tta"
    told.type, told.size = tarfile.REGTYPE, 1 << 80
    far.write_bytes(told.tobuf(tarfile.GNU_FORMAT))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for file in (sparse, long, many, far):
        new = tmp_path / f"new-{file.name}"
        done = here(new, "move", "in", file)
        assert done.returncode == 1 and len(done.stderr.splitlines()) == 1, done.stderr
        assert not [path for path in new.rglob("*") if path.is_file()]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000, "kB"


def test_a_command_that_came_with_a_folder_is_shown_and_does_not_run_before_its_person_says_yes(tmp_path: Path) -> None:
    home = data_folder(tmp_path / "old")
    (home / FILE).write_text(json.dumps({"on-turn": "touch RAN \u202e", "bell": True}))
    file = tmp_path / "file"
    transfer.pack(home, file, lambda: None)
    done = here(tmp_path / "piped", "move", "in", file)
    assert "touch RAN \\u202e" in done.stdout and "does not run" in done.stdout
    kept = read_settings(tmp_path / "piped")
    assert (kept.on_turn, kept.bell) == ("", True)
    for answer, command in (("", ""), ("n", ""), ("y", "touch RAN \u202e")):
        new = tmp_path / f"new {answer}"
        with Person(new, "move", "in", file) as person:
            person.sees("touch RAN \\u202e", "[y/N]")
            assert read_settings(new).on_turn == "", "it is asked for before it may run"
            person.types(answer)
            person.ends()
        assert read_settings(new).on_turn == command


def test_a_defect_in_a_command_prints_nothing_that_a_terminal_obeys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("of \x1b[2J\u202e\x9b a file")

    monkeypatch.setattr(transfer, "unpack", fails)
    done = here(tmp_path / "home", "move", "in", tmp_path / "file")
    assert done.returncode == 70 and "RuntimeError: of [2J a file" in done.stderr
    assert all(letter == "\n" or letter.isprintable() for letter in done.stderr)
