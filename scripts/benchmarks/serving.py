"""The seat service of any game: what a node does for its clients after a message, an act and a greeting."""

import json
import time
from collections.abc import Iterator
from typing import Any

import trio
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from benchmarks import Row, Table, measure
from tta_p2p.cli.simulation.trials import GameTrial, begin, choose
from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.node.local.table import LocalTable
from tta_p2p.registry import entry, load_rules, title
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines

CLIENTS = (0, 1, 4)
"""How many clients there are, each at a seat."""
ACTS = 60
"""After how many acts the clients are shown the game, at most; the figure is the mean."""
SEED = 1


def run(game: str) -> Iterator[Table]:
    """In the middle of a random game of the most seats."""
    rules, seats = load_rules(game), entry(game).seats[-1]
    half = _played(game, seats, None)[1] // 2
    local, _ = _played(game, seats, half)
    unit = Row("legal acts and view of a seat", measure(lambda: _looked(local), 0.2))
    for clients in CLIENTS:
        at_table = LocalTable(rules, seats, local=_played(game, seats, half)[0])
        yield trio.run(_served, game, at_table, clients, unit)


def _looked(local: LocalGame[Any, Any]) -> None:
    seat = local.decision.seats[0] if local.decision is not None else 0
    local.legal(seat)
    local.game.view(local.state, local.dealer.knowledge_of(seat), seat)


def _played(game: str, seats: int, most: int | None) -> tuple[LocalGame[Any, Any], int]:
    """A random game, to its end or for so many decisions; how many those were."""
    job, chance, decided = GameTrial(game, SEED, seats), Chance(SEED).fork("seats"), 0
    local = begin(job)
    local.answer_needs()
    while (decision := local.decision) is not None and not local.over and decided != most:
        deciding = decision.seats if decision.sealed else decision.seats[:1]
        local.act(*[choose(game, job.style, chance, decision, local.legal(seat)).act for seat in deciding])
        decided += 1
    return local, decided


async def _served(game: str, at_table: LocalTable, clients: int, unit: Row) -> Table:
    chance, told = Chance(SEED).fork("served"), [0, 0]
    async with trio.open_nursery() as nursery:
        greeted = [await _attend(at_table, nursery, told, seat) for seat in range(clients)]
        rows = []
        if clients:
            size = f"{told[1] // clients / 1000:,.0f}"
            rows.append(Row("greeting a client, and reading it there", sum(greeted) / clients, {"kB a client": size}))
        rows.append(Row("a message that changes nothing", measure(at_table.desk.show_all, 0.2)))
        times, before = list[float](), told[1]
        while len(times) < ACTS and not at_table.local.over:
            decision = at_table.local.decision
            assert decision is not None
            seat = at_table.to_decide()[0]
            at_table.act(choose(game, "any", chance, decision, at_table.draft(seat).legal()).act)
            began = time.perf_counter()
            at_table.desk.show_all()
            await wait_all_tasks_blocked()
            times.append((time.perf_counter() - began) * 1000)
        size = f"{(told[1] - before) / max(1, clients * len(times)) / 1000:,.1f}"
        columns = {"kB a client": size} if clients else {}
        rows.append(Row("an act: showing it, and reading it there", sum(times) / len(times), columns))
        nursery.cancel_scope.cancel()
    return Table(f"{title(game)}, {at_table.local.seats} seats, clients: {clients}", rows, unit=unit)


async def _attend(at_table: LocalTable, nursery: trio.Nursery, told: list[int], seat: int) -> float:
    """One more client, at a seat: milliseconds until it has read its greeting. ``told``: lines and bytes so far."""
    began = time.perf_counter()
    ours, theirs = memory_stream_pair()
    nursery.start_soon(at_table.serve, theirs)
    lines = Lines(ours)
    await lines.send(say.HelloRequest(say.VERSION, seat=seat))

    async def read() -> None:
        while (line := await lines.line()) is not None:
            told[0] += 1
            told[1] += len(line)
            json.loads(line)

    nursery.start_soon(read)
    await wait_all_tasks_blocked()
    return (time.perf_counter() - began) * 1000
