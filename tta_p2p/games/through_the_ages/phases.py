"""The frames of a turn that several modules answer or put down; who carries them out is said at each."""

from __future__ import annotations

from ..contract import Face
from .state import Frame, TableFrame
from .tables.words import Kinds


class FirstActions(Frame, frozen=True):
    """The action phase of the first round: cards are taken, nothing else."""


class Actions(Frame, frozen=True):
    """The action phase (its decision is put together in `turn`)."""


class PoliticsPhase(Frame, frozen=True):
    """The politics phase begins (`politics`)."""


class Politics(Frame, frozen=True):
    """Decide on a political action (`politics`); `second`: a further one, by Caesar."""

    second: bool = False


class ResolveWars(Frame, frozen=True):
    """Resolve the wars this seat declared (`wars`)."""


class Order(Frame, frozen=True):
    """An action ordered by an effect: it costs no civil or military action of its own.

    `what` is its verb (`develop` stands for revolutions too), `kinds` the kinds of technology it may be about,
    `discount` what it costs less, `paid` the civil actions spent on the card that orders it.
    """

    what: str
    kinds: Kinds
    discount: int
    source: Face
    paid: int = 0


class RowCards(Frame, frozen=True):
    """Take cards from the row worth up to `left` civil actions by agreement (`events`); `taken`: some already."""

    left: int
    taken: bool


class NextTurn(TableFrame, frozen=True):
    """The turn passes to the next seat, or the game ends."""
