"""A game installed as a package of its own is played, hosted, demonstrated and verified like those of this program."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

import pytest

from tests.cli.terminals import HERE, Person, tta
from tests.cli.test_tables import end_nodes
from tests.games.installed import install
from tests.ground.repository import ROOT


@pytest.fixture
def beside(tmp_path: Path) -> dict[str, str]:
    """The environment in which the game Battles is installed."""
    return {"PYTHONPATH": os.pathsep.join([str(ROOT), str(install(tmp_path / "site"))])}


def test_it_is_demonstrated_and_verified_and_without_it_the_file_says_so(
    tmp_path: Path, beside: dict[str, str]
) -> None:
    file = tmp_path / "battles.tta"
    done = tta(tmp_path / "demo", "demo", "--out", file, "--json", environment={**beside, "TTA_GAME": "fights"})
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["fair"] is True
    checked = tta(tmp_path, "verify", file, environment=beside)
    assert checked.returncode == 0 and "Battles of Old, game" in checked.stdout, checked.stderr
    replayed = tta(tmp_path, "replay", "--log", file, environment=beside)
    assert replayed.returncode == 0 and len(replayed.stdout.splitlines()) > 8
    elsewhere = tta(tmp_path, "verify", file)
    assert elsewhere.returncode == 4 and "battles" in elsewhere.stdout + elsewhere.stderr


def test_it_is_played_alone_on_pages_of_its_own(tmp_path: Path, beside: dict[str, str]) -> None:
    done = tta(
        tmp_path, "play", "Ann", "--game", "Fights", "--seed", "4", "--plain",
        typed="armies\n? armies\nrest\nquit\n", environment=beside,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Battles of Old" in done.stdout and "Ann leads 6" in done.stdout
    assert "armies  how strong everybody is" in done.stdout


def test_it_is_hosted_and_joined_and_whoever_does_not_have_it_is_told(tmp_path: Path, beside: dict[str, str]) -> None:
    table = f"war {secrets.token_hex(4)}"
    ann, bob, cid = tmp_path / "ann", tmp_path / "bob", tmp_path / "cid"
    try:
        with Person(ann, "host", "--game", "battles", "--table", table, *HERE, **beside) as host:
            host.sees(f"Table {table}: 1 of 2 seats", "Battles of Old for 2.")
            with Person(cid, "join", table, *HERE) as stranger:
                assert stranger.ends() == 1
                assert "there are no rules of a game 'battles'" in " ".join(stranger.seen.split())
            with Person(bob, "join", table, *HERE, **beside) as guest:
                guest.sees("ready agrees to these conditions")
                guest.types("ready")
                host.sees("Everybody agrees: start begins the game")
                host.types("start")
                for person in (host, guest):
                    assert "Traceback" not in person.sees("Read these words aloud", "Who sits where")
    finally:
        end_nodes(ann, bob, cid)
