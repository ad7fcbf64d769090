"""A program from outside is an opponent as any other: it plays whole games, is judged sound, and is counted.

It lies in `tests/seats/outside`, a process of its own that knows the seat protocol and nothing of this repository. What
it does where it is broken costs its own seat, and no other.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest
import trio

from tests.cli.programs import tta
from tests.ground.repository import ROOT
from tests.patience import LIMITS, PATIENCE
from tta_p2p.games.contract import Options
from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.programs.conformance import CHECKS, Finding, check_program
from tta_p2p.node.programs.program import NEWS, Patience, ProgramCommand
from tta_p2p.node.programs.supervisor import LocalSeat, supervise
from tta_p2p.node.service.notices import error_reply
from tta_p2p.registry import load_rules

OUTSIDE = ROOT / "tests" / "seats" / "outside"
BRIEF: dict[str, Options] = {
    "through_the_ages": {"variant": "short"},
    "seven_wonders": {},
    "civilization": {"deals": "never"},
}
"""Every game with the options by which a game of it is short."""
FACTS = 40
"""So many facts of a game are known before a broken program goes wrong."""
ENDLESS = ("late", "floods")
"""The ways in which a broken program takes for ever, until a limit ends it."""
SLOW = r"has not (said hello|acted) for \d+ seconds"
"""Words that are true of a sound program, too, where the machine is too slow for the limit."""
AMISS = {
    "late": ("plays", r"has not acted for \d+ seconds"),
    "illegal": ("legal", "nothing but nonsense"),
    "rubbish": ("understood", "nothing but nonsense"),
    "leaves": ("plays", "has ended with exit code 1"),
    "floods": ("plays", "does not read its input"),
}
"""The check that a broken program fails by its way, and what is said of it."""


def command(program: str, *words: str, folder: Path = ROOT) -> ProgramCommand:
    """Give the command of one of the programs."""
    return ProgramCommand((sys.executable, str(OUTSIDE / program), *words), str(folder))


def checked(program: ProgramCommand, game: str, limit: float = PATIENCE) -> Finding:
    """Give the findings of `tta bot check` in one game."""
    seats = load_rules(game).seats[0]
    (found,) = check_program(program, game, seats, BRIEF[game], [1], limit, lambda _: None)
    return found


def test_it_needs_nothing_but_python_and_its_own_files() -> None:
    own = {path.stem for path in OUTSIDE.glob("*.py")}
    for path in OUTSIDE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.module is not None and not node.level
                named = [node.module]
            assert {name.partition(".")[0] for name in named} <= own | sys.stdlib_module_names, path


@pytest.mark.parametrize("game", BRIEF)
def test_it_plays_every_game_to_its_end_and_is_sound(game: str, tmp_path: Path) -> None:
    found = checked(command("player.py", "1", folder=tmp_path), game)
    assert found.passed == dict.fromkeys(CHECKS, True) and found.acts > 10


def test_it_is_counted_among_bots_at_every_seat(tmp_path: Path) -> None:
    program = f"{sys.executable} {OUTSIDE / 'player.py'} 1"
    wanted = ("--variant", "short", "--games", "2", "--jobs", "1", "--bots", "random", "--bot-command", program)
    said = tta(tmp_path, "simulate", "--seats", "2", *wanted).stdout
    assert re.search(r"^program 1: .* points, .*; first in 100% .* of 2 seats", said, re.M), said
    assert re.search(r"^program 1: \+\d+ .* points ahead of the best other seat", said, re.M), said


async def played_beside_broken(way: str, limit: float, tmp_path: Path) -> tuple[LocalTable, dict[int, list[str]]]:
    """Play a game with a broken program and a sound one; give the table, and what is told of each by its seat."""
    table = LocalTable(load_rules("seven_wonders"), 3, {}, 1, programs=(0, 1), bots={2: "random"})
    told = {seat: list[str]() for seat in (0, 1)}
    broken = Patience(limit=limit, restarts=1, first=0.01, longest=0.01)
    programs = {0: (command("broken.py", way, str(FACTS)), broken), 1: (command("player.py", "1"), Patience())}
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.run)
            for number, (program, patience) in programs.items():
                seat = LocalSeat(table, number)
                seat.tell = lambda what, *args, number=number: told[number].append(  # type: ignore[method-assign]
                    error_reply(f"{NEWS}{what}", number, "x", *args).text
                )
                nursery.start_soon(supervise, program, seat, tmp_path / "logs" / f"{number}.log", patience)
    return table, told


@pytest.mark.parametrize("way", AMISS)
def test_what_is_wrong_with_a_broken_one_is_named(way: str, tmp_path: Path) -> None:
    check, _ = AMISS[way]
    for limit in LIMITS if way in ENDLESS else (PATIENCE,):
        found = checked(command("broken.py", way, str(FACTS), folder=tmp_path), "seven_wonders", limit)
        if found.acts:
            break
    assert check in found.failed and "starts" not in found.failed
    assert found.acts > 0, "it was sound before"


@pytest.mark.parametrize("way", AMISS)
async def test_a_broken_one_costs_its_own_seat_and_the_game_goes_on(way: str, tmp_path: Path) -> None:
    for limit in LIMITS if way in ENDLESS else (PATIENCE,):
        table, told = await played_beside_broken(way, limit, tmp_path)
        if all(re.search(AMISS[way][1], text) or not re.search(SLOW, text) for text in told[0]):
            break
    again, gone = told[0]
    assert re.search(AMISS[way][1], again) and "is started again in" in again
    assert re.search(AMISS[way][1], gone) and "A bot plays on" in gone
    assert table.local.over and told[1] == [], "the other program has played to the end"
