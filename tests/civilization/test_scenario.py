"""The scenario builder: what it fills in, what it refuses, and that play goes on from what it gives."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.scenario.builder import Fight, Power, Scenario, read
from tta_p2p.games.civilization.turn.phases import PHASES
from tta_p2p.games.entry import ImpossibleScenario
from tta_p2p.testing.sample import play_on, random_option

from .invariants import faults
from .play import play, power
from .scenarios import Draw


def test_a_bare_scenario_is_the_first_turn() -> None:
    table = play()
    assert (table.s.round, table.asked, table.seat) == (1, "start", 0)
    assert len(table.s.cities) == 2 and [len(forces) for forces in table.s.forces] == [3, 3]
    assert not list(faults(table.s))


def test_a_scenario_is_read_from_json() -> None:
    data: dict[str, Any] = {
        "powers": [
            {
                "civilization": "china",
                "figures": {"f2": [1, 1]},
                "techs": ["masonry"],
                "cities": {"f3": "walled-capital"},
            }
        ],
        "works": {"e4": "temple"},
        "alone": True,
        "phase": "movement",
    }
    table = read(json.loads(json.dumps(data))).build().game()
    assert table.state.cities[SQUARES["f3"]].walls and table.state.figures[0] == {SQUARES["f2"]: (1, 1)}
    assert table.state.pools["temple-cathedral"] == 4


@pytest.mark.parametrize("phase", PHASES)
def test_play_goes_on_from_every_phase_and_to_the_end(phase: str) -> None:
    local = Scenario(phase=phase, powers=[Power(techs=["writing"], trade=9)]).build().game(0)
    until = 1000 if phase == PHASES[0] else local.state.round + 3
    for _ in play_on(local, Chance(0), 20_000, random_option):
        if local.state.round == until:
            break
    assert local.over or local.state.round == until < 1000
    assert not list(faults(local.state))


OPEN = {"tiles": {"e9": "n02:0", "a9": "n04:2", "e5": "n08:2", "a5": "n12:2"}, "markers": {}}
ROME: dict[str, Any] = {"civilization": "rome", "cities": {"f3": "capital"}}
CITY = {**ROME, "cities": {"f3": "capital", "e9": "city"}}
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
    ({"powers": [{"goods": {"iron": -1}}]}, "resources"),
    ({"powers": [{"goods": {"spy": 1}}]}, "spy"),
    ({"powers": [{"people": ["artist"] * 4}]}, "people"),
    ({"powers": [{"cities": {"f3": "capital", "a2": "city"}}]}, "face down"),
    ({"works": {"a1": "market"}}, "outskirts"),
    ({"powers": [{"cities": {"e4": "capital"}}], "works": {"d5": "market"}}, "cannot stand on d5"),
    ({"powers": [{"cities": {"e4": "capital"}}], "works": {"d5": "colossus"}}, "cannot stand on d5"),
    ({"works": {"f2": "casino"}}, "casino"),
    ({"tiles": {"a1": "n99:0"}}, "n99"),
    ({"tiles": {"b1": "n01:0"}}, "b1"),
    ({"tiles": {"a1": "n01:0"}, "markers": {"a1": "hut-silk"}}, "hut-silk"),
    ({"phase": "noon"}, "phase"),
    ({"current": 2}, "seat"),
    ({"wonders": ["kremlin"]}, "kremlin"),
    ({"options": {"variant": 3}}, "options"),
    ({"seat": 3}, "seat"),
    *(
        ({"powers": [{**ROME, **one}], **rest}, why)
        for one, rest, why in (
            ({"trade": 99}, {}, "trade"),
            ({"trade": -5}, {}, "trade"),
            ({"level": 30}, {}, "level"),
            ({"level": 21}, {}, "level"),
            ({"tokens": {"code-of-laws": 9}}, {}, "tokens"),
            ({"tokens": {"foo": 1}}, {}, "foo"),
            ({"tokens": {"pottery": 1}}, {}, "pottery"),
            ({"tokens": {"panama-canal": 1}}, {}, "panama-canal"),
            ({"cities": {"f3": "capital", "e9": "capital"}}, OPEN, "one capital"),
            ({"cities": {"e9": "city"}}, OPEN, "one capital"),
            ({"cities": {"e9": "capital"}}, OPEN, "amid a home"),
            ({"cities": {"f3": "capital", "e5": "city"}}, OPEN, "too near"),
            ({"cities": {"f3": "capital", "e9": "city", "b7": "city", "b10": "city"}}, OPEN, "at the most"),
            ({"cities": {"f3": "capital", "e9": "city", "b7": "city"}}, OPEN, "at the most"),
            ({"cities": {"f3": "capital", "f11": "city"}}, OPEN, "water"),
            ({"techs": ["flight"]}, {}, "row below"),
            ({"techs": ["pottery", "chivalry"]}, {"powers": [{**ROME, "techs": ["chivalry"]}]}, "row below"),
            ({"techs": ["space-flight"]}, {}, "space-flight"),
            ({"government": "monarchy"}, {}, "government"),
            ({"unlocked": ["monarchy"]}, {}, "government"),
            ({"figures": {"e2": [1, 0]}}, {}, "e2"),
            ({}, {"works": {"f2": "stonehenge", "g2": "louvre"}}, "one wonder"),
            ({}, {"works": {"f2": "stonehenge", "e8": "stonehenge"}, **OPEN, "powers": [CITY]}, "one of each"),
            ({}, {"works": {"f2": "stonehenge"}, "wonders": ["stonehenge"]}, "stonehenge"),
            ({}, {"works": {"e2": "temple"}, "alone": True}, "cannot stand on e2"),
            ({}, {"works": {"g3": "granary"}, "alone": True}, "cannot stand on g3"),
            ({}, {"works": {"f2": "temple"}}, "takes philosophy"),
            ({}, {"works": {"f4": "barracks", "g3": "temple"}, "alone": True}, "must be alone"),
            ({"gathers": {"e5": "f3"}}, OPEN, "gathers"),
            ({"figures": {"e6": [0, 1]}, "gathers": {"e6": "c14"}}, OPEN, "gathers"),
            ({"figures": {"f2": [0, 1]}, "gathers": {"f2": "f3"}}, {}, "gathers"),
            ({}, {"wonders": ["stonehenge", "louvre", "colossus", "oracle", "angkor-wat"]}, "lie open"),
            ({"events": ["drought", "sabotage", "lost"]}, {}, "events"),
            ({}, {"spent": ["drought"] * 3}, "drought"),
            ({}, {"market": {"iron": 1}}, "iron"),
            ({}, {"acted": ["e4"]}, "acted"),
            ({"used": ["pyramids"]}, {}, "pyramids"),
            ({}, {"face_down": {"e9": "n02"}, **OPEN}, "face_down"),
            ({}, {"face_down": {"e9": "n99"}}, "n99"),
            ({}, {"decks": {"huts": []}}, "huts"),
            ({}, {"decks": {"hut": ["hut-uranium"]}}, "hut-uranium"),
            ({}, {"battle": {"square": "e4"}, "phase": "movement"}, "battle"),
            ({}, {"battle": {"square": "c14"}}, "battle"),
        )
    ),
]


@pytest.mark.parametrize(("data", "why"), IMPOSSIBLE, ids=[json.dumps(data) for data, _ in IMPOSSIBLE])
def test_what_cannot_be_is_refused(data: dict[str, Any], why: str) -> None:
    with pytest.raises(ImpossibleScenario, match=why):
        read(data).build()


def test_whatever_is_told_is_refused_or_played() -> None:
    """Scenarios by chance: most cannot be, and no other error than the one that says so comes out of any of them."""
    played = 0
    for seed in range(400):
        chance = Chance(seed)
        try:
            local = read(Draw(chance).scenario()).build().game(0)
        except ImpossibleScenario:
            continue
        assert not list(faults(local.state)), seed
        for _, _ in zip(range(10), play_on(local, chance, 11), strict=False):
            assert not list(faults(local.state)), seed
        played += 1
    assert played > 20


def test_what_stands_without_its_technology_is_taken_where_that_is_said() -> None:
    """To try a card alone; nothing else that cannot be is taken then."""
    powers = [Power(civilization="rome", techs=["flight"], government="monarchy")]
    assert Scenario(powers=powers, alone=True).build().game().state.techs[0] == ("code-of-laws", "flight")
    with pytest.raises(ImpossibleScenario, match="trade"):
        Scenario(powers=[Power(trade=99)], alone=True).build()


def test_decks_lie_as_they_are_told() -> None:
    told = {"hut": ["hut-spy", "hut-silk"], "infantry": ["infantry-3"], "event-1": ["drought"], "person": ["general"]}
    told |= {"wonder": ["louvre"], "village": ["village-person"]}
    position = Scenario(decks=told, wonders=["stonehenge"]).build()
    s = position.state
    decks = {"hut": s.hut_deck, "village": s.village_deck, "wonder": s.wonder_deck, "person": s.person_deck}
    decks |= {"infantry": s.decks["infantry"], "event-1": s.event_decks[1]}
    for name, first in told.items():
        assert [position.faces[handle] for handle in decks[name][: len(first)]] == first, name
    assert not list(faults(s))


def test_the_tile_that_lies_face_down_is_the_one_that_is_turned_up() -> None:
    rome = power("rome", cities={"f3": "capital"}, figures={"f4": (1, 0)})
    for tile in ("n05", "n13"):
        table = play(rome, power("germany"), phase="movement", face_down={"e5": tile}).do("discover f4 f5 1 0")
        assert table.s.laid[3].startswith(tile) or any(one.startswith(tile) for one in table.s.laid)


def test_what_a_turn_has_brought_already_is_told() -> None:
    given = {"unlocked": ["monarchy"], "techs": ["monarchy", "writing"], "used": ["writing", "government"]}
    table = play(power("rome", cities={"f3": "capital"}, **given), power("germany"), phase="start", spent=["drought"])
    assert table.s.ready[0] == ("monarchy",) and table.s.spent[1] == ("drought",) and not list(faults(table.s))
    assert table.s.used == ((0, "use-writing"), (0, "government"))
    cities = play(power("rome", cities={"f3": "capital"}), power("germany"), phase="cities", acted=["f3"])
    assert cities.why("arts f3") == "has-acted"
    market = play(power("rome", goods={"iron": 1}), power("germany"), market={"iron": 1, "silk": 2})
    assert market.s.market["iron"] == 1


def test_a_battle_under_way_goes_on_to_its_end() -> None:
    fight = Fight(
        square="c14", armies=2, hands=(["infantry-2"], ["mounted-1", "infantry-1"]),
        fronts=[("mounted-3", "artillery-1"), ("", "infantry-1")], wounds=[(1, 0)], dead=([], ["artillery-2"]),
    )  # fmt: skip
    rome = power("rome", cities={"f3": "capital"}, forces=[], figures={"b14": (1, 0)})
    table = play(rome, power("germany", cities={"c14": "capital"}, forces=[]), phase="movement", battle=fight)
    assert (table.asked, table.seat) == ("blow", 1) and not list(faults(table.s))
    assert table.s.battle is not None and table.s.battle.bonus == (0, 12) and table.s.battle.group == (2, 0)
    while table.asked == "blow":
        table.do("front " + table.legal("front")[0].partition("=")[2])
    assert table.asked == "moves" and table.at(0, "b14") == (1, 0) and not list(faults(table.s))
    assert sum(table.s.figures[0].get(SQUARES["b14"], (0, 0))) == 1 and "artillery-2" in table.s.dead["artillery"]


def test_hands_are_known_to_their_owners_alone() -> None:
    table = play(power("rome", forces=["infantry-2"], huts=["hut-spy"]), power("germany"))
    mine = {*table.s.forces[0], *table.s.huts[0]}
    assert (
        mine == set(table.local.dealer.knowledge_of(0).faces)
        and not mine & table.local.dealer.knowledge_of(1).faces.keys()
    )


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
