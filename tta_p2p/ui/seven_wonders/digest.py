"""Style of a digest of 7 Wonders: the things that go without saying."""

from __future__ import annotations

from types import MappingProxyType

from ..digest_style import ActStyle, DigestStyle

BUILDING = ("build", "build-buying", "take")
"""Acts that build a card, which is their first effect."""

BUYING = ("build-buying", "stage-buying")
"""Acts that name what is bought from whom, which their effects name again."""

RESTATED = {act: (("builds",) if act in BUILDING else ()) + (("buys",) if act in BUYING else ())
            for act in (*BUILDING, "stage-buying")}  # fmt: skip
DIGEST = DigestStyle(acts=MappingProxyType({act: ActStyle(restated_by=effects) for act, effects in RESTATED.items()}))
