"""What `pipx install .` makes of this folder: an environment of its own in which `tta` plays from anywhere.

Another wheel brings a game, which is played, hosted, demonstrated and verified like those of this program. pip builds
the wheels with the backend that `pyproject.toml` names, and installs them beside what they say that they need.
"""

from __future__ import annotations

import email
import os
import re
import secrets
import subprocess
import sys
import sysconfig
import tomllib
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

from tests.cli.terminals import HERE, Person, tta
from tests.cli.test_tables import end_nodes
from tests.games.installed import project
from tests.ground.repository import ROOT

ALONE = {"PYTHONPATH": "", "TTA_GAME": ""}
"""Nothing of this checkout is on the path of what was installed."""


@dataclass(frozen=True)
class Installed:
    """An environment with the wheels, and a person who uses it from another folder."""

    program: tuple[str, ...]
    elsewhere: Path

    def run(self, *words: object, typed: str = "", code: int = 0, **environment: str) -> str:
        done = tta(
            self.elsewhere / "home", *words, typed=typed, program=self.program, cwd=self.elsewhere,
            environment={**ALONE, **environment},
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + (done.stderr if code else "")


def test_the_wheel_plays_from_any_folder_and_so_does_the_game_of_another_wheel(tmp_path: Path) -> None:
    wheels, environment, elsewhere = tmp_path / "wheels", tmp_path / "environment", tmp_path / "else where"
    elsewhere.mkdir()
    pip("wheel", "--no-deps", "--wheel-dir", wheels, ROOT, project(tmp_path / "battles"))
    ours, theirs = sorted(wheels.glob("tta_p2p-*.whl")) + sorted(wheels.glob("battles_game-*.whl"))
    assert {name.partition("/")[0] for name in ZipFile(ours).namelist() if ".dist-info/" not in name} == {
        "protocol", "tta_p2p",
    }  # fmt: skip
    project_file = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert needed(ours) == set(map(normal, project_file["project"]["dependencies"]))
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    python = environment / "bin" / "python"
    pip("--python", python, "install", "--no-compile", "--no-deps", ours, theirs)
    # What it needs is there already, beside this Python; without the links of that folder to this checkout.
    (rooms,) = environment.glob("lib/python3*/site-packages")
    (rooms / "needed.pth").write_text("".join(f"{sysconfig.get_path(kind)}\n" for kind in ("purelib", "platlib")))

    here = Installed((str(environment / "bin" / "tta"),), elsewhere)
    assert "2 of 2 games of Caravan ended" in here.run("simulate", "--game", "caravan", "--games", 2, "--jobs", 1)
    said = here.run("demo", "--out", "battles.tta", TTA_GAME="fights")
    assert "Battles of Old for 2." in said and "FAIR" in said
    assert "Battles of Old, game" in here.run("verify", "battles.tta")
    typed = "armies\n? armies\nrest\nquit\n"
    alone = here.run("play", "Ann", "--game", "Fights", "--seed", "4", "--plain", typed=typed)
    assert "Battles of Old" in alone and "Ann leads 6" in alone and "armies: how strong everybody is" in alone
    assert "Battles of Old is for 2 players, not 3" in here.run("host", "--game", "battles", "--seats", 3, code=2)

    # This checkout does not have the game: it says so of a file, and at the door of a table.
    without = tta(tmp_path, "verify", elsewhere / "battles.tta")
    assert without.returncode == 4 and "battles" in without.stdout + without.stderr
    hosted_and_joined(here, tmp_path)


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
                assert "plays a game that this computer does not have: battles" in " ".join(stranger.seen.split())
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


def needed(wheel: Path) -> set[tuple[str, frozenset[str]]]:
    """What a wheel says that it needs, as `pyproject.toml` says it."""
    with ZipFile(wheel) as packed:
        (facts,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        said = email.message_from_bytes(packed.read(facts)).get_all("Requires-Dist") or []
    return {normal(one) for one in said if "extra ==" not in one}


def normal(requirement: str) -> tuple[str, frozenset[str]]:
    """A requirement's name and bounds, however they are written."""
    name, bounds = re.findall(r"^([\w-]+)(.*)$", requirement)[0]
    return name.lower(), frozenset(bounds.split(","))


def pip(*words: object) -> None:
    """Run pip, whose output tells what is wrong."""
    asked = [sys.executable, "-P", "-m", "pip", "--disable-pip-version-check", *map(str, words)]
    there = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(asked, capture_output=True, text=True, check=False, env=there)
    assert done.returncode == 0, done.stdout + done.stderr
