"""The frames of a turn that several modules answer or put down; who carries them out is said at each."""

from __future__ import annotations

from dataclasses import dataclass

from ..contract import Face
from .state import Frame, Lasting
from .tables.words import Kinds


@dataclass(frozen=True, slots=True)
class FirstActions(Frame):
    """The action phase of the first round: cards are taken, nothing else."""


@dataclass(frozen=True, slots=True)
class Actions(Frame):
    """The action phase (its decision is put together in `turn`)."""


@dataclass(frozen=True, slots=True)
class PoliticsPhase(Frame):
    """The politics phase begins (`politics`)."""


@dataclass(frozen=True, slots=True)
class Politics(Frame):
    """Decide on a political action (`politics`); `second`: a further one, by Caesar."""

    second: bool = False


@dataclass(frozen=True, slots=True)
class ResolveWars(Frame):
    """Resolve the wars this seat declared (`wars`)."""


@dataclass(frozen=True, slots=True)
class Order(Frame):
    """An action ordered by an effect: it costs no civil or military action of its own.

    `what` is its verb (`develop` stands for revolutions too), `kinds` the kinds of technology it may be about,
    `discount` what it costs less, `paid` the civil actions spent on the card that orders it.
    """

    what: str
    kinds: Kinds
    discount: int
    source: Face
    paid: int = 0


@dataclass(frozen=True, slots=True)
class RowCards(Frame):
    """Take cards from the row worth up to `left` civil actions by agreement (`events`); `taken`: some already."""

    left: int
    taken: bool


@dataclass(frozen=True, slots=True)
class NextTurn(Lasting):
    """The turn passes to the next seat, or the game ends."""
