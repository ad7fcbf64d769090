"""What the kit itself may have to say, by language; a game's own words of the same key come first."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "illegal.bad-arguments": "Not written as it should be: {0:act}",
        "illegal.no-such-card": "No such card is left there",
        "illegal.not-now": "Not possible now: {0:act}",
        "illegal.not-playing": "That seat is not in the game",
        "illegal.not-true": "That is not what the card is",
        "zone.out": "out of the game",
        "zone.under-way": "under way",
    },
    "zh-Hans": {
        "illegal.bad-arguments": "写法不对：{0:act}",
        "illegal.no-such-card": "那里没有这样的卡牌",
        "illegal.not-now": "现在不能：{0:act}",
        "illegal.not-playing": "该座位不在游戏中",
        "illegal.not-true": "这张牌并非如此",
        "zone.out": "已移出游戏",
        "zone.under-way": "移动中",
    },
}
"""Language -> key of `Game.texts` -> text."""

VIEW: Mapping[str, str] = {"view.left": "", "view.ending": ""}
"""Fields of a `GameState` that a plain view need not show, since the node says the same."""
