"""Ratings: symbols, leaders, wonders, happiness, tactics in play."""

from __future__ import annotations

from typing import Any

import pytest

from tta_p2p.games.contract import Is
from tta_p2p.games.through_the_ages import piles, ratings
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.state import PactInPlay
from tta_p2p.games.through_the_ages.tables.words import Who

from ..table import give, legal, play, player, refusal, table

Position = dict[str, Any]


@pytest.mark.parametrize(
    ("fields", "strength"),
    [
        ({}, 1),
        ({"leader": "alexander-the-great", "workers": {"warriors": 2, "knights": 1}}, 4 + 3),
        ({"leader": "julius-caesar"}, 2),
        ({"leader": "napoleon-bonaparte", "workers": {"swordsmen": 1, "knights": 1}}, 1 + 2 + 2 + 4),
        ({"wonders": ("great-wall",), "workers": {"warriors": 2, "cannon": 1, "knights": 1}}, 2 + 3 + 2 + 3),
        ({"wonders": ("great-wall",), "ravaged": ("great-wall",)}, 1),
        ({"wonders": ("colossus", "transcontinental-railroad")}, 1 + 2 + 4),
        ({"leader": "joan-of-arc", "workers": {"theology": 2}, "government": "theocracy"}, 1 + 4 + 1 + 1),
        ({"leader": "joan-of-arc", "government": "communism"}, 1),
        ({"workers": {"team-sports": 2}, "specials": ("strategy", "navigation")}, 1 + 4 + 3 + 2),
        ({"colonies": ("strategic-territory-ii",)}, 5),
        ({"tactic": "fighting-band", "workers": {"warriors": 4}}, 4 + 2),
        ({"tactic": "medieval-army", "leader": "genghis-khan", "workers": {"warriors": 4}}, 4 + 4),
    ],
)
def test_strength(fields: Position, strength: int) -> None:
    assert ratings.strength(table(2, **fields).state, 0) == strength


@pytest.mark.parametrize(
    ("fields", "science", "culture"),
    [
        ({}, 1, 0),
        ({"leader": "leonardo-da-vinci", "workers": {"journalism": 1}}, 1 + 2 + 2, 2),
        ({"leader": "leonardo-da-vinci", "technologies": ("computers",)}, 1, 0),
        ({"leader": "sid-meier", "workers": {"philosophy": 2, "computers": 1}}, 2 + 5 - 3, 3),
        ({"leader": "sid-meier", "workers": {"philosophy": 1}}, 0, 0),
        ({"leader": "j-s-bach", "workers": {"drama": 2}}, 1, 4 + 2),
        ({"leader": "charlie-chaplin", "workers": {"drama": 1, "movies": 2}}, 1, 2 + 8 + 4),
        ({"leader": "william-shakespeare", "workers": {"drama": 2, "printing-press": 1}}, 2, 4 + 1 + 2),
        ({"leader": "james-cook", "colonies": ("vast-territory-i", "vast-territory-ii")}, 1, 3),
        ({"leader": "michelangelo", "workers": {"religion": 1}, "wonders": ("hanging-gardens",)}, 1, 1 + 1 + 1 + 2),
        ({"leader": "michelangelo", "wonders": ("kremlin",)}, 1, 2),
        ({"wonders": ("universitas-carolina",), "ravaged": ("universitas-carolina",)}, 1, 2),
        ({"government": "fundamentalism"}, 0, 0),
    ],
)
def test_science_and_culture(fields: Position, science: int, culture: int) -> None:
    s = table(2, **fields).state
    assert (ratings.science(s, 0), ratings.culture(s, 0)) == (science, culture)


@pytest.mark.parametrize(
    ("fields", "happy"),
    [
        ({}, 0),
        ({"wonders": ("kremlin",)}, 0),
        ({"wonders": ("kremlin", "eiffel-tower"), "workers": {"religion": 2}}, 2),
        ({"workers": {"professional-sports": 3}}, 8),
        ({"wonders": ("st-peters-basilica",)}, 1),
        ({"wonders": ("st-peters-basilica", "hanging-gardens"), "workers": {"theology": 2}}, 1 + 3 + 6),
        ({"wonders": ("st-peters-basilica",), "leader": "homer", "government": "communism"}, 1 + 2 - 1),
        ({"wonders": ("st-peters-basilica",), "colonies": ("historic-territory-ii",)}, 1 + 3),
        ({"wonders": ("st-peters-basilica",), "ravaged": ("st-peters-basilica",), "leader": "homer"}, 1),
    ],
)
def test_happiness(fields: Position, happy: int) -> None:
    assert ratings.happiness(table(2, **fields).state, 0) == min(8, happy)


def test_pacts_count_for_both_sides() -> None:
    game = table(3)
    game.state = game.state.copy()
    game.state.pacts = (
        PactInPlay("promise-of-military-protection", 0, 1, 0),
        PactInPlay("open-borders-agreement", 1, 0, 1),
        PactInPlay("international-tourism", 2, 2, 0),
    )
    give(game, 2, wonders=("colossus", "pyramids"), ravaged=("colossus",))
    s = game.state
    assert ratings.strength(s, 0) == 5
    assert ratings.strength(s, 0, without=s.pacts[:1]) == 1
    assert [ratings.culture(s, seat) for seat in range(3)] == [2 - 1, 1, 2]
    assert [ratings.military_actions(s, seat) for seat in range(3)] == [3, 3, 2]


def test_ties_go_to_the_current_player_and_then_clockwise() -> None:
    game = table(4)
    s = game.state.copy()
    s.current = 2
    assert ratings.ranking(s, ratings.strength) == [2, 3, 0, 1]
    assert ratings.seats_reached(s, Who.WEAKEST) == [1]
    assert ratings.seats_reached(s, Who.TWO_STRONGEST) == [2, 3]
    assert ratings.seats_reached(s, Who.TWO_WEAKEST) == [0, 1]
    assert ratings.seats_reached(s, Who.ALL_HAPPIEST) == [2, 3, 0, 1]
    assert ratings.seats_reached(s, Who.ALL_MOST_DISCONTENT) == []
    duel = table(2).state
    assert ratings.seats_reached(duel, Who.TWO_STRONGEST) == [0]
    assert ratings.seats_reached(duel, Who.TWO_WEAKEST) == [1]


# --- tactics -------------------------------------------------------------------------------------------------


def find(game: Any, face: str) -> int:
    """Give the handle of a card with this face that seat 0 can be dealt."""
    return next(h for h in game.state.military_deck if game.dealer.faces[h] == face)


def deal(game: Any, face: str, seat: int = 0) -> int:
    """Put a card of the deck into a hand."""
    handle = find(game, face)
    s = game.state.copy()
    s.military_deck = tuple(h for h in s.military_deck if h != handle)
    piles.deal(s, seat, (handle,), "military-i")
    game.state = s
    game.answer_needs()
    return next(h for h in game.state.players[seat].military_hand if game.dealer.faces[h] == face)


def test_a_played_tactic_is_exclusive_until_the_next_turn() -> None:
    game = table(2, workers={"warriors": 3})
    handle = deal(game, "legion")
    p = play(game, f"tactic #{handle}=legion")
    assert (p.tactic, p.exclusive, p.military_spent, p.military_hand) == ("legion", True, 1, ())
    assert ratings.strength(game.state, 0) == 3 + 2
    play(game, "end", "pass")
    assert refusal(game, "copy legion").key == "not-common"
    play(game, "end")
    assert game.state.common_tactics == ("legion",)
    play(game, "pass", "end", "pass")
    p = play(game, "copy legion")
    assert (p.tactic, p.exclusive, p.military_spent) == ("legion", False, 2)


def test_one_tactic_a_turn_and_equal_ones_are_merged() -> None:
    game = table(2, government="fundamentalism")
    game.state = game.state.copy()
    game.state.common_tactics = ("legion", "phalanx")
    handle = deal(game, "legion")
    play(game, f"tactic #{handle}=legion")
    assert refusal(game, "copy phalanx").key == "tactic-this-turn"
    play(game, "end", "pass", "end")
    assert game.state.common_tactics == ("legion", "phalanx")
    assert "legion" in game.state.gone and not player(game).exclusive


def test_a_card_is_not_played_as_what_it_is_not() -> None:
    game = table(2)
    handle = deal(game, "legion")
    assert all(text == f"tactic #{handle}=legion" for text in legal(game, "tactic"))
    assert refusal(game, f"tactic #{handle}=moses").key == "not-in-hand"
    assert refusal(game, f"tactic #{handle}=raid-i").key == "no-tactic"
    assert refusal(game, f"tactic #{handle + 999}=legion").key == "not-in-hand"
    claims = GAME.claims(game.state, GAME.read(f"tactic #{handle}=phalanx", 0))
    assert claims == (Is(handle, "phalanx"),)
