"""The governments of the edition of 2006; despotism is printed on the player board and the same."""

from __future__ import annotations

from ..governments import government
from ..model import Symbols

GOVERNMENTS = (
    government(
        "theocracy-2006", 1, (1, 1, 1), 7, 2, 3, Symbols(culture=1, happy=2, civil_actions=4, military_actions=3)
    ),
    government("monarchy-2006", 1, (1, 2, 2), 9, 3, 3, Symbols(civil_actions=5, military_actions=3)),
    government("constitutional-monarchy-2006", 2, (1, 2, 2), 12, 5, 3, Symbols(civil_actions=6, military_actions=4)),
    government("republic-2006", 2, (1, 1, 2), 14, 4, 3, Symbols(civil_actions=7, military_actions=2)),
    government("democracy-2006", 3, (1, 2, 2), 21, 8, 4, Symbols(culture=2, civil_actions=7, military_actions=3)),
    government("fundamentalism-2006", 3, (1, 1, 1), 19, 7, 4, Symbols(strength=5, civil_actions=6, military_actions=5)),
    government("communism-2006", 3, (1, 1, 1), 17, 6, 4, Symbols(happy=-1, civil_actions=7, military_actions=5)),
)
