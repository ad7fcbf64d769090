"""What variants change besides their decks: the end of an age, the end of the game."""

from __future__ import annotations

from .state import State


def age_ended(s: State, ended: int) -> None:
    """Do what a variant does when an age has ended (its decks are laid out already)."""
