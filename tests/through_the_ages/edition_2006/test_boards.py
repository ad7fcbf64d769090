"""Boards of players' games of 2006 have on the engine the figures that their players were told."""

from __future__ import annotations

from collections import Counter

from .boards import figures

CAUSES = {
    (34, 1, "famine_ahead"): "two wonders of other rules were taken off this board, and one of them made food",
}
"""Figures that differ, and why: game, seat, name."""


def test_boards_have_the_figures_that_were_told() -> None:
    found = list(figures())
    names = Counter(one.name for one in found)
    assert len(found) > 3000 and min(names[one] for one in ("culture", "science", "strength", "happy")) == 189
    assert {"food", "resources", "corruption_ahead", "impact-of-strength", "impact-of-industry"} <= names.keys()
    other = {(one.game, one.seat, one.name): (one.told, one.found) for one in found if one.told != one.found}
    assert other.keys() == CAUSES.keys(), other
