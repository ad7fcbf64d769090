"""Values of named fields that never change: frames, effects of cards, whatever a game is written in."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, cast

import msgspec

replace = msgspec.structs.replace
"""Give a record with some fields changed."""


class _RecordMeta(msgspec.StructMeta):
    """Says what is wrong with a class of records that was made a dataclass, which no record can be."""

    def __setattr__(cls, name: str, value: Any) -> None:
        if name == "__dataclass_params__":  # the first that the decorator sets
            base = cls.__mro__[1].__name__
            raise TypeError(
                f"{cls.__module__}.{cls.__qualname__} is a record and no dataclass: leave the decorator out and write"
                f" class {cls.__name__}({base}, frozen=True) (docs/adding-a-game.md, Frames)"
            )
        super().__setattr__(name, value)


class Record(msgspec.Struct, frozen=True, metaclass=_RecordMeta):
    """A frozen dataclass at a tenth of the price: a game has hundreds of classes and makes them at each start.

    A class of records has it or another as its base, with `frozen=True` behind it, and needs no decorator.
    """


def field_names(kind: Any) -> tuple[str, ...]:
    """Give the names of the fields of a record or dataclass, in their order."""
    if issubclass(kind, Record):
        return cast("tuple[str, ...]", kind.__struct_fields__)
    return tuple(one.name for one in fields(kind))


def field_defaults(kind: type[Record]) -> dict[str, Any]:
    """Give what the fields of a record are where nobody says it; fields that must be given are not in it."""
    defaults = kind.__struct_defaults__
    last = kind.__struct_fields__[len(kind.__struct_fields__) - len(defaults) :]
    return {name: value for name, value in zip(last, defaults, strict=True) if value is not msgspec.NODEFAULT}
