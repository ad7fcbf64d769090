"""Handbook, "the end of an age", "the complete game" and its end; the first game's end is in `variants`."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages.tables import BOARD

from ..play import Playing, me, new_game, play, plays, them


def ends(age: str, *civilizations: object, **table: object) -> Playing:
    """An age that ends while the row is replenished."""
    return play(*civilizations, age=age, phase="start", civil_deck_size=1, **table)  # type: ignore[arg-type]


def test_the_end_of_age_a_takes_nothing_from_anybody() -> None:
    game = new_game(2)
    game.act("end", "end")
    game.expect(0, yellow_bank=18).expect(1, yellow_bank=18)
    assert game.state.age == 1


def test_the_end_of_age_i_removes_what_is_of_age_a() -> None:
    game = ends(
        "I",
        me(leader="homer", hand=["rich-land-a", "iron"], wonder="colossus", stages=1),
        them(wonders=["pyramids"], leader="joan-of-arc", hand=["frugality-a"]),
    )
    game.expect(0, leader="", hand=["iron"], wonder="", stages=0, blue_bank=16, yellow_bank=16)
    game.expect(1, leader="joan-of-arc", hand=[], wonders=["pyramids"], yellow_bank=16)
    assert game.state.age == 2


def test_the_new_decks_are_laid_out_and_fill_the_row_up() -> None:
    game = ends("I", seats=3)
    s = game.state
    assert all(s.row)
    assert {s.backs[handle] for handle in s.civil_deck} == {"civil-ii"}
    assert {s.backs[handle] for handle in s.military_deck} == {"military-ii"}
    assert len(s.military_deck) == 50


def test_event_decks_stay_when_an_age_ends() -> None:
    game = ends("II", me(), current_events=["rats", "prosperity"], future_events=["crusades"])
    assert [game.hand_face(handle) for handle in game.state.current_events] == ["rats", "prosperity"]
    assert [game.hand_face(handle) for handle in game.state.future_events] == ["crusades"]


def test_the_end_of_age_ii_removes_what_is_of_age_i() -> None:
    one = me(leader="joan-of-arc", hand=["iron", "coal", "legion", "prosperity"], wonder="taj-mahal", tactic="phalanx")
    game = ends("II", one, them(wonders=["great-wall"], leader="isaac-newton"))
    game.expect(0, leader="", hand=["coal", "prosperity"], wonder="", tactic="phalanx", yellow_bank=14)
    game.expect(1, leader="isaac-newton", wonders=["great-wall"])


def test_a_yellow_bank_with_one_token_loses_just_that() -> None:
    ends("I", me(yellow_bank=1)).expect(0, yellow_bank=0)


def test_age_iii_ends_like_the_others_and_age_iv_has_no_decks() -> None:
    game = ends("III", me(leader="isaac-newton", hand=["coal", "oil"]), round=12)
    game.expect(0, leader="", hand=["oil"], yellow_bank=12)
    s = game.state
    assert (s.age, s.civil_deck, s.military_deck) == (4, (), ())
    game.until("actions").act("end").expect(0, hand_size=0)


@pytest.mark.parametrize(("current", "last"), [(0, 12), (1, 13), (2, 13)])
def test_the_last_round_by_who_ends_age_iii(current: int, last: int) -> None:
    game = ends("III", seats=3, current=current, round=12)
    assert game.state.final_round == last
    turns = []
    while not game.local.over:
        if game.asked == "politics":
            turns.append(game.who)
        game.act("pass" if game.asked == "politics" else "end" if game.asked == "actions" else game.legal()[0])
    assert turns[-1] == 2 and len(turns) == (3 - current) + 3 * (last - 12)


# --- the complete game ---------------------------------------------------------------------------------------


@plays("legion", "air-forces")
def test_example_of_three_armies_two_of_them_doubled() -> None:
    workers = {"warriors": 9, "air-forces": 2}
    plain = 9 + 2 * 5
    game = play(me(tactic="legion", workers=workers, unused=0, wonders=["eiffel-tower"]), age="III")
    game.expect(0, strength=plain + 2 + 4 + 4)


@plays("conquistadors", "air-forces")
def test_example_of_a_doubled_and_a_doubled_outdated_army() -> None:
    workers = {"warriors": 1, "swordsmen": 1, "knights": 4, "air-forces": 2}
    plain = 1 + 2 + 8 + 10
    game = play(me(tactic="conquistadors", workers=workers, unused=0), age="III")
    game.expect(0, strength=plain + 6 + 10)


@plays("shock-troops", "air-forces")
def test_example_of_one_outdated_army_with_an_air_force_to_spare() -> None:
    workers = {"warriors": 0, "riflemen": 1, "cavalrymen": 2, "knights": 1, "air-forces": 2}
    one = {"tactic": "shock-troops", "technologies": ["cavalrymen"], "unused": 0}
    plain = 3 + 6 + 2 + 10
    play(me(workers=workers, **one), age="III").expect(0, strength=plain + 12)  # type: ignore[arg-type]
    game = play(me(workers=workers, resource=9, **one), age="III")  # type: ignore[arg-type]
    game.act("upgrade knights cavalrymen").expect(0, strength=plain + 1 + 22)


@plays("war-over-culture")
def test_a_war_is_resolved_a_turn_later_and_either_side_may_win_it() -> None:
    one = me(hand=["war-over-culture"], government="communism", workers={"warriors": 2}, culture=20)
    two = them(workers={"warriors": 1}, unused=2, resource=9, culture=20, gained_blue=9, wonders=["hanging-gardens"])
    game = play(one, two, phase="politics")
    game.act("declare war-over-culture 1").until("actions", 1)
    assert game.state.wars
    game.act("build warriors", "build warriors").until("politics", 0)
    assert not game.state.wars
    (won,) = game.said("war-won")
    assert won[0] == 1


@plays("plunder-i", "defense-colonization-i")
def test_a_defence_counts_bonus_cards_and_one_for_any_other() -> None:
    one = me(hand=["plunder-i"], workers={"warriors": 4}, unused=0)
    two = them(hand=["defense-colonization-i", "rats"], resource=4)
    game = play(one, two, phase="politics").act("attack plunder-i 1")
    assert game.who == 1
    game.act("bonus defense-colonization-i", "throw rats", "done", seat=1)
    game.expect(1, resource=4, strength=1, hand=[])
    weak = them(hand=["defense-colonization-i"], resource=4)
    game = play(one, weak, phase="politics").act("attack plunder-i 1", "bonus defense-colonization-i", "done")
    game.expect(1, resource=1).expect(0, resource=3)


@plays("trade-routes-agreement")
def test_a_refused_pact_returns_to_the_hand_and_the_political_action_is_gone() -> None:
    game = play(me(hand=["trade-routes-agreement"]), them(), them(), phase="politics")
    offers = game.legal("offer")
    game.act(offers[0]).act("refuse", seat=1).expect(0, hand=["trade-routes-agreement"])
    assert game.asked == "actions" and not game.state.pacts
    game.until("politics", 0).act(offers[0]).act("accept", seat=1)
    assert [pact.card for pact in game.state.pacts] == ["trade-routes-agreement"]


def test_resigning_ends_wars_and_pays_those_who_declared_them() -> None:
    wars = [("war-over-culture", 1, 0), ("war-over-territory", 0, 2)]
    game = play(me(leader="isaac-newton", workers={"iron": 1}), them(), them(), wars=wars, phase="politics", age="III")
    game.act("resign").expect(1, culture=BOARD.resignation_culture).expect(2, culture=0)
    assert game.state.wars == ()
    assert game.player(0).left == "resigned" and not game.local.over
    assert game.who == 1


def test_who_is_left_alone_wins() -> None:
    game = play(me(culture=50), them(), phase="politics").act("resign")
    assert game.local.over
    places = game.local.game.standings(game.state).places
    assert [place.seat for place in places] == [1, 0]


@plays("impact-of-science")
def test_events_of_age_iii_left_in_the_decks_are_scored_at_the_end_and_older_ones_are_not() -> None:
    events = {"current_events": ["rats", "impact-of-science"], "future_events": ["impact-of-colonies", "terrorism"]}
    game = play(me(colonies=["vast-territory-i"]), them(), age="IV", phase="game-end", **events)
    assert {face for (face,) in game.said("end-event")} == {"impact-of-science", "impact-of-colonies"}


@pytest.mark.parametrize(("seats", "points"), [(2, [10, 0]), (3, [14, 7, 0]), (4, [15, 10, 5, 0])])
@plays("impact-of-science")
def test_example_of_places_with_ties_for_the_starting_player(seats: int, points: list[int]) -> None:
    game = play(seats=seats, age="IV", phase="game-end", current_events=["impact-of-science"])
    assert [game.player(seat).culture for seat in range(seats)] == points


def test_equal_culture_shares_the_victory() -> None:
    game = play(me(culture=5), them(culture=5), them(culture=4), age="IV", phase="game-end", current_events=["rats"])
    assert [place.place for place in game.local.game.standings(game.state).places] == [1, 1, 3]
