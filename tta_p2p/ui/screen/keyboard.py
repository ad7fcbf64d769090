"""The keyboard of the screen: which part of it takes a key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import trio

from tta_p2p.keyboard.input_method import is_composed, plain_key, plain_letters
from tta_p2p.keyboard.table import BY_STROKE, KeyPlace

from ..blocks import Para
from ..cells import Span, Target, row
from ..commands.table import CommandContext
from ..key_row import KEY
from .act_keys import ActKeys
from .boards import game_strokes
from .command_line import CommandLine
from .filters import edit_filter, is_filter_key
from .line_editor import PASTE_KEYS, pasted_key
from .map_mark import MapMark
from .number_entry import ERASER
from .page_keys import PageKeys
from .panes import Panes
from .pointer import Pointer
from .screen_state import ALL_ACTS, HAND, TURNS, focus_number, is_result_page, words_heard
from .table_keys import TableKeys

LONGEST_COMPOSED = 20
"""Letters that are repeated of what an input method has sent to the game."""
MOVES = ("up", "down", "page up", "page down", "home", "end")


class KeyDispatch:
    """Takes keys. A key never does more than its words: most stand for a line that could have been typed."""

    def __init__(self, panes: Panes) -> None:
        self._panes, self._view, self._queue = panes, panes.view, panes.queue
        self.acts, self._pages, self._table = ActKeys(panes), PageKeys(panes, self._press_usual), TableKeys(panes)
        self._command_line, self._map_mark = CommandLine(panes, self.acts), MapMark(panes, self.acts)
        self._pointer = Pointer(panes, self.acts, self._pages, self._table, self._map_mark)
        self._dismissed: trio.Event | None = None
        """Set by any key, where that is waited for."""
        self._is_pasting = False
        self._composed = ""
        """What an input method has sent where only keys play, in one go."""

    async def wait_for_key(self) -> None:
        """Wait until a key is pressed; it does nothing else."""
        self._dismissed = trio.Event()
        await self._dismissed.wait()

    def press(self, key: str) -> None:
        """Take a key, as urwid names it; one that fails costs itself."""
        try:
            self._press(key)
        except Exception as error:  # what a page raises as it is opened or turned
            self._view.fail("press", error, key)
            self._view.changed()

    def _press(self, key: str) -> None:
        view = self._view
        if key in PASTE_KEYS:
            self._is_pasting = PASTE_KEYS[key]
            if self._is_pasting and not self._takes_paste() and view.context is not None:
                self._panes.notes.answer((Para(row(Span(view.context.words("screen.pasted"), "warn"))),))
                view.changed()
            return
        if self._is_pasting:
            if not self._takes_paste():
                return
            key = pasted_key(key)
        if view.screen_state.input_line is None:
            key = plain_letters(key)
            if view.context is not None and self._dismissed is None:
                key = key if self._filters(key) else self._usual_key(plain_key(key), view.context)
        self._begin(key)
        if view.context is None:
            if key in ("ctrl c", "q", "esc"):
                self._queue.put("quit")
            return
        if not view.is_seen():
            if key in ("ctrl c", "q"):
                self._queue.put("quit")
        elif self._dismissed is not None:
            self._dismissed.set()
        elif self._is_stray(key):
            told = view.context.words("screen.composed", typed=self._composed)
            self._panes.notes.answer((Para(row(Span(told, "warn"))),))
        elif key != "ctrl l":
            self._dispatch(key, view.context)
        view.changed()

    def _begin(self, key: str) -> None:
        """Take what was said as read: somebody looks at the screen."""
        view = self._view
        view.note_read()
        self._panes.notes.forget_answers()
        if view.context is not None and view.screen_state.page is None:
            view.screen_state = replace(view.screen_state, words_read=words_heard(view.context.state))
        view.screen_state = replace(view.screen_state, fresh_notes=0)
        self._panes.numbers.end_number(key)

    def click(self, target: Target | None) -> None:
        """Take a click on what is drawn somewhere (None: on nothing); one that fails costs itself."""
        if target is not None and target.kind == KEY and not self._is_pasting:
            self.press(target.name)
        elif target is not None:
            self._point(lambda: self._pointer.click(target), target)

    def turn_wheel(self, by: int) -> None:
        """Take so many notches of a wheel, less than none upwards; one that fails costs itself."""
        self._point(lambda: self._pointer.turn_wheel(by), by)

    def _point(self, does: Callable[[], None], what: object) -> None:
        view, waits = self._view, self._dismissed is not None
        if waits or self._is_pasting or not view.is_seen() or self._pointer.is_covered():
            return
        try:
            self._begin("")
            does()
        except Exception as error:  # as of a key
            view.fail("click", error, what)
        view.changed()

    def _is_stray(self, key: str) -> bool:
        """Whether this is text of an input method that goes into no line: it plays nothing, and is told."""
        stray = self._view.screen_state.input_line is None and is_composed(key) and not self._filters(key)
        self._composed = f"{self._composed}{key}"[-LONGEST_COMPOSED:] if stray else ""
        return stray

    def _filters(self, key: str) -> bool:
        """Whether a key goes on with what is typed over a list: then it is no key of a player's."""
        look, context = self._view.screen_state, self._view.context
        assert context is not None
        asks = context.state.confirmation is not None or context.state.handover_seat is not None
        if asks or look.asks_to_leave or look.moment is not None:
            return False
        if look.page is not None:
            return bool(look.page.entries) and is_filter_key(key, look.page.filter)
        return look.list_name == ALL_ACTS and not key.isdigit() and is_filter_key(key, look.list_filter)

    def _press_usual(self, key: str) -> None:
        """Take a usual key that was chosen on a page."""
        if self._view.context is not None:
            self._dispatch(key, self._view.context)

    def _usual_key(self, key: str, context: CommandContext) -> str:
        """Give the usual key that a stroke of this player stands for."""
        state, look, board = context.state, self._view.screen_state, self._view.board
        explains = look.page is not None and look.page.is_over_question
        if not explains and (state.handover_seat is not None or state.confirmation is not None or look.asks_to_leave):
            return context.words.keys.usual_key(key, KeyPlace.QUESTION)
        if state.in_lobby:
            return context.words.keys.usual_key(key, KeyPlace.LOBBY)
        own = game_strokes(board, context.words.keys) if board is not None else {}
        return context.words.keys.usual_key(key, KeyPlace.PAST if look.moment is not None else KeyPlace.GAME, own)

    def _takes_paste(self) -> bool:
        """Whether pasted text goes into a line that is typed; anywhere else it would play."""
        view = self._view
        covered = view.context is None or view.context.state.handover_seat is not None or self._dismissed is not None
        return view.screen_state.input_line is not None and not covered and view.is_seen()

    def _dispatch(self, key: str, context: CommandContext) -> None:
        """Let what lies on top take the key: it is seen, and all that lies below it waits."""
        view, question = self._view, self._panes.question
        page = view.screen_state.page
        if page is not None and page.is_over_question:
            self._pages.turn(page, key)
        elif BY_STROKE.get(key) == "help" and self._is_asked(context):
            self._pages.explain_question()
        elif context.state.handover_seat is not None:
            if view.screen_state.asks_to_leave:
                question.answer_leave(key)
            elif key == "enter":
                self._queue.put("")
            elif key in ("q", "ctrl c"):
                question.leave()
        elif view.screen_state.input_line is not None:
            self._command_line.press(view.screen_state.input_line, key)
        elif view.screen_state.asks_to_leave:
            question.answer_leave(key)
        elif context.state.confirmation is not None:
            question.answer(key)
        elif key == "ctrl c" or (key == "q" and is_result_page(view.screen_state, context.reading)):
            question.leave()
        elif page is not None and self._pages.turn(page, key):
            pass
        elif not self._panes.history.press(key):
            self._command(key, context)

    def _is_asked(self, context: CommandContext) -> bool:
        """Whether something waits for an answer that only some keys give."""
        look, state = self._view.screen_state, context.state
        asks = state.handover_seat is not None or state.confirmation is not None or look.asks_to_leave
        return asks and look.input_line is None

    def _command(self, key: str, context: CommandContext) -> None:
        """Take a key that is pressed while the game is seen."""
        does = BY_STROKE.get(key, "")
        look = self._view.screen_state
        if self._filters(key):
            self._panes.selection.filter_list(edit_filter(key, look.list_filter))
            return
        self._panes.lesson_panel.note_key(key)
        if self._view.screen_state.list_name == TURNS and does in ("end", "undo", "redo", "reset", "all"):
            pass  # what acts waits until the list is closed
        elif self._map_mark.press(does, key):
            pass
        elif key in MOVES and context.state.in_lobby:
            self._table.scroll_lobby(key)
        elif key in MOVES:
            self._move(key)
        elif does == "number":
            self._panes.numbers.press(key)
        elif (does == "enter" and self._panes.numbers.holds_enter()) or (key == ERASER and self._panes.numbers.erase()):
            pass
        elif does in ("typed", "look-up"):
            self._command_line.open(":" if does == "typed" else "/")
        elif not (self.acts.press(does) or self._pages.press(does, key) or self._table.press(does)):
            self._game_key(key, context)

    def _move(self, key: str) -> None:
        found, selection = self._view.spots(), self._panes.selection
        selection.is_moved = True
        at = focus_number(self._view.screen_state, found)
        by = {"up": -1, "down": 1, "page up": -10, "page down": 10, "home": -len(found), "end": len(found)}
        if found and key in ("up", "down"):  # from one end to the other
            selection.focus((at + by[key]) % len(found))
        else:
            selection.focus(at + by[key])

    def _game_key(self, key: str, context: CommandContext) -> None:
        """Take a key of the game itself: a kind of acts, or a page."""
        board = self._view.board
        if board is None:
            return
        if key in board.controls.letters:
            self.acts.list_acts(key)
        elif board.controls.pages.get(key) == HAND and self.acts.list_hand():
            pass
        elif key in board.controls.pages and context.presenter is not None:
            self._pages.show(board.controls.pages[key])
