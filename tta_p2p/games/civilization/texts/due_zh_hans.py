"""What is to be done before anything else, by decision: in simplified Chinese."""

from __future__ import annotations

_DUE = {
    "answer-ability": "请先回应，或任其发生",
    "answer-action": "请先回应，或任其发生",
    "answer-event": "请先回应，或任其发生",
    "answer-move": "请先回应，或任其发生",
    "blow": "请先在战斗中打出一张部队",
    "capital": "请先放置首都",
    "civilization": "请先选择文明",
    "discard": "请先弃掉一张文化事件",
    "divide": "请先选择{0}用剩下的生产力买什么，或不再购买",
    "figures": "请先在首都周围放置棋子",
    "gift": "请先从市场拿取一个资源",
    "grant": "请先决定谁得到钱币",
    "loot": "请先取战利品，或不再取",
    "make-room": "请先让你的棋子离开新城市{0}",
    "manage": "城市行动时不能这样做：请先结束你的阶段",
    "moves": "移动时不能这样做：请先结束你的阶段",
    "on-the-way": "请先决定{0}上的棋子继续去哪里，或停下",
    "person": "请先放置{0:card}，或留下备用",
    "place-wonder": "请先放置{0:card}",
    "proposal": "请先接受或拒绝交易",
    "start": "回合开始时不能这样做：请先结束它",
    "study": "请先选择研究什么，或不研究",
    "swap": "请先选择学习什么",
    "terms": "请先说明付出和得到什么，再提出或放弃交易",
    "trading": "贸易阶段不能这样做：请先结束你的阶段",
    "village": "请先决定如何处理村庄",
}

DUE_ZH_HANS = {f"illegal.due-first.{key}": text for key, text in _DUE.items()}
"""Everything by its key."""
