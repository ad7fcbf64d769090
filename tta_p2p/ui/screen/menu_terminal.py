"""A menu at a terminal: urwid paints it and reads keys, while something may look for what is to be listed."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable
from typing import Any

import trio
import urwid

from .. import signals
from ..style import Style
from .menu import MenuFace
from .terminal import Picture, painter_for, palette


async def show_menu(
    menu: Callable[[Callable[[], tuple[int, int]]], MenuFace],
    style: Style,
    meanwhile: Callable[[MenuFace], Awaitable[None]],
    screen: Any = None,
) -> bool:
    """Show a menu until it is closed; False where the terminal went away instead. Raises KeyboardInterrupt at SIGINT.

    ``menu`` makes it from what gives the size of the screen; ``meanwhile`` runs beside it.
    """
    painter = screen or painter_for(style)
    face = menu(painter.get_cols_rows)
    face.on_style_change = painter.wear
    events = urwid.TrioEventLoop()
    loop = urwid.MainLoop(Picture(face), palette(), screen=painter, event_loop=events, handle_mouse=style.mouse)
    gone = interrupted = False

    async def hung_up() -> None:
        nonlocal gone, interrupted
        with signals.receive_signals(signal.SIGINT, *signals.END_SIGNALS) as told:
            async for number in told:
                gone, interrupted = True, number == signal.SIGINT
                face.close()

    async def paint() -> None:
        nonlocal gone
        try:
            with loop.start():
                await events.run_async()
        except OSError:  # the terminal is gone
            gone = True
            face.close()

    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hung_up)
            nursery.start_soon(paint)
            nursery.start_soon(meanwhile, face)
            await face.is_done.wait()
            nursery.cancel_scope.cancel()
    except* signals.Interruption as group:
        gone, interrupted = True, signals.first_interruption(group).number == signal.SIGINT
    if interrupted:
        raise KeyboardInterrupt
    return not gone
