"""Intervals: rates and means with the interval they lie in, and the difference in Elo that a rate means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10, sqrt
from typing import Any

Z = 1.959963984540054
"""The quantile of the normal distribution for intervals of 95 %."""
_ELO = 400
"""So many points of Elo stand for a player who scores ten times as much as the other."""


@dataclass(frozen=True)
class Proportion:
    """A count of so many trials, and the Wilson interval of 95 % in which its rate lies.

    Something that happened by half (a shared win) counts as half a time.
    """

    times: float
    of: int

    @property
    def rate(self) -> float:
        """The share of the times; 0 where there was none."""
        return self.times / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The least and the greatest rate that what was seen speaks for (E. B. Wilson, 1927)."""
        if not self.of:
            return 0.0, 1.0
        square = Z * Z / self.of
        middle = (self.rate + square / 2) / (1 + square)
        half = Z / (1 + square) * sqrt(self.rate * (1 - self.rate) / self.of + square / (4 * self.of))
        # not beyond what was seen, by which rounding could miss it at 0 and 1
        return max(0.0, min(middle - half, self.rate)), min(1.0, max(middle + half, self.rate))

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        low, high = self.interval
        return {"times": self.times, "of": self.of, "rate": self.rate, "low": low, "high": high}


def mean_of(found: Sequence[float]) -> dict[str, float]:
    """The mean, and the interval of 95 % in which it lies; nothing where nothing was found."""
    if not found:
        return {}
    mean = sum(found) / len(found)
    variance = sum((one - mean) ** 2 for one in found) / max(1, len(found) - 1)
    half = Z * sqrt(variance / len(found))
    return {"mean": mean, "low": mean - half, "high": mean + half}


def elo(rate: float) -> float | None:
    """By how much somebody who scores at this rate is ahead in Elo; None where the rate sets no bound (0 and 1)."""
    return _ELO * log10(rate / (1 - rate)) if 0 < rate < 1 else None


def elo_of(score: Proportion) -> dict[str, float | None]:
    """The difference in Elo that a score means, and where it lies; None where nothing bounds it."""
    low, high = score.interval
    return {"mean": elo(score.rate), "low": elo(low), "high": elo(high)}
