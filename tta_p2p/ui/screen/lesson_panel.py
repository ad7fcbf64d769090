"""Panel of a tutorial: the lesson it tells and the task it sets."""

from __future__ import annotations

from dataclasses import replace

from ..blocks import Block, Gap, Heading
from ..cells import row
from ..guide import GuideTask
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
        self._task = GuideTask()
        self._done: int | None = 0
        """The number of its keys that were pressed; None: another one was, and a list is open."""

    def show_lesson(self, task: GuideTask, lesson: tuple[str, tuple[Block, ...]] | None) -> None:
        """Keep in sight what is asked for, and show a lesson that begins over the game."""
        self.is_open = True
        if task != self._task:
            self._task, self._done = task, 0
        self._show_task()
        if lesson is not None:
            title, blocks = row(lesson[0]), lesson[1]
            brought = self._recap.receipt_for_lesson()
            self.blocks = (Heading(title), *blocks, Gap())
            self._pager.open(title, (*brought, Gap(), *blocks) if brought else blocks, low=True)

    def awaits(self, key: str) -> bool:
        """Whether the task begins with this usual key: it acts through the panel, which closes then."""
        return self.is_open and self._task.keys[:1] == (key,)

    def note_key(self, key: str) -> None:
        """Take note of a usual key that is pressed while the game is seen: the task goes on to the next one."""
        keys = self._task.keys
        if not keys:
            return
        done = self._done if self._done is not None else len(keys)
        if done < len(keys) and key == keys[done]:
            self._done = done + 1
        elif key == "esc" or not self._view.screen_state.list_name:
            self._done = int(key == keys[0])
        else:
            self._done = None
        self._show_task()

    def _show_task(self) -> None:
        lines, done = self._task.lines, self._done
        line = self._task.astray if done is None else lines[min(done, len(lines) - 1)] if lines else ""
        self._view.screen_state = replace(self._view.screen_state, task=line)
