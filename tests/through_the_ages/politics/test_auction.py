"""Bidding for a territory and sending the force (handbook: colonization, armies in colonization)."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.contract import AtLeast, Is

from ..play import Playing, me, play, them
from ..plays import plays
from .revealing import reveal

TERRITORY = "historic-territory-i"


def auction(*civilizations: Any, **table: Any) -> Playing:
    """Put a territory up that gives nothing which would change a force."""
    return reveal(TERRITORY, *civilizations, **table)


def test_bids_go_round_from_the_current_player_until_one_is_left() -> None:
    strong = {"warriors": 5}
    game = auction(me(workers=strong), them(workers=strong), them(workers=strong))
    game.act("bid 1", seat=0).act("pass", seat=1).act("bid 3", seat=2)
    assert game.legal("bid") == ["bid 4", "bid 5"]
    game.act("bid 4", seat=0).act("pass", seat=2)
    assert (game.who, game.asked) == (0, "force")
    assert game.refused("done") == "no-unit-sent"


def test_a_territory_nobody_wants_is_past() -> None:
    game = auction(me(), them())
    game.act("pass", "pass")
    assert game.state.past_events == (TERRITORY,)
    assert game.asked == "actions"


def test_a_bid_is_higher_than_the_last_one_and_no_more_than_can_be_sent() -> None:
    game = auction(me(workers={"warriors": 2}), them(workers={"warriors": 3}))
    assert game.refused("bid 0") == "bid-too-low"
    assert game.refused("bid 3") == "bid-too-high"
    game.act("bid 2")
    assert game.refused("bid 2") == "bid-too-low"
    assert game.legal() == ["bid 3", "pass"]


def test_no_bid_reckons_with_bonus_cards_that_everybody_has_seen_go() -> None:
    hand = ["raid-i", "raid-i", "legion"]
    seen = ["defense-colonization-i"] * 5
    game = auction(me(hand=hand), them(hand=["defense-colonization-i"], workers={"warriors": 0}), discards=seen)
    assert game.refused("bid 3") == "bid-too-high"  # one unit, and the one bonus card that nobody has seen
    assert game.refused("bid 2") == "false-claim"


def test_who_has_no_unit_is_not_even_asked() -> None:
    game = auction(me(workers={"warriors": 0}, technologies=["cartography"]), them(workers={"warriors": 1}))
    assert game.who == 1
    game.act("bid 1")
    assert game.asked == "force"


def test_who_wins_must_colonize_in_the_politics_phase_of_the_current_player() -> None:
    game = auction(me(workers={"warriors": 0}), them())
    game.act("bid 1", seat=1)
    assert game.legal() == ["send warriors"]
    game.act("send warriors", "done")
    game.expect(1, colonies=[TERRITORY], military_actions=2, civil_actions=4, culture=6)
    assert (game.who, game.asked) == (0, "actions")


def test_units_sent_return_to_the_yellow_bank() -> None:
    game = auction(me(workers={"warriors": 3}), them(workers={"warriors": 0}))
    game.act("bid 2", "send warriors", "send warriors", "done")
    game.expect(0, workers={"warriors": 1}, unused=1, yellow_bank=18)


def test_more_than_the_bid_may_be_sent() -> None:
    game = auction(me(workers={"warriors": 3}), them(workers={"warriors": 0}))
    game.act("bid 1", "send warriors", "send warriors", "send warriors", "done")
    game.expect(0, workers={"warriors": 0}, colonies=[TERRITORY])


def test_a_force_below_the_bid_is_not_enough() -> None:
    game = auction(me(workers={"warriors": 3}), them(workers={"warriors": 0}))
    game.act("bid 3", "send warriors")
    assert game.refused("done") == "force-too-small"


@plays("cartography", "defense-colonization-i")
def test_handbook_colonization_ships_a_bonus_card_and_one_unit_make_a_force_of_four() -> None:
    hand = ["defense-colonization-i", "defense-colonization-i"]
    civilization = me(technologies=["cartography", "knights"], workers={"warriors": 2, "knights": 1}, hand=hand)
    game = auction(civilization, them(workers={"warriors": 0}))
    game.act("bid 4", "send warriors", "bonus defense-colonization-i", "done")
    game.expect(0, workers={"warriors": 1, "knights": 1}, hand=["defense-colonization-i"], colonies=[TERRITORY])
    assert "defense-colonization-i" in game.state.discards


@plays("cartography", "defense-colonization-i")
def test_handbook_colonization_bonus_cards_alone_are_not_enough() -> None:
    hand = ["defense-colonization-i", "defense-colonization-i"]
    game = auction(me(technologies=["cartography"], hand=hand), them(workers={"warriors": 0}))
    game.act("bid 4", "bonus defense-colonization-i", "bonus defense-colonization-i")
    assert game.refused("done") == "no-unit-sent"


@plays("defense-colonization-i", "defense-colonization-ii", "defense-colonization-iii")
def test_bonus_cards_are_worth_one_two_and_three_when_colonizing() -> None:
    for age, card in enumerate(("defense-colonization-i", "defense-colonization-ii", "defense-colonization-iii"), 1):
        game = auction(me(hand=[card]), them(workers={"warriors": 0}), age=age)
        assert game.legal("bid") == [f"bid {bid + 1}" for bid in range(1 + age)]
        game.act(f"bid {1 + age}", "send warriors", f"bonus {card}", "done")
        game.expect(0, colonies=[TERRITORY], hand=[])


@plays("conquistadors", "knights", "swordsmen")
def test_handbook_armies_in_colonization() -> None:
    workers = {"knights": 2, "swordsmen": 1, "warriors": 1}
    for sent, force in (
        (("knights", "knights", "swordsmen"), 6 + 5),
        (("knights", "knights", "warriors"), 5 + 3),
        (("knights", "knights", "swordsmen", "warriors"), 7 + 5),
        (("knights", "knights"), 4),
    ):
        game = auction(me(workers=workers, tactic="conquistadors"), them(workers={"warriors": 0}), age=2)
        game.act("bid 1", *(f"send {unit}" for unit in sent), "done")
        assert game.said("force") == [(0, force)]


@plays("air-forces", "conquistadors", "genghis-khan")
def test_air_forces_and_genghis_khan_count_in_a_force() -> None:
    workers = {"knights": 2, "swordsmen": 1, "air-forces": 1}
    game = auction(me(workers=workers, tactic="conquistadors"), them(workers={"warriors": 0}), age=3)
    game.act("bid 21", "send knights", "send knights", "send swordsmen", "send air-forces", "done")
    assert game.said("force") == [(0, 4 + 2 + 5 + 5 + 5)]
    civilization = me(workers={"swordsmen": 3}, tactic="conquistadors", leader="genghis-khan")
    game = auction(civilization, them(workers={"warriors": 0}), age=2)
    game.act("bid 11", "send swordsmen", "send swordsmen", "send swordsmen", "done")
    assert game.said("force") == [(0, 11)]


@plays("alexander-the-great", "great-wall", "strategic-territory-i", "warfare", "napoleon-bonaparte")
def test_what_only_raises_the_strength_rating_is_no_force() -> None:
    workers = {"warriors": 2, "bread-and-circuses": 1}
    for civilization in (
        me(workers=workers, leader="alexander-the-great", wonders=["great-wall"], technologies=["warfare"]),
        me(workers=workers, leader="napoleon-bonaparte", colonies=["strategic-territory-i"], government="republic"),
    ):
        game = auction(civilization, them(), age=2 if civilization.colonies else 1)
        assert game.value(0, "strength") > 2
        assert game.legal("bid") == ["bid 1", "bid 2"]


def test_a_bid_everybody_can_see_to_be_possible_claims_nothing() -> None:
    game = auction(me(workers={"warriors": 2}, hand=["defense-colonization-i"]), them())
    assert game.local.game.claims(game.state, game.find("bid 2")) == ()


def test_a_bid_above_the_public_force_proves_that_the_hand_makes_up_the_rest_and_no_more() -> None:
    hand = ["defense-colonization-i", "legion", "defense-colonization-i", "raid-i"]
    game = auction(me(workers={"warriors": 2}, hand=hand), them())
    assert game.legal("bid") == ["bid 1", "bid 2", "bid 3", "bid 4"]
    act = game.find("bid 3")
    (claim,) = game.local.game.claims(game.state, act)
    assert claim == AtLeast(game.player(0).military_hand, (("defense-colonization-i", 1),), 1)
    assert game.refused("bid 5") == "false-claim"
    assert game.refused("bid 99") == "bid-too-high"


@plays("james-cook", "defense-colonization-i")
def test_james_cook_names_the_cards_he_would_discard_with_his_bid() -> None:
    hand = ["defense-colonization-i", "war-over-territory", "spy"]
    game = auction(me(leader="james-cook", hand=hand, workers={"warriors": 1}), them(), age=2)
    assert game.legal("bid") == ["bid 1", "bid 2"]
    game.act("throw spy", "throw war-over-territory")
    assert game.refused("throw defense-colonization-i") == "throws-used"
    assert game.legal("bid") == ["bid 1", "bid 2", "bid 3", "bid 4"]
    game.act("bid 4", "send warriors", "throw spy", "bonus defense-colonization-i", "throw war-over-territory", "done")
    game.expect(0, colonies=[TERRITORY], hand=[])
    assert {game.hand_face(handle) for handle in game.state.hidden_discards} == {"spy", "war-over-territory"}
    assert game.said("force") == [(0, 4)]


@plays("james-cook")
def test_james_cook_may_discard_others_than_he_named_if_the_bid_is_still_reached() -> None:
    hand = ["annex", "war-over-territory", "spy"]
    game = auction(me(leader="james-cook", hand=hand), them(workers={"warriors": 0}), age=2)
    game.act("throw spy", "throw annex", "bid 3", "throw war-over-territory", "throw annex", "send warriors", "done")
    game.expect(0, hand=["spy"], colonies=[TERRITORY])


@plays("james-cook")
def test_james_cook_cannot_discard_a_bonus_card_he_needs() -> None:
    hand = ["defense-colonization-ii", "spy"]
    game = auction(me(leader="james-cook", hand=hand), them(workers={"warriors": 0}), age=2)
    game.act("bid 3")
    assert game.legal() == ["send warriors", "bonus defense-colonization-ii", "throw spy"]
    assert game.refused("throw defense-colonization-ii") == "false-claim"
    game.act("throw spy")
    assert game.can("throw defense-colonization-ii")


@plays("james-cook", "defense-colonization-i")
def test_bonus_cards_played_normally_do_not_use_up_james_cooks_two() -> None:
    hand = ["defense-colonization-i", "defense-colonization-i", "spy", "annex"]
    game = auction(me(leader="james-cook", hand=hand), them(workers={"warriors": 0}), age=2)
    game.act("throw spy", "throw annex", "bid 5", "send warriors")
    game.act("throw spy", "throw annex", "bonus defense-colonization-i", "bonus defense-colonization-i", "done")
    game.expect(0, hand=[], colonies=[TERRITORY])


def test_playing_a_bonus_card_shows_it_and_only_it() -> None:
    game = auction(me(hand=["defense-colonization-i", "legion"]), them(workers={"warriors": 0}))
    game.act("bid 1")
    (claim,) = game.local.game.claims(game.state, game.find("bonus defense-colonization-i"))
    assert isinstance(claim, Is)
    assert game.refused("bonus legion") == "not-allowed-here"


def test_a_bidder_who_leaves_is_out_and_the_auction_goes_on() -> None:
    game = auction(me(workers={"warriors": 2}), them(workers={"warriors": 2}), them(workers={"warriors": 2}))
    game.act("bid 1", seat=0)
    game.leave(1)
    assert (game.who, game.legal()) == (2, ["bid 2", "pass"])
    game.act("pass")
    assert (game.who, game.asked) == (0, "force")


def test_when_the_last_bidder_leaves_the_territory_is_put_up_again() -> None:
    game = auction(me(workers={"warriors": 2}), them(workers={"warriors": 2}), them(workers={"warriors": 2}))
    game.act("pass", seat=0).act("bid 2", seat=1)
    game.leave(1)
    assert (game.who, game.legal()) == (0, ["bid 1", "bid 2", "pass"])
    game.act("pass").act("bid 1", seat=2)
    game.leave(2)
    assert game.state.over


def test_when_the_winner_leaves_before_the_force_is_sent_the_territory_is_put_up_again() -> None:
    game = auction(me(), them(workers={"warriors": 2}), them())
    game.act("pass", seat=0).act("bid 2", seat=1).act("send warriors", seat=1)
    game.leave(1)
    assert (game.who, game.legal()) == (0, ["bid 1", "pass"])
    game.act("pass", seat=0).act("bid 1", "send warriors", "done", seat=2).expect(2, colonies=[TERRITORY])


@plays("christopher-columbus", "wealthy-territory-i")
def test_columbus_colonizes_a_territory_of_the_hand_without_force_auction_or_culture() -> None:
    hand = ["wealthy-territory-i", "rats"]
    game = play(me(leader="christopher-columbus", hand=hand), them(), phase="politics")
    assert game.refused("power") == "name-territory"
    assert game.refused("colonize rats") == "not-allowed-here"
    assert game.legal("colonize") == ["colonize wealthy-territory-i"]
    game.act("colonize wealthy-territory-i")
    game.expect(0, leader="", colonies=["wealthy-territory-i"], resource=5, culture=0, workers={"warriors": 1})
    assert game.asked == "actions" and "christopher-columbus" in game.state.gone


@plays("christopher-columbus", "vast-territory-i")
def test_columbus_gives_up_the_blue_token_first_too() -> None:
    civilization = me(leader="christopher-columbus", hand=["vast-territory-i"], tokens={"agriculture": 8, "bronze": 8})
    game = play(civilization, them(), phase="politics")
    game.act("colonize vast-territory-i", "give-blue agriculture")
    game.expect(0, colonies=["vast-territory-i"], food=7)


def test_nobody_but_columbus_colonizes_from_the_hand() -> None:
    game = play(me(hand=["wealthy-territory-i"]), them(), phase="politics")
    assert game.refused("colonize wealthy-territory-i") == "no-ability"
