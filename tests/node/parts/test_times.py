"""How long each player has been waited for, as a node counts it: by its own clock, and kept when it is killed."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import trio
import trio.testing

from protocol.messages import Motion
from tests.node.contexts import context_of
from tests.node.processes import Game, Visitor
from tests.node.turns import whose_turn
from tests.table.peers import Peers
from tta_p2p.games.contract import Act
from tta_p2p.node.game.parts.pause import Pause as PausePart
from tta_p2p.node.game.parts.times import KEPT, WORTH, SeatTimes
from tta_p2p.store.database import DATABASE, GameRow, Store
from tta_p2p.table.game_table import GameTable


def times_of(table: GameTable, operator: int, store: Store) -> SeatTimes:
    """What the node of an operator counts, beside a part that knows who has paused."""
    context = context_of(table, operator, store=store)
    context.add(PausePart(context))
    return SeatTimes(context)


def test_who_decides_uses_time_and_nobody_does_while_the_game_is_paused(tmp_path: Path) -> None:
    trio.run(counts, tmp_path, clock=trio.testing.MockClock(autojump_threshold=0))


async def counts(folder: Path) -> None:
    peers = Peers("smugglers", [0, 1, 2], idle=900, away=60)
    peers.deliver()
    (acting,) = (number for number, table in enumerate(peers.tables) if table.to_decide())
    here = (acting + 1) % 3
    table, sid = peers.tables[here], peers.tables[here].charter.sid
    store = Store(folder)
    store.add_game(GameRow(sid, "smugglers", 0, 0, here, b"", "playing", b""))
    times = times_of(table, here, store)

    async def pass_by(seconds: float) -> None:
        times.look()
        await trio.sleep(seconds)
        times.look()
        await times.save()

    def used() -> list[int]:
        return [round(seconds) for seconds in times.used]

    def only(seat: int, seconds: int) -> list[int]:
        return [seconds if one == seat else 0 for one in range(3)]

    await pass_by(WORTH)
    await pass_by(KEPT - 2 * WORTH)
    assert used() == only(acting, int(KEPT - WORTH))
    first = times_of(table, here, store)
    assert [round(seconds) for seconds in first.used] == only(acting, int(WORTH)), "stored as soon as others are due"
    await pass_by(2 * WORTH)
    assert times_of(table, here, store).used == times.used, "and after a minute at the latest"
    for one in peers.tables:
        one.vote(Motion("pause", 0))
    peers.deliver()
    times.look()  # what has passed until now was the player's
    before = used()
    await pass_by(3600)
    assert table.session.paused and used() == before
    table.resume()
    await pass_by(3600)
    assert not table.session.paused and acting in {wait.seat for wait in table.waiting()}
    assert used() == before, "who has not gone on yet is not charged for it"
    store.close()


def test_since_when_a_game_waits_and_who_was_told_outlive_a_node_and_end_where_the_game_goes_on(
    tmp_path: Path,
) -> None:
    trio.run(remembers, tmp_path, clock=trio.testing.MockClock(autojump_threshold=0))


async def remembers(folder: Path) -> None:
    peers = Peers("smugglers", [0, 1, 2], idle=900, away=60)
    peers.deliver()
    (acting,) = (number for number, table in enumerate(peers.tables) if table.to_decide())
    table, sid = peers.tables[acting], peers.tables[acting].charter.sid
    store = Store(folder)
    store.add_game(GameRow(sid, "smugglers", 0, 0, acting, b"", "playing", b""))
    wall = [1000]

    def started() -> SeatTimes:
        context = context_of(table, acting, store=store)
        context.environment = replace(context.environment, now=lambda: wall[0])
        context.add(PausePart(context))
        return SeatTimes(context)

    times, (wait, *_) = started(), [wait for wait in table.waiting() if wait.seat == acting]
    assert times.noticed_at == -1 and times.waited(wait.seat, wait.why) == 0
    times.look()
    times.note_turn(len(table.facts))
    wall[0] += 100
    await times.save()
    wall[0] += 3600
    again = started()
    assert again.noticed_at == len(table.facts)
    assert again.waited(wait.seat, wait.why) == 3700 and again.waited(wait.seat, "another reason") == 0
    again.look()
    again.note_turn(len(table.facts) + 1)
    await again.save()
    wall[0] += 10
    assert started().waited(wait.seat, wait.why) == 3710, "it counts on from the first start"
    (seat,) = table.to_decide()
    table.act(Act(seat, "end"))
    peers.deliver()
    assert started().waited(wait.seat, wait.why) == 0
    store.save_times(sid, b"[5.0,6.0,7.0]")
    assert started().used == (5, 6, 7), "as releases before 0.9 stored them"
    store.close()


def test_clients_hear_it_and_a_node_that_was_killed_goes_on_counting(tmp_path: Path) -> None:
    with closing(Game(tmp_path, 2, game="skiff", people=(0, 1))) as game:
        players = [game.under_way(number, seat=None) for number in range(2)]
        number, _ = whose_turn(players)
        before = until_counted(players[0], int(WORTH) + 1)
        assert [seconds > 0 for seconds in before].count(True) == 1, "one plays, and the other waits"
        players[number].say(do="act", text="end")
        while not kept(game.nodes[0].home):  # a node stores it when somebody else is to act
            time.sleep(0.1)
        game.nodes[0].kill()
        game.restart(0)
        after = until_counted(game.under_way(0, client="ann"), 1)
        assert all(later >= was - 1 for was, later in zip(before, after, strict=True)), (before, after)


def until_counted(visitor: Visitor, seconds: int) -> list[int]:
    """Wait until somebody has used so many seconds; what everybody has."""
    while True:
        visitor.say(do="look")
        used: list[int] = visitor.hear("waiting")["used"]
        if sum(used) >= seconds:
            return used
        time.sleep(0.5)


def kept(home: Path) -> bool:
    """Whether a node has stored what it counts."""
    with closing(sqlite3.connect(home / DATABASE)) as database:
        found = database.execute("select kept from times").fetchone()
    return found is not None and sum(json.loads(found[0])["used"]) > 0


@pytest.mark.parametrize("kept", [b"", b"{}", b"[1,2]", b"[NaN,0,0]", b"[-1,0,0]", b"[1e20,0,0]", b"[[1],0,0]"])
def test_what_cannot_have_been_counted_is_counted_anew(tmp_path: Path, kept: bytes) -> None:
    table = Peers("smugglers", [0, 1, 2]).tables[0]
    store = Store(tmp_path)
    store.add_game(GameRow(table.charter.sid, "smugglers", 0, 0, 0, b"", "playing", b""))
    store.save_times(table.charter.sid, kept)
    assert SeatTimes(context_of(table, 0, store=store)).used == (0.0, 0.0, 0.0)
    store.close()


def test_a_store_from_before_anything_was_counted_is_opened(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        database.execute("drop table times")
    store = Store(tmp_path)
    assert store.times(b"none") == b""
    store.close()
