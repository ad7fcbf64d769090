"""Notices of the table, kept so that they stand in the log where they were told."""

from __future__ import annotations

from collections.abc import Iterable

from tta_p2p.seats.messages import LogEntry

from ..blocks import Block, Para
from ..cells import row
from ..history import timeline_of
from ..log_text import with_notices
from ..state import ClientState
from .notes import MAX_NOTES
from .pager import Pager
from .viewport import Viewport


class Notices:
    """Keeps what was told of the table, and shows it in the log."""

    def __init__(self, view: Viewport, pager: Pager) -> None:
        self._view, self._pager = view, pager
        self._notices: tuple[tuple[int, Block], ...] = ()
        """Each with how many lines the log had then."""

    def add(self, blocks: Iterable[Block], state: ClientState) -> None:
        """Keep what is told now."""
        self._notices = (*self._notices, *((len(state.log), block) for block in blocks))[-MAX_NOTES:]

    def begin_again(self) -> None:
        """Put all before a log that begins anew."""
        self._notices = tuple((0, block) for _, block in self._notices)

    def clear(self) -> None:
        """Begin with another game."""
        self._notices = ()

    def show_log(self) -> None:
        """Show the log with what was told of the table, up to the place of the game that is looked at."""
        context, past = self._view.context, self._view.screen_state.moment
        assert context is not None and context.presenter is not None
        texts = context.presenter.texts_for(context.state.seat)
        told: tuple[LogEntry, ...] = context.state.log
        if past is not None:  # what came after it is not told there
            told = tuple(line for place in timeline_of(context.state)[: past + 1] for line in place.lines)
        log = with_notices(told, ((after, block) for after, block in self._notices if after <= len(told)), texts)
        blocks = log or (Para(row(context.words("log-empty"))),)
        self._pager.open(row(context.words("screen.log")), blocks, end=True)
