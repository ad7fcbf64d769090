"""At the end of a game people play again with one key or one word, and open one table for it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
from pathlib import Path

from tests.cli.conftest import Evening
from tests.cli.terminals import Person
from tests.node.commands import at_once
from tta_p2p.node.machine import roster
from tta_p2p.store.database import Store
from tta_p2p.table.local_record import read_charter


def charters(home: Path) -> list[tuple[int, tuple[str, ...], dict[int, str]]]:
    """The chance, the names and the bots of every local game that is kept."""
    with contextlib.closing(Store(home)) as store:
        found = [read_charter(row.charter) for row in store.games()]
    return [(charter.seed, charter.names, charter.bots) for charter in found]


def test_at_the_end_of_a_local_game_another_one_begins_with_the_same_players(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "Ann", "--lines", NO_COLOR="1") as person:
        person.sees("End the turn")
        person.types("resign")
        person.sees("Do you really want to resign?")
        person.types("y")
        person.sees("The game is over", "Type rematch to play again")
        person.types("rematch")
        person.sees("Ann", "End the turn")
        person.types("1")
        person.sees("can be undone")
        person.types("quit")
        assert person.ends() == 0
    (first, *one), (second, *other) = charters(tmp_path)
    assert one == other and first != second


def test_a_table_that_several_open_again_at_the_same_moment_is_opened_once(evening: Evening, tmp_path: Path) -> None:
    home = shutil.copytree(evening.homes[0], tmp_path / "home", ignore=shutil.ignore_patterns("*.sock"))
    try:
        done = at_once(home, [("rematch", "--detach")] * 6)
        assert [one.returncode for one in done] == [0] * 6, [one.stderr for one in done]
        assert len(list(roster.running_nodes(home))) == 1
        assert sum("open again already" in one.stderr for one in done) == 5
    finally:
        for node in roster.running_nodes(home):
            os.kill(node.pid, signal.SIGKILL)
