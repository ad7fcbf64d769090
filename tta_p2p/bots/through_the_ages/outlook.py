"""The outlook of a seat in one decision: the game's likely length, and the worth of things until its end.

All worth is in hundredths of a culture point at the end of the game.
"""

from __future__ import annotations

from dataclasses import dataclass

from tta_p2p.bots.through_the_ages.weights import EASY, Weights, limit_weights
from tta_p2p.games.contract import Seat
from tta_p2p.games.through_the_ages import economy, ratings
from tta_p2p.games.through_the_ages.decks import deck_faces
from tta_p2p.games.through_the_ages.state import State
from tta_p2p.games.through_the_ages.tables import BOARD, Board
from tta_p2p.games.through_the_ages.tables.words import Step

CULTURE_POINT = 100
_CARDS_TAKEN = 11
"""Cards a seat takes from the row in ten turns, by experience."""
MAX_ROUNDS = 20
_PAR = (1, 7, 15, 26)
"""A strength one should have at the end of an age."""
_PAR_LEFT = 10
"""How much less it may be for each turn of the age that is left, in tenths."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Prices and comparisons that stay as they are while one act is chosen.

    `turns`: how many more times the seat will produce; `turns_by_age`: how many times before the cards of an age are
    antiquated; `own_strength` and `rival_strengths`: strengths now, the strongest rival first; `par`: a strength that
    the others may soon have; `workers`: values of the first, second … unused worker for what it may build.
    """

    turns: int
    turns_by_age: tuple[int, ...]
    age: int
    last_age: int
    food: int
    resource: int
    science: int
    action: int
    own_strength: int
    rival_strengths: tuple[int, ...]
    par: int
    attacks: bool
    workers: tuple[int, ...]
    weights: Weights = EASY
    board: Board = BOARD
    corruption_last: bool = False
    """Whether corruption comes after production, when more tokens are in use."""

    def income_value(self, now: int, turns: int | None = None) -> int:
        """Value one more of something each turn, when one now is worth so much and one at the end nothing."""
        turns = self.turns if turns is None else turns
        if turns <= 1:
            return 0
        return now * (turns - 1) // 2


def make_outlook(s: State, seat: Seat, w: Weights = EASY) -> Outlook:
    """Look at the table from a seat that makes so much of each thing."""
    w = limit_weights(w, s.options.edition)
    of_age = _turns(s, seat)
    attacks = s.options.variant in ("complete", "short", "advanced")
    turns = of_age[-1]
    p = s.players[seat]
    resources = economy.stock(p, economy.RESOURCE) + 2 * economy.resource_production(s, seat)
    ideas = p.science + 2 * ratings.science(s, seat)
    more, less = _balance(ideas, resources)
    par = _PAR[min(s.age, s.options.last_full_age)] - _PAR_LEFT * of_age[s.age] // 10
    return Outlook(
        turns=turns,
        turns_by_age=of_age,
        age=s.age,
        last_age=s.options.last_full_age,
        food=_price(turns, 35, 10) * w.food // 100,
        resource=_price(turns, 40, 11) * less * w.resource // 10000,
        science=_price(turns, 15, 9) * more * w.science // 10000,
        action=(60 + 8 * min(turns, 12)) * w.action // 100,
        own_strength=ratings.strength(s, seat),
        rival_strengths=tuple(sorted((ratings.strength(s, rival) for rival in s.rivals(seat)), reverse=True)),
        par=par * w.par // 100 if attacks else 0,
        attacks=attacks,
        workers=tuple(share * min(max(0, turns - 1), 12) * w.people // 100 for share in (60, 35, 20)),
        weights=w,
        board=s.rules.board,
        corruption_last=s.rules.turn_steps[-1] is Step.CORRUPTION,
    )


def _balance(ideas: int, resources: int) -> tuple[int, int]:
    """Weigh science against resources for a seat that has more of one than of the other, in hundredths."""
    if resources > 10 + 2 * ideas:
        return 140, 75
    if ideas > 10 + 2 * resources:
        return 70, 120
    return 100, 100


def _price(turns: int, last: int, more: int) -> int:
    """Price one of something, over as many turns as one can plan for."""
    return 0 if turns <= 0 else last // 3 if turns == 1 else last + more * min(turns - 1, 12)


def _turns(s: State, seat: Seat) -> tuple[int, ...]:
    """Count the seat's turns to come, the running one too: until the end of each age, last until the game's."""
    last = s.options.last_full_age
    running = 1 if seat >= s.current else 0  # in this round
    if s.final_round:
        left = max(0, s.final_round - s.round) + running
        return (0,) * s.age + (left,) * (last + 2 - s.age)
    playing = max(2, s.playing)
    each_round = playing * (10 * BOARD.row_removed[playing - 2] + _CARDS_TAKEN)
    cards = len(s.civil_deck)
    found = [0] * s.age
    for age in range(s.age, last + 1):
        if age > s.age:
            cards += len(deck_faces(s.options, "civil", age, playing))
        found.append(min(MAX_ROUNDS, 10 * cards // each_round + running))
    found.append(min(MAX_ROUNDS, found[-1] + 1))
    return tuple(found)
