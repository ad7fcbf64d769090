"""The complete short game: ages A to II with every rule, Age III events for the end, War over Culture for all."""

from __future__ import annotations

import pytest

from tta_p2p.games.contract import Left
from tta_p2p.games.through_the_ages.index import BACK, EVENTS

from ..counting import conserved
from ..play import me, new_game, play, plays, them

SHORT = {"variant": "short"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_events_of_age_iii_lie_open_and_each_seat_has_two_nobody_has_seen(seats: int) -> None:
    game = new_game(seats, "short")
    s = game.state
    assert len(s.open_events) == 3
    assert all(face in EVENTS and BACK[face] == "military-iii" for face in s.open_events)
    assert [len(handles) for handles in s.seat_events] == [2] * seats
    for seat in range(seats):
        assert game.local.dealer.knowledge_of(seat).faces.keys().isdisjoint(s.seat_events[seat])
    assert sum(back == "military-iii" for back in s.backs.values()) == 15 - 3


def test_at_the_end_of_age_i_each_seat_looks_at_its_events_and_keeps_one_face_down() -> None:
    game = play(
        me(),
        them(),
        age="I",
        phase="start",
        civil_deck_size=1,
        seat_events=[["impact-of-wonders", "impact-of-science"], ["impact-of-balance", "impact-of-strength"]],
        **SHORT,
    )
    assert (game.asked, game.who) == ("keep-event", 0)
    assert game.legal() == ["keep impact-of-wonders", "keep impact-of-science"]
    game.act("keep impact-of-science", seat=0).act("keep impact-of-balance", seat=1)
    kept = [game.hand_face(handle) for handles in game.state.seat_events for handle in handles]
    assert kept == ["impact-of-science", "impact-of-balance"]
    one, other = game.state.seat_events[0][0], game.state.seat_events[1][0]
    assert game.local.dealer.knowledge_of(0).faces.get(one) == "impact-of-science"
    assert other not in game.local.dealer.knowledge_of(0).faces
    assert game.asked == "politics" and all(game.state.row)


def test_a_seat_that_leaves_takes_its_events_along_and_the_others_still_choose() -> None:
    game = play(me(), them(), them(), age="I", phase="start", civil_deck_size=1, **SHORT)
    game.leave(0)
    assert (game.asked, game.who) == ("keep-event", 1)
    assert game.state.seat_events[0] == ()
    assert conserved(game.state) == {"too many": 0, "too few": 0}


def test_a_seat_that_leaves_before_it_has_looked_leaves_nothing_open() -> None:
    game = play(me(), them(), age="I", phase="start", civil_deck_size=1, seats=3, **SHORT)
    state = game.local.game.apply(game.state, Left(1, "gone")).state
    assert [frame.seat for frame in state.stack if type(frame).__name__ == "KeepEvent"] == [2, 0]


@plays("war-over-territory", "war-over-culture")
def test_a_war_card_may_be_declared_as_war_over_culture_for_the_price_of_that_war() -> None:
    game = play(
        me(hand=["war-over-territory"], government="monarchy", workers={"warriors": 5}),
        them(culture=30),
        age="II",
        phase="politics",
        **SHORT,
    )
    assert game.cost("declare war-over-territory 1") == {"military-action": 2}
    assert game.cost("declare war-over-territory 1 war-over-culture") == {"military-action": 3}
    game.act("declare war-over-territory 1 war-over-culture")
    assert game.said("declared-as") == [(0, "war-over-territory", "war-over-culture")]
    game.until("politics", 1).until("politics", 0)
    taken = 5 + (5 - 1)
    assert game.player(0).culture_parts["war"] == taken
    assert "war-over-territory" in game.state.discards


def test_only_the_short_game_offers_that() -> None:
    game = play(me(hand=["war-over-territory"], government="republic"), them(), age="II", phase="politics")
    assert game.refused("declare war-over-territory 1 war-over-culture") == "bad-arguments"


def test_the_end_scores_age_ii_wonders_open_events_and_kept_events_and_no_others() -> None:
    game = play(
        me(wonders=["kremlin", "pyramids"]),
        them(),
        age="III",
        phase="game-end",
        open_events=["impact-of-wonders", "impact-of-colonies", "impact-of-agriculture"],
        seat_events=[["impact-of-population"], ["impact-of-industry"]],
        future_events=["terrorism"],
        **SHORT,
    )
    assert game.local.over
    scored = [face for (face,) in game.said("end-event")]
    assert scored[:3] == ["impact-of-wonders", "impact-of-colonies", "impact-of-agriculture"]
    assert sorted(scored[3:]) == ["impact-of-industry", "impact-of-population"]
    parts = dict(game.local.game.standings(game.state).places[0].parts)
    assert parts["wonder"] == 6, "the Age II wonder; the pyramids are of Age A"
    assert parts["event"] > 0


@plays("impact-of-technology")
def test_impact_of_technology_counts_level_ii_where_age_iii_has_no_cards() -> None:
    game = play(
        me(technologies=["coal", "strategy", "iron"]),
        them(),
        age="III",
        phase="game-end",
        open_events=["impact-of-technology", "impact-of-colonies", "impact-of-happiness"],
        seat_events=[["impact-of-wonders"], ["impact-of-variety"]],
        **SHORT,
    )
    with_ii = game.player(0).culture_parts["event"]
    game = play(
        me(technologies=["iron"]),
        them(),
        age="III",
        phase="game-end",
        open_events=["impact-of-technology", "impact-of-colonies", "impact-of-happiness"],
        seat_events=[["impact-of-wonders"], ["impact-of-variety"]],
        **SHORT,
    )
    assert with_ii - game.player(0).culture_parts.get("event", 0) == 2 * 4
