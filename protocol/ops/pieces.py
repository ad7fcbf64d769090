"""Pieces that seats say in one step of an operation: alone, or in one message with the parts of a bundle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from protocol.errors import BadEncoding, BadProof
from protocol.messages import Body, Part, Parts, tag_of
from protocol.play import Run
from protocol.steps import Steps

T = TypeVar("T")

AROUND = 64
"""How many bytes the message of a bundle has at most beside its parts."""


@dataclass(frozen=True, slots=True)
class StepPart(Generic[T]):
    """One message each of some seats; the fields are those of ``ChatRequest``."""

    kind: type[Any]
    authors: tuple[int, ...]
    produce: Callable[[int], Part]
    check: Callable[[int, Any], T]
    limit: int


def alone(run: Run, piece: StepPart[T], why: str) -> Steps[dict[int, T]]:
    """A step of this piece and nothing else; what each author who is present taught, by seat."""
    return (yield from run.collect(piece.kind, piece.authors, piece.produce, piece.check, piece.limit, why))


def together(
    run: Run,
    pieces: Sequence[StepPart[T]],
    why: str,
    *,
    check: Callable[[Sequence[T]], None] = lambda taught: None,
    unique: bool = False,
) -> Steps[list[dict[int, T]]]:
    """One step of all pieces: every author says all that it owes in one message. What each piece taught, by seat.

    ``check`` looks at all that one author's message has taught. ``unique``: whether every valid message of an author
    has the same effect, so that the step needs no confirmation.
    """
    parts = {seat: [i for i, piece in enumerate(pieces) if seat in piece.authors] for seat in run.play.present}
    owed = {seat: numbers for seat, numbers in parts.items() if numbers}

    def produce(seat: int) -> Body:
        return Parts(tuple(pieces[number].produce(seat) for number in owed[seat]))

    def learn(seat: int, body: Parts) -> Mapping[int, T]:
        if len(body.parts) != len(owed[seat]):
            raise BadProof("message", f"{len(body.parts)} parts where {len(owed[seat])} belong")
        taught = {}
        for number, said in zip(owed[seat], body.parts, strict=True):
            piece = pieces[number]
            if not isinstance(said, piece.kind):
                raise BadProof("message", f"part {number + 1} is of another kind than the {tag_of(piece.kind)} due")
            try:
                taught[number] = piece.check(seat, said)
            except (BadProof, BadEncoding) as error:
                raise BadProof("message", f"part {number + 1}: {error}") from error
        check(list(taught.values()))
        return taught

    limit = AROUND + max((sum(pieces[number].limit for number in numbers) for numbers in owed.values()), default=0)
    heard = yield from run.collect(Parts, sorted(owed), produce, learn, limit, why, unique=unique)
    return [
        {seat: taught[number] for seat, taught in heard.items() if number in taught} for number in range(len(pieces))
    ]
