"""Looking back at a game of Civilization: what turns and phases are called, and what charts show."""

from __future__ import annotations

from collections.abc import Sequence

from ..presenter import Measurements, Scene, Turns
from ..texts import sentence
from ..timeline import HistoryMoment
from .phases import phases
from .wording import CivilizationWording


class CivilizationTurns(Turns):
    """Names turns and phases; measures how far everybody is to the victories."""

    last_page_charts = 3

    def shared_turn_name(self, turn: int) -> str:
        """Name a turn; before the first there is the set-up."""
        return super().shared_turn_name(turn) if turn else sentence(self.words("civ.phase.set-up"))

    def player_turn_name(self, turn: int, name: str) -> str:
        """Name the part that a player has in a turn: what other games call a round is a turn here."""
        return self.words("civ.turn-of", turn=turn, name=name) if turn else name

    def phases(self, course: Sequence[HistoryMoment]) -> tuple[str, ...]:
        """Name the phases of the turns."""
        return tuple(self.words(f"civ.phase.{phase}") for phase in phases(course))

    def measurements(self, scene: Scene) -> Measurements:
        """Give how far everybody is to the victories, and trade."""
        wording = CivilizationWording.of(scene, self.presenter)
        s = wording.state
        ready = {seat: wording.is_set_up(seat) for seat in wording.seats}
        values: dict[str, tuple[int | None, ...]] = {
            "track": tuple(s.level),
            "techs": tuple(len(techs) for techs in s.techs),
            "coins": tuple(wording.coins(seat) if ready[seat] else 0 for seat in wording.seats),
            "trade": tuple(s.trade),
        }
        return tuple((self.words(f"civ.name.{key}"), some) for key, some in values.items())
