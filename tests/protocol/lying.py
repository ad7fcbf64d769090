"""A program that says something else than its operation asks for, and goes on as if it had said nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from protocol.collector import StepCollector
from protocol.lanes import Lane
from protocol.machine import Machine
from protocol.messages import Body
from protocol.session import Session
from protocol.steps import MessageStep
from protocol.transcript import Record


class LyingMachine(Machine):
    """The parts of such a program; in each course of the game it lies anew."""

    def __init__(self, session: LyingSession, *rest: Any, **options: Any) -> None:
        self._lie = session.lie
        session._machine = self  # it lies from its first words on
        super().__init__(*rest, **options)

    def _begin(self, backlog: Iterable[Record], expected: Iterable[bytes]) -> None:
        super()._begin(backlog, expected)
        self.collector._say = partial(self._lie, self.collector)  # type: ignore[method-assign]


class LyingSession(Session):
    """A session that decides once more what it says."""

    def __init__(self, *rest: Any, **options: Any) -> None:
        self._kind = partial(LyingMachine, self)
        super().__init__(*rest, **options)

    def lie(self, hearing: StepCollector, lane: Lane, request: MessageStep, seat: int, body: Body) -> bool:
        """Say this body, or another one."""
        return StepCollector._say(hearing, lane, request, seat, body)
