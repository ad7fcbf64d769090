"""The value of a building, a stage or a sale to a city before the game is over, in hundredths of a point.

It is a guess: points are certain; all else (shields, symbols, resources, coins) is worth what it brought in games
between bots (`weights`). Whoever has time asks `playout` as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache

from tta_p2p.games.chance import Chance
from tta_p2p.games.seven_wonders.tables import AGES, CONFLICT, DEFEAT, SALE, TURNS

from .city import ALL_PIECES, RAW_COUNT, CityModel, Counts, Piece, science_points
from .weights import NORMAL, Weights

POINT_VALUE = 100
ALL_TURNS = TURNS * len(AGES)
MOST_LEAD = 40
"""No city has more shields than that ahead of another one."""
MOST_COINS = 200
MAX_RESOURCES = 1 << 13
"""So many values of resources are remembered."""
WHIMS = 32
"""So many valuations with whims are made of one; more would bring nothing."""


def turn_number(age: int, turn: int) -> int:
    """Give the number of a turn in the game, from 0."""
    return (max(age, 1) - 1) * TURNS + max(turn, 1) - 1


def turns_left(age: int, turn: int) -> int:
    """Give how many turns come after this one."""
    return max(0, ALL_TURNS - (max(age, 1) - 1) * TURNS - turn)


def count_pieces(cities: Sequence[CityModel], seat: int, counts: Counts) -> int:
    """Give how many are counted now."""
    _, colours, steps, of_stages = counts
    number, found = len(cities), 0
    for step in steps:
        city = cities[(seat + step) % number]
        if of_stages:
            found += city.stages_built
        else:
            for colour in colours:
                found += city.colours[colour]
    return found


class Valuation:
    """Worth of buildings, stages and coins by a table of weights, with as much worked out once as can be."""

    def __init__(self, weights: Weights = NORMAL) -> None:
        self.weights = weights
        self._fade = [self._faded(number) for number in range(ALL_TURNS)]
        self._fixed = [[self._fixed_value(piece, number) for piece in ALL_PIECES] for number in range(ALL_TURNS)]
        self._conflicts = [
            [self._conflicts_value(number, lead) for lead in range(-MOST_LEAD, MOST_LEAD + 1)]
            for number in range(ALL_TURNS)
        ]
        self._treasuries = [
            [coin * coins + scarce * min(coins, weights.scarce_coins) for coins in range(MOST_COINS)]
            for coin, scarce in zip(weights.coin, weights.scarce_coin, strict=True)
            for _ in range(TURNS)
        ]
        self._resources: dict[object, int] = {}

    def with_whims(self, chance: Chance, spread: int) -> Valuation:
        """Give one to which each building and stage is worth more or less, by chance; `spread`: standard deviation."""
        found = copy(self)
        # three even chances together have nearly a bell shape
        whims = [sum(chance.below(2 * spread + 1) - spread for _ in range(3)) for _ in ALL_PIECES]
        found._fixed = [[value + whim for value, whim in zip(row, whims, strict=True)] for row in self._fixed]
        return found

    # --- what depends on the turn alone --------------------------------------------------------------------------

    def _faded(self, number: int) -> int:
        """Give how many seventeenths lasting things are worth, between those of the first turns of the ages."""
        age, turn = divmod(number, TURNS)
        here, then = self.weights.fade[age], (*self.weights.fade, -1)[age + 1]
        return round(here + (then - here) * turn / TURNS) if number < ALL_TURNS - 1 else 0

    def _fixed_value(self, piece: Piece, number: int) -> int:
        """Give the part that depends on nothing else."""
        weights, age, left = self.weights, number // TURNS, ALL_TURNS - 1 - number
        total = POINT_VALUE * piece.points + weights.chain * piece.chain_count * (left > 0)
        ages = len(AGES) - age - 1 + (number % TURNS < TURNS - 1)
        total += weights.search * piece.search + weights.last_card * ages * piece.last_card
        total += weights.free_turn * ages * len(piece.free_turns)
        total += weights.free_colour * left // (ALL_TURNS - 1) * piece.free_colour
        return total + (weights.stage[age] if piece.stage else weights.colours[age][piece.colour])

    def _conflicts_value(self, number: int, lead: int) -> int:
        """Give what the conflicts with one neighbour still to come are worth with this lead."""
        age, total = number // TURNS + 1, 0
        for one in AGES[age - 1 :]:
            turns = (one - age) * TURNS + TURNS - number % TURNS - 1
            small, middle, large, most = self.weights.spread
            spread = small if turns < 3 else middle if turns < 7 else large if turns < 13 else most
            at = max(-spread, min(spread, 10 * lead))
            total += POINT_VALUE * (CONFLICT[one] * (spread + at) + DEFEAT * (spread - at)) // (2 * spread)
        return total

    # --- what depends on the cities ------------------------------------------------------------------------------

    def piece(self, cities: Sequence[CityModel], seat: int, piece: Piece, number: int) -> int:
        """Give what a building or stage is worth to a city in a turn, what it costs aside."""
        total = self._fixed[number][piece.number]
        if piece.fixed:
            return total
        own, left = cities[seat], ALL_TURNS - 1 - number
        after, before = cities[seat + 1 - len(cities)], cities[seat - 1]
        if piece.shields:
            value, more = self._conflicts[number], piece.shields
            lead = own.shields - after.shields + MOST_LEAD
            total += value[lead + more] - value[lead]
            lead = own.shields - before.shields + MOST_LEAD
            total += value[lead + more] - value[lead]
        if piece.symbols or piece.any_science:
            total += self._science(own, piece, self._fade[number])
            if self.weights.rival_symbol:
                total -= self.weights.rival_symbol * (after.symbol_count + before.symbol_count)
        if left:
            if piece.production or piece.choices:
                total += self._resources_value(own, after, before, piece) * self._fade[number] // (ALL_TURNS - 1)
            for place in piece.discounts:
                total += (
                    self._discount(after if place < 2 else before, place % 2) * self._fade[number] // (ALL_TURNS - 1)
                )
        if piece.income or piece.income_for:
            earned = piece.income
            for one in piece.income_for:
                earned += one[0] * (count_pieces(cities, seat, one) + _counts_itself(piece, one))
            if left:
                treasury = self._treasuries[number]
                total += treasury[own.coins + earned] - treasury[own.coins]
            else:
                total += POINT_VALUE * earned // 3
        if piece.points_for:
            growth = self.weights.growth
            for one in piece.points_for:
                number_counted = count_pieces(cities, seat, one) + _counts_itself(piece, one)
                total += POINT_VALUE * one[0] * number_counted * (growth + left) // growth
        if piece.wonder_points:
            missing = len(own.stages) - own.stages_built
            if missing <= left:
                total += piece.wonder_points * (self.weights.wonder if missing else POINT_VALUE)
        return total

    def _science(self, own: CityModel, piece: Piece, fade: int) -> int:
        weights, more = self.weights, 0
        compass, gear, tablet = symbols = own.symbols
        before = science_points(compass, gear, tablet, own.any_science)
        for place in piece.symbols:
            have = symbols[place]
            more += weights.symbol + weights.equal_symbol * have + weights.new_symbol * (not have)
            compass, gear, tablet = compass + (place == 0), gear + (place == 1), tablet + (place == 2)
        gained = science_points(compass, gear, tablet, own.any_science + piece.any_science) - before
        if piece.any_science:
            more += weights.symbol
        return POINT_VALUE * gained + more * fade // (ALL_TURNS - 1)

    def _discount(self, other: CityModel, manufactured: int) -> int:
        sold = other.sold
        part = sold.certain[RAW_COUNT:] if manufactured else sold.certain[:RAW_COUNT]
        some = sum(part) + sum((options[0] >= RAW_COUNT) == manufactured for options in sold.choices)
        return self.weights.discount[0] + self.weights.discount[1] * min(some, 4)

    def _resources_value(self, own: CityModel, after: CityModel, before: CityModel, piece: Piece) -> int:
        """Value symbols with the whole game to come: less where the city has some, or neighbours sell them."""
        known = self._resources
        key = (piece.number, own.made, after.sold, before.sold, own.stages_built, own.stages)
        if key in known:
            return known[key]
        if len(known) >= MAX_RESOURCES:
            known.clear()
        weights, total = self.weights, 0
        wants = own.wants() if weights.wanted else ()

        def one(place: int, more: int) -> int:
            have = min(3, own.made.having[place] + more)
            found = (weights.raw if place < RAW_COUNT else weights.manufactured)[have]
            if after.sold.certain[place] or before.sold.certain[place]:
                found = found * weights.bought // 12
            return found + weights.wanted if wants and wants[place] > have else found

        seen: list[int] = []
        for place in piece.production:
            total += one(place, seen.count(place))
            seen.append(place)
        for options in piece.choices:
            values = sorted((one(place, 0) for place in options), reverse=True)
            total += values[0] + sum(values[1:]) // 4
        if piece.for_sale:
            total += weights.sale * (len(piece.production) + len(piece.choices))
        known[key] = total
        return total

    def sale(self, own: CityModel, left: int) -> int:
        """Give what selling a card is worth."""
        if left:
            treasury = self._treasuries[ALL_TURNS - 1 - left]
            return treasury[own.coins + SALE] - treasury[own.coins]
        return POINT_VALUE * ((own.coins + SALE) // 3 - own.coins // 3)

    def payment(self, own: CityModel, paid: int, to_others: int, left: int) -> int:
        """Give what so many coins are worth that are paid, some of them to neighbours."""
        dear = self.weights.neighbour_coin
        if not left:
            return POINT_VALUE * (own.coins // 3 - (own.coins - paid) // 3) + 2 * dear * to_others + paid
        treasury = self._treasuries[ALL_TURNS - 1 - left]
        return treasury[own.coins] - treasury[own.coins - paid] + dear * to_others


@cache
def valuation(weights: Weights) -> Valuation:
    """Give the valuation by a table of weights."""
    return Valuation(weights)


@cache
def whimsical(weights: Weights, spread: int) -> tuple[Valuation, ...]:
    """Give valuations by a table of weights, each with whims of its own."""
    chance = Chance("whims")
    return tuple(valuation(weights).with_whims(chance, spread) for _ in range(WHIMS))


def _counts_itself(piece: Piece, counts: Counts) -> int:
    """Whether a building is one of those it counts."""
    return int(0 in counts[2] and piece.colour in counts[1])


PARTS = ("buildings", "treasury", "conflicts", "science", "guilds")
"""Where points come from, as advice names it."""


def score_parts(cities: Sequence[CityModel], seat: int) -> tuple[int, ...]:
    """Give the points of a city at the end by `PARTS`; stages count as buildings, what is counted as guilds."""
    own = cities[seat]
    counted = sum([one[0] * count_pieces(cities, seat, one) for one in own.points_for])
    if own.stages_built == len(own.stages):
        counted += own.wonder_points
    return own.points, own.coins // 3, own.tokens, science_points(*own.symbols, own.any_science), counted


def score(cities: Sequence[CityModel], seat: int) -> int:
    """Give the points of a city at the end."""
    return sum(score_parts(cities, seat))
