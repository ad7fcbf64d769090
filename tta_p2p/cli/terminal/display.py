"""The way a game is shown at this terminal. It is chosen before what shows it is imported."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.output.speech import text_of, words
from tta_p2p.i18n import ideographic
from tta_p2p.store.home import home
from tta_p2p.store.settings import read_settings
from tta_p2p.ui.style import MIN_WINDOW


@dataclass(frozen=True)
class DisplayMode:
    """The mode of display: in ASCII, acts listed on request only, without prompt and colours, on the full screen.

    See `display_mode`.
    """

    ascii: bool = False
    brief: bool = False
    plain: bool = False
    screen: bool = False


def display_mode(screen: bool | None, *, plain: bool, ascii: bool, brief: bool = False) -> DisplayMode:
    """Choose the mode of display here. ``screen`` None: the full screen where possible, unless lines are preferred.

    Raises CommandFailed where it was asked for and this terminal cannot show it, or ASCII cannot do.
    """
    check_ascii(ascii)
    if screen and plain:
        raise CommandFailed(text_of("screen.not-plain"), USAGE)
    if screen and not can_paint():
        raise CommandFailed(text_of("screen.not-here"), USAGE)
    if screen is None:
        screen = not (plain or brief) and can_paint() and _large() and read_settings(home()).client == "screen"
    return DisplayMode(ascii, brief, plain, screen)


def can_paint() -> bool:
    """Whether this terminal can show the full screen."""
    person = sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty()
    return person and os.environ.get("TERM", "dumb") not in ("", "dumb") and sys.platform != "win32"


def _large() -> bool:
    """Whether the full screen has room here."""
    size = shutil.get_terminal_size()
    return size.columns >= MIN_WINDOW[0] and size.lines >= MIN_WINDOW[1]


def check_ascii(wanted: bool) -> None:
    """Raise CommandFailed where ASCII was asked for and the language cannot be written in it."""
    if wanted and ideographic(words().language):
        raise CommandFailed(text_of("told.not-in-ascii"), USAGE)
