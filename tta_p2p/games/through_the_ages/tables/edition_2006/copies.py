"""Copies of the cards of 2015 in games of the edition of 2006, where their number is another."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COPIES: Mapping[str, tuple[int, int, int]] = MappingProxyType(
    {
        # technologies
        "irrigation": (2, 2, 3),
        "selective-breeding": (1, 2, 2),
        "journalism": (2, 2, 3),
        "cavalrymen": (2, 2, 3),
        "justice-system": (1, 1, 2),
        "engineering": (1, 1, 2),
        # action cards
        "breakthrough-i": (1, 1, 1),
        "frugality-i": (1, 1, 1),
        "revolutionary-idea-iii": (1, 1, 1),
        # tactics
        "fighting-band": (3, 3, 3),
        "medieval-army": (3, 3, 3),
        "phalanx": (3, 3, 3),
        "conquistadors": (2, 2, 2),
        "defensive-army": (2, 2, 2),
        "entrenchments": (2, 2, 2),
        "shock-troops": (2, 2, 2),
        # wars
        "war-over-technology": (1, 1, 1),
    }
)
"""Card that both editions have -> its copies in a game of two, three and four players."""

ABSENT: frozenset[str] = frozenset(
    {
        # leaders
        "bill-gates",
        "charlie-chaplin",
        "sid-meier",
        # action cards
        "cultural-heritage-a",
        "cultural-heritage-i",
        "reserves-i",
        "reserves-ii",
        "reserves-iii",
        "stockpile",
        "urban-growth-a",
        "urban-growth-i",
        "urban-growth-ii",
        "urban-growth-iii",
        # events and territories
        "development-of-civilization",
        "impact-of-balance",
        "impact-of-variety",
        "politics-of-strength",
        "prosperity",
        "vast-territory-i",
        "vast-territory-ii",
        # aggressions and wars
        "infiltrate",
        "war-over-culture",
    }
)
"""Cards that only the edition of 2015 has."""
