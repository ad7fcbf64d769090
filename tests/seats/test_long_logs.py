"""A game may be as long as it likes: its log goes to who comes in as several lines, none of which is too long."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
import trio
from trio.testing import memory_stream_pair

from tests.patience import PATIENCE
from tests.seats.dialogue import table
from tta_p2p.node.local.table import LocalTable
from tta_p2p.seats import wording
from tta_p2p.seats.encoding import MAX_LINE, write_line
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.messages import VERSION, LogReply


@pytest.fixture
def long_game() -> LocalTable:
    """A game whose log is too long for one line, many times over."""
    long = table("through_the_ages", people=(0, 1))
    for _ in range(30):
        seat = long._deciding()[0]
        long.act(next(option.act for option in long._draft_of(seat).legal() if option.act.verb != "resign"))
    few = list(long.local.log)
    while len(long.local.log) < 12_000:
        long.local.log += few
    whole = LogReply(0, wording.log(long.game, long.local.log, {}))
    assert len(few) > 10 and len(write_line(whole)) > MAX_LINE
    return long


async def heard(at: LocalTable, *said: dict[str, Any]) -> list[dict[str, Any]]:
    """What the node says up to the first turn, and after it to the last line of the log once more."""
    ours, theirs = memory_stream_pair()
    found: list[dict[str, Any]] = []
    logs = len(said)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(at.serve, theirs)
        lines = Lines(ours)
        with trio.fail_after(PATIENCE):
            for one in said:
                await ours.send_all(json.dumps(one).encode() + b"\n")
            while logs:
                line = await lines.line()
                assert line is not None and len(line) < MAX_LINE // 4
                found.append(json.loads(line))
                if found[-1]["is"] == "log" and found[-1]["start"] + len(found[-1]["lines"]) == found[-1]["whole"]:
                    logs -= 1
        nursery.cancel_scope.cancel()
    return [one for one in found if one["is"] == "log"]


async def test_the_whole_log_comes_in_lines_of_bounded_length_one_after_the_other(long_game: LocalTable) -> None:
    logs = await heard(long_game, {"do": "hello", "version": VERSION, "watch": True})
    assert len(logs) > 10 and logs[0]["start"] == 0
    assert all(one["start"] + len(one["lines"]) == next_one["start"] for one, next_one in pairwise(logs))
    assert {one["whole"] for one in logs} == {len(long_game.log)}
    keys = [line["key"] for one in logs for line in one["lines"]]
    assert keys == [line.key for line in long_game.log]


async def test_a_log_that_is_asked_for_begins_where_the_client_says(long_game: LocalTable) -> None:
    since, end = len(long_game.log) - 150, len(long_game.log) + 7
    hello = {"do": "hello", "version": VERSION, "watch": True}
    logs = await heard(long_game, hello, {"do": "log", "since": since}, {"do": "log", "since": end})
    asked = [(one["start"], len(one["lines"])) for one in logs][-3:]
    assert asked == [(since, 100), (since + 100, 50), (len(long_game.log), 0)]
