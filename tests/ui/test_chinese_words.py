"""Whatever is said in Chinese: simplified characters, the punctuation of the script, one word for one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.texts import pages_of, texts_of
from tta_p2p import registry
from tta_p2p.i18n import Words, catalogue
from tta_p2p.ui.reference import reference_for

CHINESE = "zh-Hans"
SCRIPTS = pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
GIVEN = "名[称稱]|名字|文字|[语語]言|等[级級]|主[题題]|命令|指令"
"""What stands in a command for what is to be typed there."""
NEVER = ("机器人", "主人", "动议", "敲门", "验证", "数据文件夹", "录像", "桌边")
"""Not what bots, hosts, motions, knocking, verifying, data folders and recordings are called, nor who is away.

They are 电脑玩家, 房主, 提议, 联系, 检验, 数据目录 and 回放; who is away is 人不在.
"""
CHESS = ("下完", "下几局", "下到", "步棋", "好棋", "下棋")
"""What is said of chess: a board game of this kind is 玩."""

A_GAME = re.compile("局游戏|(?<!全)[这那该同各整]一?局(?!部|面|记录)|[每哪]一局")
"""One game that is played is no 一局, which only counts, and no 游戏 of this or that count: it is 这场对局."""
IN_PROGRESS = re.compile(
    "游戏(已经|已|还没|尚未|没有(开始|结束|暂停|在等)|[不会]*(结束|继续|暂停|停住|中断|等待)|从未|照常|保持|就?开始)|"
    "(开始|结束|继续|取消|放弃|离开|退出|参与|回到|存储|保存|观看|你的|全部|至今的)游戏"
)
"""What begins, goes on, ends or is kept is 对局; 游戏 is what is played, and what cards leave."""


def sentences(language: str = CHINESE) -> Iterator[tuple[str, str]]:
    """Everything that is said in Chinese, by where it stands: the application, games, their pages and rules."""
    yield from ((key, text) for key, text in catalogue(language).items())
    for name in registry.names():
        for texts in (texts_of(name, language), pages_of(name, language)):
            yield from ((f"{name} {key}", text) for key, text in texts.items())
        for topic in reference_for(name, Words(language)).rules.get(language, ()):
            yield f"{name} rules {topic.name}", " ".join((topic.title, *topic.words, topic.text))


def is_simplified(letter: str) -> bool:
    """Whether a letter is none of Chinese, or of the characters that simplified texts are written in."""
    try:
        return not "\u4e00" <= letter <= "\u9fff" or bool(letter.encode("gb2312"))
    except UnicodeEncodeError:
        return False


def test_characters_are_simplified() -> None:
    texts = list(sentences())
    assert len(texts) > 1500 and not is_simplified("磚") and is_simplified("砖") and is_simplified("x")
    assert [(where, text) for where, text in texts if not all(map(is_simplified, text))] == []


@SCRIPTS
def test_ideographs_have_the_punctuation_of_their_script(language: str) -> None:
    mark = re.compile("[一-鿿][,:;!()]|[,:;!(] ?[一-鿿]")
    typed = re.compile(r"`[^`]*`|\{[^}]*\}|(主[机機]|[地位]址):(端口|連接埠)")
    assert [(where, text) for where, text in sentences(language) if mark.search(typed.sub("", text))] == []


@SCRIPTS
def test_no_blank_stands_between_ideographs(language: str) -> None:
    """But beside what is typed, and where keys or words stand in a row."""
    blank = re.compile("[一-鿿\u3000-\u303f\uff00-\uffef] [一-鿿\u3000-\u303f\uff00-\uffef]")
    typed = re.compile(rf"`[^`]*`|\{{[^}}]*\}}|(主[机機]|[地位]址):(端口|連接埠)|({GIVEN})(?= )")
    in_a_row = ("screen.keys.", "answers.", "civ.said.")
    texts = [(where, text) for where, text in sentences(language) if " rules " not in where]
    for name in registry.names():
        rules = reference_for(name, Words(language)).rules.get(language, ())
        texts += [(f"{name} {topic.name}", topic.text) for topic in rules]
    said = [(where, text) for where, text in texts if not where.split(" ")[-1].startswith(in_a_row)]
    assert len(said) > 1500 and blank.search("购买 石料") and blank.search("石料 （右邻）")
    assert [(where, text) for where, text in said if blank.search(typed.sub("x", text))] == []


@SCRIPTS
def test_blanks_stand_beside_commands_and_beside_no_other_letters(language: str) -> None:
    """As they are typed, commands and options stand apart; words, numbers and what a place gives do not."""
    named = r"(tta|chmod)( [a-z=]+)+( 名字| {id(:shell)?})?"
    lines = (named, r"tta-p2p \{[a-z]+\}", r"--[a-z-]+( [A-Z0-9*:]+)?", "at N")
    command = re.compile("|".join((*lines, r"\{(comeback|help|command)\}")))
    looked_up = re.compile(r"tta (cards|rules)( all| 名[称稱]| 主[题題])?\{of\}")
    quoted = re.compile(rf"`[^`]*`|(?<= )({GIVEN}) |\b(s|f|rules|gone) (?={GIVEN})| {{\d}} → {{\d}}")
    in_a_row = ("screen.keys.", "key.short.", "answers.", "usage.", "civ.said.", "civ.legend.", "replay.help.")
    wrong = re.compile("[一-鿿](⌘| [0-9A-Za-z{*])|(⌘|[0-9A-Za-z}] )[一-鿿]")
    assert all(map(wrong.search, ("按 q 离开", "{n} 点", "用⌘回来"))) and not wrong.search("按q，用 ⌘ 回来")
    texts = {where: text for where, text in sentences(language) if not where.split(" ")[-1].startswith(in_a_row)}
    spoken = {where: looked_up.sub("⌘", text) for where, text in texts.items() if " rules " not in where}
    told = {where: command.sub("⌘", quoted.sub("·", text)) for where, text in spoken.items()}
    assert len(told) > 1500 and {where: text for where, text in told.items() if wrong.search(text)} == {}


@SCRIPTS
def test_lines_of_the_rules_break_where_no_space_comes_in(language: str) -> None:
    """Lines are joined without a space between ideographs alone."""
    broken = re.compile("[^\\x00-\\x7f]\n[0-9A-Za-z“”]|[0-9A-Za-z“”]\n[^\\x00-\\x7f]")
    rules = ((where, text) for where, text in sentences(language) if " rules " in where)
    assert [(where, found[0]) for where, text in rules if (found := broken.search(text))] == []


@SCRIPTS
def test_no_number_stands_right_after_a_player(language: str) -> None:
    """Bots are called 电脑2: with 5 behind it, the name would read 电脑25."""
    player = r"\{(\w+:seat|giver|taker|player)\}(\d|\{(n\b|\w+\}|\w+:(n|paid)\}))"
    glued = re.compile(player + r"|\{name\}(\d|\{n\b)")
    assert all(map(glued.search, ("给{0:seat}{2}{1:card}", "{name}{n}张", "{0:seat}3张", "{0:seat}{3:paid}")))
    assert not glued.search("给{0:seat}：{2}{1:card}") and not glued.search("给{0:seat}{1:card}")
    assert [(where, text) for where, text in sentences(language) if glued.search(text)] == []


def test_no_key_and_no_place_to_fill_is_left_in_english() -> None:
    left = re.compile("(?<![A-Za-z_])(Enter|HOST|PORT|KEY|NAME|TOPIC)(?![A-Za-z_])")
    assert left.search("按Enter列出") and left.search("（HOST:PORT#KEY）")
    assert [(where, text) for where, text in sentences() if left.search(text)] == []


def test_one_thing_is_called_by_one_word() -> None:
    assert [(where, word) for where, text in sentences() for word in (*NEVER, *CHESS) if word in text] == []


def test_a_game_that_is_played_is_called_otherwise_than_what_is_played() -> None:
    texts = list(sentences())
    assert all(map(A_GAME.search, ("这局游戏", "这一局", "该局编号", "整局"))) and not A_GAME.search("再来一局，共3局")
    assert [(where, text) for where, text in texts if A_GAME.search(text)] == []
    assert all(map(IN_PROGRESS.search, ("游戏已经结束", "你的游戏", "开始游戏"))) and not IN_PROGRESS.search("移出游戏")
    told = [(where, text) for where, text in catalogue(CHINESE).items() if IN_PROGRESS.search(text)]
    assert told == []
