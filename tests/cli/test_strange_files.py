"""Pipes, devices and endless files in the place of what is read: a sentence, no waiting, and no end of memory."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from protocol import transcript
from tests.cli.conftest import Evening
from tests.cli.terminals import TTA, surroundings
from tests.patience import PATIENCE
from tta_p2p.store import identity
from tta_p2p.store.database import DATABASE, GameRow, Store
from tta_p2p.store.regular_files import read_regular
from tta_p2p.store.repair import DAMAGED, FRESH, LOG, MARKER
from tta_p2p.table import local_record

MEMORY = 2 << 30
NAMES = [DATABASE, LOG, "identity.pem", "settings.json", f"{DAMAGED}/1/{FRESH}", f"{DAMAGED}/1/{MARKER}"]


def pipe(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 20 << 30)


def bounded(home: Path, *command: object) -> subprocess.CompletedProcess[str]:
    """Run a command that has little memory, and must end."""
    return subprocess.run(
        [*TTA, *map(str, command)], env=surroundings(home), capture_output=True, text=True, timeout=PATIENCE,
        check=False, stdin=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    identity.create(folder)
    with closing(Store(folder)) as store:
        store.add_game(GameRow(b"s" * 32, "caravan", 10, 10, 0, b"charter", "playing", b"secrets"))
    return folder


CASES = [*((name, pipe) for name in NAMES), (DATABASE, endless), (LOG, sparse)]


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_no_command_waits_for_a_strange_file_or_reads_it_into_memory(
    home: Path, tmp_path: Path, name: str, kind: Callable[[Path], None]
) -> None:
    folder = shutil.copytree(home, tmp_path / "home")
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    kind(path)
    if name.endswith(MARKER):
        path.with_name(FRESH).write_bytes(b"garbage")
    for command in ("doctor", "games"):
        done = bounded(folder, command)
        assert done.returncode in (0, 1, 2) and "Traceback" not in done.stderr, (command, done.stderr)


@pytest.mark.parametrize("head", [b"", local_record.MAGIC, transcript.MAGIC])
def test_an_endless_transcript_is_refused_before_it_fills_the_memory(tmp_path: Path, head: bytes) -> None:
    file = tmp_path / "long.tta"
    file.write_bytes(head)
    os.truncate(file, 20 << 30)
    done = bounded(tmp_path / "home", "replay", file)
    assert done.returncode == 2 and "long.tta cannot be replayed" in done.stderr, done.stderr
    assert "Traceback" not in done.stderr


def test_an_endless_file_of_keys_is_refused(evening: Evening, tmp_path: Path) -> None:
    done = bounded(tmp_path / "home", "replay", evening.file, "--keys", "/dev/zero")
    assert done.returncode == 2 and "cannot be replayed" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("kind", [pipe, endless, sparse])
def test_only_regular_files_of_a_bounded_length_are_read(tmp_path: Path, kind: Callable[[Path], None]) -> None:
    kind(tmp_path / "strange")
    with pytest.raises(OSError, match=r"not a file|too large") as refused:
        read_regular(tmp_path / "strange")
    assert refused.value.filename == str(tmp_path / "strange")
