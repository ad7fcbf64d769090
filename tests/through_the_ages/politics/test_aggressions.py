"""Every aggression, the defence, and who may attack whom."""

from __future__ import annotations

from typing import Any

import pytest

from tta_p2p.games.contract import Is, Return

from ..play import Playing, me, play, them
from ..plays import plays

STRONG = {"warriors": 4}


def attack(card: str, *civilizations: Any, **table: Any) -> Playing:
    """Let seat 0 play an aggression against seat 1; both begin with the civilizations given."""
    first = civilizations[0]
    first.hand = [*first.hand, card]
    game = play(*civilizations, phase="politics", **table)
    return game.act(f"attack {card} 1")


# --- the cards -----------------------------------------------------------------------------------------------


@plays("enslave")
def test_enslave_costs_a_worker_and_brings_food_and_resources_whatever_the_rival_has() -> None:
    game = attack("enslave", me(workers=STRONG), them())
    game.expect(1, unused=0, yellow_bank=19, food=0).expect(0, food=2, resource=2, military_actions=0)


@plays("enslave")
def test_enslave_lets_the_rival_choose_the_worker_if_none_is_unused() -> None:
    game = attack("enslave", me(workers=STRONG), them(unused=0))
    game.act("give-up philosophy", seat=1).expect(1, workers={"philosophy": 0}, unused=0, yellow_bank=20)
    game.expect(0, food=2, resource=2)


@pytest.mark.parametrize(("card", "total"), [("plunder-i", 3), ("plunder-ii", 5), ("plunder-iii", 7)])
@plays("plunder-i", "plunder-ii", "plunder-iii")
def test_plunder_takes_food_and_resources_in_the_attackers_mix(card: str, total: int) -> None:
    game = attack(card, me(workers=STRONG), them(food=4, resource=total))
    assert game.legal() == [f"plunder {food} {total - food}" for food in range(min(4, total), -1, -1)]
    assert game.refused(f"plunder {total + 1} -1") == game.refused(f"plunder {total - 1} 0") == "no-such-choice"
    game.act(f"plunder 2 {total - 2}", seat=0)
    game.expect(0, food=2, resource=total - 2, military_actions=1).expect(1, food=2, resource=2)


@plays("plunder-ii")
def test_plunder_takes_no_more_than_there_is() -> None:
    game = attack("plunder-ii", me(workers=STRONG), them(food=1, resource=2))
    game.expect(0, food=1, resource=2).expect(1, food=0, resource=0)
    assert game.asked == "actions"


@plays("plunder-i")
def test_plunder_brings_no_more_than_the_blue_bank_allows() -> None:
    civilization = me(workers=STRONG, tokens={"agriculture": 8, "bronze": 7})
    game = attack("plunder-i", civilization, them(food=3))
    game.expect(0, food=9, blue_bank=0).expect(1, food=0)


@plays("raid-i", "alchemy", "iron")
def test_raid_i_destroys_an_urban_building_of_age_a_or_i_for_half_its_cost_rounded_up() -> None:
    workers = {"alchemy": 1, "iron": 1, "journalism": 1}
    game = attack("raid-i", me(workers=STRONG), them(workers=workers), age=2)
    assert game.legal() == ["target philosophy", "target alchemy"]
    game.act("target alchemy", seat=0)  # 6
    game.expect(0, resource=3).expect(1, workers={"alchemy": 0}, unused=2)


@plays("raid-i", "masonry")
def test_raid_pays_half_the_printed_cost() -> None:
    civilization = them(workers={"philosophy": 1}, technologies=["masonry"], leader="homer")
    attack("raid-i", me(workers=STRONG), civilization).expect(0, resource=2).expect(1, workers={"philosophy": 0})


@plays("raid-ii", "alchemy", "opera", "scientific-method")
def test_raid_ii_destroys_one_of_age_ii_and_one_of_age_i_or_older_each() -> None:
    workers = {"opera": 1, "alchemy": 1, "scientific-method": 1}
    game = attack("raid-ii", me(workers=STRONG), them(workers=workers))
    game.act("target opera")  # 8
    assert game.legal() == ["target philosophy", "target alchemy", "done"]
    game.act("target alchemy")  # 6
    game.expect(0, resource=7, military_actions=0).expect(1, unused=3, workers={"scientific-method": 1})


@plays("raid-ii", "opera")
def test_raid_may_stop_after_one_building_and_passes_over_a_level_without_buildings() -> None:
    game = attack("raid-ii", me(workers=STRONG), them(workers={"opera": 1}))
    game.act("target opera", "done").expect(0, resource=4).expect(1, workers={"philosophy": 1, "opera": 0})
    game = attack("raid-ii", me(workers=STRONG), them(workers={"opera": 1, "philosophy": 0}))
    game.expect(0, resource=4).expect(1, workers={"opera": 0})
    game = attack("raid-ii", me(workers=STRONG), them(workers={"philosophy": 0}))
    game.expect(0, resource=0)


@plays("raid-iii", "computers", "opera")
def test_raid_iii_destroys_one_of_age_iii_and_one_of_age_ii_or_older_each() -> None:
    workers = {"computers": 2, "opera": 1}
    civilization = me(workers=STRONG, government="constitutional-monarchy")
    game = attack("raid-iii", civilization, them(workers=workers, gained_yellow=4))
    game.act("target computers")  # 11
    assert game.legal() == ["target philosophy", "target opera", "done"]
    game.act("target opera").expect(0, resource=10).expect(1, workers={"computers": 1, "opera": 0})


@pytest.mark.parametrize(
    ("card", "younger", "older", "resource"),
    [("raid-ii", "opera", "alchemy", 7), ("raid-iii", "computers", "opera", 10)],
)
@plays("raid-ii", "raid-iii", "opera", "alchemy", "computers")
def test_a_raid_may_begin_with_the_older_building(card: str, younger: str, older: str, resource: int) -> None:
    game = attack(card, me(workers=STRONG, government="constitutional-monarchy"), them(workers={younger: 1, older: 1}))
    game.act(f"target {older}")
    assert game.can(f"target {younger}") and game.can("target philosophy")
    left = {younger: 0, older: 0, "philosophy": 1}
    game.act(f"target {younger}").expect(0, resource=resource).expect(1, workers=left)
    assert game.asked == "actions"


@plays("raid-iii", "opera", "computers", "movies")
def test_a_raid_destroys_two_of_the_lower_age_but_never_two_of_the_higher() -> None:
    workers = {"computers": 1, "movies": 1, "opera": 2}
    civilization = me(workers=STRONG, government="constitutional-monarchy")
    game = attack("raid-iii", civilization, them(workers=workers, gained_yellow=4))
    assert game.can("target opera")
    game.act("target computers")
    assert game.refused("target movies") == "no-such-choice"
    game = attack("raid-iii", civilization, them(workers=workers, gained_yellow=4))
    game.act("target opera", "target opera").expect(0, resource=8).expect(1, workers={"computers": 1, "opera": 0})


@plays("annex", "vast-territory-i")
def test_annex_takes_a_colony_with_what_lasts_and_nothing_else() -> None:
    colonies = ["vast-territory-i", "wealthy-territory-i"]
    game = attack("annex", me(workers=STRONG), them(colonies=colonies))
    game.act("target vast-territory-i", seat=0)
    game.expect(0, colonies=["vast-territory-i"], food=0, blue_bank=15, yellow_bank=25 - 2 - 10 + 3)
    game.expect(1, colonies=["wealthy-territory-i"], blue_bank=16 + 3, yellow_bank=16)


@plays("infiltrate", "isaac-newton", "eiffel-tower")
def test_infiltrate_removes_leader_or_unfinished_wonder_and_scores_three_a_level() -> None:
    civilization = them(leader="isaac-newton", wonder="eiffel-tower", stages=2)
    game = attack("infiltrate", me(workers=STRONG), civilization)
    assert game.legal() == ["target isaac-newton", "target eiffel-tower"]
    game.act("target eiffel-tower", seat=0)
    game.expect(0, culture=6).expect(1, wonder="", stages=0, blue_bank=16, leader="isaac-newton")
    game = attack("infiltrate", me(workers=STRONG), them(leader="michelangelo"))
    game.expect(0, culture=3).expect(1, leader="")


@plays("infiltrate", "bill-gates", "alchemy")
def test_infiltrating_bill_gates_lets_him_score() -> None:
    game = attack("infiltrate", me(workers=STRONG), them(leader="bill-gates", workers={"alchemy": 2}))
    game.expect(0, culture=9).expect(1, culture=2)


def test_infiltrate_and_annex_need_something_to_go_for() -> None:
    game = play(me(workers=STRONG, hand=["infiltrate", "annex", "spy"]), them(), phase="politics")
    assert game.refused("attack infiltrate 1") == "nothing-to-take"
    assert game.refused("attack annex 1") == "nothing-to-take"
    game.act("attack spy 1")


@plays("spy")
def test_spy_takes_up_to_five_science() -> None:
    attack("spy", me(workers=STRONG, science=1), them(science=8)).expect(0, science=6).expect(1, science=3)
    attack("spy", me(workers=STRONG), them(science=3)).expect(0, science=3).expect(1, science=0)


@plays("armed-intervention")
def test_armed_intervention_takes_up_to_seven_culture() -> None:
    game = attack("armed-intervention", me(workers=STRONG), them(culture=9))
    game.expect(0, culture=7, culture_parts={"aggression": 7}).expect(1, culture=2)
    attack("armed-intervention", me(workers=STRONG), them(culture=3)).expect(0, culture=3).expect(1, culture=0)


# --- attacking -----------------------------------------------------------------------------------------------


def test_only_a_weaker_rival_can_be_attacked_and_the_card_is_discarded_and_paid() -> None:
    game = play(
        me(hand=["raid-i"], workers={"warriors": 2}),
        them(workers={"warriors": 2}),
        them(),
        phase="politics",
    )
    assert game.refused("attack raid-i 1") == "not-weaker"
    assert game.refused("attack raid-i 0") == "no-rival"
    assert game.refused("attack raid-i 3") == "no-rival"
    assert game.cost("attack raid-i 2") == {"military-action": 1}
    game.act("attack raid-i 2").expect(0, military_actions=1, hand=[])
    assert game.state.discards == ("raid-i",)


def test_an_aggression_of_an_older_age_leaves_the_game() -> None:
    game = attack("raid-i", me(workers=STRONG), them(), age=2)
    assert game.state.discards == () and "raid-i" in game.state.gone


def test_military_actions_are_needed() -> None:
    game = play(me(hand=["raid-iii"], workers=STRONG), them(), phase="politics")
    assert game.refused("attack raid-iii 1") == "cannot-pay"


@plays("mahatma-gandhi")
def test_gandhi_does_not_attack_and_doubles_what_attacking_him_costs() -> None:
    civilization = me(hand=["spy", "war-over-culture"], workers=STRONG, leader="mahatma-gandhi")
    game = play(civilization, them(), phase="politics")
    assert game.refused("attack spy 1") == "leader-forbids"
    assert game.refused("declare war-over-culture 1") == "leader-forbids"
    hand = ["spy", "war-over-territory", "armed-intervention"]
    game = play(me(hand=hand, workers=STRONG), them(leader="mahatma-gandhi"), phase="politics")
    assert game.cost("attack spy 1") == {"military-action": 2}
    assert game.refused("attack armed-intervention 1") == "cannot-pay"
    assert game.refused("declare war-over-territory 1") == "cannot-pay"


def test_playing_an_aggression_claims_what_it_is() -> None:
    game = play(me(hand=["raid-i", "legion"], workers=STRONG), them(), phase="politics")
    act = game.find("attack raid-i 1")
    (handle, _) = game.player(0).military_hand
    assert game.local.game.claims(game.state, act) == (Is(handle, "raid-i"),)
    assert game.refused("attack legion 1") == "not-allowed-here"


# --- defence -------------------------------------------------------------------------------------------------


@plays("spy", "defense-colonization-i")
def test_a_rival_who_reaches_the_attackers_strength_fends_it_off() -> None:
    hand = ["defense-colonization-i", "legion", "annex"]
    game = attack("spy", me(workers=STRONG), them(hand=hand, science=5))
    assert (game.who, game.asked) == (1, "defence")
    game.act("bonus defense-colonization-i", "throw legion")
    assert game.legal() == ["done"]  # two military actions, two cards
    game.act("done")
    assert game.said("attack-fails") == [("spy",)]
    game.expect(0, science=0, military_actions=1).expect(1, science=5, hand=["annex"], strength=1)


@plays("defense-colonization-i", "defense-colonization-ii", "defense-colonization-iii")
def test_bonus_cards_defend_with_two_four_and_six() -> None:
    for age, card in enumerate(("defense-colonization-i", "defense-colonization-ii", "defense-colonization-iii"), 1):
        for more, outcome in ((2 * age, "attack-fails"), (2 * age + 1, "attack-succeeds")):
            game = attack("spy", me(workers={"warriors": 1 + more}), them(hand=[card]), age=max(2, age))
            game.act(f"bonus {card}", "done")
            assert len(game.said(outcome)) == 1


def test_any_card_thrown_face_down_is_worth_one_even_a_bonus_card() -> None:
    game = attack("spy", me(workers={"warriors": 2}), them(hand=["defense-colonization-ii", "rats"]))
    game.act("throw defense-colonization-ii")
    assert game.refused("bonus defense-colonization-ii") == "not-in-hand"
    game.act("done")
    assert game.said("strengths") == [(0, 2, 1, 2)] and game.said("attack-fails")


@plays("spy")
def test_what_is_thrown_goes_face_down_to_the_discard_pile_and_stays_hidden() -> None:
    game = attack("spy", me(workers=STRONG), them(hand=["annex", "iconoclasm", "rats"]))
    game.act("throw iconoclasm", "throw rats")
    game.local.apply(game.find("done"))
    (need,) = game.local.game.needs(game.state)
    assert isinstance(need, Return) and len(need.handles) == 1  # the Rats are of an older age: out of the game
    game.local.answer_needs()
    (handle,) = game.state.hidden_discards
    assert game.local.dealer.knowledge_of(1).faces[handle] == "iconoclasm"
    assert handle not in game.local.dealer.knowledge_of(0).faces
    assert game.state.discards == ("spy",)


def test_the_cards_of_a_defence_are_limited_by_all_military_actions_spent_or_not() -> None:
    hand = ["rats", "raiders", "crusades", "foray"]
    game = attack("raid-i", me(workers={"warriors": 9}), them(hand=hand, military_actions=0, government="monarchy"))
    game.act("throw rats", "throw foray", "throw crusades")
    assert game.refused("throw raiders") == "defence-full"


def test_a_rival_without_cards_is_not_asked() -> None:
    assert attack("spy", me(workers=STRONG), them(science=2)).asked == "actions"


def test_a_rival_may_let_it_happen() -> None:
    game = attack("spy", me(workers=STRONG), them(science=2, hand=["defense-colonization-ii"]))
    game.act("done", seat=1).expect(0, science=2).expect(1, hand=["defense-colonization-ii"])


@plays("julius-caesar", "raid-i", "plunder-i")
def test_caesar_attacks_twice_once_a_game() -> None:
    hand = ["raid-i", "plunder-i", "raid-i"]
    game = play(me(leader="julius-caesar", hand=hand, workers={"warriors": 5}), them(resource=2), phase="politics")
    game.act("attack raid-i 1")
    assert game.asked == "politics"
    game.act("attack plunder-i 1")
    game.expect(0, resource=2 + 2, used_up=["julius-caesar"], military_actions=1, strength=6)
    assert game.asked == "actions"
    game.until("politics", seat=0)
    game.act("attack raid-i 1", "done")
    assert game.asked == "actions"


@plays("julius-caesar")
def test_caesar_keeps_his_second_action_for_later_if_it_is_passed() -> None:
    hand = ["raid-i"]
    game = play(me(leader="julius-caesar", hand=hand, workers={"warriors": 5}), them(), phase="politics")
    game.act("attack raid-i 1", "pass").expect(0, used_up=[])


# --- leaving -------------------------------------------------------------------------------------------------


def test_an_aggression_ends_when_its_attacker_leaves() -> None:
    game = attack("spy", me(workers=STRONG), them(hand=["rats", "annex"], science=3), them())
    game.act("throw rats", seat=1)
    game.leave(0)
    game.expect(1, science=3, hand=["annex", "rats"])
    assert game.who == 1 and game.asked == "politics"


def test_an_aggression_ends_when_its_rival_leaves() -> None:
    game = attack("spy", me(workers=STRONG), them(hand=["rats"], science=3), them())
    game.leave(1)
    game.expect(0, science=0, military_actions=1)
    assert (game.who, game.asked) == (0, "actions")


def test_a_raid_ends_when_its_rival_leaves_while_the_attacker_chooses() -> None:
    game = attack("raid-ii", me(workers=STRONG), them(workers={"alchemy": 1}), them())
    assert game.asked == "target"
    game.leave(1)
    assert (game.who, game.asked) == (0, "actions")
