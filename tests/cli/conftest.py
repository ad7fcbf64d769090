"""One evening for all tests of the command line: a game played by `tta demo`, and little games made in memory."""

from __future__ import annotations

import fcntl
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from protocol.transcript import MAGIC
from tests.cli.terminals import tta
from tests.table.peers import Peers
from tta_p2p.table.audit import write_file

LENGTH = 4
"""The bytes before each record of a transcript that say how long it is."""


@dataclass(frozen=True)
class Evening:
    """What a demonstration left: its result, the transcript, and the data folders of the peers, the host first."""

    result: dict[str, Any]
    file: Path
    homes: tuple[Path, ...]

    def cut_short(self) -> bytes:
        """The first half of the transcript, to the last byte but one of a record.

        A file that ends with a record is whole: it is that of a game which is not over. Half of the bytes are such a
        file now and then.
        """
        data = self.file.read_bytes()
        end = len(MAGIC)
        while end <= len(data) // 2:
            end += LENGTH + int.from_bytes(data[end : end + LENGTH], "little")
        return data[: end - 1]


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """A game of smugglers between two peers; the workers of a test run share one."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent / "evening" if base.name.startswith("popen-") else base / "evening"
    shared.mkdir(exist_ok=True)
    file, said = shared / "evening.tta", shared / "said.json"
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            (shared / "tmp").mkdir()
            asked = ("--game", "smugglers", "--json", "--keep", "--out", file)
            done = tta(shared / "home", "demo", *asked, environment={"TMPDIR": str(shared / "tmp")})
            assert done.returncode == 0, done.stderr
            said.write_text(done.stdout)
    (base,) = (shared / "tmp").glob("tta-demo-*")
    return Evening(json.loads(said.read_text()), file, (base / "ada", base / "bela"))


@dataclass(frozen=True)
class Little:
    """A little game that was played in memory, and how to write copies of it."""

    peers: Peers

    def write(self, path: Path, first: int | None = None, of: int = 0) -> Path:
        """Write a peer's transcript, or the beginning of it."""
        write_file(path, self.peers.signed, self.peers.tables[of].session.records[:first])
        return path


@pytest.fixture(scope="session")
def play() -> Iterator[Callable[..., Little]]:
    """Play a game of caravan by two; equal numbers give equal games until ``turn``, from which ``other`` decides."""
    played: dict[tuple[int, int | None, int], Little] = {}

    def playing(seed: int = 1, turn: int | None = None, other: int = 0) -> Little:
        key = (seed, turn, other)
        if key not in played:
            peers = Peers("caravan", [0, 1], seed=seed)
            if turn is not None:
                for _ in range(turn):
                    assert peers.step()
                peers.rng = random.Random(other)
            peers.play()
            played[key] = Little(peers)
        return played[key]

    yield playing
