"""Cards as plain data for programs."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass

from .decks import TABLES
from .model import AGES, Card, Symbols

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]

TABLE_OF = {card.id: table for table, cards in TABLES.items() for card in cards}
"""Card id -> name of its table."""

_COMMON = {"id", "age", "kind", "copies"}


def _default(field: Field[object]) -> object:
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else MISSING


def _plain(value: object) -> Plain:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if is_dataclass(value) and not isinstance(value, type):
        found: dict[str, Plain] = {} if isinstance(value, Symbols) else {"type": type(value).__name__}
        for field in fields(value):
            part = getattr(value, field.name)
            if part != _default(field):
                found[field.name] = _plain(part)
        return found
    raise TypeError(f"{type(value).__name__} is no card data")


def as_data(card: Card) -> dict[str, Plain]:
    """Give everything about a card as what JSON can hold; what is absent or as usual is left out.

    Effects and abilities are objects whose `type` is their word in the vocabulary.
    """
    found: dict[str, Plain] = {
        "id": card.id,
        "table": TABLE_OF[card.id],
        "deck": str(card.deck),
        "age": AGES[card.age],
        "level": card.level,
        "kind": str(card.kind),
        "copies": {str(players): number for players, number in zip((2, 3, 4), card.copies, strict=True)},
        "first_game": card.first_game,
    }
    for field in fields(card):
        if field.name in _COMMON:
            continue
        value = getattr(card, field.name)
        if value != _default(field):
            found[field.name] = _plain(value)
    return found
