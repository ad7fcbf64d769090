"""A seat that leaves: its city stays, its hand goes, and the others play on."""

from __future__ import annotations

import pytest

from tta_p2p.games.contract import Act, Acts, Pass, Remix, Return
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.scenario import Scenario

from .play import Table, city, play


def test_the_city_stays_a_neighbour_that_sells_is_counted_and_is_fought() -> None:
    table = play(
        city("gizah", coins=4, built=["stockade"], hand=["guard-tower"]),
        city("olympia", built=["lumber-yard"]),
        city("rhodos"),
        city("babylon"),
        seats=4,
        turn=4,
    )
    table.local.leave(1, "gone")
    assert table.ways(0, "build", "guard-tower") == [(2, 0)]
    table.turn("build guard-tower")
    assert table.s.coins[1] == 5 and table.s.built[1] == ("lumber-yard",)
    for _ in range(2):
        table.turn()
    assert table.s.tokens[0] == (1, 1) and table.s.tokens[1] == (-1,)


@pytest.mark.parametrize(("age", "step"), [(1, 1), (2, -1)])
def test_hands_are_passed_over_who_left(age: int, step: int) -> None:
    table = play(seats=5, age=age, turn=2)
    table.local.leave(2, "resigned")
    assert table.s.hands[2] == ()
    before = {seat: sorted(table.hand(seat)[1:]) for seat in (0, 1, 3, 4)}
    table.turn()
    order = [0, 1, 3, 4]
    for at, seat in enumerate(order):
        assert sorted(table.hand(order[(at + step) % 4])) == before[seat]
    while table.s.age == age:
        table.turn()
    assert [len(hand) for hand in table.s.hands] == [7, 7, 0, 7, 7]


def going(seats: int, kind: type) -> LocalGame:  # type: ignore[type-arg]
    """A game in which such a need is the next."""
    local = LocalGame(GAME, seats, {"sides": "day"}, 5)
    local.answer_needs()
    table = Table(local)
    local.apply(Acts(tuple(table.act(seat, "sell") for seat in range(seats))))
    while not isinstance(GAME.needs(local.state)[0], kind):
        local.answer()
    return local


@pytest.mark.parametrize("kind", [Return, Pass, Remix])
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("steps", range(4))
def test_leaving_while_cards_are_under_way(kind: type, seat: int, steps: int) -> None:
    """Whoever goes at whatever moment: the others get whole hands of equal size, and what was sold is sold."""
    local = going(4, kind)
    for _ in range(steps):
        if len(GAME.needs(local.state)) > 1:
            local.answer()
    local.leave(seat, "gone")
    assert [len(hand) for hand in local.state.hands] == [0 if one == seat else 6 for one in range(4)]
    hands = [handle for hand in local.state.hands for handle in hand]
    assert len(set(hands)) == 18
    assert len(local.state.discards) == 4
    assert sum(place.zone == "out" for place in GAME.hidden_cards(local.state).values()) == 10 - 6 + 6
    Table(local).turn()
    assert local.state.turn == 3


def test_two_leave_one_after_another_while_hands_are_passed() -> None:
    for first in range(4):
        for second in set(range(4)) - {first}:
            local = going(4, Pass)
            local.answer()
            local.leave(first, "gone")
            local.leave(second, "cheated")
            sizes = [len(hand) for hand in local.state.hands]
            assert sorted(sizes) == [0, 0, 6, 6], (first, second)
            Table(local).turn()


@pytest.mark.parametrize("steps", range(4))
def test_leaving_in_a_search_puts_the_pile_back(steps: int) -> None:
    local = searching(steps)
    local.leave(0, "gone")
    faces = sorted(local.dealer.faces[handle] for handle in local.state.discards)
    assert faces == ["altar", "statue", "temple", "well"] and not local.state.looked
    assert all(GAME.hidden_cards(local.state)[handle].zone == "discards" for handle in local.state.discards)
    assert local.decision is not None and local.decision.key == "choose" and local.state.turn == 4


def searching(steps: int) -> LocalGame:  # type: ignore[type-arg]
    """A search of which so many needs are answered: one to take the pile, one to mix each back."""
    discards = ["well", "altar", "statue", "temple"]
    given = Scenario(
        cities=[city("halikarnassos", stages=2)], age=2, turn=3, seats=5, phase="search", discards=discards
    )
    position = given.build()
    local: LocalGame = LocalGame.from_world(GAME, position.state, 5, position.faces)  # type: ignore[type-arg]
    for _ in range(steps):
        if GAME.needs(local.state):
            local.answer()
    return local


def test_leaving_with_the_last_card_of_an_age_in_hand() -> None:
    table = play(city("babylon", "night", stages=1, hand=["altar", "well"]), turn=6, seats=7)
    table.turn("build altar")
    assert table.asked == "last-card"
    table.local.leave(0, "gone")
    assert table.asked == "choose" and table.s.age == 2 and table.s.built[0] == ("altar",)


def test_the_last_one_to_stay_ends_the_game() -> None:
    table = play(seats=3)
    table.local.leave(0, "gone")
    table.local.leave(2, "gone")
    standings = GAME.standings(table.s)
    assert standings.ending is not None and standings.ending.key == "alone" and not table.asked
    assert standings.places[0].seat == 1


def test_leaving_before_boards_and_sides_are_chosen() -> None:
    local = LocalGame(GAME, 4, {"boards": "chosen"}, 3)
    local.answer_needs()
    assert local.decision is not None
    first = local.decision.seats[0]
    local.leave(first, "gone")
    while local.decision is not None and local.decision.key == "board":
        seat = local.decision.seats[0]
        local.act(local.legal(seat)[0].act)
    assert local.decision is not None and first not in local.decision.seats
    local.act(*(Act(seat, "side", ("night",)) for seat in local.decision.seats))
    assert local.state.wonders[first] == "" and local.state.side(first) == "day"
    table = Table(local)
    while table.asked:
        table.turn()
    assert local.state.ending == "scored"
