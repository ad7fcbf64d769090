"""Each named rule (`Edition`) in both editions side by side."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages.editions import EDITIONS

from ..play import Playing, me, new_game, play, plays, them
from .positions import OPTIONS, old, turned_up

BOTH = ("2015", "2006")


def said(game: Playing, *keys: str) -> list[str]:
    """The keys of the log that are among these, in order."""
    return [line.key for line in game.local.log if line.key in keys]


# --- sacrifices ----------------------------------------------------------------------------------------------


def test_units_sacrificed_by_the_attacker_count_once_more_and_whole_armies_add_their_bonus() -> None:
    one = me(hand=["spy"], workers={"warriors": 5}, tactic="fighting-band", unused=0)
    game = old(one, them(workers={"warriors": 9}, unused=0, science=5), age=2, phase="politics")
    bank = game.value(0, "yellow_bank")
    game.act("attack spy 1")
    assert game.asked == "sacrifice" and game.local.decision is not None
    assert game.local.decision.args == (0, "spy", 5 + 2, 9)
    game.act("sacrifice warriors", "sacrifice warriors")
    assert game.local.decision.args == (0, "spy", 7 + 2 + 1, 9)
    game.act("done").expect(0, workers={"warriors": 3}, yellow_bank=bank + 2)
    game.act("done", seat=1).expect(0, science=5).expect(1, science=0)


def test_in_2015_nobody_is_asked_for_sacrifices_and_a_stronger_rival_is_not_attacked() -> None:
    one = me(hand=["spy"], workers={"warriors": 5}, tactic="fighting-band", exclusive=True, unused=0)
    game = play(one, them(workers={"warriors": 9}, unused=0), age=2, phase="politics")
    assert game.refused("attack spy 1") == "not-weaker"
    game = play(one, them(workers={"warriors": 1}, hand=["spy"], science=5), age=2, phase="politics")
    assert game.act("attack spy 1").legal("sacrifice") == [] and game.asked == "defence"


def test_a_rival_stronger_than_all_sacrifices_is_not_attacked_in_2006_either() -> None:
    for rival, refusal in ((9, ""), (10, "not-weaker")):
        game = old(
            me(hand=["spy"], workers={"warriors": 5}), them(workers={"warriors": rival}), age=2, phase="politics"
        )
        assert game.can("attack spy 1") if not refusal else game.refused("attack spy 1") == refusal


def test_the_rival_sacrifices_units_and_plays_any_number_of_bonus_cards_and_no_others() -> None:
    hand = ["defense-colonization-ii", "defense-colonization-ii", "defense-colonization-i", "legion"]
    rival = them(workers={"warriors": 2}, hand=hand, science=5)
    game = old(me(hand=["spy"], workers={"warriors": 14}, unused=0, gained_yellow=3), rival, age=2, phase="politics")
    game.act("attack spy 1", "done")
    assert game.asked == "repulse" and not game.legal("throw")
    game.act(*(f"bonus {card}" for card in hand[:3]), "sacrifice warriors", "sacrifice warriors", seat=1)
    assert game.local.decision is not None and game.local.decision.args == (0, "spy", 14, 2 + 4 + 4 + 2 + 2)
    game.act("done").expect(1, science=5, hand=["legion"], workers={"warriors": 0})
    assert said(game, "attack-fails", "attack-succeeds") == ["attack-fails"]  # equal strengths: it is repulsed


def test_in_2015_any_card_defends_and_no_more_of_them_than_military_actions() -> None:
    rival = them(hand=["legion", "phalanx", "enslave"])
    game = play(me(hand=["spy"], workers={"warriors": 6}, unused=0), rival, age=2, phase="politics")
    game.act("attack spy 1", "throw legion", "throw phalanx")
    assert game.refused("throw enslave") == "defence-full"


@plays("war-over-culture-iii")
def test_in_a_war_the_attacker_says_first_and_the_stronger_side_wins_whoever_it_is() -> None:
    rival = them(workers={"warriors": 3}, hand=["defense-colonization-iii"], culture=3)
    one = me(workers={"warriors": 3}, culture=9)
    game = old(one, rival, age=3, phase="start", round=9, wars=[("war-over-culture-iii", 0, 1)])
    assert (game.asked, game.who) == ("sacrifice", 0)
    game.act("sacrifice warriors", "done")
    assert (game.asked, game.who) == ("sacrifice", 1) and not game.legal("bonus")
    game.act("sacrifice warriors", "sacrifice warriors", "sacrifice warriors", "done", seat=1)
    game.expect(0, culture=9 - 2, workers={"warriors": 2}).expect(1, culture=3 + 2, workers={"warriors": 0})
    assert (game.asked, game.who, game.state.wars) == ("politics", 0, ())


def test_a_war_whose_rival_leaves_while_it_is_asked_is_over() -> None:
    table = {"age": 3, "phase": "start", "round": 9, "wars": [("holy-war", 0, 1)]}
    game = old(me(), them(), them(), **table).act("done")
    assert (game.asked, game.who) == ("sacrifice", 1)
    game.leave(1).expect(0, culture=7)
    assert (game.asked, game.who, game.state.wars) == ("politics", 0, ())
    game = old(me(), them(), them(), **table).act("done").leave(0)
    assert (game.asked, game.state.wars) == ("politics", ()) and game.who != 0


def test_an_aggression_is_over_when_one_of_both_leaves() -> None:
    for leaver, asked in ((0, "politics"), (1, "actions")):
        game = old(me(hand=["spy"], workers={"warriors": 6}), them(science=5), them(), age=2, phase="politics")
        game.act("attack spy 1", "done")
        assert (game.asked, game.who) == ("repulse", 1)
        game.leave(leaver)
        assert game.asked == asked and game.who != leaver


def test_in_the_last_round_units_are_sacrificed_only_to_colonize() -> None:
    last = {"age": "IV", "round": 20, "final_round": 20}
    rival = them(workers={"warriors": 4}, science=5, hand=["defense-colonization-iii", "raid-iii-2006"])
    one = me(hand=["armed-intervention"], workers={"warriors": 6}, unused=0)
    weak = old(me(hand=["armed-intervention"], workers={"warriors": 3}), rival, phase="politics", **last)
    assert weak.refused("attack armed-intervention 1") == "not-weaker"
    game = old(one, rival, phase="politics", **last).act("attack armed-intervention 1")
    assert (game.asked, game.who) == ("repulse", 1)
    assert game.refused("sacrifice warriors") == "no-sacrifice-now" and game.can("bonus defense-colonization-iii")
    rival.culture = 9
    war = old(one, rival, phase="start", wars=[("war-over-culture-iii", 0, 1)], **last)
    assert war.asked == "politics"
    war.expect(0, culture=2)
    colony = old(me(workers={"warriors": 0}), them(), phase="event", event="fertile-territory-ii", **last)
    colony.act("bid 1", "send warriors", "done", seat=1).expect(1, colonies=["fertile-territory-ii"])


@pytest.mark.parametrize("edition", BOTH)
def test_what_a_card_orders_lapses_when_who_made_it_possible_leaves(edition: str) -> None:
    """Else nothing would be legal, and the game could never go on."""
    card = "breakthrough-i"
    one = me(hand=[card, "coal"], science=5)
    pact = [("scientific-cooperation", 0, 0, 1)]
    game = play(one, them(science=3), them(), age=2, pacts=pact, options={"edition": edition}).act(f"play {card}")
    assert game.legal() == ["develop coal"]
    game.leave(1)
    assert game.asked == "actions" and game.legal()
    rich = me(hand=[card, "coal"], science=15)
    still = play(rich, them(science=3), them(), age=2, options={"edition": edition}).act(f"play {card}")
    still.leave(1)
    assert still.asked == "order" and still.legal() == ["develop coal"], "what can be done all the same stays"


# --- tactics -------------------------------------------------------------------------------------------------


def test_a_tactic_of_2006_stays_its_players_own_and_another_takes_its_place() -> None:
    game = old(me(hand=["legion", "phalanx"]), them()).act("tactic legion", "tactic phalanx")
    game.expect(0, tactic="phalanx", exclusive=True, military_actions=0)
    assert game.state.discards == ("legion",)
    game.act("end").until("actions", seat=0).expect(0, tactic="phalanx", exclusive=True)
    assert game.state.common_tactics == () and game.legal("copy") == []


def test_a_tactic_of_2015_becomes_common_and_comes_once_a_turn() -> None:
    game = play(me(hand=["legion", "phalanx"]), them()).act("tactic legion")
    assert game.refused("tactic phalanx") == "tactic-this-turn"
    game.act("end").until("actions", seat=0).expect(0, tactic="legion", exclusive=False)
    assert game.state.common_tactics == ("legion",)


# --- the end of a turn ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "order"), [("2015", ["corruption", "food-produced"]), ("2006", ["food-produced"])])
def test_corruption_comes_first_in_2015_and_is_read_off_the_bank_at_the_end_in_2006(
    edition: str, order: list[str]
) -> None:
    blue = 16 if edition == "2015" else 18
    one = me(tokens={"bronze": blue - 10}, yellow_bank=16, happiness=None, workers={"religion": 1})
    game = play(one, them(), options={"edition": edition}).act("end")
    # 10 tokens in the bank: corruption 2 in 2015; in 2006 none, unless production leaves 8: 4 out, 1 eaten
    found = said(game, "corruption", "food-produced", "resource-produced", "consumption")
    if edition == "2015":
        assert found == ["corruption", "food-produced", "consumption", "resource-produced"]
    else:
        assert found == ["food-produced", "consumption", "resource-produced", "corruption"]
    assert found[: len(order)] == order


def test_corruption_counts_the_tokens_of_the_production_itself_in_2006() -> None:
    for tokens, corrupted in ((5, 0), (6, 2)):
        game = old(me(tokens={"bronze": tokens}, yellow_bank=18, unused=0), them()).act("end")
        # 4 tokens come out of the bank: 9 are left, or 8
        game.expect(0, resource=tokens + 2 - corrupted, food=2)


@pytest.mark.parametrize(("edition", "back"), [("2015", 1), ("2006", 0)])
def test_a_leader_who_is_replaced_gives_an_action_back_in_2015(edition: str, back: int) -> None:
    one = me(leader="moses", hand=["leonardo-da-vinci"])
    play(one, options={"edition": edition}).act("leader leonardo-da-vinci").expect(0, civil_actions=4 - 1 + back)


@pytest.mark.parametrize("edition", BOTH)
def test_cards_above_the_limit_go_at_the_end_of_the_turn_or_after_the_politics_phase(edition: str) -> None:
    hand = ["legion", "phalanx", "heavy-cavalry"]
    options = {"edition": edition}
    end = play(me(hand=[*hand], military_actions=0), them(), options=options).act("end")
    politics = play(me(hand=[*hand]), them(), phase="politics", options=options).act("pass")
    if edition == "2015":
        assert (end.asked, end.who) == ("discard", 0) and politics.asked == "actions"
    else:
        assert (end.asked, end.who) == ("politics", 1)
        assert (politics.asked, politics.who) == ("discard", 0)
        politics.act("discard phalanx").expect(0, hand=["heavy-cavalry", "legion"])
        assert politics.asked == "actions"


@pytest.mark.parametrize(("edition", "drawn"), [("2015", 2), ("2006", 0)])
def test_in_an_uprising_cards_are_drawn_only_in_2015(edition: str, drawn: int) -> None:
    one = me(yellow_bank=8, unused=0)
    game = play(one, them(), options={"edition": edition})
    assert game.local.view(0).civilizations[0].forecast.draws == drawn
    game.act("end").expect(0, hand_size=drawn, science=0, food=0, resource=0)
    assert said(game, "uprising") == ["uprising"]
    calm = play(me(), them(), options={"edition": edition}).act("end")
    calm.expect(0, hand_size=2)


def test_corruption_of_2006_by_tokens_in_the_bank() -> None:
    board = EDITIONS["2006"].board
    assert [board.corruption_at(blue) for blue in (0, 1, 4, 5, 8, 9, 18)] == [6, 4, 4, 2, 2, 0, 0]


# --- limits --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", BOTH)
def test_tracks_of_2006_end(edition: str) -> None:
    labs = {"philosophy": 0, "multimedia": 4, "computers-2006" if edition == "2006" else "computers": 4}
    movies = {"movies-2006" if edition == "2006" else "movies": 4}
    government = "communism-2006" if edition == "2006" else "communism"
    units = {"warriors": 0, "tanks": 8, "modern-infantry-2006" if edition == "2006" else "modern-infantry": 6}
    specials = ["military-theory-2006" if edition == "2006" else "military-theory"]
    one = me(government=government, workers=labs | movies | {"organized-religion": 4}, gained_yellow=20, science=35)
    two = them(workers=units, technologies=specials, gained_yellow=20, unused=0)
    game = play(one, two, age=3, options={"edition": edition})
    assert game.value(0, "science_rating") == (30 if edition == "2006" else 4 * 3 + 4 * 5)
    assert game.value(0, "culture_rating") == (30 if edition == "2006" else 4 * 3 + 4 * 4 + 4)
    assert game.value(1, "strength") == (60 if edition == "2006" else 8 * 5 + 6 * 5 + 5)
    game.act("end").expect(0, science=40 if edition == "2006" else 35 + 32)


def test_strength_with_sacrifices_goes_past_the_end_of_the_track() -> None:
    one = me(workers={"warriors": 0, "tanks": 13}, hand=["spy"], unused=0, gained_yellow=8)
    game = old(one, them(), age=3, phase="politics").act("attack spy 1", "sacrifice tanks")
    assert game.local.decision is not None and game.local.decision.args[2] == 60 + 5


# --- the first rounds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", BOTH)
def test_in_round_1_everybody_produces_and_nobody_draws(edition: str) -> None:
    game = new_game(3, edition=edition)
    board = EDITIONS[edition].board
    assert board.blue_in_bank == (18 if edition == "2006" else 16)
    game.expect(0, blue_bank=board.blue_in_bank, civil_actions=1, military_actions=0)
    game.act("end").expect(0, food=2, resource=2, science=1, hand_size=0, blue_bank=board.blue_in_bank - 4)
    game.expect(1, civil_actions=2)


@pytest.mark.parametrize("edition", BOTH)
def test_in_round_2_the_first_turn_ends_age_a(edition: str) -> None:
    game = new_game(2, edition=edition).act("end", "end")
    assert (game.state.round, game.state.age, game.asked) == (2, 1, "politics")


def test_an_event_of_2006_that_does_nothing() -> None:
    turned_up("no-event", me(), them()).expect(0, culture=1)


def test_the_options_of_a_position_of_2006() -> None:
    assert old(me()).state.options.edition == OPTIONS["edition"]
