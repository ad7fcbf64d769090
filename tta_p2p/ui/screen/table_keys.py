"""The keys for what concerns the table and those who sit there: the lobby, leaving, and what parts have keys for."""

from __future__ import annotations

from dataclasses import replace

from ..blocks import Para
from ..cells import row
from ..commands.table import CommandContext
from ..part import KeyEffect
from ..parts import with_hook
from .borders import current_reminder
from .frame import hidden_lobby_rows
from .panes import Panes
from .screen_state import InputLine


class TableKeys:
    """Takes the keys that concern the table."""

    def __init__(self, panes: Panes) -> None:
        self._panes, self._view, self._queue = panes, panes.view, panes.queue

    def press(self, does: str) -> bool:
        """Take a key by what it does; whether it does that now: else the game may have the key for something."""
        context = self._view.context
        assert context is not None
        state = context.state
        if does == "leave":
            self._panes.question.leave()
        elif does == "onward":
            self._queue.put("next")
        elif does == "ready" and state.in_lobby:
            guests = state.lobby.guests if state.lobby is not None else []
            ready = any(guest.ready for guest in guests if any(one.key == "you" for one in guest.known))
            self._queue.put("ready no" if ready else "ready")
        elif does == "ready" and (line := current_reminder(state).line):
            self._queue.put(line)
        elif does in ("start", "invite") and state.in_lobby:
            self._queue.put(does)
        elif does == "dismiss" and state.in_lobby and "dismiss" in state.offers:
            self._dismiss(state.other_guests)
        else:
            pressed = next(
                (one for part in with_hook("handle_key") if (one := part.handle_key(does, context.reading))), None
            )
            if pressed is None:
                return False
            self._carry_out(pressed, context)
        return True

    def _carry_out(self, pressed: KeyEffect, context: CommandContext) -> None:
        """Do what a part says that its key stands for."""
        if pressed.line:
            self._queue.put(pressed.line)
        if pressed.prefix:
            self._view.screen_state = replace(self._view.screen_state, input_line=InputLine(pressed.prefix))
        if pressed.note:
            self._panes.notes.answer((Para(row(context.words(pressed.note))),))
        if pressed.page is not None:
            self._panes.pager.open(pressed.page.title, pressed.page.blocks, end=True)

    def _dismiss(self, names: tuple[str, ...]) -> None:
        """Ask whom to send away; it is done once Enter is pressed."""
        if names:
            text = f"dismiss {names[0] if len(names) == 1 else ''}"
            self._view.screen_state = replace(self._view.screen_state, input_line=InputLine(":", text, len(text)))

    def scroll_lobby(self, key: str) -> None:
        """Show the rest of what everybody agrees to."""
        view, context = self._view, self._view.context
        assert context is not None
        columns, lines = view.size()
        most = hidden_lobby_rows(view.screen_state, context.reading, replace(view.style, width=columns), lines - 2)
        by = {"up": -1, "down": 1, "page up": -lines // 2, "page down": lines // 2, "home": -most, "end": most}
        view.screen_state = replace(
            view.screen_state, lobby_scroll=max(0, min(most, view.screen_state.lobby_scroll + by[key]))
        )
