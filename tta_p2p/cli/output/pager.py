"""Pages of text for a terminal, sent through a pager when they are long."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence

import typer

from tta_p2p.cli.output.layout import style
from tta_p2p.ui.cells import Row

WIDEST = 100
"""Text is not laid out wider than this however wide the terminal is."""


def size() -> int:
    """The columns to use."""
    return max(40, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))


def chosen_pager(command: str) -> list[str]:
    """Give the words of the person's pager; none where they cannot be told apart, as in a quotation without its end."""
    try:
        return shlex.split(command)
    except ValueError:
        return []


def show(*pages: Sequence[Row]) -> None:
    """Print pages; through the person's pager if they are read on a terminal and do not fit on the screen."""
    terminal = style()
    painted = ("\n".join(terminal.paint(terminal.spell(line)) for line in page) for page in pages)
    text = "\n\n".join(painted)
    long = text.count("\n") + 1 >= shutil.get_terminal_size((80, 24)).lines
    pager = chosen_pager(os.environ.get("PAGER", "less"))
    if not (long and sys.stdin.isatty() and sys.stdout.isatty() and pager and shutil.which(pager[0])):
        typer.echo(text)
        return
    # Unless the person set it: colours as colours, leave what was shown on the screen.
    environment = {"LESS": "FRX", **os.environ}
    subprocess.run(pager, input=text.encode(), env=environment, check=False)
