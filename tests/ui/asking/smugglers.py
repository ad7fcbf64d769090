"""Where each frame of Smugglers asks."""

from __future__ import annotations

from collections.abc import Mapping

from tests.ui.asking.positions import Position, begun
from tta_p2p.registry import load_rules

POSITIONS: Mapping[str, Position] = {"Turn": lambda: begun(load_rules("smugglers"), 3)}
"""A position by the name of each frame that asks."""
