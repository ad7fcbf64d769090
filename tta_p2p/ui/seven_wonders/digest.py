"""Style of a digest of 7 Wonders: the things that go without saying."""

from __future__ import annotations

from types import MappingProxyType

from ..digest_style import ActStyle, DigestStyle

BUILDING = ("build", "build-buying", "take")
"""Acts that build a card, which is their first effect."""

DIGEST = DigestStyle(acts=MappingProxyType(dict.fromkeys(BUILDING, ActStyle(restated_by=("builds",)))))
