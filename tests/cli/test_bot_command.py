"""`--bot-command`: programs that play at the commands that people type, and what is said where they cannot."""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from pathlib import Path

import pytest
import trio

from tests.cli.nodes import end_nodes
from tests.cli.programs import tta
from tests.cli.terminals import eventually, here
from tests.ground.repository import ROOT
from tests.patience import PATIENCE
from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.machine import roster
from tta_p2p.node.programs.program import BadCommand, Patience, ProgramCommand, read_command
from tta_p2p.node.programs.supervisor import LocalSeat, supervise
from tta_p2p.node.service.notices import error_reply
from tta_p2p.registry import load_rules

EXAMPLE = f"{sys.executable} {ROOT / 'docs' / 'examples' / 'random_bot.py'}"


def gone(home: Path) -> bool:
    """Whether no node runs for this data folder."""
    return not list(roster.running_nodes(home))


def test_programs_of_host_and_guest_play_a_game_to_its_end_and_another_at_the_same_table(tmp_path: Path) -> None:
    rules = ("--game", "smugglers", "--seats", "3", "--quiet", "--listen", "127.0.0.1:0")
    ann, bob = tmp_path / "ann", tmp_path / "bob"
    try:
        own = ("--name", "Ann", "--bot-command", EXAMPLE, "--bot-command", f"{EXAMPLE} 3")
        opened = tta(ann, "host", *rules, *own, "--detach")
        (place,) = re.findall(r"tta join (127\S+)", opened.stdout)
        (called,) = re.findall(r"tta attach (\w+)$", opened.stdout)
        tta(bob, "join", place, "--listen", "127.0.0.1:0", "--name", "Bob", "--bot-command", EXAMPLE, "--detach")
        homes = (ann, bob)
        eventually("both games are over", lambda: all(" finished " in here(home, "games").stdout for home in homes))
    finally:
        end_nodes(ann, bob)
    assert "Ann (program), Ann 2 (program), Bob (program)" in tta(ann, "games").stdout
    (file,) = (ann / "transcripts").glob("*.tta")
    assert tta(ann, "games").stdout.startswith(f"{file.stem[:8]}  Smugglers ")
    assert tta(ann, "export", called, "--out", "x.tta")  # its node's name leads there too
    tta(ann, "verify", str(file))
    assert len(list((ann / "programs").glob("*.log"))) == 2 and len(list((bob / "programs").glob("*.log"))) == 1
    try:
        for home in (ann, bob):
            eventually("the node has gone", partial(gone, home))
            tta(home, "rematch", "--detach")
        eventually("they have played again", lambda: here(bob, "games").stdout.count(" finished ") == 2)
    finally:
        end_nodes(ann, bob)
    first, second = json.loads(tta(bob, "games", "--json").stdout)
    assert first["players"] == second["players"] and first["sid"] != second["sid"] and first["id"] != second["id"]


def test_a_program_plays_against_a_person_at_one_keyboard(tmp_path: Path) -> None:
    rules = ("--game", "smugglers", "--seed", "4", "--plain", "--bot-command", f"{EXAMPLE} 1")
    said = tta(tmp_path / "home", "play", "Ann", *rules, typed="end your turn\n" * 60).stdout
    assert "Program 1" in said and "The game is over" in said


def test_programs_are_measured_against_bots_and_one_that_fails_breaks_its_game_off(tmp_path: Path) -> None:
    home = tmp_path / "home"
    game = ("simulate", "--game", "caravan", "--seats", "2", "--games", "1", "--jobs", "1")
    said = tta(home, *game, "--bots", "easy", "--bot-command", f"{EXAMPLE} 1").stdout
    assert re.search(r"^program 1: .* points, .*; first in .* of 1 seat", said, re.M), said
    assert not list((home / "programs").iterdir())
    bad = f"{sys.executable} -c 'raise SystemExit(7)'"
    said = tta(home, *game, "--bots", "easy", "--bot-command", bad, code=1).stderr
    assert "program 1's program has ended with exit code 7" in said
    assert len(list((home / "programs").iterdir())) == 1


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (("play", "--bot-command", "./nowhere --fast"), "There is no program “./nowhere”"),
        (("join", "127.0.0.1:9", "--bot-command", "say 'hello"), "is not a command line: a quotation mark is missing"),
        (("host", "--bot-command", EXAMPLE, "--bot", "easy"), "both play your seat"),
        (("join", "127.0.0.1:9", "--bot-command", EXAMPLE, "--bot", "easy"), "both play your seat"),
        (("host", "--bots", "1", "--beside", "--bot-command", EXAMPLE), "would play 3 seats, but the table has only 2"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_starts(tmp_path: Path, args: tuple[str, ...], text: str) -> None:
    assert text in tta(tmp_path / "home", *args, code=2).stderr


def test_a_command_is_split_without_a_shell(tmp_path: Path) -> None:
    (tmp_path / "my bot").write_text("#!/bin/sh\n")
    (tmp_path / "my bot").chmod(0o700)
    text = f"'{tmp_path}/my bot' --name 'Ann; rm' $HOME"
    assert read_command(text, tmp_path) == ProgramCommand(
        (f"{tmp_path}/my bot", "--name", "Ann; rm", "$HOME"), str(tmp_path)
    )
    with pytest.raises(BadCommand, match="empty"):
        read_command("  ", tmp_path)
    with pytest.raises(BadCommand, match="no file"):
        read_command("python3 my_bot.py", tmp_path)
    (tmp_path / "my_bot.py").touch()
    for text in ("python3 my_bot.py", "python3 -m elsewhere", "sh -c true"):
        assert read_command(text, tmp_path).words == tuple(text.split())


async def test_where_a_program_is_given_up_at_a_local_table_a_bot_plays_on(tmp_path: Path) -> None:
    table = LocalTable(load_rules("smugglers"), 2, programs=(0, 1))
    words = (sys.executable, "-c", "raise SystemExit('no')")
    patience = Patience(restarts=1, first=0.01, longest=0.01)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.run)
            for seat in (0, 1):
                command, path = ProgramCommand(words, str(tmp_path)), tmp_path / "logs" / f"{seat}.log"
                nursery.start_soon(supervise, command, LocalSeat(table, seat), path, patience)
    assert table.local.over and sorted(table.bots) == [0, 1]
    assert (tmp_path / "logs" / "0.log").read_text().count("no\n") == 2


async def test_a_folder_or_program_that_has_gone_is_told_in_words(tmp_path: Path) -> None:
    table = LocalTable(load_rules("smugglers"), 2, programs=(0,), bots={1: "easy"})
    seat, told = LocalSeat(table, 0), list[str]()
    seat.tell = lambda what, *args: told.append(error_reply(f"node.program-{what}", 0, "x", *args).text)  # type: ignore[method-assign]
    with trio.fail_after(PATIENCE):
        command = ProgramCommand((sys.executable,), str(tmp_path / "gone"))
        await supervise(command, seat, tmp_path / "log", Patience(restarts=0))
    assert "cannot be started" in told[0] and "there is no such file or folder" in told[0]
