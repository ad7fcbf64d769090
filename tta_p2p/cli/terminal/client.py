"""The line client at this terminal, connected to a node of this machine or to a table in this process."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace

import typer

from tta_p2p.cli.errors import CommandFailed, error_text, for_people, system_text
from tta_p2p.cli.output.speech import shows_everything, text_of, words
from tta_p2p.cli.terminal import start_line
from tta_p2p.cli.terminal.display import DisplayMode
from tta_p2p.i18n import Words, command, ideographic
from tta_p2p.node.service.seat_server import connect_seat
from tta_p2p.seats.lines import Lines
from tta_p2p.store import identity
from tta_p2p.store.home import home
from tta_p2p.store.settings import read_settings
from tta_p2p.ui.blocks import lines
from tta_p2p.ui.client import SeatClient
from tta_p2p.ui.guide import Guide
from tta_p2p.ui.lines.face import LineFace
from tta_p2p.ui.lines.terminal import Console, Streams
from tta_p2p.ui.state import SeatRequest
from tta_p2p.ui.style import Style


async def play_at(
    socket: str,
    watch: bool,
    take_over: bool,
    seat: int | None = None,
    manner: DisplayMode | None = None,
    caution: str = "",
) -> int:
    """Play (or watch) at a node's socket until the game is over or the player leaves; the exit code.

    ``caution``: something to be said first.
    """
    try:
        connection = await connect_seat(socket)
    except OSError as error:
        raise CommandFailed(text_of("told.node-silent", why=system_text(error))) from error
    wish = SeatRequest(seat, spectate=watch, take_over=take_over)
    code = await play_with(connection, wish, manner, lambda: command("attach"), caution=caution)
    try:
        identity.check_here(home())
    except identity.FolderMoved as error:  # while it was played here: so it can be taken up there alone
        typer.echo(for_people(error_text(error)), err=True)
    return code


async def play_with(
    connection: Lines,
    wish: SeatRequest,
    manner: DisplayMode | None,
    comeback: Callable[[], str],
    teacher: Guide | None = None,
    begin: int | None = None,
    caution: str = "",
) -> int:
    """Play over a connection at this terminal (or by lines from a pipe); the exit code.

    ``comeback`` gives the command that comes back to the game; empty where there is none. ``teacher``: tells lessons or
    sets puzzles; ``begin``, ``caution``: see `play_on_screen`.
    """
    manner = manner or DisplayMode()
    person = sys.stdin.isatty() and sys.stdout.isatty()
    console, dumb = person and not manner.plain, os.environ.get("TERM", "dumb") == "dumb"
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
    error_text = words()
    able = shows_everything(sys.stdout)
    style = Style.of(os.environ, width, console, manner.ascii, able, ideographic(error_text.language))
    settings = read_settings(home())
    style = replace(style, speech=manner.plain, preset=settings.colours, mouse=settings.mouse)
    ring = _ring if person and settings.bell else None
    wish = replace(wish, show_times=settings.times)
    if not (wish.spectate or wish.tutorial or begin is not None or teacher is not None):
        from tta_p2p.cli.stored_games.earlier import earlier_results

        wish = replace(wish, earlier=earlier_results(home()))
    with contextlib.ExitStack() as stack:
        if manner.screen:
            return await _on_screen(connection, error_text, style, wish, comeback, teacher, ring, begin, caution)
        if caution:
            typer.echo(caution)
        terminal: Console | Streams
        if console:
            terminal = Console(dumb, home() / "history")
            stack.enter_context(terminal.restore())
        else:
            terminal = Streams(sys.stdin, sys.stdout, person, dumb)
        client = SeatClient(
            connection, LineFace(terminal, style), error_text, wish, manner.brief, comeback, teacher, ring
        )
        return await client.run()


def _ring() -> None:
    """Ring the terminal's bell."""
    with contextlib.suppress(OSError):  # the window may be gone
        sys.stdout.write("\a")
        sys.stdout.flush()


async def _on_screen(
    connection: Lines, error_text: Words, style: Style, wish: SeatRequest, comeback: Callable[[], str],
    teacher: Guide | None, ring: Callable[[], None] | None, begin: int | None, caution: str,
) -> int:  # fmt: skip
    """Play on the full screen; what it said last stays in the window."""
    from tta_p2p.cli.terminal.keys import chosen_keys
    from tta_p2p.ui.screen.terminal import painter_for, play_on_screen

    chosen = chosen_keys()
    painter = painter_for(style)
    painter.before_start = start_line.take_away
    code, face = await play_on_screen(
        connection, error_text.with_keys(chosen.keys), style, wish, comeback, teacher, ring, painter, begin,
        caution or chosen.fault,
    )  # fmt: skip
    with contextlib.suppress(OSError):  # the window may be gone
        sys.stdout.write("".join(f"{line}\n" for line in lines(face.last_words, style)))
        sys.stdout.flush()
    return code
