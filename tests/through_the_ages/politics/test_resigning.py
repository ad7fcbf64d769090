"""Resigning as a political action."""

from __future__ import annotations

import pytest

from tta_p2p.games.contract import Reason

from ..play import me, play, plays, them


def test_who_resigns_lays_down_hand_and_cards_and_the_others_go_on() -> None:
    game = play(
        me(hand=["spy", "monarchy"], leader="joan-of-arc", wonders=["colossus"], technologies=["iron"]),
        them(),
        them(),
        phase="politics",
        age=2,
    )
    game.act("resign")
    game.expect(0, left="resigned", hand=[], leader="", wonders=[])
    assert (game.who, game.asked) == (1, "politics")
    assert not game.state.over
    hidden = game.local.game.hidden_cards(game.state)
    assert all(place.seat != 0 for place in hidden.values())
    assert game.said("left") == [(0, "resigned")]


def test_of_two_players_the_other_wins() -> None:
    game = play(me(culture=50), them(), phase="politics")
    game.act("resign")
    standings = game.local.game.standings(game.state)
    assert standings.over and standings.places[0].seat == 1


def test_nobody_resigns_in_age_iv() -> None:
    game = play(me(), them(), phase="politics", age=4)
    assert game.refused("resign") == "too-late-to-resign"
    game = play(me(), them(), phase="politics", variant="short", age=3)
    assert game.refused("resign") == "too-late-to-resign"


@pytest.mark.parametrize("age", [1, 2, 3])
def test_decks_not_laid_out_yet_are_trimmed_for_those_who_stay(age: int) -> None:
    game = play(me(), them(), them(), them(), phase="politics", age=age)
    before = {one.deck: len(one.faces) for one in game.local.game.upcoming_shuffles(game.state)}
    game.act("resign")
    after = {one.deck: len(one.faces) for one in game.local.game.upcoming_shuffles(game.state)}
    assert set(after) == set(before)
    for deck, number in after.items():
        assert number == before[deck] - (3 if deck.startswith("civil") else 0)


def test_wars_with_one_who_resigns_are_over() -> None:
    wars = [("war-over-territory", 1, 0), ("war-over-territory", 2, 0), ("war-over-technology", 0, 2)]
    game = play(me(), them(), them(), phase="politics", wars=wars)
    game.act("resign").expect(1, culture=7).expect(2, culture=7)
    assert game.state.wars == ()


@pytest.mark.parametrize(("left", "each"), [((), 3), (("gone",), 6)])
@plays("wave-of-nationalism")
def test_cards_that_go_by_the_number_of_players_count_those_who_are_left(left: tuple[Reason, ...], each: int) -> None:
    gone = [them(left=reason) for reason in left] or [them(workers={"warriors": 0})]
    game = play(me(hand=["wave-of-nationalism"]), them(workers={"warriors": 3}), *gone)
    game.act("play wave-of-nationalism").expect(0, unit_resource=each)


@pytest.mark.parametrize(("current", "last"), [(1, 12), (2, 13)])
def test_the_next_seat_is_the_starting_player_when_that_one_has_left(current: int, last: int) -> None:
    civilizations = [them(left="resigned"), me(culture=9), them(culture=9)]
    game = play(*civilizations, age=3, phase="start", civil_deck_size=1, round=12, current=current)
    assert game.state.final_round == last
    while not game.local.over:
        game.act("pass" if game.asked == "politics" else "end" if game.asked == "actions" else game.legal()[0])
    assert game.said("round")[-1:] == ([(13,)] if last == 13 else []) and game.said("turn")[-1] == (2, last)
    assert [(place.seat, place.place) for place in game.local.game.standings(game.state).places] == [
        (1, 1), (2, 1), (0, 3),
    ]  # fmt: skip


def test_with_two_left_the_two_weakest_are_the_weakest() -> None:
    game = play(
        me(),
        them(hand=["rats"], culture=9, workers={"warriors": 2}),
        them(culture=9),
        phase="politics",
        current_events=["crime-wave"],
        age=2,
    )
    game.act("resign")
    game.act("seed rats", seat=1).expect(1, culture=10).expect(2, culture=6)
