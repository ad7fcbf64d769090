"""Where each frame of Caravan asks."""

from __future__ import annotations

from collections.abc import Mapping

from tests.ui.asking.positions import Position, begun
from tta_p2p.games.caravan.rules import Caravan

POSITIONS: Mapping[str, Position] = {"Choose": lambda: begun(Caravan(), 3)}
"""A position by the name of each frame that asks."""
