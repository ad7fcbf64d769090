"""Strokes: the keys that a terminal can send, how players write them, and how they are shown."""

from __future__ import annotations

import re

_NAMES = {
    "space": " ", "return": "enter", "escape": "esc", "pgup": "page up", "pageup": "page up", "pgdn": "page down",
    "pagedown": "page down", "del": "delete", "ins": "insert", "arrow up": "up", "arrow down": "down",
    "arrow left": "left", "arrow right": "right", "backtab": "shift tab",
}  # fmt: skip
_ARROWS = ("up", "down", "left", "right", "home", "end", "page up", "page down", "insert", "delete")
NAMED = frozenset((
    *_ARROWS, "backspace", "tab", "shift tab", "enter", "esc", *(f"f{number}" for number in range(1, 13)),
    *(f"{held} {key}" for held in ("shift", "ctrl") for key in ("up", "down", "left", "right", "home", "end")),
))  # fmt: skip
"""Keys with names that every terminal sends."""
_LETTERS_WITH_CTRL = frozenset("abdefgknoprtuvwxy")
"""The others are keys of their own for a terminal (Ctrl-I is Tab, Ctrl-M Enter), belong to it (Ctrl-S, Ctrl-Z), or to
this program (Ctrl-C, Ctrl-L).
"""
_WRITTEN = {
    "up": "↑", "down": "↓", "left": "←", "right": "→", "page up": "PgUp", "page down": "PgDn", "esc": "Esc",
    "tab": "Tab", "shift tab": "Shift-Tab", "home": "Home", "end": "End", "insert": "Ins", "delete": "Del",
}  # fmt: skip


class NoSuchStroke(ValueError):
    """No terminal sends this key, or it is not free; ``why`` is the key of the text that says so."""

    def __init__(self, written: str, why: str = "unknown") -> None:
        super().__init__(written)
        self.why = why


def parse_stroke(written: str) -> str:
    """Give the stroke that a player has written. Raises NoSuchStroke."""
    if len(written) == 1:
        if written.isdigit():
            raise NoSuchStroke(written, "digit")
        if not written.isprintable():
            raise NoSuchStroke(written)
        return written
    said = " ".join(re.split(r"[\s\-+_]+", written.strip().casefold()))
    said = _NAMES.get(said, said)
    if said == " " or said in NAMED:
        return said
    held, _, letter = said.partition(" ")
    if held in ("ctrl", "control") and len(letter) == 1:
        if letter in _LETTERS_WITH_CTRL or letter == "c":
            return f"ctrl {letter}"
        raise NoSuchStroke(written, "ctrl")
    raise NoSuchStroke(written)


def write_stroke(stroke: str) -> str:
    """Write a stroke as it is shown in any language; Enter and Space have texts of their own, `stroke.NAME`."""
    if stroke in _WRITTEN:
        return _WRITTEN[stroke]
    return "-".join(part.capitalize() for part in stroke.split(" ")) if len(stroke) > 1 else stroke
