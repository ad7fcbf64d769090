"""The words of Caravan, in English and simplified Chinese."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "setting.sale": "Coins for a sold bale",
        "decision.choose": "Choose a bale to keep or to sell",
        "act.keep": "keep a bale, face up",
        "act.sell": "sell a bale, face down",
        "label.keep": "keep {0:card}",
        "label.sell": "sell {0:card}",
        "effect.kept": "{0:card} lies before you and scores its number",
        "effect.coins": "You get {0} coins",
        "log.to-left": "All game, hands go to the left",
        "log.to-right": "All game, hands go to the right",
        "log.keeps": "{0:seat} keeps {1:card}",
        "log.sells": "{0:seat} sells {1:card} for {2} coins",
        "log.demand": "{0:word} is in demand",
        "log.left": "{0:seat} has left",
        "ending.sold-out": "All hands are used up",
        "ending.alone": "Only one merchant is left",
        "score.cards": "Kept bales",
        "score.demand": "Bales in demand",
        "score.coins": "Coins",
        "back.bale": "Bale",
        "word.salt": "salt",
        "word.silk": "silk",
        "word.spice": "spice",
        "zone.hand": "hand",
        "zone.deck": "bales not dealt",
        "zone.market": "market",
        "view.sale": "A sold bale brings {1} coins",
        "view.hands": "Hand of {0:seat}: {1:card}",
        "view.kept": "{0:seat} has kept {1:card}",
        "view.coins": "{0:seat} has {1} coins",
        "view.to_left": "Hands go to the left: {1}",
        "view.deck": "Bales not dealt: {1:count}",
        "view.market": "Sold, face down: {1:card}",
        "view.demand": "In demand: {1:card}",
        "illegal.not-in-hand": "You do not hold {0:card}",
        "illegal.bad-card": "{0:card} cannot be used like that",
    },
    "zh-Hans": {
        "setting.sale": "卖出一捆货物所得的钱币",
        "decision.choose": "请选择留下或卖出一捆货物",
        "act.keep": "留下一捆货物，面朝上",
        "act.sell": "卖出一捆货物，面朝下",
        "label.keep": "留下{0:card}",
        "label.sell": "卖出{0:card}",
        "effect.kept": "{0:card}放在你面前，按其数字得分",
        "effect.coins": "你获得{0}个钱币",
        "log.to-left": "整局游戏手牌传给左边",
        "log.to-right": "整局游戏手牌传给右边",
        "log.keeps": "{0:seat}留下{1:card}",
        "log.sells": "{0:seat}卖出{1:card}，获得{2}个钱币",
        "log.demand": "{0:word}紧俏",
        "log.left": "{0:seat}已离开",
        "ending.sold-out": "手牌都用完了",
        "ending.alone": "只剩一名商人",
        "score.cards": "留下的货物",
        "score.demand": "紧俏的货物",
        "score.coins": "钱币",
        "back.bale": "货物",
        "word.salt": "盐",
        "word.silk": "丝绸",
        "word.spice": "香料",
        "zone.hand": "手牌",
        "zone.deck": "未发的货物",
        "zone.market": "市场",
        "view.sale": "卖出一捆货物得{1}个钱币",
        "view.hands": "{0:seat}的手牌：{1:card}",
        "view.kept": "{0:seat}留下了{1:card}",
        "view.coins": "{0:seat}有{1}个钱币",
        "view.to_left": "手牌传给左边：{1}",
        "view.deck": "未发的货物：{1:count}",
        "view.market": "已卖出，面朝下：{1:card}",
        "view.demand": "紧俏：{1:card}",
        "illegal.not-in-hand": "你手里没有{0:card}",
        "illegal.bad-card": "{0:card}不能这样使用",
    },
}
"""Language -> key of `Game.texts` -> text."""
NAMES: Mapping[str, Mapping[str, str]] = {
    "en": {f"{good}-{number}": f"{good} {number}" for good in ("salt", "silk", "spice") for number in range(1, 8)},
    "zh-Hans": {
        f"{good}-{number}": f"{called}{number}"
        for good, called in (("salt", "盐"), ("silk", "丝绸"), ("spice", "香料"))
        for number in range(1, 8)
    },
}
"""Language -> face -> name of the card."""
