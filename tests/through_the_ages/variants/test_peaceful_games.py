"""The peaceful game with and without pacts, and the global conflict added to it."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages.decks import deck_faces
from tta_p2p.games.through_the_ages.index import AGGRESSIONS, PACTS, WARS
from tta_p2p.games.through_the_ages.options import Options

from ..play import me, play, them

PEACEFUL_PACTS = {
    "trade-routes-agreement",
    "international-trade-agreement",
    "scientific-cooperation",
    "international-tourism",
}


def all_military(variant: str, seats: int) -> set[str]:
    return {face for age in (1, 2, 3) for face in deck_faces(Options(variant), "military", age, seats)}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", ["peaceful", "global-conflict"])
def test_there_are_no_aggressions_wars_and_pacts(variant: str, seats: int) -> None:
    assert not all_military(variant, seats) & {*AGGRESSIONS, *WARS, *PACTS}


@pytest.mark.parametrize("seats", [3, 4])
def test_the_four_pacts_that_know_no_attack_may_stay(seats: int) -> None:
    assert all_military("peaceful-pacts", seats) & {*AGGRESSIONS, *WARS, *PACTS} == PEACEFUL_PACTS


def test_two_players_have_no_pacts_even_then() -> None:
    assert not all_military("peaceful-pacts", 2) & {*PACTS}


@pytest.mark.parametrize("age", ["I", "II", "III"])
def test_a_global_conflict_scores_strength_above_the_weakest_when_an_age_ends(age: str) -> None:
    game = play(
        me(workers={"warriors": 4}, unused=0),
        them(workers={"warriors": 2}),
        them(culture=5),
        variant="global-conflict",
        age=age,
        phase="start",
        civil_deck_size=1,
    )
    game.expect(0, culture=3).expect(1, culture=1).expect(2, culture=5)
    assert game.player(0).culture_parts == {"global-conflict": 3}


def test_a_leader_who_leaves_with_the_age_still_counts_in_the_conflict() -> None:
    game = play(
        me(leader="julius-caesar"), them(), variant="global-conflict", age="I", phase="start", civil_deck_size=1
    )
    game.expect(0, culture=1, leader="")


def test_other_variants_know_no_conflict() -> None:
    game = play(me(workers={"warriors": 4}), variant="peaceful", age="I", phase="start", civil_deck_size=1)
    game.expect(0, culture=0)


def test_age_a_ends_without_a_conflict() -> None:
    game = play(variant="global-conflict", age="A", round=2, phase="start")
    assert game.state.age == 1
    assert not game.said("global-conflict")
