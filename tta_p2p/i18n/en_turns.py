"""What the clients say around turns: local games, what has happened, what an end of a turn means. In English."""

from __future__ import annotations

LOCAL = {
    "ends-here": "You leave. This game could not be saved: it ends with its window.",
    "nothing-saved": "You leave. Nothing was done yet, so nothing is saved.",
    "quit.lost": "Leave? This game could not be saved: it ends with its window.",
    "saved": "You leave; the game is saved. {comeback} goes on with it.",
}
"""Games on this machine alone."""

TURNS = LOCAL
"""Everything."""
