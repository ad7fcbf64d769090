"""Taking cards, leaders, technologies, governments and revolution, action cards."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages import ratings
from tta_p2p.games.through_the_ages.state import PactInPlay

from ..table import cost, give, legal, play, player, refusal, row, table

# --- taking --------------------------------------------------------------------------------------------------


def test_spaces_cost_one_two_or_three_civil_actions() -> None:
    game = table(2)
    row(game, *("rich-land-i",) * 13)
    prices = [cost(game, f"take {space}")["civil-action"] for space in range(1, 14)]
    assert prices == [1] * 5 + [2] * 4 + [3] * 4
    play(game, "take 13")
    assert {text for text in legal(game, "take")} == {f"take {n}" for n in range(1, 6)}
    assert refusal(game, "take 6").key == "cannot-pay"
    assert refusal(game, "take 13").key == "empty-space"
    assert refusal(game, "take 14").key == "no-such-space"
    assert refusal(game, "take 0").key == "no-such-space"


def test_the_hand_holds_as_many_civil_cards_as_there_are_civil_actions() -> None:
    game = table(2, civil_hand=("rich-land-i", "rich-land-i", "frugality-i", "frugality-i"))
    row(game, "iron", "great-wall")
    assert refusal(game, "take 1").key == "hand-full"
    assert "take 2" in legal(game)
    give(game, 0, wonders=("library-of-alexandria",))
    assert "take 1" in legal(game)


def test_no_second_leader_of_an_age_and_no_technology_one_has() -> None:
    game = table(2, leader_ages=(1,), civil_hand=("iron",), technologies=("drama",), specials=("masonry",))
    row(game, "joan-of-arc", "moses", "iron", "drama", "masonry")
    assert refusal(game, "take 1").key == "leader-of-age"
    assert {refusal(game, f"take {n}").key for n in (3, 4, 5)} == {"have-already"}
    p = play(game, "take 2")
    assert p.leader_ages == (0, 1)
    give(game, 0, government="monarchy")
    row(game, "monarchy")
    assert refusal(game, "take 1").key == "have-already"


def test_a_wonder_goes_into_play_and_costs_more_with_every_finished_one() -> None:
    game = table(2, wonders=("pyramids", "colossus"), ravaged=("colossus",))
    row(game, "great-wall", "st-peters-basilica")
    assert cost(game, "take 1") == {"civil-action": 3}
    p = play(game, "take 1")
    assert (p.wonder, p.stages, p.civil_hand) == ("great-wall", 0, ())
    assert refusal(game, "take 2").key == "wonder-unfinished"
    game = table(2, wonders=("pyramids", "colossus"), leader="michelangelo")
    row(game, "great-wall")
    assert cost(game, "take 1") == {"civil-action": 1}


def test_taj_mahal_is_cheaper_after_a_leader_was_replaced() -> None:
    game = table(2, wonders=("colossus",), leader="moses", civil_hand=("joan-of-arc",))
    row(game, "", "", "", "", "", "taj-mahal")
    assert cost(game, "take 6") == {"civil-action": 3}
    play(game, "leader joan-of-arc")
    assert cost(game, "take 6") == {"civil-action": 1}


def test_a_first_leader_is_no_replacement() -> None:
    game = table(2, civil_hand=("joan-of-arc",))
    row(game, "taj-mahal")
    p = play(game, "leader joan-of-arc")
    assert cost(game, "take 1") == {"civil-action": 1}
    assert (p.leader, p.civil_spent) == ("joan-of-arc", 1)


def test_hammurabi_takes_leaders_for_less_and_aristotle_scores_for_technologies() -> None:
    game = table(2, leader="hammurabi")
    row(game, "aristotle", "", "", "", "", "moses", "iron")
    assert (cost(game, "take 1"), cost(game, "take 6")) == ({}, {"civil-action": 1})
    give(game, 0, leader="aristotle")
    assert play(game, "take 7").science == 1
    row(game, "great-wall", "frugality-i")
    assert play(game, "take 1", "take 2").science == 1


# --- leaders -------------------------------------------------------------------------------------------------


def test_a_replaced_leader_gives_a_civil_action_back() -> None:
    game = table(2, leader="moses", civil_hand=("joan-of-arc",))
    p = play(game, "leader joan-of-arc")
    assert (p.leader, p.civil_spent, p.civil_hand) == ("joan-of-arc", 0, ())
    assert "moses" in game.state.gone
    assert ratings.military_actions(game.state, 0) == 3
    game = table(2, leader="moses", civil_hand=("joan-of-arc",), civil_spent=4)
    assert refusal(game, "leader joan-of-arc").key == "cannot-pay"


def test_an_action_that_old_and_new_leader_give_stays_spent() -> None:
    game = table(2, leader="julius-caesar", civil_hand=("joan-of-arc",), military_spent=3)
    p = play(game, "leader joan-of-arc")
    assert (ratings.military_actions(game.state, 0), p.military_spent) == (3, 3)
    game = table(2, leader="joan-of-arc", civil_hand=("napoleon-bonaparte",), military_spent=3)
    p = play(game, "leader napoleon-bonaparte")
    assert (ratings.military_actions(game.state, 0), p.military_spent) == (4, 3)


def test_a_lower_total_of_actions_takes_spent_ones_first() -> None:
    game = table(2, leader="julius-caesar", civil_hand=("moses",), military_spent=2)
    p = play(game, "leader moses")
    assert (ratings.military_actions(game.state, 0), p.military_spent) == (2, 1)
    game = table(2, leader="julius-caesar", civil_hand=("moses",), military_spent=0)
    play(game, "leader moses")
    assert ratings.military_left(game.state, 0) == 2


def test_homer_may_go_under_a_wonder_instead_of_giving_an_action_back() -> None:
    fields = {"leader": "homer", "civil_hand": ("moses",), "wonders": ("colossus", "pyramids")}
    game = table(2, **fields, ravaged=("pyramids",))
    twin = game.fork()
    play(game, "leader moses")
    assert legal(game) == ["tuck colossus", "no-tuck"]
    p = play(game, "tuck colossus")
    assert (p.homer_under, p.leader, p.civil_spent) == ("colossus", "moses", 1)
    assert ratings.happiness(game.state, 0) == 1
    give(game, 0, wonders=("colossus", "st-peters-basilica"))
    assert ratings.happiness(game.state, 0) == 1 + 1 + 1
    p = play(twin, "leader moses", "no-tuck")
    assert (p.homer_under, p.civil_spent, ratings.happiness(twin.state, 0)) == ("", 0, 0)
    bare = table(2, leader="homer", civil_hand=("moses",))
    assert play(bare, "leader moses").leader == "moses"


# --- technologies --------------------------------------------------------------------------------------------


def test_developing_costs_a_civil_action_and_science() -> None:
    game = table(2, civil_hand=("iron", "code-of-laws"), science=10)
    assert cost(game, "develop iron") == {"civil-action": 1, "science": 5}
    p = play(game, "develop iron")
    assert (p.science, p.workers["iron"], p.civil_hand) == (5, 0, ("code-of-laws",))
    assert refusal(game, "develop code-of-laws").args == ("science", 6, 5)
    assert refusal(game, "develop moses").key == "not-in-hand"


def test_of_two_special_technologies_with_one_icon_the_higher_stays() -> None:
    game = table(2, specials=("justice-system",), blue_bank=19, civil_hand=("code-of-laws",), science=6)
    p = play(game, "develop code-of-laws")
    assert p.specials == ("justice-system",) and "code-of-laws" in game.state.gone
    give(game, 0, civil_hand=("civil-service",), science=10)
    p = play(game, "develop civil-service")
    assert (p.specials, p.blue_bank) == (("civil-service",), 19)
    assert ratings.civil_actions(game.state, 0) == 6


def test_a_peaceful_change_gives_new_actions_at_once() -> None:
    game = table(2, civil_hand=("monarchy",), science=8, civil_spent=2)
    play(game, "develop monarchy")
    assert ratings.civil_left(game.state, 0) == 4 - 3 + 1
    assert ratings.military_left(game.state, 0) == 3
    assert player(game).government == "monarchy"


def test_a_revolution_takes_all_civil_actions_new_ones_too() -> None:
    game = table(2, civil_hand=("monarchy", "frugality-i"), science=2)
    assert cost(game, "revolution monarchy") == {"civil-action": 4, "science": 2}
    play(game, "revolution monarchy")
    assert ratings.civil_left(game.state, 0) == 0
    assert ratings.military_left(game.state, 0) == 3
    game = table(2, civil_hand=("monarchy",), science=2, civil_spent=1)
    assert refusal(game, "revolution monarchy").key == "actions-spent"


def test_an_action_got_back_counts_as_unspent_for_a_revolution() -> None:
    game = table(2, leader="moses", civil_hand=("joan-of-arc", "monarchy"), science=2)
    play(game, "leader joan-of-arc", "revolution monarchy")
    assert player(game).government == "monarchy"


def test_robespierre_pays_a_revolution_with_military_actions() -> None:
    game = table(2, leader="maximilien-robespierre", civil_hand=("monarchy",), science=2, civil_spent=3)
    assert cost(game, "revolution monarchy") == {"military-action": 3, "science": 2}
    p = play(game, "revolution monarchy")
    assert p.culture == 3
    assert ratings.military_left(game.state, 0) == 0
    assert ratings.civil_left(game.state, 0) == 2
    game = table(2, leader="maximilien-robespierre", civil_hand=("monarchy",), science=2, military_spent=1)
    assert refusal(game, "revolution monarchy").args == ("military-action",)


def test_newton_gets_an_action_back_after_a_revolution_too() -> None:
    game = table(2, leader="isaac-newton", civil_hand=("monarchy", "iron"), science=20)
    play(game, "develop iron")
    assert player(game).civil_spent == 0
    play(game, "revolution monarchy")
    assert ratings.civil_left(game.state, 0) == 1


def test_einstein_and_leonardo_are_paid_for_every_technology() -> None:
    game = table(2, leader="albert-einstein", civil_hand=("monarchy", "iron"), science=20)
    assert play(game, "develop iron", "develop monarchy").culture == 6
    game = table(2, leader="leonardo-da-vinci", civil_hand=("iron",), science=20)
    assert play(game, "develop iron").tokens == {"bronze": 1}


def test_discounts_of_leaders_on_science() -> None:
    game = table(2, leader="j-s-bach", civil_hand=("drama", "iron"), science=9)
    assert (cost(game, "develop drama")["science"], cost(game, "develop iron")["science"]) == (1, 5)
    game = table(2, leader="william-shakespeare", civil_hand=("drama", "printing-press"), science=3)
    assert cost(game, "develop drama")["science"] == 3
    give(game, 0, workers={"printing-press": 1}, science=2)
    assert cost(game, "develop drama")["science"] == 2


def test_scientific_cooperation_makes_the_partner_pay() -> None:
    game = table(3, civil_hand=("iron",), science=3)
    game.state = game.state.copy()
    game.state.pacts = (PactInPlay("scientific-cooperation", 1, 1, 0),)
    assert refusal(game, "develop iron").args == (1, 1, 0)
    give(game, 1, science=1)
    assert cost(game, "develop iron") == {"civil-action": 1, "science": 3}
    play(game, "develop iron")
    assert (player(game).science, player(game, 1).science) == (0, 0)


# --- action cards --------------------------------------------------------------------------------------------


def test_an_action_card_is_not_played_in_the_turn_it_was_taken() -> None:
    game = table(2)
    row(game, "cultural-heritage-i")
    play(game, "take 1")
    assert refusal(game, "play cultural-heritage-i").key == "taken-this-turn"
    play(game, "end", "pass", "end", "pass")
    p = play(game, "play cultural-heritage-i")
    assert p.culture == 2 and "cultural-heritage-i" in game.state.gone
    game = table(2, civil_hand=("frugality-i",), tokens={"agriculture": 4})
    row(game, "frugality-i")
    play(game, "take 1", "play frugality-i")
    assert legal(game, "play") == []


def test_an_ordered_action_costs_no_further_action_and_all_else() -> None:
    game = table(2, civil_hand=("rich-land-a", "urban-growth-a"), civil_spent=3, tokens={"bronze": 1}, unused=1)
    assert refusal(game, "play urban-growth-a").key == "card-cannot-pay"
    play(game, "play rich-land-a")
    assert legal(game) == ["build agriculture", "build bronze"]
    assert cost(game, "build bronze") == {"resource": 1}
    assert refusal(game, "build religion").key == "not-allowed-here"
    p = play(game, "build bronze")
    assert (p.workers["bronze"], p.tokens, p.civil_spent) == (3, {}, 4)


def test_build_or_upgrade_is_chosen_when_both_are_possible() -> None:
    game = table(2, civil_hand=("rich-land-i",), technologies=("iron",), tokens={"bronze": 3}, unused=1)
    play(game, "play rich-land-i")
    assert legal(game) == ["choose 1", "choose 2"]
    play(game, "choose 2")
    assert legal(game) == ["upgrade bronze iron"]
    p = play(game, "upgrade bronze iron")
    assert (p.workers["bronze"], p.workers["iron"]) == (1, 1)
    assert p.tokens == {"bronze": 2}


def test_frugality_and_breakthrough_pay_in_full_first() -> None:
    game = table(2, civil_hand=("frugality-i",), tokens={"agriculture": 1})
    assert refusal(game, "play frugality-i").key == "cannot-pay"
    give(game, 0, tokens={"agriculture": 2})
    p = play(game, "play frugality-i")
    assert (p.unused, p.tokens) == (2, {"agriculture": 2})
    game = table(2, civil_hand=("breakthrough-i", "iron"), science=5)
    p = play(game, "play breakthrough-i", "develop iron")
    assert (p.science, p.civil_spent) == (2, 1)


def test_breakthrough_may_carry_a_revolution() -> None:
    game = table(2, civil_hand=("breakthrough-i", "monarchy"), science=2)
    play(game, "play breakthrough-i")
    assert legal(game) == ["revolution monarchy"]
    p = play(game, "revolution monarchy")
    assert (p.science, ratings.civil_left(game.state, 0), p.government) == (2, 0, "monarchy")
    game = table(2, civil_hand=("breakthrough-i", "monarchy"), science=2, civil_spent=1)
    assert refusal(game, "play breakthrough-i").key == "card-cannot-pay"


@pytest.mark.parametrize(("seats", "resources"), [(2, 6), (3, 6), (4, 6)])
def test_wave_of_nationalism_counts_stronger_civilizations(seats: int, resources: int) -> None:
    game = table(seats, civil_hand=("wave-of-nationalism",), workers={"warriors": 0}, unused=3)
    play(game, "play wave-of-nationalism")
    assert player(game).unit_resource == resources
    assert cost(game, "build warriors") == {"military-action": 1, "unit-resource": 2}


def test_endowment_for_the_arts_counts_civilizations_with_more_culture() -> None:
    game = table(3, civil_hand=("endowment-for-the-arts",), culture=5)
    give(game, 1, culture=6)
    give(game, 2, culture=5)
    assert play(game, "play endowment-for-the-arts").culture == 8


def test_churchill_gives_culture_by_himself_when_nothing_was_chosen() -> None:
    game = table(2, leader="winston-churchill", civil_hand=("tanks",), science=6, culture=0)
    twin = game.fork()
    play(game, "use winston-churchill 2")
    assert cost(game, "develop tanks") == {"civil-action": 1, "unit-science": 3, "science": 6}
    assert refusal(game, "use winston-churchill 1").key == "used-this-turn"
    play(game, "end")
    assert player(game).culture_parts.get("leader", 0) == 0
    play(twin, "end")
    assert player(twin).culture_parts["leader"] == 3
