"""Every frame that asks has a position in which `tests/ui/asking` shows it: one that is new is noticed at once."""

from __future__ import annotations

import pytest

from tests.ui.asking.positions import frames, positions
from tta_p2p.registry import bundled_games


@pytest.mark.parametrize("game", bundled_games())
def test_every_frame_that_asks_has_a_position(game: str) -> None:
    laid, asks = set(positions(game)), {name for one, name in frames() if one == game}
    assert asks and asks - laid == set(), f"lay out a position for each in tests/ui/asking/{game}.py"
    assert laid - asks == set(), "nothing asks there"
