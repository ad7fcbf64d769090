"""The three games of the old rulebook: complete, simple and advanced; the decks of each."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages.decks import deck_faces
from tta_p2p.games.through_the_ages.index import KIND
from tta_p2p.games.through_the_ages.options import Options
from tta_p2p.games.through_the_ages.tables import cards_of
from tta_p2p.games.through_the_ages.tables.edition_2006 import ABSENT, CONFIDENCE, COPIES, REPRINTS, STAND_IN
from tta_p2p.games.through_the_ages.tables.words import Kind

from ..play import me, new_game, play, them

SIMPLE = {"variant": "simple", "options": {"edition": "2006"}}
ADVANCED = {"variant": "advanced", "options": {"edition": "2006"}}


@pytest.mark.parametrize(
    ("seats", "civil", "military"), [(2, 45, (48, 46, 41)), (3, 50, (50, 50, 45)), (4, 55, (50, 50, 45))]
)
def test_decks_have_the_sizes_of_the_old_rulebook(seats: int, civil: int, military: tuple[int, ...]) -> None:
    options = Options(edition="2006")
    assert [len(deck_faces(options, "civil", age, seats)) for age in range(4)] == [20, civil, civil, civil]
    assert [len(deck_faces(options, "military", age, seats)) for age in range(4)] == [10, *military]


def test_the_box_holds_185_civil_and_155_military_cards_of_244_kinds() -> None:
    cards = cards_of("2006")
    assert len(cards) == 244
    assert sum(card.copies[2] for card in cards.values() if card.deck == "civil") == 185
    assert sum(card.copies[2] for card in cards.values() if card.deck == "military") == 155


def test_a_face_is_of_one_edition_or_the_same_in_both() -> None:
    new, was = cards_of("2006"), cards_of("2015")
    assert set(REPRINTS) <= set(new) and set(REPRINTS.values()) <= set(was) - set(new)
    assert set(ABSENT) | set(REPRINTS.values()) == set(was) - set(new)
    assert set(COPIES) <= set(new) & set(was)
    assert set(new) & set(was) >= STAND_IN and set(CONFIDENCE) <= set(new) and set(CONFIDENCE) >= STAND_IN
    for face in REPRINTS:
        assert (new[face].kind, new[face].age) == (was[REPRINTS[face]].kind, was[REPRINTS[face]].age)


# --- the simple game -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_simple_game_has_civil_decks_a_and_i_and_no_military_one_but_of_age_a(seats: int) -> None:
    options = Options("simple", "2006")
    assert [len(deck_faces(options, "civil", age, seats)) for age in range(4)] == [20, 35 + 5 * seats, 0, 0]
    assert [len(deck_faces(options, "military", age, seats)) for age in range(4)] == [9, 0, 0, 0]


def test_in_the_simple_game_the_starting_player_turns_up_events_after_round_2() -> None:
    game = new_game(2, edition="2006", variant="simple").act("end", "end")
    assert game.asked == "actions" and game.state.past_events == ()
    game.act("end", "end")
    assert game.state.round == 3 and len(game.state.past_events) == 1
    game.until("actions", seat=1)
    assert len(game.state.past_events) == 1
    game.expect(0, military_hand=[]).expect(1, military_hand=[])


def test_in_the_simple_game_nobody_is_discontent_and_nothing_rots() -> None:
    one = me(yellow_bank=8, unused=0, tokens={"bronze": 14})
    game = play(one, them(), **SIMPLE).expect(0, discontent=0, uprising=False)
    game.act("end").expect(0, food=0, resource=14 + 2)
    assert not [line for line in game.local.log if line.key in ("corruption", "uprising", "draws")]


def test_the_simple_game_ends_with_the_round_in_which_the_cards_run_out_and_scores_what_is_there() -> None:
    one = me(government="monarchy-2006", technologies=["iron"], workers={"religion": 1, "alchemy": 1, "warriors": 3})
    game = play(one, them(), phase="start", civil_deck_size=1, **SIMPLE)
    yellow = game.value(0, "yellow_bank")
    game.until("actions", seat=0) if game.asked != "actions" else game
    assert game.state.age == 2 and game.state.final_round == game.state.round
    game.expect(0, yellow_bank=yellow)
    ratings = {name: game.value(0, name) for name in ("science_rating", "strength", "happiness", "culture_rating")}
    game.act("end", "end")
    assert game.state.over
    levels = 3  # monarchy, iron, alchemy
    expected = 2 * levels + ratings["science_rating"] + 2 * ratings["strength"] + 2 * ratings["happiness"] + 2 + 2
    game.expect(0, culture=ratings["culture_rating"] + expected)


# --- the advanced game ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_advanced_game_has_ages_a_to_ii_and_no_wars(seats: int) -> None:
    options = Options("advanced", "2006")
    faces = {face for age in range(4) for face in deck_faces(options, "military", age, seats)}
    assert not [face for face in faces if KIND[face] is Kind.WAR] and "annex" in faces
    assert [len(deck_faces(options, "civil", age, seats)) for age in range(4)][3] == 0
    assert len(deck_faces(options, "military", 2, seats)) == (42 if seats == 2 else 46)


def test_in_the_advanced_game_four_impacts_lie_open_and_score_at_the_end() -> None:
    game = new_game(3, edition="2006", variant="advanced")
    assert len(game.state.open_events) == 4 and all(face.startswith("impact-of-") for face in game.state.open_events)
    events = ["impact-of-technology", "impact-of-colonies-2006", "impact-of-wonders", "impact-of-progress"]
    one = me(technologies=["coal", "iron"], colonies=["fertile-territory-i"], wonders=["pyramids"])
    game = play(one, them(), age="III", phase="game-end", open_events=events, **ADVANCED)
    game.expect(0, culture=4 + 4 + 5)  # one technology of level II, a colony, a wonder of Age A


def test_the_advanced_game_ends_with_the_round_in_which_the_cards_of_age_ii_run_out() -> None:
    game = play(me(), them(), age="II", phase="start", round=9, current=1, civil_deck_size=1, **ADVANCED)
    assert (game.state.age, game.state.final_round) == (3, 9)
    game.until("actions", seat=1) if game.asked != "actions" else game
    game.act("end")
    assert game.state.over
