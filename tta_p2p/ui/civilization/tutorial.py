"""The tutorial of Civilization: the first two turns of the learning game, then a battle and a step on the track."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.scenario.builder import Power, Scenario
from tta_p2p.games.game import complete_options
from tta_p2p.games.local import LocalGame

from ..tutorial import Lesson, LessonStep, Opening, Tutorial

SEED = 8
"""The chance of a game in which China begins, with a hut near its capital."""


def first_turn() -> LocalGame[Any, Any]:
    """Give the beginning of the learning game."""
    return LocalGame(GAME, 2, complete_options(GAME.settings, {"game": "learning"}), SEED)


def before_battle() -> LocalGame[Any, Any]:
    """Give a turn in which an army stands beside a village."""
    china = Power(
        civilization="china", cities={"f3": "capital"}, figures={"e4": (1, 0)}, techs=["pottery"], trade=3, culture=2,
        forces=["infantry-2", "mounted-2", "artillery-2", "infantry-1"],
    )  # fmt: skip
    decks = {"infantry": ["infantry-1"], "mounted": ["mounted-1"], "artillery": ["artillery-1"]}
    return Scenario(
        powers=[china, Power(civilization="germany")], tiles={"e5": "n01:0"}, phase="movement", decks=decks,
        options={"game": "learning"}, round=3, seed=1,
    ).build().game()  # fmt: skip


def before_step() -> LocalGame[Any, Any]:
    """Give a turn in which there is culture enough for a step on the track."""
    china = Power(
        civilization="china", cities={"f3": "capital"}, figures={"e4": (1, 0)}, techs=["pottery"], trade=6, culture=5
    )
    powers = [china, Power(civilization="germany")]
    return Scenario(powers=powers, phase="cities", options={"game": "learning"}, round=4, seed=1).build().game()


FIRST_TURN = Opening(first_turn, ("capital",))

FIRST_TURNS = Tutorial("first-turns", (
    Lesson("capital", "capital f3", ("3", "enter"), opening=FIRST_TURN),
    Lesson(
        "figures", "post army e4", ("1", "enter", "6", "enter"),
        then=(LessonStep("post scout e4", ("6", "enter")),),
    ),
    Lesson("city", "build f3 library e3", ("e", "e", "b", "3", "enter", "enter")),
    Lesson("map", "discover e4 e5 1 1", ("e", "x", "enter", "enter"), then=(LessonStep("go e5", ("3", "enter")),)),
    Lesson("pyramid", "research pottery", ("e", "9", "enter")),
    Lesson("arts", "arts f3", ("e", "e", "c", "enter")),
    Lesson("hut", "move e5 f5 1 0", ("e", "2", "enter", "4", "enter")),
    Lesson("village", "move e4 e5 1 0", ("1", "enter", "5", "enter"), opening=Opening(before_battle)),
    Lesson(
        "battle", "strike infantry-1 1", ("enter",),
        then=(LessonStep("strike mounted-2 1", ("enter",)), LessonStep("front artillery-2", ("enter",))),
    ),
    Lesson(
        "victory", "save infantry-1", ("enter",),
        then=(LessonStep("welcome village-person", ("enter",)), LessonStep("place general e3", ("4", "enter"))),
    ),
    Lesson("track", "advance", ("c", "2", "enter"), opening=Opening(before_step)),
))  # fmt: skip
"""Map, city, trade, pyramid, move, hut, battle and culture."""
