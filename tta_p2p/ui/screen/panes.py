"""Panes of a screen, put together here: each part owns its knowledge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..reading import choice_key
from ..style import Style
from .history_pane import HistoryPane
from .lesson_panel import LessonPanel
from .line_queue import LineQueue
from .notes import Notes
from .notices import Notices
from .novelties import Novelties
from .number_entry import NumberEntry
from .pager import Pager
from .preview import Preview
from .question import QuestionPane
from .recap import Recap
from .selection import Selection
from .undo import Undo
from .viewport import Viewport


@dataclass(frozen=True)
class Panes:
    """The parts of a screen, those first that know none of the others."""

    view: Viewport
    queue: LineQueue
    undo: Undo
    novelties: Novelties
    notes: Notes
    pager: Pager
    preview: Preview
    selection: Selection
    numbers: NumberEntry
    notices: Notices
    recap: Recap
    lesson_panel: LessonPanel
    question: QuestionPane
    history: HistoryPane


def lay_out_panes(style: Style, window: Callable[[], tuple[int, int]], changed: Callable[[], None]) -> Panes:
    """Make the parts of a screen; the arguments are those of `Viewport`."""
    view = Viewport(style, window, changed)
    queue = LineQueue(
        lambda: view.context is not None and view.context.state.confirmation is not None,
        lambda: choice_key(view.context.state.turn if view.context is not None else None),
    )
    notes, preview = Notes(view), Preview(view, queue)
    pager, selection = Pager(view, notes), Selection(view, preview)
    recap = Recap(view, pager)
    return Panes(
        view=view,
        queue=queue,
        undo=Undo(),
        novelties=Novelties(view),
        notes=notes,
        pager=pager,
        preview=preview,
        selection=selection,
        numbers=NumberEntry(view, notes, selection),
        notices=Notices(view, pager),
        recap=recap,
        lesson_panel=LessonPanel(view, pager, recap),
        question=QuestionPane(view, queue, notes, pager),
        history=HistoryPane(view, queue, pager, selection),
    )
