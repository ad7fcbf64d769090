"""A grammar of damaged files: for each kind of file that a command reads, what anybody may have made of one.

A number makes one damage. What must hold of a command that reads it is in `findings`.
"""

from __future__ import annotations

import io
import json
import random
import signal
import subprocess
import tarfile
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from protocol.charter import signed_by_all
from protocol.transcript import write
from tests.cli.terminals import here
from tests.table.peers import Peers
from tta_p2p.registry import load_rules
from tta_p2p.store import identity, settings
from tta_p2p.store.transfer import pack
from tta_p2p.table import binding, local_record

HOSTILE = [
    "\x1b]0;PWN\x07",
    "\x1b[2J",
    "\x9b31m",
    "a\u202eb\u2066",
    "\u200b\ufeff",
    "x\u2028y\r\nz",
    "\u0000",
    "A" * 5000,
    "../../etc/passwd",
    "{0.__class__}",
]
"""Strange names: codes that a terminal obeys, letters that nobody sees, and names too long or leading elsewhere."""
COMMAND, NO_COMMAND = (json.dumps({"on-turn": f"touch RAN \u202e{code}"}).encode() for code in ("[2J", "\x1b[2J"))
"""Settings that come with a packed folder; a terminal would obey the second, and no setting may be that."""
NUMBERS = [-1, 0, 10**9, 2**63 - 1, -(2**63), 2**64 - 1]
CPU = 60.0
"""Seconds of this process in which a command must have read any file."""
CODES = {"verify": range(8), "": (0, 1, 2, 3)}
"""The exit codes that are documented, of `verify` and of all others."""


@dataclass(frozen=True)
class Trial:
    """A damaged file, and a command that reads it."""

    kind: str
    seed: int
    command: tuple[object, ...]
    home: Path

    @property
    def again(self) -> str:
        """The command that tries it once more."""
        return f"./scripts/soak files --kind {self.kind} --seed {self.seed} --games 1"


class Originals:
    """Sound files of every kind, each made once in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        peers = Peers("caravan", [0, 1], seed=1)
        for _ in range(3):
            peers.step()
        self.signed = peers.signed
        self.records = peers.tables[0].session.records[:60]
        self.keys = peers.keys
        game = load_rules("caravan")
        self.local = local_record.LocalCharter(
            bytes(32), game.name, binding.rules_digest(game), 2, {}, 5, ("Ann", "Bob"), {1: "easy"}
        )
        home = folder / "packed-home"
        home.mkdir(mode=0o700)
        identity.create(home)
        self.pem = (home / identity.KEY_FILE).read_bytes()
        (home / settings.FILE).write_bytes(COMMAND)
        pack(home, folder / "packed", lambda: None)
        self.packed = (folder / "packed").read_bytes()

    def transcript(self, **changed: Any) -> bytes:
        """A transcript, or the beginning of one whose charter says something else, signed by its players."""
        if not changed:
            return b"".join(write(self.signed, self.records))
        return b"".join(write(signed_by_all(msgspec.structs.replace(self.signed.charter, **changed), self.keys), ()))


def bent(data: bytes, luck: random.Random) -> bytes:
    """Bytes with some of them changed, left out, repeated or made hostile."""
    made = bytearray(data)
    for _ in range(luck.randint(1, 3)):
        place = luck.randrange(len(made) + 1)
        what = luck.randrange(5)
        if what == 0 and made:
            made[place % len(made)] ^= 1 << luck.randrange(8)
        elif what == 1:
            del made[place:]
        elif what == 2:
            made[place:place] = luck.choice(HOSTILE).encode()
        elif what == 3:
            made += made[:place]
        else:
            word = luck.choice(HOSTILE).encode()
            made[place : place + len(word)] = word
    return bytes(made)


def strange(value: Any, luck: random.Random, depth: int = 0) -> Any:
    """A value of JSON with one leaf, key or branch that no program of ours writes."""
    if isinstance(value, dict) and value and luck.random() < 0.8:
        key = luck.choice([*value])
        return {**value, key: strange(value[key], luck, depth + 1)}
    if isinstance(value, list | tuple) and value and luck.random() < 0.8:
        place = luck.randrange(len(value))
        return [*value[:place], strange(value[place], luck, depth + 1), *value[place + 1 :]]
    return luck.choice([luck.choice(HOSTILE), luck.choice(NUMBERS), None, [], {}, {luck.choice(HOSTILE): 1}, [[]] * 99])


def _transcript(originals: Originals, luck: random.Random) -> bytes:
    if luck.random() < 0.5:
        return bent(originals.transcript(), luck)
    word = luck.choice(HOSTILE)
    charter = originals.signed.charter
    changed: dict[str, Any] = luck.choice(
        [
            {"options": json.dumps({word: luck.choice([1, word])}).encode()},
            {"options": luck.choice([b"", b"{}", b"[]", b'{"sale": null}', b"\xff" * 9])},
            {"game": word[:64]},
            {"seats": (msgspec.structs.replace(charter.seats[0], name=word[:64]), *charter.seats[1:])},
            {"operators": (msgspec.structs.replace(charter.operators[0], name=word[:64]), *charter.operators[1:])},
            {"faces": tuple(sorted({*charter.faces, word[:64]}))},
            {"rules": bytes(32)},
        ]
    )
    return originals.transcript(**changed)


def _local(originals: Originals, luck: random.Random) -> bytes:
    charter = msgspec.to_builtins(originals.local)
    journal: list[Any] = [["done", [[0, "sell", []]]], ["gone", 0, "resigned"], ["replaced", 1, "easy"]]
    raw = local_record.MAGIC + msgspec.msgpack.encode(strange(charter, luck) if luck.random() < 0.7 else charter)
    deeds = [msgspec.json.encode(strange(deed, luck)) for deed in luck.sample(journal, luck.randrange(3))]
    whole = local_record.write_file(raw, deeds)
    return bent(whole, luck) if luck.random() < 0.3 else whole


def _packed(originals: Originals, luck: random.Random) -> bytes:
    if luck.random() < 0.3:
        return bent(originals.packed, luck)
    if luck.random() < 0.3:
        return _holed(originals, luck)
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=luck.choice([tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])) as made:
        members = [("identity.pem", originals.pem), ("settings.json", luck.choice([COMMAND, COMMAND, NO_COMMAND]))]
        for _ in range(luck.randrange(1, 4)):
            members.insert(luck.randrange(3), (luck.choice([*NAMES, luck.choice(HOSTILE)]), b"data"))
        for name, data in members:
            told = tarfile.TarInfo(name)
            told.size = len(data)
            if name not in ("identity.pem", "settings.json"):
                told.type = luck.choice(TYPES)
                told.linkname = luck.choice(["/etc/passwd", "identity.pem", "../x"])
                told.pax_headers = luck.choice(
                    [{}, {"GNU.sparse.major": "1"}, {"size": str(1 << 50)}, {"path": "../y"}]
                )
                told.size = 0 if told.type in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE) else len(data)
            made.addfile(told, io.BytesIO(data) if told.size else None)
    return out.getvalue()


def _holed(originals: Originals, luck: random.Random) -> bytes:
    """A packed folder with a file of holes, as one of three formats writes it: a few bytes stand for megabytes."""
    name, size, form = (
        luck.choice(["transcripts/x", "damaged.tta"]),
        luck.randrange(1 << 20, 1 << 23),
        luck.randrange(3),
    )
    place, data = luck.choice([0, size - 4]), b"data"
    told = tarfile.TarInfo(name)
    if form == 1:
        told.pax_headers = {"GNU.sparse.map": f"{place},4", "GNU.sparse.size": str(size)}
    elif form == 2:
        told.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": name}
        told.pax_headers["GNU.sparse.realsize"] = str(size)
        data = f"1\n{place}\n4\n".encode().ljust(tarfile.BLOCKSIZE, b"\0") + data
    told.size = len(data)
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as made:
        if form == 0:
            made.addfile(told)
            out.seek(-tarfile.BLOCKSIZE, io.SEEK_CUR)
            out.write(_with_map(told, place, size) + data.ljust(tarfile.BLOCKSIZE, b"\0"))
            made.offset = out.tell()
        else:
            made.addfile(told, io.BytesIO(data))
        told = tarfile.TarInfo(identity.KEY_FILE)
        told.size = len(originals.pem)
        made.addfile(told, io.BytesIO(originals.pem))
    return out.getvalue()


def _with_map(told: tarfile.TarInfo, place: int, size: int) -> bytes:
    """A header of GNU's own format whose data lie at a place of a file of so many bytes."""
    told.type = tarfile.GNUTYPE_SPARSE
    header = bytearray(told.tobuf(tarfile.GNU_FORMAT))
    header[386:410] = b"%011o\0%011o\0" % (place, told.size)
    header[483:495] = b"%011o\0" % size
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header)


NAMES = [
    *("/tmp/out", "../out", "a/b/c", "run/x", "marks/x", "moved", "locks/x", "identity.pem", "transcripts/x", "./x"),
    *("games.sqlite3", "games.sqlite3-wal", "damaged/1", "settings.new", ".", "", "transcripts/../x"),
]
TYPES = [
    *(tarfile.REGTYPE, tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE),
    *(tarfile.DIRTYPE, tarfile.GNUTYPE_SPARSE, tarfile.CONTTYPE, b"V"),
]


def _json(value: Any) -> Callable[[Originals, random.Random], bytes]:
    def made(originals: Originals, luck: random.Random) -> bytes:
        data = json.dumps(strange(value, luck), ensure_ascii=luck.random() < 0.5).encode()
        return bent(data, luck) if luck.random() < 0.3 else data

    return made


def _pem(originals: Originals, luck: random.Random) -> bytes:
    return bent(originals.pem, luck)


RESULTS = {
    "conditions": {"game": "caravan", "seats": 2, "options": {}, "bots": ["random", "random"]},
    "games": [{"seed": 1, "seats": 2, "error": "", "points": [[1, 2]], "bots": ["random"], "places": [1, 2]}],
    "summary": {},
}
KINDS: dict[str, tuple[Callable[[Originals, random.Random], bytes], str, list[tuple[object, ...]]]] = {
    "transcript": (
        _transcript,
        "game.tta",
        [
            ("verify", "FILE"),
            ("verify", "--json", "FILE"),
            ("verify", "--json", "FILE", "FILE"),
            ("replay", "--log", "FILE"),
        ],
    ),
    "local": (_local, "game.tta", [("replay", "--log", "FILE"), ("verify", "FILE"), ("verify", "--json", "FILE")]),
    "keys": (_json([{"seat": 0, "key": "00" * 32}]), "game.keys", [("replay", "--log", "SOUND", "--keys", "FILE")]),
    "packed": (_packed, "packed", [("move", "in", "FILE")]),
    "settings": (
        _json({"on-turn": "true", "bell": True, "times": False, "client": "lines", "router": False}),
        settings.FILE,
        [("settings",), ("settings", "bell", "on"), ("games",), ("doctor",), ("doctor", "--json")],
    ),
    "profile": (
        _json({"name": "Ann", "ssh": "key"}),
        "profile.json",
        [("id", "show"), ("id", "show", "--json"), ("id", "name")],
    ),
    "identity": (_pem, identity.KEY_FILE, [("id", "show"), ("id", "show", "--json"), ("doctor", "--json")]),
    "results": (_json(RESULTS), "results.json", [("simulate", "--game", "caravan", "--games", "1", "--add", "FILE")]),
}
"""How a file of each kind is damaged, what it is called (in the data folder), and which commands read it."""


def trials(originals: Originals, kind: str, seed: int, folder: Path) -> Iterator[Trial]:
    """Write one damaged file, and name the commands that read it, each in a data folder of its own."""
    made, name, commands = KINDS[kind]
    data = made(originals, random.Random(f"{kind} {seed}"))
    sound = originals.folder / "sound.tta"
    if not sound.exists():
        sound.write_bytes(originals.transcript())
    for number, command in enumerate(commands):
        home = folder / f"{kind}-{seed}-{number}"
        home.mkdir(mode=0o700)
        inside = "FILE" not in command
        path = (home if inside else folder) / (name if inside else f"{kind}-{seed}.{name}")
        path.write_bytes(data)
        words = {"FILE": path, "SOUND": sound}
        yield Trial(kind, seed, tuple(words.get(str(word), word) for word in command), home)


class TooLong(BaseException):
    """A command has computed for longer than it may; nothing of the program catches this."""


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Stop the body when this process has computed for so long."""

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def findings(trial: Trial) -> list[str]:
    """Run a command; what must not be of it."""
    size = sum(path.stat().st_size for path in trial.home.parent.glob(f"{trial.kind}-{trial.seed}.*"))
    try:
        with bounded(CPU):
            done = here(trial.home, *trial.command)
    except TooLong:
        return [f"it computes for more than {CPU:g} seconds"]
    found = [*_said(trial, done)]
    if trial.kind == "packed":
        found += _unpacked(trial.home, size)
    return found


def _said(trial: Trial, done: subprocess.CompletedProcess[str]) -> Iterator[str]:
    name = str(trial.command[0])
    if done.returncode not in CODES.get(name, CODES[""]):
        yield f"it ends with {done.returncode}: {done.stderr[-300:]!r}"
    if "Traceback" in done.stderr + done.stdout:
        yield f"it prints a traceback: {done.stderr[-600:]!r}"
    raw = {letter for letter in done.stdout + done.stderr if letter != "\n"}
    raw = {letter for letter in raw if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    if raw:
        yield f"it prints {sorted(raw)} as they are"
    if "--json" in trial.command and done.stdout:
        try:
            json.loads(done.stdout)
        except ValueError as error:
            yield f"its JSON cannot be read: {error}"
    if done.returncode and not (done.stdout + done.stderr).strip():
        yield "it says nothing"


def _unpacked(home: Path, size: int) -> Iterator[str]:
    written = [path for path in home.rglob("*") if path.is_symlink() or not (path.is_dir() or path.is_file())]
    if written:
        yield f"it makes {written}"
    taken = sum(path.stat().st_size for path in home.rglob("*") if path.is_file())
    if taken > size + (1 << 16):
        yield f"it writes {taken} bytes of a file of {size}"
    try:
        if settings.read_settings(home).on_turn:
            yield "the command that was packed would run"
    except settings.BadSettings:
        pass
    if (home.parent / "out").exists() or Path("/tmp/out").exists() or (home.parent / "x").exists():
        yield "it writes outside of its folder"
