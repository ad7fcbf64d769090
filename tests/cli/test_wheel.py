"""What `pipx install .` makes of this folder: an environment of its own in which `tta` plays from anywhere.

Another wheel brings a game, which is played, hosted, demonstrated and verified like those of this program. pip builds
the wheels with the backend that `pyproject.toml` names, and installs them beside what they say that they need. What can
be told without a process of its own, the commands of the environment tell one after the other in one.
"""

from __future__ import annotations

import email
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path

from tests.cli.nodes import end_nodes
from tests.cli.terminals import HERE, Person, tta
from tests.games.installed import project
from tests.ground.repository import ROOT
from tta_p2p.i18n import LANGUAGES
from tta_p2p.i18n.compiled import COMPILED

ALONE = {"PYTHONPATH": "", "TTA_GAME": ""}
"""Nothing of this checkout is on the path of what was installed."""
TOGETHER = """
import json, sys
from tta_p2p.cli.main import main
sys.stderr = sys.stdout
for words in json.loads(sys.argv[1]):
    sys.argv = ["tta", *words]
    try:
        code = main()
    except SystemExit as ended:
        code = ended.code
    print(f"\\0{code or 0}", end="\\0", flush=True)
"""
"""Commands one after the other in one process: what each says, and with what it ends."""


@dataclass(frozen=True)
class Installed:
    """An environment with the wheels, and a person who uses it from another folder."""

    environment: Path
    elsewhere: Path

    @property
    def program(self) -> tuple[str, ...]:
        return (str(self.environment / "bin" / "tta"),)

    def run(self, *words: object, program: tuple[str, ...] = (), typed: str = "", **environment: str) -> str:
        """What a command says; those that are no ``program`` of their own begin as people's do."""
        done = tta(
            self.elsewhere / "home", *words, typed=typed, program=program or self.program, cwd=self.elsewhere,
            environment={**ALONE, **environment},
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def together(self, *commands: tuple[str, ...], typed: str) -> list[tuple[str, int]]:
        """What commands say that need no process of their own, and their exit codes; the one that reads reads this."""
        python = (str(self.environment / "bin" / "python"), "-P", "-c", TOGETHER)
        said = self.run(json.dumps(commands), program=python, typed=typed).split("\0")
        return [(text, int(code)) for text, code in zip(said[::2], said[1::2], strict=False)]


def test_the_wheel_plays_from_any_folder_and_so_does_the_game_of_another_wheel(tmp_path: Path) -> None:
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    installed(tmp_path / "environment", ROOT, project(tmp_path / "battles", brief=True), kit=tmp_path / "kit")
    here = Installed(tmp_path / "environment", elsewhere)
    brought = compiled_texts(here.environment)
    assert len(brought) == len(LANGUAGES)

    said = here.run("demo", "--out", "battles.tta", TTA_GAME="fights")
    assert "Battles of Old for 2." in said and "FAIR" in said
    simulated, verified, alone, refused = here.together(
        ("simulate", "--game", "caravan", "--games", "2", "--jobs", "1"),
        ("verify", "battles.tta"),
        ("play", "Ann", "--game", "Fights", "--seed", "4", "--plain"),
        ("host", "--game", "battles", "--seats", "3"),
        typed="armies\n? armies\nrest\nquit\n",
    )
    assert (simulated[1], verified[1], alone[1], refused[1]) == (0, 0, 0, 2)
    assert "2 of 2 games of Caravan ended" in simulated[0] and "Battles of Old, game" in verified[0]
    for told in ("Battles of Old", "Ann leads 6", "armies: how strong everybody is"):
        assert told in alone[0]
    assert "Battles of Old is for 2 players, not 3" in refused[0]

    # This checkout does not have the game: it says so of a file, and at the door of a table.
    assert compiled_texts(here.environment) == brought, "texts that the wheel brings are read as they are"
    without = tta(tmp_path, "verify", elsewhere / "battles.tta")
    assert without.returncode == 4 and "battles" in without.stdout + without.stderr
    hosted_and_joined(here, tmp_path)


def compiled_texts(environment: Path) -> dict[Path, bytes]:
    """The compiled texts in an environment, language by language."""
    return {path: path.read_bytes() for path in environment.rglob(f"tta_p2p/texts/*/{COMPILED}")}


def installed(environment: Path, ours: Path, theirs: Path, kit: Path) -> None:
    """Make an environment, and install the wheels of two projects there.

    pip builds both with what ``ours`` asks for, which is fetched once, and with nothing else.
    """
    asked = tomllib.loads((ours / "pyproject.toml").read_text("utf-8"))
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (rooms,) = environment.glob("lib/python3*/site-packages")
    assert not list(rooms.iterdir())
    pip("install", "--no-compile", "--target", kit, *asked["build-system"]["requires"])
    python = ("--python", environment / "bin" / "python")
    pip(*python, "install", "--no-compile", "--no-deps", "--no-build-isolation", ours, theirs, PYTHONPATH=str(kit))
    known, others = (set(rooms.glob(f"{name}-*.dist-info")) for name in ("tta_p2p", "battles_game"))
    assert set(rooms.iterdir()) == {
        *known,
        *others,
        *(rooms / name for name in ("protocol", "tta_p2p", "battles_game")),
    }
    (facts,) = known
    assert needed(facts / "METADATA") == set(map(normal, asked["project"]["dependencies"]))
    take_over_what_is_compiled(rooms, ours)
    # What it needs is there already, beside this Python; without the links of that folder to this checkout.
    (rooms / "needed.pth").write_text("".join(f"{sysconfig.get_path(kind)}\n" for kind in ("purelib", "platlib")))


def take_over_what_is_compiled(rooms: Path, ours: Path) -> None:
    """Else three processes that begin at once compile the same program, each for itself."""
    for there in rooms.rglob("*.py"):
        here = ours / there.relative_to(rooms)
        compiled = Path(cache_from_source(here))
        if compiled.is_file() and here.read_bytes() == there.read_bytes():
            stat = here.stat()
            os.utime(there, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # by which Python knows what it was compiled from
            there.with_name("__pycache__").mkdir(exist_ok=True)
            shutil.copy(compiled, cache_from_source(there))


def hosted_and_joined(here: Installed, folder: Path) -> None:
    """Two who have the game sit down, and one who does not is told why not."""
    table = f"war {secrets.token_hex(4)}"
    ann, bob, cid = folder / "ann", folder / "bob", folder / "cid"
    try:
        opens = ("host", "--lines", "--game", "battles", "--name", "Ann", "--table", table, *HERE)
        with Person(ann, *opens, program=here.program, **ALONE) as host:
            host.sees(f"Table {table}: 1 of 2 seats", "Battles of Old for 2.")
            with Person(cid, "join", "--name", "Cid", "--lines", table, *HERE) as stranger:
                assert stranger.ends() == 1
                assert "plays a game this computer does not have: battles" in " ".join(stranger.seen.split())
            with Person(bob, "join", "--name", "Bob", "--lines", table, *HERE, program=here.program, **ALONE) as guest:
                guest.sees("Type ready to agree to these conditions")
                guest.types("ready")
                host.sees("Everybody agrees. Type start to begin")
                host.types("start")
                for person in (host, guest):
                    person.sees("Read these words aloud")
                    person.types("conditions")
                    assert "Traceback" not in person.sees("Who sits where")
    finally:
        end_nodes(ann, bob, cid)


def needed(facts: Path) -> set[tuple[str, frozenset[str]]]:
    """What was installed says that it needs, as `pyproject.toml` says it."""
    said = email.message_from_bytes(facts.read_bytes()).get_all("Requires-Dist") or []
    return {normal(one) for one in said if "extra ==" not in one}


def normal(requirement: str) -> tuple[str, frozenset[str]]:
    """A requirement's name and bounds, however they are written."""
    name, bounds = re.findall(r"^([\w-]+)(.*)$", requirement)[0]
    return name.lower(), frozenset(bounds.split(","))


def pip(*words: object, **environment: str) -> None:
    """Run pip, whose output tells what is wrong."""
    asked = [sys.executable, "-P", "-m", "pip", "--disable-pip-version-check", *map(str, words)]
    there = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | environment
    done = subprocess.run(asked, capture_output=True, text=True, check=False, env=there)
    assert done.returncode == 0, done.stdout + done.stderr
