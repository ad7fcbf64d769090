"""Looking back at a game of 7 Wonders: what turns are called, and what charts show."""

from __future__ import annotations

from tta_p2p.games.seven_wonders.effects import shields
from tta_p2p.games.seven_wonders.scoring import parts
from tta_p2p.games.seven_wonders.tables import TURNS

from ..presenter import Measurements, Scene, Turns
from ..texts import AGES
from .results import MARKS


class SevenWondersTurns(Turns):
    """Names turns by their ages; measures points, shields and coins."""

    last_page_charts = 1
    used_letters = frozenset(letter for letter, _ in MARKS.values())

    def turn_name(self, turn: int) -> str:
        """Name a turn by its age and its number in it."""
        if turn < 1:
            return "0"
        return f"{AGES[(turn - 1) // TURNS + 1]}.{(turn - 1) % TURNS + 1}"

    def shared_turn_name(self, turn: int) -> str:
        """Name a turn by its age and its number in it; before the first the sides of the boards are chosen."""
        if turn < 1:
            return self.words("seven.before")
        return self.words("seven.turn", age=AGES[(turn - 1) // TURNS + 1], turn=(turn - 1) % TURNS + 1)

    def measurements(self, scene: Scene) -> Measurements:
        """Give the points as if the game ended then, shields and coins."""
        s, seats = scene.view, range(scene.view.seats)
        values = {
            "points": tuple(sum(number for _, number in parts(s, seat)) for seat in seats),
            "shields": tuple(shields(s, seat) for seat in seats),
            "coins": tuple(s.coins[seat] for seat in seats),
        }
        return tuple((self.words(f"seven.chart.{key}"), some) for key, some in values.items())
