"""The worth of an answer to what a rival has declared: a card, an ability, an action of a city, a move.

Two things are about to happen that no position shows: the battle to which a move leads, which is fought on paper here,
and what a city will spend more production on.
"""

from __future__ import annotations

from tta_p2p.games.civilization.flow import Underway
from tta_p2p.games.civilization.map.board import figures_at
from tta_p2p.games.civilization.map.squares import SQUARES, Square
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.windows.declarations import Answer, AnswerMove, locked
from tta_p2p.games.civilization.windows.threats import current_move, entered_squares, move_squares
from tta_p2p.games.contract import Act, Seat

from .clash import PERMILLE, attack_outcome
from .evaluator import resolve_answers
from .outlook import CAPITAL_LOSS, CITY_LOSS, PREY_LOSS, Outlook
from .prices import PRODUCT, Account


class Window:
    """A seat may answer a declaration; `account` compares the states that follow its answers."""

    def __init__(self, outlook: Outlook, state: State, frame: Answer) -> None:
        self._outlook, self._state, self._frame = outlook, state, frame
        move = current_move(state) if isinstance(frame, AnswerMove) else None
        way = entered_squares(move[0]) if move is not None else ()
        self._target: Square = way[-1] if way else -1
        self._stops = frozenset(move_squares(state, move[0])) - {self._target} if move is not None else frozenset()

    def is_candidate(self, act: Act) -> bool:
        """Whether an answer is worth a try: only squares of the way are locked."""
        return act.verb != "lock" or SQUARES.get(str(act.args[0]), -1) in self._stops

    def account(self, after: State) -> Account:
        """Give the parts of the value of the state after an answer, if nobody else answers."""
        s = resolve_answers(after)
        if s.over:
            return self._outlook.account(s)
        lost = self._coming_loss(s) + self._coming_production(s)
        if s.battle is not None and self._state.battle is None:  # units are on their way to it, and none has died
            s = s.copy()
            s.battle, s.forces = None, list(self._state.forces)
        return {**self._outlook.account(s), "threat": -lost}

    def _coming_loss(self, s: State) -> int:
        """Value what the group under way is likely to take from the seat where it is going."""
        before, seat, mover, target = self._state, self._outlook.seat, self._frame.actor, self._target
        city = before.cities.get(target)
        armies, scouts = figures_at(before, seat, target) if target >= 0 else (0, 0)
        if (city is None or city.seat != seat) and not armies + scouts:
            return 0
        lost = PREY_LOSS * (armies + scouts)
        if city is not None:
            lost += CAPITAL_LOSS if city.capital else CITY_LOSS
        return lost * self._odds(s, mover, target) // PERMILLE

    def _odds(self, s: State, mover: Seat, target: Square) -> int:
        """Give how often the attack succeeds, in thousandths; 0 where none is left to make it."""
        group = next((one for one in reversed(s.stack) if isinstance(one, Underway) and one.seat == mover), None)
        armies = 0
        if s.battle is not None and s.battle.square == target:
            armies = s.battle.group[0]
        elif group is not None and not locked(s, group.square):
            armies = group.armies
        if not armies:
            return 0
        return attack_outcome(self._state, mover, target, armies, self._outlook.knowledge).wins

    def _coming_production(self, s: State) -> int:
        """Value what a rival's cities have got to spend: more, where that rival is ahead of all others."""
        rival = self._frame.actor
        made = sum(number for city, number in s.boost.items() if s.cities[city].seat == rival)
        return PRODUCT * made * (2 if rival == self._outlook.leader else 1) // 3
