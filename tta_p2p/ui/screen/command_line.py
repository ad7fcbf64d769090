"""The line that is typed: a command, a chat, or what is looked up."""

from __future__ import annotations

from dataclasses import replace

from ..commands.parser import completions
from ..parts import with_hook
from ..plain_view import parse_number
from .act_keys import ActKeys
from .line_editor import edit_line
from .panes import Panes
from .screen_state import InputLine


class CommandLine:
    """Takes the keys of a line, and remembers the commands that were typed."""

    def __init__(self, panes: Panes, acts: ActKeys) -> None:
        self._view, self._queue, self._acts = panes.view, panes.queue, acts
        self._commands: list[str] = []

    def open(self, before: str) -> None:
        """Begin a line with what stands before it."""
        self._view.screen_state = replace(self._view.screen_state, input_line=InputLine(before))

    def press(self, typing: InputLine, key: str) -> None:
        """Take a key while a line is typed."""
        context = self._view.context
        assert context is not None
        if key == "enter":
            self._view.screen_state = replace(self._view.screen_state, input_line=None)
            self._enter(typing)
            return
        known: tuple[str, ...] = ()
        if key == "tab" and typing.prefix == ":":
            known = completions(context)
        elif key == "tab" and typing.prefix == "/":
            asked = (one for one in completions(context) if one.startswith("? "))
            known = tuple(one.removeprefix("? ") for one in asked)
        elif key == "tab":
            known = tuple(one for part in with_hook("phrases") for one in part.phrases(typing.prefix, context.words))
        self._view.screen_state = replace(
            self._view.screen_state, input_line=edit_line(typing, key, known, self._commands)
        )

    def _enter(self, typing: InputLine) -> None:
        """Say the line that was typed."""
        text = typing.text.strip()
        if not text:
            return
        if typing.prefix == ":":
            self._commands.append(text)
            if parse_number(text) is not None:
                self._acts.type_number(text)
            else:
                self._queue.put(text)
        else:
            self._queue.put(f"? {text}" if typing.prefix == "/" else f"{typing.prefix} {text}")
