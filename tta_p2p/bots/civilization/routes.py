"""The four ways to a victory, and how many turns each would take a seat from here, as far as everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tta_p2p.games.civilization.battle.strength import battle_bonus, battle_hand
from tta_p2p.games.civilization.map.board import Mask, capital_of, cities_of, land, mask_neighbours, terrains
from tta_p2p.games.civilization.map.squares import WIDE, Square
from tta_p2p.games.civilization.players.limits import speed, stacking, water
from tta_p2p.games.civilization.state import City, State
from tta_p2p.games.civilization.tables.buildings import WALLS_BONUS
from tta_p2p.games.civilization.tables.civilizations import COINS_TO_WIN
from tta_p2p.games.civilization.tables.layouts import LAYOUTS
from tta_p2p.games.civilization.tables.techs import LAST, NEEDED, TECHS
from tta_p2p.games.civilization.tables.track import TRACK
from tta_p2p.games.civilization.technologies.pyramid import discount, rows_of
from tta_p2p.games.contract import Knowledge, Seat

from .clash import PERMILLE, Side, outcome, side_of

ROUTES = ("technology", "culture", "economy", "military")
FAR = 2500
"""No victory takes longer: 25 turns, in hundredths of a turn."""
CAPITAL_BONUS, CITY_BONUS = 12, 6
"""Points that a capital and another city add to their defence."""
LOST_WAY = 40
"""The steps to where no way leads."""
GOOD_ODDS = 650
"""A capital is attacked when the attack succeeds so often, in thousandths."""
RESISTANCE = 1500
"""A campaign takes so many thousandths of what it takes against a rival who does nothing meanwhile."""
APEX = 5
"""The cards of the bottom row of a full pyramid; each row above has one less."""


COIN_PACE, POTTERY_PACE = 45, 45
"""The coins of a turn that come from nowhere in particular, and from Pottery, in hundredths."""


@lru_cache(1024)
def culture_left(level: int) -> tuple[int, int]:
    """Give the culture and the trade that the rest of the track costs."""
    rest = TRACK[level:]
    return sum(step.culture for step in rest), sum(step.trade for step in rest)


def culture_turns(s: State, seat: Seat, arts: int, trade: int) -> int:
    """Give the turns to the end of the culture track for so much culture and trade each turn."""
    culture, spent = culture_left(s.level[seat])
    culture, spent = max(0, culture - s.culture[seat]), max(0, spent - s.trade[seat])
    made = 110 * arts + 200
    return min(FAR, max(100, 10_000 * culture // made, 10_000 * spent // (80 * trade + 100)))


def technology_turns(s: State, seat: Seat, trade: int, kept: int) -> int:
    """Give the turns to Space Flight for so much trade each turn; `kept`: coins, whose trade stays after research."""
    found = 0
    missing, less = missing_rows(s.techs[seat]), discount(s, seat)
    for row, number in missing:
        short = max(0, NEEDED[row] - less - min(kept, NEEDED[row]))
        found += number * max(100, 10_000 * short // (100 * trade + 150))
    first = missing[0][0] if missing else 5
    return min(FAR, max(100, found - min(100, 100 * s.trade[seat] // NEEDED[first])))


@lru_cache(8192)
def missing_rows(techs: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Give the rows of the pyramid under Space Flight with how many cards each lacks, the lowest first."""
    rows = rows_of(techs)
    found = [(row, APEX + 1 - row - rows.count(row)) for row in range(1, TECHS[LAST].level + 1)]
    return tuple((row, number) for row, number in found if number > 0)


def economy_turns(s: State, seat: Seat, coins: int, trade: int, arts: int) -> int:
    """Give the turns to so many coins as win: those that are there, then with each technology that takes coins.

    One that is full counts on, for what comes after it: else its last coin would look like a loss.
    """
    techs = s.techs[seat]
    rates = {"pottery": POTTERY_PACE, "democracy": min(90, 8 * trade), "printing-press": min(90, 10 * arts)}
    pace, found, missing = COIN_PACE, 0, 100 * (COINS_TO_WIN - coins)
    less, rows = discount(s, seat), [rows_of(techs).count(row) for row in (1, 2)]
    for tech in techs:
        pace += rates.get(tech, 0)
    for tech, rate in rates.items():
        if tech in techs:
            continue
        row = TECHS[tech].level
        below = max(0, rows[1] + 2 - rows[0]) if row > 1 else 0
        wait = (1 + below) * max(100, 10_000 * max(0, NEEDED[row] - less) // (100 * trade + 150))
        if pace * wait >= 100 * missing:
            break
        missing -= pace * wait // 100
        found, pace = found + wait, pace + rate
        rows[0] += below + (row == 1)
        rows[1] += row == 2
    return min(FAR, max(0, found + 100 * missing // pace))


class Campaigns:
    """The turns to the conquest of capitals; what was worked out for one state holds for all that differ elsewhere.

    `knowledge`: what is known of units.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._turns: dict[object, int] = {}
        self._recruits: dict[object, int] = {}
        self._odds: dict[object, int] = {}
        self._seen: tuple[State, tuple[int, ...], object] | None = None

    def odds(self, s: State, seat: Seat, other: Seat, square: Square, armies: int) -> int:
        """Give how often a seat's armies would win against another one in its city or in the field, in thousandths."""
        city = s.cities.get(square)
        there = s.figures[other].get(square, (0, 0))[0]
        bonuses, walled = self._war(s)[0], city is not None and city.walls
        lead = bonuses[seat] - bonuses[other] - (_city_bonus(city) if city is not None else 0)
        key = (seat, other, armies, there, lead, walled, city is not None, s.forces[seat], s.forces[other],
               s.techs[seat], s.techs[other], s.governments[seat], s.governments[other])  # fmt: skip
        if key not in self._odds:
            own = side_of(s, seat, self._knowledge, battle_hand(s, seat, armies, False))
            defender = side_of(s, other, self._knowledge, battle_hand(s, other, there, city is not None))
            self._odds[key] = outcome(own, defender, lead, walled).wins
        return self._odds[key]

    def turns(self, s: State, seat: Seat) -> int:
        """Give the turns to the conquest of the nearest capital that can be beaten, in hundredths."""
        if s.governments[seat] == "democracy":
            return FAR
        bonuses, everywhere = self._war(s)
        key = seat, s.governments[seat], everywhere
        if key not in self._turns:
            nearest = (self._campaign(s, seat, other, bonuses) for other in s.active_seats if other != seat)
            self._turns[key] = min(FAR, max(100, min(nearest, default=FAR)) * RESISTANCE // PERMILLE)
        return self._turns[key]

    def _war(self, s: State) -> tuple[tuple[int, ...], object]:
        """Give the bonuses of all seats, and all that campaigns depend on: every seat of a state is asked in turn."""
        if self._seen is None or self._seen[0] is not s:
            bonuses = tuple([battle_bonus(s, other) for other in range(s.seats)])
            figures = tuple([tuple(one.items()) for one in s.figures])
            everywhere = tuple(s.techs), tuple(s.forces), bonuses, tuple(s.cities.items()), s.laid, figures
            self._seen = s, bonuses, everywhere
        return self._seen[1:]

    def _campaign(self, s: State, seat: Seat, other: Seat, bonuses: tuple[int, ...]) -> int:
        target = capital_of(s, other)
        if target < 0:
            return FAR
        starts = [square for square, group in s.figures[seat].items() for _ in range(group[0])]
        cities, limit, pace = cities_of(s, seat), stacking(s, seat), speed(s, seat)
        near = surroundings(s.seats, s.laid, min(1, water(s, seat)), target)
        ways = sorted([steps_in(near, square, LOST_WAY) for square in starts])
        home = min([steps_in(near, city, LOST_WAY) for city in cities], default=LOST_WAY)
        there = s.figures[other].get(target, (0, 0))[0]
        warned = min(ways, default=home) > 2 * pace
        walled = s.cities[target].walls
        lead = bonuses[seat] - bonuses[other] - CAPITAL_BONUS - WALLS_BONUS * walled
        best = FAR
        for armies in {min(limit, max(1, len(ways))), limit}:
            raised = max(0, armies - len(ways))
            key = (seat, other, armies, there, warned, lead, walled, s.forces[seat], s.forces[other], s.techs[seat],
                   s.techs[other])  # fmt: skip
            if key not in self._recruits:
                defender = side_of(s, other, self._knowledge, battle_hand(s, other, there, True))
                defender = defender._replace(unknown=defender.unknown + warned)
                own = side_of(s, seat, self._knowledge, battle_hand(s, seat, armies, False))
                self._recruits[key] = _recruits(own, defender, lead, walled)
            marched = 100 * (ways[armies - 1] if not raised else max([home, *ways[-1:]])) // pace
            built = 125 * (self._recruits[key] + raised) // max(1, len(cities))
            best = min(best, max(marched, built) + min(marched, built) // 4)
        return best


def _city_bonus(city: City) -> int:
    return (CAPITAL_BONUS if city.capital else CITY_BONUS) + WALLS_BONUS * city.walls


def _recruits(side: Side, defender: Side, lead: int, walled: bool) -> int:
    """Give the number of units that a side has to train before it takes a capital."""
    there = side.unknown + len(side.known)
    for more in (0, 1, 2, 3, 5, 7):
        if there + more > side.hand + 2 and more:
            break
        if outcome(side._replace(unknown=side.unknown + more), defender, lead, walled).wins >= GOOD_ODDS:
            return more
    wins = outcome(side._replace(unknown=side.unknown + max(0, side.hand - there)), defender, lead, walled).wins
    return max(0, side.hand - there) + 2 + (GOOD_ODDS - wins) * 10 // PERMILLE


@lru_cache(8192)
def surroundings(seats: int, laid: tuple[str, ...], sails: int, target: Square) -> tuple[Mask, ...]:
    """Give the squares from which this one is no farther than 0, 1, 2 … steps, over land and tiles still face down.

    `sails`: over water, too.
    """
    known, sea = terrains(seats, laid)
    hidden = sum(_tile(site.x, site.y) for site, tile in zip(LAYOUTS[seats].sites, laid, strict=True) if not tile)
    through = (known if sails else known & ~sea) | hidden
    border = seen = 1 << target
    found = [seen]
    while border := mask_neighbours(border) & through & ~seen:
        seen |= border
        found.append(seen)
    return tuple(found)


def steps_in(near: Sequence[Mask], square: Square, otherwise: int) -> int:
    """Give the steps from a square, as far as its `surroundings` say; `otherwise`: where no way leads."""
    if not near[-1] >> square & 1:
        return otherwise
    return next(steps for steps, squares in enumerate(near) if squares >> square & 1)


def _tile(x: int, y: int) -> int:
    return sum(0b1111 << (y + row) * WIDE + x for row in range(4))


def known_land(s: State) -> Sequence[Square]:
    """Give the squares that lie face up and are not water."""
    return [square for square, here in land(s).items() if here.terrain != "water"]
