"""How 7 Wonders goes on: its flow, and the pieces of work there are."""

from __future__ import annotations

from dataclasses import dataclass

from ..kit.flow import Args, Flow, Verb, pop, push
from ..kit.state import Frame, Lasting
from .state import State

__all__ = ["FLOW", "Args", "Verb", "pop", "push"]

FLOW: Flow[State] = Flow()


@dataclass(frozen=True, slots=True)
class Allot(Lasting):
    """The lot for the boards was drawn, or for who chooses first; and with `sides` the lot for these."""

    boards: bool
    sides: bool


@dataclass(frozen=True, slots=True)
class TakeBoard(Frame):
    """A seat chooses a board."""


@dataclass(frozen=True, slots=True)
class TakeSides(Lasting):
    """All choose the side of their board, all at once."""


@dataclass(frozen=True, slots=True)
class BeginAge(Lasting):
    """The next age is dealt."""


@dataclass(frozen=True, slots=True)
class BeginTurn(Lasting):
    """The next turn of the age begins."""


@dataclass(frozen=True, slots=True)
class Choose(Lasting):
    """All choose a card and its use, all at once."""


@dataclass(frozen=True, slots=True)
class Earn(Lasting):
    """All have built: sold cards go to the pile, and what was built takes effect."""


@dataclass(frozen=True, slots=True)
class LastCards(Lasting):
    """After the last turn of an age: who may, uses the card that is left."""


@dataclass(frozen=True, slots=True)
class UseLast(Frame):
    """A seat uses the last card of its hand."""


@dataclass(frozen=True, slots=True)
class Searches(Lasting):
    """At the end of the turn: who has built such a stage looks through the discard pile."""


@dataclass(frozen=True, slots=True)
class Search(Frame):
    """A seat may build one card of the discard pile."""


@dataclass(frozen=True, slots=True)
class EndTurn(Lasting):
    """Hands are passed on, or the age ends."""


@dataclass(frozen=True, slots=True)
class Mix(Lasting):
    """The hands that have come are mixed, so that nobody can follow a card."""
