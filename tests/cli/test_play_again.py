"""Who plays alone and has come to the end plays again with one key, or one word."""

from __future__ import annotations

import contextlib
from pathlib import Path

from tests.cli.terminals import Person
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
        person.sees("(y or")
        person.types("y")
        person.sees("The game is over", "rematch plays again")
        person.types("rematch")
        person.sees("Ann", "End the turn")
        person.types("1")
        person.sees("can be undone")
        person.types("quit")
        assert person.ends() == 0
    (first, *one), (second, *other) = charters(tmp_path)
    assert one == other and first != second
