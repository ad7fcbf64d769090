"""Programs that play in a game of a folder that was moved in: none runs before its person has said yes."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from tests.cli.terminals import Person, here
from tta_p2p.node.local import games
from tta_p2p.node.plan.plans import Plan, Secrets
from tta_p2p.node.process import Node
from tta_p2p.node.programs.program import ProgramCommand
from tta_p2p.store import identity, moved_programs, transfer
from tta_p2p.store.database import GameRow, Store
from tta_p2p.table import local_record


def command(mark: Path) -> tuple[tuple[str, ...], str]:
    """A program that leaves a mark and does not play; its name holds what a terminal would obey."""
    return (sys.executable, "-c", f"open({str(mark)!r}, 'w') # \x1b[2J"), str(mark.parent)


@pytest.fixture
def packed(tmp_path: Path) -> tuple[Path, Path]:
    """A folder of somebody else, packed, with a game of one computer that a program plays; and the mark it leaves."""
    home, mark = tmp_path / "theirs", tmp_path / "RAN"
    home.mkdir(mode=0o700)
    identity.create(home)
    charter = games.new_charter("caravan", 2, {}, 1, ("Ann", "Bo"), {}, {1: command(mark)})
    store = Store(home)
    row = GameRow(charter.sid, "caravan", 0, 0, 0, local_record.write_charter(charter), "playing", b"")
    store.add_game(row)
    store.close()
    transfer.pack(home, tmp_path / "file", lambda: None)
    return tmp_path / "file", mark


def test_a_program_of_a_folder_that_was_moved_in_is_shown_and_runs_only_after_a_yes(
    packed: tuple[Path, Path], tmp_path: Path
) -> None:
    file, mark = packed
    home = tmp_path / "mine"
    assert here(home, "move", "in", file).returncode == 0
    piped = here(home, "resume", "--lines")
    assert piped.returncode == 1 and "open(" in piped.stdout and "\x1b" not in piped.stdout
    assert "only after you have agreed" in piped.stderr and not mark.exists()
    for answer in ("", "n"):
        with Person(home, "resume", "--lines") as person:
            person.sees("played by a program", "[y/N]")
            person.types(answer)
            assert person.ends() == 1 and not mark.exists()
    with Person(home, "resume", "--lines") as person:
        person.sees("[y/N]")
        person.types("y")
        while not mark.exists():
            person.sees("")
        person.hang_up()
    assert moved_programs.forbidden(home, [command(mark)]) == (), "it is not asked again"
    assert moved_programs.forbidden(home, [command(tmp_path / "other")]) != ()


@pytest.mark.parametrize(
    ("do", "moved", "runs"), [("resume", True, False), ("resume", False, True), ("host", True, True)]
)
def test_a_node_runs_no_stored_program_of_a_folder_that_was_moved_in(
    do: str, moved: bool, runs: bool, tmp_path: Path
) -> None:
    words, folder = command(tmp_path / "RAN")
    program = ProgramCommand(words, folder)
    secrets = msgspec.convert(
        {
            "tls_seed": b"",
            "certificates": [],
            "places": [],
            "port": 0,
            "bots": {},
            "name": "",
            "programs": {0: program},
        },
        Secrets,
    )
    if moved:
        moved_programs.forbid_all(tmp_path)
    node = object.__new__(Node)
    node.home, node.plan = tmp_path, Plan(do=do, id="", name="")
    assert node._allowed_programs(secrets) == ({0: program} if runs else {})
    moved_programs.allow(tmp_path, [(words, folder)])
    assert node._allowed_programs(secrets) == {0: program}


def test_a_list_of_programs_that_cannot_be_read_allows_none(tmp_path: Path) -> None:
    (tmp_path / moved_programs.FILE).write_bytes(b'[[["sh"],"/tmp"]')
    assert moved_programs.forbidden(tmp_path, [(("sh",), "/tmp")]) == ((("sh",), "/tmp"),)
    (tmp_path / moved_programs.FILE).unlink()
    (tmp_path / moved_programs.FILE).mkdir()
    assert moved_programs.forbidden(tmp_path, [(("sh",), "/tmp")]) == ((("sh",), "/tmp"),)
