"""States as canonical bytes and back: compact JSON of lists in a fixed order, records by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from operator import attrgetter
from typing import Any, Generic, TypeVar

import msgspec

from ..contract import BadState, canonical, decode_need
from .records import Record, field_names
from .state import GameState, Pending

S = TypeVar("S")
G = TypeVar("G", bound=GameState)
SCALARS = frozenset({int, str, bool, type(None)})
"""The types of values that are written as they are; most tuples and dicts hold no others."""


class Codec(Generic[S]):
    """Writes and reads the states of a game.

    `version` is raised when the layout of states changes. `names` are the fields of a state in their order, `blank`
    gives a state to fill in. Of what else stands in states, `frames` are the kinds of frames by name (as `Flow` knows
    them), `records` other records and dataclasses, `enums` enumerations; `player` is a class of which there are many,
    with its fields; `written` are the fields of records that have more in later layouts. Needs, numbers, words,
    tuples, lists and dicts are known.
    """

    def __init__(
        self,
        version: int,
        blank: Callable[[], S],
        names: Sequence[str],
        *,
        frames: Mapping[str, type] | None = None,
        records: Iterable[type] = (),
        enums: Iterable[type[Enum]] = (),
        player: tuple[type, Sequence[str]] | None = None,
        written: Mapping[type, Sequence[str]] | None = None,
    ) -> None:
        self._version, self._blank, self._names = version, blank, tuple(names)
        self._state = _field_getter(self._names)
        self._frames = frames or {}
        self._records = {kind.__name__: kind for kind in records}
        self._enums = {kind.__name__: kind for kind in enums}
        self._player = player[0] if player else None
        self._fields: dict[type, tuple[str, ...]] = {player[0]: tuple(player[1])} if player else {}
        self._fields |= {kind: tuple(own) for kind, own in (written or {}).items()}
        self._values: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
        """From the objects of a class to the values of their fields."""

    def encode(self, state: S) -> bytes:
        """Give the canonical bytes of a state."""
        return msgspec.json.encode([self._version, *map(self._plain, self._state(state))])

    def decode(self, data: bytes) -> S:
        """Give a state back from its bytes. Raises BadState."""
        try:
            version, *values = msgspec.json.decode(data)
            if version != self._version:
                raise BadState("bad-state", f"version-{version}")
            state = self._blank()
            for name, value in zip(self._names, values, strict=True):
                setattr(state, name, self._full(value))
            if self.encode(state) != data:
                raise BadState("bad-state", "not-canonical")
        except BadState:
            raise
        except Exception as error:
            raise BadState("bad-state", type(error).__name__) from error
        return state

    def _plain(self, value: Any) -> Any:
        """Turn a value into numbers, words and lists: tuples `[0, …]`, lists `[1, …]`, dicts `[2, …]`, records."""
        kind = type(value)
        if kind in SCALARS:
            return value
        plain = self._plain
        if kind is tuple:
            return (0, *(value if SCALARS.issuperset(map(type, value)) else map(plain, value)))
        if kind is list:
            return (1, *(value if SCALARS.issuperset(map(type, value)) else map(plain, value)))
        if kind is dict:
            if SCALARS.issuperset(map(type, value)) and SCALARS.issuperset(map(type, value.values())):
                return (2, *value.items())
            return [2, *((plain(key), plain(item)) for key, item in value.items())]
        if kind not in self._values:
            if isinstance(value, msgspec.Struct) and not isinstance(value, Record):
                return [4, canonical(value).decode()]
            if isinstance(value, Enum):
                return [5, kind.__name__, value.value]
            self._values[kind] = _field_getter(self._fields_of(kind))
        values = self._values[kind](value)
        name = 3 if kind is self._player else kind.__name__
        return (name, *[item if type(item) in SCALARS else plain(item) for item in values])

    def _fields_of(self, kind: type) -> tuple[str, ...]:
        if kind not in self._fields:
            self._fields[kind] = field_names(kind)
        return self._fields[kind]

    def _kind(self, name: str, size: int) -> type:
        """Give the record or the frame of a name; of namesakes the one with so many fields. Raises KeyError."""
        kinds = [kind for kinds in (self._records, self._frames) if (kind := kinds.get(name)) is not None]
        if not kinds:
            raise KeyError(name)
        return next((kind for kind in kinds if len(self._fields_of(kind)) == size), kinds[0])

    def _full(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        tag, *rest = value
        full = self._full
        if tag == 0:
            return tuple(map(full, rest))
        if tag == 1:
            return list(map(full, rest))
        if tag == 2:
            return {full(key): full(item) for key, item in rest}
        if tag == 4:
            return decode_need(rest[0].encode())
        if tag == 5:
            return self._enums[rest[0]](rest[1])
        kind = self._player if tag == 3 else self._kind(tag, len(rest))
        assert kind is not None
        values = {name: full(item) for name, item in zip(self._fields_of(kind), rest, strict=True)}
        if issubclass(kind, Record) or is_dataclass(kind):
            return kind(**values)
        made: Any = object.__new__(kind)
        for name, item in values.items():
            setattr(made, name, item)
        return made


def _field_getter(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Give what reads the fields of these names."""
    return attrgetter(*names) if len(names) > 1 else lambda of: tuple(getattr(of, one) for one in names)


def state_codec(
    state: type[G],
    version: int,
    frames: Mapping[str, type],
    records: Iterable[type] = (),
    enums: Iterable[type[Enum]] = (),
    unwritten: Mapping[str, Any] | None = None,
) -> Codec[G]:
    """Give the codec of a game whose state is a `GameState`: all its fields but the log.

    ``unwritten``: the fields that this layout does not have, with the values they always have in it.
    """
    fixed = unwritten or {}

    def blank() -> G:
        made = object.__new__(state)
        made.log = []
        for name, value in fixed.items():
            setattr(made, name, value)
        return made

    names = [one.name for one in fields(state) if one.name != "log" and one.name not in fixed]
    return Codec(version, blank, names, frames=frames, records=(Pending, *records), enums=enums)
