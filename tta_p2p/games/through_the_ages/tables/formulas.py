"""Formulas of the cards: numbers worked out for one civilization, "you".

"You" are whose card it is, or whom an event reaches. A formula is a plain ``int`` or one of these records.
"Workers of a kind" are workers standing on technologies of that kind; each has its card's level.
"""

from __future__ import annotations

from ...kit.records import Record
from .words import Kind, Kinds, Stat


class Rating(Record, frozen=True):
    """Your rating, total, points or production of one turn (corruption and consumption ignored)."""

    stat: Stat


class Workers(Record, frozen=True):
    """The number of your workers on cards of these kinds."""

    kinds: Kinds


class WorkersOn(Record, frozen=True):
    """The number of your workers on this card."""

    card: str


class WorkerLevels(Record, frozen=True):
    """The sum of the levels of your workers on cards of these kinds (one level per worker)."""

    kinds: Kinds


class Types(Record, frozen=True):
    """The number of these kinds on which you have at least one worker."""

    kinds: Kinds


class Pairs(Record, frozen=True):
    """The number of pairs of one worker of each of these kinds: the smallest of their numbers."""

    kinds: Kinds


class BestLevel(Record, frozen=True):
    """The highest level among your cards of these kinds that have a worker; 0 with none."""

    kinds: Kinds


class BestOutput(Record, frozen=True):
    """The printed output of one worker on your worked card of this kind that prints most of this stat."""

    kind: Kind
    stat: Stat


class Output(Record, frozen=True):
    """The output of your workers of these kinds in these stats, with modifiers that name the kinds (``of``)."""

    kinds: Kinds
    stats: tuple[Stat, ...]


class HappyFaces(Record, frozen=True):
    """Happy faces on your cards and workers of these kinds, extra faces included; unhappy faces are ignored.

    ``Kind.WONDER`` means finished wonders, ``Kind.GOVERNMENT`` the government.
    """

    kinds: Kinds


class Cards(Record, frozen=True):
    """The number of your technologies in play of these kinds, with workers or without.

    With ``last_age`` only those of the last full age: III, in the short game II.
    """

    kinds: Kinds
    last_age: bool = False


class CardLevels(Record, frozen=True):
    """The sum of the levels of your technologies in play of these kinds, once per card; no workers needed."""

    kinds: Kinds


class Colonies(Record, frozen=True):
    """The number of your colonies."""


class Wonders(Record, frozen=True):
    """The sum over your finished wonders, face-down ones too, of a value by their age (A, I, II, III)."""

    by_age: tuple[int, int, int, int] = (1, 1, 1, 1)


class ContentWorkers(Record, frozen=True):
    """All your workers, unused ones too, less the discontent ones."""


class BestArmy(Record, frozen=True):
    """The bonus your tactic adds for the best of your armies, air forces aside; 0 without an army."""


class FarmOutput(Record, frozen=True):
    """Food your farms produce in one turn, nothing else."""


class MineOutput(Record, frozen=True):
    """Resources your mines produce in one turn, the doubled mine included, nothing else."""


class Food(Record, frozen=True):
    """Food your civilization produces in one turn; that of farms alone if the table chose so (`agriculture-impact`)."""


class Consumption(Record, frozen=True):
    """Food your civilization consumes in one turn."""


class RivalsAhead(Record, frozen=True):
    """The number of civilizations with more of this stat than you; an equal one is not ahead."""

    stat: Stat


class ByPlayers(Record, frozen=True):
    """A number by how many play: two, three, four."""

    two: int
    three: int
    four: int


class Advantage(Record, frozen=True):
    """In a war: the winner's strength less the loser's."""


class OfPartner(Record, frozen=True):
    """A formula worked out for the other party of this pact."""

    formula: Formula


class Sum(Record, frozen=True):
    """The sum of several formulas."""

    parts: tuple[Formula, ...]


class Times(Record, frozen=True):
    """A formula times a factor, which may be a formula too."""

    factor: Formula
    formula: Formula


class Per(Record, frozen=True):
    """One for every full ``size`` of a formula; with ``round_up`` also for a part of it."""

    size: int
    formula: Formula
    round_up: bool = False


class AtMost(Record, frozen=True):
    """A formula, but not more than a limit."""

    limit: int
    formula: Formula


class Above(Record, frozen=True):
    """The excess of a formula over a number; 0 if there is none."""

    floor: int
    formula: Formula


class Smallest(Record, frozen=True):
    """The smallest of several formulas."""

    parts: tuple[Formula, ...]


class IfMore(Record, frozen=True):
    """``then`` if the first formula is greater than the second, else 0."""

    formula: Formula
    than: Formula
    then: int


Formula = (
    int
    | Rating
    | Workers
    | WorkersOn
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
    | BestArmy
    | FarmOutput
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
