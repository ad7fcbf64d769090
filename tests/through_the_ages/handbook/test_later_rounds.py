"""Handbook, "later rounds": events, colonizing, tactics, happiness and the end of a turn."""

from __future__ import annotations

import pytest

from ..play import Playing, me, play, plays, them

# --- preparing events ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "culture"), [("rats", 1), ("prosperity", 2), ("impact-of-colonies", 3)])
@plays("rats", "prosperity", "impact-of-colonies")
def test_preparing_scores_the_level_and_resolves_the_top_event(card: str, culture: int) -> None:
    game = play(me(hand=[card]), phase="politics", current_events=["development-of-science", "raiders"])
    game.act(f"seed {card}").expect(0, culture=culture, hand=[])
    assert game.state.past_events == ("development-of-science",)
    assert len(game.state.future_events) == 1
    assert game.asked == "actions"


def test_after_the_last_event_the_future_ones_are_shuffled_and_come_older_ages_first() -> None:
    future = ["cold-war", "rats", "iconoclasm", "crusades"]
    current = ["development-of-science"]
    game = play(me(hand=["prosperity"]), phase="politics", current_events=current, future_events=future)
    game.act("seed prosperity")
    s = game.state
    assert s.future_events == ()
    assert [s.backs[handle] for handle in s.current_events] == ["military-i"] * 2 + ["military-ii"] * 3


def test_at_most_one_political_action_is_taken_and_none_needs_to_be() -> None:
    game = play(me(hand=["rats", "raiders"]), phase="politics", current_events=["development-of-science", "foray"])
    game.act("seed rats")
    assert game.asked == "actions"
    assert play(me(hand=["rats"]), phase="politics").act("pass").asked == "actions"


@plays("development-of-settlement")
def test_an_event_that_grants_population_is_free() -> None:
    game = play(me(hand=["rats"]), phase="politics", current_events=["development-of-settlement", "foray"])
    game.act("seed rats").expect(0, unused=2, food=0).expect(1, unused=2, food=0)


@plays("crusades")
def test_the_current_player_wins_ties_of_strength_and_the_one_before_loses_them() -> None:
    events = ["crusades", "raiders"]
    game = play(me(culture=9), me(hand=["rats"]), them(), them(), current=1, phase="politics", current_events=events)
    game.act("seed rats")
    game.expect(1, culture=1 + 4).expect(0, culture=9 - 4).expect(2, culture=0).expect(3, culture=0)


# --- colonizing ----------------------------------------------------------------------------------------------


def auction(*civilizations: object) -> Playing:
    first = civilizations[0]
    first.hand = [*first.hand, "rats"]  # type: ignore[attr-defined]
    events = ["vast-territory-ii", "foray"]
    game = play(*civilizations, phase="politics", current_events=events)  # type: ignore[arg-type]
    return game.act("seed rats")


@plays("cartography", "defense-colonization-i", "vast-territory-ii")
def test_example_of_a_force_of_four() -> None:
    bonus = "defense-colonization-i"
    one = me(technologies=["cartography"], hand=[bonus, bonus], workers={"warriors": 2, "knights": 1}, unused=0)
    game = auction(one)
    game.act("bid 4")
    assert game.refused("done") == "no-unit-sent", "ships and cards alone do not colonize"
    game.act("send warriors", f"bonus {bonus}", "done")
    game.expect(0, colonies=["vast-territory-ii"], workers={"warriors": 1, "knights": 1}, hand=[bonus])
    assert bonus in game.state.gone or bonus in game.state.discards


def test_a_force_may_be_greater_than_the_bid() -> None:
    game = auction(me(workers={"warriors": 1, "knights": 2}, unused=0))
    game.act("bid 1", "send knights", "done").expect(0, colonies=["vast-territory-ii"], workers={"knights": 1})


def test_units_that_are_sent_return_to_the_yellow_bank() -> None:
    game = auction(me(workers={"warriors": 2}, unused=0, yellow_bank=10))
    game.act("bid 2", "send warriors", "send warriors", "done").expect(0, yellow_bank=10 + 2 + 4, unused=0)


def test_nobody_bids_and_the_territory_is_a_past_event() -> None:
    game = auction(me(), them())
    game.act("pass", "pass")
    assert "vast-territory-ii" in game.state.past_events
    assert game.asked == "actions"


def test_bids_go_up_until_all_others_have_passed() -> None:
    game = auction(me(workers={"warriors": 3}), them(workers={"warriors": 3}), them())
    game.act("bid 1", seat=0)
    assert game.refused("bid 1") == "bid-too-low"
    game.act("bid 2", seat=1).act("bid 3", seat=0)
    game.act("send warriors", "send warriors", "send warriors", "done", seat=0)
    game.expect(0, colonies=["vast-territory-ii"])


@plays("inhabited-territory-ii")
def test_example_of_a_colony_with_three_yellow_tokens_and_two_workers() -> None:
    one = me(hand=["rats"], workers={"warriors": 2}, unused=0, yellow_bank=0)
    game = play(one, phase="politics", current_events=["inhabited-territory-ii", "foray"])
    game.act("seed rats", "bid 1", "send warriors", "done")
    game.expect(0, colonies=["inhabited-territory-ii"], yellow_bank=1 + 3 - 2, unused=2, civil_actions=4)


@plays("independence-declaration", "inhabited-territory-ii")
def test_example_of_losing_that_colony() -> None:
    one = me(colonies=["inhabited-territory-ii"], workers={"warriors": 0}, yellow_bank=5, unused=3, hand=["rats"])
    game = play(one, them(), phase="politics", current_events=["independence-declaration", "foray"])
    game.act("seed rats").expect(0, colonies=[], yellow_bank=5 - 3, unused=3)


def test_arenas_and_strength_of_other_cards_do_not_colonize() -> None:
    one = me(workers={"bread-and-circuses": 2}, technologies=["warfare"], wonders=["great-wall"], unused=0)
    game = auction(one)
    assert game.can("bid 1") and not game.can("bid 2")


# --- tactics -------------------------------------------------------------------------------------------------


@plays("legion")
def test_a_tactic_is_exclusive_until_the_next_turn_and_common_from_then_on() -> None:
    game = play(me(hand=["legion"], workers={"warriors": 3}, unused=0), them(workers={"warriors": 3}))
    game.act("tactic legion").expect(0, strength=5, exclusive=True, military_actions=1)
    game.until("actions", 1)
    assert game.refused("copy legion") == "not-common"
    game.until("politics", 0).expect(0, exclusive=False, tactic="legion", strength=5)
    assert game.state.common_tactics == ("legion",)
    game.until("actions", 1).act("copy legion").expect(1, strength=5, military_actions=0)


def test_one_tactic_is_played_or_copied_a_turn() -> None:
    one = me(hand=["legion", "phalanx"], government="monarchy")
    game = play(one, common_tactics=["heavy-cavalry"]).act("tactic legion")
    assert game.refused("tactic phalanx") == game.refused("copy heavy-cavalry") == "tactic-this-turn"


def test_returning_to_a_tactic_of_ones_own_costs_two_actions_too() -> None:
    game = play(me(tactic="legion"), common_tactics=["phalanx"])
    game.act("copy phalanx").until("actions", 0)
    assert game.cost("copy legion") == {"military-action": 2}


@pytest.mark.parametrize(("tactic", "strength"), [("", 6), ("fighting-band", 8), ("phalanx", 9)])
def test_example_of_four_warriors_and_a_knight(tactic: str, strength: int) -> None:
    play(me(tactic=tactic, workers={"warriors": 4, "knights": 1}, unused=0)).expect(0, strength=strength)


UNITS = {"warriors": 1, "riflemen": 1, "knights": 4, "cannon": 2}


@pytest.mark.parametrize(("card", "bonus"), [("defensive-army", 3), ("mobile-artillery", 10), ("conquistadors", 8)])
@plays("defensive-army", "mobile-artillery", "conquistadors")
def test_examples_of_outdated_armies(card: str, bonus: int) -> None:
    """Our copy names the third tactic Napoleonic Army, but its figures are those of Conquistadors."""
    play(me(workers=UNITS, unused=0)).expect(0, strength=18)
    play(me(tactic=card, workers=UNITS, unused=0)).expect(0, strength=18 + bonus)


def force(*units: str) -> int:
    """Give the greatest bid that sending just these units reaches."""
    best = 0
    for bid in range(1, 13):
        one = me(tactic="conquistadors", workers={"warriors": 1, "swordsmen": 1, "knights": 2}, unused=0)
        game = auction(one).act(f"bid {bid}")
        for unit in units:
            if game.asked == "force":
                game.act(f"send {unit}")
        if game.asked != "force" or game.can("done"):
            best = bid
    return best


@plays("conquistadors", "vast-territory-ii")
def test_examples_of_armies_that_colonize() -> None:
    assert force("knights", "knights", "swordsmen") == 6 + 5
    assert force("knights", "knights", "warriors") == 5 + 3, "the warriors join the army and make it an outdated one"
    assert force("knights", "knights", "swordsmen", "warriors") == 12


# --- happiness -----------------------------------------------------------------------------------------------


def test_the_first_empty_part_of_the_bank_needs_a_happy_face() -> None:
    play(me(yellow_bank=17)).expect(0, discontent=0)
    play(me(yellow_bank=16)).expect(0, discontent=1)
    play(me(yellow_bank=16, workers={"religion": 1})).expect(0, discontent=0)


def test_a_discontent_worker_is_no_danger_while_one_is_unused() -> None:
    play(me(yellow_bank=16, unused=1)).expect(0, discontent=1, uprising=False)
    game = play(me(yellow_bank=16, unused=1, resource=2)).act("build bronze")
    game.expect(0, uprising=True).act("end").expect(0, science=0, resource=0)
    assert game.said("uprising")


def test_examples_of_avoiding_an_uprising() -> None:
    workers = {"religion": 1}
    one = {"yellow_bank": 10, "unused": 1, "workers": workers, "technologies": ["theology"], "food": 4, "resource": 5}
    game = play(me(**one))  # type: ignore[arg-type]
    game.expect(0, happiness=1, discontent=2, uprising=True)
    upgraded = play(me(**one)).act("upgrade religion theology")  # type: ignore[arg-type]
    upgraded.expect(0, happiness=2, discontent=1, uprising=False)
    built = play(me(**one)).act("build theology")  # type: ignore[arg-type]
    built.expect(0, happiness=3, discontent=0, unused=0, uprising=False)
    grown = play(me(**one)).act("population")  # type: ignore[arg-type]
    grown.expect(0, discontent=2, unused=2, uprising=False)
    destroyed = play(me(**one)).act("destroy bronze")  # type: ignore[arg-type]
    destroyed.expect(0, discontent=2, unused=2, uprising=False)


# --- the end of a turn ---------------------------------------------------------------------------------------


def test_excess_military_cards_are_discarded_before_new_ones_are_drawn() -> None:
    hand = ["legion", "phalanx", "rats"]
    game = play(me(hand=hand), them()).act("end")
    assert game.asked == "discard"
    game.act("discard rats").expect(0, hand_size=2 + 2)
    assert len(game.state.hidden_discards) == 1


def test_at_most_three_cards_are_drawn() -> None:
    play(me(government="communism")).act("end").expect(0, hand_size=3)


@pytest.mark.parametrize(("blue", "lost"), [(11, 0), (10, 2), (6, 2), (5, 4), (1, 4), (0, 6)])
def test_corruption_by_the_tokens_left_in_the_bank(blue: int, lost: int) -> None:
    game = play(me(blue_bank=blue, resource=7, workers={"bronze": 0, "agriculture": 0}, gained_blue=20))
    game.act("end").expect(0, resource=7 - lost)


def test_corruption_takes_food_where_resources_are_missing() -> None:
    game = play(me(blue_bank=5, resource=1, food=6, workers={"bronze": 0, "agriculture": 0}))
    game.act("end").expect(0, resource=0, food=3)


@pytest.mark.parametrize(("yellow", "eaten"), [(18, 0), (17, 0), (16, 1), (12, 2), (8, 3), (4, 4), (0, 6)])
def test_consumption_by_the_tokens_left_in_the_bank(yellow: int, eaten: int) -> None:
    workers = {"professional-sports": 2, "agriculture": 0}
    game = play(me(yellow_bank=yellow, food=9, workers=workers, gained_yellow=4, gained_blue=9))
    game.act("end").expect(0, food=9 - eaten)


def test_each_missing_food_costs_four_culture() -> None:
    calm = {"wonders": ["hanging-gardens"], "workers": {"professional-sports": 2, "agriculture": 1}}
    game = play(me(yellow_bank=8, culture=20, **calm))  # type: ignore[arg-type]
    game.act("end").expect(0, food=0, culture=20 + 1 - 2 * 4)


def test_an_uprising_skips_production_but_not_drawing() -> None:
    game = play(me(yellow_bank=12, unused=0, food=3, wonders=["pyramids"]))
    game.act("end").expect(0, science=0, culture=0, food=3, resource=0, hand_size=2, civil_actions=5)


def test_an_empty_military_deck_is_made_of_the_discards_of_its_age() -> None:
    game = play(military_deck_size=1, age="I")
    discarded = len(game.state.hidden_discards)
    game.act("end").expect(0, hand_size=2)
    assert game.said("reshuffled")
    assert len(game.state.military_deck) == discarded - 1 and not game.state.hidden_discards
