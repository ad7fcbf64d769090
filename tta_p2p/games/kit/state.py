"""The state of a game, and the work that is still to be done: frames and open needs."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Protocol, TypeVar, cast

from ..contract import Arg, Back, Face, Handle, Line, Need, Reason, Seat
from .records import Record


class Frame(Record, frozen=True):
    """A piece of pending work for one seat; `flow` runs it or asks it as a decision."""

    seat: Seat


class TableFrame(Frame, frozen=True):
    """Pending work of the whole table, which goes on when its seat leaves the game."""


class Pending(Record, frozen=True):
    """An open need: whom it is for (-1: nobody) and what hears the answer."""

    need: Need
    seat: Seat
    listener: Frame | None


S = TypeVar("S")


class ResumableState(Protocol):
    """The fields that the kit uses of a state. Only an `apply` changes one, on a copy; elsewhere it is a value."""

    stack: list[Frame]
    """Pending work, the next last."""
    pending: list[Pending]
    """Open needs, the next first."""
    next_need: int
    next_handle: int
    backs: dict[Handle, Back]
    """The living hidden cards, and the back of each."""
    unseen: dict[Back, dict[Face, int]]
    """Which faces the living hidden cards of one back carry together, and how often."""
    log: list[Line]
    """Lines that the running `apply` logs; no part of the state."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    def copy(self: S) -> S:
        """Give a state that can be changed without touching this one, with an empty log."""
        ...


@dataclass(slots=True, kw_only=True)
class GameState:
    """The first fields of every state of the kit; a game adds its own fields in a dataclass like this one.

    Fields hold numbers, words, frozen records and tuples of them, or what can be changed: lists, dicts and dataclasses
    of those. `holders` tells whose hand a living hidden card is in; the game's own lists may be ahead of it while
    needs are open.
    """

    left: list[Reason | None]
    """By seat: why it is out of the game; None while it plays."""
    ending: str = ""
    """Key of the ending; empty while the game goes on."""
    stack: list[Frame] = field(default_factory=list)
    pending: list[Pending] = field(default_factory=list)
    next_need: int = 0
    next_handle: int = 0
    backs: dict[Handle, Back] = field(default_factory=dict)
    unseen: dict[Back, dict[Face, int]] = field(default_factory=dict)
    holders: dict[Handle, Seat] = field(default_factory=dict)
    log: list[Line] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ending != ""

    @property
    def active_seats(self) -> list[Seat]:
        """The seats that are still in the game, ascending."""
        return [seat for seat, reason in enumerate(self.left) if reason is None]

    def seat_after(self, seat: Seat, steps: int = 1) -> Seat:
        """Give the seat still in the game so many places after this one (before it: a negative number)."""
        circle = [other for other, reason in enumerate(self.left) if reason is None or other == seat]
        return circle[(circle.index(seat) + steps) % len(circle)]

    def copy(self: S) -> S:
        """Give a state that can be changed without touching this one, with an empty log."""
        new = _deep_copy(self)
        new.log = []
        return cast(S, new)

    def say(self, key: str, *args: Arg) -> None:
        """Add a line to the log of the running apply."""
        self.log.append(Line(key, args))

    def finish(self, ending: str) -> None:
        """End the game, whatever was still to be done."""
        self.ending = ending
        self.stack.clear()
        self.pending.clear()


BOOKKEEPING = tuple(one.name for one in fields(GameState) if one.name not in ("left", "ending"))
"""Fields of a state that views leave out: the stack, open needs and handles."""


def _deep_copy(value: Any) -> Any:
    """Copy a value; the copy shares only immutable parts with it."""
    kind = type(value)
    if kind is list:
        return [item if type(item) in _IMMUTABLE else _deep_copy(item) for item in value]
    if kind is dict:
        return {key: item if type(item) in _IMMUTABLE else _deep_copy(item) for key, item in value.items()}
    if kind in _IMMUTABLE:
        return value
    if kind not in _MUTABLE_FIELDS:
        if not is_dataclass(kind) or kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            _IMMUTABLE.add(kind)
            return value
        _MUTABLE_FIELDS[kind] = tuple(one.name for one in fields(kind))
    new = object.__new__(kind)
    for name in _MUTABLE_FIELDS[kind]:
        setattr(new, name, _deep_copy(getattr(value, name)))
    return new


_IMMUTABLE: set[type] = set()
"""Immutable types met so far."""
_MUTABLE_FIELDS: dict[type, tuple[str, ...]] = {}
"""Mutable dataclasses met so far, with the names of their fields."""
