"""Positions of Civilization for pages: the middle of a game at each of its phases, and a battle."""

from __future__ import annotations

from typing import Any

from tests.civilization.play import Table, play, power
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.local import LocalGame

TILES = {"a9": "n05:1", "e5": "n08:0", "e9": "n02:2", "e13": "n11:3"}
MARKERS = {"h6": "hut-wheat", "b10": "village-iron", "c12": "hut-spy"}
WORKS = {"a14": "temple", "c13": "workshop", "f4": "barracks", "h2": "artist", "h3": "harbor"}
PLAYED = {name: event.phase for name, event in EVENTS.items() if event.phase != "any"}


def middle(phase: str, current: int = 0) -> Table:
    """A position in the middle of a game: two cities, a wonder, buildings, people, an enemy at the gates."""
    rome = power(
        "rome", techs=["pottery", "writing", "masonry", "currency", "philosophy", "irrigation", "construction"],
        cities={"b14": "walled-capital", "e11": "city"}, figures={"f9": (2, 0), "e8": (1, 1), "g12": (0, 1)},
        forces=["infantry-2", "infantry-1", "mounted-3", "artillery-2"], goods={"incense": 1, "wheat": 2},
        huts=["hut-silk"], people=["artist"], tokens={"pottery": 2}, trade=17, culture=9, level=4,
    )  # fmt: skip
    russia = power(
        "russia", techs=["pottery", "metalworking", "horseback-riding", "mathematics"],
        cities={"g3": "capital"}, figures={"f8": (2, 0), "g6": (1, 0), "h4": (0, 1)},
        forces=["infantry-1", "mounted-2", "artillery-3"], goods={"iron": 1}, trade=12, culture=4, level=2,
    )  # fmt: skip
    return play(
        rome, russia, phase=phase, current=current, round=7, tiles=TILES, seed=5, markers=MARKERS,
        works={"a14": "temple", "b15": "builder", "c15": "stonehenge", "c13": "workshop", "f4": "barracks"},
    )  # fmt: skip


def at(phase: str) -> LocalGame[Any, Any]:
    """The middle of a game in this phase, as seat 0 is to decide."""
    return middle(phase).local


def fight() -> LocalGame[Any, Any]:
    """A battle for a city in which two units have been played."""
    table = middle("movement")
    table.do("move f9 f8 2 0")
    for _ in range(2):
        faces = [option.act for option in table.local.legal(table.seat)]
        table.local.act(faces[0])
        table.local.answer_needs()
    return table.local


def four() -> LocalGame[Any, Any]:
    """Four around the widest map, as seat 0 is to move: figures of all in the middle of it."""
    powers = (
        power("rome", techs=["pottery", "writing", "masonry"], figures={"f7": (2, 0), "e6": (1, 1)}, trade=9),
        power("russia", techs=["metalworking"], figures={"g7": (1, 0), "n4": (0, 1)}, forces=["infantry-1"], trade=12),
        power("egypt", techs=["currency"], figures={"i8": (2, 0), "j8": (0, 1)}, goods={"wheat": 1}, level=3),
        power("china", figures={"e8": (1, 1)}, people=["artist"], culture=6),
    )
    return play(
        *powers, phase="movement", round=6, tiles={"e5": "n05:1", "i5": "n08:0", "a5": "n02:2"}, seed=5,
    ).local  # fmt: skip


def begun(decision: str) -> LocalGame[Any, Any]:
    """A game at its first decision of this key."""
    local: LocalGame[Any, Any] = LocalGame(GAME, 2, {}, chance=7)
    local.answer_needs()
    while local.decision is not None and local.decision.key != decision:
        local.act(local.legal(local.decision.seats[0])[0].act)
        local.answer_needs()
    return local


def holding(*events: str, theirs: tuple[str, ...] = ()) -> Table:
    """Rome with these culture events at the phase of the first, Russia's figures and buildings in reach."""
    rome = power(
        "rome", techs=["pottery", "writing"], cities={"b14": "walled-capital", "e11": "city"}, events=list(events),
        figures={"f9": (2, 0), "e8": (1, 1)}, trade=17,
    )  # fmt: skip
    russia = power(
        "russia", techs=["metalworking", "mathematics"], cities={"g3": "capital"}, events=list(theirs),
        figures={"f8": (2, 1), "g6": (1, 0), "h4": (0, 1)},
    )  # fmt: skip
    return play(rome, russia, phase=PLAYED[events[0]], round=7, tiles=TILES, seed=5, markers=MARKERS, works=WORKS)
