"""The four ways to a victory, and how many turns each would take a seat from here, as far as everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tta_p2p.games.civilization.battle.strength import battle_bonus, battle_hand
from tta_p2p.games.civilization.map.board import capital_of, land, mask_neighbours, squares_of, terrains
from tta_p2p.games.civilization.map.squares import WIDE, Square
from tta_p2p.games.civilization.players.limits import speed, stacking, water
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.civilizations import COINS_TO_WIN
from tta_p2p.games.civilization.tables.layouts import LAYOUTS
from tta_p2p.games.civilization.tables.techs import LAST, MOST_COINS, NEEDED, TECHS
from tta_p2p.games.civilization.tables.track import TRACK
from tta_p2p.games.civilization.technologies.pyramid import discount, rows_of
from tta_p2p.games.contract import Knowledge, Seat

from .clash import PERMILLE, outcome, side_of

ROUTES = ("technology", "culture", "economy", "military")
FAR = 2500
"""No victory takes longer: 25 turns, in hundredths of a turn."""
APEX = 5
"""The cards of the bottom row of a full pyramid; each row above has one less."""


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
    """Give the turns to so many coins as win."""
    techs, tokens = s.techs[seat], s.tokens[seat]
    pace = 25
    if "democracy" in techs and tokens.get("democracy", 0) < MOST_COINS:
        pace += min(90, 8 * trade)
    if "printing-press" in techs and tokens.get("printing-press", 0) < MOST_COINS:
        pace += min(90, 10 * arts)
    if "pottery" in techs and tokens.get("pottery", 0) < MOST_COINS:
        pace += 30
    return min(FAR, max(0, 10_000 * (COINS_TO_WIN - coins) // pace))


def military_turns(s: State, seat: Seat, knowledge: Knowledge) -> tuple[int, Seat]:
    """Give the turns to the conquest of the nearest capital that can be beaten, and whose it is (-1: none)."""
    best = FAR, -1
    if s.governments[seat] == "democracy":
        return best
    groups = [(square, group[0]) for square, group in s.figures[seat].items() if group[0]]
    own, pace = battle_bonus(s, seat), speed(s, seat)
    for other in s.active_seats:
        target = capital_of(s, other) if other != seat else -1
        if target < 0:
            continue
        city = s.cities[target]
        far = distances(s.seats, s.laid, min(1, water(s, seat)), target)
        ways = sorted(steps for square, armies in groups for steps in [far.get(square, 40)] * armies)
        there = s.figures[other].get(target, (0, 0))[0]
        defender = side_of(s, other, knowledge, battle_hand(s, other, there, True))
        lead = own - battle_bonus(s, other, target)
        limit = stacking(s, seat)
        armies = min(limit, max(1, len(ways)))
        marched = 100 * ways[armies - 1] // pace if ways else 900
        wins = outcome(side_of(s, seat, knowledge, battle_hand(s, seat, armies, False)), defender, lead, city.walls)
        turns = marched + _building_up(s, seat, wins.wins, lead)
        if turns < best[0]:
            best = turns, other
    return max(100, best[0]), best[1]


def _building_up(s: State, seat: Seat, wins: int, lead: int) -> int:
    """Give the turns until an attack succeeds that now wins so often, in thousandths."""
    if wins >= 750:
        return 0
    return 100 + (750 - wins) * 8 // 10 - min(0, 20 * (lead + 4 * len(s.forces[seat]) - 16) if not wins else 0)


@lru_cache(2048)
def distances(seats: int, laid: tuple[str, ...], sails: int, target: Square) -> dict[Square, int]:
    """Give the steps from every square to this one, over land and tiles still face down; `sails`: over water, too."""
    known, sea = terrains(seats, laid)
    hidden = sum(_tile(site.x, site.y) for site, tile in zip(LAYOUTS[seats].sites, laid, strict=True) if not tile)
    through = (known if sails else known & ~sea) | hidden
    border = seen = 1 << target
    found, steps = {target: 0}, 0
    while border:
        steps += 1
        border = mask_neighbours(border) & through & ~seen
        seen |= border
        found.update(dict.fromkeys(squares_of(border), steps))
    return found


def _tile(x: int, y: int) -> int:
    return sum(0b1111 << (y + row) * WIDE + x for row in range(4))


def known_land(s: State) -> Sequence[Square]:
    """Give the squares that lie face up and are not water."""
    return [square for square, here in land(s).items() if here.terrain != "water"]
