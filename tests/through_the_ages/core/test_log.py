"""What the log says: who did it, what it brought, in the order in which it happened."""

from __future__ import annotations

from tta_p2p.seats import wording
from tta_p2p.seats.messages import CardRef

from ..play import Playing, me, play, them
from ..plays import plays
from ..politics.revealing import reveal

STRONG = {"warriors": 4}


def told(game: Playing, *keys: str) -> list[tuple[object, ...]]:
    """Give the log lines with these keys, each as its key and arguments."""
    return [(line.key, *line.args) for line in game.local.log if line.key in keys]


@plays("raid-i", "philosophy")
def test_who_raids_destroys_the_building_of_the_rival() -> None:
    game = play(me(workers=STRONG, hand=["raid-i"]), them(), phase="politics").act("attack raid-i 1")
    assert told(game, "destroys", "destroyed") == [("destroys", 0, "philosophy", 1)]


@plays("terrorism")
def test_a_terrorist_destroys_in_turn_order_and_is_named() -> None:
    game = reveal("terrorism", me(culture=9), them(), them(culture=9), them(culture=9))
    assert told(game, "destroys") == [("destroys", 1, "philosophy", seat) for seat in (2, 3, 0)]


@plays("border-conflict")
def test_who_gives_up_a_building_of_its_own_destroys_it_itself() -> None:
    workers = {"bronze": 0, "agriculture": 0}
    game = reveal("border-conflict", me(workers=STRONG), them(workers=workers))
    assert told(game, "destroys", "destroyed") == [("destroyed", 1, "philosophy")]


def test_who_has_nothing_to_eat_consumes_nothing() -> None:
    hungry = me(yellow_bank=6, unused=9, workers={"agriculture": 0})
    game = play(hungry, them(), age="II", phase="end")
    assert told(game, "starvation", "consumption") == [("starvation", 0, 3)]
    hungry.food = 2
    game = play(hungry, them(), age="II", phase="end")
    assert told(game, "starvation", "consumption") == [("starvation", 0, 1), ("consumption", 0, 2)]


@plays("historic-territory-i")
def test_who_passes_after_a_bid_passes_and_who_cannot_bid_higher_is_passed_over() -> None:
    workers = {"warriors": 2}
    game = reveal("historic-territory-i", me(workers=workers), them(workers=workers), them(workers={"warriors": 0}))
    game.act("bid 1", "bid 2")
    assert told(game, "bids", "auction-out", "auction-pass") == [
        ("bids", 0, 1),
        ("bids", 1, 2),
        ("auction-out", 2, 2),
        ("auction-out", 0, 2),
    ]
    game = reveal("historic-territory-i", me(workers=workers), them(workers=workers)).act("bid 1", "pass")
    assert told(game, "bids", "auction-out", "auction-pass") == [("bids", 0, 1), ("auction-pass", 1)]


@plays("warfare", "strategy")
def test_a_lower_special_technology_is_discarded_at_once_and_that_is_said() -> None:
    game = play(me(technologies=["strategy"], hand=["warfare"], science=5)).act("develop warfare")
    game.expect(0, technologies=["strategy"])
    assert told(game, "develops", "replaced", "superseded") == [
        ("develops", 0, "warfare"),
        ("superseded", 0, "warfare", "strategy"),
    ]


@plays("war-over-technology", "warfare", "strategy")
def test_a_lower_special_technology_taken_in_a_war_is_discarded_and_that_is_said() -> None:
    winner = me(workers={"warriors": 8}, technologies=["strategy"])
    loser = them(technologies=["warfare"])
    game = play(winner, loser, phase="start", age="III", wars=[("war-over-technology", 0, 1)])
    game.act("target warfare")
    assert told(game, "technology-taken", "superseded") == [
        ("technology-taken", 0, "warfare", 1),
        ("superseded", 0, "warfare", "strategy"),
    ]


@plays("impact-of-colonies", "impact-of-science", "bill-gates")
def test_final_events_are_told_as_they_score_each_with_its_culture() -> None:
    game = play(
        me(leader="bill-gates", workers={"alchemy": 1}, colonies=["vast-territory-i"]),
        them(),
        age="IV",
        phase="game-end",
        current_events=["impact-of-colonies"],
        future_events=["impact-of-science"],
    )
    assert told(game, "end-card", "end-event", "culture") == [
        ("end-card", 0, "bill-gates"),
        ("culture", 0, 1),
        ("end-event", "impact-of-colonies"),
        ("culture", 0, 3),
        ("end-event", "impact-of-science"),
        ("culture", 0, 10),
    ]
    assert game.state.past_events == ("impact-of-colonies", "impact-of-science")


@plays("impact-of-wonders", "impact-of-colonies", "kremlin")
def test_the_short_game_tells_its_final_events_as_they_score() -> None:
    game = play(
        me(wonders=["kremlin"], colonies=["vast-territory-i"]),
        them(),
        age="III",
        variant="short",
        phase="game-end",
        open_events=["impact-of-wonders", "impact-of-colonies", "impact-of-balance"],
        seat_events=[["impact-of-variety"], ["impact-of-industry"]],
    )
    lines = told(game, "culture-for", "end-event", "culture")
    assert lines[:4] == [
        ("culture-for", 0, 6, "wonder"),
        ("end-event", "impact-of-wonders"),
        ("culture", 0, 3),
        ("end-event", "impact-of-colonies"),
    ]
    events = [place for place, (key, *_) in enumerate(lines) if key == "end-event"]
    assert len(events) == 5 and all(lines[place + 1][0] == "culture" for place in events)


def test_the_first_game_says_what_its_culture_is_for() -> None:
    game = play(me(workers={"iron": 1}), age="III", variant="first-game", phase="game-end")
    assert told(game, "culture-for")[:3] == [
        ("culture-for", 0, 1, "technology"),
        ("culture-for", 0, 1, "science"),
        ("culture-for", 0, 1, "strength"),
    ]


def test_a_war_on_who_leaves_is_named_with_what_it_scores() -> None:
    wars = [("war-over-culture", 1, 0), ("war-over-territory", 0, 2)]
    game = play(me(), them(), them(), wars=wars, phase="politics", age="III").act("resign")
    assert told(game, "left", "war-dropped", "culture") == [
        ("left", 0, "resigned"),
        ("war-dropped", 1, "war-over-culture", 0),
        ("culture", 1, 7),
        ("war-dropped", 0, "war-over-territory", 2),
    ]


def test_who_takes_no_political_action_says_so() -> None:
    game = play(phase="politics").act("pass")
    assert told(game, "no-politics") == [("no-politics", 0)]


@plays("joan-of-arc")
def test_what_joan_of_arc_has_seen_is_named_to_her_player_alone() -> None:
    game = play(me(leader="joan-of-arc"), them(), phase="politics", current_events=["rats"]).act("peek")
    (line,) = [line for line in game.local.log if line.key == "peeks"]
    for seat, known in ((0, "rats"), (1, ""), (None, "")):
        (seen,) = wording.log(game.local.game, [line], game.local.dealer.knowledge_of(seat).faces)
        assert isinstance(seen.args[1], CardRef) and seen.args[1].face == known


@plays("rats")
def test_an_event_that_changes_nothing_for_anybody_says_so() -> None:
    idle = reveal("rats", me(food=0), them(food=0))
    assert told(idle, "event", "event-idle", "food-lost") == [("event", "rats"), ("event-idle",)]
    eaten = reveal("rats", me(food=2), them(food=0))
    assert told(eaten, "event", "event-idle", "food-lost") == [("event", "rats"), ("food-lost", 0, 2)]


def test_a_unit_is_disbanded_and_a_building_destroyed() -> None:
    game = play().act("disband warriors").act("destroy philosophy")
    assert told(game, "disbanded", "destroyed") == [("disbanded", 0, "warriors"), ("destroyed", 0, "philosophy")]


@plays("pyramids")
def test_a_stage_is_counted_among_all_of_its_wonder() -> None:
    game = play(me(wonder="pyramids", resource=9)).act("stage 1")
    assert told(game, "stages") == [("stages", 0, "pyramids", 1, 3)]
