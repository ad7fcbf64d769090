"""Rows of a store that came with somebody else's folder: soundly sealed, and with what no program of ours writes."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.terminals import here
from tests.protocol.table import make_charter
from tta_p2p.i18n import LANGUAGES
from tta_p2p.node.data_folder.stored_games import DAMAGED, stored_games
from tta_p2p.node.plan.resumption import CannotResume, charter_of
from tta_p2p.store.database import GameRow, Store

SID, OTHER, SIGNED = b"s" * 32, b"t" * 32, b"u" * 32
NOW = 1_700_000_000
CHARTER = make_charter((0, 1))[0].encode()
HOSTILE = ("", "{0}", "{", "%s", "\x1b[2J", "a\u202eb", "damaged", "signed", "x" * 2000)
ROWS: dict[str, GameRow] = {
    "no charter": GameRow(SID, "caravan", NOW, NOW, 0, b"", "playing", b""),
    "a charter that is none": GameRow(SID, "caravan", NOW, NOW, 0, b"garbage", "over", b""),
    "a cut charter": GameRow(SID, "caravan", NOW, NOW, 0, CHARTER[:-3], "playing", b""),
    "a member that is none": GameRow(SID, "caravan", NOW, NOW, 9, CHARTER, "playing", b""),
    "a member before the first": GameRow(SID, "caravan", NOW, NOW, -1, CHARTER, "playing", b""),
    **{f"status {word[:8]!r}": GameRow(SID, "caravan", NOW, NOW, 0, CHARTER, word, b"") for word in HOSTILE},
}
DATES = (-(2**63), -1, 253_402_300_800, 2**63 - 1)


def laid_out(home: Path, row: GameRow, made: int = NOW) -> Path:
    home.mkdir(mode=0o700, exist_ok=True)
    with closing(Store(home)) as store:
        store.add_game(GameRow(OTHER, "caravan", NOW, NOW, 0, CHARTER, "playing", b""))
        store.add_game(row)
        store.save_result(SID, b"\xffrubbish", made)
        store.add_signed(SIGNED, made, b"\xff")
    return home


@pytest.mark.parametrize("kind", ROWS)
def test_a_row_that_says_what_no_program_writes_is_a_damaged_game_among_the_others(tmp_path: Path, kind: str) -> None:
    home = laid_out(tmp_path / "home", ROWS[kind])
    listed = {one.sid: one.status for one in stored_games(home)}
    assert listed == {SID.hex(): DAMAGED, OTHER.hex(): "playing", SIGNED.hex(): DAMAGED}
    for command in (("games",), ("games", "--json"), ("doctor",), ("resume", SID.hex())):
        done = here(home, *command)
        assert done.returncode in (0, 1) and "\x1b" not in done.stdout + done.stderr
        assert command[0] != "games" or OTHER.hex()[:8] in done.stdout


@pytest.mark.parametrize("kind", [kind for kind in ROWS if "status" not in kind])
def test_such_a_game_is_not_taken_up_again(tmp_path: Path, kind: str) -> None:
    row = replace(ROWS[kind], secrets=b"secrets")
    with closing(Store(laid_out(tmp_path / "home", row))) as store, pytest.raises(CannotResume, match="damaged"):
        charter_of(store, SID)


@pytest.mark.parametrize("date", DATES)
@pytest.mark.parametrize("status", ["playing", "over", "lost"])
def test_a_date_that_no_calendar_has_ends_no_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, date: int, status: str
) -> None:
    home = laid_out(tmp_path / "home", GameRow(SID, "caravan", date, date, 0, CHARTER, status, b""), made=date)
    for language in LANGUAGES:
        monkeypatch.setenv("TTA_LANG", language)
        done = here(home, "games")
        assert done.returncode == 0 and OTHER.hex()[:8] in done.stdout
