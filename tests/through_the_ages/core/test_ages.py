"""Ends of ages, the last round, final scoring, standings."""

from __future__ import annotations

import pytest

from tta_p2p.games.contract import Shuffle
from tta_p2p.games.through_the_ages import flow, phases, row, scoring
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.state import PactInPlay

from ..counting import conserved
from ..table import Table, give, legal, play, player, put_on_stack, table


def short_deck(game: Table, left: int) -> None:
    """Leave so many cards in the civil deck; the others leave the game unseen."""
    s = game.state = game.state.copy()
    s.gone_hidden += s.civil_deck[left:]
    s.civil_deck = s.civil_deck[:left]


def end_ages(game: Table, until: int) -> None:
    """Let decks run out until this age is running, and the row be filled each time."""
    while game.state.age < until:
        short_deck(game, 1)
        game.state.row[0] = ""
        put_on_stack(game, row.Fill(game.state.current))


def test_an_age_ends_with_the_last_card_of_its_civil_deck() -> None:
    game = table(3)
    game.state = game.state.copy()
    s = game.state
    s.gone += tuple(s.row[:2])
    s.row[:2] = ["", ""]
    short_deck(game, 1)
    put_on_stack(game, row.Fill(0))
    s = game.state
    assert s.age == 2 and all(s.row)
    assert (len(s.civil_deck), len(s.military_deck)) == (50 - 1, 50)
    assert conserved(s) == {"too many": 0, "too few": 0}


def test_what_is_antiquated_leaves_and_the_rest_stays() -> None:
    game = table(3, leader="moses", wonder="pyramids", stages=2, blue_bank=14, civil_hand=("frugality-a", "iron"))
    give(game, 1, leader="joan-of-arc", wonder="great-wall", wonders=("colossus",), yellow_bank=1, tactic="legion")
    s = game.state = game.state.copy()
    s.pacts = (PactInPlay("open-borders-agreement", 2, 2, 0),)
    end_ages(game, 2)
    p, other = player(game), player(game, 1)
    assert (p.leader, p.wonder, p.civil_hand, p.blue_bank, p.yellow_bank) == ("", "", ("iron",), 16, 16)
    assert (other.leader, other.wonder, other.wonders, other.yellow_bank) == (
        "joan-of-arc",
        "great-wall",
        ("colossus",),
        0,
    )
    assert len(game.state.pacts) == 1
    end_ages(game, 3)
    assert (player(game, 1).leader, player(game, 1).wonder, player(game, 1).tactic) == ("", "", "legion")
    assert player(game).civil_hand == () and game.state.pacts == ()


def test_military_cards_of_the_age_before_leave_unseen() -> None:
    game = table(2)
    play(game, "end", "pass")
    assert len(player(game).military_hand) == 2
    end_ages(game, 2)
    assert len(player(game).military_hand) == 2
    end_ages(game, 3)
    assert (player(game).military_hand, len(player(game).thrown)) == ((), 2)


@pytest.mark.parametrize(("seat", "more"), [(0, 0), (1, 1), (2, 1)])
def test_the_last_round_is_this_one_only_if_the_starting_player_is_on_turn(seat: int, more: int) -> None:
    game = table(3)
    while game.state.current != seat:
        play(game, "end", "pass")
    before = game.state.round
    end_ages(game, 4)
    assert game.state.final_round == before + more
    assert game.state.civil_deck == () == game.state.military_deck
    turns = 0
    while game.decision is not None:
        play(game, "end" if "end" in legal(game) else "pass" if "pass" in legal(game) else legal(game)[0])
        turns += 1
    assert GAME.standings(game.state).over and game.state.round == before + more


def test_no_cards_come_in_the_last_age_but_the_row_still_slides() -> None:
    game = table(2, military_spent=0)
    end_ages(game, 4)
    cards = len([face for face in game.state.row if face])
    play(game, "end")
    assert player(game).military_hand == ()
    assert len([face for face in game.state.row if face]) == cards - 3
    assert game.state.row[cards - 3 :] == [""] * (13 - cards + 3)


def test_the_first_game_and_the_short_game_end_after_age_two() -> None:
    for variant in ("first-game", "short"):
        game = table(2, variant=variant)
        end_ages(game, 3)
        assert game.state.final_round > 0 and not game.state.civil_deck


def test_decks_are_made_for_those_who_still_play() -> None:
    game = table(4)
    game.leave(2, "gone")
    game.leave(3, "gone")
    short_deck(game, 1)
    game.state.row[0] = ""
    state = game.state.copy()
    flow.push(state, row.Fill(0))
    flow.run(state)
    decks = {one.deck: one.faces for one in GAME.upcoming_shuffles(game.state)}
    wanted = {n.deck: n.faces for n in GAME.needs(state) if isinstance(n, Shuffle)}
    game.state = state
    game.answer_needs()
    assert game.state.laid["civil-ii"] == 2 and len(decks["civil-ii"]) == 44
    assert all(decks[name] == faces for name, faces in wanted.items())


def test_bill_gates_scores_when_he_leaves_and_at_the_end() -> None:
    game = table(2, leader="bill-gates", workers={"computers": 2, "philosophy": 1}, civil_hand=("sid-meier",))
    twin = game.fork()
    play(game, "leader sid-meier")
    assert player(game).culture == 6
    put_on_stack(twin, scoring.GameEnd(0))
    assert player(twin).culture_parts["leader"] == 6


def test_events_of_the_last_age_are_scored_at_the_end_older_ones_are_not() -> None:
    game = table(2, culture=1, colonies=("vast-territory-i",))
    end_ages(game, 3)
    s = game.state = game.state.copy()
    events = [h for h in s.military_deck if game.dealer.faces[h].startswith("impact")]
    s.military_deck = tuple(h for h in s.military_deck if h not in events)
    older = s.current_events
    s.future_events += tuple(events)
    put_on_stack(game, scoring.GameEnd(0))
    s = game.state
    assert s.over and len(s.past_events) == len(events) == 15
    assert set(older) <= set(s.gone_hidden)
    assert player(game).culture_parts["event"] > 3
    assert GAME.standings(s).ending is not None


def test_tied_players_share_the_victory() -> None:
    game = table(3, culture=7)
    give(game, 1, culture=7)
    give(game, 2, culture=3)
    places = GAME.standings(game.state).places
    assert [(p.seat, p.place, p.points) for p in places] == [(0, 1, 7), (1, 1, 7), (2, 3, 3)]
    assert not GAME.standings(game.state).over
    assert phases.Actions in map(type, game.state.stack)
