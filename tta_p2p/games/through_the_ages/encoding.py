"""States as canonical bytes and back: compact JSON of lists in a fixed order, records by their names."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import msgspec

from ..contract import BadState, canonical, decode_need
from .flow import FRAMES
from .options import Options
from .state import PLAYER_FIELDS, STATE_FIELDS, PactInPlay, Pending, Player, State, War
from .tables import effects, formulas, words

VERSION = 2
"""Raise when the layout of states changes."""

_RECORDS: dict[str, type] = {
    name: kind
    for module in (formulas, effects)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and is_dataclass(kind)
}
_ENUMS: dict[str, type[Enum]] = {
    name: kind for name, kind in vars(words).items() if isinstance(kind, type) and issubclass(kind, Enum)
}
for _kind in (War, PactInPlay, Pending, Options):
    _RECORDS[_kind.__name__] = _kind


def encode(s: State) -> bytes:
    """Give the canonical bytes of a state."""
    return msgspec.json.encode([VERSION, *(_plain(getattr(s, name)) for name in STATE_FIELDS)])


def _plain(value: Any) -> Any:
    """Turn a value into numbers, words and lists: tuples `[0, …]`, lists `[1, …]`, dicts `[2, …]`, records."""
    kind = type(value)
    if kind is int or kind is str or kind is bool or value is None:
        return value
    if kind is tuple:
        return [0, *map(_plain, value)]
    if kind is list:
        return [1, *map(_plain, value)]
    if kind is dict:
        return [2, *([_plain(key), _plain(item)] for key, item in value.items())]
    if kind is Player:
        return [3, *(_plain(getattr(value, name)) for name in PLAYER_FIELDS)]
    if isinstance(value, msgspec.Struct):
        return [4, canonical(value).decode()]
    if isinstance(value, Enum):
        return [5, kind.__name__, value.value]
    return [kind.__name__, *(_plain(getattr(value, name)) for name in _fields(kind))]


def _fields(kind: type) -> tuple[str, ...]:
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(one.name for one in fields(kind))
    return _FIELDS[kind]


_FIELDS: dict[type, tuple[str, ...]] = {}


def decode(data: bytes) -> State:
    """Give a state back from its bytes. Raises BadState."""
    try:
        version, *values = msgspec.json.decode(data)
        if version != VERSION:
            raise BadState("bad-state", f"version-{version}")
        s = State(Options(), [])
        for name, value in zip(STATE_FIELDS, values, strict=True):
            setattr(s, name, _full(value))
        if encode(s) != data:
            raise BadState("bad-state", "not-canonical")
    except BadState:
        raise
    except Exception as error:
        raise BadState("bad-state", type(error).__name__) from error
    return s


def _full(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    tag, *rest = value
    if tag == 0:
        return tuple(map(_full, rest))
    if tag == 1:
        return list(map(_full, rest))
    if tag == 2:
        return {_full(key): _full(item) for key, item in rest}
    if tag == 3:
        player = Player(0)
        for name, item in zip(PLAYER_FIELDS, rest, strict=True):
            setattr(player, name, _full(item))
        return player
    if tag == 4:
        return decode_need(rest[0].encode())
    if tag == 5:
        return _ENUMS[rest[0]](rest[1])
    kind = _RECORDS.get(tag) or FRAMES[tag]
    return kind(**{name: _full(item) for name, item in zip(_fields(kind), rest, strict=True)})
