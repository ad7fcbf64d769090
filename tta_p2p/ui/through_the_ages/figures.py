"""Costs and figures of a card, in a few words."""

from __future__ import annotations

from tta_p2p.games.kit.records import replace
from tta_p2p.games.through_the_ages.tables.model import (
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
from tta_p2p.i18n import Words

_SYMBOLS = (
    "food", "resource", "science", "culture", "strength", "happy", "civil_actions", "military_actions", "colonization",
    "yellow_tokens", "blue_tokens",
)  # fmt: skip


def symbols_line(symbols: Symbols, words: Words) -> str:
    """Give printed symbols in a few words: `+2 culture, +1 happy`."""
    shown = ((name, getattr(symbols, name)) for name in _SYMBOLS)
    told = (words(f"tta.figure.{name}", n=number) for name, number in shown if number)
    return words("tta.figure.comma").join(told)


def cost_line(card: Card, words: Words) -> str:
    """Give what a card costs in a few words; empty for cards that only cost the action of playing them."""
    match card:
        case WorkerTechnology() if card.starting_workers is not None:
            return words("tta.figure.starting", resource=card.resource)
        case WorkerTechnology():
            return words("tta.figure.worker", science=card.science, resource=card.resource)
        case Government() if card.revolution is not None:
            return words("tta.figure.government", science=card.science, revolution=card.revolution)
        case SpecialTechnology():
            return words("tta.figure.special", science=card.science)
        case Wonder():
            return words("tta.figure.stages", stages="-".join(map(str, card.stages)))
        case Aggression() | War():
            return words("tta.figure.attack", n=card.military_actions)
        case _:
            return ""


def figures_line(card: Card, words: Words) -> str:
    """Give what a card shows in a few words; empty for cards that are all text.

    A sign stands before what a card adds. A government gives all the actions there are, so its numbers have none.
    """
    match card:
        case WorkerTechnology():
            return symbols_line(card.per_worker, words)
        case Territory():
            return symbols_line(card.permanent, words)
        case Government():
            civil, military = card.symbols.civil_actions, card.symbols.military_actions
            whole = words("tta.figure.rules", civil=civil, military=military, limit=card.urban_limit)
            added = symbols_line(replace(card.symbols, civil_actions=0, military_actions=0), words)
            return words("tta.figure.comma").join(part for part in (whole, added) if part)
        case Tactic():
            army = words("tta.figure.plus").join(
                words(f"tta.figure.{kind}", n=number)
                for kind in ("infantry", "cavalry", "artillery")
                if (number := getattr(card, kind))
            )
            if card.outdated == card.bonus:
                return words("tta.figure.army", army=army, bonus=card.bonus)
            return words("tta.figure.army-outdated", army=army, bonus=card.bonus, outdated=card.outdated)
        case BonusCard():
            return words("tta.figure.bonus", defense=card.defense, colonization=card.colonization)
        case Pact():
            both = [(card.side_a, "both")]
            sides = both if card.symmetric else [(card.side_a, "side-a"), (card.side_b, "side-b")]
            shown = [
                words(f"tta.figure.{who}", symbols=symbols_line(side.symbols, words))
                for side, who in sides
                if side.symbols != Symbols()
            ]
            return words("tta.figure.semicolon").join(shown)
        case _:
            symbols = getattr(card, "symbols", None)
            return symbols_line(symbols, words) if isinstance(symbols, Symbols) else ""
