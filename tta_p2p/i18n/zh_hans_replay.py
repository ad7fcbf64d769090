"""What `tta replay` says, in simplified Chinese."""

from __future__ import annotations

REPLAY = {
    "replay.beginning": "这是开头。",
    "replay.called-off.call-off": "玩家们同意在此结束对局，不分胜负（取消）。",
    "replay.called-off.forfeit": "玩家们同意在此结束对局，没有赢家（放弃）。",
    "replay.called-off.without": "{names}没有参与以下的决定。",
    "replay.closed": "这场对局的手牌没有公开：没有人有密钥",
    "replay.help.at": "at N   同上，并显示当时的局面；at N 页面：另一页",
    "replay.help.back": "b      回到上一个有事发生的步骤",
    "replay.help.chart": "chart  整场对局的图表",
    "replay.help.find": "f 文字 记录中有此文字的下一步",
    "replay.help.log": "log    到此为止的全部记录",
    "replay.help.next": "回车   下一个有事发生的步骤",
    "replay.help.number": "编号   到那一步",
    "replay.help.pages": "{pages}  查看当时的局面",
    "replay.help.quit": "q      退出",
    "replay.help.seat": "s 名字 以这位玩家的视角查看；只输入s：以所有人的视角",
    "replay.help.turn": "turn N 到那个回合的开头；回合有阶段时，turn 7.3是第7回合的第3阶段",
    "replay.help.turns": "turns  所有回合及其编号",
    "replay.keys": "回车：下一步，b：后退，{page}：桌面，?：帮助，q：退出。",
    "replay.nobody": "这里没有叫“{name}”的人；有{names}",
    "replay.not-found": "后面没有“{typed}”。",
    "replay.not-understood": "我不明白“{typed}”；?列出可以输入的内容",
    "replay.opened": "所有手牌都已公开：s 名字 以这位玩家的视角查看。",
    "replay.seen-by": "你看到的是{name}当时所见。",
    "replay.seen-by-all": "你看到的是所有人当时所见。",
    "replay.silent": "（没有记录）",
    "replay.title.called-off": "{game}：{names}；{n}步；经同意提前结束。",
    "replay.title.over": "{game}：{names}；{n}步。",
    "replay.title.unfinished": "{game}：{names}；{n}步；尚未结束。",
    "replay.unfinished": "对局记录到此为止：对局尚未结束。",
}
"""Stepping through a recorded game."""
