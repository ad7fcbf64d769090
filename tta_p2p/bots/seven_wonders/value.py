"""What a building, a stage or a sale is worth to a city before the game is over, in hundredths of a point.

It is a guess: points are certain; all else (shields, symbols, resources, coins) is worth what it brought in games
between bots. Whoever has time asks `playout` as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tta_p2p.games.seven_wonders.tables import AGES, CONFLICT, DEFEAT, SALE, TURNS

from .city import RAWS, City, Counts, Piece, science_points

POINT = 100
COIN = 38
SCARCE = 25
"""So much more each of the first coins is worth."""
FEW = 4
PAID = 12
"""What a coin of a neighbour costs."""
RAW_WORTH = (330, 180, 70, 20)
"""The first, second, … symbol of a raw material, with the whole game to come."""
MADE_WORTH = (300, 40, 10, 10)
SALES = 45
"""What others pay for a symbol in a whole game."""
CHAIN = 90
SYMBOL = 150
"""What a symbol of science is worth beyond its points, with the whole game to come, and more for each like it."""
LIKE = 110
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
def conflicts(age: int, turn: int, lead: int) -> int:
    """Give what the conflicts with one neighbour still to come are worth with this lead."""
    total = 0
    for one in AGES[age - 1 :]:
        spread = _spread((one - age) * TURNS + TURNS - turn)
        at = max(-spread, min(spread, lead))
        total += POINT * (CONFLICT[one] * (spread + at) + DEFEAT * (spread - at)) // (2 * spread)
    return total


def counted(cities: Sequence[City], seat: int, counts: Counts) -> int:
    """Give how many are counted now."""
    _, colours, steps, of_stages = counts
    if of_stages:
        return sum(cities[(seat + step) % len(cities)].standing for step in steps)
    return sum(cities[(seat + step) % len(cities)].colours[colour] for step in steps for colour in colours)


def coins(number: int) -> int:
    """Give what a treasury is worth while coins can still be spent."""
    return COIN * number + SCARCE * min(number, FEW)


def worth(cities: Sequence[City], seat: int, piece: Piece, age: int, turn: int) -> int:
    """Give what a building or stage is worth to a city, what it costs aside."""
    own, left = cities[seat], turns_left(age, turn)
    total = POINT * piece.points
    if piece.shields:
        for step in (1, -1):
            lead = own.shields - cities[(seat + step) % len(cities)].shields
            total += conflicts(age, turn, lead + piece.shields) - conflicts(age, turn, lead)
    if piece.symbols or piece.any_science:
        total += _science(own, piece, left)
    if left and (piece.made or piece.choices):
        total += _resources(cities, seat, piece) * left // (ALL_TURNS - 1)
    for place in piece.discounts:
        other = cities[(seat + (1 if place < 2 else -1)) % len(cities)]
        part = other.sold[RAWS:] if place % 2 else other.sold[:RAWS]
        some = sum(part) + sum((options[0] >= RAWS) == (place % 2) for options in other.sold_choices)
        total += (DISCOUNT[0] + DISCOUNT[1] * min(some, 4)) * left // (ALL_TURNS - 1)
    if piece.opens and left:
        total += CHAIN * piece.opens
    earned = piece.earned + sum(one[0] * (counted(cities, seat, one) + _itself(piece, one)) for one in piece.earned_for)
    if earned:
        total += coins(own.coins + earned) - coins(own.coins) if left else POINT * earned // 3
    for one in piece.points_for:
        total += POINT * one[0] * (counted(cities, seat, one) + _itself(piece, one)) * (24 + left) // 24
    if piece.for_wonder:
        missing = len(own.stages) - own.standing
        total += POINT * piece.for_wonder // (1 if not missing else 2) if missing <= left else 0
    ages = len(AGES) - age + (turn < TURNS)
    total += SEARCH * piece.search + LAST_CARD * ages * piece.last_card + FREE_TURN * ages * len(piece.free_turns)
    return total + FREE_COLOUR * left // (ALL_TURNS - 1) * piece.free_colour


def _itself(piece: Piece, counts: Counts) -> int:
    """Whether a building is one of those it counts."""
    return int(0 in counts[2] and piece.colour in counts[1])


def _science(own: City, piece: Piece, left: int) -> int:
    before = science_points(*own.symbols, own.any_science)
    after = list(own.symbols)
    more = 0
    for place in piece.symbols:
        more += SYMBOL + LIKE * after[place]
        after[place] += 1
    gained = science_points(*after, own.any_science + piece.any_science) - before
    if piece.any_science:
        more += SYMBOL
    return POINT * gained + more * left // (ALL_TURNS - 1)


def _resources(cities: Sequence[City], seat: int, piece: Piece) -> int:
    """What symbols are worth with the whole game to come: less where there are some, or neighbours sell them."""
    own, total = cities[seat], 0
    near = (cities[(seat + 1) % len(cities)], cities[(seat - 1) % len(cities)])

    def one(place: int, more: int) -> int:
        have = min(3, own.made[place] + more + sum(place in options for options in own.choices))
        found = (RAW_WORTH if place < RAWS else MADE_WORTH)[have]
        return found * 2 // 3 if any(city.sold[place] for city in near) else found

    seen: list[int] = []
    for place in piece.made:
        total += one(place, seen.count(place))
        seen.append(place)
    for options in piece.choices:
        found = sorted((one(place, 0) for place in options), reverse=True)
        total += found[0] + sum(found[1:]) // 4
    return total + SALES * piece.sold * (len(piece.made) + len(piece.choices))


def sale(own: City, left: int) -> int:
    """Give what selling a card is worth."""
    return coins(own.coins + SALE) - coins(own.coins) if left else POINT * ((own.coins + SALE) // 3 - own.coins // 3)


def expense(own: City, paid: int, to_others: int, left: int) -> int:
    """Give what so many coins are worth that are paid, some of them to neighbours."""
    if not left:
        return POINT * (own.coins // 3 - (own.coins - paid) // 3) + 2 * PAID * to_others + paid
    return coins(own.coins) - coins(own.coins - paid) + PAID * to_others


def score(cities: Sequence[City], seat: int) -> int:
    """Give the points of a city at the end."""
    own = cities[seat]
    total = own.points + own.coins // 3 + own.tokens + science_points(*own.symbols, own.any_science)
    total += sum(one[0] * counted(cities, seat, one) for one in own.points_for)
    return total + (own.for_wonder if own.standing == len(own.stages) else 0)
