"""Culture events: drawing, the limit of the hand, what each card does, and what others see of it."""

from __future__ import annotations

import pytest

from tta_p2p.games.civilization.city.yields import production
from tta_p2p.games.civilization.map.board import land
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.players.limits import culture_hand
from tta_p2p.games.civilization.tables.events import EVENT_LIST, EVENTS, LEVELS, event_deck

from ..invariants import faults
from ..play import Table, play, power

ROME, GERMANY = {"f3": "capital"}, {"c14": "capital"}


def rome(phase: str, *events: str, **given: object) -> Table:
    """Rome with these events against Germany; `theirs` is what Germany has, `works` lie on the map."""
    works = given.pop("works", {})
    theirs = {"cities": GERMANY, **given.pop("theirs", {})}  # type: ignore[dict-item]
    own = power("rome", cities=ROME, events=list(events), **given)
    return play(own, power("germany", **theirs), phase=phase, works=works)


def test_the_decks_have_nineteen_seventeen_and_eleven_cards() -> None:
    assert [len(event_deck(level)) for level in LEVELS] == [19, 17, 11]


@pytest.mark.parametrize(("level", "deck"), [(0, 1), (7, 2), (14, 3)])
def test_the_track_brings_a_card_that_its_owner_alone_knows(level: int, deck: int) -> None:
    table = rome("cities", level=level, culture=7, trade=6)
    table.do("advance")
    (handle,) = table.s.events[0]
    knows = table.local.dealer.knowledge_of
    assert EVENTS[knows(0).faces[handle]].level == deck and handle not in knows(1).faces
    assert len(table.s.event_decks[deck]) == len(event_deck(deck)) - 1 and not list(faults(table.s))


def test_who_holds_too_many_discards_one_face_up() -> None:
    table = rome("cities", "drought", "lost", culture=3)
    assert culture_hand(table.s, 0) == 2
    table.do("advance")
    assert table.asked == "discard"
    table.do("drop drought")
    assert table.s.spent[1] == ("drought",) and len(table.s.events[0]) == 2 and table.asked == "manage"


@pytest.mark.parametrize("tech", ["pottery", "civil-service", "theology"])
def test_technologies_let_more_be_kept(tech: str) -> None:
    assert culture_hand(rome("cities", techs=[tech]).s, 0) == 3


def test_spent_cards_are_shuffled_when_they_come_up() -> None:
    table = rome("cities", "drought", "lost", culture=27)
    deck = table.s.event_decks[1]
    table.s.event_decks[1] = ()
    table.s.spent[1] = ("sabotage",)
    table.s.unseen.setdefault("event-1", {})
    assert deck
    table.do("advance")
    assert not table.s.spent[1] and len(table.s.events[0]) == 3


@pytest.mark.parametrize(
    ("name", "more"), [("we-love-the-despot-day", 4), ("we-love-the-queen-day", 6), ("we-love-the-president-day", 8)]
)
def test_a_day_of_love_brings_production(name: str, more: int) -> None:
    table = rome("cities", name)
    before = production(table.s, 0, SQUARES["f3"])
    table.do(f"event {name} f3")
    assert production(table.s, 0, SQUARES["f3"]) == before + more and table.s.spent[EVENTS[name].level] == (name,)


@pytest.mark.parametrize("name", ["the-citizens-are-revolting", "the-citizens-are-revolting-ii"])
def test_citizens_in_revolt_bring_anarchy(name: str) -> None:
    table = rome("start", name)
    table.do(f"event {name}")
    assert table.s.governments == ["republic", "anarchy"]


@pytest.mark.parametrize(("name", "level"), [("exchange-of-ideas", 1), ("knowledge-shared", 2), ("think-tank", 3)])
def test_technologies_are_exchanged(name: str, level: int) -> None:
    table = rome("start", name, techs=["pottery"], theirs={"techs": ["writing", "currency"]})
    assert table.why(f"event {name} pottery") == "no-such-target"
    table.do(f"event {name} writing")
    assert (table.asked, table.seat) == ("swap", 1)
    table.do("learn pottery")
    assert "writing" in table.s.techs[0] and "pottery" in table.s.techs[1] and EVENTS[name].number == level


@pytest.mark.parametrize(("name", "figure"), [("sabotage", "c12"), ("catastrophe", "c12")])
def test_buildings_are_destroyed_within_reach(name: str, figure: str) -> None:
    far = rome("start", name, works={"c15": "market"})
    assert far.why(f"event {name} c15") == "no-such-target"
    near = rome("start", name, works={"c15": "market"}, figures={"b16": (0, 1)})
    near.do(f"event {name} c15")
    assert not near.s.works and not list(faults(near.s))


def test_a_disaster_strikes_two_buildings_of_others_anywhere() -> None:
    table = rome("start", "disaster", works={"c15": "market", "b13": "library", "f4": "temple"})
    assert table.why("event disaster f4") == "no-such-target"
    table.do("event disaster b13 c15")
    assert list(table.s.works.values()) == ["temple"]


@pytest.mark.parametrize(
    ("name", "square", "terrain"), [("drought", "b13", "desert"), ("deforestation", "e4", "grassland")]
)
def test_terrain_changes_for_good(name: str, square: str, terrain: str) -> None:
    table = rome("start", name)
    assert table.why(f"event {name} f3") == "no-such-target"
    table.do(f"event {name} {square}")
    here = land(table.s)[SQUARES[square]]
    assert here.terrain == terrain and not here.extra and here.icons.trade == (terrain == "desert")


@pytest.mark.parametrize(("name", "steps"), [("disoriented", 2), ("lost", 3), ("out-of-position", 4)])
def test_figures_are_pushed_over_land(name: str, steps: int) -> None:
    table = rome("cities", name, theirs={"figures": {"b16": (1, 1)}})
    found = {one.split()[-1] for one in table.legal("event")}
    assert "c15" in found and "c14" not in found and "d14" not in found and ("a13" not in found)
    table.do(f"event {name} b16 c15")
    assert table.at(1, "c15") == (1, 1) and table.at(1, "b16") == (0, 0) and EVENTS[name].number == steps


@pytest.mark.parametrize("name", ["defection", "mass-defection", "wholesale-defection"])
def test_figures_desert(name: str) -> None:
    table = rome("movement", name, figures={"d16": (0, 1)}, theirs={"figures": {"b16": (1, 1)}})
    both = table.why(f"event {name} b16 1 1")
    assert both == ("no-such-target" if name == "defection" else "")
    table.do(f"event {name} b16 1 0")
    assert table.at(1, "b16") == (0, 1)


@pytest.mark.parametrize("name", ["mass-defection", "wholesale-defection"])
def test_a_great_person_deserts(name: str) -> None:
    table = rome("movement", name, works={"c15": "artist"}, figures={"d16": (0, 1)})
    table.do(f"event {name} c15 artist")
    assert not table.s.works


@pytest.mark.parametrize("name", [one.name for one in EVENT_LIST if one.does == "gift"])
def test_a_gift_counts_as_a_resource(name: str) -> None:
    table = rome("cities", name, techs=["animal-husbandry"])
    before = production(table.s, 0, SQUARES["f3"])
    table.do(f"use animal-husbandry f3 {name}")
    assert production(table.s, 0, SQUARES["f3"]) == before + 3 and not table.s.events[0]
    assert table.s.tokens[1] == ({"sheet": 1} if name == "a-gift-from-afar" else {})
    said = [(line.key, line.args) for line in table.local.log]
    assert (("grants", (0, 1)) in said) == (name == "a-gift-from-afar"), "who gives it, and who has it then"
    assert rome("cities", name, techs=["currency"]).legal("use") == []


@pytest.mark.parametrize("name", [one.name for one in EVENT_LIST if one.does == "cancel"])
def test_what_only_answers_is_not_played(name: str) -> None:
    table = rome("cities", name)
    assert table.legal("event") == [] and table.why(f"event {name}") == "not-now"


def test_a_city_that_falls_gives_a_card_away_unseen() -> None:
    tiles = {"e9": "n02:0", "a9": "n04:2", "e5": "n08:2", "a5": "n12:2"}
    strong = ["infantry-3", "artillery-3", "mounted-3"]
    own = power("rome", cities={"f3": "capital"}, forces=strong, figures={"d7": (1, 0)})
    theirs = power("germany", cities={"c14": "capital", "d8": "city"}, forces=[], events=["drought", "sabotage"])
    table = play(own, theirs, phase="movement", tiles=tiles, markers={}).do("move d7 d8 1 0", "pass")
    while table.asked == "blow":
        table.do("front " + table.legal("front")[0].partition("=")[2])
    assert table.asked == "loot"
    (option, *_) = (one for one in table.local.legal(0) if one.act.verb == "seize-event")
    table.local.act(option.act)
    table.local.answer_needs()
    assert len(table.s.events[1]) == 1 and len(table.s.events[0]) == 2, "one taken, one of the track for Rome"
    assert not set(table.s.events[0]) & set(table.s.events[1]) and not list(faults(table.s))
