"""The second tutorial of Through the Ages: what its first rounds do not have, each from a position laid out for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from tta_p2p.games.contract import Face
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages.scenario import Scenario
from tta_p2p.games.through_the_ages.scenario_seats import Civilization

from ..tutorial import Lesson, LessonStep, Opening, Tutorial

WORKERS: Mapping[Face, int] = {
    "agriculture": 1, "irrigation": 2, "bronze": 3, "philosophy": 2, "religion": 1, "warriors": 2,
}  # fmt: skip
"""The workers of the person."""


def _person(workers: Mapping[Face, int] | None = None, **given: Any) -> Civilization:
    """Give the civilization of the person, as far as nothing else is said of it."""
    stock = {"unused": 1, "food": 3, "resource": 6, "science": 5, "culture": 10}
    return Civilization(workers={**WORKERS, **(workers or {})}, **{**stock, **given})


def _rival(**given: Any) -> Civilization:
    """Give the civilization of the rival, as far as nothing else is said of it."""
    workers = {"agriculture": 2, "bronze": 3, "philosophy": 2, "religion": 1, "warriors": 3}
    return Civilization(workers=workers, **{"culture": 14, "science": 3, "food": 2, "resource": 4, **given})


def _make(**given: Any) -> LocalGame[Any, Any]:
    return Scenario(**given).build().game()


def _position(
    person: Civilization, rival: Civilization | None = None, *wishes: str, seats: int = 2, **given: Any
) -> Opening:
    civilizations = [person, rival or _rival(), *(Civilization() for _ in range(seats - 2))]
    return Opening(partial(_make, civilizations=civilizations, seats=seats, **given), wishes)


REVOLUTION = _position(_person(hand=["monarchy"], leader="moses"), age="I", round=6)
WONDER = _position(
    _person(resource=7, wonder="pyramids", stages=2, hand=["fighting-band"], leader="moses"), age="I", round=6
)
EVENT = _position(
    _person(hand=["good-harvest"]), age="I", round=7, phase="politics", current_events=["raiders", "rats"]
)
COLONY = _position(
    _person({"warriors": 3}, hand=["good-harvest", "defense-colonization-i"]), _rival(), "bid 2",
    age="I", round=7, phase="politics", current_events=["inhabited-territory-i", "rats"],
)  # fmt: skip
DEFENCE = _position(
    _person(hand=["defense-colonization-i"]), _rival(leader="julius-caesar", hand=["raid-i"]), "attack raid-i",
    age="I", round=7, phase="politics", current=1,
)  # fmt: skip
ATTACK = _position(
    _person({"swordsmen": 2}, hand=["plunder-i"]), _rival(hand=["defense-colonization-i"]), "bonus", "done",
    age="I", round=7, phase="politics",
)  # fmt: skip
WAR = _position(
    _person({"warriors": 0, "swordsmen": 4}, hand=["war-over-technology"], wonders=["hanging-gardens"], resource=2),
    _rival(science=8), age="II", round=10, phase="politics",
)  # fmt: skip
PACT = _position(
    _person(hand=["open-borders-agreement"]), _rival(), "accept", seats=3, age="I", round=7, phase="politics"
)
CORRUPTION = _position(_person(resource=9, food=6, blue_bank=2, unused=2), age="I", round=8)
AGE = _position(_person(leader="moses", hand=["fighting-band"]), age="I", round=9, civil_deck_size=2)
SCORING = _position(
    _person({"religion": 2, "theology": 2}, unused=0, culture=96, resource=2, wonders=["hanging-gardens"]),
    _rival(culture=88), starting=1, current=0, age="IV", round=18, final_round=18,
    future_events=["impact-of-science", "impact-of-happiness"],
)  # fmt: skip

WAR_AND_PEACE = Tutorial("war-and-peace", (
    Lesson("revolution", "revolution monarchy", ("d", "end", "enter"), opening=REVOLUTION),
    Lesson("finished", "stage 1", ("b", "end", "enter"), opening=WONDER),
    Lesson(
        "army", "build warriors", ("b", "4", "enter"),
        then=(LessonStep("tactic fighting-band", ("m", "enter")),),
    ),
    Lesson("harm", "seed", ("up", "enter"), opening=EVENT, then=(LessonStep("split 0 2", ("down", "down", "enter")),)),
    Lesson(
        "auction", "seed", ("up", "enter"), opening=COLONY,
        then=(LessonStep("bid 1", ("1", "enter")), LessonStep("bid 3", ("3", "enter"))),
    ),
    Lesson("colony", "done", ("down", "enter", "enter", "enter", "enter"), also=("bonus", "send warriors")),
    Lesson("defence", "bonus", ("home", "enter"), opening=DEFENCE, then=(LessonStep("done", ("enter",)),)),
    Lesson(
        "plunder", "attack plunder-i", ("up", "enter"), opening=ATTACK,
        then=(LessonStep("plunder 1 2", ("down", "enter")),),
    ),
    Lesson("war", "declare war-over-technology", ("up", "enter"), opening=WAR, then=(LessonStep("end", ("e",)),)),
    Lesson("pact", "offer open-borders-agreement 1", ("home", "enter"), opening=PACT),
    Lesson("waste", "end", ("e",), opening=CORRUPTION),
    Lesson("age", "end", ("e",), opening=AGE),
    Lesson("scoring", "end", ("e",), opening=SCORING),
))  # fmt: skip
"""Revolution, wonder, army, events, colony, aggression, war, pact, corruption, the end of an age, scoring."""
