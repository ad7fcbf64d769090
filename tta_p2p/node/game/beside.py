"""Parts of a game on which no play rests: whatever fails in one costs that call, is written down once with the name of
the part, and is told where people have asked something of it.

It is contained at the part itself, so that nobody who calls it can forget that: the loop, the desk, the trace, or
another part by a role. The caller gets the answer that the contract gives where no part does anything, but for those
that it gives where one fails.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

from tta_p2p.net.tasks import Containment, Hint, contain

ANSWERED = frozenset({"ask", "start", "tell_failure"})
"""What is contained elsewhere: whoever asks is refused in words by the desk; a task when it is started."""
MADE = frozenset({"__init__", "__init_subclass__"})
"""Methods that are called where a part is made, and contained there."""


class Failing(Protocol):
    """A part that may fail."""

    def tell_failure(self, kind: str) -> None:
        """Tell people who have asked something of it."""


@contextmanager
def beside(part: Failing) -> Iterator[Containment]:
    """Contain whatever the body raises, which is a call of this part."""
    name = type(part).__name__
    with contain(Hint.BESIDE, name) as done:
        yield done
    if done.failed:
        with contain(Hint.BESIDE, name):
            part.tell_failure(done.kind)


async def serve_beside(part: Failing, task: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
    """Carry out a task of such a part."""
    with beside(part):
        await task(*arguments)


def contain_hooks(part: type[Any], contract: type[Any], failed: Mapping[str, Callable[..., Any]]) -> None:
    """Contain what fails in everything of a part that others call: of the contract of parts, and of its roles.

    ``failed``: what is answered where that is not what the contract or the role answers by default.

    Others call nothing else of it: a public method that neither has, and so no answer where it fails, is a mistake of
    whoever writes the part.
    """
    contracts = [base for base in part.__mro__ if base is contract or not issubclass(base, contract)][:-1]
    for name, own in [*vars(part).items()]:
        neutral = failed.get(name, next((vars(base)[name] for base in contracts if name in vars(base)), None))
        if neutral is None and _is_called(name, own):
            raise AssertionError(f"{part.__name__}.{name} is in no role, so nothing contains what fails in it")
        if name.startswith("__") or name in ANSWERED or neutral is None:
            continue
        if isinstance(own, property):
            setattr(part, name, _contained_property(own, neutral))
        elif inspect.iscoroutinefunction(own):
            setattr(part, name, _contained_task(own, neutral))
        elif inspect.isfunction(own):
            setattr(part, name, _contained_call(own, neutral))


def _is_called(name: str, own: object) -> bool:
    """Whether others may call this of a part."""
    public = not name.startswith("_") or (name.startswith("__") and name not in MADE)
    return public and (callable(own) or hasattr(own, "__get__"))


def _contained_property(own: property, neutral: Any) -> property:
    def answer(part: Any) -> Any:
        return neutral.__get__(part) if isinstance(neutral, property) else neutral

    assert own.fget is not None
    return property(_contained_call(own.fget, answer), own.fset, own.fdel, own.__doc__)


def _contained_task(own: Callable[..., Awaitable[Any]], neutral: Callable[..., Awaitable[Any]]) -> Any:
    @functools.wraps(own)
    async def contained(part: Any, *arguments: Any, **named: Any) -> Any:
        with beside(part):
            return await own(part, *arguments, **named)
        return await neutral(part, *arguments, **named)

    return contained


def _contained_call(own: Callable[..., Any], neutral: Callable[..., Any]) -> Any:
    @functools.wraps(own)
    def contained(part: Any, *arguments: Any, **named: Any) -> Any:
        with beside(part):
            found = own(part, *arguments, **named)
            return [*found] if isinstance(found, Iterator) else found  # what comes one by one may fail later
        return neutral(part, *arguments, **named)

    return contained
