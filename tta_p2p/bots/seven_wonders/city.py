"""A city as a bot reckons with it: sums instead of lists of effects, changed in place, thousands of times a choice.

Only `play` makes them, from a state of the rules; what a city can pay for is worked out once more here, because a bot
wants the cheapest way alone, and wants it fast.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import count

from tta_p2p.games.seven_wonders.index import stages
from tta_p2p.games.seven_wonders.state import State
from tta_p2p.games.seven_wonders.tables import BOARD, CARDS, PRICE
from tta_p2p.games.seven_wonders.tables.model import (
    COLOURS,
    FOR_SALE,
    RAW,
    RESOURCES,
    SIDES,
    SYMBOLS,
    AnyScience,
    Cards,
    Coins,
    CoinsFor,
    Discount,
    Effect,
    FreeColour,
    FreeTurn,
    FromDiscards,
    LastCard,
    Makes,
    Points,
    PointsFor,
    PointsForWonder,
    Price,
    Science,
    Shields,
    Side,
)

RAW_COUNT = len(RAW)
ResourceChoices = tuple[tuple[int, ...], ...]
"""Symbols with a choice: the places of the resources each can be."""
Counts = tuple[int, tuple[int, ...], tuple[int, ...], bool]
"""So much for each: number, places of colours, steps to the cities that are counted, whether stages are counted."""
_STEP = {"left": 1, "own": 0, "right": -1}


class Goods:
    """Resources a city makes in a turn, or sells; two that are alike are one object (`goods`): tables find it fast."""

    __slots__ = ("certain", "choices", "having")

    def __init__(self, certain: tuple[int, ...], choices: ResourceChoices) -> None:
        self.certain = certain
        """How many of each resource."""
        self.choices = choices
        """Further symbols, each of which can be one of several."""
        self.having = tuple(
            number + sum(place in options for options in choices) for place, number in enumerate(certain)
        )
        """How many symbols can be each resource."""


@lru_cache(1 << 13)
def goods(certain: tuple[int, ...], choices: ResourceChoices) -> Goods:
    """Give the goods of these symbols."""
    return Goods(certain, choices)


NO_GOODS = goods((0,) * len(RESOURCES), ())


def _with_symbols(made: Goods, production: tuple[int, ...], choices: ResourceChoices) -> Goods:
    certain = list(made.certain)
    for place in production:
        certain[place] += 1
    return goods(tuple(certain), tuple(sorted((*made.choices, *choices))) if choices else made.choices)


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A building or a stage: what it costs and brings, taken apart once."""

    name: str
    colour: int
    """Place among `COLOURS`; -1 for a stage."""
    coins: int
    need: tuple[int, ...]
    chains_from: frozenset[str]
    production: tuple[int, ...]
    choices: ResourceChoices
    for_sale: bool
    shields: int
    symbols: tuple[int, ...]
    any_science: int
    points: int
    income: int
    income_for: tuple[Counts, ...]
    points_for: tuple[Counts, ...]
    wonder_points: int
    discounts: tuple[int, ...]
    """Places in `CityModel.prices`."""
    search: bool
    last_card: bool
    free_colour: bool
    free_turns: tuple[int, ...]
    chain_count: int
    """How many buildings of later ages it makes free."""
    number: int
    """Its place in tables of all buildings and stages."""
    stage: int
    """Which stage it is, from 1; 0 for a building."""
    age: int
    fixed: bool
    """Whether what it is worth depends on nothing but the turn."""


_numbers = count()
ALL_PIECES: list[Piece] = []
"""Every building and stage, in the order of their numbers."""


def _counts(one: CoinsFor | PointsFor) -> Counts:
    counted = one.counted
    colours = tuple(COLOURS.index(colour) for colour in counted.colours) if isinstance(counted, Cards) else ()
    return one.number, colours, tuple(_STEP[where] for where in counted.where), not isinstance(counted, Cards)


def _piece(
    name: str, colour: int, cost: Price, after: tuple[str, ...], effects: tuple[Effect, ...], opens: int = 0,
    stage: int = 0, age: int = 0,
) -> Piece:  # fmt: skip
    made = [one.options for one in effects if isinstance(one, Makes)]
    discounts = [
        2 * (where == "right") + (one.resources[0] not in RAW)
        for one in effects
        if isinstance(one, Discount)
        for where in one.where
    ]
    dynamic = (Shields, Science, AnyScience, Makes, Discount, Coins, CoinsFor, PointsFor, PointsForWonder)
    made_piece = Piece(
        name,
        colour,
        cost.coins,
        cost.resources,
        frozenset(after),
        tuple(RESOURCES.index(one[0]) for one in made if len(one) == 1),
        tuple(tuple(RESOURCES.index(each) for each in one) for one in made if len(one) > 1),
        colour >= 0 and COLOURS[colour] in FOR_SALE,
        sum(one.number for one in effects if isinstance(one, Shields)),
        tuple(SYMBOLS.index(one.symbol) for one in effects if isinstance(one, Science)),
        sum(isinstance(one, AnyScience) for one in effects),
        sum(one.number for one in effects if isinstance(one, Points)),
        sum(one.number for one in effects if isinstance(one, Coins)),
        tuple(_counts(one) for one in effects if isinstance(one, CoinsFor)),
        tuple(_counts(one) for one in effects if isinstance(one, PointsFor)),
        sum(one.number for one in effects if isinstance(one, PointsForWonder)),
        tuple(discounts),
        any(isinstance(one, FromDiscards) for one in effects),
        any(isinstance(one, LastCard) for one in effects),
        any(isinstance(one, FreeColour) for one in effects),
        tuple(one.turn for one in effects if isinstance(one, FreeTurn)),
        opens,
        next(_numbers),
        stage,
        age,
        not any(isinstance(one, dynamic) for one in effects),
    )
    ALL_PIECES.append(made_piece)
    return made_piece


PIECES: dict[str, Piece] = {
    face: _piece(
        card.name,
        COLOURS.index(card.colour),
        card.cost,
        card.after,
        card.effects,
        sum(card.name in other.after for other in CARDS.values()),
        age=card.age,
    )
    for face, card in CARDS.items()
}
"""Every building by its face."""


STAGES: dict[tuple[str, Side], tuple[Piece, ...]] = {
    (wonder, side): tuple(
        _piece("", -1, one.cost, (), one.effects, stage=number)
        for number, one in enumerate(stages(wonder, side), start=1)
    )
    for wonder in BOARD
    for side in SIDES
}
"""The stages of every side of every board."""


@dataclass(slots=True)
class CityModel:
    """The possessions of one seat; `add` puts a building or stage among them."""

    stages: tuple[Piece, ...] = ()
    stages_built: int = 0
    coins: int = 0
    tokens: int = 0
    names: set[str] = field(default_factory=set)
    colours: list[int] = field(default_factory=lambda: [0] * len(COLOURS))
    made: Goods = NO_GOODS
    sold: Goods = NO_GOODS
    """What neighbours can buy of that."""
    prices: tuple[int, ...] = (PRICE,) * 4
    """Of the left: raw, manufactured; of the right: raw, manufactured."""
    shields: int = 0
    symbols: list[int] = field(default_factory=lambda: [0] * len(SYMBOLS))
    any_science: int = 0
    points: int = 0
    points_for: tuple[Counts, ...] = ()
    wonder_points: int = 0
    search: bool = False
    """Whether the discard pile is to be searched at the end of the turn."""
    last_card: bool = False
    free_colour: bool = False
    free_turns: tuple[int, ...] = ()
    active: bool = True

    def add(self, piece: Piece) -> None:
        """Put a building or the next stage into it; the caller, which sees all cities, adds its income."""
        if piece.colour >= 0:
            self.names.add(piece.name)
            self.colours[piece.colour] += 1
        else:
            self.stages_built += 1
        if piece.production or piece.choices:
            self.made = _with_symbols(self.made, piece.production, piece.choices)
            if piece.for_sale:
                self.sold = _with_symbols(self.sold, piece.production, piece.choices)
        if piece.discounts:
            self.prices = tuple(
                [PRICE - 1 if place in piece.discounts else price for place, price in enumerate(self.prices)]
            )
        for place in piece.symbols:
            self.symbols[place] += 1
        self.shields += piece.shields
        self.any_science += piece.any_science
        self.points += piece.points
        self.points_for += piece.points_for
        self.wonder_points += piece.wonder_points
        self.search = self.search or piece.search
        self.last_card = self.last_card or piece.last_card
        self.free_colour = self.free_colour or piece.free_colour
        self.free_turns += piece.free_turns

    @property
    def symbol_count(self) -> int:
        """The number of its symbols of science."""
        return sum(self.symbols)

    def wants(self) -> tuple[int, ...]:
        """Give how many of each resource the dearest stage to come asks for."""
        needs = [piece.need for piece in self.stages[self.stages_built :]]
        return tuple(map(max, zip(*needs, strict=True))) if needs else ()

    def copy(self) -> CityModel:
        """Give a city that can be changed without touching this one."""
        return CityModel(
            self.stages, self.stages_built, self.coins, self.tokens, self.names.copy(), self.colours.copy(),
            self.made, self.sold, self.prices, self.shields, self.symbols.copy(), self.any_science, self.points,
            self.points_for, self.wonder_points, self.search, self.last_card, self.free_colour, self.free_turns,
            self.active,
        )  # fmt: skip


def city_of(s: State, seat: int) -> CityModel:
    """Give the city of a seat."""
    found = CityModel(STAGES[s.wonders[seat], s.side(seat)] if s.wonders[seat] else ())
    if s.wonders[seat]:
        found.made = found.sold = _with_symbols(NO_GOODS, (RESOURCES.index(BOARD[s.wonders[seat]].makes),), ())
    for piece in found.stages[: s.stages[seat]]:
        found.add(piece)
    for face in s.built[seat]:
        found.add(PIECES[face])
    found.search = seat in s.searching
    found.coins, found.tokens = s.coins[seat], sum(s.tokens[seat])
    found.active = s.left[seat] is None
    return found


@cache
def science_points(compass: int, gear: int, tablet: int, free: int) -> int:
    """Give the points of so many symbols of each kind and so many free ones."""
    if free:
        return max(
            science_points(compass + (one == 0), gear + (one == 1), tablet + (one == 2), free - 1) for one in range(3)
        )
    return compass**2 + gear**2 + tablet**2 + 7 * min(compass, gear, tablet)


# --- paying --------------------------------------------------------------------------------------------------


MAX_PAYMENTS = 1 << 17
"""So many payments are remembered: those of about one game."""
_payments: dict[object, tuple[int, int] | None] = {}


def cheapest_payment(piece: Piece, own: CityModel, left: CityModel, right: CityModel) -> tuple[int, int] | None:
    """Give the cheapest way to pay for resources: coins to the left and to the right; None if there is none."""
    key = piece.need, own.made, left.sold, right.sold, own.prices
    try:
        return _payments[key]
    except KeyError:
        if len(_payments) >= MAX_PAYMENTS:
            _payments.clear()
        lacking = tuple(
            [number - have if number > have else 0 for number, have in zip(piece.need, own.made.certain, strict=True)]
        )
        found = _payments[key] = (
            _cheapest_purchase(lacking, own.made.choices, left.sold, right.sold, own.prices) if any(lacking) else (0, 0)
        )
        return found


@lru_cache(1 << 12)
def _counts_of(choices: ResourceChoices) -> tuple[int, ...]:
    """Give how many of these symbols can be each resource."""
    return tuple(sum(place in options for options in choices) for place in range(len(RESOURCES)))


def _cheapest_purchase(
    need: tuple[int, ...], own: ResourceChoices, left: Goods, right: Goods, prices: tuple[int, ...]
) -> tuple[int, int] | None:
    if any(
        number > mine + one + other
        for number, mine, one, other in zip(need, _counts_of(own), left.having, right.having, strict=True)
        if number
    ):
        return None
    units = [place for place, number in enumerate(need) for _ in range(number)]
    certain = (list(left.certain), list(right.certain))
    choices = (left.choices, right.choices)
    used = (set[int](), set[int](), set[int]())
    best: tuple[int, int] | None = None
    least = 1 << 30

    def give(at: int, to_left: int, to_right: int) -> None:
        nonlocal best, least
        if to_left + to_right >= least:
            return
        if at == len(units):
            best, least = (to_left, to_right), to_left + to_right
            return
        place = units[at]
        for number, options in enumerate(own):
            if place in options and number not in used[2]:
                used[2].add(number)
                give(at + 1, to_left, to_right)
                used[2].discard(number)
        cheaper = 0 if prices[place >= RAW_COUNT] <= prices[2 + (place >= RAW_COUNT)] else 1
        for side in (cheaper, 1 - cheaper):
            paid = prices[2 * side + (place >= RAW_COUNT)]
            after = (to_left + paid, to_right) if side == 0 else (to_left, to_right + paid)
            if certain[side][place]:
                certain[side][place] -= 1
                give(at + 1, *after)
                certain[side][place] += 1
                continue
            for number, options in enumerate(choices[side]):
                if place in options and number not in used[side]:
                    used[side].add(number)
                    give(at + 1, *after)
                    used[side].discard(number)

    give(0, 0, 0)
    return best
