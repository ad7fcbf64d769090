"""The state of a game of 7 Wonders: what lies before each seat, hands, and what this turn has brought."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TypeAlias

from ..contract import Face, Handle, Seat
from ..kit.state import GameState
from .tables.model import Side

Construction: TypeAlias = tuple[Seat, str, int]
"""What a seat has built this turn: a face and 0, or an empty word and the number of the stage (from 1)."""


@dataclass(slots=True, kw_only=True)
class State(GameState):
    """All that everybody sees; lists are by seat. Hidden cards are handles: hands, tucked cards, guilds, discards."""

    wonders: list[str]
    """Names of the boards; empty while a seat has none."""
    sides: list[str]
    """`day` or `night`; empty until it is chosen."""
    coins: list[int]
    built: list[tuple[Face, ...]]
    """Buildings in the order in which they were built."""
    stages: list[int]
    """How many stages of the wonder stand."""
    tucked: list[tuple[Handle, ...]]
    """The cards under the stages, known to their owner alone."""
    tokens: list[tuple[int, ...]]
    """What each conflict has brought, in order."""
    hands: list[tuple[Handle, ...]]
    age: int = 0
    turn: int = 0
    guilds: tuple[Handle, ...] = ()
    """The guilds that will be mixed into Age III."""
    discards: tuple[Handle, ...] = ()
    looked: tuple[Handle, ...] = ()
    """The discard pile while a seat looks through it."""
    new: tuple[Construction, ...] = ()
    sold: tuple[Handle, ...] = ()
    """Cards that go to the discard pile next."""
    searching: tuple[Seat, ...] = ()
    """Seats that may build out of the discard pile at the end of this turn."""
    presents: bool = True
    """Whether a neighbour may be given more than a cheaper way would; not in games of releases before 0.6.0."""

    def copy(self) -> State:
        """Give a state that can be changed without touching this one; its lists hold nothing that changes."""
        new = object.__new__(State)
        for name in _FIELDS:
            value = getattr(self, name)
            setattr(new, name, value.copy() if isinstance(value, list | dict) else value)
        new.unseen = {back: faces.copy() for back, faces in self.unseen.items()}
        new.log = []
        return new

    @property
    def seats(self) -> int:
        """The number of seats at the beginning of the game: one for each city, those of leavers included."""
        return len(self.left)

    def side(self, seat: Seat) -> Side:
        """Give the side of a seat's board that is up; day as long as nothing else was said."""
        return "night" if self.sides[seat] == "night" else "day"


_FIELDS = tuple(one.name for one in fields(State))


def neighbour(s: State, seat: Seat, where: str) -> Seat:
    """Give the seat whose city is meant: the own one, or the next to the left or right, whoever still plays there."""
    return (seat + {"left": 1, "own": 0, "right": -1}[where]) % s.seats
