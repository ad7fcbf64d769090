"""Looking back at a game of Through the Ages: what charts show."""

from __future__ import annotations

from collections.abc import Callable

from tta_p2p.games.through_the_ages.view_model import CivilizationView, View

from ..presenter import Measurements, Scene, Turns


class ThroughTheAgesTurns(Turns):
    """Measures culture, what a turn adds to it and to science, and strength."""

    def measurements(self, scene: Scene) -> Measurements:
        """Give culture, what a turn adds to culture and science, and strength."""
        view: View = scene.view

        def of(key: str, value: Callable[[CivilizationView], int]) -> tuple[str, tuple[int | None, ...]]:
            here = (None if one.left is not None else value(one) for one in view.civilizations)
            return self.words(f"tta.chart.{key}"), tuple(here)

        return (
            of("culture", lambda one: one.culture_points),
            of("culture-rate", lambda one: one.culture.total),
            of("science-rate", lambda one: one.science.total),
            of("strength", lambda one: one.strength.total),
        )
