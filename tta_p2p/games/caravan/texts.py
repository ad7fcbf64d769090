"""The words of Caravan, in all languages of this program."""

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
    "zh-Hant": {
        "setting.sale": "賣出一捆貨物所得的錢幣",
        "decision.choose": "請選擇留下或賣出一捆貨物",
        "order.choose": "貨物",
        "asked.choose": "留下或賣出一捆貨物",
        "act.keep": "留下一捆貨物，面朝上",
        "act.sell": "賣出一捆貨物，面朝下",
        "label.keep": "留下{0:card}",
        "label.sell": "賣出{0:card}",
        "effect.kept": "{0:card}放在你面前，依其數字計分",
        "effect.coins": "你獲得{0}枚錢幣",
        "log.to-left": "整場對局手牌都傳給左邊",
        "log.to-right": "整場對局手牌都傳給右邊",
        "log.keeps": "留下{1:card}",
        "log.sells": "賣出{1:card}，獲得{2}枚錢幣",
        "log.demand": "{0:word}搶手",
        "log.left": "已離開",
        "ending.sold-out": "手牌都用完了",
        "ending.alone": "只剩一名商人",
        "score.cards": "留下的貨物",
        "score.demand": "搶手的貨物",
        "score.coins": "錢幣",
        "back.bale": "貨物",
        "word.salt": "鹽",
        "word.silk": "絲綢",
        "word.spice": "香料",
        "zone.hand": "手牌",
        "zone.deck": "未發的貨物",
        "zone.market": "市場",
        "view.sale": "賣出一捆貨物可得{1}枚錢幣",
        "view.hands": "{0:seat}的手牌：{1:card}",
        "view.kept": "{0:seat}留下了{1:card}",
        "view.coins": "{0:seat}的錢幣：{1}",
        "view.to_left": "手牌傳給左邊：{1}",
        "view.deck": "未發的貨物：{1:count}",
        "view.market": "已賣出，面朝下：{1:card}",
        "view.demand": "搶手：{1:card}",
        "illegal.not-in-hand": "你手上沒有{0:card}",
        "illegal.bad-card": "{0:card}不能這樣使用",
        "rules.game": "遊戲\n\n二至五名商人傳遞手牌。鹽、絲綢和香料三種貨物各有七捆，編號1至7。擲硬幣決定整場對局手牌傳"
        "給左邊還是右邊，每人發四捆。",
        "rules.choice": "選擇\n\n所有人同時暗中選擇手上的一捆：\n\n- 留下：面朝上放在自己面前；\n\n- 賣出：面朝下放入"
        "市場，換取錢幣。\n\n其餘手牌傳給鄰座，直到手牌用完。",
        "rules.end": "結束\n\n市場洗混後亮出最上面一捆：那種貨物搶手。留下的貨物依其數字計分，搶手的貨物加倍，另加錢"
        "幣。\n\n離開的人把手牌帶出遊戲。最後留下的人立即獲勝。",
    },
    "ja": {
        "setting.sale": "売った荷1つの代金（コイン）",
        "decision.choose": "残すか売る荷を1つ選んでください",
        "order.choose": "荷",
        "asked.choose": "荷を1つ残すか売る",
        "act.keep": "荷を1つ表向きで残す",
        "act.sell": "荷を1つ裏向きで売る",
        "label.keep": "{0:card}を残す",
        "label.sell": "{0:card}を売る",
        "effect.kept": "{0:card}を自分の前に置き、その数が得点になります",
        "effect.coins": "{0}コインを得ます",
        "log.to-left": "このゲームでは手札を左へ回す",
        "log.to-right": "このゲームでは手札を右へ回す",
        "log.keeps": "{1:card}を残す",
        "log.sells": "{1:card}を売り、{2}コインを得る",
        "log.demand": "{0:word}が人気になる",
        "log.left": "離脱",
        "ending.sold-out": "手札がすべてなくなりました",
        "ending.alone": "商人が1人だけ残りました",
        "score.cards": "残した荷",
        "score.demand": "人気の荷",
        "score.coins": "コイン",
        "back.bale": "荷",
        "word.salt": "塩",
        "word.silk": "絹",
        "word.spice": "香辛料",
        "zone.hand": "手札",
        "zone.deck": "配られていない荷",
        "zone.market": "市場",
        "view.sale": "荷を1つ売ると{1}コイン",
        "view.hands": "{0:seat}の手札：{1:card}",
        "view.kept": "{0:seat}が残した荷：{1:card}",
        "view.coins": "{0:seat}のコイン：{1}",
        "view.to_left": "手札を左へ回す：{1}",
        "view.deck": "配られていない荷：{1:count}",
        "view.market": "裏向きで売られた荷：{1:card}",
        "view.demand": "人気：{1:card}",
        "illegal.not-in-hand": "{0:card}は手札にありません",
        "illegal.bad-card": "{0:card}はそのようには使えません",
        "rules.game": "ゲーム\n\n2人から5人の商人が荷の手札を回します。塩、絹、香辛料の3種類の商品が、1から7までの荷"
        "で7つ"
        "ずつあります。手札を左右どちらへ回すかはコイン投げで決め、ゲームの間変わりません。全員に荷を4つ配ります。",
        "rules.choice": "選択\n\n全員が同時に、手札から荷を1つ、見せずに選びます。\n\n- 残す：表向きで自分の前に置きま"
        "す。\n\n- 売る：裏向きで市場に出し、コインを得ます。\n\n残りの手札は隣へ回します。手札がなくなるまで続けま"
        "す。",
        "rules.end": "終了\n\n市場をシャッフルし、一番上の荷を公開します。その商品が人気です。残した荷の数が得点にな"
        "り、"
        "人気の商品は2倍になります。コインも得点です。\n\n離脱した人の手札はゲームから除かれます。最後に残った人がすぐ"
        "に勝ちます。",
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
    "zh-Hant": {
        f"{good}-{number}": f"{called}{number}"
        for good, called in (("salt", "鹽"), ("silk", "絲綢"), ("spice", "香料"))
        for number in range(1, 8)
    },
    "ja": {
        f"{good}-{number}": f"{called}{number}"
        for good, called in (("salt", "塩"), ("silk", "絹"), ("spice", "香辛料"))
        for number in range(1, 8)
    },
}
"""Language -> face -> name of the card."""
