"""The worth of any position that may follow from the present one, for one seat: one number for a state.

A hundred is about the worth of one culture. What a seat owns counts by what it yields until the likely end of the game;
the turns that each victory would take count besides, the nearest one most, and so do those of its rivals. So the plan
for a victory is no fixed choice: it is whatever is nearest now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tta_p2p.games.civilization.battle.strength import battle_bonus
from tta_p2p.games.civilization.city.yields import icons_of, outskirts, resource_at
from tta_p2p.games.civilization.map.board import cities_of, distance, enemy_at, land, neighbours, owner_of, steps
from tta_p2p.games.civilization.map.paths import unexplored_squares
from tta_p2p.games.civilization.map.squares import Square
from tta_p2p.games.civilization.players.coins import coins
from tta_p2p.games.civilization.players.holdings import units
from tta_p2p.games.civilization.players.limits import city_limit, culture_hand, speed, water
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.model import Icons
from tta_p2p.games.civilization.tables.techs import MAX_TRADE, NEEDED, TECHS
from tta_p2p.games.civilization.tables.track import TRACK
from tta_p2p.games.civilization.tables.wonders import WONDERS
from tta_p2p.games.civilization.technologies.pyramid import discount, researchable
from tta_p2p.games.contract import Handle, Knowledge, Seat

from .clash import PERMILLE, attack_outcome, ranks_of
from .clock import coin_turns, purse_of
from .evaluator import resolve_answers
from .prices import BONUS, COIN, PRODUCT, PROFIT, VICTORY, Account, Prices, republic_value
from .routes import (
    FAR,
    ROUTES,
    Campaigns,
    culture_turns,
    economy_turns,
    steps_in,
    surroundings,
    technology_turns,
)
from .technologies import TechnologyValues

RACE, CAREFUL_RACE = 4_000_000, 10_000_000
"""A route of n hundredths of turns counts so much / (n + 200)."""
OTHER_ROUTE = 5
"""Routes but the nearest count so much less."""
LEANING = 650
"""A route that a seat leans to counts as so much of its turns, in thousandths."""
LIKELY_LENGTH = 14
"""Rounds of a game, before anybody is near a victory."""
ENOUGH_PRODUCTION = 11
STEP = 40
CULTURE = 100
CITY = 500
WALLS = 250
UNITS = (320, 300, 280, 240, 200, 160, 120, 100, 80, 60)
RANK = 40
ARMIES, SCOUTS = (350, 300, 250, 150, 80, 40), (500, 350)
GOODS, MARKER, EVENT, PERSON = 220, 240, 130, 350
EVENTS_KEPT = {
    "defection": 160,
    "bread-and-circuses": 90,
    "sabotage": 120,
    "drought": 60,
    "disoriented": 50,
    "we-love-the-despot-day": 110,
    "a-gift-from-afar": 210,
    "the-citizens-are-revolting": 230,
    "exchange-of-ideas": 240,
    "lost": 50,
    "catastrophe": 130,
    "jousting-tourney": 110,
    "mass-defection": 230,
    "a-generous-gift": 210,
    "we-love-the-queen-day": 150,
    "deforestation": 50,
    "the-citizens-are-revolting-ii": 230,
    "knowledge-shared": 280,
    "out-of-position": 50,
    "disaster": 230,
    "wholesale-defection": 240,
    "think-tank": 320,
    "primetime-tv": 120,
    "we-love-the-president-day": 190,
    "a-princely-gift": 230,
}
"""What culture events are worth in the hand."""
ANARCHY = 900
WONDER_FLOWS = {
    "stonehenge": 100,
    "colossus": 130,
    "hanging-gardens": 60,
    "oracle": 15,
    "angkor-wat": 60,
    "himeji-samurai-castle": 60,
    "porcelain-tower": 120,
    "louvre": 280,
    "panama-canal": 400,
    "statue-of-liberty": 350,
    "sydney-opera-house": 700,
    "united-nations": 10,
}
"""What the ability of a wonder is worth each turn."""
RESEARCH = (0, 850, 1000, 1150, 1300, 6000)
"""What the trade for a technology of a row is worth once it is there."""
HUT, VILLAGE, SCOUT_PREY, ARMY_PREY, EDGE = 420, 480, 450, 500, 330
NEARER = 20
"""What a step towards a goal is worth, in thousandths of the goal."""
CAPITAL_LOSS, CITY_LOSS, ARMY_LOSS, PREY_LOSS = 40_000, 3500, 300, 350
"""The worth of losing the capital, and with it the game, a city, an army, and a scout without an army; the coin that
the winner takes or melts counts besides."""
SAFE_ATTACK = 600
"""An attack is made if it succeeds so often, in thousandths."""


FAR_WAY = 60
"""The steps to a goal to which no way leads."""

RACES = {route: f"race-{route}" for route in ROUTES}
"""The keys of how near each victory is."""

Goal = tuple[Square, int]
"""A square, and how many stand or what is to be had there."""


@dataclass(frozen=True, slots=True)
class Site:
    """A square for a city, and what the city would be worth."""

    square: Square
    worth: int


class Outlook:
    """A seat's view of its position, made once for a decision; `value` compares the states that follow.

    `knowledge`: what is known of hidden cards. `leaning`: a route that counts as nearer than it is; empty: none.
    `careful`: coins are counted technology by technology, and the race counts more than what is owned.
    """

    def __init__(
        self, state: State, seat: Seat, knowledge: Knowledge, leaning: str = "", careful: bool = False
    ) -> None:
        self.seat, self.knowledge, self._leaning, self.careful = seat, knowledge, leaning, careful
        self._race_worth = CAREFUL_RACE if careful else RACE
        self._state = state
        self._odds: dict[int, int] = {}
        self._coin_price = -1
        self._campaigns = Campaigns(knowledge)
        turns = {other: self._turns(state, other) for other in state.active_seats}
        self.routes = turns.get(seat, dict.fromkeys(ROUTES, FAR))
        self.plan = min(ROUTES, key=lambda route: (self.routes[route], ROUTES.index(route)))
        nearest = {other: min(found.values()) for other, found in turns.items()}
        peaceful = [way for found in turns.values() for route, way in found.items() if route != "military"]
        soonest = min(peaceful if careful else nearest.values(), default=FAR)
        self.leader = min(nearest, key=lambda other: (nearest[other], other), default=seat)
        self.horizon = max(2, min(LIKELY_LENGTH - state.round, soonest // 100 + 1, 12))
        if state.round < LIKELY_LENGTH:
            self.horizon = max(self.horizon, min(6, soonest // 100))
        self.prices = Prices(self.horizon, self.plan)
        self.technologies = TechnologyValues(state, seat, self.prices, careful)
        self._sites = self._city_sites(state) if seat in state.active_seats else []
        self._edges = [
            one for one in land(state) if land(state)[one].terrain != "water" and unexplored_squares(state, one)
        ]

    # --- a whole position ------------------------------------------------------------------------------------

    def value(self, state: State) -> int:
        """Value a state that follows from the present one for the seat."""
        return sum(self.account(state).values())

    def account(self, state: State) -> Account:
        """Give the parts of the value of a state."""
        s = resolve_answers(state)
        if s.over:
            return {"victory": VICTORY if s.winner == self.seat else -VICTORY}
        made = [self._yields(s, self.seat, city) for city in cities_of(s, self.seat)]
        found = self._holdings(s, made)
        found["figures"] = self._figures_value(s)
        for route, worth in self._race(s, self.seat, made).items():
            found[RACES[route]] = worth
        rivals = [other for other in s.active_seats if other != self.seat]
        found["danger"] = -sum([self._danger(s, other) for other in rivals])
        if rivals:
            theirs = [self._race_value(s, other) + self._rival_value(s, other) for other in rivals]
            found["rivals"] = -((max(theirs) * 2 + sum(theirs) // len(theirs)) // 3)
        return found

    def _danger(self, s: State, rival: Seat) -> int:
        """Value what armies of a rival can take in one move, each one thing: cities but the capital, and figures."""
        armies = [(square, group[0]) for square, group in s.figures[rival].items() if group[0]]
        if not armies:
            return 0
        coin = self.coin_price if s.tokens[self.seat] and not s.printed_loot else 0
        losses = [self._lost_figures(s, rival, square, armies, coin) for square in s.figures[self.seat]]
        if s.governments[rival] != "democracy":
            losses += [self._lost_city(s, rival, city, armies, coin) for city in cities_of(s, self.seat)]
        return sum(sorted(losses, reverse=True)[: len(armies)])

    def _lost_figures(self, s: State, rival: Seat, square: Square, armies: Sequence[Goal], coin: int) -> int:
        """Value the figures on a square by how likely a rival beats them."""
        pace = speed(s, rival)
        sizes = [number for one, number in armies if steps(square, one) <= pace]
        if not sizes or square in s.cities:
            return 0
        some, few = s.figures[self.seat][square]
        if not some:
            return PREY_LOSS * few + coin
        wins = self._campaigns.odds(s, rival, self.seat, square, max(sizes))
        return (ARMY_LOSS * some + coin) * wins * wins // (PERMILLE * PERMILLE)

    def _lost_city(self, s: State, rival: Seat, city: Square, armies: Sequence[Goal], coin: int) -> int:
        """Value a city but the capital by how likely a rival takes it; it takes a coin with it."""
        if s.cities[city].capital:
            return 0
        near = surroundings(s.seats, s.laid, min(1, water(s, rival)), city)
        reached = near[min(speed(s, rival), len(near) - 1)]
        sizes = [number for one, number in armies if reached >> one & 1]
        if not sizes:
            return 0
        return (CITY_LOSS + 2 * coin) * self._campaigns.odds(s, rival, self.seat, city, max(sizes)) // PERMILLE

    @property
    def coin_price(self) -> int:
        """Give what a coin is worth to the seat: its share of the race, and what it is worth itself."""
        if self._coin_price < 0:
            s, seat = self._state, self.seat
            then = s.copy()
            then.tokens[seat]["sheet"] = then.tokens[seat].get("sheet", 0) + 1
            won = self._race_value(then, seat) - self._race_value(s, seat)
            self._coin_price = max(0, won) + self._coin_worth()
        return self._coin_price

    def _coin_worth(self) -> int:
        return COIN + 15 * self.horizon + 300 * (self.plan == "economy")

    def turns_to(self, route: str) -> int:
        """Give the turns that a route would take the seat, in hundredths."""
        return self.routes[route]

    def _turns(self, s: State, seat: Seat, made: Sequence[Icons] | None = None) -> dict[str, int]:
        if made is None:
            made = [self._yields(s, seat, city) for city in cities_of(s, seat)]
        arts, trade, owned = sum(1 + one.culture for one in made), sum(one.trade for one in made), coins(s, seat)
        arts += len(made) * (s.governments[seat] == "monarchy")
        found = {
            "technology": technology_turns(s, seat, trade, owned),
            "culture": culture_turns(s, seat, arts, trade),
            "economy": self._economy(s, seat, owned, trade, arts, len(made)),
            "military": self._campaigns.turns(s, seat),
        }
        if self._leaning and seat == self.seat:
            found[self._leaning] = found[self._leaning] * LEANING // PERMILLE
        return found

    def _economy(self, s: State, seat: Seat, owned: int, trade: int, arts: int, cities: int) -> int:
        if self.careful:
            return coin_turns(purse_of(s, seat, owned, trade, arts, cities))
        return economy_turns(s, seat, owned, trade, arts)

    def _race_value(self, s: State, seat: Seat) -> int:
        return sum(self._race(s, seat).values())

    def _race(self, s: State, seat: Seat, made: Sequence[Icons] | None = None) -> dict[str, int]:
        """Value how near each victory is to a seat: the nearest whole, the others much less."""
        found = {route: self._race_worth // (turns + 200) for route, turns in self._turns(s, seat, made).items()}
        nearest = max(found, key=lambda route: found[route])
        others = sum(found.values()) - found[nearest]
        shares = {route: worth // OTHER_ROUTE for route, worth in found.items() if route != nearest}
        return {**shares, nearest: found[nearest] + others // OTHER_ROUTE - sum(shares.values())}

    def _rival_value(self, s: State, seat: Seat) -> int:
        """Value what a rival owns, roughly."""
        found = 2200 * len(cities_of(s, seat)) + 180 * len(s.forces[seat]) + COIN * coins(s, seat) // 2
        found += 300 * len(s.techs[seat]) + 60 * s.culture[seat] + 20 * s.trade[seat]
        found += sum(230 * group[0] + 330 * group[1] for group in s.figures[seat].values())
        found += 100 * (len(s.events[seat]) + len(s.huts[seat]) + len(s.villages[seat]))
        for square, work in s.works.items():
            if owner_of(s, square) == seat:
                found += 600 if work in WONDERS else 300
        return found - (600 if s.governments[seat] == "anarchy" else 0)

    # --- holdings --------------------------------------------------------------------------------------------

    def _yields(self, s: State, seat: Seat, city: Square) -> Icons:
        here, works, product, trade, culture = land(s), s.works, 0, 0, 0
        for square in outskirts(s, seat, city):
            one = icons_of(s, square) if square in works or square in s.cities else here[square].icons
            product, trade, culture = product + one.production, trade + one.trade, culture + one.culture
        return Icons(product, trade, culture)

    def _holdings(self, s: State, yields: Sequence[Icons]) -> Account:
        """Value what the seat owns, by kinds."""
        seat, turns = self.seat, self.horizon
        production = trade = culture = cities = 0
        government = s.governments[seat]
        resources: set[str] = set()
        for city, one in zip(cities_of(s, seat), yields, strict=True):
            made = one.production + 2 * (government == "communism")
            good = min(made, ENOUGH_PRODUCTION)
            production += turns * (PRODUCT * good + PRODUCT * (made - good) // 3)
            trade += turns * PROFIT * one.trade
            abroad = government != "communism" or not s.cities[city].capital
            culture += turns * self.prices.art * (abroad + one.culture + (government == "monarchy"))
            cities += CITY + WALLS * s.cities[city].walls
            resources.update(resource_at(s, square) for square in outskirts(s, seat, city))
        number = units(s, seat)
        held = sorted([self.event_value(handle) for handle in s.events[seat]], reverse=True)
        return {
            "production": production,
            "trade": trade,
            "culture": culture
            + CULTURE * s.culture[seat]
            + sum(CULTURE * step.culture + 30 * step.trade + STEP for step in TRACK[: s.level[seat]]),
            "cities": cities + 30 * len(resources - {""}),
            "technologies": sum([self.technologies.value(tech) for tech in s.techs[seat]]),
            "research": self._dial_value(s),
            "coins": self._coin_worth() * coins(s, seat),
            "government": self._government_value(s),
            "forces": sum(UNITS[:number])
            + RANK * min(number, 8) // 2 * (sum(ranks_of(s.techs[seat])) - 3)
            + BONUS * battle_bonus(s, seat),
            "hand": GOODS * sum(s.goods[seat].values())
            + MARKER * (len(s.huts[seat]) + len(s.villages[seat]))
            + sum(held[: culture_hand(s, seat)])
            + PERSON * len(s.people[seat]),
            "wonders": sum(self._wonder_values(s)),
        }

    def _wonder_values(self, s: State) -> Iterator[int]:
        for square, work in s.works.items():
            flows = WONDER_FLOWS.get(work)
            owned = flows and work not in s.obsolete and owner_of(s, square) == self.seat
            if flows and owned and enemy_at(s, self.seat, square) < 0:
                yield 100 + flows * self.horizon

    def _government_value(self, s: State) -> int:
        """Value what a government does beside the yields of cities."""
        turns = self.horizon
        match s.governments[self.seat]:
            case "anarchy":
                return -ANARCHY
            case "republic":
                return republic_value(s, self.seat)
            case "democracy":
                return 70 * turns
            case "fundamentalism":
                return -70 * turns
        return 0

    def event_value(self, handle: Handle) -> int:
        """Value a culture event in hand: what is kept for a better moment."""
        return EVENTS_KEPT.get(self.knowledge.faces.get(handle, ""), EVENT)

    def _dial_value(self, s: State) -> int:
        """Value trade on the dial by what it researches, or will after a turn's income."""
        seat, trade = self.seat, min(s.trade[self.seat], MAX_TRADE)
        less, best = discount(s, seat), 0
        kept = min(trade, coins(s, seat)) if s.phase != "research" else trade
        for level in {TECHS[name].level for name in researchable(s.techs[seat])}:
            price = max(1, NEEDED[level] - less)
            worth = RESEARCH[level]
            best = max(best, worth + 15 * (trade - price) if trade >= price else worth * 5 // 10 * trade // price)
        return best + 12 * kept

    # --- figures ---------------------------------------------------------------------------------------------

    def _city_sites(self, s: State) -> list[Site]:
        """Give the best squares for cities, the nearest most, as the map lies and whoever stands there."""
        here, seat, found = land(s), self.seat, []
        pace, sails, starts = speed(s, seat), min(1, water(s, seat)), (*s.figures[seat], *cities_of(s, seat))
        for square, one in here.items():
            near = neighbours(square)
            if one.terrain == "water" or len(near) < 8 or any(other not in here for other in near):
                continue
            if any(distance(city, square) < 3 for city in s.cities):
                continue
            taken = sum(other in s.markers for other in (square, *near))
            if taken > 1:
                continue
            icons = [here[other].icons for other in near]
            made = Icons(
                sum(min(1, one.production) + one.production for one in icons) * 3 // 4,
                sum(one.trade for one in icons),
                sum(one.culture for one in icons),
            )
            resources = len({here[other].resource for other in near} - {""})
            worth = CITY + self.prices.flow(made) + self.prices.art * self.horizon + 60 * resources
            worth += COIN * sum(one.coin for one in icons)
            worth = worth * (6 if taken else 10) // 10
            near = surroundings(s.seats, s.laid, sails, square)
            way = min([steps_in(near, start, FAR_WAY) for start in starts], default=FAR_WAY)
            found.append((_at_distance(worth, way, pace), Site(square, worth)))
        return [site for _, site in sorted(found, key=lambda one: (-one[0], one[1].square))[:8]]

    def _figures_value(self, s: State) -> int:
        seat = self.seat
        armies = [(square, group[0]) for square, group in s.figures[seat].items() if group[0]]
        scouts = [square for square, group in s.figures[seat].items() for _ in range(group[1])]
        found = sum(ARMIES[: sum(number for _, number in armies)]) + sum(SCOUTS[: len(scouts)])
        sails = min(1, water(s, seat))
        missing = city_limit(s, seat) - len(cities_of(s, seat))
        founders = [square for square in scouts if square not in s.gathers[seat]]
        sites = [one for one in self._sites if all(distance(one.square, city) >= 3 for city in s.cities)]
        if missing > 0 and (sites or founders):
            found += self._approach(s, founders, [(one.square, one.worth * 8 // 10) for one in sites], missing, sails)
            founders = founders[missing:] if sites else founders
        edges = [(square, EDGE) for square in self._edges if unexplored_squares(s, square)]
        if missing > 0 and not sites:
            found += self._approach(s, founders, [(one, 2 * worth) for one, worth in edges], 1, sails)
        elif missing <= 0:
            found += sum(max(self._gathering(s, square), 0) for square in founders)
        found += self._army_goals(s, armies, edges, sails)
        return found

    def _gathering(self, s: State, square: Square) -> int:
        """Value the square that a scout could gather from."""
        if any(near in s.cities and s.cities[near].seat == self.seat for near in neighbours(square)):
            return 0
        return self.prices.flow(icons_of(s, square)) * 7 // 10

    def _army_goals(
        self, s: State, armies: list[tuple[Square, int]], edges: list[tuple[Square, int]], sails: int
    ) -> int:
        seat = self.seat
        goals = list(edges)
        most = max((number for _, number in armies), default=1)
        strong = self._village_odds(s, most)
        for square, handle in s.markers.items():
            village = s.backs.get(handle) == "village"
            if not village:
                goals.append((square, HUT))
            elif strong >= SAFE_ATTACK:
                goals.append((square, VILLAGE))
        for other in s.active_seats:
            if other == seat:
                continue
            for square, (some, few) in s.figures[other].items():
                if not some:
                    goals.append((square, SCOUT_PREY + 100 * few))
        starts = [square for square, number in armies for _ in range(number)]
        return self._approach(s, starts, goals, len(starts), sails)

    def _village_odds(self, s: State, armies: int) -> int:
        if armies not in self._odds:
            square = next((one for one, handle in self._state.markers.items()
                           if self._state.backs.get(handle) == "village"), -1)  # fmt: skip
            self._odds[armies] = (
                attack_outcome(self._state, self.seat, square, armies, self.knowledge).wins if square >= 0 else 0
            )
        return self._odds[armies]

    def _approach(
        self, s: State, starts: list[Square], goals: Iterable[tuple[Square, int]], number: int, sails: int
    ) -> int:
        """Value figures by how near they are to goals: each goal draws one of them."""
        pace = speed(s, self.seat)
        pairs = []
        for goal, worth in goals:
            near = surroundings(s.seats, s.laid, sails, goal)
            for at, start in enumerate(starts):
                way = steps_in(near, start, FAR_WAY)
                if way < 12 * pace:
                    pairs.append((_at_distance(worth, way, pace), at, goal))
        pairs.sort(reverse=True)
        found, used, met = 0, set(), set()
        for worth, at, goal in pairs:
            if at not in used and goal not in met:
                used.add(at)
                met.add(goal)
                found += worth
                if len(used) >= number:
                    break
        return found


def _at_distance(worth: int, way: int, pace: int) -> int:
    """Value a goal for a figure so many steps away."""
    return worth * (PERMILLE - min(950, 120 * way // pace)) // PERMILLE
