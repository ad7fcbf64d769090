"""Preparing events: the card stays hidden, the current event is revealed, the future becomes current."""

from __future__ import annotations

from tta_p2p.games.contract import OneOf, Returned, Show, Shuffled
from tta_p2p.games.through_the_ages.index import BACK_AGE, LEVEL

from ..play import me, play, them
from ..plays import plays


def test_preparing_scores_the_level_and_hides_the_card() -> None:
    game = play(me(hand=["raiders", "crusades"]), them(), phase="politics", current_events=["cold-war", "rats"], age=2)
    game.act("seed raiders")
    game.expect(0, culture=1, hand=["crusades"], culture_parts={"preparing": 1})
    (handle,) = game.state.future_events
    hidden = game.local.game.hidden_cards(game.state)[handle]
    assert (hidden.back, hidden.zone, hidden.seat) == ("military-i", "future-events", None)
    assert game.local.dealer.knowledge_of(0).faces[handle] == "raiders"
    assert handle not in game.local.dealer.knowledge_of(1).faces


def test_who_prepares_proves_that_it_is_an_event_or_territory_and_no_more() -> None:
    game = play(me(hand=["raiders"]), them(), phase="politics")
    act = game.find("seed raiders")
    (claim,) = game.local.game.claims(game.state, act)
    assert isinstance(claim, OneOf)
    assert "raiders" in claim.faces and "vast-territory-i" in claim.faces
    assert all(LEVEL[face] == 1 for face in claim.faces)
    assert not {"legion", "raid-i", "enslave", "defense-colonization-i"} & set(claim.faces)


def test_a_card_that_is_no_event_cannot_be_prepared() -> None:
    game = play(me(hand=["legion", "raid-i", "defense-colonization-i"]), them(), phase="politics")
    assert game.legal("seed") == []
    assert game.refused("seed legion") == "false-claim"


def test_an_event_of_age_two_scores_two() -> None:
    play(me(hand=["cold-war"]), them(), phase="politics").act("seed cold-war").expect(0, culture=2)


def test_the_card_goes_back_and_the_event_turns_up_in_one_go() -> None:
    game = play(me(hand=["raiders"]), them(), phase="politics", current_events=["rats", "pestilence"])
    game.local.apply(game.find("seed raiders"))
    back, show = game.local.game.needs(game.state)
    assert isinstance(show, Show) and show.handles not in ((), back)
    assert game.local.decision is None
    game.local.apply(Returned(back.number))
    game.local.answer_needs()
    assert game.state.past_events == ("rats",)


@plays("rats", "pestilence")
def test_what_is_prepared_is_not_revealed_by_the_same_action() -> None:
    game = play(me(hand=["rats"]), them(), phase="politics", current_events=["pestilence"])
    game.act("seed rats")
    assert game.state.past_events == ("pestilence",)
    assert len(game.state.current_events) == 1 and game.state.future_events == ()
    game.until("politics", seat=0)
    assert game.state.past_events == ("pestilence",)


def test_with_the_last_current_event_the_future_ones_become_current_older_ages_first() -> None:
    future = ["cold-war", "rats", "iconoclasm", "crusades", "impact-of-colonies"]
    current = ["national-pride"]
    game = play(me(hand=["prosperity"]), them(), phase="politics", current_events=current, future_events=future)
    game.act("seed prosperity")
    ages = [BACK_AGE[game.state.backs[handle]] for handle in game.state.current_events]
    assert ages == [1, 1, 2, 2, 2, 3]
    assert game.state.future_events == ()
    assert game.said("events-renewed") == [(6,)]
    assert {game.hand_face(handle) for handle in game.state.current_events} == {*future, "prosperity"}


def test_a_single_event_of_an_age_is_not_shuffled() -> None:
    events = {"current_events": ["national-pride"], "future_events": ["cold-war"]}
    game = play(me(hand=["rats"]), them(), phase="politics", **events)
    game.act("seed rats")
    shuffled = [fact for fact in game.local.facts if isinstance(fact, Shuffled)]
    assert len(game.state.current_events) == 2 and not shuffled


def test_events_of_one_age_are_shuffled_so_that_who_prepared_one_does_not_know_its_place() -> None:
    orders = set()
    for chance in range(8):
        game = play(
            me(hand=["rats"]),
            them(),
            phase="politics",
            current_events=["pestilence"],
            future_events=["crusades", "raiders"],
            chance=chance,
        )
        game.act("seed rats")
        orders.add(tuple(game.hand_face(handle) for handle in game.state.current_events))
        assert "rats" not in game.local.dealer.knowledge_of(0).faces.values()
    assert len(orders) > 2


def test_only_one_political_action_a_turn() -> None:
    game = play(me(hand=["raiders", "crusades"]), them(), phase="politics", current_events=["rats", "pestilence"])
    assert game.asked == "politics"
    assert game.act("seed raiders").asked == "actions"


def test_the_event_decks_do_not_change_when_an_age_ends() -> None:
    game = play(
        me(),
        them(),
        phase="start",
        civil_deck_size=3,
        current_events=["rats"],
        future_events=["crusades"],
        age=2,
    )
    assert game.state.age == 3
    assert (len(game.state.current_events), len(game.state.future_events)) == (1, 1)
