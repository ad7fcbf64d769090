"""Costs and figures of a card, in a few words of any language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..tables.model import (
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

_EN = {
    "comma": ", ",
    "plus": " + ",
    "semicolon": "; ",
    "food": "{:+d} food",
    "resource": "{:+d} resource",
    "resource.n": "{:+d} resources",
    "science": "{:+d} science",
    "culture": "{:+d} culture",
    "strength": "{:+d} strength",
    "happy": "{:+d} happy",
    "civil_actions": "{:+d} civil",
    "military_actions": "{:+d} military",
    "colonization": "{:+d} ships",
    "yellow_tokens": "{:+d} yellow",
    "blue_tokens": "{:+d} blue",
    "starting": "{} resources a worker",
    "worker": "{} science, {} resources a worker",
    "government": "{} science, by revolution {}",
    "special": "{} science",
    "stages": "stages of {} resources",
    "attack-1": "1 military action",
    "attack": "{} military actions",
    "limit": "{}, limit {}",
    "infantry": "{} infantry",
    "cavalry": "{} cavalry",
    "artillery": "{} artillery",
    "army": "{}: +{}",
    "army-outdated": "{}: +{} (outdated +{})",
    "bonus": "defence +{}, colonization +{}",
    "both": "both {}",
    "side-a": "A {}",
    "side-b": "B {}",
}

_ZH = {
    "comma": "，",
    "plus": " + ",
    "semicolon": "；",
    "food": "食物{:+d}",
    "resource": "资源{:+d}",
    "resource.n": "资源{:+d}",
    "science": "科学{:+d}",
    "culture": "文化{:+d}",
    "strength": "军力{:+d}",
    "happy": "笑脸{:+d}",
    "civil_actions": "内政{:+d}",
    "military_actions": "军事{:+d}",
    "colonization": "殖民{:+d}",
    "yellow_tokens": "黄色标记{:+d}",
    "blue_tokens": "蓝色标记{:+d}",
    "starting": "每个工人{}资源",
    "worker": "{}科学，每个工人{}资源",
    "government": "{}科学，革命{}",
    "special": "{}科学",
    "stages": "各阶段{}资源",
    "attack-1": "1点军事行动",
    "attack": "{}点军事行动",
    "limit": "{}，上限{}",
    "infantry": "{}步兵",
    "cavalry": "{}骑兵",
    "artillery": "{}炮兵",
    "army": "{}：军力+{}",
    "army-outdated": "{}：军力+{}（旧式+{}）",
    "bonus": "防御+{}，殖民+{}",
    "both": "双方：{}",
    "side-a": "A方：{}",
    "side-b": "B方：{}",
}

FIGURES: Mapping[str, Mapping[str, str]] = MappingProxyType({"en": _EN, "zh-Hans": _ZH})
"""Language -> key -> how it is said."""

_SYMBOLS = (
    "food", "resource", "science", "culture", "strength", "happy", "civil_actions", "military_actions", "colonization",
    "yellow_tokens", "blue_tokens",
)  # fmt: skip


def symbols_line(symbols: Symbols, language: str = "en") -> str:
    """Give printed symbols in a few words: `+2 culture, +1 happy`."""
    said = FIGURES[language]
    shown = ((name, getattr(symbols, name)) for name in _SYMBOLS)
    told = ((said[f"{name}.n" if number != 1 and f"{name}.n" in said else name], number) for name, number in shown)
    return said["comma"].join(words.format(number) for words, number in told if number)


def cost_line(card: Card, language: str = "en") -> str:
    """Give what a card costs in a few words; empty for cards that only cost the action of playing them."""
    said = FIGURES[language]
    match card:
        case WorkerTechnology() if card.starting_workers is not None:
            return said["starting"].format(card.resource)
        case WorkerTechnology():
            return said["worker"].format(card.science, card.resource)
        case Government() if card.revolution is not None:
            return said["government"].format(card.science, card.revolution)
        case SpecialTechnology():
            return said["special"].format(card.science)
        case Wonder():
            return said["stages"].format("-".join(map(str, card.stages)))
        case Aggression() | War():
            return said["attack" if card.military_actions > 1 else "attack-1"].format(card.military_actions)
        case _:
            return ""


def figures_line(card: Card, language: str = "en") -> str:
    """Give what a card shows in a few words; empty for cards that are all text."""
    said = FIGURES[language]
    match card:
        case WorkerTechnology():
            return symbols_line(card.per_worker, language)
        case Territory():
            return symbols_line(card.permanent, language)
        case Government():
            return said["limit"].format(symbols_line(card.symbols, language), card.urban_limit)
        case Tactic():
            parts = (said[kind].format(number) for kind in ("infantry", "cavalry", "artillery")
                     if (number := getattr(card, kind)))  # fmt: skip
            army = said["plus"].join(parts)
            if card.outdated == card.bonus:
                return said["army"].format(army, card.bonus)
            return said["army-outdated"].format(army, card.bonus, card.outdated)
        case BonusCard():
            return said["bonus"].format(card.defense, card.colonization)
        case Pact():
            both = [(card.side_a, "both")]
            sides = both if card.symmetric else [(card.side_a, "side-a"), (card.side_b, "side-b")]
            shown = [
                said[who].format(symbols_line(side.symbols, language))
                for side, who in sides
                if side.symbols != Symbols()
            ]
            return said["semicolon"].join(shown)
        case _:
            symbols = getattr(card, "symbols", None)
            return symbols_line(symbols, language) if isinstance(symbols, Symbols) else ""
