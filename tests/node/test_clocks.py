"""Clocks that are years off: games do not depend on them."""

from __future__ import annotations

from pathlib import Path

from tests.node.processes import Game
from tests.node.test_games import all_fair_and_equal
from tests.node.wrong_clock import YEAR
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
    programs = {1: off(-10), 2: off(10)}
    game = Game(tmp_path, 3, game="smugglers", pace=0.05, linger=2.0, programs=programs)
    try:
        right, behind, ahead = (row_of(game, number) for number in range(3))
        for row, years in ((behind, -10), (ahead, 10)):
            assert abs(row.made - right.made - years * YEAR) < 3600
        game.nodes[1].kill()
        game.programs[1] = off(20)  # and now somebody has set its clock
        game.restart(1)
        game.wait()
        all_fair_and_equal(game)
        assert not list(tmp_path.glob("home*/certificates/*"))
    finally:
        game.close()
