"""The best grouping of units against a naive oracle that tries every way."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tta_p2p.games.through_the_ages.armies import armies
from tta_p2p.games.through_the_ages.index import KIND, LEVEL, TACTICS, WORKER_TECHNOLOGIES
from tta_p2p.games.through_the_ages.state import Player
from tta_p2p.games.through_the_ages.tables.words import Kind

UNITS = [f for f, card in WORKER_TECHNOLOGIES.items() if card.is_unit]


def naive(tactic: str, units: list[str], genghis: bool) -> int:
    """Try every set of disjoint armies, every unit on its own, and every way to use air forces."""
    card = TACTICS[tactic]
    need = [Kind.INFANTRY] * card.infantry + [Kind.CAVALRY] * card.cavalry + [Kind.ARTILLERY] * card.artillery
    air = sum(KIND[u] is Kind.AIR_FORCE for u in units)
    ground = tuple(sorted((u for u in units if KIND[u] is not Kind.AIR_FORCE), key=lambda u: (KIND[u], LEVEL[u])))

    def forms(members: tuple[str, ...]) -> bool:
        have, want = Counter(KIND[u] for u in members), Counter(need)
        if genghis and have[Kind.INFANTRY] > want[Kind.INFANTRY]:
            spare = have[Kind.INFANTRY] - want[Kind.INFANTRY]
            have[Kind.INFANTRY] -= spare
            have[Kind.CAVALRY] += spare
        return have == want

    @cache
    def best(rest: tuple[str, ...], bonuses: tuple[int, ...]) -> int:
        doubled = sorted(bonuses, reverse=True)
        total = sum(bonuses) + sum(doubled[:air])
        seen = set()
        for members in combinations(range(len(rest)), len(need)):
            faces = tuple(rest[i] for i in members)
            if faces in seen or not forms(faces):
                continue
            seen.add(faces)
            old = any(LEVEL[u] <= card.age - 2 for u in faces)
            left = tuple(u for i, u in enumerate(rest) if i not in members)
            bonus = card.outdated if old else card.bonus
            total = max(total, best(left, tuple(sorted((*bonuses, bonus)))))
        return total

    return best(ground, ())


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(TACTICS)), st.lists(st.sampled_from(UNITS), max_size=8), st.booleans())
def test_armies_are_grouped_as_well_as_can_be(tactic: str, units: list[str], genghis: bool) -> None:
    p = Player(0)
    p.tactic = tactic
    p.leader = "genghis-khan" if genghis else ""
    assert armies(p, Counter(units)).bonus == naive(tactic, units, genghis)


@pytest.mark.parametrize(
    ("tactic", "units", "bonus"),
    [
        ("legion", {"warriors": 3}, 2),
        ("napoleonic-army", {"warriors": 1, "knights": 1, "cannon": 1}, 4),
        ("napoleonic-army", {"swordsmen": 1, "knights": 1, "cannon": 1}, 7),
        ("napoleonic-army", {"swordsmen": 1, "knights": 1, "cannon": 1, "air-forces": 3}, 14),
        ("", {"warriors": 9}, 0),
    ],
)
def test_an_army_is_outdated_by_one_unit_two_levels_below_the_tactic(
    tactic: str, units: dict[str, int], bonus: int
) -> None:
    p = Player(0)
    p.tactic = tactic
    assert armies(p, units).bonus == bonus
