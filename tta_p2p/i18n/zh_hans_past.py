"""What is said of the past of a game, of its charts and of what was proved, in simplified Chinese."""

from __future__ import annotations

_KEYS = {
    "chart": "整局游戏的图表",
    "fair": "证明了什么，如何检验",
    "past": "回顾：回合列表；Enter前往，← →逐步，Esc返回现在",
}

PAST = {
    "chart.none": "还没有可画的，或者这个游戏不作统计。",
    "chart.title": "至今的游戏",
    "fair.act": "行动",
    "fair.again": "再次检验",
    "fair.agree": "已检验{n}条消息。每条都写明此前一切的哈希，所以最后发言的人与你看到的是同一局游戏：{chain}。愿意"
    "的话可以念出来核对。",
    "fair.by": "检验者",
    "fair.checked-by": "你的电脑，以及{names}的电脑，各自独立检验。谁也不必相信谁。",
    "fair.checked-here": "你的电脑。",
    "fair.claim": "声明",
    "fair.disagree": "已检验{n}条消息，但并非一切吻合；记录写明哪里不对。",
    "fair.draw": "抽牌",
    "fair.export": "“tta export {game}”把游戏写成文件，“tta verify 文件”不用网络就能再次检验其中的每个签名和每个证明"
    "。任何人在任何电脑上都可以。",
    "fair.file": "游戏保存在{file}。对这个文件用“tta verify”，不用网络就能再次检验每个签名和每个证明。任何人在任何电"
    "脑上都可以。",
    "fair.heads": "一致",
    "fair.local": "这局游戏只在你的电脑上进行，什么也不证明。",
    "fair.local.why": "所有的牌由一个程序发出，没有谁需要被证明：能改动这里文件的人就能改动游戏。与别人同桌（tta hos"
    "t、tta join）时，每次洗牌、抽牌和声明都有证明。",
    "fair.look": "查看",
    "fair.nothing-yet": "还没有证明过什么。",
    "fair.roll": "随机数",
    "fair.seal": "密封的选择",
    "fair.show": "翻开",
    "fair.shuffle": "洗牌",
    "fair.title": "最近证明了什么",
    "help.fair": "最近证明了什么、由谁检验、如何再次检验",
    "proved.act": "{0}签了名；每台电脑都按规则执行，结果相同。",
    "proved.claim": "{0}没有展示暗牌，就证明了关于它的说法。",
    "proved.draw": "{0}抽{1}张牌。其他所有人都取下自己的锁，并证明那是正确的锁。只有{0}能看到这些牌。",
    "proved.look": "只有{0}看到的{1}张牌。其他所有人都取下自己的锁，并证明那是正确的锁。",
    "proved.roll": "每人给出一部分，在看到别人的部分之前就已密封。谁也无法选定它。",
    "proved.seal": "{0}个选择，全部密封之后才打开。谁也无法先看再选。",
    "proved.show": "{0}张牌。每个人都取下一把锁，并证明那是正确的锁：不可能展示别的牌。",
    "proved.shuffle": "{0}张牌。你们每人依次洗牌并上锁，并证明没有添加、遗失或更换任何一张。只要有一人不说出顺序，就"
    "没有人知道。",
    "screen.local": "本机",
    "screen.proofs": "已检查{n}，一致",
    "screen.proofs.disputed": "已检查{n}，有争议",
    "help.at": "那个回合开始时的局面：总览，或某一页",
    "help.chart": "整局游戏的图表",
    "help.past": "向节点询问那么多事实之后的局面",
    "help.turns": "游戏的各个回合及其编号，用于 at N",
    "past.back": "回顾：",
    "past.begins": "游戏开始。",
    "past.comes": "（正在询问节点……）",
    "past.no-page": "没有这一页；有{pages}。",
    "past.step": "第{n}步，共{whole}步",
    "past.turn": "第{turn}回合",
    "past.turn-of": "第{turn}轮：{name}",
    "past.turns": "回合",
    "past.which": "哪个回合？输入1到{n}的编号；“turns”列出所有回合。",
    "screen.keys.past": "← →步  PgUp PgDn回合  空格播放  j回合列表  Esc回到现在",
    "screen.keys.turns": "↑ ↓选择  Enter前往  Esc返回",
    "usage.at": "at 编号 [页]",
    "usage.chart": "chart",
    "usage.fair": "fair",
    "usage.past": "past N ...",
    "usage.turns": "turns",
    **{f"key.{key}": text for key, text in _KEYS.items()},
}
"""Everything by its key."""
