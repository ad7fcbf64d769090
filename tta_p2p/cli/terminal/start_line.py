"""The line at a terminal that says which game is starting, until its screen is painted.

What is typed meanwhile is not echoed, and is dropped: nobody sees what it would be about.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

from tta_p2p.cli.output.speech import text_of, title_of
from tta_p2p.cli.terminal.display import DisplayMode

ERASED = "\r\x1b[K"
"""Erases the line that the cursor is in."""
_shown: list[Callable[[], None]] = []
"""What takes the line away that is shown; empty: none is."""


@contextlib.contextmanager
def shown(game: str, mode: DisplayMode) -> Iterator[None]:
    """Say that a game is starting, where it comes on the full screen; once this is left the terminal is as it was."""
    try:
        if mode.screen:
            with contextlib.suppress(OSError):  # the window may be gone
                _show(game)
        yield
    finally:
        take_away()


def take_away() -> None:
    """Take the line away, if it is shown, and give the terminal back as it was."""
    while _shown:
        _shown.pop()()


def _show(game: str) -> None:
    import termios

    from tta_p2p.ui.cells import cut, plain, row
    from tta_p2p.ui.style import showable

    terminal = sys.stdin.fileno()
    if _shown or _is_behind(terminal):
        return
    try:
        before = termios.tcgetattr(terminal)
    except termios.error:
        return

    def restore() -> None:
        for number, handler in handlers.items():
            if signal.getsignal(number) is end:
                signal.signal(number, handler)
        with contextlib.suppress(OSError, termios.error):
            _write(ERASED)
        with contextlib.suppress(OSError, termios.error):
            termios.tcsetattr(terminal, termios.TCSAFLUSH, before)

    def end(number: int, frame: Any) -> None:
        take_away()
        os.kill(os.getpid(), number)  # which ends it as if nothing had been shown

    names = ("SIGTERM", "SIGHUP", "SIGTSTP")
    handlers = {number: signal.getsignal(number) for name in names if (number := getattr(signal, name, None))}
    _shown.append(restore)
    for number in handlers:
        signal.signal(number, end)
    quiet = termios.tcgetattr(terminal)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSAFLUSH, quiet)
    text = showable(text_of("screen.starting", game=title_of(game)))
    columns = os.get_terminal_size(sys.stdout.fileno()).columns or 80
    _write(f"{ERASED}{plain(cut(row(text), columns - 1))}")


def _is_behind(terminal: int) -> bool:
    """Whether the terminal is another program's now: whoever is behind that is stopped where it changes it."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:  # a terminal that controls nobody
        return False


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
