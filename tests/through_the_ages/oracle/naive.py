"""The rulebook's arithmetic a second time, by drawing boards and trying everything; it asks nothing of the rules.

Numbers are those printed on the boards and cards, written down here once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, product

# --- the yellow bank: eight subsections, from the right ----------------------------------------------------------

SUBSECTIONS = (2, 4, 2, 2, 2, 2, 2, 2)
POPULATION_COST = (2, 3, 4, 4, 5, 5, 7, 7)
"""Food for the next worker, below each subsection, from the right."""
EATEN = (0, 1, 2, 2, 3, 3, 4, 4, 6)
"""Food consumed when so many subsections are empty, from the right (a subsection with one token left counts)."""


def squares(tokens: int) -> list[list[bool]]:
    """Draw the yellow bank: subsections from the right, each square taken or not; it is emptied from the right."""
    empty = sum(SUBSECTIONS) - min(tokens, sum(SUBSECTIONS))
    bank = []
    for size in SUBSECTIONS:
        gone = min(size, empty)
        empty -= gone
        bank.append([False] * gone + [True] * (size - gone))
    return bank


def empty_subsections(tokens: int) -> int:
    """Count the subsections without a token."""
    return sum(not any(subsection) for subsection in squares(tokens))


def population_cost(tokens: int) -> int:
    """Read the number below the rightmost subsection in which there is a token."""
    return next(cost for cost, subsection in zip(POPULATION_COST, squares(tokens), strict=True) if any(subsection))


def eaten(tokens: int) -> int:
    """Read the food consumed."""
    return EATEN[empty_subsections(tokens)]


def discontent(tokens: int, happiness: int) -> int:
    """Count the empty subsections whose number is higher than the happiness."""
    bank = squares(tokens)
    return sum(not any(subsection) and number > happiness for number, subsection in enumerate(bank, 1))


def corruption(tokens: int) -> int:
    """Read the leftmost number of the blue bank that no token covers: its sections are 5, 5 and 6 squares."""
    lost = 0
    for first, printed in ((10, 2), (5, 4), (0, 6)):
        if tokens <= first:
            lost = printed
    return lost


# --- tokens on cards ---------------------------------------------------------------------------------------------

Purse = dict[int, int]
"""Worth of a card's tokens -> how many lie on it."""


def worth(purse: Mapping[int, int]) -> int:
    return sum(value * number for value, number in purse.items())


@cache
def changes(cards: tuple[int, ...]) -> list[tuple[int, tuple[int, ...], int]]:
    """Every way to return a token or to change it downwards: on which card, what comes of it, tokens it takes."""
    found = []
    for at, value in enumerate(cards):
        for change in product(*(range(value // card + 1) for card in cards[:at])):
            if worth(dict(zip(cards, change, strict=False))) <= value:
                found.append((at, (*change, -1, *(0 for _ in cards[at + 1 :])), sum(change) - 1))
    return found


def reachable(purse: Purse, bank: int) -> dict[tuple[tuple[int, int], ...], int]:
    """Everything that can be made by returning tokens and changing single ones downwards, with the bank then."""
    cards = tuple(sorted(purse))
    start = tuple(purse[value] for value in cards)
    found = {start: bank}
    todo = [start]
    for now in todo:
        for at, change, taken in changes(cards):
            if now[at] and taken <= found[now]:
                made = tuple(map(int.__add__, now, change))
                if made not in found:
                    found[made] = found[now] - taken
                    todo.append(made)
    return {tuple(zip(cards, way, strict=True)): left for way, left in found.items()}


def pay(purse: Purse, bank: int, amount: int) -> tuple[Purse, int]:
    """Pay: leave as much as can be left, in as few tokens as can be, dear ones rather; give the tokens and the bank."""
    rest = worth(purse) - amount
    ways = {way: left for way, left in reachable(purse, bank).items() if worth(dict(way)) <= rest}
    best = max(ways, key=lambda way: (worth(dict(way)), -sum(n for _, n in way), tuple(n for _, n in reversed(way))))
    return dict(best), ways[best]


def produce(purse: Purse, bank: int, workers: Mapping[int, int]) -> tuple[Purse, int]:
    """Put a token on a card for each worker, the dearest cards first, as long as there are any."""
    purse = dict(purse)
    for value in sorted(workers, reverse=True):
        for _ in range(workers[value]):
            if bank:
                purse[value] += 1
                bank -= 1
    return purse, bank


# --- buildings ---------------------------------------------------------------------------------------------------

CONSTRUCTION = {"": (0, 0, 0, 0), "masonry": (0, 1, 1, 1), "architecture": (0, 1, 2, 2), "engineering": (0, 1, 2, 3)}
"""What urban buildings of each level cost less."""


def upgrade_cost(low: tuple[int, int], high: tuple[int, int], special: str) -> int:
    """Give the cost of an upgrade between urban buildings given as (level, printed cost)."""
    less = CONSTRUCTION[special]
    return max(0, max(0, high[1] - less[high[0]]) - max(0, low[1] - less[low[0]]))


# --- armies and forces -------------------------------------------------------------------------------------------

Unit = tuple[str, int, int]
"""Kind, level and strength of a unit."""
Recipe = tuple[Mapping[str, int], int, int, int]
"""Units of an army by kind, level of the tactic, what an army adds, what an outdated one adds."""


def armies(units: Iterable[Unit], recipe: Recipe, foot_as_horse: bool) -> int:
    """Add up the best armies: every way to take disjoint ones, air forces doubling the best of them."""
    need, level, bonus, outdated = recipe
    units = sorted(units)
    air = sum(kind == "air-force" for kind, _, _ in units)
    ground = tuple(unit for unit in units if unit[0] != "air-force")
    best = 0
    for found in _groupings(ground, need, foot_as_horse):
        values = sorted((outdated if any(u[1] <= level - 2 for u in army) else bonus for army in found), reverse=True)
        best = max(best, sum(values) + sum(values[:air]))
    return best


def _groupings(
    units: tuple[Unit, ...], need: Mapping[str, int], foot_as_horse: bool
) -> Iterator[tuple[tuple[Unit, ...], ...]]:
    yield ()
    seen = set()
    for places in combinations(range(len(units)), sum(need.values())):
        army = tuple(units[place] for place in places)
        if army in seen or not _is_army(army, need, foot_as_horse):
            continue
        seen.add(army)
        rest = tuple(unit for place, unit in enumerate(units) if place not in places)
        for others in _groupings(rest, need, foot_as_horse):
            yield (army, *others)


def _is_army(army: tuple[Unit, ...], need: Mapping[str, int], foot_as_horse: bool) -> bool:
    have = Counter(kind for kind, _, _ in army)
    spare = have["infantry"] - need.get("infantry", 0)
    if foot_as_horse and spare > 0:
        have["infantry"] -= spare
        have["cavalry"] += spare
    return all(have[kind] == number for kind, number in need.items()) and sum(have.values()) == sum(need.values())


def largest_force(units: list[Unit], recipe: Recipe | None, foot_as_horse: bool, ships: int) -> int:
    """Try every choice of units to send; none at all is no force."""
    best = 0
    for number in range(1, len(units) + 1):
        for sent in set(combinations(sorted(units), number)):
            bonus = armies(sent, recipe, foot_as_horse) if recipe else 0
            best = max(best, sum(strength for _, _, strength in sent) + bonus + ships)
    return best
