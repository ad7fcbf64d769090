"""The value of a building, a stage or a sale to a city before the game is over, in hundredths of a point.

It is a guess: points are certain; all else (shields, symbols, resources, coins) is worth what it brought in games
between bots. Whoever has time asks `playout` as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tta_p2p.games.seven_wonders.tables import AGES, CONFLICT, DEFEAT, SALE, TURNS

from .city import RAW_COUNT, CityModel, Counts, Piece, science_points

POINT_VALUE = 100
COIN_VALUE = 38
SCARCE_COIN = 25
"""So much more each of the first coins is worth."""
SCARCE_COINS = 4
NEIGHBOUR_COIN = 12
"""What a coin of a neighbour costs."""
RAW_VALUES = (330, 180, 70, 20)
"""The first, second, … symbol of a raw material, with the whole game to come."""
MANUFACTURED_VALUES = (300, 40, 10, 10)
SALE_INCOME = 45
"""What others pay for a symbol in a whole game."""
CHAIN = 90
SYMBOL = 150
"""What a symbol of science is worth beyond its points, with the whole game to come, and more for each like it."""
EQUAL_SYMBOL = 110
SEARCH = 450
LAST_CARD = 230
FREE_TURN = 300
FREE_COLOUR = 350
DISCOUNT = (60, 40)
"""A discount, and more for each symbol it is for."""
ALL_TURNS = TURNS * len(AGES)


def turns_left(age: int, turn: int) -> int:
    """Give how many turns come after this one."""
    return max(0, ALL_TURNS - (max(age, 1) - 1) * TURNS - turn)


def _spread(turns: int) -> int:
    """By how many shields a rival may catch up in so many turns."""
    return 1 if turns < 3 else 2 if turns < 7 else 4 if turns < 13 else 6


@cache
def conflicts_value(age: int, turn: int, lead: int) -> int:
    """Give what the conflicts with one neighbour still to come are worth with this lead."""
    total = 0
    for one in AGES[age - 1 :]:
        spread = _spread((one - age) * TURNS + TURNS - turn)
        at = max(-spread, min(spread, lead))
        total += POINT_VALUE * (CONFLICT[one] * (spread + at) + DEFEAT * (spread - at)) // (2 * spread)
    return total


def count_pieces(cities: Sequence[CityModel], seat: int, counts: Counts) -> int:
    """Give how many are counted now."""
    _, colours, steps, of_stages = counts
    if of_stages:
        return sum(cities[(seat + step) % len(cities)].stages_built for step in steps)
    return sum(cities[(seat + step) % len(cities)].colours[colour] for step in steps for colour in colours)


def treasury_value(number: int) -> int:
    """Give what a treasury is worth while coins can still be spent."""
    return COIN_VALUE * number + SCARCE_COIN * min(number, SCARCE_COINS)


def piece_value(cities: Sequence[CityModel], seat: int, piece: Piece, age: int, turn: int) -> int:
    """Give what a building or stage is worth to a city, what it costs aside."""
    own, left = cities[seat], turns_left(age, turn)
    total = POINT_VALUE * piece.points
    if piece.shields:
        for step in (1, -1):
            lead = own.shields - cities[(seat + step) % len(cities)].shields
            total += conflicts_value(age, turn, lead + piece.shields) - conflicts_value(age, turn, lead)
    if piece.symbols or piece.any_science:
        total += _science_value(own, piece, left)
    if left and (piece.production or piece.choices):
        total += _resources_value(cities, seat, piece) * left // (ALL_TURNS - 1)
    for place in piece.discounts:
        other = cities[(seat + (1 if place < 2 else -1)) % len(cities)]
        part = other.sales[RAW_COUNT:] if place % 2 else other.sales[:RAW_COUNT]
        some = sum(part) + sum((options[0] >= RAW_COUNT) == (place % 2) for options in other.sale_choices)
        total += (DISCOUNT[0] + DISCOUNT[1] * min(some, 4)) * left // (ALL_TURNS - 1)
    if piece.chain_count and left:
        total += CHAIN * piece.chain_count
    earned = piece.income + sum(
        one[0] * (count_pieces(cities, seat, one) + _counts_itself(piece, one)) for one in piece.income_for
    )
    if earned:
        total += treasury_value(own.coins + earned) - treasury_value(own.coins) if left else POINT_VALUE * earned // 3
    for one in piece.points_for:
        total += (
            POINT_VALUE * one[0] * (count_pieces(cities, seat, one) + _counts_itself(piece, one)) * (24 + left) // 24
        )
    if piece.wonder_points:
        missing = len(own.stages) - own.stages_built
        total += POINT_VALUE * piece.wonder_points // (1 if not missing else 2) if missing <= left else 0
    ages = len(AGES) - age + (turn < TURNS)
    total += SEARCH * piece.search + LAST_CARD * ages * piece.last_card + FREE_TURN * ages * len(piece.free_turns)
    return total + FREE_COLOUR * left // (ALL_TURNS - 1) * piece.free_colour


def _counts_itself(piece: Piece, counts: Counts) -> int:
    """Whether a building is one of those it counts."""
    return int(0 in counts[2] and piece.colour in counts[1])


def _science_value(own: CityModel, piece: Piece, left: int) -> int:
    before = science_points(*own.symbols, own.any_science)
    after = list(own.symbols)
    more = 0
    for place in piece.symbols:
        more += SYMBOL + EQUAL_SYMBOL * after[place]
        after[place] += 1
    gained = science_points(*after, own.any_science + piece.any_science) - before
    if piece.any_science:
        more += SYMBOL
    return POINT_VALUE * gained + more * left // (ALL_TURNS - 1)


def _resources_value(cities: Sequence[CityModel], seat: int, piece: Piece) -> int:
    """Value symbols with the whole game to come: less where the city has some, or neighbours sell them."""
    own, total = cities[seat], 0
    near = (cities[(seat + 1) % len(cities)], cities[(seat - 1) % len(cities)])

    def one(place: int, more: int) -> int:
        have = min(3, own.production[place] + more + sum(place in options for options in own.choices))
        found = (RAW_VALUES if place < RAW_COUNT else MANUFACTURED_VALUES)[have]
        return found * 2 // 3 if any(city.sales[place] for city in near) else found

    seen: list[int] = []
    for place in piece.production:
        total += one(place, seen.count(place))
        seen.append(place)
    for options in piece.choices:
        found = sorted((one(place, 0) for place in options), reverse=True)
        total += found[0] + sum(found[1:]) // 4
    return total + SALE_INCOME * piece.for_sale * (len(piece.production) + len(piece.choices))


def sale_value(own: CityModel, left: int) -> int:
    """Give what selling a card is worth."""
    return (
        treasury_value(own.coins + SALE) - treasury_value(own.coins)
        if left
        else POINT_VALUE * ((own.coins + SALE) // 3 - own.coins // 3)
    )


def payment_value(own: CityModel, paid: int, to_others: int, left: int) -> int:
    """Give what so many coins are worth that are paid, some of them to neighbours."""
    if not left:
        return POINT_VALUE * (own.coins // 3 - (own.coins - paid) // 3) + 2 * NEIGHBOUR_COIN * to_others + paid
    return treasury_value(own.coins) - treasury_value(own.coins - paid) + NEIGHBOUR_COIN * to_others


def score(cities: Sequence[CityModel], seat: int) -> int:
    """Give the points of a city at the end."""
    own = cities[seat]
    total = own.points + own.coins // 3 + own.tokens + science_points(*own.symbols, own.any_science)
    total += sum(one[0] * count_pieces(cities, seat, one) for one in own.points_for)
    return total + (own.wonder_points if own.stages_built == len(own.stages) else 0)
