"""The scenario builder: what it fills in, what it refuses, and that play goes on from what it gives."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.board import SQUARES
from tta_p2p.games.civilization.scenario import Power, Scenario, read
from tta_p2p.games.civilization.turn import PHASES
from tta_p2p.games.entry import ImpossibleScenario
from tta_p2p.testing.sample import any_option, go_on

from .invariants import faults
from .play import play, power


def test_a_bare_scenario_is_the_first_turn() -> None:
    table = play()
    assert (table.s.round, table.asked, table.seat) == (1, "start", 0)
    assert len(table.s.cities) == 2 and [len(forces) for forces in table.s.forces] == [3, 3]
    assert not list(faults(table.s))


def test_a_scenario_is_read_from_json() -> None:
    data: dict[str, Any] = {
        "powers": [{"civilization": "china", "figures": {"f2": [1, 1]}, "cities": {"f3": "walled-capital"}}],
        "works": {"e4": "temple"},
        "phase": "movement",
    }
    table = read(json.loads(json.dumps(data))).build().game()
    assert table.state.cities[SQUARES["f3"]].walls and table.state.figures[0] == {SQUARES["f2"]: (1, 1)}
    assert table.state.pools["temple-cathedral"] == 4


@pytest.mark.parametrize("phase", PHASES)
def test_play_goes_on_from_every_phase_and_to_the_end(phase: str) -> None:
    local = Scenario(phase=phase, powers=[Power(techs=["writing"], trade=9)]).build().game(0)
    until = 1000 if phase == PHASES[0] else local.state.round + 3
    for _ in go_on(local, Chance(0), 20_000, any_option):
        if local.state.round == until:
            break
    assert local.over or local.state.round == until < 1000
    assert not list(faults(local.state))


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"powers": [{"civilization": "atlantis"}]}, "civilization"),
    ({"powers": [{"civilization": "rome"}, {"civilization": "rome"}]}, "once"),
    ({"powers": [{"techs": ["philately"]}]}, "philately"),
    ({"powers": [{}, {}, {}, {}, {}]}, "cannot play"),
    ({"powers": [{"forces": ["infantry-1"] * 4}]}, "infantry-1"),
    ({"powers": [{"huts": ["hut-uranium"]}]}, "hut-uranium"),
    ({"powers": [{"figures": {"a1": [1, 0]}}]}, "a1"),
    ({"powers": [{"figures": {"z9": [1, 0]}}]}, "z9"),
    ({"powers": [{"cities": {"f3": "capital"}, "figures": {"e3": [3, 0]}}]}, "e3"),
    ({"powers": [{"goods": {"iron": 3}}]}, "resources"),
    ({"powers": [{"goods": {"spy": 1}}]}, "spy"),
    ({"powers": [{"people": ["artist"] * 4}]}, "people"),
    ({"powers": [{"cities": {"a1": "city"}}]}, "face down"),
    ({"works": {"a1": "market"}}, "outskirts"),
    ({"works": {"f2": "casino"}}, "casino"),
    ({"tiles": {"a1": "n99:0"}}, "n99"),
    ({"tiles": {"b1": "n01:0"}}, "b1"),
    ({"tiles": {"a1": "n01:0"}, "markers": {"a1": "hut-silk"}}, "hut-silk"),
    ({"phase": "noon"}, "phase"),
    ({"current": 2}, "seat"),
    ({"wonders": ["kremlin"]}, "kremlin"),
    ({"options": {"variant": 3}}, "options"),
    ({"seat": 3}, "seat"),
]


@pytest.mark.parametrize(("data", "why"), IMPOSSIBLE, ids=[json.dumps(data) for data, _ in IMPOSSIBLE])
def test_what_cannot_be_is_refused(data: dict[str, Any], why: str) -> None:
    with pytest.raises(ImpossibleScenario, match=why):
        read(data).build()


def test_hands_are_known_to_their_owners_alone() -> None:
    table = play(power("rome", forces=["infantry-2"], huts=["hut-spy"]), power("germany"))
    mine = {*table.s.forces[0], *table.s.huts[0]}
    assert mine == set(table.local.dealer.knows(0).faces) and not mine & table.local.dealer.knows(1).faces.keys()


def test_a_copy_has_everything_and_shares_nothing_that_changes() -> None:
    """The copy is written field by field: a field that is added to the state must be added there."""
    state = play(power("rome", cities={"f3": "capital"}), power("germany"), phase="cities").s
    copy = state.copy()
    assert copy == state
    for one in fields(state):
        mine, theirs = getattr(state, one.name), getattr(copy, one.name)
        assert not isinstance(mine, list | dict) or mine is not theirs, one.name
        for own, other in zip(mine, theirs, strict=True) if isinstance(mine, list) else ():
            assert not isinstance(own, list | dict) or own is not other, one.name
    assert all(copy.unseen[back] is not faces for back, faces in state.unseen.items())
