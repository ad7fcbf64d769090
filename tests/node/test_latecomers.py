"""What is told to all and is still true reaches a client that attaches afterwards."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
from msgspec.structs import replace
from trio.testing import memory_stream_pair

import tta_p2p
from tests.node.local_games import charter
from tests.patience import PATIENCE
from tests.simulation.latecomers import heard_later
from tta_p2p.i18n import catalogue
from tta_p2p.node.lobby.antechamber import Antechamber
from tta_p2p.node.lobby.exchange import LobbyFailed
from tta_p2p.node.lobby.knock import entry_refusal
from tta_p2p.node.local.games import lay_out
from tta_p2p.node.service.desk import CONDITIONS, MOMENTS
from tta_p2p.node.service.notices import error_reply
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.store.database import Store

TOLD = {"tell_all", "_tell_all", "_say", "_tell", "_complain", "note_storage_failure", "wait_for", "_waits"}
"""The functions through which an error reaches all clients, by the names that they are called by."""


def told_to_all() -> Iterator[str]:
    """Every error key that stands in a call by which all clients are told."""
    for path in sorted(Path(tta_p2p.__file__).parent.joinpath("node").rglob("*.py")):
        if '"node.' not in (
            text := path.read_text()
        ):  # most files say nothing, and parsing them takes each worker time
            continue
        for function in ast.walk(ast.parse(text)):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            called = {getattr(one.func, "attr", "") for one in ast.walk(function) if isinstance(one, ast.Call)}
            if called & TOLD or function.name in TOLD:
                for one in ast.walk(function):
                    if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value in KEYS:
                        yield one.value


KEYS = {key for key in catalogue("en") if key.startswith("node.")}
ALL = sorted({*told_to_all()} - MOMENTS - CONDITIONS)


def test_what_is_told_to_all_is_found_and_what_is_said_to_pass_or_end_is_a_key() -> None:
    assert {"node.on-turn", "node.not-erased", "node.not-kept", "node.no-network", "node.own-store"} <= {*ALL}
    assert MOMENTS | CONDITIONS <= KEYS and not MOMENTS & CONDITIONS


@pytest.mark.parametrize("key", ALL)
async def test_a_client_that_comes_later_hears_what_all_were_told(key: str, tmp_path: Path) -> None:
    store = Store(tmp_path)
    table = lay_out(charter("caravan", 2), store)
    said = error_reply(key, *["ENOSPC"] * catalogue("en")[key].count("{"))
    for _ in range(2):
        table.desk.tell_all(said)
    async with trio.open_nursery() as nursery:
        ours, theirs = memory_stream_pair()
        nursery.start_soon(table.serve, theirs)
        lines, heard = Lines(ours), list[say.Reply]()
        await lines.send(say.HelloRequest(say.VERSION, watch=True))
        await lines.send(say.TextsRequest("xx"))  # its answer comes after all else
        with trio.fail_after(PATIENCE):
            while not any(isinstance(one, say.TextsReply) for one in heard):
                reply = await lines.reply()
                assert reply is not None
                heard.append(reply)
        assert [one for one in heard if isinstance(one, say.ErrorReply)] == [replace(said, news=True)]
        nursery.cancel_scope.cancel()
    store.close()


async def test_who_comes_while_a_table_is_sought_hears_it_with_the_time_that_is_left(
    autojump_clock: trio.testing.MockClock,
) -> None:
    table = Antechamber("", "", lambda key, name: say.TextRef("new"), lambda request: None)
    table.wait_for(lambda rest: entry_refusal(LobbyFailed("full"), rest), 60.0)
    await trio.sleep(20)
    (said,) = heard_later(table.desk)
    assert isinstance(said, say.ErrorReply) and said.key == "node.knocks-again" and said.args[1] == 40
