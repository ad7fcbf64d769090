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
    "tta.fact.attack": "attack",
    "tta.fact.attack.is": "{name} {n}",
    "tta.fact.bid": "bid",
    "tta.fact.bid.is": "{name} {n}",
    "tta.fact.culture": "culture",
    "tta.fact.culture.is": "you {mine}{rate:+}, {name} {theirs}{other:+}",
    "tta.fact.enough": "at most",
    "tta.fact.enough.is": "{n} with all your cards: enough",
    "tta.fact.held": "at most",
    "tta.fact.held.is": "{n}: you hold without a card",
    "tta.fact.left": "you have",
    "tta.fact.left.is": "{n} in units, {cards} in cards",
    "tta.fact.most": "at most",
    "tta.fact.most.is": "{n} ({cards} of it in cards)",
    "tta.fact.needed": "force",
    "tta.fact.needed.is": "{sent} of {n}, {short} to go",
    "tta.fact.no-bid": "bid",
    "tta.fact.no-bid.is": "nobody yet",
    "tta.fact.others": "others",
    "tta.fact.others.is": "{told}, and cards",
    "tta.fact.pacts": "you have",
    "tta.fact.pacts.is": "{names}",
    "tta.fact.stand": "you",
    "tta.fact.stand.is": "{n}, {short} short",
    "tta.fact.strengths": "strength",
    "tta.fact.strengths.is": "you {mine}, {name} {theirs}",
    "tta.fact.too-little": "at most",
    "tta.fact.too-little.is": "{n} with all your cards: {short} short",
    "tta.screen.army": "army",
    "tta.screen.blue": "{bank} blue",
    "tta.screen.colonies": "colony",
    "tta.screen.left-out": " +{n} ({key})",
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
    "tta.short.corruption": "! corruption takes {n}",
    "tta.short.discards": "! discard {n} military {n:n?card|cards}",
    "tta.short.discontent": "{n} discontent, {unused} idle to cover",
    "tta.short.famine": "! {n} food missing: {culture} culture lost",
    "tta.short.uprising": "! UPRISING: nothing is produced",
    "tta.screen.wonder": "builds",
    "tta.screen.wonders": "wonders",
}
_CHINESE = {
    "tta.chart.culture": "文化",
    "tta.chart.culture-rate": "每回合文化",
    "tta.chart.science-rate": "每回合科技",
    "tta.chart.strength": "军力",
    "tta.fact.attack": "进攻",
    "tta.fact.attack.is": "{name} {n}",
    "tta.fact.bid": "出价",
    "tta.fact.bid.is": "{name} {n}",
    "tta.fact.culture": "文化",
    "tta.fact.culture.is": "你{mine}{rate:+}，{name} {theirs}{other:+}",
    "tta.fact.enough": "最多",
    "tta.fact.enough.is": "用上所有牌为{n}：足够",
    "tta.fact.held": "最多",
    "tta.fact.held.is": "{n}：不用牌也守得住",
    "tta.fact.left": "你有",
    "tta.fact.left.is": "单位{n}，牌{cards}",
    "tta.fact.most": "最多",
    "tta.fact.most.is": "{n}（其中牌{cards}）",
    "tta.fact.needed": "殖民力量",
    "tta.fact.needed.is": "{n}中已有{sent}，还差{short}",
    "tta.fact.no-bid": "出价",
    "tta.fact.no-bid.is": "还没有人",
    "tta.fact.others": "其他人",
    "tta.fact.others.is": "{told}，另加牌",
    "tta.fact.pacts": "你有",
    "tta.fact.pacts.is": "{names}",
    "tta.fact.stand": "你",
    "tta.fact.stand.is": "{n}，差{short}",
    "tta.fact.strengths": "军力",
    "tta.fact.strengths.is": "你{mine}，{name} {theirs}",
    "tta.fact.too-little": "最多",
    "tta.fact.too-little.is": "用上所有牌为{n}：差{short}",
    "tta.screen.army": "军队",
    "tta.screen.blue": "蓝{bank}",
    "tta.screen.colonies": "殖民地",
    "tta.screen.left-out": " +{n}（{key}）",
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
    "tta.short.corruption": "！因腐败失去{n}",
    "tta.short.discards": "！须弃置{n}张军事牌",
    "tta.short.discontent": "不满{n}，由空闲{unused}抵消",
    "tta.short.famine": "！缺食物{n}：失去{culture}文化",
    "tta.short.uprising": "！起义：什么也不生产",
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
    | {f"key.short.{key}": f"{{key}} {text}" for key, text in _SHORT_ZH.items()}
    | {f"tta.screen.head.{key}": text for key, text in _HEADS_ZH.items()},
}
"""Language -> key -> text."""
