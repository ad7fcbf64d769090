"""One seat service: the same requests, put to every kind of table there is, have the same answers or the same refusals.

The tables are real ones: two lobbies and two games between node processes, a game in this process, and one that is
watched. A request that is not offered is refused by its key, and one that is offered never is.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import memory_stream_pair

from tests.node.processes import Game, Process
from tests.node.streams import played, said, watching
from tests.patience import PATIENCE
from tests.seats.dialogue import table
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.machine.roster import socket_path
from tta_p2p.node.plan.plans import Plan
from tta_p2p.node.service.seat_server import Door, connect_seat
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.messages import VERSION

REQUESTS: dict[str, dict[str, Any]] = {
    "look": {},
    "log": {"since": 0},
    "past": {"numbers": [0]},
    "proved": {},
    "texts": {},
    "act": {"text": "fly to the moon"},
    "undo": {},
    "redo": {},
    "reset": {},
    "explain": {"text": "end"},
    "skip": {"yes": False},
    "order": {"yes": False},
    "hint": {},
    "chat": {"text": "hello"},
    "vote": {"motion": "dance", "operator": 1},
    "resume": {},
    "go-on": {},
    "rematch": {},
    "autopilot": {},
    "address": {},
    "ready": {"yes": False},
    "start": {},
    "dismiss": {"guest": "nobody"},
    "leave": {},
}
REASONS = ("begun", "no-game-yet", "watching", "host-only", "guest-only", "no-hints", "alone")
REFUSALS = {f"error node.{reason}" for reason in REASONS}
"""Why something is not offered at all."""

GAME = {
    "look": "turn",
    "log": "log",
    "past": "past",
    "proved": "proved",
    "texts": "texts",
    "act": "refused by the rules",
    "undo": "error node.nothing-to-undo",
    "redo": "error node.nothing-to-redo",
    "reset": "error node.nothing-to-undo",
    "explain": "explained",
    "skip": "error node.nothing-skipped",
    "order": "error node.no-order",
    "hint": "advice",
    "chat": "chat",
    "vote": "error node.no-motion",
    "resume": "error node.not-paused",
    "go-on": "error node.waits-for-nobody",
    "rematch": "",
    "autopilot": "error node.autopilot-so",
    "address": "address",
    **dict.fromkeys(("ready", "start", "dismiss", "leave"), "error node.begun"),
}
ALWAYS = ("look", "log", "past", "proved", "texts", "ready", "start", "dismiss", "leave")
LOOKING = {do: answer if do in ALWAYS else "error node.watching" for do, answer in GAME.items()}
LOBBY = {do: "error node.no-game-yet" for do in REQUESTS} | {"look": "lobby", "texts": "texts", "chat": "chat"}
EXPECTED: dict[str, dict[str, str]] = {
    "host": LOBBY
    | {"ready": "error node.guest-only", "start": "error node.not-ready", "dismiss": "error node.no-guest"},
    "guest": LOBBY | {"ready": "", "start": "error node.host-only", "dismiss": "error node.host-only"},
    "proven": GAME,
    "without hints": GAME | {"hint": "error node.no-hints"},
    "local": GAME | dict.fromkeys(("resume", "go-on", "rematch", "proved", "address"), "error node.alone"),
    "proven, watching": LOOKING | {"chat": "chat", "address": "address"},
    "local, watching": LOOKING | {"chat": "chat", "proved": "error node.watching"},
    "watched": LOOKING,
}

ANSWERS = {do: {"error", *(column[do].partition(" ")[0] for column in EXPECTED.values())} for do in REQUESTS}
"""The kinds of lines that answer each request somewhere."""


@dataclass
class Talk:
    """A client that asks one thing after the other."""

    lines: Lines
    heard: list[dict[str, Any]] = field(default_factory=list)

    async def hear(self) -> dict[str, Any]:
        line = await self.lines.line()
        assert line is not None, "the node has gone"
        self.heard.append(json.loads(line))
        return self.heard[-1]

    async def ask(self, do: str, **more: Any) -> list[dict[str, Any]]:
        """Everything that is said until something asked afterwards, which cannot be granted, is answered."""
        for words in ({"do": do, **more}, {"do": "hello", "version": 99}):
            await self.lines._stream.send_all(json.dumps(words).encode() + b"\n")
        before = len(self.heard)
        while (await self.hear()).get("key") != "node.version":
            pass
        return self.heard[before:-1]

    async def answer(self, do: str) -> str:
        """Give the kind of line that answers a request; all else a node says unasked, whenever it hears of it."""
        told = await self.ask(do, **REQUESTS[do])
        answers = [one for one in told if one["is"] in ANSWERS[do]]
        later = {"chat": "chat", "hint": "advice"}  # a guest's chat goes to the host, which tells all; a bot thinks
        while not answers and do in later:
            answers = [one for one in [await self.hear()] if one["is"] == later[do]]
        if not answers and do in ("ready", "rematch"):
            return ""  # the host answers, later; whether one plays again is asked when the game is over
        assert len(answers) == 1, (do, answers)
        (one,) = answers
        if one["is"] == "error":
            return f"error {one['key']}" if one["key"].startswith("node.") else "refused by the rules"
        return str(one["is"])

    async def greet(self, seated: bool, **hello: Any) -> set[str]:
        """Say hello and wait until a seat is to decide, or the game (or lobby) is shown; what is offered then."""
        await self.ask("hello", version=VERSION, **hello)
        while not any(
            one["is"] == "lobby" or (one["is"] == "turn" and one["view"] is not None and (one["mine"] or not seated))
            for one in self.heard
        ):
            await self.hear()
        greetings = [one for one in self.heard if one["is"] in ("welcome", "lobby")]
        assert greetings[-1].get("motions", []) or greetings[-1]["is"] == "lobby" or not seated
        return set(greetings[-1]["offers"])


@pytest.fixture
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """Sockets of running nodes: a host and a guest who wait for a third, and two games with a person at the host's."""
    folder = tmp_path_factory.mktemp("lobby")
    host = Process(folder / "host", Plan(do="host", id="host", name="Ann", conditions=Conditions(3, "smugglers"),
                                         listen="127.0.0.1:0", table="t", quiet=True))  # fmt: skip
    address = host.wait_for("listening")
    guest = Process(
        folder / "guest", Plan(do="join", id="guest", name="Bob", address=address, listen="127.0.0.1:0", quiet=True)
    )
    guest.wait_for("joined")
    games = {
        name: Game(tmp_path_factory.mktemp("game"), 2, game="skiff", people=(0,), hints=hints, on_leave=on_leave)
        for name, hints, on_leave in (("proven", True, "continue"), ("without hints", False, "wait"))
    }
    found = {"host": socket_path(host.home, "host"), "guest": socket_path(guest.home, "guest")}
    yield found | {name: socket_path(game.nodes[0].home, "node0") for name, game in games.items()}
    for game in games.values():
        game.close()
    for process in (guest, host):
        process.close()


@asynccontextmanager
async def client_of(name: str, processes: dict[str, Path], folder: Path) -> AsyncIterator[Talk]:
    """A client that has not said hello yet."""
    kind = name.removesuffix(", watching")
    if kind in processes:
        lines = await connect_seat(str(processes[kind]))
        try:
            yield Talk(lines)
        finally:
            await lines.aclose()
        return
    ours, theirs = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        if kind == "local":
            nursery.start_soon(table("smugglers", people=(0, 1)).serve, theirs)
            yield Talk(Lines(ours))
        else:
            _, stored = played()
            async with watching(folder) as game:
                for data in said(stored)[:60]:
                    await game.take(data)
                    while game._jobs:
                        await game._checked.wait()
                game.finish_catch_up()
                nursery.start_soon(Door(game.desk).serve_stream, theirs)
                yield Talk(Lines(ours))
                await ours.aclose()
        nursery.cancel_scope.cancel()


IN_PROCESSES = ("host", "guest", "proven", "without hints", "proven, watching")


async def answers_as_expected(name: str, processes: dict[str, Path], folder: Path) -> None:
    expected = EXPECTED[name]
    watches = "watch" in name
    async with client_of(name, processes, folder) as talk:
        for do in REQUESTS:
            assert await talk.answer(do) == "error node.hello-first"
        offers = await talk.greet(not watches, watch=watches)
        if name in ("proven", "without hints"):  # the one goes on without whoever leaves, the other waits
            (*_, welcome) = (one for one in talk.heard if one["is"] == "welcome")
            assert ("gone" in welcome["motions"]) == ("cheated" in welcome["motions"]) == (name == "proven")
        asked = [do for do in REQUESTS if do != "leave" or "leave" not in offers]
        answers = {do: await talk.answer(do) for do in asked}
        assert answers == {do: expected[do] for do in asked}, name
        refused = {do for do, answer in answers.items() if answer in REFUSALS}
        assert offers == set(REQUESTS) - refused, name


async def refuses_nonsense(name: str, processes: dict[str, Path], folder: Path) -> None:
    async with client_of(name, processes, folder) as talk:
        nonsense = b'no json\n{"do":"away","level":"easy"}\n{"do":"dance"}\n{"do":"hello","version":1}\n'
        await talk.lines._stream.send_all(nonsense)
        keys = ["node.bad-line", "node.reserved", "node.bad-line", "node.version"]
        assert [(await talk.hear())["key"] for _ in keys] == keys, name
        assert "a client of the same version" in talk.heard[-1]["text"] and talk.heard[1]["args"] == ["away"]
        assert (await talk.ask("hello", version=VERSION, watch=True))[0]["is"] in ("welcome", "lobby")


async def refuses_a_seat_of_others(name: str, processes: dict[str, Path], folder: Path) -> None:
    async with client_of(name, processes, folder) as talk:
        (refused,) = await talk.ask("hello", version=VERSION, seat=7)
        assert (refused["key"], refused["args"]) == ("node.not-your-seat", [7]), name


async def test_the_same_requests_are_answered_or_refused_alike_at_every_node(
    processes: dict[str, Path], tmp_path: Path
) -> None:
    with trio.fail_after(PATIENCE):
        for name in IN_PROCESSES:
            await answers_as_expected(name, processes, tmp_path)
        for name in ("proven", "host"):
            await refuses_nonsense(name, processes, tmp_path)
        await refuses_a_seat_of_others("proven", processes, tmp_path)


@pytest.mark.parametrize("name", [name for name in EXPECTED if name not in IN_PROCESSES])
async def test_they_are_answered_or_refused_alike_at_tables_in_one_process(name: str, tmp_path: Path) -> None:
    with trio.fail_after(PATIENCE):
        await answers_as_expected(name, {}, tmp_path)
        if "," not in name:
            await refuses_nonsense(name, {}, tmp_path)
            await refuses_a_seat_of_others(name, {}, tmp_path)
