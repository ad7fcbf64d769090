"""Words by which people look for the pages of the rules, besides their names and titles."""

from __future__ import annotations

FOUND_BY_EN = {
    "first-turns": "tutorial beginner start learn example",
    "map-signs": "map signs letters symbols legend terrain square",
    "overview": "aim goal idea victory victories win winning winner end",
    "answers": "answer cancel window interrupt react",
    "setup": "start beginning preparation layout",
    "turn": "turns phase phases sequence order round",
    "deals": "deal barter trade proposal negotiate",
    "cities": "city outskirts capital found founding blockade",
    "actions": "action build production produce rush harvest arts train unit units building buildings",
    "culture": "track event events person people",
    "movement": "move moving discover discovery scout scouts army armies figure figures stacking speed water",
    "battle": "battles fight fighting war attack combat front fronts trump strength wounds barbarians",
    "loot": "plunder spoils booty",
    "research": "technology technologies tech pyramid trade learn",
    "governments": "government revolution",
    "wonders": "wonder obsolete",
    "coins": "coin money gold economy resource resources incense iron silk wheat token tokens",
}
"""Topic -> words, with spaces between them."""
FOUND_BY_ZH_HANS = {
    "first-turns": "教程、新手、入门、开始、示例",
    "map-signs": "地图、符号、字母、图例、地形、方格",
    "overview": "目标、概览、胜利、获胜、赢、结束",
    "answers": "回应、取消、窗口、打断、间谍",
    "setup": "准备、开局、布置",
    "turn": "回合、阶段、流程、顺序",
    "deals": "交易、交换、贸易、提议",
    "cities": "城市、市郊、首都、建城、封锁",
    "actions": "行动、生产、生产力、加急、采集、收获、艺术、训练、部队、建筑",
    "culture": "文化轨、事件、文化事件、伟人",
    "movement": "移动、探索、翻开、板块、侦察队、军队、棋子、茅屋、堆叠、速度、水域",
    "battle": "战斗、战争、攻击、战线、相克、强度、伤害、蛮族、村庄",
    "loot": "战利品、掠夺",
    "research": "科技、金字塔、贸易、学习",
    "governments": "政体、政府、改制",
    "wonders": "奇观、过时",
    "coins": "钱币、经济、资源、熏香、铁、丝绸、小麦",
}
"""The same in Chinese."""
