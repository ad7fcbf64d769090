"""Clicks and the wheel of a mouse: what is drawn where one clicks says what the click does (`cells.target_at`).

A click does no more than keys do: on a line it moves the mark there, on the marked line it is Enter, on a key that is
named it is that key. Under a question nothing but its keys is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..cells import Target, row
from .act_keys import ActKeys
from .map_mark import MapMark
from .page_keys import PageKeys
from .panes import Panes
from .screen_state import OpenPage, entry_name, focus_number, marked_number, shown_entries
from .table_keys import TableKeys

NOTCH = 3
"""Rows of a page by which a notch of the wheel scrolls."""


class Pointer:
    """Takes clicks and the wheel while the game is seen."""

    def __init__(self, panes: Panes, acts: ActKeys, pages: PageKeys, table: TableKeys, map_mark: MapMark) -> None:
        self._panes, self._view = panes, panes.view
        self._acts, self._pages, self._table, self._map_mark = acts, pages, table, map_mark

    def is_covered(self) -> bool:
        """Whether something lies over the game that keys alone answer."""
        look, context = self._view.screen_state, self._view.context
        asks = context is None or context.state.confirmation is not None or context.state.handover_seat is not None
        return asks or look.asks_to_leave or look.input_line is not None or bool(look.connection_note)

    def click(self, target: Target) -> None:
        """Do what a click on this means."""
        does: dict[str, Callable[[Target], None]] = {
            "line": self._mark, "marked": self._mark, "entry": self._mark_entry, "marked-entry": self._mark_entry,
            "card": self._show_card, "player": self._show_player, "place": self._mark_place, "goal": self._mark_place,
        }  # fmt: skip
        page = self._view.screen_state.page
        if target.kind in does and not (page is not None and page.needs_escape):
            does[target.kind](target)

    def turn_wheel(self, by: int) -> None:
        """Scroll what is seen by so many notches, up where there are fewer than none."""
        look, context = self._view.screen_state, self._view.context
        if look.page is not None:
            self._pages.scroll(look.page, by * NOTCH)
        elif context is not None and context.state.in_lobby:
            for _ in range(abs(by) * NOTCH):
                self._table.scroll_lobby("down" if by > 0 else "up")
        elif found := self._view.spots():
            to = max(0, min(len(found) - 1, focus_number(look, found) + by))
            self._panes.selection.is_moved = True
            self._panes.selection.focus(to)

    def _mark(self, target: Target) -> None:
        """Put the mark on a line; where it stands there already and is seen to, that is Enter."""
        look, found = self._view.screen_state, self._view.spots()
        at = next((number for number, spot in enumerate(found) if spot.key == target.name), -1)
        if at < 0:
            return
        if look.page is not None:
            self._pages.close()
        elif target.kind == "marked" and at == marked_number(look, found, self._view.board):
            self._acts.press("enter")
            return
        self._panes.selection.is_moved = True
        self._panes.selection.focus(at)

    def _mark_entry(self, target: Target) -> None:
        page = self._view.screen_state.page
        entries = [entry_name(one) for one in shown_entries(page)] if page is not None else []
        if page is None or target.name not in entries:
            return
        at = entries.index(target.name)
        if target.kind == "marked-entry" and page.mark == at:
            self._pages.choose(page)
        else:
            self._panes.pager.show(replace(page, mark=at))

    def _show_card(self, target: Target) -> None:
        reading = self._view.reading()
        if reading is not None and reading.presenter is not None:
            self._panes.pager.open(row(), tuple(reading.presenter.card_sheet(target.name)), low=not self._is_read())

    def _show_player(self, target: Target) -> None:
        self._panes.pager.cycle("players", int(target.name))

    def _mark_place(self, target: Target) -> None:
        if self._is_read():
            return
        self._pages.close()
        self._map_mark.click(target.name, target.kind == "goal")

    def _is_read(self) -> bool:
        """Whether a page lies over all of the game."""
        page: OpenPage | None = self._view.screen_state.page
        return page is not None and not page.is_low
