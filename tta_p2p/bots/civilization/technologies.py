"""The worth of each technology for what the seat could do with it now."""

from __future__ import annotations

from tta_p2p.games.civilization.battle.strength import rank
from tta_p2p.games.civilization.city.yields import icons_of
from tta_p2p.games.civilization.map.board import cities_of, land, neighbours
from tta_p2p.games.civilization.players.limits import city_limit, speed, stacking
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.buildings import BUILDINGS
from tta_p2p.games.civilization.tables.model import Tech
from tta_p2p.games.civilization.tables.techs import LAST, TECHS
from tta_p2p.games.contract import Seat

from .prices import BONUS, COIN, PRODUCT, VICTORY, Account, Prices, republic_value

FULL_WORTH = 8
"""A technology that comes with fewer turns left is worth less in an outlook that counts the race most."""
SETTLING = 3
"""So many turns go by until a technology that allows another city has brought one."""
ABILITIES = {
    "animal-husbandry": 150,
    "code-of-laws": 300,
    "currency": 200,
    "horseback-riding": 100,
    "metalworking": 150,
    "philosophy": 250,
    "pottery": 500,
    "writing": 60,
    "chivalry": 250,
    "civil-service": 60,
    "construction": 200,
    "democracy": 500,
    "engineering": 250,
    "mathematics": 100,
    "monarchy": 100,
    "printing-press": 700,
    "banking": 200,
    "biology": 150,
    "communism": 60,
    "gunpowder": 100,
    "metal-casting": 300,
    "military-science": 200,
    "atomic-theory": 200,
    "ballistics": 100,
    "combustion": 60,
    "computers": 150,
    "flight": 200,
    "mass-media": 80,
}
"""The worth of the other abilities of a technology for a long game."""
COIN_TECHS = {
    "pottery": 700,
    "code-of-laws": 400,
    "democracy": 1200,
    "printing-press": 1200,
    "civil-service": 300,
    "railroad": 300,
    "computers": 300,
    "banking": 500,
    "chivalry": 300,
}
"""The further worth of a technology on the way to a victory by coins."""


class TechnologyValues:
    """Values technologies for a seat in one position; each only once."""

    def __init__(self, state: State, seat: Seat, prices: Prices, careful: bool) -> None:
        """``careful``: what comes too late to be used is worth less."""
        self._state, self._seat, self._prices, self._careful = state, seat, prices, careful
        self._values: dict[str, int] = {}

    def value(self, name: str) -> int:
        """Value a technology for what the seat could do with it now."""
        if name not in self._values:
            self._values[name] = sum(self.account(name).values())
        return self._values[name]

    def account(self, name: str) -> Account:
        """Give the parts of the value of a technology."""
        s, seat, tech, turns = self._state, self._seat, TECHS[name], self._prices.horizon
        if name == LAST:
            return {"victory": VICTORY}
        found = {
            "technologies": (250 + 170 * tech.level)
            * (min(turns, FULL_WORTH) if self._careful else FULL_WORTH)
            // FULL_WORTH,
            "buildings": self._building_value(BUILDINGS[tech.building].name) if tech.building in BUILDINGS else 0,
            "government": self._reform_value(tech.government),
            "forces": self._arms_value(tech),
            "cities": 0,
            "hand": 50 * tech.hand,
            "coins": (COIN + 15 * turns) * tech.coins,
            "abilities": ABILITIES.get(name, 0) * min(turns, 8) // 8,
        }
        if tech.cities > city_limit(s, seat) and turns > 3:
            found["cities"] = 200 * (max(0, turns - SETTLING) if self._careful else turns)
        if self._prices.plan == "economy":
            found["coins"] += COIN_TECHS.get(name, 0)
        return found

    def _reform_value(self, government: str) -> int:
        """Value a government that a technology allows."""
        s, seat, turns = self._state, self._seat, self._prices.horizon
        wide = len(cities_of(s, seat)) or 1
        match government:
            case "republic":
                return republic_value(s, seat)
            case "monarchy":
                return self._prices.art * turns * wide // 2
            case "communism":
                return PRODUCT * turns * wide
            case "feudalism":
                return COIN // 2
            case "democracy":
                return 50 * turns
        return 0

    def _arms_value(self, tech: Tech) -> int:
        """Value what a technology does for units and figures."""
        s, seat = self._state, self._seat
        armed, found = 1 + (self._prices.plan == "military"), 0
        if tech.unit and tech.unit != "aircraft" and tech.rank > rank(s, seat, tech.unit):
            found += armed * (100 + 40 * min(len(s.forces[seat]) + 2, 8)) * (tech.rank - rank(s, seat, tech.unit)) // 2
        if tech.stacking > stacking(s, seat):
            found += armed * 220
        if tech.speed > speed(s, seat):
            found += armed * 150
        return found

    def _building_value(self, name: str) -> int:
        """Value a building by the best squares for it around the own cities."""
        s, seat, building = self._state, self._seat, BUILDINGS[name]
        gains: list[int] = []
        here = land(s)
        for city in cities_of(s, seat):
            near = [
                self._prices.flow(building.icons) - self._prices.flow(icons_of(s, square))
                for square in neighbours(city)
                if here[square].terrain in building.terrain and s.works.get(square) != name
            ]
            near = sorted((gain for gain in near if gain > 0), reverse=True)
            gains += near[: 1 if building.limited else 3]
        effort = 45 * building.cost
        combat = BONUS * building.icons.combat
        return sum(max(0, gain + combat - effort) for gain in sorted(gains, reverse=True)[:3]) * 6 // 10
