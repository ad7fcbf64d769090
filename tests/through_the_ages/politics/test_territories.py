"""Every territory: what it gives while held, then what it gives once; and when it is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tta_p2p.games.through_the_ages.index import TERRITORIES

from ..editions import of_2015
from ..play import Playing, me, play, them
from ..plays import plays
from .revealing import reveal

GIVES: dict[str, dict[str, Any]] = {
    "developed-territory-i": {"yellow_bank": 1, "blue_bank": 1, "science": 3},
    "historic-territory-i": {"happiness": 1, "culture": 6},
    "inhabited-territory-i": {"yellow_bank": 2 - 1, "unused": 1},
    "strategic-territory-i": {"strength": 2, "hand_size": 3},
    "vast-territory-i": {"yellow_bank": 3, "blue_bank": -1 - 3, "food": 3},
    "wealthy-territory-i": {"blue_bank": 3 - 5, "resource": 5},
    "developed-territory-ii": {"yellow_bank": 2, "blue_bank": 2, "science": 5},
    "historic-territory-ii": {"happiness": 2, "culture": 11},
    "inhabited-territory-ii": {"yellow_bank": 3 - 2, "unused": 2},
    "strategic-territory-ii": {"strength": 4, "hand_size": 5},
    "vast-territory-ii": {"yellow_bank": 4, "blue_bank": -1 - 4, "food": 4},
    "wealthy-territory-ii": {"blue_bank": 4 - 9, "resource": 9},
}
LASTING = {"yellow_bank", "blue_bank", "happiness", "strength"}


def colonized(card: str, **fields: Any) -> Playing:
    """Let seat 1 colonize a territory with one of its two Warriors."""
    game = reveal(card, me(workers={"warriors": 0}), them(workers={"warriors": 2}, **fields))
    game.act("bid 1", "send warriors", "done", seat=1)
    return game


def test_the_table_names_every_territory() -> None:
    assert list(GIVES) == of_2015(TERRITORIES)


@pytest.mark.parametrize("card", GIVES)
@plays(*GIVES)
def test_a_colony_gives_first_what_lasts_and_then_what_comes_once(card: str) -> None:
    game = colonized(card)
    before = play(me(), them(workers={"warriors": 1}), age=max(1, TERRITORIES[card].age))
    before.expect(1, colonies=[])
    for what, change in GIVES[card].items():
        assert game.value(1, what) == before.value(1, what) + change, what
    game.expect(1, colonies=[card], workers={"warriors": 1})
    assert card not in game.state.past_events


@pytest.mark.parametrize("card", GIVES)
@plays(*GIVES)
def test_a_colony_that_is_lost_takes_only_what_lasts_with_it(card: str) -> None:
    game = reveal("independence-declaration", me(workers={"warriors": 6}), them(colonies=[card]), age=2)
    before = play(me(), them(), age=2)
    for what in GIVES[card]:
        assert game.value(1, what) == before.value(1, what), what
    assert game.value(1, "culture") == 0


@plays("inhabited-territory-i")
def test_the_population_of_an_inhabited_territory_comes_from_the_tokens_just_added() -> None:
    game = colonized("inhabited-territory-i", yellow_bank=0)
    game.expect(1, unused=2, yellow_bank=0 + 1 + 2 - 1)  # the unit sent comes back into the bank


@plays("vast-territory-i")
def test_the_blue_token_of_a_vast_territory_comes_from_a_card_if_the_bank_is_empty() -> None:
    game = colonized("vast-territory-i", tokens={"agriculture": 8, "bronze": 8})
    assert game.legal() == ["give-blue agriculture", "give-blue bronze"]
    game.act("give-blue bronze", seat=1).expect(1, resource=7, food=8, blue_bank=0)


@plays("strategic-territory-i", "defense-colonization-i")
def test_bonus_cards_played_are_discarded_before_cards_are_drawn_for_the_colony() -> None:
    game = reveal(
        "strategic-territory-i",
        me(workers={"warriors": 0}),
        them(hand=["defense-colonization-i"]),
        military_deck_size=2,
        discards=[],
    )
    game.act("bid 2", "send warriors", "bonus defense-colonization-i", "done", seat=1)
    game.expect(1, hand_size=3)
    assert game.said("reshuffled")
