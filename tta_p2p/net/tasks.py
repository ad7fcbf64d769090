"""Starts of a node's tasks: for play, where an error ends the node, or for a hint, where it costs that hint.

Play is what everybody must agree on and what keeps it: where it fails, going on would be a lie, and the node stops
loudly. A hint is whatever somebody outside says that no game rests on: what is announced on the network, where a member
listens, a stranger at the door, a guest, a spectator, an external program, a word beside the game. Whatever a library
raises because of a value of theirs ends what was tried with it, is written down once with its origin, and leaves
everything else alone.

A part of either, in a nursery of its own (`start_part`), fails where that nursery is.
"""

from __future__ import annotations

import enum
import traceback
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any

import trio

from tta_p2p.net import fault_log
from tta_p2p.net.cleaning import clean

MAX_ORIGIN = 120
"""Letters that are written of where a value came from."""
MAX_FAULTS = 200
"""How many different faults a process writes down; of more only that there are more."""
FIRST_PAUSE, LAST_PAUSE = 1.0, 60.0
"""Seconds after which a task that goes on for ever begins again, doubling."""


class Stake(enum.Enum):
    """The purpose of a part of what goes on at a node: play rests on it, or it is a hint."""

    PLAY = "play"
    HINT = "a hint"


class Hint(enum.Enum):
    """The purpose of a task whose failure costs no game; the value is its name in the log."""

    ANNOUNCEMENT = "announcing a table"
    ROUTER = "asking the router to open the port"
    DISCOVERY = "looking for tables"
    DIALLING = "reaching somebody"
    ARRIVAL = "finding out who comes"
    MEMBER = "agreeing with a member on a connection"
    CHANNEL = "a channel to a member"
    GUEST = "a guest in the lobby"
    HOST = "the lobby of a host"
    SPECTATOR = "showing the game to a spectator"
    SHOW = "following a game that somebody shows"
    ASIDE = "what a member says beside the game"
    BESIDE = "a part beside the game"
    REMATCH = "going on to another game"
    CLIENT = "a client of this node"
    PROGRAM = "a program that plays a seat"
    TOR = "the Tor of this node"
    FOLDER = "playing through a folder"


class FaultLog:
    """The faults of hints that this process has written down."""

    def __init__(self) -> None:
        self._known: set[tuple[Hint, str, str]] = set()

    def tell(self, hint: Hint, origin: str, error: BaseException) -> None:
        """Write a fault down, once for each place of the program, and nothing of it that a terminal would obey."""
        error = _leaf(error)
        frames = traceback.extract_tb(error.__traceback__)
        where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
        fault = (hint, type(error).__qualname__, where)
        if fault in self._known or len(self._known) > MAX_FAULTS:
            return
        self._known.add(fault)
        lines = [f"failed: {hint.value}, from {clean(origin, MAX_ORIGIN) or 'somebody unknown'}: {fault[1]}"]
        if len(self._known) > MAX_FAULTS:
            lines.append("  more faults of hints are not written down")
        lines += [f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
        lines.append(f"  {fault[1]}: {clean(str(error), 4 * MAX_ORIGIN)}")
        fault_log.write("\n".join(lines))


def _leaf(error: BaseException) -> BaseException:
    """The first error in a group of groups."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


FAULTS = FaultLog()


class Containment:
    """Keeps what fails while a hint is looked at from going any further; made by `contain`."""

    def __init__(self, hint: Hint, origin: str, passing: tuple[type[Exception], ...]) -> None:
        self.error: Exception | None = None
        """What has failed, if anything has."""
        self._hint, self._origin, self._passing = hint, origin, passing

    @property
    def failed(self) -> bool:
        """Whether something has failed."""
        return self.error is not None

    @property
    def kind(self) -> str:
        """The kind of the error that has failed it, as its program names it; empty where nothing has."""
        return "" if self.error is None else type(_leaf(self.error)).__qualname__

    def __enter__(self) -> Containment:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> bool:
        rest: BaseException | None = None
        if isinstance(error, BaseExceptionGroup):  # some of its tasks may only have been cancelled
            ours, rest = error.split(Exception)
            error = ours or error
        if not isinstance(error, Exception) or _is(error, self._passing):
            return False
        self.error = error
        FAULTS.tell(self._hint, self._origin, error)
        if rest is not None:
            raise rest
        return True


def _is(error: Exception, kinds: tuple[type[Exception], ...]) -> bool:
    """Whether an error, or one of its group, is one of these."""
    if isinstance(error, ExceptionGroup):
        return error.subgroup(kinds) is not None if kinds else False
    return isinstance(error, kinds)


def contain(hint: Hint, origin: str, *passing: type[Exception]) -> Containment:
    """Contain every failure of the body except ``passing`` errors, which the caller handles.

    ``origin``: where the value comes from that the body looks at, for the log.
    """
    return Containment(hint, origin, passing)


def start_hint(
    nursery: trio.Nursery,
    hint: Hint,
    origin: str,
    task: Callable[..., Awaitable[Any]],
    *arguments: Any,
    again: bool = False,
) -> None:
    """Start a task that serves a hint: where it fails, that is written down, and nothing else ends.

    ``again``: it goes on for ever, and begins again a while after it has failed.
    """
    nursery.start_soon(_serve, hint, origin, task, arguments, again)


async def _serve(
    hint: Hint, origin: str, task: Callable[..., Awaitable[Any]], arguments: tuple[Any, ...], again: bool
) -> None:
    pause = FIRST_PAUSE
    while True:
        began = trio.current_time()
        with contain(hint, origin) as done:
            await task(*arguments)
        if not (done.failed and again):
            return
        if trio.current_time() > began + LAST_PAUSE:
            pause = FIRST_PAUSE
        await trio.sleep(pause)
        pause = min(2 * pause, LAST_PAUSE)


def start_play(nursery: trio.Nursery, task: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
    """Start a task that play rests on: what it raises ends the node."""
    nursery.start_soon(task, *arguments)


def start_part(nursery: trio.Nursery, task: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
    """Start a part of what goes on here, in a nursery of its own: what it raises is raised here, and ends the rest."""
    nursery.start_soon(task, *arguments)


async def begin_part(nursery: trio.Nursery, task: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
    """The same, and wait until the task has begun, as it says itself."""
    await nursery.start(task, *arguments)
