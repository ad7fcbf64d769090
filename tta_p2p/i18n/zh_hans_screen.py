"""What the full screen says around the game, in simplified Chinese."""

from __future__ import annotations

_KEYS = {
    "all": "在一个列表中显示所有行动",
    "autopilot": "让电脑玩家替你玩一会儿，或自己继续",
    "chat": "对全桌说话",
    "chats": "桌上说过的话",
    "end": "结束回合、放弃或拒绝（若有浪费，会先询问）",
    "enter": "执行标记的行动；若是不能拿的牌，说明原因",
    "escape": "返回；关闭页面；取消询问",
    "help": "标记的牌，以及所有按键",
    "hint": "电脑玩家的建议（若本桌允许）",
    "leave": "离开；对局会保留",
    "log": "发生过的一切",
    "look-up": "查找卡牌或规则",
    "news": "你上个回合之后发生的事；空格键逐条讲述",
    "number": "移到卡牌列的该位置，或该行动",
    "pages": "游戏的所有页面；← →换页",
    "players": "每位玩家的面板；← →换人",
    "ready": "同意条件",
    "redo": "重做撤销的行动",
    "redraw": "重画屏幕",
    "rematch": "在同一桌再来一局",
    "reset": "撤销整个回合",
    "start": "开始（主持人）",
    "typed": "输入行动或命令；Tab键补全",
    "undo": "撤销，直到看到隐藏信息为止",
    "up-down": "移动标记，或滚动页面",
    "who": "对局在等谁",
}

SCREEN = {
    "keys.act": "行动",
    "keys.does": "作用",
    "keys.key": "按键",
    "keys.move": "移动",
    "keys.others": "其他玩家与屏幕",
    "keys.see": "查看",
    "screen.autopilot": "电脑玩家在替你玩：按A收回座位",
    "screen.by-bot": "{name}（暂由电脑玩家代替）",
    "screen.away": "{name}未连接",
    "screen.chats": "聊天记录",
    "screen.chosen-anew": "你已选择；可以重新选择",
    "screen.ended": "已结束",
    "screen.halted": "已停止",
    "keys.lobby": "开局之前",
    "screen.help": "帮助",
    "screen.here.away": (
        "有人断线了。对局在等待，他们回来后会自动继续；什么也不会丢失。长时间不回来的人可以投票请出：:vote gone NAME。"
        "也可以请求暂停：:pause。"
    ),
    "screen.here.decision": "在别人的回合里有事要你决定。相关的牌显示在右边；标记停在放过它的那一项。",
    "screen.here.halted": (
        "在人们查看之前不会继续：最后几行说明原因。到此为止的一切都已保留并得到证明。g显示发生过的事，w显示在等谁；"
        ":call-off结束对局，没有胜者。"
    ),
    "screen.here.lobby": (
        "人还没到齐，或还没有同意。阅读条件，按r同意；房主按s开始。"
        "若想确定坐着的是谁，可以口头核对词语。"
    ),
    "screen.here.over": "对局结束了。面板仍可查看：o页面、Tab面板、g记录。R在同一牌桌再来一局。",
    "screen.here.paused": (
        "大家同意在此停下。你可以离开，今天或几天都行。:resume表示你回来了；"
        "所有人都回来过之后，对局继续。"
    ),
    "screen.here.preparing": "所有人正在一起洗牌，每次洗牌都有证明。需要片刻。",
    "screen.here.sealed": "你已选择，其他人仍在选择。在他们选完之前，你可以改选。",
    "screen.here.turn": "轮到你了。移动标记并按回车，或按字母选一类行动；花费和效果显示在下方。z撤销，e结束回合。",
    "screen.here.waiting": "轮到别人决定。你可以四处看看：Tab面板、o页面、n新消息、g记录、单引号键聊天。",
    "screen.here.watching": "你在观看。Tab显示每位玩家的面板，o所有页面，g发生过的事。手牌保持隐藏。",
    "screen.keys.act": "?帮助  q离开",
    "screen.keys.any": "按任意键关闭屏幕。",
    "screen.keys.asked": "y是  n否  Esc返回",
    "screen.keys.asked-enter": "回车或y是  n否",
    "screen.keys.back": "Esc返回",
    "screen.keys.cycle": "← →换一个",
    "screen.keys.end": "e结束",
    "screen.keys.lobby": "单引号键聊天  冒号键输入命令  q离开",
    "screen.keys.over": "g记录  o页面  Tab面板  q离开",
    "screen.keys.page": "↑ ↓滚动",
    "screen.keys.ready": "r准备好了",
    "screen.keys.rematch": "R再来一局",
    "screen.keys.start": "s开始",
    "screen.keys.step": "空格逐条",
    "screen.keys.typing": "回车发送  Tab补全  Esc返回",
    "screen.keys.undo": "z撤销",
    "screen.keys.waiting": "↑ ↓查看  Tab面板  o页面  n新闻  g记录  '聊天  ?帮助  q离开",
    "screen.leave": "离开吗？",
    "screen.lobby": "对局开始之前",
    "screen.log": "发生过的事",
    "screen.more": "……按o查看全部",
    "screen.news": "你上个回合之后",
    "screen.no-chat": "还没有人说话。",
    "screen.no-end": "这里没有可以结束或拒绝的：请选择其中一项。",
    "screen.none": "现在不能这样做：{what}。",
    "screen.not-here": "全屏界面需要能移动光标的终端。请用--lines，或设置TERM。",
    "screen.not-plain": "--screen与--plain不能同时使用：全屏界面不适合读屏软件和管道。",
    "screen.over": "对局结束",
    "screen.paused": "已暂停：{names}还没有回来",
    "screen.paused-here": "已暂停：按冒号键，输入resume继续",
    "screen.preparing": "正在准备卡牌",
    "screen.returning": "中断之后，正在等{names}",
    "screen.say": "说：",
    "screen.small": "屏幕至少需要{columns}列{lines}行。请放大窗口。",
    "screen.waits": "正在等{names}：{what}",
    **{f"key.{key}": text for key, text in _KEYS.items()},
}
"""Everything by its key."""
