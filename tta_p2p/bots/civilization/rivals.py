"""Threats of rivals in their next turn: victories, and attacks on what stands in reach of their armies.

All of it follows from what the seat in danger may know.
"""

from __future__ import annotations

from collections.abc import Mapping

from tta_p2p.games.civilization.battle.combat import bonus_lead
from tta_p2p.games.civilization.battle.strength import battle_hand
from tta_p2p.games.civilization.city.management import idle_cities
from tta_p2p.games.civilization.flow import Manage, Start, Trading
from tta_p2p.games.civilization.map.board import distance, figures_at
from tta_p2p.games.civilization.map.paths import HALT, PathFinder
from tta_p2p.games.civilization.map.squares import Square
from tta_p2p.games.civilization.players.coins import coins
from tta_p2p.games.civilization.players.limits import speed
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.civilizations import COINS_TO_WIN
from tta_p2p.games.civilization.tables.track import TRACK
from tta_p2p.games.contract import Knowledge, Seat

from .clash import PERMILLE, outcome, side_of

COINS_OF_A_TURN = 3
"""So many coins a seat can win in one phase, at the most."""


def could_win_now(s: State, seat: Seat) -> bool:
    """Whether an act of the open decision could win the game for a seat: if not, no act of it needs a try."""
    frame = s.stack[-1]
    if isinstance(frame, Manage) and s.level[seat] >= len(TRACK) - 1 - len(idle_cities(s, seat)):
        return True
    return isinstance(frame, Start | Trading | Manage) and coins(s, seat) >= COINS_TO_WIN - COINS_OF_A_TURN


def targets_in_reach(s: State, rival: Seat, seat: Seat) -> list[tuple[Square, int]]:
    """Give what a rival's armies could attack of a seat in one movement phase: the square, and the most armies."""
    far = speed(s, rival)
    own = [square for square, city in s.cities.items() if city.seat == seat]
    own += [square for square in s.figures[seat] if square not in s.cities]
    found: dict[Square, int] = {}
    paths: PathFinder | None = None
    for start, (armies, _) in s.figures[rival].items():
        if not armies:
            continue
        near = [square for square in own if distance(start, square) <= far]
        if not near:
            continue
        paths = paths or PathFinder(s, rival)
        reached = paths.reach(start, (armies, 0), far, left=start)
        for square in near:
            if reached.get(square, (0, ""))[1] == HALT:
                found[square] = max(found.get(square, 0), armies)
    return sorted(found.items())


def danger(
    s: State,
    rival: Seat,
    seat: Seat,
    knowledge: Knowledge,
    losses: Mapping[str, int],
    recruits: tuple[int, int] = (0, 0),
) -> int:
    """Value what a rival could take from a seat with its next moves: its best attack, weighed by battles on paper.

    ``knowledge``: what the seat knows of hidden cards. ``losses``: the value of a `capital`, a `city`, an `army`, a
    `scout` and a `coin` to their owner, who loses one with a battle, and gives it to the winner with a city.
    ``recruits``: the units that the rival and the seat can train before. An attack that is likely to fail is hardly to
    be feared.
    """
    worst = 0
    coin = losses["coin"] if s.tokens[seat] and not s.printed_loot else 0
    for square, armies in targets_in_reach(s, rival, seat):
        city = s.cities.get(square)
        mine, scouts = figures_at(s, seat, square)
        lost = mine * losses["army"] + scouts * losses["scout"] + coin
        if city is not None:
            lost += losses["capital" if city.capital else "city"] + coin
        wins = _wins(s, rival, seat, square, armies, knowledge, recruits)
        worst = max(worst, lost * wins * wins // (PERMILLE * PERMILLE))
    return worst


def _wins(
    s: State, rival: Seat, seat: Seat, square: Square, armies: int, knowledge: Knowledge, recruits: tuple[int, int]
) -> int:
    """Give how often an attack of a rival succeeds, in thousandths."""
    city, there = s.cities.get(square), figures_at(s, seat, square)[0]
    if city is None and not there:
        return PERMILLE
    attacker = side_of(s, rival, knowledge, battle_hand(s, rival, armies, False))
    defender = side_of(s, seat, knowledge, battle_hand(s, seat, there, city is not None))
    attacker = attacker._replace(unknown=attacker.unknown + recruits[0])
    defender = defender._replace(unknown=defender.unknown + recruits[1])
    theirs, mine = bonus_lead(s, rival, seat, square)
    return outcome(attacker, defender, theirs - mine, city is not None and city.walls).wins
