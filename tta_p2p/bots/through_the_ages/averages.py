"""Averages of games of Through the Ages between people, to compare bots with."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

AVERAGES: Mapping[int, Mapping[str, float]] = MappingProxyType(
    {
        2: {
            "points": 160, "technologies": 11.8, "taken": 34, "wonders": 2.7, "stages": 8.8, "leaders": 3.7,
            "prepared": 7.4, "upgrades": 9.3, "tactics": 2.1, "bids": 3.2, "attacks": 0.7, "wars": 0.25,
        },
        3: {"points": 177},
        4: {"points": 195},
    }
)  # fmt: skip
"""Means of 692 games that people played on a site, by the number of seats; keys are those that the game counts."""
