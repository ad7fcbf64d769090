"""The words of Caravan, in English and simplified Chinese."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "setting.sale": "Coins for a sold bale",
        "decision.choose": "Choose a bale to keep or to sell",
        "order.choose": "bales",
        "asked.choose": "to keep or sell a bale",
        "act.keep": "keep a bale, face up",
        "act.sell": "sell a bale, face down",
        "label.keep": "keep {0:card}",
        "label.sell": "sell {0:card}",
        "effect.kept": "{0:card} lies before you and scores its number",
        "effect.coins": "You get {0} {0:n?coin|coins}",
        "log.to-left": "All game, hands go to the left",
        "log.to-right": "All game, hands go to the right",
        "log.keeps": "{0:you?keep|keeps} {1:card}",
        "log.sells": "{0:you?sell|sells} {1:card} for {2} {2:n?coin|coins}",
        "log.demand": "{0:word} is in demand",
        "log.left": "{0:you?have|has} left",
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
        "view.sale": "A sold bale brings {1} {1:n?coin|coins}",
        "view.hands": "{0:whose} hand: {1:card}",
        "view.kept": "{0:seat} {0:you?have|has} kept {1:card}",
        "view.coins": "{0:whose} coins: {1}",
        "view.to_left": "Hands go to the left: {1}",
        "view.deck": "Bales not dealt: {1:count}",
        "view.market": "Sold, face down: {1:card}",
        "view.demand": "In demand: {1:card}",
        "illegal.not-in-hand": "You do not hold {0:card}",
        "illegal.bad-card": "{0:card} cannot be used like that",
        "rules.game": "The game\n\nTwo to five merchants pass hands of bales around. Three goods, salt, silk and"
        " spice, have seven bales each, numbered 1 to 7. A coin toss decides whether hands go to the left or to the"
        " right all game, and everybody is dealt four bales.",
        "rules.choice": "A choice\n\nAll choose at once, unseen, a bale of their hand:\n\n- keep it, face up before"
        " you, or\n\n- sell it, face down to the market, for coins.\n\nThe rest of the hand goes to your neighbour."
        " That goes on until the hands are used up.",
        "rules.end": "The end\n\nThe market is shuffled and its top bale shown: that good is in demand. You score"
        " the numbers of the bales you have kept, those of the good in demand twice, and your coins.\n\nWho leaves"
        " takes the bales of its hand out of the game. The last one to stay wins at once.",
    },
    "zh-Hans": {
        "setting.sale": "卖出一捆货物所得的钱币",
        "decision.choose": "请选择留下或卖出一捆货物",
        "order.choose": "货物",
        "asked.choose": "留下或卖出一捆货物",
        "act.keep": "留下一捆货物，面朝上",
        "act.sell": "卖出一捆货物，面朝下",
        "label.keep": "留下{0:card}",
        "label.sell": "卖出{0:card}",
        "effect.kept": "{0:card}放在你面前，按其数字得分",
        "effect.coins": "你获得{0}个钱币",
        "log.to-left": "整场对局手牌传给左边",
        "log.to-right": "整场对局手牌传给右边",
        "log.keeps": "留下{1:card}",
        "log.sells": "卖出{1:card}，获得{2}个钱币",
        "log.demand": "{0:word}紧俏",
        "log.left": "已离开",
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
        "view.coins": "{0:seat}的钱币：{1}",
        "view.to_left": "手牌传给左边：{1}",
        "view.deck": "未发的货物：{1:count}",
        "view.market": "已卖出，面朝下：{1:card}",
        "view.demand": "紧俏：{1:card}",
        "illegal.not-in-hand": "你手里没有{0:card}",
        "illegal.bad-card": "{0:card}不能这样使用",
        "rules.game": "游戏\n\n二至五名商人传递手牌。盐、丝绸和香料三种货物各有七捆，编号1至7。抛硬币决定整场对局手牌传"
        "给左边还是右边，每人发四捆。",
        "rules.choice": "选择\n\n所有人同时暗中选择手里的一捆：\n\n- 留下：面朝上放在自己面前；\n\n- 卖出：面朝下放入"
        "市场，换取钱币。\n\n其余手牌传给邻座，直到手牌用完。",
        "rules.end": "结束\n\n市场洗混后亮出最上面一捆：那种货物紧俏。留下的货物按其数字得分，紧俏的货物加倍，另加钱"
        "币。\n\n离开的人把手牌带出游戏。最后留下的人立即获胜。",
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
