"""A line that is typed on the screen, key by key: a pure function of what stands there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .screen_state import InputLine

PASTE_KEYS = {"begin paste": True, "end paste": False}
"""The keys that a terminal sends before and after a pasted text; the value: whether the text begins."""

WIDE_BLANK = "\u3000"
"""The blank of an input method: in a line it is one as any other."""


def pasted_key(key: str) -> str:
    """Give the key for a line that a key of a pasted text stands for: a letter, or a space for a break; else none."""
    return " " if key in ("enter", "tab", WIDE_BLANK) else key if len(key) == 1 and key.isprintable() else ""


def edit_line(typing: InputLine, key: str, known: Sequence[str], typed: Sequence[str]) -> InputLine | None:
    """Give the line after a key; None where it is given up. Enter is not for this.

    ``known``: what can be typed; ``typed``: the lines that were typed before, the last one last.
    """
    text, at = typing.text, typing.cursor
    match key:
        case "esc" | "ctrl c":
            return None
        case "backspace":
            return replace(typing, text=text[: max(0, at - 1)] + text[at:], cursor=max(0, at - 1)) if text else None
        case "delete":
            return replace(typing, text=text[:at] + text[at + 1 :])
        case "left" | "right":
            return replace(typing, cursor=max(0, min(len(text), at + (1 if key == "right" else -1))))
        case "home" | "ctrl a":
            return replace(typing, cursor=0)
        case "end" | "ctrl e":
            return replace(typing, cursor=len(text))
        case "ctrl u":
            return replace(typing, text=text[at:], cursor=0)
        case "ctrl k":
            return replace(typing, text=text[:at])
        case "up" | "down":
            back = max(0, min(len(typed), typing.lines_back + (1 if key == "up" else -1)))
            line = typed[-back] if back else ""
            return replace(typing, text=line, cursor=len(line), lines_back=back)
        case "tab":
            return _complete_line(typing, known)
    if key == WIDE_BLANK:
        key = " "
    if len(key) == 1 and key.isprintable():
        return replace(typing, text=text[:at] + key + text[at:], cursor=at + 1, completions=())
    return typing


def _complete_line(typing: InputLine, known: Sequence[str]) -> InputLine:
    """Complete what is typed as far as it is clear, and offer what it may go on to."""
    begun = typing.text.casefold()
    fitting = [one for one in dict.fromkeys(known) if one.casefold().startswith(begun)]
    offered = tuple(fitting) if len(fitting) > 1 else ()
    common = _common_prefix(fitting)
    if len(common) > len(typing.text):
        return replace(typing, text=common, cursor=len(common), completions=offered)
    return replace(typing, completions=offered)


def _common_prefix(lines: Sequence[str]) -> str:
    """Give what all lines begin with."""
    first, last = min(lines, default=""), max(lines, default="")
    same = next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), None)
    return first if same is None else first[:same]
