"""Blue tokens on cards as numbers: which ways there are to pay with them and to put them down.

A way is how many tokens lie on each card afterwards. Tokens may be returned to the bank, moved to a card of
lower value or changed into cheaper ones (tokens for change come from the bank), never upwards. Of two ways
one is better if the other can be had from it by changing; only ways to which no other is better are offered,
the one that leaves fewest tokens on the cards first (rulebook: payments, corruption).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

Counts = tuple[int, ...]


@lru_cache(maxsize=16384)
def pay(values: Counts, counts: Counts, open_to: Counts, bank: int, amount: int) -> Counts:
    """Give the usual way to pay: of those that keep most value the one that leaves fewest tokens.

    `values`, `counts`: worth and number of tokens on each card; `open_to`: 1 where tokens may be put.
    The tokens must be worth at least the amount.
    """
    best: tuple[int, int, Counts] | None = None
    takes = [range(min(count, amount // value) + 1) for value, count in zip(values, counts, strict=True)]
    for taken in product(*takes):
        owed = amount - sum(map(int.__mul__, taken, values))
        if owed < 0:
            continue
        left = tuple(map(int.__sub__, counts, taken))
        if not owed:
            key = (0, sum(left), tuple(map(int.__neg__, reversed(left))))
            best = key if best is None or key < best else best
            continue
        if best is not None and best[0] == 0 and best[1] <= sum(left) - 1:
            continue
        spare = bank + sum(taken) + 1
        for at, value in enumerate(values):
            if left[at] and value > owed:
                rest = (*left[:at], left[at] - 1, *left[at + 1 :])
                change = _form(values, open_to, spare, value - owed)
                after = tuple(map(int.__add__, rest, change))
                lost = value - owed - sum(map(int.__mul__, change, values))
                key = (lost, sum(after), tuple(map(int.__neg__, reversed(after))))
                best = key if best is None or key < best else best
    assert best is not None, "paid more than there is"
    return tuple(map(int.__neg__, reversed(best[2])))


@lru_cache(maxsize=4096)
def _form(values: Counts, open_to: Counts, tokens: int, amount: int) -> Counts:
    """Put down tokens worth as much of an amount as can be, as few as possible."""
    best: tuple[int, int, Counts] | None = None
    most = [range(min(tokens, amount // value) + 1 if free else 1) for value, free in zip(values, open_to, strict=True)]
    for counts in product(*most):
        total = sum(map(int.__mul__, counts, values))
        if total <= amount and sum(counts) <= tokens:
            key = (amount - total, sum(counts), tuple(map(int.__neg__, reversed(counts))))
            best = key if best is None or key < best else best
    assert best is not None
    return tuple(map(int.__neg__, reversed(best[2])))


def put(values: Counts, open_to: Counts, bank: int, amount: int) -> Counts:
    """Give the usual way to gain: tokens to add to each card, worth as much as can be, as few as possible."""
    return _form(values, open_to, bank, amount)


# --- every way -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def ways_to_pay(values: Counts, counts: Counts, open_to: Counts, bank: int, amount: int) -> tuple[Counts, ...]:
    """Give every way to pay exactly to which no other is better; the usual way alone if there is no exact one."""
    usual = pay(values, counts, open_to, bank, amount)
    if sum(map(int.__mul__, usual, values)) != sum(map(int.__mul__, counts, values)) - amount:
        return (usual,)
    parts = [_changes(values, open_to, at) for at in range(len(values))]
    seen = {(counts, amount)}
    reached = [(counts, amount)]
    total = bank + sum(counts)
    for left, owed in reached:
        for at, value in enumerate(values):
            if not left[at]:
                continue
            for change, paid in parts[at]:
                if paid > owed:
                    continue
                after = list(map(int.__add__, left, change))
                after[at] -= 1
                step = (tuple(after), owed - paid)
                if sum(after) <= total and step not in seen:
                    seen.add(step)
                    reached.append(step)
            assert value
    return _best(values, [left for left, owed in reached if not owed], usual)


def ways_to_put(values: Counts, open_to: Counts, bank: int, amount: int) -> tuple[Counts, ...]:
    """Give every way to gain as much of an amount as can be to which no other is better."""
    usual = put(values, open_to, bank, amount)
    worth = sum(map(int.__mul__, usual, values))
    most = [range(min(bank, worth // value) + 1 if free else 1) for value, free in zip(values, open_to, strict=True)]
    found = [
        counts for counts in product(*most) if sum(counts) <= bank and sum(map(int.__mul__, counts, values)) == worth
    ]
    return _best(values, found, usual)


def _best(values: Counts, ways: list[Counts], usual: Counts) -> tuple[Counts, ...]:
    ways = sorted(set(ways), key=lambda way: (way != usual, sum(way), way))
    kept: list[Counts] = []
    for way in ways:
        if not any(_changes_into(values, better, way) for better in kept):
            kept.append(way)
    return tuple(kept)


@lru_cache(maxsize=256)
def _changes(values: Counts, open_to: Counts, at: int) -> tuple[tuple[Counts, int], ...]:
    """Give what one token of a card can become and what is paid by that (all of it: it is returned)."""
    value = values[at]
    most = [
        range(value // other + 1 if free and other < value else 1) for other, free in zip(values, open_to, strict=True)
    ]
    found = []
    for counts in product(*most):
        worth = sum(map(int.__mul__, counts, values))
        if worth < value:
            found.append((counts, value - worth))
    return tuple(found)


def _changes_into(values: Counts, have: Counts, want: Counts) -> bool:
    """Whether some tokens can be changed into others of the same worth, each token on its own."""
    pieces = [value for value, count in zip(values, want, strict=True) for _ in range(count)]
    bins = [value for value, count in zip(values, have, strict=True) for _ in range(count)]
    pieces.sort(reverse=True)
    bins.sort(reverse=True)

    def fill(rest: tuple[int, ...], at: int) -> bool:
        if at == len(pieces):
            return True
        tried = set()
        for number, room in enumerate(rest):
            if room >= pieces[at] and room not in tried:
                tried.add(room)
                if fill((*rest[:number], room - pieces[at], *rest[number + 1 :]), at + 1):
                    return True
        return False

    # equal tokens need no change: take them out first
    common = []
    for value in sorted(set(pieces)):
        common += [value] * min(pieces.count(value), bins.count(value))
    for value in common:
        pieces.remove(value)
        bins.remove(value)
    return fill(tuple(bins), 0)
