"""Contract of a guide that looks over the shoulder of one client: the teacher of lessons, or that of puzzles."""

from __future__ import annotations

from typing import Protocol

from tta_p2p.i18n import Words

from .blocks import Block
from .reading import Reading
from .state import ClientState


class Guide(Protocol):
    """Says what is to be done now, tells what is new, and may object to an act."""

    def objection(self, text: str, state: ClientState, words: Words) -> str:
        """Say why an act (in notation) is not to be done now; empty if it may be."""
        ...

    def task(self, state: ClientState, words: Words) -> str:
        """Say in a line what is to be done now; empty where nothing is."""
        ...

    def lesson_news(self, reading: Reading) -> tuple[str, tuple[Block, ...]] | None:
        """Give title and text of what is new, once; None where nothing is."""
        ...
