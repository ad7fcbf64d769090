"""Paying and gaining with blue tokens against a naive oracle."""

from __future__ import annotations

from functools import cache
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from tta_p2p.games.through_the_ages import tokens

VALUES = (1, 2, 3, 5)
Counts = tuple[int, ...]


def worth(values: Counts, counts: Counts) -> int:
    return sum(v * n for v, n in zip(values, counts, strict=True))


@cache
def changes(values: Counts) -> list[tuple[int, Counts, int]]:
    """Every way to return, move down or change one token: of which value, what comes of it, and tokens it takes."""
    found = []
    for at, value in enumerate(values):
        for change in product(*(range(3) for _ in range(at))):
            full = (*change, *(0 for _ in values[at:]))
            if worth(values, full) <= value:
                found.append((at, tuple(n - (other == at) for other, n in enumerate(full)), sum(full) - 1))
    return found


@cache
def reachable(values: Counts, counts: Counts, bank: int) -> dict[Counts, int]:
    """Everything that can be made by returning, moving down and changing single tokens, and the bank then."""
    found = {counts: bank}
    todo = [counts]
    for now in todo:
        for at, change, taken in changes(values):
            if now[at] and taken <= found[now]:
                after = tuple(map(int.__add__, now, change))
                if after not in found:
                    found[after] = found[now] - taken
                    todo.append(after)
    return found


purses = st.integers(1, 4).flatmap(
    lambda n: st.tuples(st.just(VALUES[:n]), st.tuples(*(st.integers(0, 3) for _ in range(n))))
)


@settings(max_examples=120, deadline=None)
@given(purses, st.integers(0, 3), st.integers(0, 8))
def test_what_is_paid_is_exact_if_it_can_be(purse: tuple[Counts, Counts], bank: int, amount: int) -> None:
    values, counts = purse
    total = worth(values, counts)
    if amount > total:
        return
    everything = reachable(values, counts, bank)
    most = max(worth(values, after) for after in everything if worth(values, after) <= total - amount)
    usual = tokens.pay(values, counts, (1,) * len(values), bank, amount)
    assert usual in everything
    assert worth(values, usual) == most
    exact = [after for after in everything if worth(values, after) == total - amount]
    if not exact:
        return
    assert sum(usual) == min(map(sum, exact))
    ways = tokens.ways_to_pay(values, counts, (1,) * len(values), bank, amount)
    assert ways[0] == usual and set(ways) <= set(exact)
    for after in exact:  # whatever else could be left can be had from one of the ways by changing
        assert any(after in reachable(values, way, 99) for way in ways), after


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 4), st.integers(0, 4), st.integers(0, 12))
def test_what_is_gained_is_as_much_as_the_bank_allows(kinds: int, bank: int, amount: int) -> None:
    values = VALUES[:kinds]
    every = [c for c in product(range(bank + 1), repeat=kinds) if sum(c) <= bank and worth(values, c) <= amount]
    most = max(worth(values, counts) for counts in every)
    usual = tokens.put(values, (1,) * kinds, bank, amount)
    assert worth(values, usual) == most
    assert sum(usual) == min(sum(c) for c in every if worth(values, c) == most)
    ways = tokens.ways_to_put(values, (1,) * kinds, bank, amount)
    assert ways[0] == usual and all(worth(values, way) == most for way in ways)


def test_too_much_is_paid_only_for_want_of_change() -> None:
    assert tokens.pay((1, 5), (0, 1), (1, 1), 3, 1) == (4, 0)
    assert tokens.pay((1, 5), (0, 1), (1, 1), 1, 1) == (2, 0)
    assert tokens.pay((1, 5), (2, 1), (1, 1), 0, 1) == (1, 1)


def test_nothing_is_put_on_a_card_that_is_closed() -> None:
    assert tokens.put((1, 2), (1, 0), 5, 4) == (4, 0)
    assert tokens.pay((1, 2), (0, 2), (1, 0), 0, 3) == (1, 0)
