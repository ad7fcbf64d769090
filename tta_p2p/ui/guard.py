"""The guard before what a game gives to show: a page that fails costs that page, never the client.

`Presenter`, `Board` and `Reference` stand behind it: every method of theirs that a game makes its own is asked through
`asked`. What it raises is noted with what repeats it and goes to the log; what any game would show takes its place.
Where the environment says so (`SWITCH`), every fault is raised: in tests and campaigns it is a finding.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import logging
import os
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import msgspec

SWITCH = "TTA_FAULTS"
"""The variable of the environment that lets every fault through where it is `raise`."""
LOG = logging.getLogger("tta_p2p.ui.faults")
LOG.addHandler(logging.NullHandler())  # a client without a log says nothing on its terminal


@dataclass(frozen=True)
class HookFault:
    """A fault in showing a game. ``hook``: class and method; ``reproduction``: its arguments, in JSON."""

    hook: str
    error: Exception
    reproduction: str


class HookGuard:
    """The base of what shows a game: what a subclass makes its own is asked through the guard."""

    unguarded_errors: ClassVar[tuple[type[Exception], ...]] = ()
    """What these methods may raise: it is no fault."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if HookGuard in cls.__bases__:
            return  # serves any game, and takes the place of what fails
        for name in hooks(cls):
            own = vars(cls).get(name)
            if inspect.isfunction(own):
                setattr(cls, name, _guarded(own))

    def faults(self) -> HookFaultLog:
        """Give where the faults of this game are noted."""
        raise NotImplementedError

    def fallback(self, hook: str, *args: Any, **more: Any) -> Any:
        """Give what takes the place of what a method would have given: what any game shows."""
        return getattr(_root(type(self)), hook)(self, *args, **more)


def hooks(cls: type[HookGuard]) -> tuple[str, ...]:
    """Name the methods that a game may make its own, of what shows it."""
    names = (name for name, one in vars(_root(cls)).items() if inspect.isfunction(one) and not name.startswith("_"))
    return tuple(name for name in names if name not in vars(HookGuard))


def _root(cls: type[HookGuard]) -> type[HookGuard]:
    return next(one for one in cls.__mro__ if HookGuard in one.__bases__)


def _guarded(own: Callable[..., Any]) -> Callable[..., Any]:
    """Give a method that asks the game's own, and answers with what any game shows where that fails."""

    @functools.wraps(own)
    def asked(self: HookGuard, *args: Any, **more: Any) -> Any:
        try:
            return own(self, *args, **more)
        except self.unguarded_errors:
            raise
        except Exception as error:  # whatever a game's page raises
            self.faults().note(f"{type(self).__name__}.{own.__name__}", error, (*args, *more.values()))
            return self.fallback(own.__name__, *args, **more)

    return asked


class HookFaultLog:
    """The faults of one game at one client: each is noted once a turn, and told once."""

    def __init__(self, game: str, language: str, names: Iterable[str]) -> None:
        self._game = {"game": game, "language": language, "names": list(names)}
        self._seen: set[bytes] = set()
        self._unreported: list[HookFault] = []

    def note(self, hook: str, error: Exception, given: Iterable[Any] = ()) -> None:
        """Note a fault, in the log as well; raise it where the environment says so."""
        if os.environ.get(SWITCH) == "raise":
            raise error
        args = [describe(one) for one in given]
        repeats = msgspec.json.encode({**self._game, "hook": hook, "args": args}).decode()
        where = [line.lineno for line in traceback.extract_tb(error.__traceback__)]
        met = hashlib.sha256(f"{hook} {type(error)} {where} {repeats}".encode()).digest()
        if met in self._seen:  # a picture is painted many times
            return
        self._seen.add(met)
        self._unreported.append(HookFault(hook, error, repeats))
        LOG.error("%s failed; this repeats it: %s", hook, repeats, exc_info=error)

    def take_unreported(self) -> tuple[HookFault, ...]:
        """Give the faults that nobody was told of yet."""
        found, self._unreported = tuple(self._unreported), []
        return found


def describe(value: Any) -> Any:
    """Give a value that a method was given as JSON has it, with all that it takes to make it again."""
    told = getattr(value, "reproduction", None)
    if callable(told):
        return told()
    if isinstance(value, tuple | list):
        return [describe(one) for one in value]
    try:
        return msgspec.to_builtins(value)
    except Exception:  # nothing that is told of a fault may be another one
        return repr(value)[:MAX_DESCRIPTION]


MAX_DESCRIPTION = 2000
"""So many letters are told of a value that JSON cannot hold."""
