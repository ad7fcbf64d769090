"""What an act costs of what there is, what it brings, and why it is refused: in simplified Chinese."""

from __future__ import annotations

from ..tables.buildings import BUILDINGS
from ..tables.model import UNIT_TYPES
from ..tables.wonders import WONDERS
from .names_zh_hans import NAMES_ZH_HANS

WHY_ZH_HANS = {
    "effect.arts-make": "{0}的艺术：{1}文化（现{2}）",
    "effect.bonus": "战斗加成：{0}（现{1}）",
    "effect.coins": "钱币：{0}（现{1}）",
    "effect.goods": "你将有{1}个{0:card}",
    "effect.income": "每回合贸易：{0}（现{1}）",
    "effect.makes": "{0}的生产力：{1}（现{2}）",
    "effect.building-off": "{1}上的{0:card}回到市场",
    "effect.person-off": "{1}上的{0:card}离开，回到你手中，以后可再放置",
    "effect.wonder-off": "{1}上的{0:card}永远失去",
    "effect.price": "需要{0}生产力（{1}产出{2}）",
    "effect.price-rush": "需要{0}生产力：{1}产出{2}，其余用{3}贸易加速（你有{4}）",
    "effect.research-price": "至少需要{0}贸易；现有{1}，之后剩{2}",
    "effect.space-event": "你进入文化轨第{0}格（共{1}格），抽一张{2:age}级文化事件",
    "effect.space-person": "你进入文化轨第{0}格（共{1}格），得到一位伟人",
    "effect.space-victory": "你进入最后一格，赢得对局",
    "effect.track-price": "需要{0}文化（你有{1}）",
    "effect.track-price-trade": "需要{0}文化（你有{1}）和{2}贸易（你有{3}）",
    "effect.wins-technology": "你赢得对局，除非行动顺序在你之前的人此时也获胜",
    "effect.units": "部队：{0}（现{1}）",
    "illegal.lies-face-down": "{0}还未翻开",
    "illegal.no-target-left": "没有可以使用{0:card}的对象",
    "illegal.nobody-to-found": "{0}上没有你的棋子",
    "illegal.nothing-to-use": "{0:card}没有可以使用的能力：它的作用自动生效",
}
"""Everything by its key."""
ONE_ZH_HANS = {f"one.{key}": NAMES_ZH_HANS.get(key, "") for key in (*BUILDINGS, *WONDERS, *UNIT_TYPES, "walls")} | {
    "one.army": "军队",
    "one.scout": "侦察队",
}
"""What cities build and train, as one of it is told."""
