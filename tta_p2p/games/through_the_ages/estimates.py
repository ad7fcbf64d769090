"""Estimates from what lies open: what events would score now, how the game would end now, how the row moves on.

Each is worked out on a state of its own, by the rules that score it in earnest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from ..contract import Face, Seat
from .encoding import CODEC
from .final_events import score_events
from .flow import decision_frame, push, run
from .index import EVENTS, TRIGGERS
from .ratings import active_cards, units
from .sacrifices import Repulse, Sacrifice, can_sacrifice, sacrifice_worth
from .scoring import FinalCard
from .state import State
from .tables import BOARD
from .tables.words import When
from .variants import VariantScoring

REMEMBERED = 64
"""So many answers are remembered: a picture asks the same of one state many times."""


@lru_cache(REMEMBERED)
def event_scores(state: bytes, face: Face) -> Mapping[Seat, int]:
    """Give the culture that an Impact would bring each seat now; empty for what is no Impact.

    ``state``: the public state, as a view has it.
    """
    if face not in EVENTS or not EVENTS[face].impact:
        return {}
    s = _at_the_end(state)
    before = _culture(s)
    push(s, *score_events(s, (face,)))
    run(s)
    return {seat: n - before[seat] for seat, n in _culture(s).items()}


@lru_cache(REMEMBERED)
def ending_scores(state: bytes) -> Mapping[Seat, int]:
    """Give the culture that cards in play, and what only the variant scores, would bring if the game ended now."""
    s = _at_the_end(state)
    before, scoring = _culture(s), TRIGGERS[When.LEAVE_OR_END]
    push(s, VariantScoring(s.current))
    living = [p for p in s.players if p.left is None]
    push(s, *(FinalCard(p.seat, face) for p in living for face in active_cards(p) if face in scoring))
    run(s)
    return {seat: n - before[seat] for seat, n in _culture(s).items()}


class Sacrifices(NamedTuple):
    """Units that a seat may sacrifice: those named already, those left, and what the left ones would add."""

    named: Mapping[Face, int]
    left: Mapping[Face, int]
    worth: int


@lru_cache(REMEMBERED)
def sacrifices(state: bytes, seat: Seat) -> Sacrifices:
    """Give the units that a seat has named where it is asked for sacrifices, and those that it could still name."""
    s = CODEC.decode(state)
    frame = decision_frame(s)
    named = dict(frame.named) if isinstance(frame, Sacrifice | Repulse) and frame.seat == seat else {}
    p = s.players[seat]
    have = units(p) if can_sacrifice(s, seat) else {}
    left = {face: number - named.get(face, 0) for face, number in have.items() if number > named.get(face, 0)}
    return Sacrifices(named, left, sacrifice_worth(p, have) - sacrifice_worth(p, named))


def _at_the_end(state: bytes) -> State:
    """Give a state in which nothing is left to be done but what is put into it."""
    s = CODEC.decode(state)
    s.stack.clear()
    s.pending.clear()
    s.current = s.starting
    return s


def _culture(s: State) -> dict[Seat, int]:
    return {p.seat: p.culture for p in s.players if p.left is None}


def row_before(row: Iterable[Face], turns: int, playing: int) -> tuple[int, ...]:
    """Give the space, from 0, of each space's card once so many turns have begun and nobody has taken a card; -1: gone.

    A card that somebody takes lets the others move on sooner: none is to be had for more, and none stays longer.
    """
    spaces = list(enumerate(row))
    places = [(number, at) for at, (number, face) in enumerate(spaces) if face]
    removed = BOARD.row_removed[max(2, playing) - 2]
    for _ in range(turns):
        places = [(number, new) for new, (number, at) in enumerate(one for one in places if one[1] >= removed)]
    there = dict(places)
    return tuple(there.get(number, -1) for number, _ in spaces)
