"""What the vocabulary of card tests itself promises."""

from __future__ import annotations

import pytest

from .play import me, play, plays, them


def test_a_test_that_does_not_play_what_it_says_fails() -> None:
    @plays("stockpile", "rats")
    def lying() -> None:
        play(me(hand=["stockpile", "rats"])).act("play stockpile")

    with pytest.raises(AssertionError, match="the test plays no rats"):
        lying()


def test_a_test_of_several_cards_plays_the_one_of_its_run() -> None:
    @plays("homer", "moses")
    def each(card: str) -> None:
        play(me(leader=card))

    each(card="homer")
    each(card="moses")


def test_expecting_tells_every_difference() -> None:
    with pytest.raises(AssertionError, match="seat 0: food is 0, not 1; strength is 1, not 9"):
        play().expect(0, food=1, strength=9, science_rating=1)


def test_an_illegal_act_fails_with_the_reason_and_what_is_legal() -> None:
    words = r"'build bronze' \(cannot-pay\) is not legal for seat 0, which can: take 1,"
    with pytest.raises(AssertionError, match=words):
        play().act("build bronze")


def test_a_legal_act_is_not_refused() -> None:
    with pytest.raises(AssertionError, match="'end' is legal"):
        play().refused("end")


def test_the_seat_that_decides_may_be_checked() -> None:
    with pytest.raises(AssertionError, match="seat 0 decides, not 1"):
        play().act("end", seat=1)


def test_cards_of_a_hand_are_named_by_face_and_two_alike_are_one_word() -> None:
    game = play(me(hand=["legion", "legion"]), them())
    assert game.legal("tactic") == ["tactic legion", "tactic legion"]
    game.act("tactic legion").expect(0, hand=["legion"])


def test_going_on_idly_comes_back_to_the_same_decision() -> None:
    game = play().until("actions", 0)
    assert (game.who, game.asked, game.state.round) == (0, "actions", 4)
