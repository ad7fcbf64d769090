"""What Through the Ages says on the full screen, by language: short, because it stands in columns."""

from __future__ import annotations

from collections.abc import Mapping

_KEYS_EN = {
    "build": "build, also stages of a wonder", "cards": "leader, action cards, what cards offer",
    "develop": "develop a technology, or a revolution", "military": "tactics, events, attacks, wars, pacts",
    "population": "increase the population", "take": "take a card from the row",
    "undoing": "destroy, disband, resign, pay tokens by hand", "upgrade": "upgrade",
}  # fmt: skip
_SHORT_EN = {
    "build": "build", "cards": "cards", "develop": "dev", "military": "mil", "population": "pop",
    "take": "take", "undoing": "more", "upgrade": "upgrade",
}  # fmt: skip
_HEADS_EN = {
    "ca": "CA", "culture": "culture", "food": "food", "hand": "hand", "happy": "happy", "ma": "MA",
    "resource": "res", "science": "science", "strength": "str", "unused": "idle",
}  # fmt: skip
_KEYS_ZH = {
    "build": "建造，也包括奇迹的阶段", "cards": "领袖、行动牌、牌提供的行动",
    "develop": "发展科技，或革命", "military": "阵型、事件、侵略、战争、条约",
    "population": "增加人口", "take": "从卡牌列拿取一张牌",
    "undoing": "摧毁、解散、认输、自己选择支付的标记", "upgrade": "升级",
}  # fmt: skip
_SHORT_ZH = {
    "build": "建造", "cards": "领袖/牌", "develop": "发展", "military": "军事", "population": "人口",
    "take": "拿取", "undoing": "其他", "upgrade": "升级",
}  # fmt: skip
_HEADS_ZH = {
    "ca": "内政", "culture": "文化", "food": "食物", "hand": "手牌", "happy": "幸福", "ma": "军事",
    "resource": "资源", "science": "科技", "strength": "军力", "unused": "空闲",
}  # fmt: skip

_ENGLISH = {
    "tta.chart.culture": "Culture",
    "tta.chart.culture-rate": "Culture a turn",
    "tta.chart.science-rate": "Science a turn",
    "tta.chart.strength": "Strength",
    "tta.screen.army": "army",
    "tta.screen.blue": "{bank} blue",
    "tta.screen.colonies": "colony",
    "tta.screen.decks": "decks {civil}/{military}",
    "tta.screen.empty": "This space is empty.",
    "tta.screen.events": "events {current}+{future}",
    "tta.screen.hand": "hand",
    "tta.screen.military": "milit.",
    "tta.screen.next": "{unused} idle, next {price} food",
    "tta.screen.note": ": {told}. {text}",
    "tta.screen.people": "people",
    "tta.screen.specials": "special",
    "tta.screen.tactic": "tactic",
    "tta.screen.war": "{war}: {attacker} {n:+}",
    "tta.screen.wonder": "builds",
    "tta.screen.wonders": "wonders",
}
_CHINESE = {
    "tta.chart.culture": "文化",
    "tta.chart.culture-rate": "每回合文化",
    "tta.chart.science-rate": "每回合科技",
    "tta.chart.strength": "军力",
    "tta.screen.army": "军队",
    "tta.screen.blue": "蓝{bank}",
    "tta.screen.colonies": "殖民地",
    "tta.screen.decks": "牌堆{civil}/{military}",
    "tta.screen.empty": "这个位置是空的。",
    "tta.screen.events": "事件{current}+{future}",
    "tta.screen.hand": "内政牌",
    "tta.screen.military": "军事牌",
    "tta.screen.next": "空闲{unused}，下一个{price}食物",
    "tta.screen.note": "：{told}。{text}",
    "tta.screen.people": "人口",
    "tta.screen.specials": "特殊",
    "tta.screen.tactic": "阵型",
    "tta.screen.war": "{war}：{attacker}{n:+}",
    "tta.screen.wonder": "在建",
    "tta.screen.wonders": "奇迹",
}

SCREEN: Mapping[str, Mapping[str, str]] = {
    "en": _ENGLISH
    | {f"key.{key}": text for key, text in _KEYS_EN.items()}
    | {f"key.short.{key}": f"{{key}} {text}" for key, text in _SHORT_EN.items()}
    | {f"tta.screen.head.{key}": text for key, text in _HEADS_EN.items()},
    "zh-Hans": _CHINESE
    | {f"key.{key}": text for key, text in _KEYS_ZH.items()}
    | {f"key.short.{key}": f"{{key}}{text}" for key, text in _SHORT_ZH.items()}
    | {f"tta.screen.head.{key}": text for key, text in _HEADS_ZH.items()},
}
"""Language -> key -> text."""
