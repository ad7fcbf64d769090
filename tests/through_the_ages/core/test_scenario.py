"""The scenario builder: what it fills in, what it refuses, and that play goes on from what it gives."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tta_p2p.games.chance import Chance
from tta_p2p.games.entry import ImpossibleScenario
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import BACK
from tta_p2p.games.through_the_ages.scenario import PreparedEvent, Scenario, read
from tta_p2p.games.through_the_ages.scenario_phase import END_STEPS, PHASES
from tta_p2p.games.through_the_ages.setup import initial_state
from tta_p2p.games.through_the_ages.state import PactInPlay, War
from tta_p2p.testing.sample import play_on

from ..counting import conserved
from ..play import me, play, them


def test_a_bare_scenario_is_the_board_as_printed_with_a_full_row() -> None:
    game = play()
    first = initial_state(game.state.options, 2).players[0]
    assert game.player(0) == first
    assert all(game.state.row)
    assert game.asked == "actions"
    assert conserved(game.state) == {"too many": 0, "too few": 0}


def test_tokens_on_no_card_are_in_the_banks() -> None:
    game = play(me(workers={"iron": 2, "warriors": 3}, resource=7, food=2, wonder="colossus", stages=1, unused=2))
    game.expect(0, yellow_bank=25 - 12, resource=7, food=2, blue_bank=16 - 4 - 2 - 1, tokens={"iron": 3, "bronze": 1})


def test_ages_that_ended_took_yellow_tokens_and_cards_in_play_brought_some() -> None:
    game = play(me(colonies=["vast-territory-i"]), age="III")
    game.expect(0, yellow_bank=18 - 4 + 3, blue_bank=15)


def test_the_number_of_seats_and_the_age_follow_from_the_cards() -> None:
    assert len(play(me(hand=["trade-routes-agreement"])).state.players) == 3
    assert len(play(me(workers={"iron": 0}), them(technologies=["iron"]), row=["iron"]).state.players) == 4
    assert play(me(leader="albert-einstein")).state.age == 3


def test_decks_lie_as_named_and_hands_are_known_to_their_seat_alone() -> None:
    game = play(
        me(hand=["iron", "legion"]),
        current_events=["rats", "immigration"],
        future_events=[PreparedEvent("raiders", 1)],
        military_deck=["phalanx"],
    )
    faces, s = game.local.dealer.faces, game.state
    assert [faces[h] for h in s.current_events] == ["rats", "immigration"]
    assert faces[s.military_deck[0]] == "phalanx"
    assert game.hand(0) == ["iron", "legion"]
    (legion,) = s.players[0].military_hand
    assert game.local.dealer.knowledge_of(0).faces == {legion: "legion"}
    assert game.local.dealer.knowledge_of(1).faces == {s.future_events[0]: "raiders"}
    assert {handle for one in game.local.dealer.knowledge_of(None).among for handle in one.handles} == {
        *s.current_events,
        *s.future_events,
    }


def test_the_same_scenario_is_the_same_position_and_another_seed_another_order() -> None:
    one = Scenario(civilizations=[me(leader="moses")])
    assert GAME.encode(one.build().state) == GAME.encode(one.build().state)
    assert one.build().faces != Scenario(civilizations=[me(leader="moses")], seed=1).build().faces


def test_a_scenario_can_be_written_as_json() -> None:
    text = """{"age": "II", "current": 1, "phase": "politics", "seats": 3,
        "civilizations": [{"government": "monarchy", "culture": 12, "hand": ["war-over-territory"]},
                          {"leader": "napoleon-bonaparte", "tactic": "legion", "workers": {"swordsmen": 4}}],
        "wars": [{"card": "war-over-territory", "attacker": 0, "rival": 2}],
        "pacts": [{"card": "open-borders-agreement", "owner": 1, "a": 1, "b": 2}]}"""
    state = read(json.loads(text)).build().state
    assert state.players[0].culture == 12
    assert state.wars == (War("war-over-territory", 0, 2),)
    assert state.pacts == (PactInPlay("open-borders-agreement", 1, 1, 2),)
    assert state.common_tactics == ("legion",)


@pytest.mark.parametrize("age", ["A", "I", "II", "III", "IV"])
@pytest.mark.parametrize("phase", PHASES)
def test_a_game_goes_on_to_its_end_from_any_age_and_phase(age: str, phase: str) -> None:
    event = "vast-territory-i" if phase == "event" else ""
    if age == "A" and phase not in ("start", *END_STEPS):
        with pytest.raises(ImpossibleScenario, match="phase"):
            Scenario(age=age, phase=phase, event=event).build()
        return
    size = -1 if age == "IV" else 2
    game = Scenario(age=age, phase=phase, event=event, seats=3, civil_deck_size=size).build().game(7)
    for _ in play_on(game, Chance(age + phase), 20_000):
        pass
    assert game.over
    assert conserved(game.state) == {"too many": 0, "too few": 0}


IMPOSSIBLE: list[tuple[str, dict[str, Any]]] = [
    ("26 yellow tokens", {"civilizations": [{"unused": 20}]}),
    ("yellow tokens", {"civilizations": [{"yellow_bank": 19}]}),
    ("17 blue tokens", {"civilizations": [{"tokens": {"bronze": 17}}]}),
    ("second government", {"civilizations": [{"government": "monarchy", "technologies": ["theocracy"]}]}),
    ("no further homer", {"civilizations": [{"leader": "homer"}, {"leader": "homer"}]}),
    ("no further iron", {"seats": 2, "civilizations": [{"workers": {"iron": 1}}], "row": ["iron", "iron"]}),
    ("same age", {"civilizations": [{"leader": "homer", "hand": ["moses"]}]}),
    ("same age", {"civilizations": [{"leader": "homer", "leader_ages": [0]}]}),
    ("same icon", {"civilizations": [{"technologies": ["warfare", "strategy"]}]}),
    ("copy of iron", {"civilizations": [{"hand": ["iron"], "technologies": ["iron"]}]}),
    ("antiquated", {"age": "III", "civilizations": [{"leader": "joan-of-arc"}]}),
    ("antiquated", {"age": "II", "civilizations": [{"hand": ["rich-land-a"]}]}),
    ("antiquated", {"age": "III", "civilizations": [{"wonder": "taj-mahal"}]}),
    ("not begun", {"age": "I", "row": ["coal"]}),
    ("printed", {"civilizations": [{"hand": ["bronze"]}]}),
    ("wonder taj-mahal", {"civilizations": [{"hand": ["taj-mahal"]}]}),
    ("finished stages", {"civilizations": [{"stages": 1}]}),
    ("finished stages", {"civilizations": [{"wonder": "colossus", "stages": 2}]}),
    ("none can lie on philosophy", {"civilizations": [{"tokens": {"philosophy": 1}}]}),
    ("kind leader", {"civilizations": [{"workers": {"homer": 1}}]}),
    ("no card 'iorn'", {"civilizations": [{"technologies": ["iorn"]}]}),
    ("unknown field `goverment`", {"civilizations": [{"goverment": "monarchy"}]}),
    ("5 civil actions", {"civilizations": [{"civil_actions": 5}]}),
    ("not in such a game", {"seats": 2, "civilizations": [{"hand": ["military-pact"]}]}),
    ("not in such a game", {"variant": "peaceful", "civilizations": [{"hand": ["raid-i"]}]}),
    ("two different seats", {"wars": [{"card": "war-over-culture", "attacker": 0, "rival": 0}]}),
    ("area of one of its parties", {"pacts": [{"card": "military-pact", "owner": 2, "a": 0, "b": 1}]}),
    ("no event", {"current_events": ["legion"]}),
    ("bad-option", {"variant": "longest"}),
    ("Age V", {"age": "V"}),
    ("no seat 2", {"seats": 2, "current": 2}),
    ("13 spaces", {"row": [""] * 14}),
    ("no civil card", {"row": ["legion"]}),
    ("no military card", {"military_deck": ["iron"]}),
    ("only 31", {"civil_deck_size": 90}),
    ("first round", {"age": "I", "round": 1}),
    ("below 0", {"civilizations": [{"science": -1}]}),
    ("action card", {"civilizations": [{"fresh": ["frugality-a"]}]}),
    ("not one of its finished wonders", {"civilizations": [{"ravaged": ["colossus"]}]}),
    ("used: there is no word 'tactics'", {"civilizations": [{"used": ["tactics"]}]}),
    ("used: tactic is named twice", {"civilizations": [{"used": ["tactic", "tactic"]}]}),
    ("used_up: there is no word 'homer'", {"civilizations": [{"used_up": ["homer"]}]}),
    ("forfeit is below 0", {"civilizations": [{"forfeit": -1}]}),
    ("unit_science is below 0", {"civilizations": [{"unit_science": -1}]}),
    ("tokens: -1 on bronze", {"civilizations": [{"tokens": {"bronze": -1}}]}),
    ("workers: -1 on bronze", {"civilizations": [{"workers": {"bronze": -1}}]}),
    ("leader_ages: there are no leaders of an age 2", {"age": "I", "civilizations": [{"leader_ages": [2]}]}),
    ("leader_ages: there are no leaders of an age -1", {"civilizations": [{"leader_ages": [-1]}]}),
    ("round: -2 is below 0", {"round": -2}),
    ("final_round: -1 is below 0", {"age": "IV", "final_round": -1}),
    ("military_deck_size: -2 is below 0", {"military_deck_size": -2}),
    ("final_round: .* it is 17 or 17, not 16", {"age": "IV", "round": 17, "final_round": 16}),
    ("final_round: .* it is 17 or 17, not 18", {"age": "IV", "round": 17, "final_round": 18}),
    ("final_round: .* it is 17 or 18, not 19", {"age": "IV", "round": 17, "current": 1, "final_round": 19}),
    ("only in the last age", {"age": "III", "final_round": 18}),
    (
        "kremlin is of Age II; only wonders of Ages A and I fall",
        {"civilizations": [{"wonders": ["kremlin"], "ravaged": ["kremlin"]}]},
    ),
    ("exclusive: there is no tactic", {"civilizations": [{"exclusive": True}]}),
    (
        "4 urban buildings of kind lab; no government up to Age II allows more than 3",
        {"age": "II", "civilizations": [{"workers": {"philosophy": 2, "alchemy": 2}}]},
    ),
    ("5 urban buildings of kind temple", {"age": "III", "civilizations": [{"workers": {"religion": 5}}]}),
    ("common_tactics: legion lies there once", {"common_tactics": ["legion", "legion"]}),
    (
        "war-over-territory is not fought as war-over-culture",
        {"wars": [{"card": "war-over-territory", "attacker": 0, "rival": 1, "fought_as": "war-over-culture"}]},
    ),
    ("Age III is not prepared in such a game", {"variant": "short", "current_events": ["impact-of-science"]}),
    ("starting: there is no seat 2", {"seats": 2, "starting": 2}),
    ("event: nothing is no event", {"phase": "event"}),
    ("event: legion is no event", {"phase": "event", "event": "legion"}),
    ("they are for phase event, not for phase actions", {"event": "rats"}),
    ("they are for phase event, not for phase start", {"phase": "start", "auction": {}}),
    ("no further rats; it is in past_events", {"phase": "event", "event": "rats", "past_events": ["rats"]}),
    ("auction: rats is no territory", {"phase": "event", "event": "rats", "auction": {}}),
    *(
        (message, {"phase": "event", "event": "vast-territory-i", "auction": auction})
        for message, auction in (
            ("a bid of 2 by seat -1", {"bid": 2}),
            ("a bid of 0 by seat 1", {"holder": 1}),
            ("a bid of -1", {"bid": -1}),
            ("seat 3 does not play", {"bid": 1, "holder": 3}),
            ("seat 1 cannot send a force of 2", {"bid": 2, "holder": 1}),
            ("a bidder is .* 1 is not", {"bid": 1, "holder": 1, "bidders": [0, 1]}),
            ("a bidder is .* 0 is not", {"bid": 1, "holder": 1, "bidders": [0, 0]}),
        )
    ),
    (
        "no further development-of-settlement; it is in the events of Age A",
        {"age": "I", "military_deck": ["development-of-settlement"]},
    ),
    (
        "nobody draws military cards in Age A",
        {"age": "A", "phase": "start", "current_events": [], "military_deck_size": 2},
    ),
    ("there are no decks in Age IV", {"age": "IV", "civil_deck_size": 2}),
    ("open_events: rats is no event that such a game scores", {"variant": "short", "open_events": ["rats"]}),
    ("seat_events: legion is no event that such a game", {"variant": "short", "seat_events": [[], ["legion"]]}),
    ("blue tokens", {"civilizations": [{"resource": 10**9}]}),
    ("blue tokens", {"civilizations": [{"food": 10**20}]}),
    ("gained_yellow: 21 tokens; 20 are won or lost", {"civilizations": [{"gained_yellow": 21}]}),
    ("gained_blue: -21 tokens", {"civilizations": [{"gained_blue": -21}]}),
    ("strength is below 0", {"civilizations": [{"strength": -1}]}),
    ("happiness: it is from 0 to 8, not 9", {"civilizations": [{"happiness": 9}]}),
]


@pytest.mark.parametrize(("message", "data"), IMPOSSIBLE, ids=[f"{n}-{m}" for n, (m, _) in enumerate(IMPOSSIBLE)])
def test_what_cannot_be_is_refused_by_name(message: str, data: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleScenario, match=message):
        read(data).build()


def test_a_ruin_is_of_an_age_that_can_fall_and_buildings_may_be_above_the_limit_of_the_government() -> None:
    play(me(wonders=["pyramids", "taj-mahal"], ravaged=["pyramids", "taj-mahal"])).expect(0, culture_rating=4)
    play(me(workers={"philosophy": 3})).expect(0, science_rating=3)


def test_a_war_of_the_short_game_is_fought_as_it_was_declared() -> None:
    war = {"card": "war-over-territory", "attacker": 0, "rival": 1, "fought_as": "war-over-culture"}
    state = read({"variant": "short", "age": "II", "wars": [war]}).build().state
    assert state.wars == (War("war-over-territory", 0, 1, "war-over-culture"),)


def test_every_hidden_card_has_a_back_of_its_face() -> None:
    position = Scenario(age="II", seats=4).build()
    assert {handle: BACK[face] for handle, face in position.faces.items()} == position.state.backs
