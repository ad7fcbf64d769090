"""The seat protocol as it travels: golden dialogues, and what happens with lines that are wrong."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import trio
from trio.testing import memory_stream_pair

from tests.seats.dialogue import Said, converse, table
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines

FOLDER = Path(__file__).with_name("dialogues")
HELLO = {"do": "hello", "version": 2, "client": "test"}


class Asking:
    """A client that tries everything once at its first turn and then plays the last legal act."""

    def __init__(self, *first: Said | bytes) -> None:
        self.first = list(first)

    def __call__(self, heard: Said) -> list[Said | bytes]:
        match heard:
            case {"is": "connected"}:
                return [HELLO]
            case {"is": "turn", "mine": True, "legal": legal} if legal:
                if self.first:
                    return [self.first.pop(0)]
                return [{"do": "act", "text": legal[-1]["text"]}]
            case {"is": "error" | "explained" | "chat"} if self.first:
                return [self.first.pop(0)]
            case {"is": "error" | "explained" | "chat"}:
                return [{"do": "look"}]
        return []


DIALOGUES = {
    "caravan": Asking(
        {"do": "explain", "text": "sell #21"},
        {"do": "act", "text": "sell #99"},
        {"do": "act", "text": "keep nothing at all"},
        {"do": "chat", "text": "hello"},
        {"do": "vote", "motion": "call-off", "operator": 0},
    ),
    "smugglers": Asking(
        {"do": "undo"},
        b"no json",
        {"do": "dance"},
        {"do": "act", "text": "end", "later": 1},
    ),
}


@pytest.mark.parametrize("game", DIALOGUES)
async def test_a_whole_game_is_said_as_it_always_was(game: str) -> None:
    said = "\n".join(await converse(game, DIALOGUES[game])) + "\n"
    golden = FOLDER / f"{game}.txt"
    if os.environ.get("DIALOGUES_UPDATE"):
        FOLDER.mkdir(exist_ok=True)
        golden.write_text(said, "utf-8")
    assert said == golden.read_text("utf-8"), "DIALOGUES_UPDATE=1 writes the new dialogue; read the difference"


async def test_nobody_acts_before_saying_hello() -> None:
    def answer(heard: Said) -> list[Said | bytes]:
        if heard["is"] == "connected":
            return [{"do": "act", "text": "end"}, HELLO, {"do": "vote", "motion": "resigned", "operator": 0}]
        return []

    said = await converse("smugglers", answer)
    answers = [json.loads(line[2:]) for line in said if line.startswith("<")]
    assert answers[0]["key"] == "node.hello-first"
    assert answers[1]["is"] == "welcome"


@pytest.mark.parametrize(
    ("hello", "key"),
    [
        ({"do": "hello", "version": 99}, "node.version"),
        ({"do": "hello", "version": 2, "seat": 1}, "node.not-your-seat"),
        ({"do": "hello", "version": 2, "seat": -1}, "node.not-your-seat"),
    ],
)
async def test_a_hello_that_cannot_be_granted_is_refused_with_a_reason(hello: Said, key: str) -> None:
    refused: list[Said] = []

    def answer(heard: Said) -> list[Said | bytes]:
        if heard["is"] == "connected":
            return [hello]
        if heard["is"] == "error":
            refused.append(heard)
            return [{"do": "bye"}]
        return []

    await converse("smugglers", answer)
    assert [error["key"] for error in refused] == [key]
    assert refused[0]["text"]


async def test_to_reset_or_undo_an_empty_draft_is_answered() -> None:
    errors: list[str] = []

    def answer(heard: Said) -> list[Said | bytes]:
        match heard:
            case {"is": "connected"}:
                return [HELLO]
            case {"is": "turn", "mine": True} if not errors:
                errors.append("")
                return [{"do": "reset"}, {"do": "undo"}, {"do": "redo"}, {"do": "bye"}]
            case {"is": "error"}:
                errors.append(heard["key"])
        return []

    await converse("smugglers", answer)
    assert errors[1:] == ["node.nothing-to-undo", "node.nothing-to-undo", "node.nothing-to-redo"]


async def test_a_watcher_sees_no_hand_and_does_not_act() -> None:
    errors: list[str] = []
    known: list[Said] = []

    def answer(heard: Said) -> list[Said | bytes]:
        match heard:
            case {"is": "connected"}:
                return [{"do": "hello", "version": 2, "watch": True}]
            case {"is": "welcome"}:
                assert heard["seat"] is None
                return [{"do": "act", "text": "end"}]
            case {"is": "turn"}:
                known.append(heard["view"])
                assert not heard["mine"] and heard["legal"] == []
            case {"is": "error"}:
                errors.append(heard["key"])
                return [{"do": "bye"}]
        return []

    await converse("smugglers", answer)
    assert errors == ["node.watching"]
    assert known
    for view in known:
        hands = {str(handle) for hand in view["state"]["hands"] for handle in hand}
        assert hands.isdisjoint(view["knows"]["faces"])


async def test_the_end_comes_after_what_has_led_to_it() -> None:
    """Also where the table says it is over before anybody was shown the last act."""
    ours, theirs = memory_stream_pair()
    at_table, reader = table("caravan"), Lines(ours)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(at_table.serve, theirs)
        await reader.send(say.HelloRequest(say.VERSION, 0))
        while not isinstance(await reader.reply(), say.WaitReply):
            pass
        at_table.local.leave(0, "resigned")
        at_table.desk.tell_all(say.GameOverReply(at_table.game.standings(at_table.state)))
        said = [type(await reader.reply()) for _ in range(3)]
        assert said[0] is say.LogReply and say.GameOverReply not in said[:2]
        nursery.cancel_scope.cancel()
