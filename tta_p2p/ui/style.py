"""How rows become lines for a terminal: colours of roles, or none; plain ASCII, or not."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from .cells import Row, Span, plain

NARROWEST = 40
WIDEST = 120

COLOURS = {
    "heading": "1",
    "label": "2",
    "mine": "1;36",
    "other": "36",
    "number": "36",
    "good": "32",
    "bad": "1;31",
    "warn": "33",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "magenta": "35",
    "cyan": "36",
    "log": "2",
    "chat": "1",
}
"""Codes (of the 16 colours every terminal has) by role; what a role means always stands there in words too.

A role says what something is on every screen; the hues are for games, which say what is of which colour.
"""

_ASCII = {
    "…": "...", "─": "-", "│": "|", "·": "-", "→": "->", "–": "-", "—": "-", "×": "x", "±": "+-", "≥": ">=",
    "“": '"', "”": '"', "’": "'", "‘": "'", "•": "*",
}  # fmt: skip


@dataclass(frozen=True)
class Style:
    """What a terminal can show. `width` is in cells."""

    width: int = 80
    colour: bool = False
    ascii: bool = False

    @staticmethod
    def of(environment: Mapping[str, str], width: int, terminal: bool, ascii: bool = False, utf8: bool = True) -> Style:
        """Give the style for a terminal (or a stream), as NO_COLOR and TERM ask."""
        dumb = environment.get("TERM", "") in ("", "dumb")
        colour = terminal and not dumb and not environment.get("NO_COLOR")
        return Style(max(NARROWEST, min(width, WIDEST)), colour, ascii or not utf8)

    def spelled(self, some: Row) -> Row:
        """Give the row in letters that can be shown; widths may change, so this comes before the layout."""
        return tuple(Span(_letters(span.text, self.ascii), span.role) for span in some)

    def paint(self, some: Row) -> str:
        """Give a row as a line for the terminal."""
        if not self.colour:
            return plain(some).rstrip()
        painted = "".join(
            f"\x1b[{COLOURS[span.role]}m{span.text}\x1b[0m" if span.role in COLOURS else span.text for span in some
        )
        return painted.rstrip()


def showable(text: str) -> str:
    """Give a text without anything that could move a cursor or turn the line round."""
    return "".join(letter for letter in text if unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp"))


def _letters(text: str, ascii: bool) -> str:
    """Give a text as it can be shown; in ASCII if asked for."""
    safe = showable(text)
    if not ascii or safe.isascii():
        return safe
    return "".join(_ASCII.get(letter) or _bare(letter) for letter in safe)


def _bare(letter: str) -> str:
    """Give a letter without its accents, or a question mark for one that has no likeness in ASCII."""
    if letter.isascii():
        return letter
    plain_letters = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return plain_letters or ("" if unicodedata.combining(letter) else "?")
