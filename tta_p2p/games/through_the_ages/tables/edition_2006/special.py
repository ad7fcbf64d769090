"""Special technologies that cost something else in the edition of 2006."""

from __future__ import annotations

from ..model import Symbols
from ..special import special
from ..words import Kind

SPECIAL_TECHNOLOGIES = (
    special("warfare-2006", 1, Kind.WARFARE, (1, 2, 2), 4, Symbols(strength=1, military_actions=1)),
    special("military-theory-2006", 3, Kind.WARFARE, (1, 1, 2), 12, Symbols(strength=5, military_actions=3)),
)
