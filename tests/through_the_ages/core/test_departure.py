"""A seat leaves: its cards, its choices, its turn, and those who stay."""

from __future__ import annotations

import pytest

from tta_p2p.games.contract import Deal, Illegal, Left, Show
from tta_p2p.games.through_the_ages import departure, flow
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.state import PactInPlay, War
from tta_p2p.games.through_the_ages.tableau import Do
from tta_p2p.games.through_the_ages.tables.effects import For, Gain, Rank
from tta_p2p.games.through_the_ages.tables.words import Stat, Who

from ..counting import conserved
from ..table import give, legal, play, player, table


def test_the_turn_passes_on_when_the_current_player_leaves() -> None:
    game = table(3)
    game.leave(0, "gone")
    assert (game.state.current, game.decision and game.decision.seats) == (1, (1,))
    play(game, "pass", "end", "pass", "end")
    assert (game.state.current, game.state.round) == (1, 4)


def test_somebody_else_leaving_changes_nothing_in_the_running_turn() -> None:
    game = table(3)
    before = legal(game)
    game.leave(1, "resigned")
    assert legal(game) == before
    play(game, "end")
    assert game.state.current == 2


def test_with_one_left_the_game_is_over() -> None:
    game = table(2, culture=0)
    give(game, 1, culture=50)
    game.leave(1, "gone")
    standings = GAME.standings(game.state)
    assert standings.over and [p.seat for p in standings.places] == [0, 1]
    assert standings.places[1].left == "gone"
    assert standings.ending is not None and standings.ending.key == "one-left"


def test_a_seat_leaves_only_once_and_not_after_the_end() -> None:
    game = table(3)
    game.leave(1, "gone")
    for seat in (1, 3, -1):
        with pytest.raises(Illegal):
            GAME.apply(game.state, Left(seat, "gone"))
    game.leave(2, "gone")
    with pytest.raises(Illegal):
        GAME.apply(game.state, Left(0, "gone"))


def test_cards_pacts_and_wars_of_a_leaver_leave_the_game() -> None:
    game = table(4, leader="moses", wonders=("colossus",), civil_hand=("iron",), specials=("masonry",))
    s = game.state = game.state.copy()
    s.pacts = (PactInPlay("peace-treaty", 0, 0, 1), PactInPlay("military-pact", 2, 2, 3))
    s.wars = (War("war-over-culture", 1, 0), War("war-over-territory", 0, 2), War("war-over-culture", 2, 3))
    count = conserved(s)
    game.leave(0, "cheated")
    s = game.state
    assert conserved(s) == count
    assert {"moses", "colossus", "iron", "masonry", "peace-treaty", "war-over-territory"} <= set(s.gone)
    assert s.pacts == (PactInPlay("military-pact", 2, 2, 3),)
    assert s.wars == (War("war-over-culture", 2, 3),)
    assert (player(game, 1).culture, player(game, 2).culture) == (7, 0)


@pytest.mark.parametrize("leaver", [0, 1])
def test_a_seat_may_leave_whatever_is_being_dealt_and_laid(leaver: int) -> None:
    game = table(3)
    play(game, "end", "pass", "end", "pass", "end", "pass")
    game.apply(GAME.read("end", 0))
    assert [type(need) for need in GAME.needs(game.state)] == [Deal, Show]
    while GAME.needs(game.state):
        twin = game.fork()
        count = conserved(twin.state)
        twin.leave(leaver, "gone")
        assert conserved(twin.state) == count
        assert all(place.seat != leaver for place in GAME.hidden_cards(twin.state).values())
        assert player(twin, leaver).military_hand == ()
        assert all(twin.state.row)
        assert twin.decision is not None and twin.decision.seats == (2 if leaver else 1,)
        game.answer()


def test_an_event_goes_on_for_those_who_stay() -> None:
    game = table(3)
    give(game, 1, culture=10)
    s = game.state.copy()
    s.stack.append(Do(0, (For(Who.ALL, (Gain(culture=1),)), Rank(Stat.STRENGTH, (5, 0), (7, 3, 0), ())), "rats"))
    departure.leave(s, 0, "gone")
    flow.run(s)
    assert [p.culture for p in s.players] == [0, 10 + 1 + 5, 1]


@pytest.mark.parametrize("seats", [3, 4])
def test_fewer_players_remove_more_cards_from_the_row(seats: int) -> None:
    game = table(seats)
    for seat in range(2, seats):
        game.leave(seat, "gone")
    before = list(game.state.row)
    play(game, "end")
    assert game.state.row[:10] == before[3:13]
