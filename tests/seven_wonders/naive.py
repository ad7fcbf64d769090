"""A simple reading of the rules, from `reference` alone: what things cost, earn and score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement

from tta_p2p.games.seven_wonders.state import State

from .reference import CARDS, SIDES


@dataclass(frozen=True)
class Card:
    face: str
    age: int
    colour: str
    cost: str
    copies: tuple[int, ...]
    after: tuple[str, ...]
    effects: tuple[str, ...]


def _card(line: str) -> Card:
    face, age, colour, cost, copies, after, effects = line.split()
    each = () if copies == "guild" else tuple(int(one) for one in copies.split(","))
    free = () if after == "-" else tuple(after.split(","))
    return Card(face, int(age), colour, cost.strip("-"), each, free, tuple(effects.split(",")))


ALL = {card.face: card for card in map(_card, CARDS.split("\n")[1:-1])}


@dataclass(frozen=True)
class SideOfBoard:
    wonder: str
    side: str
    makes: str
    stages: tuple[tuple[str, tuple[str, ...]], ...]


def _side(line: str) -> SideOfBoard:
    wonder, side, makes, *stages = line.split()
    each = (one.partition(":") for one in stages)
    return SideOfBoard(wonder, side, makes, tuple((cost, tuple(effects.split(","))) for cost, _, effects in each))


BOARDS = {(one.wonder, one.side): one for one in map(_side, SIDES.split("\n")[1:-1])}
NO_BOARD = SideOfBoard("", "", "", ())


# --- cities --------------------------------------------------------------------------------------------------


def board(s: State, seat: int) -> SideOfBoard:
    # Who left before it had chosen a board has none: nothing is made there, and nothing can be built.
    return BOARDS[s.wonders[seat], s.side(seat)] if s.wonders[seat] else NO_BOARD


def effects(s: State, seat: int) -> list[str]:
    done = [effect for _, stage in board(s, seat).stages[: s.stages[seat]] for effect in stage]
    return done + [effect for face in s.built[seat] for effect in ALL[face].effects]


def _number(effect: str, suffix: str) -> int:
    number = effect.removesuffix(suffix)
    return int(number) if effect.endswith(suffix) and number.isdigit() else 0


def cities(s: State, seat: int, where: str) -> list[int]:
    left, right = (seat + 1) % s.seats, (seat - 1) % s.seats
    return {"own": [seat], "neighbours": [left, right], "all": [left, seat, right]}[where]


def counted(s: State, seat: int, effect: str) -> int:
    _, what, where = effect.rsplit("-", 2)
    of = cities(s, seat, where)
    if what == "stage":
        return sum(s.stages[one] for one in of)
    return sum(ALL[face].colour in what.split("+") for one in of for face in s.built[one])


def per(s: State, seat: int, effect: str, unit: str) -> int:
    number, found, _ = effect.partition(f"{unit}-per-")
    return int(number) * counted(s, seat, effect) if found else 0


def earned(s: State, seat: int, new: Iterable[str]) -> int:
    """Coins that new effects bring, on the cities as they stand."""
    return sum(_number(effect, "coins") + per(s, seat, effect, "coins") for effect in new)


def strength(s: State, seat: int) -> int:
    return sum(_number(effect, "shields") for effect in effects(s, seat))


# --- score ---------------------------------------------------------------------------------------------------


def science(symbols: list[str], free: int) -> int:
    def score(numbers: list[int]) -> int:
        return sum(number**2 for number in numbers) + 7 * min(numbers)

    kinds = ("compass", "gear", "tablet")
    more = combinations_with_replacement(kinds, free)
    return max(score([(symbols + list(chosen)).count(kind) for kind in kinds]) for chosen in more)


def score(s: State, seat: int) -> dict[str, int]:
    def of(own: Iterable[str]) -> int:
        return sum(_number(effect, "vp") + per(s, seat, effect, "vp") for effect in own)

    def colour(name: str) -> int:
        return of(effect for face in s.built[seat] if ALL[face].colour == name for effect in ALL[face].effects)

    own = effects(s, seat)
    whole = s.stages[seat] == len(board(s, seat).stages)
    symbols = [effect for effect in own if effect in ("compass", "gear", "tablet")]
    return {
        "wonder": of(effect for _, stage in board(s, seat).stages[: s.stages[seat]] for effect in stage),
        "treasury": s.coins[seat] // 3,
        "conflicts": sum(s.tokens[seat]),
        "civilian": colour("blue"),
        "commerce": colour("yellow"),
        "science": science(symbols, own.count("any-science")),
        "guilds": colour("purple") + 7 * (whole and "7vp-if-wonder" in own),
    }


# --- paying --------------------------------------------------------------------------------------------------


def symbols(s: State, seat: int, sold: bool) -> list[str]:
    """What a city makes in a turn: letters each symbol can be."""
    found = [board(s, seat).makes]
    if not sold:
        found += [one for _, stage in board(s, seat).stages[: s.stages[seat]] for one in stage if _is_made(one)]
    for face in s.built[seat]:
        if ALL[face].colour in ("brown", "grey") or not sold:
            for one in ALL[face].effects:
                if _is_made(one):
                    found += [one] if "/" in one else list(one)
    return found


def _is_made(effect: str) -> bool:
    return set(effect) <= set("WSOCGPL/")


def price(s: State, seat: int, letter: str, where: str) -> int:
    for effect in effects(s, seat):
        letters, found, sides = effect.partition("-at-1-")
        if found and letter in letters and where in sides.split("+"):
            return 1
    return 2


def payments(s: State, seat: int, cost: str) -> set[tuple[int, int]]:
    """Every way to pay by trying who gives each unit: no unit is bought that could be one's own."""
    need = cost.strip("$-")
    makers = [("own", one) for one in symbols(s, seat, False)]
    makers += [("left", one) for one in symbols(s, (seat + 1) % s.seats, True)]
    makers += [("right", one) for one in symbols(s, (seat - 1) % s.seats, True)]
    prices = {(one, where): price(s, seat, one, where) for one in set(need) for where in ("left", "right")}
    ways = {(frozenset[int](), 0, 0, 0)}
    for letter in need:
        ways = {
            (
                used | {at},
                bought + (where != "own"),
                left + (where == "left" and prices[letter, where]),
                right + (where == "right" and prices[letter, where]),
            )
            for used, bought, left, right in ways
            for at, (where, made) in enumerate(makers)
            if at not in used and letter in made
        }
    least = min((bought for _, bought, _, _ in ways), default=0)
    pairs = {(left, right) for _, bought, left, right in ways if bought == least}
    return {one for one in pairs if sum(one) + cost.count("$") <= s.coins[seat]}
