"""客户端围绕回合所说的话：本机游戏、发生了什么、结束回合意味着什么。"""

from __future__ import annotations

LOCAL = {
    "ends-here": "你离开了。这局游戏没能保存：它随窗口结束。",
    "nothing-saved": "你离开了。还什么都没做，所以没有保存。",
    "quit.lost": "要离开吗？这局游戏没能保存：它会随窗口结束。",
    "saved": "你离开了；游戏已保存。{comeback} 可以接着玩。",
}
"""只在这台电脑上的游戏。"""

TURNS = LOCAL
"""全部。"""
