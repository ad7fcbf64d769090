"""The steps that an operation yields: who sends next, what is computed, who was caught.

An operation is a generator that reads top to bottom like its description. It never sends, receives or waits by
itself: it yields a ``MessageStep`` and gets back what the messages teach, a ``Computation`` and gets back the result, a
``PreparedPile`` and gets back a pile, a ``Conviction`` and goes on once the culprits have left. The session drives it,
live, from a journal or from a file, always in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Literal, TypeVar, cast

import msgspec

from protocol.elgamal import Ciphertext
from protocol.messages import Body

T = TypeVar("T")


class MessageStep(msgspec.Struct, frozen=True):
    """One step: each of ``authors`` says one message of ``kind``.

    ``produce(seat)`` makes the body for a seat of this node, or returns None while the driver has not decided;
    ``check(seat, body)`` returns what the message teaches and raises ``ProtocolError`` where it breaks the protocol.
    ``limit`` bounds the encoded body in bytes. ``why`` is a key of what is waited for. ``unique``: whether every valid
    message of an author has the same effect, so that the step needs no new confirmation.
    """

    kind: type[Any]
    authors: tuple[int, ...]
    produce: Callable[[int], Body | None]
    check: Callable[[int, Any], object]
    limit: int
    why: str
    unique: bool = False


class Computation(msgspec.Struct, frozen=True):
    """Heavy, pure work: ``function(*arguments)``, picklable, perhaps done in a worker process."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Conviction(msgspec.Struct, frozen=True):
    """Messages that were already taken turned out to break the protocol: their authors must leave."""

    seats: tuple[int, ...]
    kind: Literal["bad-proof", "bad-escrow", "illegal-act"]
    reason: str


class PreparedPile(msgspec.Struct, frozen=True):
    """A pile of exactly these cards that was mixed beside play, if one was asked for; None if not."""

    cards: tuple[Ciphertext, ...]


Request = MessageStep | Computation | Conviction | PreparedPile
Steps = Generator[Request, Any, T]


def exchange(request: MessageStep, taught: Callable[..., T] | type[T] | None = None) -> Steps[dict[int, T]]:
    """Carry out a step; what each author who is still there taught, by seat."""
    return cast("dict[int, T]", (yield request))


def compute(function: Callable[..., T], *arguments: Any) -> Steps[T]:
    """Carry out heavy work; its result."""
    return cast("T", (yield Computation(function, arguments)))
