"""The kit's own words, by language; a game's words of the same key come first."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "effect.ends": "The game is over then",
        "effect.ends-shared": "The game is over then: {0:seat} {0:you?share|shares} the first place",
        "effect.ends-won": "The game is over then: {0:seat} {0:you?win|wins}",
        "illegal.bad-arguments": "Not written as it should be: {0:act}",
        "illegal.due-first": "First comes: {1:asked}",
        "illegal.no-such-card": "No such card is left there",
        "illegal.no-such-verb": "There is no act “{0}”",
        "illegal.no-such-verb-but": "There is no act “{0}”. Did you mean “{1}”",
        "illegal.no-such-word": "“{0}” means nothing here",
        "illegal.no-such-word-but": "“{0}” means nothing here. Did you mean “{1}”",
        "illegal.none-possible": "None of it is possible: {0:act}",
        "illegal.not-now": "Not possible now: {0:act}",
        "illegal.nothing-for": "Nothing of this kind is possible now: {0:act}",
        "illegal.other-decides": "It is not your turn. {0:seat} decides: {1:asked}",
        "illegal.others-decide": "It is not your turn. Others decide: {0:asked}",
        "illegal.say-which": "Say with what: {0:act}",
        "illegal.not-playing": "That seat is not in the game",
        "illegal.not-true": "That is not what the card is",
        "zone.out": "out of the game",
        "zone.under-way": "under way",
    },
    "zh-Hans": {
        "effect.ends": "对局随即结束",
        "effect.ends-shared": "对局随即结束：{0:seat}并列第一",
        "effect.ends-won": "对局随即结束：{0:seat}获胜",
        "illegal.bad-arguments": "写法不对：{0:act}",
        "illegal.due-first": "请先决定：{1:asked}",
        "illegal.no-such-card": "那里没有这样的卡牌",
        "illegal.no-such-verb": "没有“{0}”这个行动",
        "illegal.no-such-verb-but": "没有“{0}”这个行动。是否想说“{1}”",
        "illegal.no-such-word": "“{0}”在此没有意义",
        "illegal.no-such-word-but": "“{0}”在此没有意义。是否想说“{1}”",
        "illegal.none-possible": "都不可行：{0:act}",
        "illegal.not-now": "现在不能：{0:act}",
        "illegal.nothing-for": "现在没有可以这样做的：{0:act}",
        "illegal.other-decides": "现在不是你的回合。由{0:seat}决定：{1:asked}",
        "illegal.others-decide": "现在不是你的回合。由其他人决定：{0:asked}",
        "illegal.say-which": "请说明对象：{0:act}",
        "illegal.not-playing": "该座位不在游戏中",
        "illegal.not-true": "这张牌并非如此",
        "zone.out": "已移出游戏",
        "zone.under-way": "移动中",
    },
}
"""Language -> key of `Game.texts` -> text."""

VIEW_TEXTS: Mapping[str, str] = {"view.left": "", "view.ending": ""}
"""Fields of a `GameState` that a plain view need not show, since the node says the same."""
