"""Types for the print of cards and of sides of boards, and their effects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Resource: TypeAlias = Literal["wood", "stone", "ore", "clay", "glass", "papyrus", "cloth"]
Colour: TypeAlias = Literal["brown", "grey", "blue", "yellow", "red", "green", "purple"]
Symbol: TypeAlias = Literal["compass", "gear", "tablet"]
Where: TypeAlias = Literal["left", "own", "right"]
Side: TypeAlias = Literal["day", "night"]

RAW: tuple[Resource, ...] = ("wood", "stone", "ore", "clay")
MADE: tuple[Resource, ...] = ("glass", "papyrus", "cloth")
RESOURCES: tuple[Resource, ...] = (*RAW, *MADE)
COLOURS: tuple[Colour, ...] = ("brown", "grey", "blue", "yellow", "red", "green", "purple")
FOR_SALE: tuple[Colour, ...] = ("brown", "grey")
"""Neighbours may buy what cards of these colours give."""
SYMBOLS: tuple[Symbol, ...] = ("compass", "gear", "tablet")
NEIGHBOURS: tuple[Where, ...] = ("left", "right")
AROUND: tuple[Where, ...] = ("left", "own", "right")
AGES = (1, 2, 3)
SIDES: tuple[Side, ...] = ("day", "night")


@dataclass(frozen=True, slots=True)
class Price:
    """A price: coins to the bank, and resources that are made or bought."""

    coins: int = 0
    wood: int = 0
    stone: int = 0
    ore: int = 0
    clay: int = 0
    glass: int = 0
    papyrus: int = 0
    cloth: int = 0

    @property
    def resources(self) -> tuple[int, ...]:
        """The number of each resource, in the order of `RESOURCES`."""
        return tuple(getattr(self, one) for one in RESOURCES)


FREE = Price()


# --- effects -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Points:
    """Victory points."""

    number: int


@dataclass(frozen=True, slots=True)
class Shields:
    """Military strength."""

    number: int


@dataclass(frozen=True, slots=True)
class Science:
    """A science symbol."""

    symbol: Symbol


@dataclass(frozen=True, slots=True)
class AnyScience:
    """One science symbol, whichever scores most at the end."""


@dataclass(frozen=True, slots=True)
class Makes:
    """One resource every turn: one of these. A card that makes two of a kind has this twice."""

    options: tuple[Resource, ...]


@dataclass(frozen=True, slots=True)
class Discount:
    """These resources cost 1 coin each from these neighbours."""

    resources: tuple[Resource, ...]
    where: tuple[Where, ...]


@dataclass(frozen=True, slots=True)
class Coins:
    """Coins from the bank, once."""

    number: int


@dataclass(frozen=True, slots=True)
class Cards:
    """Counts cards of these colours in these cities."""

    colours: tuple[Colour, ...]
    where: tuple[Where, ...]


@dataclass(frozen=True, slots=True)
class Stages:
    """Counts the stages that are built in these cities."""

    where: tuple[Where, ...]


Counted: TypeAlias = Cards | Stages


@dataclass(frozen=True, slots=True)
class CoinsFor:
    """So many coins from the bank for each that is counted, once, when all of the turn have built."""

    number: int
    counted: Counted


@dataclass(frozen=True, slots=True)
class PointsFor:
    """So many victory points for each that is counted at the end."""

    number: int
    counted: Counted


@dataclass(frozen=True, slots=True)
class PointsForWonder:
    """Victory points if all stages of the own board are built."""

    number: int


@dataclass(frozen=True, slots=True)
class FromDiscards:
    """At the end of the turn a card of the discard pile may be built without cost."""


@dataclass(frozen=True, slots=True)
class LastCard:
    """The last card of the hand is kept in the last turn of an age, and used after it."""


@dataclass(frozen=True, slots=True)
class FreeColour:
    """A card of a colour that is not in the city yet costs nothing."""


@dataclass(frozen=True, slots=True)
class FreeTurn:
    """The card built in this turn of an age costs nothing."""

    turn: int


Effect: TypeAlias = (
    Points
    | Shields
    | Science
    | AnyScience
    | Makes
    | Discount
    | Coins
    | CoinsFor
    | PointsFor
    | PointsForWonder
    | FromDiscards
    | LastCard
    | FreeColour
    | FreeTurn
)
EFFECTS: tuple[type, ...] = Effect.__args__


# --- cards and boards ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Card:
    """A building.

    `copies`: for each copy, from how many players on it is in the deck; guilds have none, they are drawn by lot.
    `after`: buildings of which any one makes this card free. `building`: the name no city may hold twice, where it
    differs from the face.
    """

    face: str
    age: int
    colour: Colour
    copies: tuple[int, ...]
    effects: tuple[Effect, ...]
    cost: Price = FREE
    after: tuple[str, ...] = ()
    building: str = ""

    @property
    def name(self) -> str:
        """The building this is: no city holds two of one name."""
        return self.building or self.face


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a wonder."""

    cost: Price
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A wonder: what it makes from the start, and the stages of both sides."""

    name: str
    makes: Resource
    day: tuple[Stage, ...]
    night: tuple[Stage, ...]

    def stages(self, side: Side) -> tuple[Stage, ...]:
        """Give the stages of a side."""
        return self.day if side == "day" else self.night


def twice(resource: Resource) -> tuple[Makes, Makes]:
    """Give the effects of a card that makes two of a resource."""
    return Makes((resource,)), Makes((resource,))
