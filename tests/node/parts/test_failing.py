"""An error that nobody foresaw, in every part at every moment: in a part beside the game it costs that call, and a game
of two ends fair; in a part that play rests on it stops the node, or play, loudly.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

from tests.node.attending import Attending, attend
from tests.node.broken_parts import ALL, BEGIN, HOOKS, TASK, Invented, broken, roles_of
from tests.node.inside import two_nodes
from tests.node.played import ended, is_seated, play
from tests.patience import PATIENCE
from tta_p2p.net import tasks
from tta_p2p.net.tasks import FaultLog, Hint, Stake
from tta_p2p.node.game import parts, trace
from tta_p2p.node.game.beside import ANSWERED
from tta_p2p.node.game.loop import GameLoop
from tta_p2p.node.game.part import FAILED, FrameValue, Part
from tta_p2p.node.service.seat_server import Door
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.chat import ChatReply, ChatRequest

BESIDE = [part for part in ALL if part.serves is Stake.HINT]
OF_PLAY = [part for part in ALL if part.serves is Stake.PLAY]
TOLD = {"ask", "hear", "offers", "news", "changed", "summary"}
"""Hooks whose failure costs one client, one frame or one line of the trace, in whatever part: a client is told so."""
SELDOM = {"changed", "tell_failure", "start", "restless", "due", "holds"}
"""Calls that need not come: a draft changes; a part fails; a task is started; a node rests, or may go."""


class Told(FaultLog):
    """A log that knows from which parts its faults are, also where it has written the same fault down before."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: set[str] = set()

    def tell(self, hint: Hint, origin: str, error: BaseException) -> None:
        """Write a fault down."""
        self.parts.add(origin)
        super().tell(hint, origin, error)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Told:
    """The log of the nodes here, which write a trace as well."""
    monkeypatch.setattr(tasks, "FAULTS", log := Told())
    monkeypatch.setenv(trace.FILE, str(tmp_path / "trace"))
    return log


@pytest.fixture
def struck() -> set[str]:
    """The parts that have failed."""
    return set()


def breaks(monkeypatch: pytest.MonkeyPatch, chosen: list[type[Part]], hook: str, struck: set[str]) -> None:
    """Let these parts of every node fail at a moment."""
    found = [broken(part, hook, struck) if part in chosen else part for part in parts.find_parts()]
    monkeypatch.setattr(parts, "find_parts", lambda: found)


def is_told(client: Attending, kind: type[say.Reply]) -> bool:
    """Whether it was told something of a kind."""
    return any(isinstance(reply, kind) for reply in client.heard)


@pytest.mark.parametrize("hook", [BEGIN, TASK, *HOOKS])
async def test_whatever_fails_in_the_parts_beside_a_game_of_two_ends_fair(
    hook: str,
    struck: set[str],
    told: Told,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """All of them fail, at both nodes, whenever they are called there."""
    breaks(monkeypatch, BESIDE, hook, struck)
    with trio.fail_after(PATIENCE):
        async with two_nodes(tmp_path, {1: "random"}) as nodes, trio.open_nursery() as nursery:
            client = await attend(Door(nodes[0]).serve_stream, nursery)
            await client.until(partial(is_seated, client))
            await client.ask(ChatRequest("Hello"))
            await client.until(lambda: is_told(client, ChatReply) or is_told(client, say.ErrorReply))
            await play(client)
            for node in nodes:
                await ended(node)
            nursery.cancel_scope.cancel()
    faults = [line for line in capfd.readouterr().err.splitlines() if line.startswith("failed: ")]
    if hook in SELDOM:
        return
    assert struck, "no part is called so in a whole game"
    if hook == "ask":
        assert [reply.key for reply in client.heard if isinstance(reply, say.ErrorReply)] == ["node.fault"]
    elif hook != "hear":
        assert told.parts - {trace.FILE} == struck
        assert len(faults) == 1 and faults[0].endswith(": Invented"), "once, since it is one line of the program"
    if hook in (BEGIN, TASK, "event", "tick", "look", "save", "seated", "closing", "closed", "news", "summary"):
        assert struck == {part.__name__ for part in BESIDE}


@pytest.mark.parametrize("hook", [BEGIN, TASK, *(hook for hook in HOOKS if hook not in TOLD | SELDOM)])
async def test_the_same_in_a_part_that_play_rests_on_stops_the_node_or_play_loudly(
    hook: str, struck: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = [part for part in OF_PLAY if part in parts.find_parts() and hook in vars(part)]
    breaks(monkeypatch, own[:1] or [part for part in OF_PLAY if part in parts.find_parts()][:1], hook, struck)
    said: list[str] = []

    def fault(loop: GameLoop) -> bool:
        said.extend(one.key for one in loop.desk._notices if isinstance(one, say.HaltReply))
        return bool(said)

    with trio.fail_after(PATIENCE):
        try:
            async with two_nodes(tmp_path, {0: "random", 1: "random"}) as nodes, trio.open_nursery() as nursery:
                await attend(Door(nodes[0]).serve_stream, nursery)
                while not any(map(fault, nodes)):  # noqa: ASYNC110
                    await trio.sleep(0.02)
                nursery.cancel_scope.cancel()
        except (Invented, ExceptionGroup) as error:
            said.append(type(tasks._leaf(error)).__name__)
    assert struck and said[0] in ("fault", "crashed", "Invented")


def calls() -> Iterator[Any]:
    """Every moment of every part, of its contract and its roles."""
    for part in ALL:
        for hook in [*HOOKS, *roles_of(part)]:
            if hook not in ANSWERED:
                yield pytest.param(part, hook, id=f"{part.__name__}-{hook}")


@pytest.mark.parametrize(("part", "hook"), [*calls()])
async def test_whoever_calls_a_part_beside_the_game_gets_the_answer_of_the_contract_when_it_fails(
    part: type[Part], hook: str, struck: set[str]
) -> None:
    """And the error itself from a part that play rests on."""
    made = broken(part, hook, struck)
    one, own = made.__new__(made), getattr(Part, hook, None) or roles_of(part)[hook]
    own = FAILED.get(hook, own)
    is_value = isinstance(own, property)
    given = [] if is_value else [None for _ in [*inspect.signature(own).parameters][1:]]

    async def answer(of: Any) -> Any:
        if is_value:
            return of
        found = of(*given)
        return await found if inspect.isawaitable(found) else found

    if part.serves is Stake.PLAY:
        with pytest.raises(Invented):
            await answer(getattr(one, hook))
    elif hook != "offers":  # asks the client
        neutral = own.fget(one) if is_value else partial(own, one)
        assert await answer(getattr(one, hook)) == await answer(neutral)
    assert hook == "offers" or struck == {part.__name__}


def test_a_part_that_does_not_say_what_it_serves_is_none() -> None:
    with pytest.raises(AssertionError, match="does not say"):
        type("Bells", (Part,), {})
    assert all("serves" in vars(part) for part in ALL), "each says it itself"


async def _later(self: Part) -> None:
    """Do nothing."""


UNCALLED: dict[str, Callable[[], Any]] = {
    "a method": lambda: _later,
    "a property": lambda: property(lambda self: 0),
    "a value kept": lambda: functools.cached_property(lambda self: 0),
    "a method of the class": lambda: classmethod(lambda cls: None),
    "a function": lambda: staticmethod(lambda: None),
    "a call bound to a value": lambda: functools.partialmethod(_later),
    "a class": lambda: Told,
}
"""Whatever others could call of a part."""


@pytest.mark.parametrize("name", ["ring", "__call__", "__len__"])
@pytest.mark.parametrize("own", UNCALLED.values(), ids=UNCALLED)
def test_whatever_others_could_call_of_a_part_beside_the_game_is_contained_or_the_part_is_none(
    own: Callable[[], Any], name: str
) -> None:
    with pytest.raises(AssertionError, match=f"Bells.{name} is in no role"):
        type("Bells", (Part,), {"serves": Stake.HINT, name: own()})
    assert type("Bells", (Part,), {"serves": Stake.PLAY, name: own()}), "play stops where that fails"
    assert type("Bells", (Part,), {"serves": Stake.HINT, "_ring": own(), "kinds": frozenset()}), "others do not call it"


@pytest.mark.parametrize("part", [part for part in BESIDE if part.kinds])
def test_a_frame_at_which_a_part_beside_the_game_fails_costs_its_sender_what_news_costs(
    part: type[Part], struck: set[str]
) -> None:
    made = broken(part, "hear", struck)
    for kind in made.kinds:
        assert made.__new__(made).hear(1, kind, b"") is FrameValue.NEWS
    assert struck == {part.__name__}
