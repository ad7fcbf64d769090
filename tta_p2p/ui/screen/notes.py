"""What is said below the game; some of it only until something moves, or until the next key."""

from __future__ import annotations

from dataclasses import replace

from ..blocks import Block, Page
from ..instructions import Display
from .viewport import Viewport

KEPT = 200
"""So many blocks of what was said are kept."""


class Notes:
    """What is said below the game."""

    def __init__(self, view: Viewport) -> None:
        self._view = view
        self.last_words: tuple[Block, ...] = ()
        """What was shown last outside any page: on leaving, what becomes of the game."""
        self._since = 0
        """How much of what was said came after the line that was read last."""
        self._passing: tuple[Block, ...] = ()
        """What was said that is true only until something moves."""
        self._answers: tuple[Block, ...] = ()
        """What was said only in answer to a key or a line: with the next key it is over."""

    def add(self, blocks: tuple[Block, ...]) -> None:
        """Say something."""
        look = self._view.look
        if blocks and blocks == look.said[-len(blocks) :]:  # what was just said is not said a second time
            self._view.look = replace(look, fresh=max(look.fresh, len(blocks)))
            return
        fresh = min(look.fresh + len(blocks), KEPT)
        self._view.look = replace(look, said=(*look.said, *blocks)[-KEPT:], fresh=fresh)
        self._since = min(self._since + len(blocks), len(self._view.look.said))

    def answer(self, blocks: tuple[Block, ...]) -> None:
        """Say something that answers a key or a line."""
        self.add(blocks)
        self._answers = (*self._answers, *blocks)

    def add_passing(self, blocks: tuple[Block, ...]) -> None:
        """Say something that is true only until something moves."""
        self.add(blocks)
        self._passing = (*self._passing, *blocks)

    def forget_passing(self) -> None:
        """Show nothing any more of what was true only until something moved."""
        self._passing = self._forget(self._passing)

    def forget_answers(self) -> None:
        """Show nothing any more of what answered a key that was pressed before."""
        self._answers = self._forget(self._answers)

    def _forget(self, gone: tuple[Block, ...]) -> tuple[Block, ...]:
        if gone:
            said = tuple(block for block in self._view.look.said if all(block is not one for one in gone))
            self._view.look = replace(self._view.look, said=said)
            self._since = min(self._since, len(said))
        return ()

    def begin_line(self) -> None:
        """Count from here on what is said after a line."""
        self._since = 0

    def withdraw(self) -> tuple[Block, ...]:
        """Give what was said after the line that was read last, and show it no more."""
        said = self._view.look.said
        kept = len(said) - self._since
        self._view.look = replace(self._view.look, said=said[:kept])
        self._since = 0
        return said[kept:]


def blocks_of(display: Display) -> tuple[Block, ...]:
    """Give what is to be displayed as blocks."""
    some = display.some
    return some.blocks if isinstance(some, Page) else some
