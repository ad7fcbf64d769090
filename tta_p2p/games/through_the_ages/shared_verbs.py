"""Verbs that several decisions share: `pass`, `done`, `throw`, `bonus`. What they do differs by frame.

`@verb_for(Frame)` registers a verb for one kind of frame; the same name may be registered for others, with the
same shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar

from ..contract import Claim, Cost, Knowledge, Line
from .flow import VERBS, Args, Verb
from .state import Frame, State

V = TypeVar("V", bound=type[Verb])


class Shared(Verb):
    """A verb that asks, for each kind of frame, the verb registered for it."""

    by_frame: ClassVar[dict[type[Frame], Verb]]

    def candidates(self, s: State, frame: Any, knows: Knowledge) -> Iterable[Args]:
        """Give the arguments worth checking."""
        return self.by_frame[type(frame)].candidates(s, frame, knows)

    def check(self, s: State, frame: Any, args: Args) -> Cost | Line:
        """Give the cost or the refusal."""
        return self.by_frame[type(frame)].check(s, frame, args)

    def do(self, s: State, frame: Any, args: Args, cost: Cost) -> None:
        """Carry the act out."""
        self.by_frame[type(frame)].do(s, frame, args, cost)

    def claims(self, s: State, frame: Any, args: Args) -> tuple[Claim, ...]:
        """Say what the act asserts."""
        return self.by_frame[type(frame)].claims(s, frame, args)

    def effects(self, s: State, frame: Any, args: Args) -> tuple[Line, ...]:
        """Say what the act does."""
        return self.by_frame[type(frame)].effects(s, frame, args)


def verb_for(kind: type[Frame]) -> Callable[[V], V]:
    """Register a verb for one kind of frame."""

    def register(cls: V) -> V:
        shared = VERBS.get(cls.name)
        if shared is None:
            made = type(f"Shared_{cls.name}", (Shared,), {"name": cls.name, "shape": cls.shape, "by_frame": {}})
            shared = VERBS[cls.name] = made()
        assert isinstance(shared, Shared) and shared.shape == cls.shape and kind not in shared.by_frame, cls
        shared.by_frame[kind] = cls()
        return cls

    return register
