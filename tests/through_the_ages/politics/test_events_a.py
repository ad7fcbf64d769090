"""The events of Age A: every civilization gains, players decide in turn order from the current one."""

from __future__ import annotations

from ..play import me, them
from ..plays import plays
from .revealing import reveal


@plays("development-of-agriculture")
def test_development_of_agriculture_gives_everybody_food() -> None:
    game = reveal("development-of-agriculture", seats=3)
    for seat in range(3):
        game.expect(seat, food=2)


@plays("development-of-crafts")
def test_development_of_crafts_gives_everybody_resources() -> None:
    game = reveal("development-of-crafts")
    game.expect(0, resource=2).expect(1, resource=2)


@plays("development-of-science")
def test_development_of_science_gives_everybody_science() -> None:
    reveal("development-of-science").expect(0, science=2).expect(1, science=2)


@plays("development-of-settlement")
def test_development_of_settlement_gives_everybody_a_worker_without_food() -> None:
    game = reveal("development-of-settlement", me(), them(unused=0))
    game.expect(0, unused=2, yellow_bank=17, food=0).expect(1, unused=1, yellow_bank=18)


@plays("development-of-trade-routes")
def test_development_of_trade_routes_gives_everybody_one_of_each() -> None:
    game = reveal("development-of-trade-routes", seats=4)
    for seat in range(4):
        game.expect(seat, food=1, resource=1, science=1)


@plays("development-of-politics")
def test_development_of_politics_lets_everybody_draw_three_cards_above_the_hand_limit() -> None:
    game = reveal("development-of-politics", me(hand=["raid-i", "legion"]), seats=3)
    game.expect(0, hand_size=5, military_hand_limit=2).expect(1, hand_size=3).expect(2, hand_size=3)
    game.act("end")
    assert (game.who, game.asked) == (0, "discard")


@plays("development-of-markets")
def test_development_of_markets_is_two_of_one_kind_chosen_in_turn_order() -> None:
    game = reveal("development-of-markets", current=0, seats=3)
    assert [game.who, *game.legal()] == [0, "choose 1", "choose 2"]
    game.act("choose 1", seat=0).act("choose 2", seat=1).act("choose 1", seat=2)
    game.expect(0, food=2, resource=0).expect(1, food=0, resource=2).expect(2, food=2, resource=0)


@plays("development-of-religion")
def test_development_of_religion_places_an_unused_worker_for_nothing() -> None:
    game = reveal("development-of-religion", me(), them(unused=0), them())
    game.act("choose 1", seat=0).act("decline", seat=2)
    game.expect(0, workers={"religion": 1}, unused=0, civil_actions=4)
    game.expect(1, workers={"religion": 0}).expect(2, workers={"religion": 0}, unused=1)


@plays("development-of-religion")
def test_development_of_religion_respects_the_urban_limit() -> None:
    game = reveal("development-of-religion", me(workers={"religion": 2}), them(unused=0))
    assert game.asked == "actions"
    game.expect(0, workers={"religion": 2}, unused=1)


@plays("development-of-warfare")
def test_development_of_warfare_places_an_unused_worker_on_warriors() -> None:
    game = reveal("development-of-warfare", me(workers={"warriors": 0}), them())
    game.act("choose 1", "decline")
    game.expect(0, workers={"warriors": 1}, unused=0, strength=1, military_actions=2)
    game.expect(1, workers={"warriors": 1}, unused=1)


@plays("development-of-civilization")
def test_development_of_civilization_offers_an_action_for_less() -> None:
    game = reveal(
        "development-of-civilization",
        me(food=1),
        them(resource=1),
        them(hand=["iron"], science=4),
        them(unused=0),
    )
    game.act("choose 1", seat=0)
    game.expect(0, unused=2, food=0, civil_actions=4)
    assert game.legal() == ["choose 2", "decline"]
    game.act("choose 2", seat=1)
    assert game.legal("build") == ["build agriculture", "build bronze"]
    game.act("build bronze", seat=1).expect(1, workers={"bronze": 3}, resource=0, civil_actions=4)
    game.act("choose 3", "develop iron", seat=2).expect(2, science=0, technologies=["iron"], civil_actions=4)
    assert game.asked == "actions"


@plays("development-of-civilization", "monarchy")
def test_development_of_civilization_allows_a_revolution_that_takes_the_actions_of_the_coming_turn() -> None:
    game = reveal("development-of-civilization", me(), them(hand=["monarchy"], science=1))
    game.act("choose 3", "revolution monarchy", seat=1)
    game.expect(1, government="monarchy", science=0, civil_actions=0, civil_total=5)


@plays("development-of-civilization")
def test_development_of_civilization_allows_no_revolution_with_actions_spent() -> None:
    game = reveal("development-of-civilization", me(hand=["monarchy"], science=1, civil_actions=3), them())
    assert game.asked == "actions"


@plays("development-of-civilization", "monarchy")
def test_development_of_civilization_allows_a_government_in_peace() -> None:
    game = reveal("development-of-civilization", me(hand=["monarchy"], science=7), them())
    game.act("choose 3")
    game.act("develop monarchy")
    game.expect(0, government="monarchy", science=0, civil_actions=5)
