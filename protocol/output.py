"""The output of a session for its driver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from protocol.events import Event
from protocol.transcript import Record


@dataclass(frozen=True, slots=True)
class Job:
    """Heavy work for a worker process; report with ``job_done`` (or ``job_failed`` to have it offered again)."""

    id: int
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(slots=True)
class SessionOutput:
    """The driver's next tasks, in this order: store ``store`` durably, send ``send``, run ``jobs``, read ``events``."""

    store: list[Record] = field(default_factory=list)
    send: list[bytes] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    offered: int = 0
    """How many jobs there were so far."""

    def offer(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> int:
        """Hand out a new job; its id."""
        self.offered += 1
        self.jobs.append(Job(self.offered, function, arguments))
        return self.offered

    def take(self) -> SessionOutput:
        """All that has come out so far; nothing of it is left here."""
        taken = SessionOutput(self.store, self.send, self.jobs, self.events)
        self.store, self.send, self.jobs, self.events = [], [], [], []
        return taken
