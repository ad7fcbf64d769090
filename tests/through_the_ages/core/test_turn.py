"""Setup, the first two rounds, the end of a turn."""

from __future__ import annotations

import pytest

from tta_p2p.games.contract import BadOptions, Deal, Return, Show
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages import ratings
from tta_p2p.games.through_the_ages.game import GAME

from ..table import give, legal, play, player, refusal, table


@pytest.mark.parametrize(("seats", "events"), [(2, 4), (3, 5), (4, 6)])
def test_setup_lays_out_age_a(seats: int, events: int) -> None:
    game = LocalGame(GAME, seats, {}, 3)
    game.answer_needs()
    s = game.state
    assert len(s.row) == 13 and all(s.row)
    assert (len(s.civil_deck), len(s.military_deck)) == (7, 0)
    assert (len(s.current_events), len(s.gone_hidden)) == (events, 10 - events)
    for p in s.players:
        assert (p.yellow_bank, p.unused, p.blue_bank) == (18, 1, 16)
        assert p.workers == {"agriculture": 2, "bronze": 2, "philosophy": 1, "religion": 0, "warriors": 1}
        numbers = [ratings.science, ratings.culture, ratings.strength, ratings.happiness]
        assert [number(s, p.seat) for number in numbers] == [1, 0, 1, 0]
        assert (ratings.civil_actions(s, p.seat), ratings.military_actions(s, p.seat)) == (4, 2)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadOptions):
        GAME.start({}, seats)


def test_in_the_first_round_cards_are_taken_with_one_two_three_four_actions() -> None:
    game = LocalGame(GAME, 4, {}, 1)
    game.answer_needs()
    for seat in range(4):
        assert game.state.current == seat
        assert {text.split()[0] for text in legal(game)} == {"take", "end"}
        assert ratings.civil_left(game.state, seat) == seat + 1
        assert ratings.military_left(game.state, seat) == 0
        assert refusal(game, "population").key == "due-first"
        play(game, "end")
        p = player(game, seat)
        assert (p.science, p.culture, p.tokens) == (1, 0, {"agriculture": 2, "bronze": 2})
        assert (p.military_hand, p.civil_spent, p.military_spent) == ((), 0, 0)
    assert (game.state.round, game.state.current) == (2, 0)


@pytest.mark.parametrize(("seats", "removed"), [(2, 3), (3, 2), (4, 1)])
def test_replenishing_removes_slides_and_fills(seats: int, removed: int) -> None:
    game = table(seats)
    play(game, "take 8") if "take 8" in legal(game) else play(game, "end")
    before = list(game.state.row)
    if game.state.current == 0:
        play(game, "end")
    after = game.state.row
    kept = [face for face in before[removed:] if face]
    assert after[: len(kept)] == kept and len(after) == 13 and all(after)


def test_the_first_replenishing_ends_age_a() -> None:
    game = LocalGame(GAME, 2, {}, 5)
    game.answer_needs()
    play(game, "end", "end")
    s = game.state
    assert s.age == 1 and s.round == 2
    assert [p.yellow_bank for p in s.players] == [18, 18]
    assert (len(s.military_deck), s.final_round) == (43, 0)
    assert len(s.civil_deck) == 44


def test_the_end_of_a_turn_asks_for_everything_hidden_at_once() -> None:
    game = table(2)
    give(game, 0, military_spent=0)
    game.apply(GAME.read("end", 0))
    kinds = [type(need) for need in GAME.needs(game.state)]
    assert kinds[0] is Deal and kinds[-1] is Show
    assert GAME.decision(game.state) is None


def test_cards_are_drawn_for_unused_military_actions_three_at_most() -> None:
    for spent, drawn in ((0, 2), (1, 1), (2, 0)):
        game = table(2, military_spent=spent)
        play(game, "end")
        assert len(player(game).military_hand) == drawn
    game = table(2, government="fundamentalism")
    play(game, "end")
    assert len(player(game).military_hand) == 3


def test_excess_military_cards_are_discarded_before_drawing() -> None:
    game = table(2, government="fundamentalism")
    play(game, "end", "pass", "end", "pass", "end", "pass", "end")
    assert len(player(game).military_hand) == 6
    give(game, 0, government="despotism")
    play(game, "pass", "end")
    assert game.decision is not None and game.decision.key == "discard"
    hand = player(game).military_hand
    for number in range(3):
        play(game, f"discard #{hand[number]}")
        assert player(game).military_hand == hand
    assert refusal(game, f"discard #{hand[0]}").key == "not-in-hand"
    game.apply(GAME.read(f"discard #{hand[3]}", 0))
    assert isinstance(GAME.needs(game.state)[0], Return)
    game.answer_needs()
    assert len(player(game).military_hand) == 4
    assert len(game.state.hidden_discards) == 4


def test_an_uprising_stops_production_but_not_drawing() -> None:
    game = table(2, yellow_bank=0, unused=0, science=0)
    assert ratings.discontent(game.state, 0) == 8
    play(game, "end")
    p = player(game)
    assert (p.science, p.culture, p.tokens) == (0, 0, {})
    assert len(p.military_hand) == 2
    game = table(2, yellow_bank=0, unused=8, science=0)
    play(game, "end")
    assert player(game).science == 1


def test_a_turn_leaves_nothing_that_was_for_this_turn_only() -> None:
    game = table(2, civil_hand=("patriotism-i",), used=("x",), unit_science=2)
    play(game, "play patriotism-i")
    p = player(game)
    assert (p.unit_resource, p.extra_military) == (2, 1)
    assert ratings.military_left(game.state, 0) == 3
    play(game, "end")
    p = player(game)
    assert (p.unit_resource, p.unit_science, p.extra_military, p.used) == (0, 0, 0, ())
    assert len(p.military_hand) == 3
    assert (p.civil_spent, p.military_spent) == (0, 0)
