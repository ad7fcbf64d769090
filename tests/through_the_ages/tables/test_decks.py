"""Decks: as many cards as the rulebook counts, whatever the number of players and the variant."""

import pytest

from tta_p2p.games.through_the_ages.tables import PRINTED, STARTING_WORKERS, TABLES, Variant, cards_of
from tta_p2p.games.through_the_ages.tables.decks import civil_deck, military_deck
from tta_p2p.games.through_the_ages.tables.model import Deck, Pact
from tta_p2p.games.through_the_ages.tables.words import Kind

CARDS = cards_of("2015")
CIVIL_SIZES = {0: (20, 20, 20), 1: (44, 50, 53), 2: (44, 50, 53), 3: (44, 50, 53)}
MILITARY_SIZES = {0: (10, 10, 10), 1: (43, 45, 45), 2: (46, 50, 50), 3: (41, 45, 45)}


def test_the_box_holds_179_civil_and_150_military_cards():
    assert sum(len(civil_deck(age, 4)) for age in range(4)) == 179
    assert sum(len(military_deck(age, 4)) for age in range(4)) == 150


@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("age", range(4))
def test_decks_have_the_sizes_of_the_rulebook(age, players):
    assert len(civil_deck(age, players)) == CIVIL_SIZES[age][players - 2]
    assert len(military_deck(age, players)) == MILITARY_SIZES[age][players - 2]


def test_there_are_236_different_cards_and_no_id_twice():
    ids = [card.id for table in TABLES.values() for card in table]
    assert len(ids) == len(set(ids)) == len(CARDS) == 236
    assert all(CARDS[card].id == card for card in CARDS)


def test_ids_are_words_of_the_notation():
    assert all(card.replace("-", "").isalnum() and card.islower() and card.isascii() for card in CARDS)
    assert not any(card.isdigit() for card in CARDS)


def test_fewer_players_have_no_card_more_and_marked_cards_are_six_and_three_in_each_age():
    for age in (1, 2, 3):
        civil = [card for card in CARDS.values() if card.age == age and card.deck is Deck.CIVIL]
        assert sum(card.copies[1] - card.copies[0] for card in civil) == 6
        assert sum(card.copies[2] - card.copies[1] for card in civil) == 3
        assert all(card.copies[0] <= card.copies[1] <= card.copies[2] for card in civil)


def test_six_leaders_four_wonders_in_each_age_and_one_of_each_in_every_game():
    for kind, number in ((Kind.LEADER, 6), (Kind.WONDER, 4)):
        for age in range(4):
            cards = [card for card in CARDS.values() if card.kind is kind and card.age == age]
            assert len(cards) == number
            assert all(card.copies == (1, 1, 1) for card in cards)


def test_two_players_have_no_pacts():
    assert not any(isinstance(CARDS[face], Pact) for age in range(4) for face in military_deck(age, 2))
    assert sum(isinstance(CARDS[face], Pact) for age in range(4) for face in military_deck(age, 3)) == 10


def test_the_first_game_has_nothing_hostile_and_no_age_iii():
    for players in (2, 3, 4):
        assert civil_deck(3, players, Variant.FIRST_GAME) == military_deck(3, players, Variant.FIRST_GAME) == ()
        assert civil_deck(2, players, Variant.FIRST_GAME) == civil_deck(2, players)
        kinds = {CARDS[face].kind for age in (1, 2) for face in military_deck(age, players, Variant.FIRST_GAME)}
        assert kinds == {Kind.EVENT, Kind.TERRITORY, Kind.TACTIC, Kind.BONUS}


def test_the_short_game_is_the_complete_game_without_age_iii_decks():
    for age in (0, 1, 2):
        assert military_deck(age, 4, Variant.SHORT) == military_deck(age, 4)
    assert civil_deck(3, 4, Variant.SHORT) == military_deck(3, 4, Variant.SHORT) == ()


def test_peaceful_games_keep_at_most_the_four_pacts_that_say_nothing_of_attacks():
    for variant in (Variant.PEACEFUL, Variant.GLOBAL_CONFLICT):
        faces = {face for age in range(4) for face in military_deck(age, 4, variant)}
        assert not {CARDS[face].kind for face in faces} & {Kind.AGGRESSION, Kind.WAR, Kind.PACT}
    kept = {face for age in range(4) for face in military_deck(age, 3, Variant.PEACEFUL_PACTS)} - faces
    assert kept == {
        "trade-routes-agreement",
        "international-trade-agreement",
        "scientific-cooperation",
        "international-tourism",
    }


def test_the_player_board_has_five_technologies_and_a_government_that_are_in_no_deck():
    assert set(PRINTED) == {"agriculture", "bronze", "philosophy", "religion", "warriors", "despotism"}
    assert STARTING_WORKERS == {"agriculture": 2, "bronze": 2, "philosophy": 1, "religion": 0, "warriors": 1}
    assert all(CARDS[card].copies == (0, 0, 0) for card in PRINTED)
    assert {card for card in CARDS if not any(CARDS[card].copies)} == set(PRINTED)
