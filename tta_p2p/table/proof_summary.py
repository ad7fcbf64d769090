"""The last proofs of a table, one of each kind: for people who want to know what was checked."""

from __future__ import annotations

from dataclasses import dataclass

from protocol import operations
from protocol.operations import Operation
from protocol.ops.result import Abandonment, Result

KINDS = ("shuffle", "draw", "look", "show", "roll", "claim", "seal", "act")
"""What can be proved, what is most about cards first."""


@dataclass(frozen=True, slots=True)
class ProofSummary:
    """Something that was proved: a seat of the charter whose it was (None: everybody's), and how many cards or so."""

    kind: str
    seat: int | None
    number: int


def summarize(operation: Operation, result: Result, claims: int) -> tuple[ProofSummary, ...]:
    """Say what an operation that has ended has proved; ``claims``: so many about hidden cards."""
    if isinstance(result, Abandonment):
        return ()
    parts = operation.parts if isinstance(operation, operations.Bundle) else (operation,)
    return tuple(done for part in parts if (done := _summary(part, claims)) is not None)


def _summary(operation: Operation, claims: int) -> ProofSummary | None:
    match operation:
        case operations.Prepare(_, handles, faces) | operations.Shuffle(handles, faces):
            return ProofSummary("shuffle", None, len(handles) + len(faces))
        case operations.Remix(seat, handles, faces):
            return ProofSummary("shuffle", None, len(handles) + len(faces))
        case operations.Deal(handles, seat):
            return ProofSummary("draw", seat, len(handles))
        case operations.Peek(handles, seat) | operations.Pass(handles, seat):
            return ProofSummary("look", seat, len(handles))
        case operations.Show(handles):
            return ProofSummary("show", None, len(handles))
        case operations.Random():
            return ProofSummary("roll", None, 1)
        case operations.Act(seat):
            return ProofSummary("claim", seat, claims) if claims else ProofSummary("act", seat, 1)
        case operations.Seal(seats):
            return ProofSummary("seal", None, len(seats))
    return None
