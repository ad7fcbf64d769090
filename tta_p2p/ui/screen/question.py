"""Questions to be answered yes or no: by a command, by others' motions, on leaving."""

from __future__ import annotations

from dataclasses import replace

from ..blocks import Block
from ..commands.parser import CANCEL
from ..commands.table import CommandContext
from .line_queue import LineQueue
from .notes import Notes
from .pager import Pager
from .viewport import Viewport

ANSWERS = (*"yYnN", " ")
"""Letters that are typed at a question and are no part of something else; a space scrolls elsewhere."""
LEAVES_TYPED = ("enter", "esc", "ctrl c")
"""Keys after which nothing of what was typed astray counts."""


class QuestionPane:
    """Shows what is asked, and takes the answer."""

    def __init__(self, view: Viewport, queue: LineQueue, notes: Notes, pager: Pager) -> None:
        self._view, self._queue, self._notes, self._pager = view, queue, notes, pager
        self._shows_itself = False
        """Whether what is displayed next is the question of this person, which stands in its own place."""

    def refresh(self, before: CommandContext | None, context: CommandContext) -> None:
        """Take note of what is asked now."""
        view, asked = self._view, context.state.confirmation
        if asked is not None and (before is None or before.state.confirmation is not asked):
            # What a command of this person asks has just been told; what others move is told after this.
            by_person = asked.motion is None or asked.repeated
            question: tuple[Block, ...] = ()
            if by_person:
                question, answer = self._notes.withdraw(), self._pager.answer
                if answer is not None and self._pager.page is answer:
                    question = (*answer.blocks, *question)  # a caution too long for the room below the game
            self._notes.begin_line()
            view.screen_state = replace(
                view.screen_state, question=question, asks_to_leave=False, vote="", astray=False
            )
            self._pager.close()
            self._shows_itself = by_person
        elif asked is None:
            self._shows_itself = False
            view.screen_state = replace(view.screen_state, vote="", astray=False)
            page, waits = self._pager.page, context.state.handover_seat is not None
            if page is not None and page.is_over_question and not (waits or view.screen_state.asks_to_leave):
                self._pager.show(None)  # what it explains is decided

    def takes_display(self) -> bool:
        """Whether what is to be displayed is the question, which is seen in its own place; once."""
        taken, self._shows_itself = self._shows_itself, False
        return taken

    def add(self, blocks: tuple[Block, ...]) -> None:
        """Say something that belongs to what is asked."""
        self._view.screen_state = replace(
            self._view.screen_state, question=(*self._view.screen_state.question, *blocks)
        )

    def answer(self, key: str) -> None:
        """Answer what is asked; Esc only calls it off.

        What others move is asked unawares, so a key meant for something else must not be a vote: Enter casts it.
        Whoever types a command as a question opens means no answer either: its letters and its Enter give none.
        """
        view, context = self._view, self._view.context
        assert context is not None and context.state.confirmation is not None
        asked = context.state.confirmation
        vote, astray = view.screen_state.vote, view.screen_state.astray
        typed = len(key) == 1 and key not in ANSWERS
        view.screen_state = replace(view.screen_state, vote="", astray=typed or (astray and key not in LEAVES_TYPED))
        if view.screen_state.astray or (astray and key == "enter"):
            return
        if key in ("y", "Y", "n", "N") and asked.motion is not None:
            view.screen_state = replace(view.screen_state, vote=key.lower())
        elif vote and key == "enter":
            self._queue.put(vote)
        elif vote:
            pass
        elif key in ("y", "Y", "n", "N"):
            self._queue.put(key.lower())
        elif key == "enter" and asked.enter_confirms:
            self._queue.put("")
        elif key in ("esc", "ctrl c"):
            self._queue.put("n" if asked.enter_confirms and not asked.no else CANCEL)

    def leave(self) -> None:
        """Ask whether to leave, unless the command itself asks or nothing is left to play."""
        context = self._view.context
        assert context is not None
        state = context.state
        asks = state.in_lobby or not (context.resume_command or state.game_over is not None or not state.has_begun)
        if asks or state.is_recording or state.game_over is not None or state.ended_early:
            self._queue.put("quit")
        else:
            self._view.screen_state = replace(self._view.screen_state, asks_to_leave=True)

    def answer_leave(self, key: str) -> None:
        """Leave or stay; Ctrl-C once more leaves."""
        self._view.screen_state = replace(self._view.screen_state, asks_to_leave=False)
        if key in ("y", "Y", "enter", "ctrl c"):
            self._queue.put("quit")
