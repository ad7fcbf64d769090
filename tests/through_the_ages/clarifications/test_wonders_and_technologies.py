"""Clarifications: wonders, technologies, governments."""

from __future__ import annotations

import pytest

from ..play import me, play, them


def test_hollywood_counts_what_leaders_add_to_theaters_and_libraries() -> None:
    workers = {"opera": 2, "journalism": 1}
    printed = 3 + 3 + 2
    for leader, more in (("", 0), ("j-s-bach", 2), ("william-shakespeare", 2), ("charlie-chaplin", 3)):
        one = me(leader=leader, wonder="hollywood", stages=2, resource=5, workers=workers, unused=0)
        play(one, age="III").act("stage 1").expect(0, culture=2 * (printed + more))


def test_internet_counts_what_leaders_change_about_urban_buildings() -> None:
    workers = {"philosophy": 0, "computers": 1, "multimedia": 1, "drama": 1}
    printed = 5 + (3 + 3) + 2
    changes = {
        "": 0,
        "j-s-bach": 1,
        "william-shakespeare": 2,
        "charlie-chaplin": 2,
        "isaac-newton": 3,
        "albert-einstein": 3,
        "sid-meier": 3 - 1,
    }
    for leader, more in changes.items():
        one = me(leader=leader, wonder="internet", stages=4, resource=2, workers=workers, unused=0)
        play(one, age="III").act("stage 1").expect(0, culture=printed + more)


def test_internet_does_not_count_units_and_wonders() -> None:
    workers = {"philosophy": 0, "tanks": 2}
    one = me(wonder="internet", stages=4, resource=2, workers=workers, wonders=["eiffel-tower"], unused=0)
    play(one).act("stage 1").expect(0, culture=0)


def test_first_space_flight_counts_a_technology_once_with_or_without_workers() -> None:
    for workers in ({"iron": 0}, {"iron": 2}):
        one = me(wonder="first-space-flight", stages=3, resource=9, workers=workers, unused=0, gained_blue=5)
        play(one).act("stage 1").expect(0, culture=1)


def test_fast_food_chains_do_not_count_unused_workers() -> None:
    one = me(wonder="fast-food-chains", stages=3, resource=4, unused=9)
    play(one).act("stage 1").expect(0, culture=2 * 4 + 1 + 1)


def test_ocean_liners_work_in_the_turn_of_completion_and_not_with_an_empty_bank() -> None:
    one = me(wonder="ocean-liner-service", stages=3, resource=4)
    play(one).act("stage 1", "use ocean-liner-service 1").expect(0, unused=2, food=0)
    empty = me(wonders=["ocean-liner-service"], yellow_bank=0)
    assert play(empty).refused("use ocean-liner-service 1") == "bank-empty"


def test_moses_does_not_matter_for_free_population() -> None:
    one = me(wonders=["ocean-liner-service"], food=1)
    play(one).act("use ocean-liner-service 1").expect(0, food=1)


def test_kremlins_unhappy_face_counts_before_the_rating_is_cut() -> None:
    one = me(government="monarchy", wonders=["kremlin"], workers={"professional-sports": 2, "religion": 1}, unused=0)
    play(one).expect(0, happiness=8)
    play(me(wonders=["kremlin"])).expect(0, happiness=0)
    play(me(wonders=["kremlin", "universitas-carolina"], workers={"religion": 1})).expect(0, happiness=0)


def test_st_peters_gives_nothing_to_unhappy_cards_and_stays_below_eight() -> None:
    play(me(wonders=["st-peters-basilica", "kremlin"])).expect(0, happiness=1 - 1)
    one = me(wonders=["st-peters-basilica", "hanging-gardens"], workers={"theology": 2}, unused=0)
    play(one).expect(0, happiness=8)


def test_library_of_alexandria_gives_no_actions() -> None:
    play(me(wonders=["library-of-alexandria"])).expect(0, civil_total=4, military_total=2)
    hand = ["legion", "phalanx", "rats"]
    game = play(me(wonders=["library-of-alexandria"], hand=hand)).act("end")
    assert game.asked != "discard"


def test_a_ravaged_library_takes_its_limit_along_but_no_card() -> None:
    hand = ["iron", "knights", "drama", "warfare", "theology"]
    one = me(wonders=["library-of-alexandria"], ravaged=["library-of-alexandria"], hand=hand)
    game = play(one, row=["alchemy"])
    game.expect(0, hand=hand, civil_hand_limit=4, culture_rating=2, science_rating=1)
    assert game.refused("take alchemy") == "hand-full"


@pytest.mark.parametrize("mine", ["bronze", "iron", "coal", "oil"])
def test_the_railroad_doubles_one_worker_of_the_best_mine_only(mine: str) -> None:
    workers = {"bronze": 1, mine: 2}
    game = play(me(wonders=["transcontinental-railroad"], workers=workers, unused=3)).act("end")
    assert game.value(0, "tokens").get(mine, 0) == 3


def test_the_railroad_counts_for_impact_of_industry() -> None:
    scored = []
    for wonders in ([], ["transcontinental-railroad"]):
        one = me(wonders=wonders, workers={"coal": 1})
        game = play(one, age="IV", phase="game-end", current_events=["impact-of-industry"])
        scored.append(game.player(0).culture_parts.get("event", 0))
    assert scored[1] - scored[0] == 3


def test_the_railroad_without_a_worker_on_a_mine_does_nothing() -> None:
    game = play(me(wonders=["transcontinental-railroad"], workers={"bronze": 0}, unused=3)).act("end")
    game.expect(0, resource=0)


# --- technologies --------------------------------------------------------------------------------------------


def test_tokens_of_a_law_that_is_replaced_go_back_before_the_new_ones_come() -> None:
    one = me(technologies=["justice-system"], hand=["civil-service"], science=10)
    game = play(one).expect(0, blue_bank=19)
    game.act("develop civil-service").expect(0, blue_bank=19, civil_total=6, technologies=["civil-service"])


def test_a_law_replaced_by_a_lower_one_stays_with_its_tokens() -> None:
    game = play(me(technologies=["justice-system"], hand=["code-of-laws"], science=6))
    game.act("develop code-of-laws").expect(0, technologies=["justice-system"], blue_bank=19, civil_total=5)


def test_a_technology_that_leaves_at_once_still_counts_as_developed() -> None:
    one = me(leader="leonardo-da-vinci", technologies=["strategy"], hand=["warfare"], science=5)
    play(one).act("develop warfare").expect(0, resource=1, technologies=["strategy"])


def test_construction_makes_an_upgrade_cheaper_only_when_the_discounts_differ() -> None:
    workers = {"philosophy": 1, "alchemy": 1}
    one = me(technologies=["engineering", "computers", "scientific-method"], workers=workers, resource=9)
    game = play(one)
    assert game.cost("upgrade philosophy alchemy")["resource"] == 3 - 1
    assert game.cost("upgrade alchemy scientific-method")["resource"] == 2 - 1
    assert game.cost("upgrade alchemy computers")["resource"] == 5 - 2


def test_stages_built_together_are_all_paid_and_may_be_fewer() -> None:
    one = me(technologies=["architecture"], wonder="great-wall", resource=7)
    game = play(one)
    assert [game.cost(text)["resource"] for text in game.legal("stage")] == [2, 4, 7]
    game.act("stage 3").expect(0, stages=3, resource=0, civil_actions=3)


def test_no_more_stages_than_the_wonder_has() -> None:
    game = play(me(technologies=["masonry"], wonder="colossus", stages=1, resource=9))
    assert game.legal("stage") == ["stage 1"]


def test_air_forces_double_an_army_that_is_sent_to_colonize() -> None:
    workers = {"warriors": 3, "air-forces": 1}
    one = me(tactic="legion", workers=workers, hand=["prosperity"], unused=0)
    game = play(one, phase="politics", current_events=["vast-territory-ii", "cold-war"]).act("seed prosperity")
    best = max(int(text.split()[1]) for text in game.legal("bid"))
    assert best == 3 + 5 + 2 * 2


def test_an_air_force_without_an_army_gives_its_own_strength() -> None:
    play(me(tactic="legion", workers={"warriors": 2, "air-forces": 2})).expect(0, strength=2 + 10)


def test_an_army_is_doubled_once() -> None:
    workers = {"warriors": 3, "air-forces": 2}
    play(me(tactic="legion", workers=workers, unused=0)).expect(0, strength=3 + 10 + 2 * 2)


def test_a_government_with_fewer_actions_takes_spent_ones_first() -> None:
    one = me(government="republic", hand=["theocracy"], science=6, civil_actions=4)
    game = play(one)
    game.act("develop theocracy").expect(0, civil_total=4, civil_actions=3)


def test_buildings_above_a_lower_urban_limit_stay() -> None:
    one = me(government="democracy", workers={"philosophy": 4}, hand=["communism"], science=19, unused=0)
    play(one).act("develop communism").expect(0, workers={"philosophy": 4})
    one = me(government="democracy", workers={"philosophy": 4}, hand=["republic"], science=13, resource=9)
    game = play(one).act("develop republic").expect(0, workers={"philosophy": 4}, science_rating=4)
    assert game.refused("build philosophy") == "urban-limit"


def test_development_of_civilization_allows_a_revolution_for_a_science_less_and_all_actions() -> None:
    one = me(hand=["monarchy", "rats"], science=1)
    game = play(one, them(), phase="politics", current_events=["development-of-civilization", "foray"])
    game.act("seed rats")
    for text in game.legal("choose"):
        other = play(one, them(), phase="politics", current_events=["development-of-civilization", "foray"])
        other.act("seed rats", text)
        if other.can("revolution monarchy"):
            other.act("revolution monarchy").expect(0, government="monarchy", science=0, civil_actions=0)
            return
    raise AssertionError("no choice leads to a revolution")
