"""Text from outside, made fit for a terminal or a log: no control, escape or direction characters, bounded.

Nor is there anything that nobody sees (Default_Ignorable_Code_Point, and letters that are blank).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|.?)|\x9b[0-?]*[ -/]*[@-~]?", re.S
)
_DROPPED = {"Cc", "Cf", "Cs", "Co", "Cn"}
_BLANK = re.compile(
    r"VARIATION SELECTOR| FILLER$|GRAPHEME JOINER|VOWEL INHERENT| BLANK$|NULL NOTEHEAD|OBJECT REPLACEMENT"
)
"""What Unicode calls letters, marks and symbols that nobody sees; all other such are of categories that are dropped."""
MAX_MARKS = 2
"""Combining marks kept on one letter; more only climb over the neighbouring lines."""

INDENT = 16
"""Spaces that stay before a line at most."""


def clean(text: str, most: int) -> str:
    """This text on one line, with at most ``most`` characters and nothing in it that a terminal would obey."""
    text = _ESCAPES.sub("", text[: most * 8])  # bounded before any work is done on it
    # Composed when nothing is to be left out between two letters any more: what is clean stays as it is.
    text = unicodedata.normalize("NFC", visible(text))
    kept: list[str] = []
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        if marks <= MAX_MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())[:most].rstrip()


def clean_lines(text: str, longest: int, most: int) -> list[str]:
    """These lines with their indentation, each cleaned and of ``longest`` characters at most besides that.

    ``most``: how many lines there are at most; of more the middle is left out, and a line says how much.
    """
    lines = text.splitlines()
    left_out = len(lines) - most
    if left_out > 0:
        lines[most // 2 : len(lines) - (most - most // 2)] = [f"[{left_out} lines are left out]"]
    return [" " * min(len(line) - len(line.lstrip(" ")), INDENT) + clean(line, longest) for line in lines]


def visible(text: str) -> str:
    """This text without what a terminal would obey and what nobody sees, with plain spaces."""
    return text if text.isascii() and text.isprintable() else "".join(map(_shown, text))


@lru_cache(4096)
def _shown(letter: str) -> str:
    """A letter as it is shown; nothing where it is not."""
    category = unicodedata.category(letter)
    if category.startswith("Z") or letter in "\t\r\n":
        return " "
    if category in _DROPPED:
        return ""
    blank = category in {"Lo", "Mn", "So"} and _BLANK.search(unicodedata.name(letter, ""))
    return "" if blank else letter
