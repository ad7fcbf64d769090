"""Wars: declaring and resolving (rulebook: wars)."""

from __future__ import annotations

from .flow import runs
from .phases import ResolveWars
from .state import State


@runs(ResolveWars)
def _resolve(s: State, frame: ResolveWars) -> None:
    """Resolve the wars this seat declared."""
