"""客户端围绕回合所说的话：本机对局、发生了什么、结束回合意味着什么。"""

from __future__ import annotations

LOCAL = {
    "ends-here": "这场对局没能保存：它随窗口结束。",
    "leave.ends-here": "这场对局没能保存：它随窗口结束。",
    "leave.goes-on": "关掉这个窗口，对局照常继续：{comeback} 可以回来。",
    "leave.not-kept": "{comeback} 从这一课开始。",
    "leave.nothing-saved": "还什么都没做，所以没有保存。",
    "leave.saved": "对局已保存：{comeback} 可以接着玩。",
    "leave.stays-paused": "对局保持暂停：哪一天都可以用 tta resume 继续。",
    "nothing-saved": "还什么都没做，所以没有保存。",
    "quit.knocking": "不再联系这张牌桌吗？（n只关闭这个窗口；tta attach 可以回来。）",
    "quit.lost": "要离开吗？这场对局没能保存：它会随窗口结束。",
    "not-kept": "已离开。{comeback} 从这一课开始。",
    "saved": "对局已保存。{comeback} 可以接着玩。",
    "stays-knocking": "你还没有坐到任何牌桌旁。你的电脑会继续联系；{comeback} 可以回来。",
}
"""只在这台电脑上的对局。"""

CONNECTED = {
    "connected.again": "{name}重新连上了。",
    "connected.lost": "与{name}的连接断开了。对局不会丢失，轮到{name}之前照常进行；你的电脑会一直尝试重新连接。",
    "connected.now": "{name}连上了。",
    "connected.doubled": "{name}正与你的另一份副本连着：请在那里玩，关掉这一份。",
    "connected.lost.paused": "与{name}的连接断开了；你的电脑会一直尝试重新连接。",
    "connected.not-yet.paused": "{name}还没有连上；你的电脑会一直尝试。",
    "connected.not-yet": "{name}还没有连上。轮到{name}之前，对局照常进行；你的电脑会一直尝试连接。",
}
"""Who is connected, and what it means that somebody is not."""

STANDINGS = {
    "standings.left": "离开",
    "standings.place": "名次",
    "standings.points": "总分",
    "standings.said.parts": "{told}：{parts}。",
    "standings.said.place": "{name}第{place}名，{n}分",
    "standings.said.place.plain": "{name}第{place}名",
    "standings.said.shared": "{name}并列第一，{n}分",
    "standings.said.shared.plain": "{name}并列第一",
    "standings.said.whole": "{told}。",
    "standings.said.won": "{name}获胜，{n}分",
    "standings.said.won.plain": "{name}获胜",
}
"""How a game has ended."""

SURE = {
    "lobby.compare": "核对方法：与{names}互相念出密钥；一致后用 tta id trust 名字 记下。",
    "help.rules": "按主题查规则；?也能找到",
    "rules-whole": "详见：{commands}",
    "rules-title": "规则：rules 主题 显示一项",
    "usage.rules": "rules [主题]",
    "end.sure": "{act}吗？",
    "yes-no.enter": "（回车或y，否则n）",
}
"""行动之前的询问。"""

DIGEST = {
    "clause.again": "{clause}",
    "clause.again.you": "{clause}",
    "clause.noted": "{subject}：{clause}",
    "clause.said": "{subject}{clause}",
    "digest.also": "；",
    "digest.and": "，",
    "digest.next": "；",
    "digest.price": "（{prices}）",
    "digest.so": "：",
    "digest.times": "{text}（{n}次）",
    "digest.told": "{subject}：{told}",
    "help.news": "自你上个回合以来发生的事，按玩家列出；news step：逐件来看",
    "news.end": "就这些。",
    "news.nothing": "自你上个回合以来什么也没发生。",
    "news.step": "第{number}件，共{n}件：回车看下一件，输入别的就继续对局。",
    "usage.news": "news [step]",
}
"""简述发生的事。"""

TURNS = LOCAL | CONNECTED | STANDINGS | SURE | DIGEST
"""全部。"""
