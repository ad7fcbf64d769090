"""Contract of a guide that looks over the shoulder of one client: the teacher of lessons, or that of puzzles."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from tta_p2p.i18n import Words

from .blocks import Block
from .reading import Reading
from .state import ClientState


class GuideTask(NamedTuple):
    """A task in a line that goes on from key to key as they are pressed; without lines nothing is to be done.

    ``lines``: the line after none of the keys, after one, and so on; ``keys``: the usual keys that do it, one for each
    line; ``astray``: the line once another key has opened a list, from which these keys do something else.
    """

    lines: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    astray: str = ""


class Guide(Protocol):
    """Says what is to be done now, tells what is new, and may object to an act."""

    def objection(self, text: str, state: ClientState, words: Words) -> str:
        """Say why an act (in notation) is not to be done now; empty if it may be."""
        ...

    def task(self, state: ClientState, words: Words) -> GuideTask:
        """Say what is to be done now."""
        ...

    def lesson_news(self, reading: Reading) -> tuple[str, tuple[Block, ...]] | None:
        """Give title and text of what is new, once; None where nothing is."""
        ...
