"""A strength or a happiness that is asked for: the builder finds workers that have it, or says why there are none."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tta_p2p.games.entry import ImpossibleScenario
from tta_p2p.games.through_the_ages import ratings
from tta_p2p.games.through_the_ages.index import KIND, URBAN_LIMIT
from tta_p2p.games.through_the_ages.scenario import Scenario

from ..counting import conserved
from ..play import me, play, them


@given(
    age=st.sampled_from(["I", "II", "III", "IV"]),
    wanted=st.lists(st.tuples(st.integers(0, 14), st.integers(0, 4)), min_size=2, max_size=4),
    government=st.sampled_from(["despotism", "monarchy"]),
)
def test_whatever_is_asked_for_is_there_with_all_cards_and_tokens(
    age: str, wanted: list[tuple[int, int]], government: str
) -> None:
    seats = [me(strength=strength, happiness=happiness) for strength, happiness in wanted]
    seats[0].government = government
    s = Scenario(civilizations=seats, age=age).build().state
    assert [(ratings.strength(s, p.seat), ratings.happiness(s, p.seat)) for p in s.players] == wanted
    assert conserved(s) == {"too many": 0, "too few": 0}
    for p in s.players:
        assert p.yellow_bank >= 0 and p.unused == 1
        for kind in {KIND[face] for face in p.workers}:
            number = sum(number for face, number in p.workers.items() if KIND[face] is kind)
            assert str(kind) not in ("temple", "arena", "theater") or number <= URBAN_LIMIT[p.government]


def test_the_fewest_workers_are_taken_and_of_them_the_oldest_cards() -> None:
    play(me(strength=4), age="I").expect(0, workers={"swordsmen": 2, "warriors": 0}, yellow_bank=17)
    play(me(strength=0)).expect(0, workers={"warriors": 0}, yellow_bank=19)
    play(me(happiness=1)).expect(0, workers={"religion": 1})


def test_armies_leaders_and_pacts_are_reckoned_with() -> None:
    play(me(strength=9, tactic="legion", leader="alexander-the-great")).expect(0, strength=9)
    pact = ("promise-of-military-protection", 0, 0, 1)
    play(me(strength=6), them(strength=8), them(), pacts=[pact]).expect(0, strength=6).expect(1, strength=8)


def test_workers_that_are_named_stay_as_they_are() -> None:
    game = play(me(strength=6, workers={"warriors": 2}), age="I")
    game.expect(0, workers={"warriors": 2, "swordsmen": 2})


@pytest.mark.parametrize(
    ("civilization", "message"),
    [
        ({"strength": 1, "wonders": ["colossus"], "workers": {"warriors": 2}}, "strength 1 cannot be: it is 4 without"),
        ({"strength": 60}, "strength 60 cannot be: with workers on warriors, swordsmen, knights it is 38 at most"),
        ({"strength": 3, "workers": {"warriors": 0}}, "with workers on swordsmen, knights it is 2 or 4"),
        ({"strength": 3, "workers": {"warriors": 1, "swordsmen": 0, "knights": 0}}, "1, and there is no further card"),
        ({"strength": 3, "yellow_bank": 18, "hand": ["swordsmen", "knights"]}, "on warriors it is 1 at most"),
        ({"happiness": 0, "wonders": ["hanging-gardens"]}, "happiness 0 cannot be: it is 2 without"),
        ({"happiness": 8, "workers": {"theology": 0, "bread-and-circuses": 0}}, "religion, drama it is 4 at most"),
    ],
)
def test_what_cannot_be_reached_is_refused_with_the_reason(civilization: dict[str, Any], message: str) -> None:
    with pytest.raises(ImpossibleScenario, match=f"seat 0: .*{message}"):
        Scenario(civilizations=[me(**civilization)], age="I").build()


def test_no_more_technologies_are_used_than_there_are() -> None:
    seats = [me(strength=10, workers={"warriors": 0}) for _ in range(4)]
    with pytest.raises(ImpossibleScenario, match="seat 3: strength 10 cannot be"):
        Scenario(civilizations=seats, age="I", row=["swordsmen", "knights"]).build()


def test_a_seat_that_left_has_no_rating_to_ask_for() -> None:
    with pytest.raises(ImpossibleScenario, match="left"):
        Scenario(civilizations=[me(), them(), them(left="gone", strength=5)]).build()
