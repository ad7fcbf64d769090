"""A number that is typed digit by digit: the mark goes to what has it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from tta_p2p.keyboard.table import BY_STROKE

from ..blocks import Para
from ..cells import Row, Span, row
from .notes import Notes
from .numbers import DigitEntry, add_digit, is_auction, page_numbers
from .screen_state import focus_number
from .selection import Selection
from .viewport import Viewport

ERASER = "backspace"


class NumberEntry:
    """Takes digits."""

    def __init__(self, view: Viewport, notes: Notes, selection: Selection) -> None:
        self._view, self._notes, self._selection = view, notes, selection
        self.clock: Callable[[], float] = time.monotonic
        """Gives seconds: two digits that come at once are one number."""
        self._typed: DigitEntry | None = None
        """The number that was typed last."""
        self._on_page: frozenset[int] = frozenset()
        """The numbers of the menu on the page that was in sight as a digit was typed."""
        self._refusal: Row = ()
        """What was said of the number that was typed last, if it means nothing."""

    def end_number(self, key: str) -> None:
        """End the number with any other key than a digit; what takes a letter back elsewhere goes on with it."""
        if BY_STROKE.get(key) != "number":
            self._typed = self._typed if key == ERASER else None
            self._refusal = self._refusal if BY_STROKE.get(key) == "enter" else ()

    def erase(self) -> bool:
        """Take the digit back that was typed last, and with the first of them the mark; whether there was any."""
        typed, self._typed = self._typed, None
        if typed is None:
            return False
        self._selection.is_moved = False
        self._return_mark(typed)
        for digit in typed.digits[:-1] if not typed.of_menu else "":
            self.press(digit)
        return True

    def holds_enter(self) -> bool:
        """Whether Enter comes right after a number that means nothing: then it says so again and does nothing.

        Somebody types number and Enter in one go, without a look between them: the line with the mark is not meant.
        """
        refusal, self._refusal = self._refusal, ()
        if refusal:
            self._notes.answer((Para(refusal),))
        return bool(refusal)

    def note_page(self, rows: Iterable[Row]) -> None:
        """Note which numbers of the menu a page shows as a digit closes it: they are meant by it."""
        context = self._view.context
        menu = (entry.number for entry in context.reading.menu.entries) if context is not None else ()
        self._on_page = page_numbers(rows, frozenset(menu))

    def press(self, digit: str) -> None:
        """Go to the number that is being typed; one that means nothing leaves the mark where it was and says so."""
        view, context, selection = self._view, self._view.context, self._selection
        assert context is not None
        page, self._on_page = self._on_page, frozenset[int]()
        if page:  # it shows numbers of the menu
            selection.close_list()
        found = view.spots()
        among = page or frozenset(spot.number for spot in found if spot.number)
        at = focus_number(view.screen_state, found)
        stands = (found[at].key, at) if found else ("", 0)
        bids = view.board is not None and is_auction(found, view.board)
        typed = self._typed = add_digit(self._typed, digit, self.clock(), among, bool(page), stands)
        selection.is_moved, self._refusal = typed.number is not None, ()
        if typed.number is not None and typed.of_menu:
            item = context.reading.menu.entry_of(typed.number)
            selection.mark_single_act(item.text if item is not None else "")
        elif typed.number is not None:
            selection.focus(next(at for at, spot in enumerate(found) if spot.number == typed.number))
            if view.spot() is None:  # the mark was on the map, where this line has no place
                view.screen_state = replace(view.screen_state, is_on_map=False)
        else:
            self._return_mark(typed)
            key = f"screen.number.{'longer' if typed.has_longer else 'bid' if bids else 'none'}"
            self._refusal = row(Span(context.words(key, n=typed.digits), "warn"))
            self._notes.answer((Para(self._refusal),))

    def _return_mark(self, typed: DigitEntry) -> None:
        """Put the mark where it stood before the first digit."""
        view = self._view
        view.screen_state = replace(view.screen_state, focus=typed.focus, focus_index=typed.place, preview=())
        self._selection.focus(focus_number(view.screen_state, view.spots()))
