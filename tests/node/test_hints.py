"""The advice a player may ask for: that of the best bot there is, thought out beside the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import trio
import trio.testing

from tta_p2p.bots.base import Situation
from tta_p2p.bots.levels import adviser_level, make_bot
from tta_p2p.games.contract import Illegal
from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.service.advisor import Advisor, Task
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.node.workers.bot_entry import seed_of
from tta_p2p.node.workers.pool import WorkerFailed, WorkerPool
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.parts.advice import AdviceReply


def table_of(game: str) -> LocalTable:
    table = LocalTable(load_rules(game), 3, {}, 7, ["Ann", "Bob", "Cid"], {})
    table.local.answer_needs()
    return table


class Asking(Client):
    """A client that keeps what it is told."""

    def __init__(self) -> None:
        ours, _ = trio.testing.memory_stream_pair()
        super().__init__(Lines(ours))
        self.heard: list[say.Reply] = []

    def say(self, said: say.Reply) -> None:
        self.heard.append(said)


class Slow(WorkerPool):
    """Workers that take their time, in this process."""

    def __init__(self, seconds: float = 0.0, fails: bool = False) -> None:
        super().__init__()
        self.seconds, self.fails = seconds, fails

    async def run_with_fallback(self, function: Callable[..., Any], *arguments: Any) -> Any:
        await trio.sleep(self.seconds)
        if self.fails:
            raise WorkerFailed("no luck")
        return function(*arguments)


def asking(scenario: Callable[[LocalTable, Asking, Callable[[], None]], Awaitable[None]], slow: Slow) -> Asking:
    """Carry a scenario out at a table whose bots think slowly, by a clock of its own; ask with what it is given."""
    table, client = table_of("through_the_ages"), Asking()

    async def run() -> None:
        async with trio.open_nursery() as nursery:

            def start(task: Task) -> None:
                nursery.start_soon(task)

            advising = Advisor(slow, start)
            await scenario(table, client, lambda: advising.ask(table, client, 0))
            await trio.sleep(30)
            nursery.cancel_scope.cancel()

    trio.run(run, clock=trio.testing.MockClock(autojump_threshold=0))
    return client


@pytest.mark.parametrize("game", ["seven_wonders", "through_the_ages", "caravan"])
def test_a_hint_is_what_the_strongest_level_would_do(game: str) -> None:
    table, client = table_of(game), Asking()
    Advisor().ask(table, client, 0)
    (said,) = client.heard
    assert isinstance(said, AdviceReply) and said.level == adviser_level(table.game.name)
    draft = table.draft(0)
    situation = Situation(table.game, draft.state, draft.knows, 0, draft.legal())
    best = make_bot(said.level, seed_of(0, 0, 0)).choose(situation)
    first, *others = said.proposals
    assert first.text == table.game.write(best) and first.less in (0, None)
    assert all((one.less or 0) >= 0 and one.text != first.text for one in others)


def test_it_is_thought_out_beside_the_table_and_one_question_at_a_time() -> None:
    async def scenario(table: LocalTable, client: Asking, ask: Callable[[], None]) -> None:
        ask()
        assert not client.heard
        with pytest.raises(NotPossible, match="still thinking"):
            ask()
        await trio.sleep(3)
        assert [type(said) for said in client.heard] == [AdviceReply]
        ask()

    assert [type(said) for said in asking(scenario, Slow(2)).heard] == [AdviceReply, AdviceReply]


def test_what_was_thought_of_another_position_is_not_said() -> None:
    async def scenario(table: LocalTable, client: Asking, ask: Callable[[], None]) -> None:
        ask()
        table.draft(0).act(table.draft(0).legal()[0].act)

    (said,) = asking(scenario, Slow(2)).heard
    assert isinstance(said, say.ErrorReply) and said.key == "node.advice-late"


def test_who_asks_is_answered_also_where_thinking_fails_or_the_game_is_over() -> None:
    async def fails(table: LocalTable, client: Asking, ask: Callable[[], None]) -> None:
        ask()

    (said,) = asking(fails, Slow(fails=True)).heard
    assert isinstance(said, say.ErrorReply) and said.key == "node.no-advice"
    (said,) = asking(fails, Slow(1000)).heard  # the game ends first
    assert isinstance(said, say.ErrorReply) and said.key == "node.advice-late"


class Unheard(Exception):
    """An error that no part of the program knows."""


@pytest.mark.parametrize("thinks_beside", [True, False])
def test_advice_that_fails_costs_the_advice_and_no_game(thinks_beside: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Unheard

    async def scenario(table: LocalTable, client: Asking, ask: Callable[[], None]) -> None:
        monkeypatch.setattr(wording, "labels", fail)
        if thinks_beside:
            ask()
        else:
            Advisor().ask(table, client, 0)
        await trio.sleep(3)
        monkeypatch.undo()
        ask()

    first, second = asking(scenario, Slow(2)).heard
    assert isinstance(first, say.ErrorReply) and first.key == "node.no-advice" and isinstance(second, AdviceReply)


def test_who_is_not_to_decide_is_told_so() -> None:
    table, client = table_of("through_the_ages"), Asking()
    with pytest.raises(Illegal, match="not-your-decision"):
        Advisor().ask(table, client, 1)
    assert not client.heard
