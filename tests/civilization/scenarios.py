"""Scenarios by chance: every word at some place, most of what is told cannot be."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.scenario.builder import CITIES
from tta_p2p.games.civilization.tables.buildings import BUILDINGS
from tta_p2p.games.civilization.tables.civilizations import CIVILIZATIONS, GOVERNMENTS
from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.civilization.tables.hidden import BACK, PEOPLE
from tta_p2p.games.civilization.tables.model import RESOURCES
from tta_p2p.games.civilization.tables.techs import TECHS
from tta_p2p.games.civilization.tables.tiles import NEUTRAL
from tta_p2p.games.civilization.tables.wonders import WONDERS
from tta_p2p.games.civilization.turn.phases import PHASES

NEAR = [name for name in SQUARES if name[0] in "abcdefgh" and int(name[1:]) <= 16]
NEAR += 8 * [f"{column}{row}" for column in "efgh" for row in (1, 2, 3, 4)]  # the first home of two
FACES = {kind: [face for face, back in BACK.items() if back.startswith(kind)] for kind in ("hut", "village", "unit")}
SITES = ("a5", "e5", "a9", "e9", "a1", "e1", "a13", "e13")


class Draw:
    """Draws a scenario as JSON data."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def one(self, words: Any) -> Any:
        """Give one of these, or seldom a word that is none of them."""
        return self.chance.choice([*words]) if self.chance.below(200) else "nothing"

    def some(self, words: Any, most: int) -> list[Any]:
        """Give up to so many of these."""
        return [self.one(words) for _ in range(self.chance.below(most + 1))]

    def number(self, most: int) -> int:
        """Give a number, seldom one that is out of bounds."""
        return self.chance.below(most + 1) if self.chance.below(60) else self.chance.choice([-1, 99])

    def at(self, words: Any, most: int) -> dict[str, Any]:
        """Give up to so many of these, each on a square."""
        return {self.one(NEAR): self.one(words) for _ in range(self.chance.below(most + 1))}

    def power(self) -> dict[str, Any]:
        """Draw the holdings of a seat."""
        told: dict[str, Any] = {
            "civilization": self.one([*CIVILIZATIONS, *CIVILIZATIONS, ""]),
            "government": self.one(GOVERNMENTS),
            "techs": self.some(TECHS, 5),
            "trade": self.number(27),
            "culture": self.number(9),
            "level": self.number(20),
            "cities": {
                self.one(["f2", "f3", "g2", "g3"]): self.one(["capital", "walled-capital"]),
                **self.at(CITIES, 1),
            },
            "figures": {square: (self.number(2), self.number(1)) for square in self.some(NEAR, 3)},
            "forces": self.some(FACES["unit"], 6),
            "huts": self.some(FACES["hut"], 2),
            "villages": self.some(FACES["village"], 2),
            "events": self.some(EVENTS, 2),
            "goods": {one: self.number(2) for one in self.some(RESOURCES, 2)},
            "people": self.some(PEOPLE, 2),
            "tokens": {one: self.number(3) for one in self.some([*TECHS, "sheet", "panama-canal"], 2)},
            "gathers": {square: self.one(NEAR) for square in self.some(NEAR, 1)},
            "unlocked": self.some(GOVERNMENTS, 1),
            "used": self.some([*TECHS, *WONDERS, *CIVILIZATIONS, "government"], 1),
        }
        return {name: value for name, value in told.items() if not self.chance.below(5)}

    def fight(self) -> dict[str, Any]:
        """Draw a battle under way."""
        units = FACES["unit"]
        return {
            "square": self.one(NEAR),
            "armies": self.number(2),
            "hands": (self.some(units, 3), self.some(units, 3)),
            "fronts": [(self.one([*units, ""]), self.one([*units, ""])) for _ in range(self.chance.below(2))],
            "wounds": [(self.number(2), self.number(2)) for _ in range(self.chance.below(2))],
            "next": self.number(1),
        }

    def scenario(self) -> dict[str, Any]:
        """Draw a whole scenario."""
        decks = ["hut", "village", "event-1", "event-3", "wonder", "person", "infantry"]
        told: dict[str, Any] = {
            "powers": [self.power() for _ in range(self.chance.below(5))],
            "round": self.number(12),
            "first": self.number(3),
            "phase": self.one([*PHASES, "movement"]),
            "current": self.number(1),
            "tiles": {
                self.one(SITES): f"{self.one([tile.name for tile in NEUTRAL])}:{self.number(3)}"
                for _ in range(self.chance.below(4))
            },
            "markers": self.at([*FACES["hut"], *FACES["village"]], 2),
            "works": self.at([*BUILDINGS, *WONDERS, *PEOPLE], 3),
            "wonders": self.some(WONDERS, 4),
            "obsolete": self.some(WONDERS, 1),
            "dead": self.some(FACES["unit"], 2),
            "face_down": {self.one(SITES): self.one([tile.name for tile in NEUTRAL])},
            "decks": {one: self.some([*BACK], 2) for one in self.some(decks, 1)},
            "spent": self.some(EVENTS, 1),
            "market": {one: self.number(3) for one in self.some(RESOURCES, 1)},
            "acted": self.some(["f3", *NEAR[:3]], 1),
            "battle": self.fight(),
            "options": self.one([{"deals": "never"}, {"loot": "printed"}, {"game": "learning"}, {"loot": "always"}]),
        }
        told = {name: value for name, value in told.items() if name == "powers" or not self.chance.below(6)}
        return {**told, "alone": bool(self.chance.below(2)), "seed": self.chance.below(1000)}
