"""The tactics."""

from __future__ import annotations

from .model import Tactic
from .words import Kind


def tactic(id: str, age: int, copies: int, army: tuple[int, int, int], bonus: int, outdated: int) -> Tactic:
    """Make a tactic; an army is so many infantry, cavalry and artillery units."""
    return Tactic(
        id=id,
        age=age,
        kind=Kind.TACTIC,
        copies=(copies, copies, copies),
        infantry=army[0],
        cavalry=army[1],
        artillery=army[2],
        bonus=bonus,
        outdated=outdated,
    )


TACTICS = (
    # Age I: no unit can be old enough to make an army outdated
    tactic("fighting-band", 1, 2, (2, 0, 0), 1, 1),
    tactic("heavy-cavalry", 1, 2, (0, 3, 0), 4, 4),
    tactic("legion", 1, 2, (3, 0, 0), 2, 2),
    tactic("medieval-army", 1, 2, (1, 1, 0), 2, 2),
    tactic("phalanx", 1, 2, (2, 1, 0), 3, 3),
    # Age II
    tactic("classic-army", 2, 1, (2, 2, 0), 8, 4),
    tactic("conquistadors", 2, 1, (1, 2, 0), 5, 3),
    tactic("defensive-army", 2, 1, (2, 0, 1), 6, 3),
    tactic("fortifications", 2, 1, (0, 0, 2), 5, 3),
    tactic("mobile-artillery", 2, 1, (0, 1, 1), 5, 3),
    tactic("napoleonic-army", 2, 1, (1, 1, 1), 7, 4),
    # Age III
    tactic("entrenchments", 3, 1, (1, 0, 2), 9, 5),
    tactic("mechanized-army", 3, 2, (0, 1, 2), 10, 5),
    tactic("modern-army", 3, 2, (2, 1, 1), 13, 7),
    tactic("shock-troops", 3, 1, (1, 3, 0), 11, 6),
)
