"""What the pages of 7 Wonders say around the words of the game, in simplified Chinese."""

from __future__ import annotations

_HEADS = {
    "brings": "带来", "build": "建造", "build-short": "建造（付给左右的钱币）", "coins": "钱币", "conflicts": "冲突",
    "hand": "你的手牌", "science": "科技", "sell": "出售", "shields": "盾牌", "stage": "阶段{n}", "wonder": "奇迹",
}  # fmt: skip

_LABELS = {
    "coins": "钱币", "conflicts": "冲突", "copies": "张数", "cost": "费用", "discounts": "折扣",
    "free-after": "免费条件", "makes": "产出", "opens": "可免费建造", "points": "分数", "science": "科技",
    "sells": "出售", "shields": "盾牌", "tucked": "奇迹之下",
}  # fmt: skip

_PARTS = {
    "civilian": "市政", "commerce": "商业", "conflicts": "军事", "guilds": "行会", "science": "科技",
    "treasury": "财产", "wonder": "奇迹",
}  # fmt: skip

_PROSE = {
    "any-science": "终局时算作一个科技符号，取得分最多的一种。",
    "coins": "建成时获得{n}个钱币。",
    "coins-for": "建成时，每有一{what}获得{coins}；同一回合所建的也算。",
    "discount-both": "此后向两侧邻国购买{goods}，每份只需1个钱币。",
    "discount-left": "此后向左邻购买{goods}，每份只需1个钱币。",
    "discount-right": "此后向右邻购买{goods}，每份只需1个钱币。",
    "free-colour": "此后城邦中每种颜色的第一座建筑免费。",
    "free-first": "此后每个时代第一回合的建筑免费。",
    "free-last": "此后每个时代第六回合的建筑免费。",
    "from-discards": "本回合结束时查看弃牌堆，可免费建造其中一张。",
    "last-card": "此后每个时代的最后一张牌也可使用，在第六回合之后。",
    "makes": "每回合产出{goods}。",
    "makes-choice": "每回合产出{goods}，按需要取其中一种。",
    "points": "终局{n}分。",
    "points-for": "终局时，每有一{what}得{points}。",
    "points-for-wonder": "若奇迹全部建成，终局{n}分。",
    "science": "一个科技符号：{symbol}。",
    "shields": "此后的军事冲突中有{n}个盾牌。",
}

_SHORT = {
    "all-own": "全部自己产出",
    "and": "、",
    "any-made": "任意手工制品",
    "any-raw": "任意原料",
    "before": "时代I之前",
    "blank": "",
    "board": "{wonder}（{side}）",
    "both": "两侧",
    "card-kind": "{colour}，时代{age}",
    "cards.around": "张自己与两侧邻国的{colours}牌",
    "cards.beside": "张两侧邻国的{colours}牌",
    "cards.own": "张自己的{colours}牌",
    "chain": "免费：已有与之连锁的建筑",
    "choosing": "还在选择，或仍可改变选择：{names}。",
    "colon": "：",
    "coins": "{n}个钱币",
    "coins-short": "差{n}个钱币",
    "copies": "{players}人及以上{n}张",
    "cost-or-free": "{cost}；有{cards}则免费",
    "discards": "弃牌堆{n}张",
    "empty-hand": "你没有手牌。",
    "for-no-coins": "不够卖",
    "free": "免费",
    "free-after": "免费：已有{card}",
    "free-colour": "免费：该颜色的第一张",
    "free-turn": "奇迹使其免费",
    "from-left": "向左邻买{goods}付{coins}",
    "from-right": "向右邻买{goods}付{coins}",
    "further": "较远的城邦（钱币、盾牌、阶段）：",
    "further-on": "；",
    "further-city": "{coins}、{shields}、{stages}",
    "gist.any-science": "任意符号",
    "gist.discount": "{goods}只需1，{side}",
    "gist.free-colour": "每色首张免费",
    "gist.free-turn": "第{turn}回合免费",
    "gist.from-discards": "一张弃牌",
    "gist.last-card": "可用最后一张牌",
    "gist.points-for-wonder": "奇迹全部建成则{n}分",
    "gist.for": "每{what}{some}",
    "goes-left": "手牌传给左边",
    "goes-right": "手牌传给右边",
    "goes-to": "其余传给{name}",
    "going": "；{going}",
    "guild-by-lot": "一张，随机抽取",
    "guilds": "时代III有{n}张行会",
    "last": "本时代最后一回合",
    "left": "左",
    "made": "手工制品",
    "made.short": "手工制品",
    "makes": "产出{goods}",
    "no-board": "尚无奇迹",
    "no-such-age": "没有时代“{asked}”；时代是I、II和III",
    "no-such-cards": "这个人数的游戏中没有该时代和颜色的牌；请放宽条件",
    "no-such-colour": "没有颜色“{asked}”；颜色有{colours}",
    "no-such-decks": "没有{asked}人的牌堆，只有3到7人的",
    "chart.coins": "钱币",
    "chart.points": "目前的分数",
    "chart.shields": "盾牌",
    "no-hand": "只有玩家能看到自己的手牌。",
    "not-for-sale": "{what}不够卖",
    "or": "或",
    "own": "{goods}",
    "points": "{n}分",
    "points-now": "目前{n}（{parts}）",
    "raw": "原料",
    "raw.short": "原料",
    "right": "右",
    "sells": "出售{goods}",
    "shields": "{n}盾牌",
    "side": "{side}面",
    "so-many": "{n}{what}",
    "so-many-cards": "{n}{colour}",
    "stage-is": "阶段{n}，{brings}：",
    "stage-number": "阶段{n}",
    "stages.around": "个自己与两侧邻国的奇迹阶段",
    "stages.own": "个自己的奇迹阶段",
    "turn": "时代{age}，第{turn}回合",
    "standing": "时代{age}，第{turn}/{turns}回合，{going}",
    "stands": "已建成",
    "stands-already": "你的城邦已有",
    "to-left": "左{n}",
    "to-nobody": "0",
    "to-right": "右{n}",
    "title.hand": "你的手牌与所有可能的用法",
    "title.score": "目前的分数",
    "wonder-makes": "产出{goods}",
    "wonder-stands": "你的奇迹已全部建成。",
    "wonders": "奇迹",
    "you": "你",
}

_PAGES = {
    "help.acts-are": "要行动，请输入编号，或写出来：build baths、build barracks left、stage mine、sell mine。可以缩写。"
    "选定之后立即密封送出。",
    "hidden-card": "一张牌",
    "hidden-cards": "{n}张牌",
    "help.city": "你的城邦，或所指玩家的城邦",
    "help.hand": "你的手牌详情与每种付费方式",
    "help.score": "目前的分数",
    "title": "七大奇迹",
    "usage.city": "city [玩家]",
    "usage.hand": "hand",
    "usage.score": "score",
}

WORDS = (
    _PAGES
    | {f"seven.{key}": text for key, text in _SHORT.items()}
    | {f"seven.head.{key}": text for key, text in _HEADS.items()}
    | {f"seven.label.{key}": text for key, text in _LABELS.items()}
    | {f"seven.part.{key}": text for key, text in _PARTS.items()}
    | {f"seven.prose.{key}": text for key, text in _PROSE.items()}
)
"""Everything by its key."""
