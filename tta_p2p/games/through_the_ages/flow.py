"""The flow of Through the Ages, in which its modules register frames and verbs (`kit.flow`)."""

from __future__ import annotations

from typing import TypeAlias

from ..contract import Knowledge, Option, Seat
from ..kit import flow
from ..kit.flow import Args, pop, push
from .piles import mix_hand
from .state import State

__all__ = [
    "FLOW",
    "SHAPES",
    "Args",
    "Verb",
    "act",
    "check",
    "decision",
    "decision_frame",
    "departure",
    "legal",
    "listener",
    "pop",
    "push",
    "question",
    "run",
    "runner",
    "verb",
    "verb_for",
]

Verb: TypeAlias = flow.Verb[State]


class _Flow(flow.Flow[State]):
    """Has hands mixed before their seats decide, and remembers derived numbers while legal acts are listed."""

    def run(self, s: State) -> None:
        """Go on until a decision is open, a frame waits for a need, or the game is over."""
        super().run(s)
        frame = self.decision_frame(s)
        if frame is not None:
            mix_hand(s, frame.seat)

    def legal(self, s: State, knows: Knowledge, seat: Seat) -> tuple[Option, ...]:
        """List every act open to the seat."""
        s.memo = {}
        try:
            return super().legal(s, knows, seat)
        finally:
            s.memo = None


FLOW = _Flow()
"""All frames and verbs of the game."""
SHAPES = FLOW.shapes
verb, verb_for, runner, question, listener, departure = (
    FLOW.verb,
    FLOW.verb_for,
    FLOW.runner,
    FLOW.question,
    FLOW.listener,
    FLOW.departure,
)
run, decision_frame, decision, legal, check, act = (
    FLOW.run,
    FLOW.decision_frame,
    FLOW.decision,
    FLOW.legal,
    FLOW.check,
    FLOW.act,
)
