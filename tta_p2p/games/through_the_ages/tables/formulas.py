"""Formulas of the cards: numbers worked out for one civilization, "you".

"You" are whose card it is, or whom an event reaches. A formula is a plain ``int`` or one of these records.
"Workers of a kind" are workers standing on technologies of that kind; each has its card's level.
"""

from __future__ import annotations

from dataclasses import dataclass

from .words import Kind, Kinds, Stat


@dataclass(frozen=True, slots=True)
class Rating:
    """Your rating, total, points or production of one turn (corruption and consumption ignored)."""

    stat: Stat


@dataclass(frozen=True, slots=True)
class Workers:
    """The number of your workers on cards of these kinds."""

    kinds: Kinds


@dataclass(frozen=True, slots=True)
class WorkerLevels:
    """The sum of the levels of your workers on cards of these kinds (one level per worker)."""

    kinds: Kinds


@dataclass(frozen=True, slots=True)
class Types:
    """How many of these kinds you have at least one worker on."""

    kinds: Kinds


@dataclass(frozen=True, slots=True)
class Pairs:
    """The number of pairs of one worker of each of these kinds: the smallest of their numbers."""

    kinds: Kinds


@dataclass(frozen=True, slots=True)
class BestLevel:
    """The highest level among your cards of these kinds that have a worker; 0 with none."""

    kinds: Kinds


@dataclass(frozen=True, slots=True)
class BestOutput:
    """What one worker gives, as printed, on your worked card of this kind that prints most of this stat."""

    kind: Kind
    stat: Stat


@dataclass(frozen=True, slots=True)
class Output:
    """What your workers of these kinds give of these stats, with modifiers that name the kinds (``of``)."""

    kinds: Kinds
    stats: tuple[Stat, ...]


@dataclass(frozen=True, slots=True)
class HappyFaces:
    """Happy faces on your cards and workers of these kinds, extra faces included; unhappy faces are ignored.

    ``Kind.WONDER`` means finished wonders, ``Kind.GOVERNMENT`` the government.
    """

    kinds: Kinds


@dataclass(frozen=True, slots=True)
class Cards:
    """The number of your technologies in play of these kinds, with workers or without.

    With ``last_age`` only those of the last full age: III, in the short game II.
    """

    kinds: Kinds
    last_age: bool = False


@dataclass(frozen=True, slots=True)
class CardLevels:
    """The sum of the levels of your technologies in play of these kinds, once per card; no workers needed."""

    kinds: Kinds


@dataclass(frozen=True, slots=True)
class Colonies:
    """The number of your colonies."""


@dataclass(frozen=True, slots=True)
class Wonders:
    """The sum over your finished wonders, face-down ones too, of a value by their age (A, I, II, III)."""

    by_age: tuple[int, int, int, int] = (1, 1, 1, 1)


@dataclass(frozen=True, slots=True)
class ContentWorkers:
    """All your workers, unused ones too, less the discontent ones."""


@dataclass(frozen=True, slots=True)
class MineOutput:
    """Resources your mines produce in one turn, the doubled mine included, nothing else."""


@dataclass(frozen=True, slots=True)
class Food:
    """Food your civilization produces in one turn; that of farms alone if the table chose so (`agriculture-impact`)."""


@dataclass(frozen=True, slots=True)
class Consumption:
    """Food your civilization consumes in one turn."""


@dataclass(frozen=True, slots=True)
class RivalsAhead:
    """The number of civilizations with more of this stat than you; an equal one is not ahead."""

    stat: Stat


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """A number by how many play: two, three, four."""

    two: int
    three: int
    four: int


@dataclass(frozen=True, slots=True)
class Advantage:
    """In a war: the winner's strength less the loser's."""


@dataclass(frozen=True, slots=True)
class OfPartner:
    """A formula worked out for the other party of this pact."""

    formula: Formula


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of several formulas."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Times:
    """A formula times a factor, which may be a formula too."""

    factor: Formula
    formula: Formula


@dataclass(frozen=True, slots=True)
class Per:
    """One for every full ``size`` of a formula; with ``round_up`` also for a part of it."""

    size: int
    formula: Formula
    round_up: bool = False


@dataclass(frozen=True, slots=True)
class AtMost:
    """A formula, but not more than a limit."""

    limit: int
    formula: Formula


@dataclass(frozen=True, slots=True)
class Above:
    """How far a formula exceeds a number; 0 if it does not."""

    floor: int
    formula: Formula


@dataclass(frozen=True, slots=True)
class Smallest:
    """The smallest of several formulas."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class IfMore:
    """``then`` if the first formula is greater than the second, else 0."""

    formula: Formula
    than: Formula
    then: int


Formula = (
    int
    | Rating
    | Workers
    | WorkerLevels
    | Types
    | Pairs
    | BestLevel
    | BestOutput
    | Output
    | HappyFaces
    | Cards
    | CardLevels
    | Colonies
    | Wonders
    | ContentWorkers
    | MineOutput
    | Food
    | Consumption
    | RivalsAhead
    | ByPlayers
    | Advantage
    | OfPartner
    | Sum
    | Times
    | Per
    | AtMost
    | Above
    | Smallest
    | IfMore
)
