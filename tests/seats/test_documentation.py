"""docs/seat-protocol.md says what the code does: every message with every field, and its bot plays."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import msgspec
import pytest
import trio
from trio.testing import memory_stream_pair

from tests.ground.repository import ROOT
from tests.patience import PATIENCE
from tests.seats.dialogue import table
from tta_p2p.i18n import catalogue
from tta_p2p.seats import messages as say
from tta_p2p.seats.driver import Driver, NodeGone, SeatRefused, connect, drive
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.parts.orders import SkipRequest
from tta_p2p.seats.vocabulary import REPLIES, REQUESTS

PAGE = (ROOT / "docs" / "seat-protocol.md").read_text("utf-8")


def rows(section: str) -> dict[str, str]:
    """The rows of a table of messages by every message they name."""
    text = PAGE.split(f"## {section}\n")[1].split("\n## ")[0]
    found = {}
    for line in text.splitlines():
        first, _, rest = line.removeprefix("| ").partition(" | ")
        for name in re.findall(r"`([a-z-]+)`", first):
            found[name] = rest
    found.pop("do", None)
    found.pop("is", None)
    return found


@pytest.mark.parametrize(("section", "kinds"), [("What a client says", REQUESTS), ("What a node says", REPLIES)])
def test_the_page_lists_every_message_with_every_field(section: str, kinds: tuple[type[msgspec.Struct], ...]) -> None:
    listed = rows(section)
    messages = {message.__struct_config__.tag: message for message in kinds}
    assert set(listed) == set(messages)
    for tag, message in messages.items():
        fields = {field.encode_name for field in msgspec.structs.fields(message)}
        assert fields <= set(re.findall(r"`([a-z_]+)`", listed[tag])), tag


def test_the_page_lists_every_error_of_the_node() -> None:
    files = (ROOT / "tta_p2p" / "node").rglob("*.py")
    said = set(re.findall(r"\"(node\.[a-z-]+)\"", "".join(path.read_text("utf-8") for path in files)))
    said = (said - {"node.program-"}) | {key for key in catalogue("en") if key.startswith("node.program-")}
    listed = set(re.findall(r"`(node\.[a-z-]+)`", PAGE.split("## Errors of the node\n")[1].split("\n## ")[0]))
    assert listed == said


def test_the_page_is_about_this_version() -> None:
    assert f"version {say.VERSION}." in PAGE


async def serve_socket(path: Path, game: str, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
    at_table = table(game)
    listening = trio.socket.socket(trio.socket.AF_UNIX)
    await listening.bind(str(path))
    listening.listen(1)
    listener = trio.SocketListener(listening)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(at_table.run)
        await trio.serve_listeners(at_table.serve, [listener], task_status=task_status)


@pytest.mark.parametrize("game", ["caravan", "smugglers", "through_the_ages"])
async def test_the_bot_of_the_page_plays_a_whole_game(game: str, tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(PAGE.split("```python\n")[1].split("```")[0], "utf-8")
    async with trio.open_nursery() as nursery:
        await nursery.start(serve_socket, tmp_path / "s", game)
        with trio.fail_after(PATIENCE):
            done = await trio.run_process([sys.executable, str(program), str(tmp_path / "s")], check=False)
        assert done.returncode == 0
        nursery.cancel_scope.cancel()


async def test_the_library_plays_a_whole_game(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        await nursery.start(serve_socket, tmp_path / "s", "smugglers")
        with trio.fail_after(PATIENCE):
            async with connect(str(tmp_path / "s")) as driver:
                over = await drive(driver, lambda turn: turn.legal[0].text)
        assert over.standings[1] is True
        assert driver.welcome is not None and driver.welcome.seat == 0
        nursery.cancel_scope.cancel()


async def test_a_driver_that_skips_is_not_asked_any_more(tmp_path: Path) -> None:
    asked = 0
    async with trio.open_nursery() as nursery:
        await nursery.start(serve_socket, tmp_path / "s", "smugglers")
        with trio.fail_after(60):
            async with connect(str(tmp_path / "s")) as driver:
                async for turn in driver.turns():
                    asked += not turn.skips
                    if asked == 1:
                        await driver.ask(SkipRequest(key=turn.decision.key if turn.decision is not None else ""))
        nursery.cancel_scope.cancel()
    assert asked == 1 and driver.over is not None


async def test_a_refused_act_gives_the_driver_another_try(tmp_path: Path) -> None:
    tried: list[str] = []

    def choose(turn: say.TurnReply) -> str:
        tried.append(turn.legal[-1].text if tried else "no such act")
        return tried[-1]

    async with trio.open_nursery() as nursery:
        await nursery.start(serve_socket, tmp_path / "s", "smugglers")
        with trio.fail_after(PATIENCE):
            async with connect(str(tmp_path / "s")) as driver:
                await drive(driver, choose)
        nursery.cancel_scope.cancel()
    assert tried[0] == "no such act" and len(tried) > 2


async def test_a_driver_learns_that_its_seat_is_not_to_be_had(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        await nursery.start(serve_socket, tmp_path / "s", "smugglers")
        with trio.fail_after(PATIENCE), pytest.raises(SeatRefused, match="seat 1"):
            async with connect(str(tmp_path / "s"), seat=1) as driver:
                await drive(driver, lambda turn: "end")
        nursery.cancel_scope.cancel()


async def test_a_driver_learns_that_the_node_has_gone() -> None:
    ours, theirs = memory_stream_pair()
    await theirs.aclose()
    with pytest.raises(NodeGone):
        await drive(Driver(Lines(ours)), lambda turn: "end")
