"""The tactics that add something else in the edition of 2006, and one of its own."""

from __future__ import annotations

from ..tactics import tactic

TACTICS = (
    # Age I
    tactic("light-cavalry", 1, 2, (0, 2, 0), 2, 2),
    # Age II: two of them have no outdated armies
    tactic("classic-army-2006", 2, 1, (2, 2, 0), 9, 5),
    tactic("fortifications-2006", 2, 1, (0, 0, 2), 4, 4),
    tactic("mobile-artillery-2006", 2, 1, (0, 1, 1), 5, 5),
    tactic("napoleonic-army-2006", 2, 1, (1, 1, 1), 8, 4),
)
