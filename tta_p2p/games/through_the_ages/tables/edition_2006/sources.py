"""Confidence in the cards of the edition of 2006: some stand in, some rest on one weak source.

No printed card of that edition was at hand. A card that is not named here is known from two sources or from boards of
games of people.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_MEDIUM = (
    "bountiful-harvest-i", "bountiful-harvest-ii", "breakthrough-ii-2006", "efficient-upgrade-ii",
    "ideal-building-site-ii", "revolutionary-idea-ii", "rich-land-ii-2006", "wave-of-nationalism",
    "barbarians", "cultural-influence", "foray", "good-harvest", "immigration", "new-deposits", "pestilence", "rats",
    "reign-of-terror", "scientific-breakthrough", "uncertain-borders",
    "enslave-2006", "plunder-i-2006", "annex", "assassinate", "plunder-ii-2006", "raid-ii-2006", "sabotage", "spy",
    "war-over-resources", "war-over-territory-2006",
)  # fmt: skip

STAND_IN: frozenset[str] = frozenset(
    {
        "open-borders-agreement",
        "trade-routes-agreement",
        "acceptance-of-supremacy",
        "international-trade-agreement",
        "promise-of-military-protection",
        "scientific-cooperation",
        "war-over-technology",
    }
)
"""Cards of 2006 whose text was not found: they are played as those of 2015 of the same name."""

CONFIDENCE: Mapping[str, str] = MappingProxyType(
    {**dict.fromkeys(_MEDIUM, "medium"), **dict.fromkeys(sorted(STAND_IN), "low"), "war-over-culture-ii": "low"}
)
"""Card of a game of 2006 -> `medium` (one good source) or `low` (a guess); left out where it is well known."""
