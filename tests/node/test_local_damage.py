"""A damaged store of a game on one machine alone: it goes on as it stood, or a sentence says why not."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminals import here
from tests.node.local_games import decide, stands
from tta_p2p.cli.errors import error_text
from tta_p2p.games.chance import Chance
from tta_p2p.node.local.games import lay_out, new_charter
from tta_p2p.store.database import DATABASE, Store, StoreDamaged
from tta_p2p.table import local_record
from tta_p2p.table.local_record import DecisionRecord, DepartureRecord, LocalCharter, LocalRecord, ReplacementRecord

NAMES = ("Ann", "Bob", "Cid", "Dot")
BESIDE = ("drafts", "skips", "results")
"""What is forgotten where it is damaged: no game depends on it."""


def begun(home: Path) -> LocalCharter:
    """A game of which the store keeps something of every kind."""
    charter = new_charter("smugglers", 4, {}, 7, NAMES, {1: "random"}, {2: (("true",), str(home))})
    with closing(Store(home)) as store:
        table, chance = lay_out(charter, store), Chance(1)
        while not store.games() or not store.journal(charter.sid):
            assert decide(table, chance)
        more: list[LocalRecord] = [DepartureRecord(3, "resigned"), ReplacementRecord(2, "random")]
        store.append(charter.sid, map(local_record.write_record, more))
        store.save_draft(charter.sid, 0, b"[]")
        store.save_skips(charter.sid, 0, b'{"turn":[]}')
        store.save_result(charter.sid, b"[]", 1)
        kinds = [type(local_record.read_record(data)) for data in store.journal(charter.sid)]
        assert set(kinds) == {DecisionRecord, DepartureRecord, ReplacementRecord}
    return charter


def flipped(value: Any) -> Iterator[Any]:
    """The same with one bit changed in each byte."""
    data = str(value).encode() if isinstance(value, str) else value
    if isinstance(value, int):
        yield value ^ 64
        return
    for place in range(len(data)):
        changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        yield changed.decode() if isinstance(value, str) else changed


def harmed(home: Path) -> Iterator[str]:
    """Change every byte of every row behind the store's back, one after the other; in which table it is."""
    with closing(sqlite3.connect(home / DATABASE)) as raw:
        for table in ("games", "heads", "journal", *BESIDE):
            rows = raw.execute(f"select * from {table}").fetchall()
            places = ", ".join("?" * len(rows[0]))

            def write(rows: list[tuple[Any, ...]], table: str = table, places: str = places) -> None:
                raw.execute(f"delete from {table}")
                raw.executemany(f"insert into {table} values ({places})", rows)
                raw.commit()

            for number, row in enumerate(rows):
                for column in range(1, len(row)):  # the id of the game is what it is looked for by
                    for fresh in flipped(row[column]):
                        changed = (*row[:column], fresh, *row[column + 1 :])
                        write([*rows[:number], changed, *rows[number + 1 :]])
                        yield table
            write(rows)


def test_whatever_byte_of_a_local_game_is_changed_it_goes_on_or_it_is_said_why_not(tmp_path: Path) -> None:
    charter = begun(tmp_path)
    with closing(Store(tmp_path)) as store:
        whole = stands(lay_out(charter, store))
        count = 0
        for table in harmed(tmp_path):
            count += 1
            row = store.game(charter.sid)
            assert row is not None and row.sound == (table != "games")
            if table == "games":
                continue  # a damaged row is told with the list of games: nothing of it is gone by
            try:
                found = stands(lay_out(charter, store))
            except StoreDamaged as error:
                assert table in ("heads", "journal")
                said = rf"Record [1-4] of this game in {tmp_path}/\S+ is not .* copy of .*\."
                assert re.fullmatch(said, error_text(error))
            else:
                assert found == whole and table in BESIDE
        assert count > 500


@pytest.mark.parametrize("table", ["games", "journal"])
@pytest.mark.parametrize("command", ["resume", "replay", "export"])
def test_a_damaged_local_game_is_told_in_a_sentence_that_says_what_helps(
    command: str, table: str, tmp_path: Path
) -> None:
    charter = begun(tmp_path)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as raw:
        column = "charter" if table == "games" else "record"
        raw.execute(f"update {table} set {column} = zeroblob(9)")
        raw.commit()
    done = here(tmp_path, command, *([] if command == "resume" else [charter.sid.hex()[:8]]))
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "undamaged copy of" in done.stderr and str(tmp_path) in done.stderr, done.stderr
