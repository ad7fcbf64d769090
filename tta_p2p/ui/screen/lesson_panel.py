"""Panel of a tutorial: the lesson it tells and the task it sets."""

from __future__ import annotations

from dataclasses import replace

from ..blocks import Block, Gap, Heading
from ..cells import row
from .pager import Pager
from .recap import Recap
from .viewport import Viewport


class LessonPanel:
    """Keeps in sight what a tutorial asks for, and shows each lesson as it begins."""

    def __init__(self, view: Viewport, pager: Pager, recap: Recap) -> None:
        self._view, self._pager, self._recap = view, pager, recap
        self.is_open = False
        """Whether lessons are told: they come before the news."""
        self.blocks: tuple[Block, ...] = ()
        """The lesson that was told last."""

    def show_lesson(self, task: str, lesson: tuple[str, tuple[Block, ...]] | None) -> None:
        """Keep in sight what is asked for, and show a lesson that begins over the game."""
        self.is_open = True
        self._view.screen_state = replace(self._view.screen_state, task=task)
        if lesson is not None:
            title, blocks = row(lesson[0]), lesson[1]
            brought = self._recap.receipt_for_lesson()
            self.blocks = (Heading(title), *blocks, Gap())
            self._pager.open(title, (*brought, Gap(), *blocks) if brought else blocks, low=True)
