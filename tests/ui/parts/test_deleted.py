"""A concern whose file is taken away is only not offered any more: the program starts and plays without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ground.repository import ROOT
from tests.without import program, run
from tta_p2p.i18n import Words
from tta_p2p.ui.part import Part
from tta_p2p.ui.parts import AFTER_GAME, BEFORE_GAME, all_parts

PARTS = {type(part).__module__.rpartition(".")[2]: part for part in all_parts()}
EN = Words()


def played(home: Path, root: Path, *lines: str) -> str:
    """What a client of a game on one computer writes when these lines are typed; it must end well."""
    asked = ("play", "Ann", "--game", "smugglers", "--bots", "1", "--seed", "7")
    done = run(root, home, "-m", "tta_p2p.cli", *asked, typed="".join(f"{line}\n" for line in lines))
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout


def words_of(part: Part) -> list[str]:
    return [command.name for command in part.commands]


def listed(name: str) -> str:
    """How the page of help begins to say what a command does."""
    return EN(f"help.{name}", motions="")[:20] if EN.optional(f"help.{name}") else "\0"


def not_understood(typed: str) -> str:
    return EN("not-understood", typed=typed)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the program writes that has all parts."""
    home = tmp_path_factory.mktemp("whole")
    names = [name for part in all_parts() for name in words_of(part)]
    return played(home, program(home), "help", *names, "quit")


def test_every_file_is_a_part_and_every_part_of_a_list_has_a_file() -> None:
    files = {path.stem for path in (ROOT / "tta_p2p" / "ui" / "parts").glob("*.py")} - {"__init__"}
    assert files == set(PARTS) and {*BEFORE_GAME, *AFTER_GAME} <= files


@pytest.mark.parametrize("name", PARTS)
def test_a_client_without_a_part_plays_and_knows_nothing_of_it(name: str, whole: str, tmp_path: Path) -> None:
    names = words_of(PARTS[name])
    told = played(
        tmp_path, program(tmp_path, f"ui/parts/{name}.py"), "help", *names, "moves", "1", "undo", "2", "who", "quit"
    )
    assert EN("undone-all") in told and EN("saved", comeback="")[:20] in told
    for one in names:
        assert not_understood(one) in told and listed(one) not in told
        assert not_understood(one) not in whole


@pytest.mark.parametrize("name", ["attendance", "connections", "spectators", "times"])
def test_a_concern_that_only_its_own_files_know_goes_with_them_at_the_node_on_the_socket_and_in_the_client(
    name: str, tmp_path: Path
) -> None:
    places = (f"{place}/parts/{name}.py" for place in ("node/game", "seats", "ui"))
    root = program(tmp_path, *(file for file in places if (ROOT / "tta_p2p" / file).is_file()))
    loaded = run(root, tmp_path, "-c", "import tta_p2p.node.process, tta_p2p.node.game.loop, tta_p2p.seats.vocabulary")
    assert loaded.returncode == 0, loaded.stderr
    assert EN("undone-all") in played(tmp_path, root, "moves", "1", "undo", "who", "quit")
