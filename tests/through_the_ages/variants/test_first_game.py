"""The handbook's first game: two ages of cards, nothing hostile, a scoring of its own."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages.decks import deck_faces
from tta_p2p.games.through_the_ages.index import KIND
from tta_p2p.games.through_the_ages.options import Options
from tta_p2p.games.through_the_ages.tables.words import Kind
from tta_p2p.games.through_the_ages.variants import first_game_score

from ..play import me, play, them

FIRST = {"variant": "first-game"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_military_decks_hold_events_territories_tactics_and_bonus_cards_alone(seats: int) -> None:
    for age in (1, 2):
        kinds = {KIND[face] for face in deck_faces(Options("first-game"), "military", age, seats)}
        assert kinds == {Kind.EVENT, Kind.TERRITORY, Kind.TACTIC, Kind.BONUS}
    assert deck_faces(Options("first-game"), "civil", 3, seats) == ()


def test_preparing_an_event_is_the_only_political_action_besides_giving_up() -> None:
    game = play(me(hand=["rats", "legion"]), phase="politics", **FIRST)
    assert game.legal() == ["seed rats", "resign", "pass"]


def test_age_iii_has_no_decks_and_the_round_after_the_end_of_age_ii_is_the_last() -> None:
    one = them(leader="joan-of-arc")
    game = play(me(), one, age="II", phase="start", current=1, round=9, civil_deck_size=2, **FIRST)
    assert game.state.age == 3
    assert game.state.final_round == 10
    assert not game.state.civil_deck and not game.state.military_deck
    game.expect(1, leader="", yellow_bank=18 - 2 - 2)
    row = [face for face in game.state.row if face]
    game.act("pass", "end")
    assert game.player(1).military_hand == ()
    assert [face for face in game.state.row if face] == row[3:], "cards are removed, none comes"
    game.act("pass", "end", "pass", "end")
    assert game.local.over


def test_age_ii_ending_in_the_turn_of_the_starting_player_makes_that_round_the_last() -> None:
    game = play(age="II", phase="start", round=9, civil_deck_size=2, **FIRST)
    assert game.state.final_round == 9


def test_the_scoring_counts_technologies_ratings_production_colonies_and_wonders() -> None:
    game = play(
        me(
            government="monarchy",  # level I, twice
            technologies=["code-of-laws", "cartography"],  # 1 each
            workers={"iron": 2, "coal": 1, "bronze": 0, "irrigation": 1, "theology": 1},  # 1 + 2 + 1 + 1
            colonies=["vast-territory-i", "historic-territory-i"],
            wonders=["eiffel-tower", "pyramids"],
            unused=0,
        ),
        age="III",
        **FIRST,
    )
    score = first_game_score(game.state, 0)
    assert score == {
        "technology": 2 + 2 + 5,
        "science": 1,
        "strength": 1 + 1,  # cartography shows one
        "happiness": game.value(0, "happiness"),
        "food-and-resource": (2 * 1 + 2) + (2 * 2 + 3),
        "territory": 6,
        "wonder": 6,
    }
    assert game.value(0, "happiness") >= 2


def test_the_game_ends_with_that_scoring_and_not_with_events() -> None:
    game = play(
        me(workers={"iron": 1}),
        age="III",
        phase="game-end",
        future_events=["terrorism", "independence-declaration"],
        **FIRST,
    )
    assert game.local.over
    places = game.local.game.standings(game.state).places
    assert dict(places[0].parts) == {"technology": 1, "science": 1, "strength": 1, "food-and-resource": 2 + 2 + 2}
    assert not game.said("end-event")
    assert places[0].seat == 0 and places[0].points == 9 and places[1].points == 6


def test_corruption_and_consumption_do_not_lessen_the_production_that_is_scored() -> None:
    game = play(me(unused=0, yellow_bank=0, blue_bank=0), age="III", **FIRST)
    assert first_game_score(game.state, 0)["food-and-resource"] == 4


def test_equal_culture_shares_the_victory() -> None:
    game = play(me(), them(), age="III", phase="game-end", **FIRST)
    assert [place.place for place in game.local.game.standings(game.state).places] == [1, 1]
