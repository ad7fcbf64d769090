"""Where a scenario begins: another starting player, inside an event or an auction, a step of the end of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from tta_p2p.games.contract import AtLeast
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.scenario_phase import AuctionState

from ..play import Playing, me, play, them
from ..plays import plays

TERRITORY = "vast-territory-i"
STRONG = {"warriors": 3}

# --- the starting player -------------------------------------------------------------------------------------


def test_the_starting_player_has_the_first_turn_of_every_round() -> None:
    game = play(seats=3, starting=1)
    assert (game.who, game.state.starting, game.local.view(None).starting) == (1, 1, 1)
    assert GAME.decode(GAME.encode(game.state)) == game.state
    began = game.state.round
    for seat, round_ in ((2, began), (0, began), (1, began + 1)):
        game.until("politics")
        assert (game.who, game.state.round) == (seat, round_)


def test_the_starting_player_has_fewest_actions_in_the_first_round() -> None:
    game = play(seats=3, starting=2, age="A", phase="start")
    for seat, actions in ((2, 1), (0, 2), (1, 3)):
        assert game.who == seat
        game.expect(seat, civil_actions=actions).act("end")


@pytest.mark.parametrize(("current", "final"), [(1, 9), (2, 10), (0, 10)])
def test_the_last_age_beginning_in_the_turn_of_the_starting_player_makes_that_round_the_last(
    current: int, final: int
) -> None:
    table = {"seats": 3, "age": "III", "phase": "start", "round": 9, "civil_deck_size": 2}
    game = play(starting=1, current=current, **table)
    assert game.state.final_round == final


@plays("impact-of-science")
def test_ties_at_the_end_are_for_the_starting_player() -> None:
    game = play(seats=3, starting=2, age="IV", phase="game-end", current_events=["impact-of-science"])
    assert [game.player(seat).culture for seat in range(3)] == [7, 0, 14]


def test_the_next_seat_starts_when_the_starting_player_has_left() -> None:
    game = play(me(), them(), them(left="gone"), starting=2)
    assert game.state.starting == 0
    began = game.state.round
    game.until("politics")
    assert (game.who, game.state.round) == (1, began)
    game.until("politics")
    assert (game.who, game.state.round) == (0, began + 1)


# --- events and auctions -------------------------------------------------------------------------------------


def test_an_event_just_revealed_is_carried_out_in_turn_order_from_the_current_player() -> None:
    game = play(seats=3, current=1, phase="event", event="development-of-markets")
    for seat in (1, 2, 0):
        assert (game.who, game.asked) == (seat, "choose")
        game.act("choose 1").expect(seat, food=2)
    assert (game.who, game.asked) == (1, "actions")
    assert game.state.past_events == ("development-of-markets",)


def test_after_the_last_current_event_the_future_events_become_current() -> None:
    before = play(phase="event", event="rats", future_events=["raiders"])
    assert before.state.current_events and before.state.future_events
    game = play(phase="event", event="rats", current_events=["iconoclasm"], future_events=["raiders"])
    assert game.said("events-renewed") == []


@plays(TERRITORY)
def test_a_territory_just_revealed_is_auctioned() -> None:
    game = play(me(workers=STRONG), them(workers=STRONG), phase="event", event=TERRITORY)
    assert (game.who, game.legal()) == (0, ["bid 1", "bid 2", "bid 3", "pass"])
    game.act("bid 1", "pass", "send warriors", "done").expect(0, colonies=[TERRITORY])
    assert (game.who, game.asked, game.state.past_events) == (0, "actions", ())


def test_an_auction_goes_on_after_the_last_bid_with_those_who_have_not_passed() -> None:
    seats = [me(workers=STRONG) for _ in range(4)]
    bidding = AuctionState(bid=2, holder=3, bidders=[2, 1])
    game = play(*seats, phase="event", event=TERRITORY, auction=bidding)
    assert (game.who, game.legal()) == (1, ["bid 3", "pass"])
    game.act("pass", seat=1).act("bid 3", seat=2)
    assert (game.who, game.asked) == (2, "force"), "who holds the bid before cannot bid higher"


def test_an_auction_begun_without_a_bid_asks_all_bidders_from_the_current_player_on() -> None:
    seats = [me(workers=STRONG) for _ in range(3)]
    game = play(*seats, current=2, phase="event", event=TERRITORY, auction=AuctionState(bidders=[0, 1]))
    assert game.who == 0
    game.act("pass")
    assert game.who == 1


def test_an_auction_that_is_won_goes_on_with_the_force() -> None:
    game = play(me(), them(workers=STRONG), phase="event", event=TERRITORY, auction=_won(3, 1))
    assert (game.who, game.asked) == (1, "force")


def test_a_bid_above_the_force_on_the_table_has_promised_what_the_hand_is_worth() -> None:
    hand = ["defense-colonization-i", "legion"]
    game = play(me(), them(hand=hand), phase="event", event=TERRITORY, auction=_won(2, 1))
    p = game.player(1)
    for seat in (None, 0):
        (promise,) = game.local.dealer.knowledge_of(seat).worth
        assert isinstance(promise, AtLeast) and promise.handles == p.military_hand and promise.total == 1
    game.act("send warriors", "bonus defense-colonization-i", "done").expect(1, colonies=[TERRITORY])


@plays("james-cook")
def test_cook_has_named_the_cards_his_bid_needs() -> None:
    cook = them(leader="james-cook", hand=["defense-colonization-i", "legion", "raid-i"])
    game = play(me(), cook, age="II", phase="event", event=TERRITORY, auction=_won(3, 1))
    game.act("send warriors", "bonus defense-colonization-i")
    assert game.refused("done") == "force-too-small"
    game.act("throw legion", "done").expect(1, colonies=[TERRITORY])


def _won(bid: int, holder: int) -> AuctionState:
    return AuctionState(bid=bid, holder=holder, bidders=[])


# --- the end of a turn ---------------------------------------------------------------------------------------


def _end(phase: str, **fields: Any) -> Playing:
    one = me(hand=["legion", "raid-i", "rats"], yellow_bank=10, unused=9, food=3, resource=3, blue_bank=5, **fields)
    return play(one, them(), phase=phase)


def test_the_end_of_a_turn_begins_at_any_of_its_steps() -> None:
    heard = {}
    for phase in ("discard", "production", "corruption", "food", "consumption", "resource", "draw", "reset"):
        game = _end(phase)
        if game.asked == "discard":
            assert phase == "discard"
            game.act("discard legion")
        assert (game.who, game.asked) == (1, "politics")
        keys = [line.key for line in game.local.log]
        wanted = ("discards", "science", "corruption", "food-produced", "consumption", "resource-produced", "draws")
        heard[phase] = [key for key in wanted if key in keys]
    everything = ["discards", "science", "corruption", "food-produced", "consumption", "resource-produced", "draws"]
    assert heard == {
        "discard": everything,
        "production": everything[1:],
        "corruption": everything[2:],
        "food": everything[3:],
        "consumption": everything[4:],
        "resource": everything[5:],
        "draw": everything[6:],
        "reset": [],
    }


def test_production_asks_for_an_uprising_and_its_steps_do_not() -> None:
    rebels = {"happiness": 0}
    one = me(yellow_bank=8, unused=0, **rebels)
    assert play(one, them(), phase="production").said("uprising") == [(0,)]
    assert play(one, them(), phase="food").said("uprising") == []


def test_reset_gives_all_actions_back() -> None:
    game = play(me(civil_actions=0, used=["tactic"]), them(), phase="reset")
    game.expect(0, civil_actions=4, used=[])
