"""Notes below the game; some of them only until something moves, or until the next key."""

from __future__ import annotations

from dataclasses import replace

from ..blocks import Block, Page
from ..instructions import Display
from .viewport import Viewport

MAX_NOTES = 200
"""So many blocks of what was said are kept."""


class Notes:
    """Notes below the game."""

    def __init__(self, view: Viewport) -> None:
        self._view = view
        self.last_words: tuple[Block, ...] = ()
        """What was shown last outside any page: on leaving, what becomes of the game."""
        self._since = 0
        """How much of what was said came after the line that was read last."""
        self._transient: tuple[Block, ...] = ()
        """What was said that is true only until something moves."""
        self._progress: dict[str, tuple[Block, ...]] = {}
        """The lines that say how far something has come, by what that is."""
        self._answers: tuple[Block, ...] = ()
        """What was said only in answer to a key or a line: with the next key it is over."""

    def add(self, blocks: tuple[Block, ...]) -> None:
        """Say something."""
        look = self._view.screen_state
        if blocks and blocks == look.notes[-len(blocks) :]:  # what was just said is not said a second time
            self._view.screen_state = replace(look, fresh_notes=max(look.fresh_notes, len(blocks)))
            return
        fresh = min(look.fresh_notes + len(blocks), MAX_NOTES)
        self._view.screen_state = replace(look, notes=(*look.notes, *blocks)[-MAX_NOTES:], fresh_notes=fresh)
        self._since = min(self._since + len(blocks), len(self._view.screen_state.notes))

    def add_read(self, blocks: tuple[Block, ...]) -> None:
        """Tell what was said before: it is no news, and has the rows that nothing else takes."""
        look = self._view.screen_state
        self._view.screen_state = replace(look, notes=(*look.notes, *blocks)[-MAX_NOTES:])

    def show_progress(self, what: str, blocks: tuple[Block, ...]) -> None:
        """Say how far something has come, in the place where that was said before; without blocks: it is done."""
        look, before = self._view.screen_state, self._progress.pop(what, ())
        at = next((number for number, one in enumerate(look.notes) if before and one is before[0]), len(look.notes))
        if at == len(look.notes):
            self.add(blocks)
            at = len(self._view.screen_state.notes) - len(blocks)
        else:
            rest, more = len(look.notes) - at, len(blocks) - len(before)
            notes = (*look.notes[:at], *blocks, *look.notes[at + len(before) :])
            fresh = look.fresh_notes + (more if look.fresh_notes >= rest else 0)
            self._since += more if self._since >= rest else 0
            self._view.screen_state = replace(look, notes=notes, fresh_notes=max(0, fresh))
        if blocks:
            self._progress[what] = self._view.screen_state.notes[at : at + len(blocks)]

    def answer(self, blocks: tuple[Block, ...]) -> None:
        """Say something that answers a key or a line."""
        self.add(blocks)
        self._answers = (*self._answers, *blocks)

    def add_transient(self, blocks: tuple[Block, ...]) -> None:
        """Say something that is true only until something moves."""
        self.add(blocks)
        self._transient = (*self._transient, *blocks)

    def forget_transient(self) -> None:
        """Show nothing any more of what was true only until something moved."""
        self._transient = self._forget(self._transient)

    def forget_answers(self) -> None:
        """Show nothing any more of what answered a key that was pressed before."""
        self._answers = self._forget(self._answers)

    def take_answers(self) -> tuple[Block, ...]:
        """Give what answered the last key, for somebody who says it elsewhere, and show it no more."""
        taken = self._answers
        self.forget_answers()
        return taken

    def _forget(self, gone: tuple[Block, ...]) -> tuple[Block, ...]:
        if gone:
            said = tuple(block for block in self._view.screen_state.notes if all(block is not one for one in gone))
            self._view.screen_state = replace(self._view.screen_state, notes=said)
            self._since = min(self._since, len(said))
        return ()

    def begin_line(self) -> None:
        """Count from here on what is said after a line."""
        self._since = 0

    def withdraw(self) -> tuple[Block, ...]:
        """Give what was said after the line that was read last, and show it no more."""
        said = self._view.screen_state.notes
        kept = len(said) - self._since
        self._view.screen_state = replace(self._view.screen_state, notes=said[:kept])
        self._since = 0
        return said[kept:]


def blocks_of(display: Display) -> tuple[Block, ...]:
    """Give what is to be displayed as blocks."""
    some = display.content
    return some.blocks if isinstance(some, Page) else some
