"""Lines of 7 Wonders that are about the seat that is their first argument (`Game.clauses`)."""

from __future__ import annotations

_LOG = (
    *("board", "builds", "builds-paying", "builds-paying-both", "conflict", "declines", "earns", "left", "searches"),
    *("sells", "side", "stage", "stage-paying", "stage-paying-both"),
)
"""Lines of the log that say what a seat does, or what it gets and loses."""

CLAUSES = frozenset(f"log.{key}" for key in _LOG)
"""Keys of texts that are said of a seat: Ann takes Moses."""
