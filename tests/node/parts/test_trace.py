"""The trace of a real node: a line for what comes in, for what goes out and for each part that stands otherwise."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import trio

from tests.node.attending import attend
from tests.node.inside import two_nodes
from tests.patience import PATIENCE
from tta_p2p.node.game import trace
from tta_p2p.node.game.trace import FILE
from tta_p2p.node.service.seat_server import Door
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.chat import ChatReply, ChatRequest
from tta_p2p.seats.parts.votes import VoteRequest

LINE = re.compile(r"[0-9a-f]{8}/[01] \d+\.\d{3} [<>=] \S.*")


async def test_a_trace_tells_of_everything_taken_in_and_of_nothing_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "trace"
    monkeypatch.setenv(FILE, str(path))
    with trio.fail_after(PATIENCE):
        async with two_nodes(tmp_path, {1: "random"}) as (node, other), trio.open_nursery() as nursery:
            client, partner = [await attend(Door(one).serve_stream, nursery) for one in (node, other)]
            await client.until(lambda: bool(client.turns) and client.turns[-1].mine)
            await client.ask(ChatRequest("the harbour is closed"), VoteRequest("pause", 0, True))
            for one in (client, partner):
                await one.until(lambda one=one: any(isinstance(reply, ChatReply) for reply in one.heard))  # type: ignore[misc]
            await client.ask(say.ActRequest("end"))
            await client.until(lambda: not client.turns[-1].mine)
            nursery.cancel_scope.cancel()
    for one in (node._trace, other._trace):
        assert one is not None and one._file.closed, "also where the node is cancelled"
    lines = path.read_text("utf-8").splitlines()
    assert lines and [line for line in lines if not LINE.fullmatch(line)] == []
    first, second = ([line.partition(" ")[2] for line in lines if f"/{number} " in line] for number in (0, 1))
    for sought in ("< request chat at seat ", "< request vote at ", "< request act at ", "< connected 1", "> stores "):
        assert any(sought in line for line in first), sought
    assert any("= Votes: open ['pause 0" in line for line in first), "a part stands otherwise"
    assert any(re.search(r"< frame CHAT of \d+ bytes from 0", line) for line in second)
    assert "harbour" not in path.read_text("utf-8")


async def test_without_a_file_nothing_is_traced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FILE, raising=False)
    with trio.fail_after(PATIENCE):
        async with two_nodes(tmp_path, {}) as nodes:
            assert all(node._trace is None for node in nodes)


@pytest.mark.parametrize("path", ["", "missing/trace", "/dev/full", "full"])
async def test_a_trace_that_cannot_be_written_ends_no_game(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(FILE, str(tmp_path / path))
    if path == "full":  # a disk that is full by then
        monkeypatch.setattr(trace, "open_regular", lambda path, flags: os.open("/dev/full", flags))
    with trio.fail_after(PATIENCE):
        async with two_nodes(tmp_path, {0: "random", 1: "random"}) as nodes:
            for node in nodes:
                await node.ending.told.wait()
                assert node.ending.verdict is not None and node.ending.verdict.state == "fair"
    written = capfd.readouterr().err
    assert written.count("no trace is written to " if path != "full" else "the trace ends here: ") == 2
