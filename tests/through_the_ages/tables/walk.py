"""Walking through the records of a card."""

from collections.abc import Iterator

from tta_p2p.games.kit.records import Record, field_names

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
    elif isinstance(value, Record):
        yield value
        for name in field_names(type(value)):
            yield from records(getattr(value, name))


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, int) and not isinstance(value, bool):
        yield abs(value)
    elif isinstance(value, tuple):
        for part in value:
            yield from _numbers(part)
    elif isinstance(value, Record):
        for name in field_names(type(value)):
            if name not in NOT_AMOUNTS:
                yield from _numbers(getattr(value, name))


def numbers(card: object) -> Iterator[int]:
    """Every amount in what the card does, without its sign."""
    return _numbers(doing(card))
