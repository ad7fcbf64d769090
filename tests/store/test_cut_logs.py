"""A log whose last frame a killed process has half written is sound; one in which an earlier frame changed is not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tta_p2p.store.pages import FRAME_HEADER, LOG_HEADER, WriteAheadLog, read_log

PAGE = 4096
EACH = FRAME_HEADER + PAGE


@pytest.fixture
def log(tmp_path: Path) -> bytes:
    """A log of several transactions of one frame each."""
    path = tmp_path / "some.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("pragma journal_mode = wal")
        db.execute("create table words (word text)")
        for number in range(6):
            db.execute("insert into words values (?)", (f"word {number}",))
        return Path(f"{path}-wal").read_bytes()


def read(data: bytes) -> WriteAheadLog:
    return read_log(data, PAGE)


def test_the_last_frame_may_have_its_head_and_the_page_that_stood_there_before(log: bytes) -> None:
    whole = read(log)
    assert not whole.damaged and whole.sound == len(whole.frames) > 4
    at = len(log) - EACH
    cut = log[: at + FRAME_HEADER] + log[at - PAGE : at]
    assert not read(cut).damaged and read(cut).sound == whole.sound - 1


def test_no_other_frame_may_be_changed(log: bytes) -> None:
    for frame in range(len(read(log).frames) - 1):
        changed = bytearray(log)
        changed[LOG_HEADER + frame * EACH + FRAME_HEADER + 100] ^= 1
        assert read(bytes(changed)).damaged, frame
