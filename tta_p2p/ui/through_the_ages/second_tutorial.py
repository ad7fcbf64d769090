"""The second tutorial of Through the Ages: one whole game of three from its sixth round to its end.

The game was played to its end before, and stands in a file. The person plays what a lesson is about; what comes
between two lessons is played as it was, and so are the rivals.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from tta_p2p.games.contract import Seat
from tta_p2p.games.game import complete_options
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages.game import GAME

from ..course import GameCourse
from ..tutorial import Lesson, LessonStep, Tutorial

FILE = "good_game.json"


class GameRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as the file has it: its chance, its seats, and who did what, in notation."""

    seed: int
    seats: int
    acts: tuple[tuple[Seat, str], ...]

    def begin(self) -> LocalGame[Any, Any]:
        """Lay the game out."""
        return LocalGame(GAME, self.seats, complete_options(GAME.settings, {}), self.seed)


def read_course() -> GameCourse:
    """Read the game from its file."""
    data = files(__package__).joinpath(FILE).read_bytes()
    record = msgspec.json.decode(data, type=GameRecord)
    return GameCourse(record.begin, record.acts)


@cache
def make_tutorial() -> Tutorial:
    """Give the lessons along the game; `opening` counts its acts."""
    at = read_course().opening
    return Tutorial("good-game", (
        Lesson("finished", "stage 1", ("b", "end", "enter"), opening=at(105)),
        Lesson("age", "end", ("e",), opening=at(130)),
        Lesson(
            "auction", "seed", ("up", "enter"), opening=at(145),
            then=(LessonStep("bid 1", ("1", "enter")), LessonStep("bid 3", ("3", "enter"))),
        ),
        Lesson("colony", "done", ("enter", "enter", "enter", "enter"), also=("bonus", "send warriors")),
        Lesson("waste", "end", ("e",), opening=at(157)),
        Lesson("defence", "done", ("home", "enter", "enter"), also=("throw",), opening=at(180)),
        Lesson("harm", "give-up bronze", ("home", "enter"), opening=at(212)),
        Lesson("army", "build warriors", ("b", "5", "enter"), opening=at(227)),
        Lesson("annex", "attack annex 2", ("up", "up", "enter"), opening=at(252)),
        Lesson(
            "plunder", "attack plunder-ii 1", ("up", "up", "enter"), opening=at(275),
            then=(LessonStep("plunder 4 1", ("down", "enter")),),
        ),
        Lesson("revolution", "revolution republic", ("d", "end", "enter")),
        Lesson("copy", "copy legion", ("m", "enter")),
        Lesson("pact", "offer international-tourism 2", ("up", "enter"), opening=at(360)),
        Lesson("treaty", "refuse", ("enter",), opening=at(372)),
        Lesson("war", "declare war-over-culture 1", ("up", "up", "up", "enter"), opening=at(396)),
        Lesson(
            "raid", "attack raid-iii 1", ("up", "up", "up", "enter"), opening=at(426),
            then=(
                LessonStep("target multimedia", ("down", "down", "enter")),
                LessonStep("target journalism", ("down", "enter")),
            ),
        ),
        Lesson("food", "stage 1", ("b", "end", "enter"), opening=at(472)),
        Lesson("scoring", "end", ("e",), then=(LessonStep("refuse", ("enter",)),)),
    ))  # fmt: skip
