"""Signals that end a client: they are heard by its loop, and end it also where that loop stands still.

Python runs its handlers between two steps of whatever it does, so a timer that a signal sets can break off a step that
never ends: a picture that is laid out for ever is no reason to outlive one's window.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Any

import trio

STALL_SECONDS = 5.0
"""Seconds that the loop may stand still after a signal, before what it is doing is broken off."""
HANG_UP = (signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ()
END_SIGNALS = (signal.SIGTERM, *HANG_UP)
"""The signals that end a program, beside that of Ctrl-C."""


class Interruption(BaseException):
    """A signal ends the work under way. Not to be caught as a fault of a page."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number, self.code = number, 128 + number
        """The signal, and the exit code of a program that it has ended."""


class _Watch:
    """A timer that runs from a signal on, as long as somebody waits for signals: does the loop go on?"""

    def __init__(self) -> None:
        self.heard = 0
        """The last signal that was to end the program; 0: none was."""
        self._waiting = 0
        self._number = 0
        self._goes_on = False
        self._before: Any = None

    def enter(self) -> None:
        self._waiting += 1

    def leave(self) -> None:
        self._waiting -= 1
        if not self._waiting and self._number:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
            self._number = 0

    def begin(self, number: int, token: trio.lowlevel.TrioToken) -> None:
        """Look from now on, again and again, whether the loop goes on."""
        if self._number or not hasattr(signal, "setitimer"):
            return

        def look(_: int, frame: FrameType | None) -> None:
            if not self._goes_on:
                raise Interruption(number)
            self._goes_on = False
            _soon(token, self._go_on)

        self._number, self._goes_on = number, False
        _soon(token, self._go_on)
        self._before = signal.signal(signal.SIGALRM, look)
        signal.setitimer(signal.ITIMER_REAL, STALL_SECONDS, STALL_SECONDS)

    def _go_on(self) -> None:
        self._goes_on = True


_WATCH = _Watch()


def _soon(token: trio.lowlevel.TrioToken, what: Any, *args: Any) -> None:
    with contextlib.suppress(trio.RunFinishedError):
        token.run_sync_soon(what, *args)


@contextlib.contextmanager
def receive_signals(*numbers: signal.Signals) -> Iterator[trio.MemoryReceiveChannel[int]]:
    """Hear these signals in this loop, in the main thread; where it stands still then, it is left by BrokenOff."""
    token = trio.lowlevel.current_trio_token()
    send, receive = trio.open_memory_channel[int](float("inf"))

    def hear(number: int, frame: FrameType | None) -> None:
        if number in END_SIGNALS:
            _WATCH.heard = number
        _soon(token, _put, send, number)
        _WATCH.begin(number, token)

    before = {number: signal.signal(number, hear) for number in numbers}
    _WATCH.enter()
    try:
        yield receive
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        _WATCH.leave()


def ending_code() -> int | None:
    """Give the exit code of a program that a signal has told to end; None: none has."""
    return 128 + _WATCH.heard if _WATCH.heard else None


def first_interruption(group: BaseExceptionGroup[Interruption]) -> Interruption:
    """Give what was broken off first, of tasks that were broken off together."""
    one = group.exceptions[0]
    return first_interruption(one) if isinstance(one, BaseExceptionGroup) else one


def _put(send: trio.MemorySendChannel[int], number: int) -> None:
    with contextlib.suppress(trio.BrokenResourceError):
        send.send_nowait(number)
