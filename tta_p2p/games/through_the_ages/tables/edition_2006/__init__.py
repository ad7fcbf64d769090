"""Cards, copies and boards that the edition of 2006 has of its own (`..decks` puts its decks together).

A card that says the same in both editions is one card with one face. Any other of 2006 has a face of its own: that of
2015 with `-2006` behind it (`REPRINTS`), or a name that the edition of 2015 does not have.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..model import Card
from .actions import ACTIONS
from .aggressions import AGGRESSIONS
from .board import BOARD_2006, TRACKS_2006
from .copies import ABSENT, COPIES
from .events import EVENTS
from .governments import GOVERNMENTS
from .leaders import LEADERS
from .pacts import PACTS
from .sources import CONFIDENCE, STAND_IN
from .special import SPECIAL_TECHNOLOGIES
from .tactics import TACTICS
from .technologies import UNIT_TECHNOLOGIES, URBAN_BUILDINGS
from .territories import TERRITORIES
from .wars import WARS
from .wonders import WONDERS

__all__ = [
    "ABSENT",
    "BOARD_2006",
    "CONFIDENCE",
    "COPIES",
    "REPRINTS",
    "STAND_IN",
    "TABLES_2006",
    "TRACKS_2006",
]

TABLES_2006: Mapping[str, tuple[Card, ...]] = MappingProxyType(
    {
        "leaders": LEADERS,
        "wonders": WONDERS,
        "urban": URBAN_BUILDINGS,
        "units": UNIT_TECHNOLOGIES,
        "special": SPECIAL_TECHNOLOGIES,
        "governments": GOVERNMENTS,
        "actions": ACTIONS,
        "events": EVENTS,
        "territories": TERRITORIES,
        "tactics": TACTICS,
        "aggressions": AGGRESSIONS,
        "wars": WARS,
        "pacts": PACTS,
    }
)
"""The cards with faces of their own, by table."""

_SUFFIX = "-2006"

REPRINTS: Mapping[str, str] = MappingProxyType(
    {
        card.id: card.id.removesuffix(_SUFFIX)
        for table in TABLES_2006.values()
        for card in table
        if card.id.endswith(_SUFFIX)
    }
)
"""Card of 2006 -> the card of 2015 that has its name and says something else."""
