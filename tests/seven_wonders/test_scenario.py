"""The scenario builder: what it fills in, what it refuses, and that play goes on from what it gives."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tta_p2p.games.chance import Chance
from tta_p2p.games.entry import ImpossibleScenario
from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.scenario import PHASES, City, Scenario, read
from tta_p2p.games.seven_wonders.tables import deck
from tta_p2p.testing.sample import play_on

from .play import city, play


def test_a_bare_scenario_is_the_first_turn_of_three() -> None:
    table = play()
    assert (table.s.age, table.s.turn, table.s.seats, table.asked) == (1, 1, 3, "choose")
    assert [len(hand) for hand in table.s.hands] == [7, 7, 7] and table.s.coins == [3, 3, 3]
    assert len(table.s.guilds) == 5 and not table.s.discards


def test_seats_age_and_turn_follow_from_what_is_named() -> None:
    assert play(city(hand=["tree-farm"])).s.seats == 6
    assert play(city(built=["altar", "well"])).s.turn == 3
    assert (play(city(built=["statue"])).s.age, play(city(built=["statue"])).s.turn) == (2, 2)
    assert play(city(hand=["palace"])).s.age == 3
    assert play(city(stages=3)).s.turn == 4


def test_every_card_of_the_ages_so_far_has_its_place() -> None:
    table = play(city(built=["statue"], stages=2, tucked=["altar"]), age=3, turn=4, seats=5)
    s, faces = table.s, table.local.dealer.faces
    hidden = Counter(faces[handle] for handle in s.backs) + Counter(face for built in s.built for face in built)
    guilds = Counter(face for face in hidden.elements() if face.endswith("-guild"))
    assert hidden - guilds == sum((Counter(deck(age, 5)) for age in (1, 2, 3)), Counter())
    assert len(guilds) == 10 and [len(hand) for hand in s.hands] == [4] * 5
    assert "altar" in [faces[handle] for handle in s.tucked[0]] and len(s.tucked[0]) == 2
    for seat in range(5):
        assert set(table.local.dealer.knowledge_of(seat).faces) == {*s.hands[seat], *s.tucked[seat]}


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"cities": [{"hand": ["no-such-card"]}]}, "no card"),
    ({"cities": [{"hand": ["palace", "altar"]}]}, "hand"),
    ({"cities": [{"built": ["press-i", "press-ii"]}]}, "one name"),
    ({"cities": [{"built": ["altar"]}], "age": 1, "turn": 1}, "turn 1"),
    ({"cities": [{"built": ["altar", "well"]}], "age": 1, "turn": 2}, "cannot be built"),
    ({"cities": [{"built": ["statue", "temple"]}], "age": 2, "turn": 2}, "cannot be built"),
    ({"cities": [{"built": ["palace"]}], "age": 2}, "later age"),
    ({"cities": [{"board": "gizah"}, {"board": "gizah"}]}, "once"),
    ({"cities": [{"board": "troy"}]}, "once"),
    ({"cities": [{"board": "rhodos", "side": "night", "stages": 3}]}, "stages"),
    ({"cities": [{"tucked": ["altar"]}]}, "stages"),
    ({"cities": [{"side": "dusk"}]}, "dusk"),
    ({"cities": [{"coins": -1}]}, "coins"),
    ({"seats": 2}, "seats"),
    ({"seats": 3, "cities": [{}, {}, {}, {}]}, "seats"),
    ({"seats": 3, "cities": [{"hand": ["tree-farm"]}]}, "not so many"),
    ({"phase": "lunch"}, "phase"),
    ({"current": 3}, "current"),
    ({"age": 4}, "no time"),
    ({"turn": 7}, "no time"),
    ({"options": {"sides": "both"}}, "options"),
    ({"cities": [{"left": "gone"}, {"left": "gone"}]}, "two must stay"),
    ({"guilds": [f"{one}-guild" for one in ("workers", "traders", "spies", "builders", "decorators", "scientists")]},
     "guilds"),
    ({"discards": ["altar", "altar"], "seats": 3}, "not so many"),
    ({"no-such-field": 1}, "no-such-field"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "why"), IMPOSSIBLE, ids=[why for _, why in IMPOSSIBLE])
def test_what_cannot_be_is_refused(data: dict[str, Any], why: str) -> None:
    with pytest.raises(ImpossibleScenario, match=why):
        read(json.loads(json.dumps(data))).build()


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_play_goes_on_to_the_end(phase: str, age: int) -> None:
    one = {"choose": city(), "last-card": city("babylon", "night", stages=1), "search": city("halikarnassos")}[phase]
    given = Scenario(cities=[City(left="gone"), one], phase=phase, current=1, age=age, seats=4 + age, seed=age)
    local = given.build().game(age)
    assert GAME.encode(GAME.decode(GAME.encode(local.state))) == GAME.encode(local.state)
    assert local.decision is not None and local.decision.key == phase
    for _ in play_on(local, Chance(age), 2000):
        pass
    assert local.over


def test_a_position_is_the_same_again() -> None:
    given = Scenario(cities=[city("gizah", built=["altar"])], seed=4)
    assert GAME.encode(given.build().state) == GAME.encode(given.build().state)
    assert given.build().faces != Scenario(cities=given.cities, seed=5).build().faces
