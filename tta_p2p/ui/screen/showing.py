"""What the screen shows and keeps: how it stands, what was said, pages, previews of the act in focus."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import trio

from tta_p2p.seats.messages import LogLine

from ..blocks import Block, Heading, Page, Para, lay_out
from ..cells import plain, row, wrap
from ..commands.base import CommandContext
from ..digest import digest, end_of_own_turn, since_own_turn, steps
from ..instructions import Display
from ..presenter import Scene
from ..reading import Reading, bare
from ..state import ClientState
from ..style import SMALLEST, Style, has_room
from .boards import BareBoard, Board, Spot
from .fitting import filled
from .frame import Frame, picture
from .look import ALL, SOME, TURNS, Look, Opened, focused, moved, spots
from .numbers import Typed

KEPT = 200
"""So many blocks of what was said are kept."""
ASKED_BY_ITSELF = "the past"
"""Stands beside a line that nobody has typed: it never answers a question."""


def _nothing() -> None:
    """Nobody looks."""


class Showing:
    """How a screen stands, and the lines that wait to be read as if they had been typed."""

    def __init__(
        self, style: Style, size: Callable[[], tuple[int, int]], changed: Callable[[], None] = _nothing
    ) -> None:
        """``size`` gives columns and rows; ``changed`` is called when the picture is another one."""
        self._style, self._window, self.changed = style, size, changed
        self.look = Look()
        self.last_words: tuple[Block, ...] = ()
        """What was shown last outside any page: on leaving, what becomes of the game."""
        self._send, self._receive = trio.open_memory_channel[tuple[str, str] | None](float("inf"))
        self._context: CommandContext | None = None
        self._own_board: Board | None = None
        self._failed: tuple[Scene, Reading, Board] | None = None
        """How it stood when the picture failed, and what any game shows of that."""
        self._asked: list[str] = []
        """The acts that the rules are being asked about because they were in focus."""
        self._waits = ""
        """The act in focus about which the rules are still to be asked."""
        self._open_now: dict[int | None, frozenset[str]] = {}
        self._open_then: dict[int | None, frozenset[str]] = {}
        """What lay open to each seat when it last looked in its own turn, and in the turn before that."""
        self._told_news: dict[int | None, list[int]] = {}
        """From which fact on each seat was told by itself what the others did."""
        self._since: int = 0
        """How much of what was said came after the line that was read last."""
        self._passing: tuple[Block, ...] = ()
        """What was said that is true only until something moves."""
        self._answers: tuple[Block, ...] = ()
        """What was said only in answer to a key or a line: with the next key it is over."""
        self._swallows = False
        self._by_hand = False
        """Whether the person has moved the mark since it was put where it stands."""
        self._final: dict[str, bool] = {}
        """Of the acts that the rules were asked about in this decision: whether they cannot be taken back."""
        self._undone = ""
        """The act that was taken back last."""
        self._begins_anew = False
        """Whether the person takes back the whole turn."""
        self._passes = False
        """Whether it was told that there is nothing to do but pass, and that this is done."""
        self._learns = False
        """Whether lessons of a tutorial are told: they come before the news."""
        self._lesson: tuple[Block, ...] = ()
        """The lesson of a tutorial that was told last."""
        self._told_receipt = -1
        """Up to which fact it was told what the ends of own turns have brought."""
        self._typed: list[str] = []
        self.clock: Callable[[], float] = time.monotonic
        """Gives seconds: two digits that come at once are one number."""
        self._number: Typed | None = None
        """The number that was typed last."""
        self._on_page: frozenset[int] = frozenset()
        """The numbers of the menu on the page that was in sight as a digit was typed."""
        self._notices: tuple[tuple[int, Block], ...] = ()
        """What was told of the table, each with how many lines the log had then."""
        self._learned: tuple[tuple[int | None, int, Block], ...] = ()
        """What seats have learned, each with the seat and how many lines the log had then."""
        self._answer_page: Opened | None = None
        """The page on which the answer to the last line stands; None: it has room below the game."""
        self._dismissed: trio.Event | None = None
        self._wakes = trio.Event()
        """Set when the past begins to be played."""
        self._stood: tuple[object, Reading] | None = None
        """How it stood at the place that was looked at last, and what that was read from."""

    def frame(self, size: tuple[int, int] | None = None) -> Frame:
        """Give the picture."""
        context = self._context
        columns, rows = size or self._window()
        if context is None:
            return Frame(tuple(row(" " * columns) for _ in range(rows)))
        found = self._painted(context, (columns, rows))
        return self._painted(context, (columns, rows)) if self._tell_faults() else found

    def _size(self) -> tuple[int, int]:
        """Give the columns and rows that things are laid out for: never fewer than there must be to show them."""
        columns, rows = self._window()
        return max(SMALLEST[0], columns), max(SMALLEST[1], rows)

    def _is_seen(self) -> bool:
        """Whether the window has room for the game: in a smaller one no key plays what nobody sees."""
        return has_room(self._window())

    def _painted(self, context: CommandContext, size: tuple[int, int]) -> Frame:
        """Give the picture; where that fails, what any game shows; where that fails too, that it failed."""
        for _ in range(2):
            reading = self.reading() or context.reading
            try:
                return picture(self.look, reading, self._board, size, self._style, context.comeback)
            except Exception as error:  # a page that cannot be laid out
                self._fails("picture", error, size)
        excuse = wrap(row(context.words("screen.failed")), max(1, size[0]))
        return Frame(filled(excuse, *size, replace(self._style, width=size[0])))

    def _fails(self, what: str, error: Exception, *given: object) -> None:
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

    def _tell_faults(self) -> bool:
        """Say once that something could not be shown; whether there was anything to say."""
        presenter = self._context.presenter if self._context is not None else None
        if presenter is None or not presenter.faults().untold():
            return False
        self._note((presenter.excuse(),))
        return True

    def reading(self) -> Reading | None:
        """Read how it stands; plainly where the picture of it failed."""
        seen = self._seen()
        if seen is not None and self._failed is not None and self._failed[0] is seen.scene:
            return self._failed[1]
        return seen

    def _seen(self) -> Reading | None:
        """Give what is looked at: how it stands now."""
        return self._context.reading if self._context is not None else None

    @property
    def context(self) -> CommandContext | None:
        """How things stand now; None: nothing has been heard yet."""
        return self._context

    @property
    def style(self) -> Style:
        """What rows look like."""
        return self._style

    @property
    def board(self) -> Board | None:
        """What shows the game."""
        return self._board

    @property
    def _board(self) -> Board | None:
        """Give what shows the game: its own board, or the plain one where a picture failed."""
        seen = self._seen() if self._failed is not None else None
        if seen is not None and self._failed is not None and self._failed[0] is seen.scene:
            return self._failed[2]
        return self._own_board

    def on_change(self, changed: Callable[[], None]) -> None:
        """Have this called whenever the picture is another one."""
        self.changed = changed

    def spots(self) -> tuple[Spot, ...]:
        """Give what there is to choose among now."""
        reading = self.reading()
        try:
            return spots(self.look, reading, self._board) if reading is not None else ()
        except Exception as error:  # what is nothing to choose among
            self._fails("spots", error)
        reading = self.reading()
        return spots(self.look, reading, self._board) if reading is not None else ()

    def spot(self) -> Spot | None:
        """Give what the focus stands on."""
        found = self.spots()
        return found[focused(self.look, found)] if found else None

    async def until_dismissed(self) -> None:
        """Leave the picture as it is, with what was said last in a box, until a key is pressed."""
        self._dismissed = trio.Event()
        text = " ".join(plain(block.text) for block in self.last_words if isinstance(block, Para))
        self.look = replace(self.look, lost=text, page=None, typing=None, leaving=False)
        self.changed()
        await self._dismissed.wait()

    def hang_up(self) -> None:
        """The terminal is gone, or somebody ends the program."""
        self._send.send_nowait(None)

    def _note(self, blocks: tuple[Block, ...]) -> None:
        if blocks and blocks == self.look.said[-len(blocks) :]:  # what was just said is not said a second time
            self.look = replace(self.look, fresh=max(self.look.fresh, len(blocks)))
            return
        fresh = min(self.look.fresh + len(blocks), KEPT)
        self.look = replace(self.look, said=(*self.look.said, *blocks)[-KEPT:], fresh=fresh)
        self._since = min(self._since + len(blocks), len(self.look.said))

    def _answer_with(self, blocks: tuple[Block, ...]) -> None:
        """Say something that answers a key or a line."""
        self._note(blocks)
        self._answers = (*self._answers, *blocks)

    def _forget_passing(self) -> None:
        """Show nothing any more of what was true only until something moved."""
        self._passing = self._forget(self._passing)

    def _forget_answers(self) -> None:
        """Show nothing any more of what answered a key that was pressed before."""
        self._answers = self._forget(self._answers)

    def _forget(self, gone: tuple[Block, ...]) -> tuple[Block, ...]:
        if gone:
            said = tuple(block for block in self.look.said if all(block is not one for one in gone))
            self.look, self._since = replace(self.look, said=said), min(self._since, len(said))
        return ()

    def _open(self, title: object, blocks: tuple[Block, ...], **more: object) -> None:
        page = Opened(title if isinstance(title, tuple) else row(), blocks)
        if not page.title and blocks and isinstance(blocks[0], Heading):
            page = replace(page, title=blocks[0].text, blocks=blocks[1:])
        if not any(map(plain, lay_out(page.blocks, self._style))):  # a page without content does not open
            empty = self._context.words("screen.empty") if self._context is not None else ""
            self._answer_with((Para(row(page.title, ": " if page.title else "", empty)),))
            return
        self.look = replace(self.look, page=replace(page, **more))  # type: ignore[arg-type]

    def _close(self) -> None:
        """Close the page, unless it must have been read."""
        if self.look.page is not None and not self.look.page.stays:
            self.look = replace(self.look, page=None)

    def _news(self) -> None:
        """Show what has happened since the own last turn, by player; what must be read before stays over it."""
        if self.look.page is not None and self.look.page.stays:
            self.look = replace(self.look, page=replace(self.look.page, news=True))
            return
        context = self._context
        assert context is not None and context.presenter is not None
        lines, seat = since_own_turn(context.state), context.state.seat
        texts = context.presenter.addressed(seat)
        receipt = self._receipt(lines[0].number) if lines else ()
        begin = context.state.log.index((*receipt, *lines)[0]) if lines else 0
        learned = (block for whose, after, block in self._learned if whose == seat and after > begin)
        blocks = (*digest(receipt, texts, seat), *learned, *digest(lines, texts, seat, merged=True))
        if blocks:
            deeds = steps((*receipt, *lines), texts, seat)
            title = context.words("screen.news" if seat is not None else "screen.log")  # who looks on has no turn
            self._open(row(title), blocks, deeds=deeds, low=True)
        else:
            self.look = replace(self.look, page=None)

    def _receipt(self, before: int) -> tuple[LogLine, ...]:
        """Give what the end of the own last turn has brought, as far as that was before a fact of this number."""
        assert self._context is not None
        ending = self._board.ending if self._board is not None else ()
        return end_of_own_turn(self._context.state, ending, before)

    def _receipt_for_lesson(self) -> tuple[Block, ...]:
        """Say what the end of the own last turn has brought, once: with the lesson that begins then."""
        context, board = self._context, self._board
        if context is None or context.presenter is None or board is None:
            return ()
        facts = 1 + max((line.number for line in context.state.log), default=0)
        receipt = end_of_own_turn(context.state, board.ending, facts)
        act = receipt[0].act if receipt else None
        if act is None or act.text.split(" ")[0] not in board.ending[:1] or receipt[-1].number <= self._told_receipt:
            return ()
        self._told_receipt = receipt[-1].number
        return digest(receipt, context.presenter.addressed(context.state.seat), context.state.seat)

    def _preview(self) -> None:
        """Have the rules say what the act in focus costs and does."""
        context, spot = self._context, self.spot()
        if self.look.past is not None or self.look.shown == TURNS:
            self.look = replace(self.look, preview=())
            return
        if context is None or spot is None or not may_act(context.state) or context.state.confirmation is not None:
            if spot is not None and spot.refusal:
                self._refusal(spot)
            return
        if spot.item is None:
            self._refusal(spot)
            return
        text = self._in_focus()
        if self.look.preview or text in (self._waits, *self._asked) or "explain" not in context.state.offers:
            return
        self._waits = text
        self._send.send_nowait((f"why {text}", text))

    def _default(self) -> int:
        """Give where the focus stands at first: in a list on what lets it pass, so that nobody attacks by haste."""
        board, found = self._board, self.spots()
        ending = [verb for verb in board.ending if verb not in board.eager] if board is not None else []
        passing = (at for at, spot in enumerate(found) if spot.item is not None and spot.item.verb in ending)
        self._by_hand = False
        scene = self._context.reading.scene if self._context is not None else None
        listed = {text for spot in found for text in (spot.several or (spot.item.text if spot.item else "",))}
        entries = self._context.reading.menu.entries if self._context is not None else ()
        items = [item for item in entries if item.text in listed]
        anew = board is not None and scene is not None and self._stands_anew(found)
        first = board.begins(items, scene) if board is not None and scene is not None and anew else ""
        wanted = (at for at, spot in enumerate(found) if first and (spot.key == first or first in spot.several))
        begun = next(wanted, focused(self.look, found))
        return next(passing, begun)

    def _stands_anew(self, found: tuple[Spot, ...]) -> bool:
        """Whether the mark stands on nothing yet, or on what has come where the thing was that it stood on."""
        again = self._board is not None and self._board.begins_again
        return not self.look.focus or (again and all(spot.key != self.look.focus for spot in found))

    def _in_focus(self) -> str:
        """Give in notation what the rules are asked about the focus."""
        spot = self.spot()
        return spot.item.text if spot is not None and spot.item is not None else ""

    def _note_open(self, reading: Reading) -> None:
        """Note what lies open, so that what is new in the next own turn can be marked."""
        board, scene = self._board, reading.scene
        if board is None or scene is None:
            return
        if not board.own_turn(scene):
            self._open_then = {**self._open_then, **self._open_now}
        else:
            self._open_now[scene.seat] = board.things(scene)
        self.look = replace(self.look, new=self._open_then.get(scene.seat, frozenset()))

    def _refusal(self, spot: Spot) -> None:
        blocks = (Para(row(spot.refusal)),) if spot.refusal else ()
        self.look = replace(self.look, preview=blocks)

    def _choose_among(self, texts: tuple[str, ...]) -> None:
        """Put the focus on the first of these acts; where it is not among what there is to choose, list them."""
        for at, spot in enumerate(self.spots()):
            if spot.item is not None and spot.item.text in texts[:1]:
                self._focus(at)
                return
        before = self.look
        self.look = replace(self.look, shown=SOME, some=texts, focus="", place=0, preview=())
        if self.spots():
            self._focus(next((at for at, one in enumerate(self.spots()) if one.key == texts[0]), 0))
        else:
            self.look = before

    def _stand_on(self, text: str) -> None:
        """Put the focus on an act, or on what stands for it among others."""
        found = enumerate(self.spots())
        at = next((at for at, spot in found if text and (spot.key == text or text in spot.several)), None)
        if at is not None:
            self._focus(at)

    def _focus(self, to: int) -> None:
        self.look = moved(self.look, self.spots(), to)
        self._preview()


def may_act(state: ClientState) -> bool:
    """Whether there is anything to do now."""
    return state.may_act or state.may_choose_anew


def blocks_of(display: Display) -> tuple[Block, ...]:
    """Give what is to be displayed as blocks."""
    some = display.some
    return some.blocks if isinstance(some, Page) else some
