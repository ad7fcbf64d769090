"""Words of the cards: kinds and their groups, derived numbers, whom events reach, when things happen."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """The kind of a card; technologies are told apart down to the type of building or unit."""

    FARM = "farm"
    MINE = "mine"
    LAB = "lab"
    TEMPLE = "temple"
    LIBRARY = "library"
    THEATER = "theater"
    ARENA = "arena"
    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"
    AIR_FORCE = "air-force"
    LAW = "law"
    WARFARE = "warfare"
    EXPLORATION = "exploration"
    CONSTRUCTION = "construction"
    GOVERNMENT = "government"
    LEADER = "leader"
    WONDER = "wonder"
    ACTION = "action"
    EVENT = "event"
    TERRITORY = "territory"
    TACTIC = "tactic"
    AGGRESSION = "aggression"
    WAR = "war"
    PACT = "pact"
    BONUS = "bonus"


Kinds = tuple[Kind, ...]

PRODUCTION: Kinds = (Kind.FARM, Kind.MINE)
URBAN: Kinds = (Kind.LAB, Kind.TEMPLE, Kind.LIBRARY, Kind.THEATER, Kind.ARENA)
BUILDINGS: Kinds = PRODUCTION + URBAN
UNITS: Kinds = (Kind.INFANTRY, Kind.CAVALRY, Kind.ARTILLERY, Kind.AIR_FORCE)
WORKER_KINDS: Kinds = BUILDINGS + UNITS
SPECIAL: Kinds = (Kind.LAW, Kind.WARFARE, Kind.EXPLORATION, Kind.CONSTRUCTION)
TECHNOLOGIES: Kinds = (*WORKER_KINDS, *SPECIAL, Kind.GOVERNMENT)


class Stat(StrEnum):
    """A derived number of a civilization: ratings, totals of actions, hand limits, production of one turn."""

    SCIENCE = "science"
    CULTURE = "culture"
    STRENGTH = "strength"
    HAPPY = "happy"
    CIVIL_ACTIONS = "civil-actions"
    MILITARY_ACTIONS = "military-actions"
    CIVIL_HAND = "civil-hand"
    MILITARY_HAND = "military-hand"
    FOOD = "food-production"
    RESOURCE = "resource-production"
    CULTURE_POINTS = "culture-points"
    DISCONTENT = "discontent"


class Who(StrEnum):
    """The players that a part of an event reaches; all others are untouched.

    Ties are broken for the current player, then clockwise, except where the name begins with ``all``.
    With two players the ``two-…`` selectors mean one civilization.
    """

    ALL = "all"
    STRONGEST = "strongest"
    WEAKEST = "weakest"
    TWO_STRONGEST = "two-strongest"
    TWO_WEAKEST = "two-weakest"
    MOST_CULTURE = "most-culture"
    LEAST_CULTURE = "least-culture"
    ALL_HAPPIEST = "all-happiest"
    ALL_MOST_DISCONTENT = "all-most-discontent"


class When(StrEnum):
    """The trigger of an :class:`On` ability of a card in play."""

    TAKE_TECHNOLOGY = "take-technology"  # you took a technology card from the row
    DEVELOP = "develop"  # a technology was developed: paid and in play; a revolution is one too
    REVOLUTION = "revolution"  # you changed your government by revolution
    ATTACKED = "attacked"  # an aggression or a war was played against you
    COMPLETE = "complete"  # this wonder was finished just now
    END_OF_TURN = "end-of-turn"  # your turn ends: before the uprising check, even in an uprising
    LEAVE_OR_END = "leave-or-end"  # it leaves play for any reason, or the game ends (before end events)


class Step(StrEnum):
    """A step of the production phase."""

    CORRUPTION = "corruption"
    FOOD = "food"
    CONSUMPTION = "consumption"
    RESOURCE = "resource"
