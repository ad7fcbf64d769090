"""Who follows docs/adding-a-game.md to its end has a game that every command plays, and has changed nothing else."""

from __future__ import annotations

import json
import re
import secrets
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.cli.nodes import end_nodes
from tests.cli.terminals import HERE, Person, eventually, tta
from tests.ground.repository import ROOT
from tests.patience import PATIENCE

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
FILES = dict(re.findall(r"^`([\w/]+\.py)`:\n\n```python\n(.*?)^```$", PAGE, re.M | re.S))
COMMANDS = [shlex.split(line) for line in re.findall(r"^    tta (.*(?:straws|dishes).*)$", PAGE, re.M)]
NAME = "straws"


def test_the_game_of_the_page_is_played_hosted_demonstrated_and_verified(tmp_path: Path) -> None:
    program = copy_of_the_program(tmp_path / "program")
    there = {"PYTHONPATH": str(program)}
    asked = {words[0]: words[1:] for words in COMMANDS}
    assert set(asked) == {"play", "host", "demo", "verify", "replay", "simulate", "rules"}

    tests = [name for name in FILES if name.startswith("tests/")]
    kept = run([sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests], program)
    assert " passed" in kept

    done = tta(tmp_path, "demo", *asked["demo"], "--json", environment=there, cwd=tmp_path)
    told = json.loads(done.stdout)
    assert told["fair"] is True and told["seats"] == 3, done.stderr
    verified = tta(tmp_path, "verify", *asked["verify"], environment=there, cwd=tmp_path)
    assert verified.returncode == 0 and "FAIR" in verified.stdout and "Straws, game" in verified.stdout
    shown = tta(tmp_path, "replay", *asked["replay"], typed="q\n", environment=there, cwd=tmp_path)
    assert shown.returncode == 0 and re.search(r"^Straws: .*Ada.*; \d+ steps\.$", shown.stdout, re.M)
    simulated = tta(tmp_path, "simulate", *asked["simulate"], "--jobs", "1", environment=there)
    assert "50 of 50 games of Straws ended" in simulated.stdout, simulated.stderr
    chapters = tta(tmp_path, "rules", *asked["rules"], environment=there)
    assert "Rules of Straws" in chapters.stdout and " game The game" in chapters.stdout, chapters.stderr
    alone = tta(tmp_path / "alone", "play", *asked["play"], "--plain", typed="1\n", environment=there)
    assert alone.returncode == 0 and "The straws are compared" in alone.stdout, alone.stdout + alone.stderr
    left = tta(tmp_path / "alone", "play", *asked["play"], "--plain", typed="1\nquit\n", environment=there)
    assert "The straws are compared" in left.stdout and "tta resume" not in left.stdout, "nothing is left to resume"
    assert "#" not in left.stdout and "You keep a straw of " in left.stdout and "You keeps" not in left.stdout
    assert re.search(r"^Keep a straw\n +1\) a straw of \d\d cm", alone.stdout, re.M)
    host_and_join(tmp_path, asked["host"], there)
    assert is_as_before(program), "the page names every file that has to be written"


def host_and_join(tmp_path: Path, words: list[str], there: dict[str, str]) -> None:
    """Open the table as the page says, and play with bots of two other people."""
    table = f"dishes {secrets.token_hex(4)}"
    homes = [tmp_path / name for name in ("ann", "bob", "cid")]
    try:
        opens = ("host", "--lines", *words, "--name", "Ann", "--table", table, "--auto-start", *HERE)
        with Person(homes[0], *opens, **there) as host:
            host.sees(f"Table {table}: 1 of 3 seats", "Straws for 3.")
            for home in homes[1:]:
                joined = tta(home, "join", table, "--bot", "random", "--detach", *HERE, environment=there)
                assert joined.returncode == 0, joined.stderr
            host.sees("Keep one of your straws")
            host.types("1")
            host.sees("The straws are compared", "Verified: fair")
        for home in homes[1:]:
            eventually("everybody's game is over", lambda home=home: "tta export" in games(home, there))
            assert re.search(r"^\w{8}  Straws +", games(home, there), re.M)
    finally:
        end_nodes(*homes)


def games(home: Path, there: dict[str, str]) -> str:
    return tta(home, "games", environment=there).stdout


def copy_of_the_program(folder: Path) -> Path:
    """The program as it is fetched, with the files of the page and nothing else."""
    for name in ("protocol", "tta_p2p", "tests"):
        shutil.copytree(ROOT / name, folder / name)  # with what is compiled of it
    shutil.copy(ROOT / "pyproject.toml", folder)
    assert len(FILES) >= 3
    for name, text in FILES.items():
        path = folder / name
        rooms = (f"tta_p2p/games/{NAME}", f"tta_p2p/ui/{NAME}", f"tta_p2p/bots/{NAME}", "tests/games")
        assert path.relative_to(folder).parent.as_posix() in rooms and not path.exists()
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return folder


def is_as_before(folder: Path) -> bool:
    """Whether every file that is not the game's is as it was fetched."""
    files = [path.relative_to(folder) for path in folder.rglob("*.py") if "__pycache__" not in path.parts]
    others = [path for path in files if path.as_posix() not in FILES]
    return len(others) > 500 and all((folder / path).read_bytes() == (ROOT / path).read_bytes() for path in others)


def run(words: list[str], folder: Path) -> str:
    from tests.cli.terminals import surroundings

    there = surroundings(folder / "home", PYTHONPATH=str(folder))
    done = subprocess.run(words, cwd=folder, env=there, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
