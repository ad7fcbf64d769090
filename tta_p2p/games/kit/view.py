"""A seat's view of a state, to be sent and read again: both follow from the types of the state's fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from ..contract import Back, Face, Handle, Knowledge, Seat
from .state import BOOKKEEPING, GameState

S = TypeVar("S")
Converter = Callable[[Any], Any]


class View(msgspec.Struct, frozen=True):
    """A seat's view: the game's own fields, the seat it belongs to (None: a spectator), and all about hidden cards.

    `backs` are the living hidden cards, `unseen` what those of each back carry together, `knows` what this seat knows.
    """

    state: Mapping[str, Any]
    seat: Seat | None
    knows: Knowledge
    backs: Mapping[Handle, Back]
    unseen: Mapping[Back, tuple[Face, ...]]


@dataclass(frozen=True, eq=False)
class NamedNumbers:
    """Numbers that views write as names: a field, or a part of one, has the type `Annotated[int, NamedNumbers(…)]`."""

    name: Callable[[int], str]
    numbers: Mapping[str, int]


def view_fields(state: GameState) -> dict[str, Any]:
    """Give the game's own fields of a state, by their names, as views have them."""
    changes = _field_writers(cast("Any", type(state)))
    own = ((one.name, getattr(state, one.name)) for one in fields(state) if one.name not in BOOKKEEPING)
    return {name: changes[name](value) if name in changes else value for name, value in own}


def read_view(kind: type[S], view: Any) -> S:
    """Give the state that a view shows, which came as JSON data; what is not in it is as in a new state.

    A view that is no state (`kind` is a struct) is read as it is. Raises KeyError, TypeError, ValueError or
    msgspec.ValidationError for what is none.
    """
    if issubclass(kind, msgspec.Struct):
        return cast("S", msgspec.convert(view, kind, str_keys=True))
    state: Any = kind
    own, readers = view["state"], _field_readers(state)
    values = {name: change(own[name]) for name, change in readers.items() if name in own and name not in BOOKKEEPING}
    return cast("S", state(**values, backs=readers["backs"](view.get("backs", {}))))


@cache
def _field_writers(kind: Any) -> dict[str, Converter]:
    """Give how those fields are written that hold numbers with names."""
    hints = get_type_hints(kind, include_extras=True)
    changes = {name: _writer(hint) for name, hint in hints.items() if name not in BOOKKEEPING}
    return {name: change for name, change in changes.items() if change is not None}


def _writer(hint: Any) -> Converter | None:
    """Give how values of a type are written; None for those that stand as they are."""
    kind, args = get_origin(hint), get_args(hint)
    if kind is Annotated:
        return next((mark.name for mark in args[1:] if isinstance(mark, NamedNumbers)), _writer(args[0]))
    within = [_writer(one) for one in args]
    if not any(within):
        return None
    each = [change or _identity for change in within]
    if kind is dict and within[1] is None:
        return lambda value: dict(zip(map(each[0], value), value.values(), strict=True))
    if kind is dict:
        return lambda value: {each[0](key): each[1](item) for key, item in value.items()}
    if kind in (list, tuple) and (len(args) == 1 or args[1] is ...):
        return lambda value: kind(map(each[0], value))
    if kind is tuple:
        return lambda value: tuple(change(item) for change, item in zip(each, value, strict=True))
    raise TypeError(f"no view can name the numbers in {hint}")


@cache
def _field_readers(kind: Any) -> dict[str, Converter]:
    """Give how each field of a dataclass or record is read."""
    return {name: _reader(hint) for name, hint in get_type_hints(kind, include_extras=True).items()}


def _reader(hint: Any) -> Converter:
    """Give how values of a type are read."""
    kind, args = get_origin(hint), get_args(hint)
    if kind is Annotated:
        names = next((mark.numbers for mark in args[1:] if isinstance(mark, NamedNumbers)), None)
        return _reader(args[0]) if names is None else names.__getitem__
    if kind in (Union, UnionType):
        some = [_reader(one) for one in args if one is not type(None)]
        return (lambda value: None if value is None else some[0](value)) if len(some) == 1 else _identity
    if kind in (list, tuple) and (len(args) == 1 or args[1] is ...):
        each = _reader(args[0])
        return lambda value: kind(map(each, value))
    if kind is tuple:
        parts = [_reader(one) for one in args]
        return lambda value: tuple(part(item) for part, item in zip(parts, value, strict=True))
    if kind is dict:
        key, item = map(_reader, args)
        return lambda value: {key(one): item(what) for one, what in value.items()}
    if is_dataclass(hint) or (isinstance(hint, type) and issubclass(hint, msgspec.Struct)):
        made: Any = hint
        return lambda value: made(**{name: _field_readers(made)[name](what) for name, what in value.items()})
    return int if hint is int else _identity


def _identity(value: Any) -> Any:
    return value
