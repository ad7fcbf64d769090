"""The screen as a client's face: it gives the lines that keys stand for, and takes in what is new."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import trio

from tta_p2p.seats import messages as say

from .. import changes as new
from ..blocks import Block, Page, Para
from ..cells import Row, Span, Target, plain, row
from ..commands.table import CommandContext
from ..guide import GuideTask
from ..instructions import Instruction
from ..news_text import announce, announcing_part
from ..part import Area
from ..presenter import MenuItem
from ..reading import Reading, choice_key, decision_key
from ..state import COURSE
from ..style import Style
from .announcer import Announcer
from .boards import Board, Spot
from .frame import ScreenFrame
from .keyboard import KeyDispatch
from .line_queue import AUTOMATIC_QUERIES
from .panes import lay_out_panes
from .screen_state import ALL_ACTS, SOME_ACTS, ScreenState

ACT_PATIENCE = 2.0
"""Seconds that what was pressed after an act waits for the answer to it."""
LONG = 4
"""What a command shows is a page of its own if it has more blocks than this."""


def _no_listener() -> None:
    """Nobody looks."""


class ScreenFace:
    """A client's face made of one picture and keys."""

    name = "screen"
    interactive = True
    has_wait_display = True

    def __init__(
        self, style: Style, window: Callable[[], tuple[int, int]], changed: Callable[[], None] = _no_listener
    ) -> None:
        """``window`` gives columns and rows; ``changed`` is called when the picture is another one."""
        self.panes = lay_out_panes(style, window, changed)
        self.keys = KeyDispatch(self.panes)
        self.announcer = Announcer(self.panes)
        self.last_line = ""
        """What was typed, or a key stands for, that was read last."""
        self.caution = ""
        """Something to be said as soon as the game is seen."""
        self._act_answer: trio.Event | None = None
        """Set once the act under way is answered; None: none is."""
        self.on_first_scene: Callable[[], None] = _no_listener
        """Called once the game is laid out: what was typed before was meant for nothing that was seen."""

    # --- how it stands ---------------------------------------------------------------------------------------

    @property
    def screen_state(self) -> ScreenState:
        """The state of the screen beside the client's knowledge."""
        return self.panes.view.screen_state

    @property
    def context(self) -> CommandContext | None:
        """The present state of the game; None: nothing has been heard yet."""
        return self.panes.view.context

    @property
    def style(self) -> Style:
        """The style of rows."""
        return self.panes.view.style

    @property
    def board(self) -> Board | None:
        """The board of the game."""
        return self.panes.view.board

    @property
    def last_words(self) -> tuple[Block, ...]:
        """The last words outside any page: on leaving, the fate of the game."""
        return self.panes.notes.last_words

    def reading(self) -> Reading | None:
        """Read how it stands, or stood where the past is looked at."""
        return self.panes.view.reading()

    def spots(self) -> tuple[Spot, ...]:
        """Give what there is to choose among now."""
        return self.panes.view.spots()

    def spot(self) -> Spot | None:
        """Give what the focus stands on."""
        return self.panes.view.spot()

    # --- what a terminal needs -------------------------------------------------------------------------------

    def frame(self, size: tuple[int, int] | None = None) -> ScreenFrame:
        """Give the picture; where something could not be shown, it says so once."""
        found, context = self.panes.view.frame(size), self.context
        presenter = context.presenter if context is not None else None
        if presenter is None or not presenter.faults().take_unreported():
            return found
        self.panes.notes.add((presenter.excuse(),))
        return self.panes.view.frame(size)

    def press(self, key: str) -> None:
        """Take a key, as urwid names it."""
        self.keys.press(key)

    def click(self, target: Target | None) -> None:
        """Take a click on what is drawn somewhere; None: on nothing."""
        self.keys.click(target)

    def turn_wheel(self, by: int) -> None:
        """Take so many notches of a wheel, less than none upwards."""
        self.keys.turn_wheel(by)

    def on_change(self, changed: Callable[[], None]) -> None:
        """Have this called whenever the picture is another one."""
        self.panes.view.changed = changed

    async def wait_for_key(self) -> None:
        """Leave the picture as it is, with what was said last in a box, until a key is pressed."""
        view = self.panes.view
        text = " ".join(plain(block.text) for block in self.last_words if isinstance(block, Para))
        view.screen_state = replace(
            view.screen_state, connection_note=text, page=None, input_line=None, asks_to_leave=False
        )
        view.changed()
        await self.keys.wait_for_key()

    def hang_up(self) -> None:
        """The terminal is gone, or somebody ends the program."""
        self.panes.queue.hang_up()

    def forget_last_words(self) -> None:
        """Leave nothing to be read."""
        self.panes.notes.last_words = ()

    def begin_at(self, facts: int) -> None:
        """Show a recorded game from there on, as soon as it is told."""
        self.panes.history.begin_at(facts)

    async def play_forward(self) -> None:
        """Go on from place to place of the past as long as that is wanted."""
        await self.panes.history.replay()

    # --- what a client needs ---------------------------------------------------------------------------------

    async def read(self, prompt: str) -> str | None:
        """Give the next line that a key stands for or that is typed; None when the terminal is gone."""
        while True:
            got = await self.panes.queue.get()
            if got is None:
                return None
            line, about = got.line, got.about
            if got.decision is not None and not await self._is_still_open(got.decision):
                continue  # it was pressed before the decision in sight was seen
            state = self.context.state if self.context is not None else None
            if about == AUTOMATIC_QUERIES:
                if state is None or state.confirmation is not None:  # never as an answer to a question
                    continue
                return line
            asked = state.confirmation if state is not None else None
            if asked is not None and asked.motion is None and not got.answers:
                continue  # it was pressed before the question was seen, in one go with what asks it
            if about and (state is None or not self.panes.preview.is_pending(about, state)):
                continue
            self.panes.notes.begin_line()
            self.last_line, self.panes.pager.answer = line, None
            return line

    async def _is_still_open(self, decision: str) -> bool:
        """Whether this is still to be decided once the act under way is answered, or long waited for."""
        if self._act_answer is not None:
            with trio.move_on_after(ACT_PATIENCE):
                await self._act_answer.wait()
            self._act_answer = None
        return decision == choice_key(self.context.state.turn if self.context is not None else None)

    def _note_answer(self) -> None:
        """Note that no act is under way any more."""
        if self._act_answer is not None:
            self._act_answer.set()
            self._act_answer = None

    def refresh(self, context: CommandContext) -> None:
        """Take note of how things stand now."""
        panes, before, turn = self.panes, self.context, context.state.turn
        acts = context.state.pending_act
        if not acts:
            self._note_answer()
        elif before is None or acts != before.state.pending_act:
            self._act_answer = trio.Event()
        panes.view.refresh(context)
        panes.question.refresh(before, context)
        if before is None or turn is not before.state.turn:
            panes.undo.note(before.state.turn if before is not None else None, turn)
            done = panes.selection.last_act_spot(before, turn)
            panes.preview.begin()
            panes.notes.forget_transient()
            panes.novelties.note(context.reading)
            panes.selection.begin(done, before is not None and decision_key(before.state.turn) != decision_key(turn))
            panes.history.refresh()
            if self.caution and context.reading.scene is not None:
                panes.notes.answer((Para(row(Span(self.caution, "warn"))),))
                self.caution = ""
        elif before.state.waits != context.state.waits and _is_sealed(turn):
            panes.preview.clear()  # whether it can be taken back depends on who is choosing still
        panes.preview.refresh()
        is_first = context.reading.scene is not None and (before is None or before.reading.scene is None)
        if is_first and self.screen_state.input_line is None:
            self.on_first_scene()
        panes.view.changed()

    def announce(self, change: new.Change, reading: Reading) -> Iterator[Instruction]:
        """Say what is new; `reading` is how things stand after it."""
        part = announcing_part(type(change))
        placement = part.placement(change, reading) if part is not None else None
        if isinstance(change, say.ErrorReply) and not change.news:
            self._note_answer()
        match change:
            case new.SeatHandover():
                self.clear()
            case _ if placement is not None and placement.area is not Area.PAGE:
                self.announcer.show(change, placement, reading)
            case new.HistoryLoaded(page) if page == COURSE:
                self.announcer.complete_last_page(reading)
            case _ if placement is not None or isinstance(change, new.CardsPrepared | new.HistoryLoaded):
                for display in announce(change, reading, True):
                    self.display(display.content, passing=isinstance(change, new.CardsPrepared))
            case _:
                yield from self.announcer.announce(change, reading)
        self.panes.view.changed()

    def display(self, some: Page | Iterable[Block], passing: bool = False) -> None:
        """Show a page over the game, or what is short below it; ``passing``: until something moves."""
        panes = self.panes
        if panes.question.takes_display():
            return
        if isinstance(some, Page):
            panes.pager.open(some.title, panes.view.fit_charts(some.blocks))
        else:
            blocks = tuple(some)
            if not passing and panes.pager.give_reason(blocks):
                panes.view.changed()
                return
            looked_up = self.last_line.startswith("? ") and len(blocks) > 1  # a card or a rule, wherever there is room
            if looked_up or len(blocks) > LONG or not panes.view.has_room(blocks):
                panes.pager.open(self._answer_title(), blocks, low=len(blocks) <= 2 * LONG)
                panes.pager.answer = panes.pager.page
            elif passing:
                panes.notes.add_transient(blocks)
            else:
                panes.notes.last_words = blocks
                panes.notes.answer(blocks)
        panes.view.changed()

    def _answer_title(self) -> Row:
        """Say over an answer what it answers: in words, or as it was typed."""
        line = self.last_line.strip().lstrip(":")
        if self.context is None:
            return row(line)
        words, verb = self.context.words, line.partition(" ")[0]
        if self.context.state.game_over is not None and verb == "who":
            return row(words("over"))
        return row(words.optional(f"screen.title.{verb}") or words.optional(f"screen.{verb}") or line)

    def farewell(self, some: Iterable[Block]) -> None:
        """Say the last words of a client, in its box and in the window that it leaves, however little room there is."""
        self.panes.question.takes_display()
        self.panes.notes.last_words = tuple(some)
        self.panes.view.changed()

    def show_acts(self, items: tuple[MenuItem, ...] | None, reading: Reading) -> None:
        """Let some acts be chosen among; None: all of the menu."""
        view = self.panes.view
        if items is None:
            view.screen_state = replace(view.screen_state, list_name=ALL_ACTS, page=None)
        else:
            view.screen_state = replace(
                view.screen_state, list_name=SOME_ACTS, list_acts=tuple(item.text for item in items), page=None
            )
        self.panes.selection.focus(0)

    def show_lesson(self, task: GuideTask, lesson: tuple[str, tuple[Block, ...]] | None) -> None:
        """Keep in sight what a tutorial asks for, and show a lesson that begins over the game."""
        self.panes.lesson_panel.show_lesson(task, lesson)
        self.panes.view.changed()

    def clear(self) -> None:
        """Forget what was shown."""
        self.panes.view.screen_state = ScreenState()
        self.panes.preview.forget_question()
        self.panes.notes.begin_line()
        self.panes.view.changed()


def _is_sealed(turn: say.TurnReply | None) -> bool:
    """Whether all decide at once, unseen."""
    return turn is not None and turn.decision is not None and turn.decision.sealed
