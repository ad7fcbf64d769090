"""Walking through the records of a card."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

DOING = ("abilities", "effects", "immediate", "side_a", "side_b")
NOT_AMOUNTS = ("automatic", "levels", "ages")


def doing(card: object) -> tuple[object, ...]:
    """What the card does: its abilities, effects and sides."""
    return tuple(getattr(card, name) for name in DOING if hasattr(card, name))


def records(value: object) -> Iterator[object]:
    """Every record inside a value."""
    if isinstance(value, tuple):
        for part in value:
            yield from records(part)
    elif is_dataclass(value):
        yield value
        for field in fields(value):
            yield from records(getattr(value, field.name))


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, int) and not isinstance(value, bool):
        yield abs(value)
    elif isinstance(value, tuple):
        for part in value:
            yield from _numbers(part)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in NOT_AMOUNTS:
                yield from _numbers(getattr(value, field.name))


def numbers(card: object) -> Iterator[int]:
    """Every amount in what the card does, without its sign."""
    return _numbers(doing(card))
