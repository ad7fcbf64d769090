"""Clarifications of the rulebook's appendix and of the usual questions: leaders."""

from __future__ import annotations

import pytest

from ..play import Playing, me, play, them


def most_bid(**mine: object) -> int:
    """Give the highest bid for a territory that a civilization can make."""
    hand = [*mine.pop("hand", []), "rats"]  # type: ignore[misc]
    game = play(me(hand=hand, **mine), phase="politics", current_events=["vast-territory-i", "foray"])  # type: ignore[arg-type]
    game.act("seed rats")
    return max([int(text.split()[1]) for text in game.legal("bid")], default=0)


@pytest.mark.parametrize(
    "mine",
    [{"leader": "alexander-the-great"}, {"leader": "napoleon-bonaparte"}, {"wonders": ["great-wall"]}],
)
def test_what_only_changes_the_strength_rating_does_not_colonize(mine: dict[str, object]) -> None:
    assert play(me(**mine)).value(0, "strength") > 1  # type: ignore[arg-type]
    assert most_bid(**mine) == 1


def test_alexander_leaving_is_no_replacement() -> None:
    row = ["", "", "", "", "", "taj-mahal"]
    game = play(me(leader="alexander-the-great"), phase="politics", row=row).act("power")
    game.expect(0, civil_actions=4)
    assert game.cost("take taj-mahal") == {"civil-action": 2}


def test_aristotle_scores_for_taking_and_not_for_developing() -> None:
    play(me(leader="aristotle", hand=["iron"], science=5)).act("develop iron").expect(0, science=0)


def test_caesar_may_do_the_same_kind_of_political_action_twice_or_leave_it() -> None:
    events = ["good-harvest", "new-deposits", "scientific-breakthrough"]
    game = play(me(leader="julius-caesar", hand=["rats", "raiders"]), phase="politics", current_events=events)
    game.act("seed rats")
    assert game.asked == "politics" and game.can("seed raiders")
    game.act("pass").until("politics", 0).act("seed raiders")
    assert game.asked == "politics", "he may still do it: it was not used"


class TestHammurabi:
    def test_the_action_converted_raises_neither_hand_limit_nor_the_price_of_a_revolution(self) -> None:
        hand = ["iron", "knights", "drama", "monarchy"]
        game = play(me(leader="hammurabi", hand=hand, science=2), row=["theology"]).act("convert")
        game.expect(0, civil_hand_limit=4)
        assert game.refused("take theology") == "hand-full"
        assert game.cost("revolution monarchy") == {"civil-action": 4, "science": 2}

    def test_leaders_are_cheaper_to_take_but_not_to_play(self) -> None:
        game = play(me(leader="hammurabi", hand=["michelangelo"]))
        assert game.cost("leader michelangelo") == {"civil-action": 1}

    def test_a_leader_played_with_the_converted_action_gives_none_back(self) -> None:
        game = play(me(leader="hammurabi", hand=["michelangelo"])).act("convert", "leader michelangelo")
        game.expect(0, civil_actions=4, military_actions=1)

    def test_a_converted_action_spent_before_a_revolution_is_no_obstacle(self) -> None:
        game = play(me(leader="hammurabi", hand=["monarchy"], science=2, food=2)).act("convert", "population")
        game.act("revolution monarchy").expect(0, civil_actions=0, civil_total=5, military_actions=2)
        game = play(me(leader="hammurabi", hand=["monarchy"], science=2, food=2)).act("population")
        assert game.refused("revolution monarchy") == "actions-spent"

    def test_a_converted_action_not_spent_yet_outlasts_a_revolution_as_if_converted_afterwards(self) -> None:
        for acts in (("convert", "revolution monarchy"), ("revolution monarchy", "convert")):
            game = play(me(leader="hammurabi", hand=["monarchy"], science=2, food=2)).act(*acts)
            game.expect(0, civil_actions=1, military_actions=2).act("population").expect(0, civil_actions=0)

    def test_an_unspent_converted_action_still_draws_a_card(self) -> None:
        play(me(leader="hammurabi")).act("convert", "end").expect(0, hand_size=2)

    def test_an_action_for_this_turn_only_turns_back_as_well(self) -> None:
        game = play(me(leader="hammurabi", hand=["patriotism-a"])).act("play patriotism-a", "convert")
        game.expect(0, civil_actions=4, military_actions=2).act("end").expect(0, hand_size=3)


class TestHomer:
    def test_he_is_not_tucked_when_his_age_ends(self) -> None:
        game = play(me(leader="homer", wonders=["pyramids"]), age="I", phase="start", civil_deck_size=1)
        game.expect(0, leader="", homer_under="", happiness=0)
        assert game.asked != "tuck"

    def test_a_wonder_lying_face_down_cannot_receive_him(self) -> None:
        wonders = ["pyramids", "colossus"]
        game = play(me(leader="homer", wonders=wonders, ravaged=["colossus"], hand=["joan-of-arc"]))
        game.act("leader joan-of-arc")
        assert game.legal() == ["tuck pyramids", "no-tuck"]
        game = play(me(leader="homer", wonders=["colossus"], ravaged=["colossus"], hand=["joan-of-arc"]))
        game.act("leader joan-of-arc").expect(0, leader="joan-of-arc")

    def test_st_peters_adds_one_face_to_the_wonder_he_lies_under(self) -> None:
        wonders = ["hanging-gardens", "st-peters-basilica"]
        play(me(homer_under="hanging-gardens", wonders=wonders)).expect(0, happiness=1 + (2 + 1) + 1)
        wonders = ["pyramids", "st-peters-basilica"]
        play(me(homer_under="pyramids", wonders=wonders)).expect(0, happiness=1 + 1 + 1)

    def test_michelangelo_counts_the_face(self) -> None:
        play(me(leader="michelangelo", homer_under="pyramids", wonders=["pyramids"])).expect(0, culture_rating=1)

    def test_his_face_stays_when_the_wonder_is_turned_face_down_later(self) -> None:
        one = me(homer_under="hanging-gardens", wonders=["hanging-gardens"], ravaged=["hanging-gardens"])
        play(one).expect(0, happiness=1, culture_rating=2)

    def test_michelangelo_does_not_count_the_face_that_stays_under_a_ruin(self) -> None:
        ruin = ["hanging-gardens"]
        one = me(leader="michelangelo", homer_under="hanging-gardens", wonders=ruin, ravaged=ruin)
        play(one).expect(0, happiness=1, culture_rating=2)
        standing = me(leader="michelangelo", homer_under="hanging-gardens", wonders=ruin)
        play(standing).expect(0, happiness=3, culture_rating=3 + 1)

    def test_st_peters_adds_a_face_for_him_under_a_ruin(self) -> None:
        wonders = ["hanging-gardens", "st-peters-basilica"]
        one = me(homer_under="hanging-gardens", wonders=wonders, ravaged=["hanging-gardens"])
        game = play(one).expect(0, happiness=(1 + 1) + 1)
        told = game.local.view(None).civilizations[0].happiness
        assert [(part.source, part.amount) for part in told.parts] == [("homer", 2), ("st-peters-basilica", 1)]

    def test_unused_resources_for_units_are_lost_each_turn(self) -> None:
        game = play(me(leader="homer", resource=1)).until("actions", 0)
        assert game.cost("build warriors")["unit-resource"] == 1

    def test_he_pays_for_upgrades_too(self) -> None:
        game = play(me(leader="homer", technologies=["swordsmen"]))
        assert game.cost("upgrade warriors swordsmen") == {"military-action": 1, "unit-resource": 1}


class TestMoses:
    def test_frugality_costs_him_a_food_less(self) -> None:
        game = play(me(leader="moses", hand=["frugality-a"], food=1)).act("play frugality-a")
        game.expect(0, unused=2, food=1)

    def test_an_event_that_lets_all_increase_population_too(self) -> None:
        for leader, left in (("moses", 1), ("homer", 0)):
            one = me(leader=leader, food=1, hand=["rats"])
            game = play(one, phase="politics", current_events=["development-of-civilization", "foray"])
            game.act("seed rats", "choose 1").expect(0, unused=2, food=left)

    def test_population_gained_for_free_stays_free(self) -> None:
        one = me(leader="moses", wonders=["pyramids"], hand=["rats"], food=2)
        game = play(one, phase="politics", current_events=["development-of-settlement", "foray"]).act("seed rats")
        game.expect(0, food=2, unused=2)


class TestBarbarossa:
    def test_both_halves_must_be_payable(self) -> None:
        assert play(me(leader="frederick-barbarossa", food=1)).refused("levy warriors") == "cannot-pay"
        assert play(me(leader="frederick-barbarossa", resource=1)).refused("levy warriors") == "cannot-pay"
        assert play(me(leader="frederick-barbarossa", food=1, resource=1)).can("levy warriors")

    def test_an_empty_bank_sends_nobody(self) -> None:
        one = me(leader="frederick-barbarossa", food=9, resource=3, yellow_bank=0)
        assert play(one).refused("levy warriors") == "bank-empty"

    def test_patriotism_combines_with_it(self) -> None:
        game = play(me(leader="frederick-barbarossa", hand=["patriotism-i"], food=1, technologies=["swordsmen"]))
        game.act("play patriotism-i")
        assert game.cost("levy swordsmen") == {"military-action": 1, "food": 1, "unit-resource": 2}


class TestGenghisKhan:
    def test_cavalry_does_not_stand_for_infantry(self) -> None:
        plain = 3 * 2
        one = me(leader="genghis-khan", tactic="legion", workers={"warriors": 0, "knights": 3})
        play(one).expect(0, strength=plain)

    def test_infantry_stays_infantry_for_all_else(self) -> None:
        workers = {"warriors": 3}
        one = me(leader="genghis-khan", tactic="heavy-cavalry", wonders=["great-wall"], workers=workers, unused=0)
        play(one).expect(0, strength=3 + 4 + 3)

    def test_it_holds_for_the_units_sent_to_colonize(self) -> None:
        assert most_bid(leader="genghis-khan", tactic="heavy-cavalry", workers={"warriors": 3}) == 3 + 4

    def test_ties_count_as_strongest(self) -> None:
        for rivals in (1, 2, 3):
            game = play(*(them() for _ in range(rivals)), me(leader="genghis-khan"), current=rivals)
            game.act("end").expect(rivals, culture=3)

    def test_he_scores_in_an_uprising_too(self) -> None:
        game = play(me(leader="genghis-khan", yellow_bank=12, unused=0), them()).act("end")
        assert game.said("uprising")
        game.expect(0, culture=3, science=0)


class TestJoanOfArc:
    def test_faces_that_st_peters_adds_count(self) -> None:
        one = me(leader="joan-of-arc", wonders=["st-peters-basilica"], government="theocracy", workers={"religion": 1})
        play(one).expect(0, strength=1 + 1 + (1 + 1) + (1 + 1))

    def test_she_looks_each_turn_anew(self) -> None:
        game = play(me(leader="joan-of-arc"), phase="politics", current_events=["rats", "raiders"])
        game.act("peek").until("politics", 0)
        assert game.can("peek")


@pytest.mark.parametrize("leader", ["leonardo-da-vinci", "isaac-newton", "albert-einstein"])
class TestScholars:
    def test_a_technology_without_a_worker_does_not_count(self, leader: str) -> None:
        one = me(leader=leader, technologies=["scientific-method"], workers={"alchemy": 1}, unused=0)
        play(one).expect(0, science_rating=1 + 2 + 1)

    def test_only_the_best_one_counts_and_once(self, leader: str) -> None:
        one = me(leader=leader, workers={"alchemy": 1, "printing-press": 2}, unused=0)
        play(one).expect(0, science_rating=1 + 2 + 2 + 1)


def test_leonardos_resource_comes_after_the_price_is_paid() -> None:
    game = play(me(leader="leonardo-da-vinci", hand=["monarchy"], science=2)).act("revolution monarchy")
    game.expect(0, resource=1, science=0)


class TestMichelangelo:
    def test_arenas_colonies_and_government_do_not_count(self) -> None:
        one = me(leader="michelangelo", government="theocracy", workers={"bread-and-circuses": 1})
        play(one).expect(0, culture_rating=1)

    def test_st_peters_extra_faces_do(self) -> None:
        one = me(leader="michelangelo", wonders=["st-peters-basilica"], workers={"religion": 1})
        play(one).expect(0, culture_rating=2 + 1 + (1 + 1 + 1))

    def test_a_wonder_with_an_unhappy_face_neither_adds_nor_takes(self) -> None:
        play(me(leader="michelangelo", wonders=["kremlin"])).expect(0, culture_rating=2)

    def test_an_unfinished_wonder_does_not_count(self) -> None:
        play(me(leader="michelangelo", wonder="hanging-gardens", stages=2)).expect(0, culture_rating=0)


class TestBach:
    def one(self, **more: object) -> Playing:
        workers = {"philosophy": 1, "scientific-method": 1, "drama": 0}
        return play(me(leader="j-s-bach", workers=workers, resource=9, unused=0, **more), age="II")  # type: ignore[arg-type]

    def test_the_theater_is_of_the_buildings_level_or_higher(self) -> None:
        game = self.one()
        assert game.can("perform philosophy drama")
        assert game.refused("perform scientific-method drama") == "no-upgrade"

    def test_the_technology_must_be_in_play(self) -> None:
        assert self.one(hand=["opera"]).refused("perform philosophy opera") == "no-upgrade"

    def test_the_urban_limit_holds(self) -> None:
        workers = {"philosophy": 1, "drama": 2}
        game = play(me(leader="j-s-bach", workers=workers, resource=9))
        assert game.refused("perform philosophy drama") == "urban-limit"

    def test_construction_applies_to_both_costs_and_the_price_is_never_below_nothing(self) -> None:
        game = self.one(technologies=["architecture", "opera"])
        assert game.cost("perform scientific-method opera") == {"civil-action": 1}
        assert game.cost("perform philosophy opera") == {"civil-action": 1, "resource": 8 - 2 - 3}


class TestCook:
    def test_a_discard_adds_one_whatever_the_card_and_at_most_two_do(self) -> None:
        hand = ["rats", "legion", "defense-colonization-ii"]
        game = play(me(leader="james-cook", hand=hand), phase="politics", current_events=["vast-territory-ii", "foray"])
        game.act("seed rats")
        game.act("throw legion", "throw defense-colonization-ii")
        assert game.can("bid 3") and not game.can("bid 4")

    def test_bonus_cards_played_do_not_use_up_the_two_discards(self) -> None:
        hand = ["rats", "legion", "phalanx", "defense-colonization-ii"]
        game = play(me(leader="james-cook", hand=hand), phase="politics", current_events=["vast-territory-ii", "foray"])
        game.act("seed rats", "throw legion", "throw phalanx")
        best = max(int(text.split()[1]) for text in game.legal("bid"))
        assert best == 1 + 2 + 2
        game.act(f"bid {best}", "send warriors", "throw legion", "throw phalanx")
        game.act("bonus defense-colonization-ii", "done")
        game.expect(0, colonies=["vast-territory-ii"], hand=[])

    def test_without_a_unit_nothing_is_colonized(self) -> None:
        hand = ["rats", "legion", "phalanx"]
        one = me(leader="james-cook", hand=hand, workers={"warriors": 0})
        game = play(one, phase="politics", current_events=["vast-territory-ii", "foray"])
        game.act("seed rats")
        assert game.who == 1, "he is not even asked"


class TestNewton:
    def test_after_a_revolution_one_action_is_left(self) -> None:
        game = play(me(leader="isaac-newton", hand=["monarchy"], science=2), age="II").act("revolution monarchy")
        game.expect(0, civil_total=5, civil_actions=1)

    def test_only_a_spent_action_comes_back(self) -> None:
        game = play(me(leader="isaac-newton", hand=["iron"], science=5), age="II").act("develop iron")
        game.expect(0, civil_actions=4, civil_total=4)


class TestRobespierre:
    def test_an_action_for_this_turn_only_is_one_of_all_military_actions(self) -> None:
        one = me(leader="maximilien-robespierre", hand=["republic", "patriotism-ii"], science=3)
        game = play(one).act("play patriotism-ii")
        assert game.cost("revolution republic") == {"military-action": 4, "science": 3}
        game.act("revolution republic").expect(0, military_actions=0)

    def one(self, **more: object) -> Playing:
        return play(me(leader="maximilien-robespierre", hand=["constitutional-monarchy"], science=6, **more))  # type: ignore[arg-type]

    def test_all_military_actions_must_be_unspent_and_civil_ones_need_not(self) -> None:
        assert self.one(military_actions=2).refused("revolution constitutional-monarchy") == "actions-spent"
        game = self.one(civil_actions=1).act("revolution constitutional-monarchy")
        game.expect(0, civil_actions=1 + 2, military_total=5, military_actions=0, culture=3)

    def test_no_card_is_drawn_for_actions_the_revolution_took(self) -> None:
        self.one().act("revolution constitutional-monarchy", "end").expect(0, hand_size=0)

    def test_a_peaceful_change_scores_nothing(self) -> None:
        one = me(leader="maximilien-robespierre", hand=["constitutional-monarchy"], science=12)
        play(one).act("develop constitutional-monarchy").expect(0, culture=0, government="constitutional-monarchy")


class TestShakespeare:
    def test_the_number_of_pairs_is_the_smaller_of_both(self) -> None:
        workers = {"printing-press": 3, "drama": 1}
        one = me(leader="william-shakespeare", government="monarchy", workers=workers, unused=0)
        play(one).expect(0, culture_rating=3 + 2 + 2)

    def test_technologies_without_workers_make_nothing_cheaper(self) -> None:
        one = me(leader="william-shakespeare", technologies=["printing-press", "drama"], resource=9)
        assert play(one).cost("build drama") == {"civil-action": 1, "resource": 4}

    def test_the_discount_cancels_out_in_an_upgrade(self) -> None:
        workers = {"printing-press": 1, "drama": 1, "opera": 0}
        game = play(me(leader="william-shakespeare", workers=workers, resource=9))
        assert game.cost("upgrade drama opera") == {"civil-action": 1, "resource": 4}


def test_chaplin_doubles_one_theater_and_only_what_is_printed() -> None:
    one = me(leader="charlie-chaplin", government="monarchy", workers={"opera": 2, "movies": 0}, unused=0)
    play(one, age="III").expect(0, culture_rating=3 * 2 + 3)


class TestChurchill:
    def test_blue_military_technologies_do_not_qualify(self) -> None:
        game = play(me(leader="winston-churchill", hand=["military-theory"], science=10))
        game.act("use winston-churchill 2")
        assert game.refused("develop military-theory") == "cannot-pay"

    def test_a_player_who_chose_nothing_scores_the_culture(self) -> None:
        play(me(leader="winston-churchill", gained_yellow=4)).act("end").expect(0, culture=3)

    def test_what_is_unused_is_lost(self) -> None:
        game = play(me(leader="winston-churchill")).act("use winston-churchill 2", "end")
        game.expect(0, unit_resource=0, unit_science=0, culture=0)


class TestGandhi:
    def test_a_war_declared_before_he_came_is_still_resolved(self) -> None:
        one = me(leader="mahatma-gandhi", workers={"warriors": 3})
        game = play(one, them(culture=20), wars=[("war-over-culture", 0, 1)], phase="start", age="III")
        assert game.said("war-won") and not game.state.wars

    def test_he_may_prepare_events_and_colonize(self) -> None:
        one = me(leader="mahatma-gandhi", hand=["prosperity"])
        game = play(one, phase="politics", current_events=["vast-territory-ii", "cold-war"])
        game.act("seed prosperity")
        assert game.can("bid 1")


class TestGates:
    def test_labs_of_level_a_produce_nothing(self) -> None:
        play(me(leader="bill-gates", gained_yellow=4)).act("end").expect(0, resource=2)

    def test_tokens_on_labs_keep_their_value_when_he_has_gone(self) -> None:
        one = me(technologies=["alchemy"], tokens={"alchemy": 2, "bronze": 1}, hand=["oil"])
        game = play(one, age="III")
        game.expect(0, resource=3).act("build bronze").expect(0, resource=1)

    def test_he_scores_when_he_leaves_the_game(self) -> None:
        workers = {"alchemy": 1, "scientific-method": 1, "warriors": 0}
        one = them(leader="bill-gates", workers=workers, unused=0)
        attacker = me(hand=["infiltrate"], workers={"warriors": 3}, unused=0)
        game = play(attacker, one, phase="politics", age="III")
        game.act("attack infiltrate 1")
        game.expect(1, leader="", culture=3).expect(0, culture=3 * 3)

    def test_the_railroad_does_not_double_labs(self) -> None:
        workers = {"bronze": 1, "computers": 1}
        one = me(leader="bill-gates", wonders=["transcontinental-railroad"], workers=workers, gained_yellow=4)
        play(one).act("end").expect(0, tokens={"computers": 1, "bronze": 2})

    def test_impact_of_industry_does_not_count_labs(self) -> None:
        scored = []
        for leader in ("bill-gates", "winston-churchill"):
            one = me(leader=leader, workers={"computers": 1}, unused=0)
            game = play(one, age="IV", phase="game-end", current_events=["impact-of-industry"])
            scored.append(game.player(0).culture_parts.get("event", 0))
        assert scored[0] == scored[1] > 0


class TestSidMeier:
    def test_philosophy_gives_nothing_at_all(self) -> None:
        play(me(leader="sid-meier", workers={"philosophy": 2})).expect(0, science_rating=0, culture_rating=0)

    def test_the_science_rating_does_not_fall_below_nothing(self) -> None:
        one = me(leader="sid-meier", government="fundamentalism", workers={"philosophy": 2})
        play(one).expect(0, science_rating=0)


def test_taj_mahal_is_not_cheaper_for_a_first_leader_and_the_surcharge_comes_first() -> None:
    row = ["", "", "", "", "", "taj-mahal"]
    game = play(me(hand=["michelangelo"]), row=row).act("leader michelangelo")
    assert game.cost("take taj-mahal") == {"civil-action": 2}
    one = me(leader="moses", hand=["joan-of-arc"], wonders=["pyramids"])
    game = play(one, row=row).act("leader joan-of-arc")
    assert game.cost("take taj-mahal") == {"civil-action": 2 + 1 - 2}
    game = play(one, row=["taj-mahal"]).act("leader joan-of-arc")
    assert game.cost("take taj-mahal") == {}
