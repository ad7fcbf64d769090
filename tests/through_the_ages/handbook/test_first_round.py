"""Handbook, setup and "the first round": what a civilization begins with, and the example of taking cards."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages.tables import BOARD

from ..play import me, new_game, play, plays

ROW = [
    "moses",
    "colossus",
    "engineering-genius-a",
    "homer",
    "aristotle",
    "library-of-alexandria",
    "hammurabi",
]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_of_a_player_area(seats: int) -> None:
    game = new_game(seats)
    for seat in range(seats):
        game.expect(
            seat, blue_bank=16, yellow_bank=18, unused=1, population=7, civil_total=4, military_total=2,
            workers={"agriculture": 2, "bronze": 2, "philosophy": 1, "warriors": 1, "religion": 0},
            science_rating=1, culture_rating=0, strength=1, happiness=0, science=0, culture=0, tactic="",
        )  # fmt: skip


@pytest.mark.parametrize(("seats", "events"), [(2, 4), (3, 5), (4, 6)])
def test_setup_of_the_event_decks(seats: int, events: int) -> None:
    s = new_game(seats).state
    assert len(s.current_events) == events
    assert s.future_events == s.past_events == ()
    assert {s.backs[handle] for handle in s.current_events} == {"military-a"}


def test_setup_of_the_card_row() -> None:
    s = new_game().state
    assert len(s.row) == 13 and all(s.row)
    assert len(s.civil_deck) == 20 - 13
    assert BOARD.row_costs == (1,) * 5 + (2,) * 4 + (3,) * 4


@plays("moses", "colossus", "engineering-genius-a", "aristotle", "library-of-alexandria")
def test_example_of_taking_cards_in_the_first_round() -> None:
    game = play(seats=3, age="A", phase="start", row=ROW)
    game.expect(0, civil_actions=1, military_actions=0)
    assert all(not game.can(f"take {space}") for space in range(6, 14)), "one action reaches the first five spaces"
    game.act("take moses", seat=0).expect(0, hand=["moses"], leader="", civil_actions=0)
    game.act("end", seat=0)

    game.act("take colossus", seat=1).expect(1, wonder="colossus", hand=[], civil_actions=1)
    game.act("take engineering-genius-a", seat=1).expect(1, hand=["engineering-genius-a"], civil_actions=0)
    game.act("end", seat=1)

    game.expect(2, civil_actions=3)
    assert game.cost("take hammurabi") == {"civil-action": 2}
    other = play(seats=3, age="A", phase="start", row=ROW, current=2).act("take hammurabi", seat=2)
    assert other.refused("take homer") == "leader-of-age" and other.refused("take aristotle") == "leader-of-age"
    other.expect(2, civil_actions=1)

    game.act("take aristotle", "take library-of-alexandria", seat=2)
    game.expect(2, hand=["aristotle"], wonder="library-of-alexandria", civil_actions=0)
    game.act("end", seat=2)
    assert game.state.round == 2


def test_only_cards_are_taken_in_the_first_round() -> None:
    game = play(seats=4, age="A", phase="start", current=3, row=["aristotle"])
    game.act("take aristotle")
    assert {text.split()[0] for text in game.legal()} == {"take", "end"}


def test_a_second_wonder_cannot_be_taken_while_one_is_unfinished() -> None:
    game = play(seats=4, age="A", phase="start", current=3, row=["colossus", "pyramids"])
    game.act("take colossus")
    assert game.refused("take pyramids") == "wonder-unfinished"


def test_each_finished_wonder_makes_the_next_one_an_action_dearer() -> None:
    for number, wonders in enumerate(([], ["colossus"], ["colossus", "pyramids"])):
        game = play(me(wonders=wonders), row=["great-wall"])
        assert game.cost("take great-wall") == {"civil-action": 1 + number}


def test_end_of_the_first_turn_scores_a_science_and_produces_two_of_each() -> None:
    game = play(seats=2, age="A", phase="start").act("end")
    game.expect(0, science=1, culture=0, food=2, resource=2, blue_bank=12, hand=[], yellow_bank=18)
    game.act("end").expect(0, civil_actions=4, military_actions=2)
