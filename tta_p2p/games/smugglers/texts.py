"""The words of Smugglers, in English and simplified Chinese."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "setting.actions": "Actions in a turn",
        "decision.turn": "Your turn; {0} {0:n?action|actions} left",
        "order.turn": "your turn",
        "asked.turn": "to play; {0} {0:n?action|actions} left",
        "act.sell": "sell a barrel onto the quay",
        "act.stow": "stow a barrel in the cave",
        "act.light": "light the lighthouse",
        "act.spy": "look at a crate",
        "act.fetch": "fetch the top crate of the quay",
        "act.end": "end your turn",
        "label.sell": "sell {0:card} onto the quay",
        "label.stow": "stow {0:card} in the cave",
        "label.light": "light the lighthouse with {0}",
        "label.spy": "look at {0:card}",
        "about.light": "with {0}",
        "cost.coin": "{n:n?coin|coins}",
        "effect.sell": "{0:card} goes onto the quay, you get its number in coins",
        "effect.stow": "{0:card} goes unseen into the cave, you get two coins",
        "effect.light": "The light is {0} and you keep it",
        "effect.spy": "You look at {0:card}",
        "effect.fetch": "The top crate of the quay comes into your hand",
        "effect.end": "You draw a crate and your turn ends",
        "log.sell": "{0:you?sell|sells} {1:card}",
        "log.stow": "{0:you?stow|stows} {1:card}",
        "log.light": "{0:you?keep|keeps} a light of {1}",
        "log.spy": "{0:you?look|looks} at {1:card}",
        "log.fetch": "{0:you?fetch|fetches} the top crate of the quay",
        "log.end": "{0:you?end your|ends the} turn",
        "log.quay": "{0:card} lies on the quay",
        "log.loot": "{0:card} was in the cave",
        "log.left": "{0:you?have|has} left",
        "ending.raided": "The cave was raided",
        "ending.alone": "Only one smuggler is left",
        "score.coins": "Coins",
        "score.loot": "Loot of the cave",
        "back.crate": "Crate",
        "word.sell": "selling",
        "word.stow": "stowing",
        "word.light": "the lighthouse",
        "word.spy": "looking at a crate",
        "word.fetch": "fetching",
        "zone.hand": "hand",
        "zone.deck": "crates not dealt",
        "zone.cave": "cave",
        "view.acts": "",
        "view.hands": "{0:whose} hand: {1:card}",
        "view.coins": "{0:whose} coins: {1}",
        "view.turn": "It is {1:whose} turn",
        "view.used": "Done this turn: {1}",
        "view.deck": "Crates not dealt: {1:count}",
        "view.cave": "In the cave: {1:card}",
        "view.quay": "On the quay, the top one last: {1:card}",
        "view.loot": "The cave held {1:card}",
        "view.light": "The light burns with {1}",
        "view.keeper": "{1:seat} {1:you?keep|keeps} the light",
        "illegal.no-more": "You cannot {0:act} again this turn",
        "illegal.no-coin": "You have no coin",
        "illegal.not-possible": "You cannot {0:act} like that",
        "rules.game": "The game\n\nEighteen crates look alike: barrels numbered 1, 2 and 3 (four of each), and lamps"
        " numbered 1 (three), 2 (two) and 3 (one). Everybody is dealt two, one more lies open on the quay. Seats"
        " take turns.",
        "rules.turn": "A turn\n\nTake up to two actions (a table may play with three), each kind once, then end the"
        " turn:\n\n- sell a barrel: it goes open onto the quay, and you get its number in coins;\n\n- stow a barrel"
        " unseen in the cave, for two coins: it is proved that it is a barrel, and not which one;\n\n- light the"
        " lighthouse: prove that your lamps add up to more than the light that burns; you keep it now;\n\n- spy, for"
        " a coin: look at a crate in the cave or in another hand;\n\n- fetch, for a coin, the top crate of the quay"
        " into your hand.\n\nEnding a turn draws a crate.",
        "rules.end": "The end\n\nWhen the last crate is drawn, the cave is raided: its crates are mixed and shown,"
        " and who keeps the light gets their numbers. Most coins and loot win.\n\nWho leaves takes its crates out of"
        " the game; a light it kept goes out. The last one to stay wins at once.",
    },
    "zh-Hans": {
        "setting.actions": "每回合的行动数",
        "decision.turn": "你的回合；剩余行动：{0}",
        "order.turn": "你的回合",
        "asked.turn": "行动；剩余：{0}",
        "act.sell": "把一个木桶卖到码头",
        "act.stow": "把一个木桶藏进山洞",
        "act.light": "点亮灯塔",
        "act.spy": "查看一个货箱",
        "act.fetch": "取回码头最上面的货箱",
        "act.end": "结束你的回合",
        "label.sell": "把{0:card}卖到码头",
        "label.stow": "把{0:card}藏进山洞",
        "label.light": "用{0}点亮灯塔",
        "label.spy": "查看{0:card}",
        "about.light": "用{0}",
        "cost.coin": "钱币",
        "effect.sell": "{0:card}放上码头，你获得与其数字相等的钱币",
        "effect.stow": "{0:card}面朝下放进山洞，你获得两个钱币",
        "effect.light": "灯光为{0}，由你守着",
        "effect.spy": "你查看{0:card}",
        "effect.fetch": "码头最上面的货箱到你手中",
        "effect.end": "你摸一个货箱，回合结束",
        "log.sell": "卖出{1:card}",
        "log.stow": "藏起{1:card}",
        "log.light": "守着{1}的灯光",
        "log.spy": "查看{1:card}",
        "log.fetch": "取回码头最上面的货箱",
        "log.end": "结束回合",
        "log.quay": "{0:card}放在码头上",
        "log.loot": "{0:card}曾在山洞里",
        "log.left": "已离开",
        "ending.raided": "山洞被突袭了",
        "ending.alone": "只剩一名走私者",
        "score.coins": "钱币",
        "score.loot": "山洞里的货物",
        "back.crate": "货箱",
        "word.sell": "卖出",
        "word.stow": "藏起",
        "word.light": "点亮灯塔",
        "word.spy": "查看货箱",
        "word.fetch": "取回",
        "zone.hand": "手牌",
        "zone.deck": "未发的货箱",
        "zone.cave": "山洞",
        "view.acts": "",
        "view.hands": "{0:seat}的手牌：{1:card}",
        "view.coins": "{0:seat}的钱币：{1}",
        "view.turn": "轮到{1:seat}",
        "view.used": "本回合已做：{1}",
        "view.deck": "未发的货箱：{1:count}",
        "view.cave": "山洞里：{1:card}",
        "view.quay": "码头上，最上面的在后：{1:card}",
        "view.loot": "山洞里曾有{1:card}",
        "view.light": "灯光为{1}",
        "view.keeper": "{1:seat}守着灯塔",
        "illegal.no-more": "本回合不能再{0:act}",
        "illegal.no-coin": "你没有钱币",
        "illegal.not-possible": "不能这样{0:act}",
        "rules.game": "游戏\n\n十八个货箱外表相同：木桶编号1、2、3，各四个；提灯编号1（三个）、2（两个）、3（一个）。"
        "每人发两个，另一个亮在码头上。各座位轮流进行。",
        "rules.turn": "回合\n\n最多做两个行动（可约定三个），每种一次，然后结束回合：\n\n- 出售木桶：它亮在码头上，你"
        "获得与其数字相等的钱币；\n\n- 把木桶暗中藏入山洞，获得两个钱币：证明它是木桶，不说是哪一个；\n\n- 点亮灯塔："
        "证明你的提灯之和大于现有的灯光；现在由你看守；\n\n- 花一个钱币刺探：查看山洞里或别人手中的一个货箱；\n\n- 花"
        "一个钱币取回码头最上面的货箱。\n\n结束回合时抽一个货箱。",
        "rules.end": "结束\n\n抽完最后一个货箱时搜查山洞：其中的货箱混洗后亮出，看守灯塔的人获得它们的数字。钱币与战"
        "利品最多者获胜。\n\n离开的人把货箱带出游戏；其看守的灯光熄灭。最后留下的人立即获胜。",
    },
}
"""Language -> key of `Game.texts` -> text."""
NAMES: Mapping[str, Mapping[str, str]] = {
    "en": {f"{kind}-{number}": f"{kind} {number}" for kind in ("barrel", "lamp") for number in (1, 2, 3)},
    "zh-Hans": {
        f"{kind}-{number}": f"{called}{number}"
        for kind, called in (("barrel", "木桶"), ("lamp", "提灯"))
        for number in (1, 2, 3)
    },
}
"""Language -> face -> name of the card."""
