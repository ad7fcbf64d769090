"""Clocks that are years off: games do not depend on them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import trio
from msgspec.structs import replace
from trio.testing import memory_stream_pair

from tests.node.games import all_fair_and_equal
from tests.node.lobbies import Person
from tests.node.processes import Game
from tests.node.wrong_clock import YEAR
from tests.patience import PATIENCE
from tta_p2p.node.lobby.antechamber import Antechamber
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.lobby.room import HostRoom
from tta_p2p.node.service.seat_server import Door
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.store.database import GameRow, Store


def off(years: int) -> tuple[str, ...]:
    """A program whose clock is so far off."""
    return ("tests.node.wrong_clock", str(years))


def row_of(game: Game, number: int) -> GameRow:
    store = Store(game.nodes[number].home)
    (row,) = store.games()
    store.close()
    return row


def test_with_clocks_ten_years_behind_and_ten_ahead_a_game_is_met_for_played_and_resumed(tmp_path: Path) -> None:
    programs = {0: off(-10), 1: off(10)}
    game = Game(tmp_path, 2, game="skiff", people=(0,), programs=programs)
    try:
        for number, years in ((0, -10), (1, 10)):
            assert abs(row_of(game, number).made - time.time() - years * YEAR) < 3600
        game.under_way(0)
        game.nodes[1].kill()
        game.programs[1] = off(20)  # and now somebody has set its clock
        game.restart(1)
        game.let_go(0)
        game.wait()
        all_fair_and_equal(game)
        assert not list(tmp_path.glob("home*/certificates/*"))
    finally:
        game.close()


@pytest.mark.parametrize(
    ("seconds", "clock"),
    [
        (10 * YEAR, [say.TextRef("clock-ahead-years", [10])]),
        (-10 * YEAR, [say.TextRef("clock-behind-years", [10])]),
        (-3 * 86_400, [say.TextRef("clock-behind-days", [3])]),
        (3600, []),
    ],
)
async def test_in_the_lobby_people_read_whose_clock_is_far_off(seconds: int, clock: list[say.TextRef]) -> None:
    now = int(time.time())
    ann, bob = (replace(Person(name).entry, clock=date) for name, date in (("Ann", now), ("Bob", now + seconds + 60)))
    room = HostRoom(Conditions(2, game="smugglers"), ann)
    assert room.enter(bob) == ""
    antechamber = Antechamber(
        *("table", "", lambda key, name: say.TextRef("you" if name == "Ann" else "compared"), lambda request: None),
        begins=lambda: True,
    )
    antechamber.watch(room.room(), "agreeing")
    async with trio.open_nursery() as nursery:
        ours, theirs = memory_stream_pair()
        nursery.start_soon(Door(antechamber.desk).serve_stream, theirs)
        lines = Lines(ours)
        await lines.send(say.HelloRequest(say.VERSION))
        with trio.fail_after(PATIENCE):
            said = await lines.reply()
        assert isinstance(said, say.LobbyReply) and said.begins
        assert [guest.known for guest in said.guests] == [[say.TextRef("you")], [say.TextRef("compared"), *clock]]
        nursery.cancel_scope.cancel()
