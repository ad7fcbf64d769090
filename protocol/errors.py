"""Every way in which the protocol says no; the docstring of a class is the text a person reads."""

from __future__ import annotations

import traceback
from typing import Literal

Damage = Literal[
    "after-end",
    "certificate",
    "changed",
    "charter",
    "cut",
    "misplaced",
    "name",
    "no-proof",
    "no-transcript",
    "not-asked",
    "proof",
]
"""What may be wrong with a file, for whoever puts it into words."""


class ProtocolError(Exception):
    """Something that a peer, a file or a caller gave was refused."""


class BadEncoding(ProtocolError):
    """Bytes that are no canonical group element, scalar, message or file; ``key`` says what is wrong with a file."""

    def __init__(self, why: str = "", key: Damage = "changed") -> None:
        super().__init__(why)
        self.key = key


class BadProof(ProtocolError):
    """A proof that does not prove its statement."""

    def __init__(self, proof: str, reason: str) -> None:
        super().__init__(f"{proof} proof refused: {reason}")
        self.proof = proof
        self.reason = reason

    def __reduce__(self) -> tuple[type[BadProof], tuple[str, str]]:
        return type(self), (self.proof, self.reason)


class BadSignature(ProtocolError):
    """A signature that is not its author's signature of these bytes."""


class CardLeak(ProtocolError):
    """An operation that would open a hidden card to somebody the rules do not let see it."""


class IllegalAct(ProtocolError):
    """An act that the referee of the game refuses."""


class OutOfOrder(ProtocolError):
    """A call that does not fit what the session is doing now; ``key`` says why to whoever puts it into words."""

    def __init__(self, why: str, key: str = "other") -> None:
        super().__init__(why)
        self.key = key


class MissingSecret(ProtocolError):
    """A secret of this node that its journal no longer holds: it is older than the game."""


class MissingOpening(MissingSecret):
    """The opening of an own sealed answer, which the others wait for, is in no journal and cannot be found again."""


class UnknownRules(ProtocolError):
    """The rules by which a game was played are not here."""


class Fault(Exception):
    """This program failed by itself: no refusal of anything, so it accuses nobody and nothing follows from it.

    ``doing`` says at what, in words; ``why`` is what was raised; ``trace`` is for whoever mends the program.
    """

    def __init__(self, doing: str, why: str, trace: str = "") -> None:
        super().__init__(f"this program failed {doing} ({why}); that says nothing about anybody")
        self.doing, self.why, self.trace = doing, why, trace

    def __reduce__(self) -> tuple[type[Fault], tuple[str, str, str]]:
        return type(self), (self.doing, self.why, self.trace)

    @classmethod
    def of(cls, doing: str, error: Exception) -> Fault:
        """The fault that an exception is, which nobody expected; what is a fault already stays what it is."""
        if isinstance(error, Fault):
            return error
        return cls(doing, repr(error)[:500], "".join(traceback.format_exception(error)))
