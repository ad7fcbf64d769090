"""A machine that stumbles: `./scripts/test -p tests.jolts tests/node` runs tests whose processes are held up at random.

Every process of the tests stands still for moments, its threads begin and end late, and what is sent and received over
a socket waits a little, each at random. So two things that happen at the same time come in either order, and a wait
that only luck ends is found. Nothing of it can be had again from a seed: what fails is looked into by what it says.

Where time is made up, as in the simulated world, nothing waits: such a run is the same again from its seed.
"""

from __future__ import annotations

import ctypes
import os
import random
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
import trio
import trio.testing
from trio import to_thread

ASKED = "TTA_TEST_JOLTS"
"""Stands in the environment of all processes of such a run."""
STILL = 0.4
"""Seconds for which a process stands still at most, most times far less."""
LATE = 0.1
"""Seconds that a thread or a frame is late at most."""
APART = 3.0
"""Seconds between two moments in which a process stands still, at most."""
SWITCHES = (1e-6, 0.005, 0.05)
"""Seconds after which another thread has its turn; the middle one is Python's own."""

_chance = random.Random()


def late(one_in: int) -> float:
    """For how many seconds something of this loop waits: mostly not at all, and never where its time is made up."""
    made_up = isinstance(trio.lowlevel.current_clock(), trio.testing.MockClock)
    return LATE * _chance.random() ** 2 if not made_up and _chance.randrange(one_in) == 0 else 0.0


def jolt() -> None:
    """From now on this process is held up at random, until it ends."""
    _chance.seed()
    sys.setswitchinterval(_chance.choice(SWITCHES))
    threading.Thread(target=_stand_still, daemon=True).start()


def _stand_still() -> None:
    usleep = ctypes.PyDLL(None).usleep  # called like this it keeps all other threads from running, too
    while True:
        time.sleep(APART * _chance.random())
        usleep(int(STILL * 1e6 * _chance.random() ** 4))


def _delay_threads() -> None:
    run_sync = to_thread.run_sync

    async def run_late(job: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        begins, ends = late(5), late(10)

        def do(*given: Any) -> Any:
            time.sleep(begins)
            try:
                return job(*given)
            finally:
                time.sleep(ends)

        return await run_sync(do, *arguments, **options)

    to_thread.run_sync = run_late  # type: ignore[assignment]


def _delay_streams() -> None:
    send_all, receive_some = trio.SocketStream.send_all, trio.SocketStream.receive_some

    async def send_late(stream: trio.SocketStream, data: bytes) -> None:
        if wait := late(10):
            await trio.sleep(wait)
        await send_all(stream, data)

    async def receive_late(stream: trio.SocketStream, most: int | None = None) -> bytes:
        data = await receive_some(stream, most)
        if data and (wait := late(10)):  # who closes a window and opens another counts on the order of both
            with trio.CancelScope(shield=True):  # what has come must not get lost
                await trio.sleep(wait)
        return bytes(data)

    trio.SocketStream.send_all = send_late  # type: ignore[method-assign, assignment]
    trio.SocketStream.receive_some = receive_late  # type: ignore[method-assign, assignment]


def pytest_configure(config: pytest.Config) -> None:
    """Begin in a worker; processes that its tests start begin by what stands in their environment."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        os.environ[ASKED] = "1"
        jolt()


_delay_threads()
_delay_streams()
