"""Threads that share a store: a node writes from several at once, and none takes part in what another one writes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from tta_p2p.store.database import GameRow, Store, StoreError

TIMES = 60
"""How often each thread writes: without turns, some collide in every run."""
GAMES = [bytes([number]) * 32 for number in range(3)]


def records_of(sid: bytes, number: int) -> list[bytes]:
    return [sid[:1] + b"%d" % number, b"and more"]


def test_threads_that_share_a_store_keep_all_that_they_write(tmp_path: Path) -> None:
    store, begin = Store(tmp_path), Barrier(len(GAMES) + 3)

    def play(sid: bytes) -> None:
        for number in range(TIMES):
            store.append(sid, records_of(sid, number))
            store.save_draft(sid, 0, b"%d" % number)

    def keep_times() -> None:
        for number in range(TIMES):
            store.save_times(GAMES[number % 3], b"%d" % number)
            store.meet(bytes([number]) * 32, "Ann", number)

    def fail() -> None:
        for _ in range(TIMES):
            with pytest.raises(StoreError):  # its own transaction is taken back, and nobody else's
                store.set_status(b"u" * 32, "over", 1)

    def read() -> None:
        for number in range(TIMES):
            sid = GAMES[number % 3]
            kept = store.journal(sid)  # raises Damaged where half of a transaction is seen
            assert kept == [record for each in range(len(kept) // 2) for record in records_of(sid, each)]
            store.scrub()

    def started(work: Callable[[], None]) -> None:
        begin.wait()
        work()

    for sid in GAMES:
        store.add_game(GameRow(sid, "caravan", 10, 10, 0, b"charter", "playing", b"secrets"))
    with ThreadPoolExecutor() as threads:
        works = [*(lambda sid=sid: play(sid) for sid in GAMES), keep_times, fail, read]  # type: ignore[misc]
        for done in [threads.submit(started, work) for work in works]:
            done.result()
    store.close()
    store = Store(tmp_path)
    for sid in GAMES:
        assert store.journal(sid) == [record for number in range(TIMES) for record in records_of(sid, number)]
        assert store.drafts(sid) == {0: b"%d" % (TIMES - 1)}
    assert len(store.players()) == TIMES
    assert {store.times(sid) for sid in GAMES} == {b"%d" % number for number in range(TIMES - 3, TIMES)}
    store.close()
