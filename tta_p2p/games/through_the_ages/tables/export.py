"""Cards as plain data for programs."""

from __future__ import annotations

from ...kit.records import Record, field_defaults
from .decks import TABLES
from .edition_2006 import TABLES_2006
from .model import AGES, Card, Symbols

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]

TABLE_OF = {card.id: table for tables in (TABLES, TABLES_2006) for table, cards in tables.items() for card in cards}
"""Card id -> name of its table."""

_COMMON = {"id", "age", "kind", "copies"}


def _said(record: Record) -> dict[str, object]:
    """Give the fields of a record that differ from their defaults."""
    usual = field_defaults(type(record))
    values = {name: getattr(record, name) for name in record.__struct_fields__}
    return {name: value for name, value in values.items() if name not in usual or value != usual[name]}


def _plain(value: object) -> Plain:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Record):
        found: dict[str, Plain] = {} if isinstance(value, Symbols) else {"type": type(value).__name__}
        return found | {name: _plain(part) for name, part in _said(value).items()}
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
    return found | {name: _plain(part) for name, part in _said(card).items() if name not in _COMMON}
