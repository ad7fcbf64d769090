"""Part by part: what every technology, building, wonder, person, unit, event, civilization and government is and does.

The facts stand here a second time, apart from the tables of the rules. What a part does that is no number is proved by
a test of its own, which `PROVED` names: a part without one fails here.
"""

from __future__ import annotations

import importlib
import inspect
import re
from typing import Any

import pytest

from tta_p2p.games.civilization.battle import strength
from tta_p2p.games.civilization.city import yields
from tta_p2p.games.civilization.city.management import buildings_of, price_of
from tta_p2p.games.civilization.map.board import land, neighbours
from tta_p2p.games.civilization.map.squares import SQUARES, name_of
from tta_p2p.games.civilization.players import coins, limits
from tta_p2p.games.civilization.tables.buildings import BUILDINGS
from tta_p2p.games.civilization.tables.civilizations import CIVILIZATIONS, GOVERNMENTS
from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.civilization.tables.hidden import PEOPLE, PERSON_FACES, UNITS, unit_deck
from tta_p2p.games.civilization.tables.model import UNIT_TYPES, Icons
from tta_p2p.games.civilization.tables.techs import NEEDED, TECHS
from tta_p2p.games.civilization.tables.wonders import WONDERS
from tta_p2p.games.civilization.technologies.pyramid import researchable
from tta_p2p.games.civilization.turn.start_phase import open_governments

from .play import Table, play, power

# --- technologies --------------------------------------------------------------------------------------------

TECH_FACTS = """
animal-husbandry 1
code-of-laws 1 trading-post republic
currency 1 market
horseback-riding 1 speed=3
masonry 1 stacking=3
metalworking 1 barracks
navigation 1 harbor water=1
philosophy 1 temple
pottery 1 granary hand=3
writing 1 library
chivalry 2 feudalism mounted=2
civil-service 2 hand=3 coins=1
construction 2 workshop
democracy 2 democracy infantry=2
engineering 2 aqueduct
irrigation 2 cities=3
mathematics 2 artillery=2
monarchy 2 monarchy
printing-press 2 university stacking=4
sailing 2 speed=4 water=2
banking 3 bank
biology 3 stacking=5
communism 3 communism
gunpowder 3 infantry=3
metal-casting 3 artillery=3
military-science 3 academy
railroad 3 iron-mine mounted=3 coins=1
steam-power 3 speed=5 water=2
theology 3 cathedral fundamentalism hand=3
atomic-theory 4
ballistics 4 artillery=4
combustion 4 mounted=4
computers 4 coins=1
flight 4 speed=6 water=2 aircraft=4
mass-media 4
replaceable-parts 4 stacking=6 infantry=4
space-flight 5
"""
"""Name, level, what it unlocks, and what it raises to how much."""
BARE = {"speed": 2, "stacking": 2, "cities": 2, "water": 0, "hand": 2, "coins": 0, **dict.fromkeys(UNIT_TYPES, 1)}
"""What a seat has without technologies; aircraft have the rank of the technology that unlocks them."""
KNOWN = {line.split()[0]: line.split()[1:] for line in TECH_FACTS.split("\n") if line}


def _has(table: Table) -> tuple[dict[str, int], set[str]]:
    """What technologies have raised for seat 0, and what they have unlocked."""
    s = table.s
    found = {"speed": limits.speed(s, 0), "stacking": limits.stacking(s, 0), "cities": limits.city_limit(s, 0)}
    found |= {"water": limits.water(s, 0), "hand": limits.culture_hand(s, 0), "coins": coins.coins_off_map(s, 0)}
    found |= {kind: strength.rank(s, 0, kind) for kind in UNIT_TYPES}
    return found, {*buildings_of(s, 0), *open_governments(s, 0)}


def test_the_technologies_are_those_of_the_box() -> None:
    assert list(KNOWN) == list(TECHS) and len(TECHS) == 37
    assert NEEDED == {1: 6, 2: 11, 3: 16, 4: 21, 5: 26}


@pytest.mark.parametrize("name", KNOWN)
def test_a_technology_raises_and_unlocks_what_is_printed_on_it_and_nothing_else(name: str) -> None:
    level, *gives = KNOWN[name]
    assert TECHS[name].level == int(level)
    start = "pottery" if name == "currency" else "currency"  # what America begins with, or this one
    table = play(power("america", techs=[]), power("rome"), phase="cities")
    table.s.techs[0], table.s.level[0] = (start,), 0
    before, unlocked = _has(table)
    table.s.techs[0] = (start, name)
    after, then = _has(table)
    raised = {word.partition("=")[0]: int(word.partition("=")[2]) for word in gives if "=" in word}
    base = before if name in ("currency", "pottery") else BARE | {"aircraft": before["aircraft"]}
    assert after == {**before, **raised} and before == base | {key: before[key] for key in ("coins",)}
    assert then - unlocked == {word for word in gives if "=" not in word}


def test_a_technology_lies_in_the_row_of_its_level() -> None:
    first = ("pottery", "writing", "currency", "masonry", "philosophy")
    assert {TECHS[name].level for name in researchable(first)} == {1, 2}
    assert set(researchable(first)) == {name for name, facts in KNOWN.items() if facts[0] in "12"} - set(first)


@pytest.mark.parametrize(
    ("tech", "paid", "culture"),
    [("currency", "incense", 3), ("chivalry", "incense", 5), ("metal-casting", "incense", 7)],
)
def test_incense_brings_culture(tech: str, paid: str, culture: int) -> None:
    table = play(power("rome", techs=[tech], goods={paid: 1}, culture=1), power("germany"), phase="cities")
    table.do(f"use {tech} - {paid}")
    assert table.s.culture[0] == 1 + culture and not table.s.goods[0][paid]
    assert table.why(f"use {tech} - {paid}") == "used-already"


@pytest.mark.parametrize(("tech", "more"), [("animal-husbandry", 3), ("construction", 5), ("banking", 7)])
def test_wheat_brings_production(tech: str, more: int) -> None:
    table = play(
        power("rome", techs=[tech], goods={"wheat": 1}, cities={"f3": "capital"}), power("germany"), phase="cities"
    )
    before = yields.production(table.s, 0, SQUARES["f3"])
    table.do(f"use {tech} f3 wheat")
    assert yields.production(table.s, 0, SQUARES["f3"]) == before + more


def test_philosophy_takes_three_resources_of_any_kinds_for_a_great_person() -> None:
    table = play(power("rome", techs=["philosophy"], goods={"iron": 1, "wheat": 2}), power("germany"), phase="cities")
    table.do("use philosophy - iron wheat wheat", "keep")
    assert len(table.s.people[0]) == 1 and not any(table.s.goods[0].values())


# --- buildings -----------------------------------------------------------------------------------------------

DRY = "forest grassland mountain desert"
BUILDING_FACTS: dict[str, tuple[int, str, str, Icons, str]] = {
    "market": (7, DRY, "currency", Icons(production=1, trade=1, culture=1), ""),
    "bank": (10, DRY, "banking", Icons(production=1, trade=1, culture=1, coin=1), "market"),
    "temple": (7, DRY, "philosophy", Icons(culture=2), ""),
    "cathedral": (10, DRY, "theology", Icons(culture=3), "temple"),
    "barracks": (7, DRY, "metalworking", Icons(trade=2, combat=2), ""),
    "academy": (10, DRY, "military-science", Icons(trade=2, combat=4), "barracks"),
    "granary": (5, "grassland", "pottery", Icons(production=1, trade=1), ""),
    "aqueduct": (8, "grassland", "engineering", Icons(production=2, trade=2), "granary"),
    "library": (5, "grassland", "writing", Icons(trade=1, culture=1), ""),
    "university": (8, "grassland", "printing-press", Icons(trade=2, culture=2), "library"),
    "workshop": (7, "mountain", "construction", Icons(production=3), ""),
    "iron-mine": (10, "mountain", "railroad", Icons(production=4), "workshop"),
    "trading-post": (7, "desert", "code-of-laws", Icons(trade=2, culture=1), ""),
    "harbor": (7, "water", "navigation", Icons(production=1, trade=2), ""),
}
TILES = {"a1": "n12:0", "a5": "n02:0", "e5": "n10:0"}


@pytest.mark.parametrize("name", BUILDINGS)
def test_a_building_costs_stands_and_gives_what_is_printed_on_it(name: str) -> None:
    cost, terrain, tech, gives, lower = BUILDING_FACTS[name]
    cities = {"f3": "capital", "c6": "city"}
    nation = "germany" if tech == "code-of-laws" else "rome"  # whoever does not begin with it
    given: dict[str, Any] = {"techs": [tech], "trade": 27, "cities": cities}
    other = power("egypt")
    table = play(power(nation, **given), other, phase="cities", tiles=TILES)
    squares = land(table.s)
    near = [(city, square) for city in cities for square in neighbours(SQUARES[city]) if square in squares]
    why = {square: table.why(f"build {city} {name} {name_of(square)}") for city, square in near}
    for square, reason in why.items():
        fits = squares[square].terrain in terrain.split()
        assert (reason in ("", "production-short", "city-square")) == fits or (
            reason == "wrong-terrain" and not fits
        ), reason
    assert "" in why.values() and price_of(table.s, 0, name) == cost
    city, square = next((city, square) for city, square in near if why[square] == "")
    marks, made = table.s.pools[BUILDINGS[name].pool], yields.production(table.s, 0, SQUARES[city])
    paid = table.cost(f"build {city} {name} {name_of(square)}").get("trade", 0)
    assert paid == 3 * max(0, cost - made)
    table.do(f"build {city} {name} {name_of(square)}")
    assert yields.icons_of(table.s, square) == gives and table.s.pools[BUILDINGS[name].pool] == marks - 1
    assert BUILDINGS[name].upgrade_of == lower
    if terrain == DRY:
        again = [
            table.why(f"build {city} {name} {name_of(one)}") for one in neighbours(SQUARES[city]) if one in squares
        ]
        assert "" not in again, "one of these a city"


def test_the_buildings_are_those_of_the_box() -> None:
    assert list(BUILDING_FACTS) == list(BUILDINGS)


# --- ways over the map ---------------------------------------------------------------------------------------


def _ways(tech: str, square: str, *enemies: str) -> set[str]:
    """Where an army of Rome on a square can go with a technology."""
    germany = power("germany", figures={one: (1, 0) for one in enemies})
    rome = power("rome", techs=[tech] if tech else [], cities={"f3": "capital"}, figures={square: (1, 0)})
    table = play(rome, germany, phase="movement", tiles=TILES)
    return {line.split()[1] for line in table.legal("move")}


@pytest.mark.parametrize(
    ("tech", "crosses", "ends"),
    [("", False, False), ("navigation", True, False), ("sailing", True, True), ("steam-power", True, True)],
)
def test_who_knows_how_crosses_water_and_who_knows_more_stays_there(tech: str, crosses: bool, ends: bool) -> None:
    """From f2 the water on e2 lies between the army and d2, two steps away."""
    found = _ways(tech, "f2")
    assert ("d2" in found, "e2" in found) == (crosses, ends) and "g2" in found


def test_who_can_fly_passes_over_enemies_and_all_others_are_stopped_by_them() -> None:
    """An army on h6 has enemies on g6 and h5 and water on h7 around it."""
    assert _ways("", "h6", "g6", "h5") == {"g6", "h5"}, "it can fall upon them"
    assert {"g5", "h4", "g7"} <= _ways("flight", "h6", "g6", "h5")
    assert not {"g5", "h4"} & _ways("horseback-riding", "h6", "g6", "h5")


# --- wonders, people, units ----------------------------------------------------------------------------------

WONDER_FACTS = """
stonehenge ancient 10 1
colossus ancient 15 1 metalworking 10
hanging-gardens ancient 15 1 animal-husbandry 10
oracle ancient 15 1 code-of-laws 10
angkor-wat medieval 20 2 theology 10
himeji-samurai-castle medieval 20 2 monarchy 15
porcelain-tower medieval 20 2 construction 15
louvre medieval 20 2 printing-press 15
panama-canal modern 25 3 engineering 20
statue-of-liberty modern 25 3 metal-casting 20
sydney-opera-house modern 25 3
united-nations modern 20 3
"""


@pytest.mark.parametrize("line", WONDER_FACTS.strip().split("\n"))
def test_a_wonder_costs_and_gives_what_is_printed_on_it(line: str) -> None:
    name, age, cost, culture, *cheaper = line.split()
    assert WONDERS[name].age == age and len(WONDERS) == len(WONDER_FACTS.split("\n")) - 2
    table = play(
        power("china", cities={"f3": "capital"}), power("germany"), phase="cities", wonders=[], works={"e4": name}
    )
    assert yields.icons_of(table.s, SQUARES["e4"]) == Icons(culture=int(culture))
    assert price_of(table.s, 0, name) == int(cost)
    for tech, price in zip(cheaper[::2], cheaper[1::2], strict=True):
        table.s.techs[0] = ("writing", tech)
        assert price_of(table.s, 0, name) == int(price)


PERSON_FACTS = {
    "artist": Icons(culture=2, trade=1),
    "builder": Icons(production=2, coin=1),
    "general": Icons(combat=4),
    "humanitarian": Icons(production=1, trade=1, culture=1, coin=1),
    "industrialist": Icons(culture=2, coin=1),
    "scientist": Icons(production=1, trade=2),
}


@pytest.mark.parametrize("name", PEOPLE)
def test_a_great_person_gives_what_is_printed_on_it_where_it_is_placed(name: str) -> None:
    assert PERSON_FACES.count(name) == 3
    table = play(power("china", cities={"f3": "capital"}, people=[name]), power("germany"), phase="start")
    before = coins.coins(table.s, 0), strength.battle_bonus(table.s, 0)
    table.do(f"place {name} e4")
    gives = PERSON_FACTS[name]
    assert yields.icons_of(table.s, SQUARES["e4"]) == gives and not table.s.people[0]
    assert (coins.coins(table.s, 0), strength.battle_bonus(table.s, 0)) == (
        before[0] + gives.coin,
        before[1] + gives.combat,
    )


@pytest.mark.parametrize("kind", UNIT_TYPES)
def test_the_units_of_a_type_are_so_many_and_so_strong_by_rank(kind: Any) -> None:
    strengths = sorted(int(face.rpartition("-")[2]) for face in unit_deck(kind))
    expected = [5] * 3 + [6] * 3 + [7] * 2 if kind == "aircraft" else [1] * 3 + [2] * 9 + [3] * 3
    assert strengths == expected and set(UNITS) == set(UNIT_TYPES)
    table = play(power("rome"), power("germany"), phase="cities")
    ranks = {"artillery": ("mathematics", "metal-casting", "ballistics"), "aircraft": ("flight",),
             "infantry": ("democracy", "gunpowder", "replaceable-parts"),
             "mounted": ("chivalry", "railroad", "combustion")}[kind]  # fmt: skip
    for at in range(len(ranks) + 1):
        table.s.techs[0] = ("code-of-laws", *ranks[:at])
        more = 0 if kind == "aircraft" else at
        assert strength.strength(table.s, 0, f"{kind}-{expected[0]}") == expected[0] + more
        assert strength.unit_cost(table.s, 0, kind) == (12 if kind == "aircraft" else 5 + 2 * at)


# --- what is no number ---------------------------------------------------------------------------------------

PROVED = {
    "turn.test_turns": (
        "colossus stonehenge louvre panama-canal sydney-opera-house hanging-gardens statue-of-liberty "
        "angkor-wat porcelain-tower pottery democracy printing-press currency chivalry space-flight egypt "
        "america russia germany rome republic communism fundamentalism anarchy despotism"
    ),
    "city.test_cities": "engineering irrigation military-science feudalism monarchy america",
    "battle.test_battles": "oracle himeji-samurai-castle computers china republic masonry",
    "technologies.test_abilities": (
        "horseback-riding monarchy gunpowder atomic-theory steam-power combustion animal-husbandry biology"
    ),
    "windows.test_answers": (
        "writing civil-service mass-media communism united-nations bread-and-circuses jousting-tourney primetime-tv"
    ),
    "technologies.test_iron_weapons": "mathematics ballistics metalworking",
    "windows.test_defection": "defection mass-defection wholesale-defection",
    "culture.test_events": (
        "sabotage drought disoriented we-love-the-despot-day the-citizens-are-revolting exchange-of-ideas "
        "lost catastrophe we-love-the-queen-day deforestation the-citizens-are-revolting-ii knowledge-shared "
        "out-of-position disaster think-tank we-love-the-president-day"
    ),
    "players.test_opponents": "a-gift-from-afar",
    "test_parts": "philosophy metal-casting construction banking navigation sailing flight",
}
"""Module of tests -> the parts whose abilities it proves, each named in a test of it."""
ONLY_NUMBERS = ("replaceable-parts", "railroad", "theology", "code-of-laws")
"""Technologies that do nothing but what is printed on them in numbers, or by a building or government."""
GIFTS = ("a-generous-gift", "a-princely-gift")
"""Proved by a test of all gifts (`test_a_gift_counts_as_a_resource`)."""


def test_every_part_that_does_something_has_a_test_that_names_it() -> None:
    proved = {part for parts in PROVED.values() for part in parts.split()}
    wanted = {*TECHS, *WONDERS, *EVENTS, *CIVILIZATIONS, *GOVERNMENTS}
    assert wanted - proved == {*ONLY_NUMBERS, *GIFTS}
    assert proved <= wanted
    for module, parts in PROVED.items():
        of = importlib.import_module(f"tests.civilization.{module}")
        own = [one for name, one in vars(of).items() if name.startswith("test_")]
        tests = "\n".join(map(inspect.getsource, own)) if module == "test_parts" else inspect.getsource(of)
        for part in parts.split():
            assert re.search(rf"(?<![\w-]){part}(?![\w-])", tests), f"{part} has no test in {module}"
