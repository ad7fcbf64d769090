"""Positions told in a game's own words: reading them, laying out hidden cards, and the game that goes on from one.

A game adds its words (a msgspec struct, whose field names they are) and what of them can come about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from ..chance import Chance
from ..contract import Back, BadOptions, Face, Handle, Knowledge, Line, Options, Seat
from ..entry import ImpossibleScenario
from ..game import Game
from ..local import LocalGame
from ..log import Cause
from .state import GameState, ResumableState

S = TypeVar("S", bound=ResumableState)
V = TypeVar("V")
T = TypeVar("T")


def read_scenario(told: type[T], data: Any) -> T:
    """Read a scenario from JSON data (dicts, lists, words, numbers). Raises ImpossibleScenario."""
    try:
        return msgspec.convert(data, told)
    except msgspec.ValidationError as error:
        raise ImpossibleScenario(str(error)) from error


def convert_options(read: Callable[[Options], T], options: Options) -> T:
    """Give what a game makes of options. Raises ImpossibleScenario where there are none such."""
    try:
        return read(options)
    except BadOptions as error:
        raise ImpossibleScenario(f"options: {error}") from error


@dataclass(frozen=True)
class Position(Generic[S, V]):
    """A state with what no state holds: the true faces of the hidden cards, and what seats know beside their hands."""

    rules: Game[S, V]
    state: S
    seats: int
    faces: Mapping[Handle, Face]
    options: Options
    knows: Mapping[Seat | None, Knowledge] = field(default_factory=dict)
    log: tuple[Line, ...] = ()
    """What there is to tell of how it came about."""

    def game(self, chance: Chance | int = 0) -> LocalGame[S, V]:
        """Give a game in this process that goes on from here, up to the next decision."""
        local = LocalGame.from_world(self.rules, self.state, self.seats, self.faces, self.options, chance, self.knows)
        local.log.extend(Cause().lines(self.log))
        local.answer_needs()
        return local


class PositionBuilder:
    """Builder of a position: a seed decides its lots, and hidden cards get the faces laid out for them."""

    def __init__(self, seed: int, backs: Mapping[Face, Back]) -> None:
        self.chance = Chance(seed)
        self.faces: dict[Handle, Face] = {}
        self._backs = backs

    def hide(self, s: ResumableState, faces: Iterable[Face]) -> tuple[Handle, ...]:
        """Put hidden cards somewhere, in this order."""
        handles = []
        for face in faces:
            handle, back = len(self.faces), self._backs[face]
            self.faces[handle] = face
            s.backs[handle] = back
            unseen = s.unseen.setdefault(back, {})
            unseen[face] = unseen.get(face, 0) + 1
            handles.append(handle)
        s.next_handle = len(self.faces)
        return tuple(handles)

    def lay(self, s: GameState, faces: Iterable[Face], seat: Seat | None) -> tuple[Handle, ...]:
        """Put hidden cards into the hand of a seat, or where they are nobody's, in an order that says nothing."""
        handles = self.hide(s, self.chance.shuffled(list(faces)))
        if seat is not None:
            s.holders.update(dict.fromkeys(handles, seat))
        return handles


def clear_setup(s: GameState) -> None:
    """Take away how a game begins: its work, and the hidden cards that were laid out for it."""
    s.stack.clear()
    s.pending.clear()
    s.next_need = s.next_handle = 0
    s.backs, s.unseen, s.holders = {}, {}, {}
