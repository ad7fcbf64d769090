"""Names of seats that say who plays there, as charters have them: the same in every language."""

from __future__ import annotations

BY_PROGRAM = " (program)"
"""How the name of a seat ends that a program plays."""
