"""Cards as plain data for programs, and their figures as short words for people."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass

from .decks import TABLES
from .model import (
    AGES,
    Aggression,
    BonusCard,
    Card,
    Government,
    Pact,
    SpecialTechnology,
    Symbols,
    Tactic,
    Territory,
    War,
    Wonder,
    WorkerTechnology,
)

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


_SYMBOLS = (
    ("food", "food"),
    ("resource", "resource"),
    ("science", "science"),
    ("culture", "culture"),
    ("strength", "strength"),
    ("happy", "happy"),
    ("civil_actions", "civil"),
    ("military_actions", "military"),
    ("colonization", "ships"),
    ("yellow_tokens", "yellow"),
    ("blue_tokens", "blue"),
)


def symbols_line(symbols: Symbols) -> str:
    """Give printed symbols in a few words: `+2 culture, +1 happy`."""
    shown = ((getattr(symbols, name), word) for name, word in _SYMBOLS)
    return ", ".join(f"{number:+d} {word}" for number, word in shown if number)


def cost_line(card: Card) -> str:
    """Give what a card costs in a few words; empty for cards that only cost the action of playing them."""
    match card:
        case WorkerTechnology() if card.starting_workers is not None:
            return f"{card.resource} resource a worker"
        case WorkerTechnology():
            return f"{card.science} science, {card.resource} resource a worker"
        case Government() if card.revolution is not None:
            return f"{card.science} science, by revolution {card.revolution}"
        case SpecialTechnology():
            return f"{card.science} science"
        case Wonder():
            return "stages of " + "-".join(map(str, card.stages)) + " resource"
        case Aggression() | War():
            return f"{card.military_actions} military action" + "s" * (card.military_actions > 1)
        case _:
            return ""


def figures_line(card: Card) -> str:
    """Give what a card shows in a few words; empty for cards that are all text."""
    match card:
        case WorkerTechnology():
            return symbols_line(card.per_worker)
        case Territory():
            return symbols_line(card.permanent)
        case Government():
            return f"{symbols_line(card.symbols)}, limit {card.urban_limit}"
        case Tactic():
            parts = ((card.infantry, "infantry"), (card.cavalry, "cavalry"), (card.artillery, "artillery"))
            army = " + ".join(f"{number} {kind}" for number, kind in parts if number)
            outdated = "" if card.outdated == card.bonus else f" (outdated +{card.outdated})"
            return f"{army}: +{card.bonus}{outdated}"
        case BonusCard():
            return f"defence +{card.defense}, colonization +{card.colonization}"
        case Pact():
            both = [(card.side_a, "both")]
            sides = both if card.symmetric else [(card.side_a, "A"), (card.side_b, "B")]
            shown = [f"{who} {symbols_line(side.symbols)}" for side, who in sides if side.symbols != Symbols()]
            return "; ".join(shown)
        case _:
            symbols = getattr(card, "symbols", None)
            return symbols_line(symbols) if isinstance(symbols, Symbols) else ""
