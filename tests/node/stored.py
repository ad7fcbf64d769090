"""Data folders of nodes that were killed in the middle of a game, and what comes of what a disk does to copies."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from protocol.transcript import Record, SecretRecord
from protocol.wire import encode
from tests.cli.terminals import here
from tests.node.processes import Game
from tests.store import cells
from tta_p2p.i18n import Words
from tta_p2p.node.data_folder import soundness
from tta_p2p.node.plan import resumption
from tta_p2p.store import marks, repair
from tta_p2p.store.database import DATABASE, Store, StoreError
from tta_p2p.store.identity import BadIdentity
from tta_p2p.table.audit import read_record

LOG = repair.LOG
GIVING_UP = ("resign", "concede")
"""How acts begin with which a person leaves a game."""
LEFT = ("errors.txt", f"{DATABASE}-shm")
"""What is in a folder beside what a person has there, or made anew when it is missing."""


@dataclass(frozen=True)
class Original:
    """The folder of a killed node, what its journal holds, and its database as it was earlier in the game."""

    game: str
    home: Path
    sid: bytes
    records: tuple[bytes, ...]
    earlier: bytes

    @property
    def files(self) -> list[Path]:
        """The files in which something can be changed."""
        return sorted(path for path in self.home.rglob("*") if path.is_file() and path.name not in LEFT)

    def copy(self, home: Path) -> None:
        """Make a copy of the folder; its marks are those of the folder itself, as if that had been damaged."""
        shutil.copytree(self.home, home, ignore=shutil.ignore_patterns(*LEFT, marks.FOLDER, "*.sock"))
        (home / marks.FOLDER).symlink_to(self.home / marks.FOLDER)

    def flip(self, home: Path, luck: random.Random) -> str:
        """Change one bit of a copy, each as likely as any other; which."""
        self.copy(home)
        files = self.files
        bit = luck.randrange(8 * sum(path.stat().st_size for path in files))
        for path in files:
            size = 8 * path.stat().st_size
            if bit < size:
                break
            bit -= size
        return self._flip(home, path.relative_to(self.home), bit)

    def flip_header(self, home: Path, luck: random.Random) -> str:
        """Change one bit of a header in a copy's store; which. Each kind is as likely as any other, and each table.

        Every other time the store was closed before, so that whatever stands in it has that one place.
        """
        self.copy(home)
        closed = luck.random() < 0.5
        if closed:
            with closing(sqlite3.connect(home / DATABASE)) as raw:
                raw.execute("pragma wal_checkpoint(truncate)")
        found = cells.headers(*((home / name).read_bytes() for name in (DATABASE, LOG) if (home / name).exists()))
        chosen = luck.choice(sorted({kind for _, kind, _ in found}))
        name, kind, table = luck.choice(sorted(key for key in found if key[1] == chosen))
        header = luck.choice(found[name, kind, table])
        bit = luck.randrange(8 * header.start, 8 * header.end)
        what = self._flip(home, Path(name), bit)
        return f"{what}, in a header ({' '.join(filter(None, (kind, table)))}){', closed' * closed}"

    def _flip(self, home: Path, name: Path, bit: int) -> str:
        data = bytearray((home / name).read_bytes())
        data[bit // 8] ^= 1 << bit % 8
        (home / name).write_bytes(data)
        return f"{self.game}: bit {bit % 8} of byte {bit // 8} of {name}"


def made(folder: Path, game: str, acts: int) -> Original:
    """Play a game for some acts of one person, and kill all nodes; the folder of one that bots play."""
    folder.mkdir()
    table = Game(folder, 2 if game != "seven_wonders" else 3, game=game, people=(0,))
    try:
        home, earlier = table.nodes[1].home, b""
        player = table.visit(0, seat=None)
        player.say(do="look")
        for number in range(acts):
            if number == max(1, acts // 2):
                earlier = (home / DATABASE).read_bytes()
            player.my_act()
            acts_here = [one["text"] for one in player.said[-1]["legal"]]
            player.say(do="act", text=next(text for text in acts_here if not text.startswith(GIVING_UP)))
        player.my_act()
        for node in table.nodes:
            node.kill()
        player.close()
        kept = folder / "killed"
        home.rename(kept)
        sid = bytes.fromhex(table.sid)
        with closing(Store(kept, only_look=True)) as store:
            records = store.journal(sid)
        return Original(game, kept, sid, tuple(records), earlier)
    finally:
        table.close()


def without(*names: str) -> Callable[[Original, Path], None]:
    """Files are left out."""

    def leave_out(original: Original, home: Path) -> None:
        for name in names:
            for path in home.glob(name):
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                else:
                    path.unlink()

    return leave_out


def cut(name: str, part: float) -> Callable[[Original, Path], None]:
    """Only the first part of a file is left."""
    return lambda original, home: os.truncate(home / name, int((home / name).stat().st_size * part))


def garbage(*names: str) -> Callable[[Original, Path], None]:
    """Something else stands in files."""

    def fill(original: Original, home: Path) -> None:
        for name in names:
            if (home / name).exists():
                (home / name).write_bytes(random.Random(name).randbytes((home / name).stat().st_size))

    return fill


def emptied(home: Path) -> None:
    """The database is empty, and its log is gone."""
    (home / DATABASE).write_bytes(b"")
    (home / LOG).unlink(missing_ok=True)


def yesterday(original: Original, home: Path) -> None:
    """The database of an earlier moment stands beside the log of now."""
    (home / DATABASE).write_bytes(original.earlier)


CHANGES: tuple[tuple[str, Callable[[Original, Path], None]], ...] = (
    ("yesterday's database beside today's log", yesterday),
    ("no log", without(LOG)),
    ("no database", without(DATABASE)),
    ("neither database nor log", without(DATABASE, LOG)),
    ("an empty database", cut(DATABASE, 0.0)),
    ("an empty database and no log", lambda original, home: emptied(home)),
    ("half a database", cut(DATABASE, 0.5)),
    ("half a log", cut(LOG, 0.5)),
    ("garbage in the database", garbage(DATABASE)),
    ("garbage in the log", garbage(LOG)),
    ("garbage in both", garbage(DATABASE, LOG)),
    ("no key", without("identity.pem")),
    ("half a key", cut("identity.pem", 0.5)),
    ("no marks", without("marks")),
    ("no locks", without("locks")),
    ("only database and key", without("marks", "locks", "run", LOG)),
    ("only the database and no mark of another", without("marks", LOG)),
)
"""What else happens to a folder, and how."""


@dataclass
class Judged:
    """What comes of a folder: how its game comes back, or what stands in its way; ``found``: what must not be."""

    outcome: str = ""
    found: list[str] = field(default_factory=list)


def judge(original: Original, home: Path) -> Judged:
    """Look at a folder with `doctor`, list its games, and take its game up as a node does."""
    told = Judged()
    before = contents(home)
    looked = _examined(home, told)
    if contents(home) != before:
        told.found.append("doctor has changed something")
    listed = here(home, "games", "--json")
    said = listed.stdout + listed.stderr
    if listed.returncode == 0:
        if original.sid.hex() not in {row["sid"] for row in json.loads(listed.stdout)}:
            told.found.append(f"games says that there is no such game: {said!r}")
    else:
        _is_sentence(said, home, told)
    _take_up(original, home, told)
    if told.outcome != "newest" and looked and original.game:
        harmless = told.outcome == "sound" or told.outcome.startswith("older")
        if not harmless:
            told.found.append(f"doctor finds nothing where a game is {told.outcome}")
    return told


def contents(home: Path) -> dict[str, bytes | None]:
    """All that a folder holds, with the times of its files."""
    found = {str(path): path.read_bytes() if path.is_file() else None for path in home.rglob("*")}
    return found | {f"{path} changed": b"%d" % path.stat().st_mtime_ns for path in home.rglob("*")}


def _examined(home: Path, told: Judged) -> bool:
    """Whether all is well, as far as `doctor` sees."""
    words, well = Words("en"), True
    for look in (lambda: soundness.key(home, "Ann", words), lambda: soundness.store(home, words)):
        try:
            for ok, says in look():
                well = well and ok
                if not ok and str(home) not in says:
                    told.found.append(f"doctor names no file: {says!r}")
        except (StoreError, BadIdentity) as error:
            well = False
            _is_sentence(str(error), home, told)
        except Exception as error:
            told.found.append(f"doctor fails: {error!r}")
    return well


def _is_sentence(text: str, home: Path, told: Judged) -> None:
    remedies = ("bring", "restore", "back", "chmod", "install", "run tta games", "TTA_")
    if str(home) not in text or not any(remedy in text for remedy in remedies) or "Traceback" in text:
        told.found.append(f"no sentence with file and remedy: {text!r}")


def _take_up(original: Original, home: Path, told: Judged) -> None:
    try:
        with closing(Store(home)) as store:
            row, charter = resumption.charter_of(store, original.sid)
            resumption.own_key(charter.operators[row.operator].identity, home, None)
            found = resumption.journal_of(store, row)
            stale = not marks.is_newest(store, row.sid)
    except (StoreError, BadIdentity, resumption.CannotResume) as error:
        _is_sentence(str(error), home, told)
        told.outcome = "named: key" if isinstance(error, BadIdentity) or "identity" in str(error) else "named: store"
        return
    except Exception as error:
        told.found.append(f"taking the game up fails: {error!r}")
        told.outcome = "failed"
        return
    told.outcome = _compared(original, found.records, stale, told)
    if told.outcome == "older without own secrets" and not stale:
        told.found.append("an older copy passes for the newest")


def _compared(original: Original, records: list[Record], stale: bool, told: Judged) -> str:
    """How a journal that was taken up differs from the true one."""
    whole = [read_record(data) for data in original.records]
    data = [encode(record) for record in records]
    lost = {one.name for one in records if isinstance(one, SecretRecord) and not one.secret}
    true = {encode(one) for one in whole}
    if any(encode(one) not in true for one in records if not (isinstance(one, SecretRecord) and one.name in lost)):
        told.found.append("a journal holds what was never written")
    if data == [encode(one) for one in whole]:
        return "sound" if stale else "newest"
    kept = {one.name for one in records if isinstance(one, SecretRecord) and one.secret}
    missing = {one.name for one in whole if isinstance(one, SecretRecord)} - kept
    if not missing:
        return "older"
    return "secret lost and named" if lost else "older without own secrets"


def put_back(old: Path, home: Path, what: str) -> None:
    """An older copy of the store, or of the whole data folder, takes the place of what is there."""
    if what == "store":
        for path in home.glob(DATABASE + "*"):
            path.unlink()
        shutil.copy(old / DATABASE, home / DATABASE)
    else:
        shutil.rmtree(home)
        shutil.copytree(old, home)
