"""The flow of 7 Wonders, and its pieces of work."""

from __future__ import annotations

from ..kit.flow import Args, Flow, Verb, pop, push
from ..kit.state import Frame, TableFrame
from .state import State

__all__ = ["FLOW", "Args", "Verb", "pop", "push"]

FLOW: Flow[State] = Flow()


class Allot(TableFrame, frozen=True):
    """The lot for the boards was drawn, or for who chooses first; and with `sides` the lot for these."""

    boards: bool
    sides: bool


class TakeBoard(Frame, frozen=True):
    """A seat chooses a board."""


class TakeSides(TableFrame, frozen=True):
    """All choose the side of their board, all at once."""


class BeginAge(TableFrame, frozen=True):
    """The next age is dealt."""


class BeginTurn(TableFrame, frozen=True):
    """The next turn of the age begins."""


class Choose(TableFrame, frozen=True):
    """All choose a card and its use, all at once."""


class Earn(TableFrame, frozen=True):
    """All have built: sold cards go to the pile, and what was built takes effect."""


class LastCards(TableFrame, frozen=True):
    """After the last turn of an age: who may, uses the card that is left."""


class UseLast(Frame, frozen=True):
    """A seat uses the last card of its hand."""


class Searches(TableFrame, frozen=True):
    """At the end of the turn: who has built such a stage looks through the discard pile."""


class Search(Frame, frozen=True):
    """A seat may build one card of the discard pile."""


class EndTurn(TableFrame, frozen=True):
    """Hands are passed on, or the age ends."""


class Mix(TableFrame, frozen=True):
    """The hands that have come are mixed, so that nobody can follow a card."""
