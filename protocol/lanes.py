"""A lane: one hash chain of signed messages, driven by a generator, open at one step at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from protocol.messages import ActMessage, Body, Echo, Envelope, SealCommit, SealOpen, SealReady, Shares
from protocol.play import Run
from protocol.steps import MessageStep, Request, Steps
from protocol.transcript import link_step

ANSWERS = (ActMessage, SealReady, SealCommit)
"""What a seat says only once its driver has given its answer."""

DECISIONS = (*ANSWERS, SealOpen)
"""What a seat that is resigning says no more; its shares it still gives."""

UNIQUE = (Shares, Echo)
"""Bodies whose effect is the same whichever valid one was said: they need no new confirmation."""

MAX_TRAIL = 32


@dataclass(slots=True)
class Lane:
    """The state of a lane: its place (epoch, step, chain), its wait, and the messages of this step."""

    id: bytes
    chain: bytes
    run: Run
    steps: Steps[object] | None = None
    request: Request | None = None
    epoch: int = 0
    step: int = 0
    messages: dict[int, Envelope] = field(default_factory=dict)
    contents: dict[int, object] = field(default_factory=dict)
    trail: list[tuple[int, bytes]] = field(default_factory=list)
    """Every (step, chain) since the last place that all seats have confirmed."""
    job: int | None = None
    finished: tuple[object] | None = None
    """The result of a job that has come back."""
    result: object = None
    over: bool = False
    stuck: bool = False
    """Whether this program failed at it: it goes on only from the journal, in another session."""
    on_message: Callable[[Envelope, Body], None] | None = None
    """To be told of every message that is taken."""
    relayed: bool = False
    """Whether everybody hands on what a step has heard before it closes, so that all have heard the same."""

    @property
    def place(self) -> tuple[int, int, bytes]:
        """The present place of this lane."""
        return (self.epoch, self.step, self.chain)

    def authors(self) -> list[int]:
        """The seats that must send in the open step."""
        if not isinstance(self.request, MessageStep):
            return []
        play = self.run.play
        here = play.present  # a few seats: looking through them is faster than making a set
        if play.retiring and self.request.kind in DECISIONS:
            here = tuple(seat for seat in here if seat not in play.retiring)
        return [seat for seat in self.request.authors if seat in here]

    def start(self, steps: Steps[object]) -> None:
        """Begin an operation."""
        self.mark()
        self.steps = steps
        self.send(None)

    def send(self, value: object) -> None:
        """Hand the generator what it waited for; its next request, or its result."""
        assert self.steps is not None
        try:
            self.request = self.steps.send(value)
        except StopIteration as stop:
            self.steps, self.request, self.result = None, None, stop.value

    def complete(self) -> None:
        """Close the open step: everybody has spoken."""
        assert isinstance(self.request, MessageStep)
        kind, unique = self.request.kind, self.request.unique
        before = (self.step, self.chain)
        self.chain = link_step(self.chain, self.step, self.messages.values())
        self.step += 1
        if kind is Echo:
            self.trail = [before]
        elif not unique and kind not in UNIQUE:
            self.run.dirty = True
        self.mark()
        contents = dict(self.contents)
        self.messages, self.contents = {}, {}
        self.send(contents)

    def mark(self) -> None:
        """Remember this place on the trail."""
        if not self.trail or self.trail[-1] != (self.step, self.chain):
            self.trail.append((self.step, self.chain))
