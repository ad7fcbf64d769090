"""A screen's view: the client's knowledge, the state of the screen beside it, the window, the picture of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from tta_p2p.seats.messages import PastReply

from ..blocks import Block, Charts, lay_out
from ..cells import Row, row, wrap
from ..commands.table import CommandContext
from ..history import reading_at, timeline_of
from ..plot import PAIR_WIDTH
from ..presenter import Scene
from ..reading import Reading, plain_reading
from ..state import ClientState
from ..style import MIN_WINDOW, Style, has_room
from .boards import Board, FallbackBoard, Spot, board_for
from .figures import Figures, embolden_changes, figures_of
from .frame import ScreenFrame, picture
from .playfield import ROOMY, note_columns, room_for_notes
from .rows import fill_block, merge_blocks
from .screen_state import ALL_ACTS, SOME_ACTS, TURNS, ScreenState, current_spots, marked_number


class Viewport:
    """The view and its manner: everything that the picture is made of."""

    def __init__(self, style: Style, window: Callable[[], tuple[int, int]], changed: Callable[[], None]) -> None:
        """``window`` gives columns and rows; ``changed`` is called when the picture is another one."""
        self.style, self.window, self.changed = style, window, changed
        self.screen_state = ScreenState()
        self.context: CommandContext | None = None
        """How things stand now; None: nothing has been heard yet."""
        self._own_board: Board | None = None
        self._failed: tuple[Scene, Reading, Board] | None = None
        """How it stood when the picture failed, and what any game shows of that."""
        self._figures: tuple[object, Figures] = (None, {})
        """The figures in the last picture, and how it was looked at."""
        self._figures_read: tuple[object, Figures] = (None, {})
        """The figures that had been seen when a key was pressed last, and how that picture was looked at."""
        self._last_page: tuple[PastReply, Reading, Reading] | None = None
        """How it stood at the place that was looked at last, and what that was read from."""

    def refresh(self, context: CommandContext) -> None:
        """Take note of how things stand now."""
        self.context = context
        presenter = context.presenter
        if presenter is None:
            self._own_board = None
        elif self._own_board is None or self._own_board.presenter is not presenter:
            self._own_board = board_for(presenter)

    # --- the window ------------------------------------------------------------------------------------------

    def size(self) -> tuple[int, int]:
        """Give the columns and rows that things are laid out for: never fewer than there must be to show them."""
        columns, rows = self.window()
        return max(MIN_WINDOW[0], columns), max(MIN_WINDOW[1], rows)

    def is_seen(self) -> bool:
        """Whether the window has room for the game: in a smaller one no key plays what nobody sees."""
        return has_room(self.window())

    def has_room(self, blocks: tuple[Block, ...]) -> bool:
        """Whether all of this can be seen below the game at once."""
        reading = self.reading()
        if reading is None or not blocks:  # nothing has room everywhere
            return True
        columns, lines = self.size()
        try:
            room = room_for_notes(self.screen_state, reading, self.board, (columns, lines), self.style)
            return len(lay_out(blocks, replace(self.style, width=columns))) <= room
        except Exception as error:  # what cannot be laid out
            self.fail("room", error, (columns, lines))
            return True

    def has_room_beside(self, blocks: tuple[Block, ...]) -> bool:
        """Whether all of this can be seen beside what the game draws, none of which it would cover."""
        reading, board = self.reading(), self.board
        if reading is None or board is None:
            return False
        columns = note_columns(self.screen_state, reading, board, self.size(), self.style)
        room = room_for_notes(self.screen_state, reading, board, self.size(), self.style)
        return len(merge_blocks(blocks, replace(self.style, width=columns))) <= room

    def fit_charts(self, blocks: Iterable[Block]) -> tuple[Block, ...]:
        """Give blocks with charts as high as the window has room for."""
        columns, lines = self.size()
        room = (lines - 3) // (2 if columns >= PAIR_WIDTH and lines >= ROOMY[1] else 1)
        return tuple(
            Charts(tuple(replace(chart, height=max(6, room - 4)) for chart in block.charts))
            if isinstance(block, Charts)
            else block
            for block in blocks
        )

    # --- what is seen in it ----------------------------------------------------------------------------------

    def frame(self, size: tuple[int, int] | None = None) -> ScreenFrame:
        """Give the picture; where that fails, what any game shows; where that fails too, that it failed."""
        columns, rows = size or self.window()
        context = self.context
        if context is None:
            return ScreenFrame(tuple(row(" " * columns) for _ in range(rows)))
        for _ in range(2):
            reading = self.reading() or context.reading
            try:
                found = picture(
                    self.screen_state, reading, self.board, (columns, rows), self.style, context.resume_command
                )
                return found._replace(rows=self._with_changes(found.rows, (columns, rows)))
            except Exception as error:  # a page that cannot be laid out
                self.fail("picture", error, (columns, rows))
        excuse = wrap(row(context.words("screen.failed")), max(1, columns))
        return ScreenFrame(fill_block(excuse, columns, rows, replace(self.style, width=columns)))

    def note_read(self) -> None:
        """Take the figures of the last picture as read: somebody has pressed a key."""
        (how, seen), (before, read) = self._figures, self._figures_read
        self._figures_read = how, {**read, **seen} if how == before else seen

    def _with_changes(self, rows: tuple[Row, ...], size: tuple[int, int]) -> tuple[Row, ...]:
        """Give a picture with the figures bold that have changed since the last key, and remember it."""
        how = size, self.screen_state.moment is None
        if not any(span.target is not None and span.target.figure for line in rows for span in line):
            return rows  # a page lies over all boards: what was seen below it stays
        self._figures = how, figures_of(rows)
        before, read = self._figures_read
        return embolden_changes(rows, read) if how == before else rows

    def fail(self, what: str, error: Exception, *given: object) -> None:
        """Note what failed, close what is open, and show from now on what any game shows of this moment."""
        seen = self._seen()
        if seen is None or seen.presenter is None:
            raise error
        seen.presenter.faults().note(f"screen.{what}", error, (*given, seen))
        if seen.scene is not None and (self._failed is None or self._failed[0] is not seen.scene):
            plainly = plain_reading(seen)
            assert plainly.presenter is not None
            self._failed = seen.scene, plainly, FallbackBoard(plainly.presenter)
        shown = self.screen_state.list_name if self.screen_state.list_name in (ALL_ACTS, SOME_ACTS, TURNS) else ""
        self.screen_state = replace(
            self.screen_state, page=None, preview=(), question=(), notes=(), fresh_notes=0, list_name=shown
        )

    def reading(self) -> Reading | None:
        """Read how it stands; plainly where the picture of it failed."""
        seen = self._seen()
        if seen is not None and self._failed is not None and self._failed[0] is seen.scene:
            return self._failed[1]
        return seen

    def _seen(self) -> Reading | None:
        """Give what is looked at: how it stands, or stood at a place of the past as soon as the node has told it."""
        context, at = self.context, self.screen_state.moment
        if context is None or at is None:
            return context.reading if context is not None else None
        course = timeline_of(context.state)
        past = context.state.history.get(course[at].number) if at < len(course) else None
        if past is None:
            return self._last_page[2] if self._last_page is not None else context.reading
        known = self._last_page
        if known is None or known[0] is not past or known[1] is not context.reading:  # how far it goes is seen, too
            known = self._last_page = past, context.reading, reading_at(context.reading, past)
        return known[2]

    def forget_past(self) -> None:
        """Show nothing any more of the place of the past that was looked at last."""
        self._last_page = None

    @property
    def board(self) -> Board | None:
        """The board that shows the game: its own, or the plain one where a picture failed."""
        seen = self._seen() if self._failed is not None else None
        if seen is not None and self._failed is not None and self._failed[0] is seen.scene:
            return self._failed[2]
        return self._own_board

    def spots(self) -> tuple[Spot, ...]:
        """Give what there is to choose among now."""
        reading = self.reading()
        try:
            return current_spots(self.screen_state, reading, self.board) if reading is not None else ()
        except Exception as error:  # what is nothing to choose among
            self.fail("spots", error)
        reading = self.reading()
        return current_spots(self.screen_state, reading, self.board) if reading is not None else ()

    def spot(self) -> Spot | None:
        """Give what the focus stands on."""
        found = self.spots()
        at = marked_number(self.screen_state, found, self.board)
        return found[at] if at >= 0 else None


def may_act(state: ClientState) -> bool:
    """Whether there is anything to do now."""
    return state.may_act or state.may_change_choice
