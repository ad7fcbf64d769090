"""文明各组成部分的作用，简体中文。What every part of Civilization does, in simplified Chinese."""

from __future__ import annotations

TECHS = {
    "animal-husbandry": "城市管理阶段付1小麦：你的一座城市本回合生产力+3。"
    "每场战斗一次，你可以在打出部队之前或之后治疗己方部队至多3点伤害。",
    "atomic-theory": "城市管理阶段付1铀：你的每座城市再行动一次。或在移动时付1铀：一座非首都的城市连同周围一切被摧毁。",
    "ballistics": "战斗中轮到你时，在打出部队之前或之后付1铁：把至多6点伤害分配给敌方部队。",
    "banking": "城市管理阶段付1小麦：你的一座城市本回合生产力+7。",
    "biology": "每场战斗一次，你可以在打出部队之前或之后治疗己方部队的所有伤害。",
    "chivalry": "城市管理阶段付1熏香：得5文化。",
    "civil-service": "任何时候付1间谍：一张文化事件失效。",
    "code-of-laws": "赢得一场战斗后在此放1枚钱币，每回合一次，至多4枚。",
    "combustion": "你的军队移动结束在建筑上时可以拆除它，每回合一次。你的军队攻打有城墙的城市时，城墙在战斗前倒塌。",
    "communism": "在自己移动时或他人移动中付1间谍：本回合任何棋子不能离开你指定的一格。",
    "computers": "你每有5枚钱币，战斗手牌和文化手牌上限各+1。",
    "construction": "城市管理阶段付1小麦：你的一座城市本回合生产力+5。",
    "currency": "城市管理阶段付1熏香：得3文化。",
    "democracy": "城市管理阶段付6贸易：在此放1枚钱币，每回合一次，至多4枚。",
    "engineering": "每回合一次，一座城市可以把生产力分开，买两样东西。",
    "flight": "你的棋子可以飞越敌人、茅屋、村庄和城市。",
    "gunpowder": "城市管理阶段付任意2个资源：一座古代或中世纪奇观失效，或拆除一座建筑。",
    "horseback-riding": "收贸易时付1丝绸：你得9贸易，你指定的另一位玩家得6贸易。",
    "mass-media": "付1间谍：别人付资源使用的能力失效。你的文化事件不能被取消。",
    "mathematics": "战斗中轮到你时，在打出部队之前或之后付1铁：把至多3点伤害分配给敌方部队。",
    "metal-casting": "城市管理阶段付1熏香：得7文化。",
    "metalworking": "在战斗中打出部队时付1铁：它的攻击多造成3点伤害。",
    "military-science": "你每有3枚钱币，你的每座城市生产力+1。",
    "monarchy": "城市管理阶段付1丝绸：一座古代奇观失效，或随机消灭另一位玩家的一支部队。",
    "philosophy": "城市管理阶段付任意3个资源：得到一位伟人。",
    "pottery": "城市管理阶段付任意2个资源：在此放1枚钱币，每回合一次，至多4枚。",
    "printing-press": "城市管理阶段付5文化：在此放1枚钱币，每回合一次，至多4枚。",
    "space-flight": "学会它的人获胜。",
    "steam-power": "城市管理阶段付1丝绸：你一格上的所有棋子驶到地图上任意水域，本回合不再移动。",
    "writing": "别人的城市行动时付1间谍：那个行动失效。",
}
"""科技 -> 除解锁和提升之外的能力。"""

WONDERS = {
    "angkor-wat": "每回合一次，你的一座城市用一个行动收获两次。",
    "colossus": "你的每个回合开始时得3贸易。",
    "hanging-gardens": "你的回合开始时，免费在此放一支军队或侦察队。",
    "himeji-samurai-castle": "你的每支部队强度+1。",
    "louvre": "你的每个回合开始时得3文化。",
    "oracle": "战斗中你能看到敌方手牌。",
    "panama-canal": "你的每个回合开始时在此放1枚钱币。",
    "porcelain-tower": "科技所需贸易-5。",
    "statue-of-liberty": "你的回合开始时，免费研究一项别人已会的科技。",
    "stonehenge": "你的每个回合开始时得1文化。",
    "sydney-opera-house": "你的每个回合开始时，免费在文化轨上前进一格。",
    "united-nations": "除非你同意，别人的文化事件对你无效。",
}
"""奇观 -> 作用。"""

CIVILIZATIONS = {
    "america": "开局有一位伟人。3贸易可加速2生产力。",
    "china": "开局首都有城墙。每取得一座茅屋或村庄得3文化。每次战斗后可带回一张阵亡部队。",
    "egypt": "开局有一座古代奇观。每回合一次，一座城市免费建造一座建筑。",
    "germany": "开局多两支步兵。研究带有部队的科技时，得到一支该类部队和一个资源。",
    "rome": "每建造一座城市或奇观、每征服一座城市或村庄，在文化轨上前进一格。",
    "russia": "有第七支军队，开局放两支。每格可多放一个棋子。"
    "每回合一次，牺牲进入敌城的一个棋子，学会城主会的一项科技。",
}
"""文明 -> 能力。"""

GOVERNMENTS = {
    "anarchy": "首都什么也不做；持续到下一个回合开始。",
    "communism": "每座城市生产力+2；首都投身艺术时文化-1。",
    "democracy": "每回合贸易+2；你的军队不攻打城市。",
    "despotism": "没有好处，也没有坏处。",
    "feudalism": "1枚钱币；城市可以收获你任何城市市郊的资源。",
    "fundamentalism": "战斗手牌+1；每回合失去2贸易。",
    "monarchy": "每座投身艺术的城市文化+1；文化手牌上限+1。",
    "republic": "军队可以建城，侦察队可以进入茅屋。",
}
"""政体 -> 作用。"""

KINDS = {
    "artillery": "对步兵先攻；骑兵对它先攻。",
    "infantry": "对骑兵先攻；炮兵对它先攻。",
    "mounted": "对炮兵先攻；步兵对它先攻。",
    "aircraft": "与任何部队同时攻击。强度从不提升。",
}
"""部队种类 -> 克制关系。"""

PARTS = {
    "hut": "取得者面朝下保留，付出时展示。",
    "iron": "在战斗中用于金属制造术、数学和弹道学。",
    "incense": "换取文化：货币、骑士制度、金属铸造。",
    "person": "从村庄里走出一位随机的伟人。",
    "silk": "用于骑术、君主制和蒸汽动力。",
    "spy": "用于文字、公务员制度、共产主义和大众传媒。",
    "uranium": "用于原子理论。",
    "village": "由三支蛮族部队守卫；打败他们的人面朝下保留它。",
    "walls": "攻方先出牌，守方多算4点。",
    "wheat": "换取生产力：畜牧业、建造、银行业。",
}
"""其他 -> 用途。"""

EVENTS = {
    "a-generous-gift": "当作1个铁、小麦、间谍或丝绸，由你选择。",
    "a-gift-from-afar": "当作1个铁、小麦、间谍或丝绸，由你选择；另一位玩家得1枚钱币。",
    "a-princely-gift": "当作1个铁、小麦、间谍、丝绸或铀，由你选择。",
    "bread-and-circuses": "一张针对你或你的东西的事件失效。",
    "catastrophe": "拆除离你的棋子或城市6步以内的一座建筑。",
    "defection": "消灭离你的棋子或城市4步以内的一个棋子。可打断移动。",
    "deforestation": "一格没有建筑和奇观的森林从此变为草原。",
    "disaster": "拆除别人的至多两座建筑。",
    "disoriented": "别人一格上的棋子一起偏离至多2格，不引发战斗。",
    "drought": "一格没有建筑和奇观的非山地从此变为沙漠。",
    "exchange-of-ideas": "你和另一位玩家各向对方免费学会一项一级科技，你先。",
    "jousting-tourney": "任何一张文化事件失效。",
    "knowledge-shared": "你和另一位玩家各向对方免费学会一项一级或二级科技，你先。",
    "lost": "别人一格上的棋子一起偏离至多3格，不引发战斗。",
    "mass-defection": "离你的棋子或城市6步以内的一格上，一位伟人或至多2个棋子死去。可打断移动。",
    "out-of-position": "别人一格上的棋子一起偏离至多4格，不引发战斗。",
    "primetime-tv": "一张文化事件，或一个付了资源的能力失效。",
    "sabotage": "拆除离你的棋子或城市4步以内的一座建筑。",
    "the-citizens-are-revolting": "另一位玩家陷入无政府状态。",
    "the-citizens-are-revolting-ii": "另一位玩家陷入无政府状态。",
    "think-tank": "你和另一位玩家各向对方免费学会一项三级以下的科技，你先。",
    "we-love-the-despot-day": "你的一座城市本回合生产力+4。",
    "we-love-the-president-day": "你的一座城市本回合生产力+8。",
    "we-love-the-queen-day": "你的一座城市本回合生产力+6。",
    "wholesale-defection": "任意一格上，一位伟人或至多2个棋子死去。可打断移动。",
}
"""文化事件 -> 作用。"""

TEXTS = {
    **{f"civ.text.event.{name}": text for name, text in EVENTS.items()},
    **{f"civ.text.tech.{name}": text for name, text in TECHS.items()},
    **{f"civ.text.wonder.{name}": text for name, text in WONDERS.items()},
    **{f"civ.text.civilization.{name}": text for name, text in CIVILIZATIONS.items()},
    **{f"civ.text.government.{name}": text for name, text in GOVERNMENTS.items()},
    **{f"civ.text.kind.{name}": text for name, text in KINDS.items()},
    **{f"civ.text.part.{name}": text for name, text in PARTS.items()},
}
"""Key -> text."""
