"""The value of a civilization to its owner: its possessions, its cities' yields, and the reach of its figures.

Numbers are hundredths of what a turn's research is worth, about. They were tried in games between bots, not worked out.
"""

from __future__ import annotations

from collections.abc import Iterable

from tta_p2p.games.civilization.battle.combat import total
from tta_p2p.games.civilization.battle.strength import battle_bonus, battle_hand, rank
from tta_p2p.games.civilization.city.management import idle_cities
from tta_p2p.games.civilization.city.yields import arts, production, trade_income
from tta_p2p.games.civilization.flow import (
    FLOW,
    ChooseWay,
    Divide,
    Gift,
    Loot,
    MakeRoom,
    Manage,
    PlacePerson,
    Underway,
)
from tta_p2p.games.civilization.map.board import capital_of, cities_of, enemy_at, land, steps
from tta_p2p.games.civilization.map.paths import unexplored_squares
from tta_p2p.games.civilization.map.squares import SQUARES, Square
from tta_p2p.games.civilization.players.coins import coins
from tta_p2p.games.civilization.players.holdings import figures_in_supply, has_wonder
from tta_p2p.games.civilization.players.limits import city_limit
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.track import TRACK
from tta_p2p.games.civilization.technologies.pyramid import rows_of
from tta_p2p.games.civilization.turn.start_phase import why_no_city
from tta_p2p.games.civilization.windows.declarations import Answer, AnswerMove
from tta_p2p.games.contract import Act, Seat

from ..easy import Evaluation
from . import deals as dealing

VICTORY = 10**7
TECH = (0, 900, 1200, 1500, 1800, 9000)
"""A technology by its row."""
FULL_VALUE_TECHS = (0, 6, 5, 4, 3, 1)
"""More of a row than that are worth half."""
TRADE, CULTURE, STEP = 50, 130, 250
COIN = 700
INCOME, PRODUCT, ICON = 220, 90, 160
CITY = 1500
SITE = 1400
APPROACH_STEP = 90
"""What a step towards somewhere is worth."""
UNITS = (320, 320, 320, 320, 260, 220, 180, 120, 80, 40)
"""Units of the standing forces, the first one first."""
ARMIES = (300, 200, 120, 60)
SCOUTS = (500, 300)
GOODS = 200
EVENT = 120
PERSON = 300
TILE = 250
RANK = 60
BATTLE = 150
VILLAGE_FORCES = 5
"""With so many units a village is attacked."""
MIN_PRIZE = 500
STOP_VERBS = ("end", "done", "bury", "stop", "enough", "wait", "keep", "pass", "rest", "decline", "withdraw")
DEAL_VERBS = ("deal", "parley", "offer", "want", "hand", "propose")
ABILITIES = ("stonehenge", "colossus", "hanging-gardens", "louvre", "panama-canal", "statue-of-liberty", "angkor-wat")


def _sum(values: tuple[int, ...], number: int) -> int:
    return sum(values[:number])


class CivilizationEvaluator:
    """Values states for one seat; it finds the goals of figures once for a situation."""

    def __init__(self, seat: Seat, state: State) -> None:
        self._seat = seat
        wants = len(cities_of(state, seat)) < city_limit(state, seat)
        self._sites = [one for one in land(state) if wants and why_no_city(state, seat, one) is None]
        strong = len(state.forces[seat]) >= VILLAGE_FORCES
        self._goals = [square for square, handle in state.markers.items() if strong or state.backs.get(handle) == "hut"]
        self._edges = [square for square in land(state) if unexplored_squares(state, square)]
        self._home = capital_of(state, seat)
        self._deal_act: tuple[State, Act | None] | None = None

    def evaluate(self, state: State) -> Evaluation:
        """Value the seat's possessions, less the threat of the strongest rival."""
        s, seat = resolve_answers(state), self._seat
        if s.over:
            return Evaluation(VICTORY if s.winner == seat else -VICTORY)
        settled = self._holdings_value(s, seat) + self._figures_value(s) + self._battle_value(s)
        settled -= sum(self._threat(s, other) for other in s.active_seats if other != seat)
        frame = s.stack[-1] if s.stack else None
        waits = isinstance(frame, Manage) and frame.seat == seat
        return Evaluation(settled, 150 * len(idle_cities(s, seat)) if waits else 0)

    def _holdings_value(self, s: State, seat: Seat) -> int:
        rows = rows_of(s.techs[seat])
        found = sum(TECH[row] if at < FULL_VALUE_TECHS[row] else TECH[row] // 2 for row, at in _count_earlier(rows))
        found += TRADE * s.trade[seat] + CULTURE * s.culture[seat] + COIN * coins(s, seat)
        found += sum(CULTURE * step.culture + TRADE * step.trade + STEP for step in TRACK[: s.level[seat]])
        found += INCOME * trade_income(s, seat)
        for city in cities_of(s, seat):
            found += CITY + PRODUCT * production(s, seat, city) + ICON * arts(s, seat, city)
            found += 300 * s.cities[city].walls
        found += _sum(UNITS, len(s.forces[seat]) + self._units_in_battle(s, seat))
        found += RANK * sum(rank(s, seat, kind) for kind in ("artillery", "infantry", "mounted"))
        found += 40 * battle_bonus(s, seat)
        found += GOODS * (sum(s.goods[seat].values()) + len(s.huts[seat]) + len(s.villages[seat]))
        found += EVENT * len(s.events[seat])
        found += PERSON * len(s.people[seat]) + TILE * sum(map(bool, s.laid))
        found += 250 * sum(has_wonder(s, seat, wonder) for wonder in ABILITIES)
        return found - (2000 if s.governments[seat] == "anarchy" else 0)

    def _units_in_battle(self, s: State, seat: Seat) -> int:
        if s.battle is None or seat not in s.battle.seats:
            return 0
        side = s.battle.seats.index(seat)
        return len(s.battle.hands[side]) + sum(bool(front.units[side]) for front in s.battle.fronts)

    def _threat(self, s: State, other: Seat) -> int:
        """Value a rival's nearness to a victory."""
        return 60 * s.level[other] + 300 * coins(s, other) + 20 * s.trade[other] + 15 * s.culture[other]

    def _figures_value(self, s: State) -> int:
        seat = self._seat
        free_armies, free_scouts = figures_in_supply(s, seat)
        del free_armies
        found = _sum(SCOUTS, 2 - free_scouts) + _sum(ARMIES, sum(group[0] for group in s.figures[seat].values()))
        for square, (armies, scouts) in s.figures[seat].items():
            if scouts:
                found += self._scout_value(s, square)
            if armies:
                found += self._army_value(s, square)
        return found

    def _scout_value(self, s: State, square: Square) -> int:
        if square in s.gathers[self._seat]:
            return APPROACH_STEP
        if self._sites:
            return SITE - APPROACH_STEP * min(steps(square, one) for one in self._sites)
        return -APPROACH_STEP // 2 * self._distance(square, self._edges)

    def _army_value(self, s: State, square: Square) -> int:
        goals = [one for one in self._goals if one in s.markers]
        if goals:
            return 300 - APPROACH_STEP // 2 * self._distance(square, goals)
        if self._edges:
            return 150 - APPROACH_STEP // 3 * self._distance(square, self._edges)
        return 100 - 10 * self._distance(square, (self._home,))

    def _distance(self, square: Square, others: Iterable[Square]) -> int:
        return min((steps(square, one) for one in others if one >= 0), default=0)

    def _battle_value(self, s: State) -> int:
        if s.battle is None or self._seat not in s.battle.players:
            return 0
        side = s.battle.players.index(self._seat)
        dead = len(s.battle.dead[1 - side]) - len(s.battle.dead[side])
        return BATTLE * (total(s, side) - total(s, 1 - side)) + BATTLE * dead

    # --- acts ------------------------------------------------------------------------------------------------

    def forecast(self, state: State, act: Act) -> Evaluation | None:
        """Value a battle by the likely strength of both sides, and a deal by its gain."""
        s, seat = state, self._seat
        dealt = dealing.act_gain(s, act)
        if dealt is not None:
            now = self.evaluate(s)
            return Evaluation(now.permanent + dealt, now.spare)
        if act.verb in ("discover", "look"):
            now = self.evaluate(s)
            return Evaluation(now.permanent + TILE, now.spare)
        target = self._target(s, act)
        if target < 0:
            return None
        now = self.evaluate(s)
        return Evaluation(now.permanent + self._odds(s, seat, target, moving_armies(act, s)), now.spare)

    def _target(self, s: State, act: Act) -> Square:
        """The square on which an act brings about a battle; -1: it does not."""
        name = {"move": 1, "go": 0}.get(act.verb, 2 if act.verb == "build" and act.args[1] == "army" else -1)
        if name < 0:
            return -1
        square = SQUARES.get(str(act.args[name]), -1)
        hut = square in s.markers and s.backs.get(s.markers[square]) == "hut"
        city = s.cities.get(square)
        foe = city is not None and city.seat != self._seat
        met = enemy_at(s, self._seat, square) >= 0 or (square in s.markers and not hut)
        return square if foe or met else -1

    def _odds(self, s: State, seat: Seat, target: Square, armies: int) -> int:
        """Value an attack by its likely result: only a clear lead is worth one."""
        own = self._power(s, seat, battle_hand(s, seat, armies, False)) + battle_bonus(s, seat)
        city = s.cities.get(target)
        enemy = city.seat if city is not None else enemy_at(s, seat, target)
        if enemy < 0:
            other, prize = 6, 600
        elif city is None and not s.figures[enemy][target][0]:
            return MIN_PRIZE
        else:
            there = s.figures[enemy].get(target, (0, 0))[0]
            hand = battle_hand(s, enemy, there, city is not None)
            other = self._power(s, enemy, hand) + battle_bonus(s, enemy, target if city is not None else -1)
            prize = VICTORY // 10 if city is not None and city.capital else 3000 if city is not None else MIN_PRIZE
        return prize if 4 * own > 5 * other else -MIN_PRIZE

    def _power(self, s: State, seat: Seat, hand: int) -> int:
        """The strength a seat is likely to bring into a battle."""
        ranks = [rank(s, seat, kind) for kind in ("artillery", "infantry", "mounted")]
        return min(hand, len(s.forces[seat])) * (3 + sum(ranks)) // 3

    def is_candidate(self, state: State, act: Act) -> bool:
        """Try every act, but only the planned deal, and lock only the square in question."""
        if act.verb == "lock":
            frame = state.stack[-1]
            return isinstance(frame, AnswerMove) and act.args[0] == frame.what
        if act.verb not in DEAL_VERBS:
            return True
        if self._deal_act is None or self._deal_act[0] is not state:
            self._deal_act = state, dealing.next_deal_act(state, self._seat)
        return act == self._deal_act[1]

    def is_stop(self, act: Act) -> bool:
        """Whether the act ends what could still be done."""
        return act.verb in STOP_VERBS

    def continues_act(self, before: State, after: State) -> bool:
        """Whether the next decision belongs to the same act."""
        frame = after.stack[-1] if after.stack else None
        return isinstance(frame, Divide | Underway | ChooseWay | MakeRoom | PlacePerson | Loot | Gift)


def resolve_answers(state: State) -> State:
    """Give the state after all pending answers are skipped; the same state if none is pending."""
    if not state.stack or not isinstance(state.stack[-1], Answer):
        return state
    s = state.copy()
    while s.stack and isinstance(s.stack[-1], Answer):
        s.stack.pop()
    FLOW.run(s)
    return s if s.over or not s.stack or not isinstance(s.stack[-1], Answer) else resolve_answers(s)


def _count_earlier(rows: list[int]) -> Iterable[tuple[int, int]]:
    """Give each row with how many of it came before."""
    return ((row, rows[:at].count(row)) for at, row in enumerate(rows))


def moving_armies(act: Act, s: State) -> int:
    """Give how many armies an act moves."""
    if act.verb == "move":
        return int(str(act.args[2]))
    frame = s.stack[-1]
    if act.verb == "go" and len(act.args) > 1:
        return int(str(act.args[1]))
    return frame.armies if isinstance(frame, Underway) else 1
