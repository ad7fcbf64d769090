"""What a screen looks at: what its client knows, how the screen stands beside it, the window, the picture of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from tta_p2p.seats.messages import PastReply

from ..blocks import Block, Charts, lay_out
from ..cells import row, wrap
from ..commands.table import CommandContext
from ..history import as_it_stood, course_of
from ..plot import TWO_BESIDE
from ..presenter import Scene
from ..reading import Reading, bare
from ..state import ClientState
from ..style import SMALLEST, Style, has_room
from .boards import BareBoard, Board, Spot, board_for
from .frame import Frame, picture
from .playfield import ROOMY, room_for_notes
from .rows import filled
from .screen_state import ALL, SOME, TURNS, Look, focused, spots


class Viewport:
    """What is looked at, and how: everything that the picture is made of."""

    def __init__(self, style: Style, window: Callable[[], tuple[int, int]], changed: Callable[[], None]) -> None:
        """``window`` gives columns and rows; ``changed`` is called when the picture is another one."""
        self.style, self.window, self.changed = style, window, changed
        self.look = Look()
        self.context: CommandContext | None = None
        """How things stand now; None: nothing has been heard yet."""
        self._own_board: Board | None = None
        self._failed: tuple[Scene, Reading, Board] | None = None
        """How it stood when the picture failed, and what any game shows of that."""
        self._stood: tuple[PastReply, Reading] | None = None
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
        return max(SMALLEST[0], columns), max(SMALLEST[1], rows)

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
            room = room_for_notes(self.look, reading, self.board, (columns, lines), self.style)
            return len(lay_out(blocks, replace(self.style, width=columns))) <= room
        except Exception as error:  # what cannot be laid out
            self.fail("room", error, (columns, lines))
            return True

    def fitted(self, blocks: Iterable[Block]) -> tuple[Block, ...]:
        """Give blocks with charts as high as the window has room for."""
        columns, lines = self.size()
        room = (lines - 3) // (2 if columns >= TWO_BESIDE and lines >= ROOMY[1] else 1)
        return tuple(
            Charts(tuple(replace(chart, height=max(6, room - 4)) for chart in block.charts))
            if isinstance(block, Charts)
            else block
            for block in blocks
        )

    # --- what is seen in it ----------------------------------------------------------------------------------

    def frame(self, size: tuple[int, int] | None = None) -> Frame:
        """Give the picture; where that fails, what any game shows; where that fails too, that it failed."""
        columns, rows = size or self.window()
        context = self.context
        if context is None:
            return Frame(tuple(row(" " * columns) for _ in range(rows)))
        for _ in range(2):
            reading = self.reading() or context.reading
            try:
                return picture(self.look, reading, self.board, (columns, rows), self.style, context.comeback)
            except Exception as error:  # a page that cannot be laid out
                self.fail("picture", error, (columns, rows))
        excuse = wrap(row(context.words("screen.failed")), max(1, columns))
        return Frame(filled(excuse, columns, rows, replace(self.style, width=columns)))

    def fail(self, what: str, error: Exception, *given: object) -> None:
        """Note what failed, close what is open, and show from now on what any game shows of this moment."""
        seen = self._seen()
        if seen is None or seen.presenter is None:
            raise error
        seen.presenter.faults().note(f"screen.{what}", error, (*given, seen))
        if seen.scene is not None and (self._failed is None or self._failed[0] is not seen.scene):
            plainly = bare(seen)
            assert plainly.presenter is not None
            self._failed = seen.scene, plainly, BareBoard(plainly.presenter)
        shown = self.look.shown if self.look.shown in (ALL, SOME, TURNS) else ""
        self.look = replace(self.look, page=None, preview=(), question=(), said=(), fresh=0, shown=shown)

    def reading(self) -> Reading | None:
        """Read how it stands; plainly where the picture of it failed."""
        seen = self._seen()
        if seen is not None and self._failed is not None and self._failed[0] is seen.scene:
            return self._failed[1]
        return seen

    def _seen(self) -> Reading | None:
        """Give what is looked at: how it stands, or stood at a place of the past as soon as the node has told it."""
        context, at = self.context, self.look.past
        if context is None or at is None:
            return context.reading if context is not None else None
        course = course_of(context.state)
        past = context.state.past.get(course[at].number) if at < len(course) else None
        if past is None:
            return self._stood[1] if self._stood is not None else context.reading
        if self._stood is None or self._stood[0] is not past:
            self._stood = past, as_it_stood(context.reading, past)
        return self._stood[1]

    def forget_past(self) -> None:
        """Show nothing any more of the place of the past that was looked at last."""
        self._stood = None

    @property
    def board(self) -> Board | None:
        """What shows the game: its own board, or the plain one where a picture failed."""
        seen = self._seen() if self._failed is not None else None
        if seen is not None and self._failed is not None and self._failed[0] is seen.scene:
            return self._failed[2]
        return self._own_board

    def spots(self) -> tuple[Spot, ...]:
        """Give what there is to choose among now."""
        reading = self.reading()
        try:
            return spots(self.look, reading, self.board) if reading is not None else ()
        except Exception as error:  # what is nothing to choose among
            self.fail("spots", error)
        reading = self.reading()
        return spots(self.look, reading, self.board) if reading is not None else ()

    def spot(self) -> Spot | None:
        """Give what the focus stands on."""
        found = self.spots()
        return found[focused(self.look, found)] if found else None


def may_act(state: ClientState) -> bool:
    """Whether there is anything to do now."""
    return state.may_act or state.may_choose_anew
