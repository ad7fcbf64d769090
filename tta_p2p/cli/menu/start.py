"""The start menu: `tta` alone in a terminal. What is chosen is a command line, run as if it had been typed."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tta_p2p.cli import errors

if TYPE_CHECKING:
    from tta_p2p.cli.menu.new_game import MenuCommand
    from tta_p2p.ui.style import Style

Run = Callable[[Sequence[str]], object]
"""Runs the words of a command line; gives its exit code, if it has one."""
ALONE = ("--ascii", "--plain")
"""What may stand beside `tta` alone: --plain asks for the page of help."""
TUTORIAL = "tutorial"
"""A command that, alone, begins with its list of the menu."""


def opens(typed: Sequence[str]) -> bool:
    """Whether the menu is meant by this command line, and this terminal can show it."""
    rest = typed[1:] if [*typed[:1]] == [TUTORIAL] else typed
    if {*rest} - {*ALONE} or "--plain" in rest:
        return False
    from tta_p2p.cli.terminal.display import can_paint

    return can_paint()


def start_menu(run: Run, typed: Sequence[str]) -> int:
    """Show the menu, run what is chosen and come back, until the person quits; the exit code.

    ``typed``: the command line that has opened it. Raises CommandFailed where the language cannot be shown.
    """

    from tta_p2p.cli.menu.pages import StartMenu
    from tta_p2p.cli.output.layout import style
    from tta_p2p.cli.terminal import fault_log
    from tta_p2p.cli.terminal.display import check_ascii
    from tta_p2p.ui.screen.menu_terminal import show_menu
    from tta_p2p.ui.signals import ending_code

    ascii = "--ascii" in typed
    check_ascii(ascii)
    menu = StartMenu(_as_set(style(ascii)), is_learning=TUTORIAL in typed)
    while True:
        here = fault_log.run(show_menu, menu.at, menu.style, menu.look_around)
        chosen = menu.chosen
        if not here or chosen is None:
            return 0
        printed = _run(run, chosen, menu.style.ascii)
        if (ended := ending_code()) is not None:  # whoever ends the program means the menu, too
            return ended
        menu.came_back(chosen, printed)


def _as_set(style: Style) -> Style:
    """Give a style with the colours that are set, and the mouse; where that cannot be read, as it is at first."""
    from tta_p2p.store.home import home
    from tta_p2p.store.settings import BadSettings, read_settings

    with contextlib.suppress(BadSettings):
        now = read_settings(home())
        return replace(style, preset=now.colours, mouse=now.mouse)
    return style


def _run(run: Run, chosen: MenuCommand, ascii: bool) -> str:
    """Run a command; what it printed if that is to be shown, else what went wrong, if anything did."""
    words = [*chosen.words, *(["--screen"] if chosen.screen else []), *(["--ascii"] if ascii and chosen.screen else [])]
    told = io.StringIO()
    try:
        with contextlib.redirect_stdout(told) if chosen.title else contextlib.nullcontext():
            run(words)
    except KeyboardInterrupt:
        return ""
    except SystemExit:
        pass
    except Exception as error:
        report = errors.report_of(error)
        if report is None:
            raise
        return report.text
    return told.getvalue()
