"""Pages of text for a terminal: measured in columns, wrapped, and sent through a pager when they are long."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import textwrap
import unicodedata

import typer

WIDEST = 100
"""Text is not wrapped wider than this however wide the terminal is."""


def width() -> int:
    """The columns to use."""
    return max(40, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))


def columns(words: str) -> int:
    """How many columns a text takes; East Asian letters take two."""
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF") for letter in words
    )


def pad(words: str, size: int) -> str:
    """A text with spaces up to a size, cut if it is longer."""
    words = cut(words, size)
    return words + " " * (size - columns(words))


def cut(words: str, size: int) -> str:
    """A text with its end replaced by an ellipsis if it takes more columns than there are."""
    if columns(words) <= size:
        return words
    while words and columns(words) >= size:
        words = words[:-1]
    return words.rstrip() + "…"


def paragraph(words: str, indent: str = "", hanging: str | None = None) -> str:
    """A text wrapped to the terminal; `hanging` is the indent of every line but the first."""
    return textwrap.fill(
        words,
        width(),
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def page(text: str) -> None:
    """Print a text; through the person's pager if it is read on a terminal and does not fit on the screen."""
    long = text.count("\n") + 1 >= shutil.get_terminal_size((80, 24)).lines
    pager = shlex.split(os.environ.get("PAGER", "less"))
    if not (long and sys.stdin.isatty() and sys.stdout.isatty() and pager and shutil.which(pager[0])):
        typer.echo(text)
        return
    # Unless the person set it: colours as colours, leave what was shown on the screen.
    environment = {"LESS": "FRX", **os.environ}
    subprocess.run(pager, input=text.encode(), env=environment, check=False)
