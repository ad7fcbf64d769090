"""Bots think beside their node: it answers meanwhile, nobody learns how long they thought, and no worker is needed."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest
import trio
import trio.testing

from tests.bots.table import begin
from tests.node import jobs
from tests.node.contexts import Wire, context_of
from tests.table.peers import Peers
from tta_p2p import registry
from tta_p2p.bots.levels import game_levels
from tta_p2p.node.game.context import GRID
from tta_p2p.node.game.parts.bots import Bots, release_time
from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.workers import pool
from tta_p2p.node.workers.bot_entry import entry_of, plan_entry
from tta_p2p.node.workers.pool import WorkerFailed, WorkerPool

GAMES = registry.names()
"""Those that workers know, too: without the one of these tests."""


@pytest.mark.parametrize("asked, ready, at", [(3.0, 3.0, 3.5), (3.0, 3.2, 3.5), (3.0, 3.5, 3.5), (3.0, 3.51, 4.0)])
def test_what_a_bot_has_decided_leaves_at_the_next_point_of_the_grid(asked: float, ready: float, at: float) -> None:
    assert release_time(asked, ready, GRID) == pytest.approx(at)
    assert release_time(asked, ready, 0.0) == ready


async def test_an_entry_is_the_same_in_a_worker_and_in_the_node() -> None:
    with closing(WorkerPool()) as thinkers:
        for game in GAMES:
            table = begin(registry.load_rules(game), registry.load_rules(game).seats[0], seed=4)
            assert table.decision is not None
            seat = table.decision.seats[0]
            for level in game_levels(game):
                asked = (game, level, "7/0/3", table.state, table.dealer.knowledge_of(seat), seat)
                thought, worked = await plan_entry(thinkers, *asked), await thinkers.run(entry_of, *asked)
                assert thought == worked == entry_of(*asked), (game, level)
                assert thought and all(act.seat == seat for act in thought), (game, level)


class Slow(WorkerPool):
    """Workers that take their time, in this process."""

    def __init__(self, seconds: float, fails: bool = False) -> None:
        super().__init__()
        self.seconds, self.fails, self.asked = seconds, fails, 0

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        self.asked += 1
        await trio.sleep(self.seconds)
        if self.fails:
            raise WorkerFailed("the worker died")
        return function(*arguments)

    async def _here(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        return function(*arguments)


async def acts_after(level: str, thinkers: WorkerPool, people: tuple[int, ...], pace: float = 0.0) -> float:
    """The seconds until a bot that is to decide has acted, at a table of these people."""
    peers = Peers("smugglers", [0, 1])
    peers.deliver()
    operator = next(number for number, table in enumerate(peers.tables) if table.to_decide())
    table = peers.tables[operator]
    (own,) = table.charter.seats_of(operator)
    began, here = trio.current_time(), [operator if who == 0 else 1 - operator for who in people]
    async with trio.open_nursery() as nursery:
        wire = Wire()
        wire.nursery = nursery
        context = context_of(
            table,
            operator,
            wire=wire,
            bots={own: level},
            unattended={0, 1} - {*here},
            environment=SimpleNamespace(thinkers=thinkers),
            pace=pace,
        )
        if operator in here:  # a person plays here as well: another seat of this node
            context.players.only_bots = False
        bots = Bots(context)
        while not bots.act():
            await wire.wake_times.wait()
            wire.wake_times = trio.Event()
        nursery.cancel_scope.cancel()
    return trio.current_time() - began


@pytest.mark.parametrize("seconds, after", [(0.1, GRID), (0.4, GRID), (0.6, 2 * GRID), (1.2, 3 * GRID)])
async def test_where_people_play_thinking_time_shows_in_whole_points_only(
    seconds: float, after: float, autojump_clock: trio.testing.MockClock
) -> None:
    for who in ((0,), (1,), (0, 1)):
        assert await acts_after("easy", Slow(seconds), who) == pytest.approx(after)
    assert await acts_after("random", Slow(seconds), (1,)) == pytest.approx(GRID), "who has nothing to think of too"


async def test_bots_among_themselves_act_as_soon_as_they_have_thought(autojump_clock: trio.testing.MockClock) -> None:
    assert await acts_after("easy", Slow(0.1), ()) == pytest.approx(0.1)
    assert await acts_after("random", Slow(0.1), ()) == 0.0


async def test_where_a_worker_dies_the_node_thinks_itself(autojump_clock: trio.testing.MockClock) -> None:
    thinkers = Slow(0.1, fails=True)
    assert await acts_after("easy", thinkers, (1,)) == pytest.approx(GRID)
    assert thinkers.asked == 1


def thread() -> tuple[int, bool]:
    return os.getpid(), threading.current_thread() is threading.main_thread()


async def test_what_raises_in_the_node_too_is_a_fault_of_this_program() -> None:
    with closing(WorkerPool()) as thinkers:
        with pytest.raises(WorkerFailed) as caught:
            await thinkers.run_with_fallback(jobs.broken, 5)
        assert caught.value.fault is not None and "MemoryError(5)" in caught.value.fault.why


async def test_where_no_worker_can_be_started_a_thread_of_the_node_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise FileNotFoundError("/nowhere/python")

    monkeypatch.setattr(pool, "_Worker", none)
    with closing(WorkerPool()) as thinkers:
        for _ in range(pool.STARTS + 1):
            assert await thinkers.run_with_fallback(thread) == (os.getpid(), False)


async def test_a_table_in_one_process_goes_on_while_a_bot_thinks_and_forgets_what_does_not_fit_any_more(
    autojump_clock: trio.testing.MockClock,
) -> None:
    table = LocalTable(registry.load_rules("smugglers"), 2, seed=3, thinkers=Slow(5.0))
    seat = table._deciding()[0]
    table._stand_in(seat, "easy")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        await trio.sleep(2.0)
        option = table.draft(seat).legal()[0]
        facts = len(table.facts)
        table.act(option.act)  # the person has come back, in the middle of a thought
        table._stand_in(seat, "")
        here = len(table.facts), tuple(table.draft(seat).acts) if seat in table._deciding() else ()
        await trio.sleep(60.0)
        assert (len(table.facts), tuple(table.draft(seat).acts) if seat in table._deciding() else ()) == here
        assert here != (facts, ())
        table._stand_in(seat, "easy")
        await trio.sleep(60.0)
        assert len(table.facts) > here[0]
        nursery.cancel_scope.cancel()
