"""Style of a digest of Smugglers, which has no pages but the plain ones."""

from __future__ import annotations

from types import MappingProxyType

from ..digest_style import ActStyle, DigestStyle

DIGEST = DigestStyle(acts=MappingProxyType({"spy": ActStyle(restated_by=("spy",))}))
