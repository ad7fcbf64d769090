"""Section 1, structs: what a value may look like. A shape reads plain MessagePack values and writes them again."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from .pack import Unreadable, Value, pack, unpack

Shape = Callable[[Value], Any]
"""Checks a plain value and gives what stands for it; raises `Unreadable`."""


class Record(SimpleNamespace):
    """A struct that was read: its fields by name, `kind` its tag (or the shape's name), `plain` what it is made of."""

    kind: str
    plain: list[Value]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.plain == other.plain

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __bytes__(self) -> bytes:
        return pack(self.plain)


def number(highest: int, lowest: int = 0) -> Shape:
    def read(value: Value) -> int:
        if type(value) is not int or not lowest <= value <= highest:
            raise Unreadable(f"a number from {lowest} to {highest}")
        return value

    return read


def boolean(value: Value) -> bool:
    if type(value) is not bool:
        raise Unreadable("true or false")
    return value


def binary(longest: int, shortest: int = 0) -> Shape:
    def read(value: Value) -> bytes:
        if type(value) is not bytes or not shortest <= len(value) <= longest:
            raise Unreadable(f"{shortest} to {longest} bytes")
        return value

    return read


def text(longest: int, shortest: int = 0) -> Shape:
    def read(value: Value) -> str:
        if type(value) is not str or not shortest <= len(value) <= longest:
            raise Unreadable(f"{shortest} to {longest} characters")
        return value

    return read


def one_of(*words: str) -> Shape:
    def read(value: Value) -> str:
        if type(value) is not str or value not in words:
            raise Unreadable(f"one of {', '.join(words)}")
        return value

    return read


def many(item: Shape, most: int, least: int = 0) -> Shape:
    def read(value: Value) -> tuple[Any, ...]:
        if type(value) is not list or not least <= len(value) <= most:
            raise Unreadable(f"{least} to {most} items")
        return tuple(item(each) for each in value)

    return read


def struct(kind: str, *, tagged: bool = False, **fields: Shape) -> Shape:
    def read(value: Value) -> Record:
        if type(value) is not list or len(value) != len(fields) + tagged:
            raise Unreadable(f"{kind} has {len(fields)} fields")
        if tagged and value[0] != kind:
            raise Unreadable(f"no {kind}")
        given = {name: shape(each) for (name, shape), each in zip(fields.items(), value[tagged:], strict=True)}
        return Record(kind=kind, plain=value, **given)

    read.__name__ = kind
    return read


def tagged(kind: str, **fields: Shape) -> Shape:
    return struct(kind, tagged=True, **fields)


def union(*shapes: Shape) -> Shape:
    """Any of some tagged structs."""
    known = {shape.__name__: shape for shape in shapes}

    def read(value: Value) -> Record:
        if type(value) is not list or not value or type(value[0]) is not str or value[0] not in known:
            raise Unreadable("an unknown tag")
        return known[value[0]](value)

    read.kinds = set(known)
    return read


def read(shape: Shape, data: bytes, longest: int) -> Any:
    """What the bytes hold, of this shape; the length is checked first."""
    if len(data) > longest:
        raise Unreadable(f"longer than {longest} bytes")
    return shape(unpack(data))
