"""The line client at this terminal, connected to a node of this machine."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys

from tta_p2p.cli.errors import CommandFailed
from tta_p2p.i18n import Words, choose
from tta_p2p.node.seat_server import connect_seat
from tta_p2p.store.home import home
from tta_p2p.ui.line_client import LineClient, Seating
from tta_p2p.ui.style import Style
from tta_p2p.ui.terminal import Console, Streams


async def play_at(socket: str, watch: bool, take_over: bool) -> int:
    """Play (or watch) at a node's socket until the game is over or the player leaves; the exit code."""
    try:
        connection = await connect_seat(socket)
    except OSError as error:
        raise CommandFailed(f"the node does not answer: {error.strerror}; tta resume starts it again") from error
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    width = shutil.get_terminal_size().columns if interactive else 80
    style = Style.of(os.environ, width, interactive, utf8=utf8)
    words = Words(choose("", os.environ))
    seating = Seating(watch=watch, take_over=take_over)
    with contextlib.ExitStack() as stack:
        terminal: Console | Streams
        if interactive:
            terminal = Console(os.environ.get("TERM", "dumb") == "dumb", home() / "history")
            stack.enter_context(terminal.as_it_was())
        else:
            terminal = Streams(sys.stdin, sys.stdout)
        client = LineClient(connection, terminal, style, words, seating, comeback="tta attach")
        return await client.run()
