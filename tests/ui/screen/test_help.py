"""The page of help: what is meant stands first, Enter does what the line says or says why not, and it is everywhere."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from tests.ui.fake_node import make_table
from tests.ui.positions import middle, random_moments
from tests.ui.screen.keyboard import at_the_screen, face_at_a_table, face_of, lines_of, shown
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.keyboard.key_file import PRESETS, parse_keys
from tta_p2p.keyboard.key_map import USUAL, KeyMap
from tta_p2p.registry import names
from tta_p2p.seats import messages as say
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import plain
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.filters import is_filter_key
from tta_p2p.ui.screen.frame import page_rows
from tta_p2p.ui.screen.keys import strokes_of_games
from tta_p2p.ui.screen.screen_state import OpenPage, PageEntry, entry_texts, shown_entries
from tta_p2p.ui.seven_wonders.legend import NUMBERS
from tta_p2p.ui.state import MotionKey, PendingConfirmation

ENGLISH = {
    "chat": "'", "talk": "'", "message": "'", "say": "'", "send": "'", "quit": "q", "exit": "q", "save": "q",
    "undo": "z", "revert": "z", "mistake": "z", "redo": "y", "pass": "e", "finish": "e", "history": "g",
    "replay": "j", "rewind": "j", "graph": "k", "statistics": "k", "cheating": "f", "proof": "f", "waiting": "w",
    "search": "/", "command": ":", "advice": "H", "bot": "H", "tip": "H", "orders": "O", "automatic": "S",
    "shortcuts": "?",
    "opponents": "Tab", "overview": "o", "missed": "n", "afk": "A", "refresh": "Ctrl-L",
    "cursor": "↑ ↓", "confirm": "Enter", "cancel": "Esc", "options": "a",
    "surrender": "resign", "concede": "resign", "pause": "pause", "break": "pause", "adjourn": "pause",
    "motion": "vote", "kick": "vote", "missing": "vote", "abort": "call-off", "settings": "conditions", "ban": "vote",
    "silence": "mute",
}  # fmt: skip
"""Words that people type for what they look for, each with the line that is meant: it is marked first."""
EVERYDAY = {
    "turn": "e", "end": "e", "end turn": "e", "next turn": "e", "done": "e", "decline": "e", "my turn": "w",
    "whose turn": "w", "clock": "w", "take back": "z", "cancel": "Esc", "exit": "q", "menu": "q", "log": "g",
    "happened": "n", "hint": "H", "best": "H", "legend": "?", "symbols": "?", "new game": "R", "neighbour": "Tab",
    "neighbor": "Tab", "color": "tta", "colour": "tta", "sound": "tta", "language": "tta", "explain": "/",
    "legal": "a", "moves": "a", "scroll": "↑", "next": "e", "away": "A", "computer": "A", "onward": "N",
}  # fmt: skip
"""The same for what people say at a table, in whatever game."""
OF_GAMES = {
    "through_the_ages": {
        "worker": "p", "research": "d", "attack": "m", "war": "m", "leader": "l", "wonder": "b", "buy": "t",
        "stage": "b", "conflict": "m", "fight": "m", "army": "m", "colony": "m", "tactic": "m", "culture": "i",
        "science": "d", "government": "d", "food": "p", "resources": "i", "score": "i", "win": "i", "hand": "h",
        "cards": "l", "discard": "h", "market": "t", "event": "v", "future": "v", "destroy": "x", "strength": "m",
        "happiness": "i", "build": "b", "upgrade": "u", "draw": "t", "military": "m", "pact": "m", "people": "p",
    },
    "civilization": {
        "research": "t", "walk": "m", "wonder": "b", "soldier": "u", "trade": "s", "settle": "d", "war": "m",
        "fight": "m", "attack": "m", "conflict": "m", "battle": "m", "army": "u", "city": "d", "culture": "c",
        "coins": "i", "money": "c", "gold": "c", "government": "d", "anarchy": "d", "explore": "x", "scout": "m",
        "resources": "h", "goods": "h", "hand": "U", "cards": "U", "win": "l", "score": "l", "victory": "l",
        "price": "v", "build": "b", "food": "i", "pyramid": "p", "map": ";", "harvest": "h", "offer": "s",
    },
    "seven_wonders": {
        "war": "i", "conflict": "i", "fight": "i", "attack": "i", "army": "i", "military": "i", "shield": "i",
        "science": "i", "resources": "i", "city": "i", "left": "i", "coins": "x", "money": "x", "gold": "x",
        "discard": "x", "sell": "x", "build": "b", "buy": "b", "trade": "b", "pay": "b", "play": "Enter",
        "stage": "s", "wonder": "s", "hand": "h", "cards": "h", "price": "h", "cost": "h", "score": "v",
        "points": "v", "win": "v", "victory": "v", "culture": "v",
    },
}  # fmt: skip
"""The same for keys of games."""
LOOKED_UP = {
    "through_the_ages": ("first round", "bonus", "territory card"),
    "civilization": ("discard", "obsolete", "round", "first player"),
    "seven_wonders": ("guild", "deck", "tie"),
}
"""Words that no line of help is called, and of which the rules or a card tell something."""
OTHERS = {
    "zh-Hans": {"聊天": "'", "退出": "q", "悔棋": "z", "结束": "e", "重播": "j", "曲线": "k", "作弊": "f", "托管": "A",
                "搜索": "/", "认输": "resign", "暂停": "pause", "投票": "vote", "建议": "H", "刷新": "Ctrl-L",
                "回合": "e", "跳过": "e", "轮到": "w", "我的回合": "w", "撤销": "z", "收回": "z", "保存": "q",
                "菜单": "q", "日志": "g", "历史": "g", "颜色": "tta", "声音": "tta", "语言": "tta", "帮助": "?",
                "图例": "?", "规则": "/", "提示": "H", "邻居": "Tab", "对手": "←", "再玩": "R", "新游戏": "R",
                "总览": "o", "列表": "a", "电脑": "H", "错过": "n", "时间": "w"},
    "zh-Hant": {"聊天": "'", "退出": "q", "悔棋": "z", "結束": "e", "重播": "j", "曲線": "k", "作弊": "f", "託管": "A",
                "搜尋": "/", "認輸": "resign", "暫停": "pause", "投票": "vote", "建議": "H", "重繪": "Ctrl-L",
                "回合": "e", "跳過": "e", "輪到": "w", "我的回合": "w", "復原": "z", "收回": "z", "儲存": "q",
                "選單": "q", "日誌": "g", "歷史": "g", "顏色": "tta", "聲音": "tta", "語言": "tta", "說明": "?",
                "圖例": "?", "規則": "/", "提示": "H", "鄰居": "Tab", "對手": "←", "再玩": "R", "新遊戲": "R",
                "總覽": "o", "列表": "a", "電腦": "H", "錯過": "n", "時間": "w"},
    "ja": {"チャット": "'", "終了": "e", "保存": "q", "取り消し": "z", "リプレイ": "j", "グラフ": "k", "不正": "f",
           "留守": "A", "検索": "/", "投了": "resign", "中断": "pause", "投票": "vote", "助言": "H",
           "再描画": "Ctrl-L", "手番": "e", "パス": "e", "自分の番": "w", "時間": "w", "戻す": "z", "退出": "q",
           "メニュー": "q", "ログ": "g", "履歴": "g", "設定": "conditions", "色": "tta", "音": "tta", "言語": "tta",
           "ヘルプ": "?", "凡例": "?", "ルール": "/", "ヒント": "H", "隣": "Tab", "相手": "←", "再戦": "R",
           "一覧": "a", "ボット": "A", "出来事": "n"},
}  # fmt: skip
OWN = {
    "zh-Hans": {"through_the_ages": {"手牌": "h", "战争": "m", "军队": "m", "资源": "i", "奇迹": "b", "文化": "i",
                                     "研究": "d", "政府": "d", "弃牌": "h", "胜利": "i", "工人": "p"},
                "civilization": {"手牌": "U", "战争": "m", "军队": "u", "资源": "h", "奇迹": "b", "文化": "c",
                                 "研究": "t", "政府": "d", "交易": "s", "探索": "x", "胜利": "l", "钱": "c"},
                "seven_wonders": {"手牌": "h", "战争": "i", "军队": "i", "盾牌": "i", "奇迹": "s", "弃牌": "x",
                                  "交易": "b", "钱": "x", "胜利": "v", "城市": "i"}},
    "zh-Hant": {"through_the_ages": {"手牌": "h", "戰爭": "m", "軍隊": "m", "資源": "i", "奇觀": "b", "文化": "i",
                                     "研究": "d", "政府": "d", "棄牌": "h", "勝利": "i", "工人": "p"},
                "civilization": {"手牌": "U", "戰爭": "m", "軍隊": "u", "資源": "h", "奇觀": "b", "文化": "c",
                                 "研究": "t", "政府": "d", "交易": "s", "探索": "x", "勝利": "l", "錢": "c"},
                "seven_wonders": {"手牌": "h", "戰爭": "i", "軍隊": "i", "盾牌": "i", "奇蹟": "s", "棄牌": "x",
                                  "交易": "b", "錢": "x", "勝利": "v", "城市": "i"}},
    "ja": {"through_the_ages": {"手札": "h", "戦争": "m", "軍隊": "m", "資源": "i", "驚異": "b", "文化": "i",
                                "研究": "d", "政体": "d", "捨て札": "h", "勝利": "i", "労働者": "p"},
           "civilization": {"手札": "U", "戦争": "m", "軍隊": "u", "資源": "h", "遺産": "b", "文化": "c",
                            "研究": "t", "政体": "d", "交易": "s", "探検": "x", "勝利": "l", "お金": "c", "都市": "d"},
           "seven_wonders": {"手札": "h", "戦争": "i", "軍隊": "i", "盾": "i", "七不思議": "s", "捨て札": "x",
                             "交易": "b", "お金": "x", "勝利": "v", "都市": "i"}},
}  # fmt: skip
"""The same in other languages: of every game, and of each."""


def at_a_table(
    local: LocalGame[Any, Any], seat: int, language: str = "en", size: tuple[int, int] = (80, 24), keys: KeyMap = USUAL
) -> ScreenFace:
    return face_at_a_table(local, seat, language, size, Words(language, keys))


def page_of(face: ScreenFace) -> OpenPage:
    page = face.screen_state.page
    assert page is not None
    return page


def written(page: OpenPage, entry: PageEntry) -> str:
    return plain(entry_texts(page.blocks[entry.block])[0]).strip()


def opened(local: LocalGame[Any, Any], seat: int, **how: Any) -> ScreenFace:
    face = at_a_table(local, seat, **how)
    face.press(how.get("keys", USUAL).strokes("help")[0])
    return face


def moment(game: str, every: int = 2) -> tuple[LocalGame[Any, Any], int]:
    moments = random_moments(game, 3 if game == "seven_wonders" else 2, 4, every=every)
    next(moments)
    return next(moments)


def type_filter(face: ScreenFace, text: str) -> None:
    for key in text:
        face.press(key)


def test_ctrl_u_takes_back_all_that_was_typed_over_help() -> None:
    face = opened(*moment(names()[0]))
    whole = len(shown_entries(page_of(face)))
    type_filter(face, "undo")
    assert 0 < len(shown_entries(page_of(face))) < whole
    face.press("ctrl u")
    assert page_of(face).filter == "" and len(shown_entries(page_of(face))) == whole


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("preset", ["", *PRESETS])
def test_a_line_that_is_typed_as_it_is_called_is_marked_and_enter_does_what_it_says(game: str, preset: str) -> None:
    keys = parse_keys(f'preset = "{preset}"', strokes_of_games()) if preset else USUAL
    local, seat = moment(game)
    page = page_of(opened(local, seat, keys=keys))
    assert len(page.entries) > 30
    for entry in page.entries:
        named = written(page, entry).split()[0].rstrip(",")
        if not all(is_filter_key(key, named[:at]) for at, key in enumerate(named)):
            continue
        face = opened(local, seat, keys=keys)
        type_filter(face, named)
        marked = shown_entries(page_of(face))[page_of(face).mark]
        assert written(page, marked).split()[0].rstrip(",") == named, f"{named} marks {written(page, marked)}"
        assert any(line.startswith("▸ " + named) for line in shown(face))
        face.press("enter")
        if not marked.can_run:
            told = shown(face)
            assert face.screen_state.page is not None and any(named in line for line in told[-4:-1])
        elif marked.line:
            typed, lines = face.screen_state.input_line, lines_of(face)
            if typed is None and not lines:
                assert page_of(face).note and marked.line == named, "it says at once why it does nothing"
            else:
                assert (typed.text.split()[0] if typed is not None else lines[-1].lstrip(":")) == named
        else:
            direct = at_a_table(local, seat, keys=keys)
            before = direct.screen_state
            direct.press(named if len(named) == 1 else marked.stroke)
            lines, after, page_left = lines_of(direct), direct.screen_state, face.screen_state.page
            said = [plain(one.text) for one in after.notes[len(before.notes) :] if isinstance(one, Para)]
            stays = replace(after, notes=before.notes, fresh_notes=before.fresh_notes) == before
            if page_left is None or not page_left.entries:
                assert shown(face) == shown(direct) and lines_of(face) == lines, named
                assert not (stays and said), f"{named} does nothing and help is gone"
            elif page_left.awaits_reason:
                assert stays and lines_of(face) == lines and lines[0].startswith("why "), named
            else:
                assert stays and not lines_of(face) and plain(page_left.note), named
                assert said == [plain(page_left.note)] or lines in (["undo"], ["reset"], ["next"]), named


def first_found(page: OpenPage, typed: str) -> tuple[str, list[str]]:
    """Give the line that is marked first once this is typed on the page of help, and all that are found."""
    found = [written(page, one) for one in shown_entries(replace(page, filter=typed))]
    return found[0].split()[0].rstrip(",") if found else "", found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OF_GAMES)
def test_every_word_of_a_list_of_common_words_finds_its_line_first(game: str, language: str) -> None:
    local, seat = moment(game)
    page, own = page_of(opened(local, seat, language=language)), OF_GAMES[game]
    everywhere = {**ENGLISH, **EVERYDAY} if language == "en" else OTHERS[language]
    for typed, meant in (everywhere | (own if language == "en" else OWN[language][game])).items():
        first, found = first_found(page, typed)
        assert first == meant.split()[0], f"{typed} finds {found}"


def head_words(face: ScreenFace) -> set[str]:
    """The words that name the figures above a game."""
    assert face.board is not None and face.context is not None and face.context.reading.scene is not None
    rows = face.board.overview(face.context.reading.scene, face.style)
    spans = (span for one in rows for span in one if span.role in ("heading", "label"))
    words = (word for span in spans for word in re.findall(r"[^\W\d_]+", span.text))
    return {word for word in words if len(word) > 2 or not word.isascii()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", names())
def test_every_name_of_a_figure_above_the_game_finds_something(game: str, language: str) -> None:
    local, seat = moment(game)
    heads = head_words(at_a_table(local, seat, language=language))
    face = opened(local, seat, language=language)
    for typed in sorted(heads):
        page = replace(page_of(face), filter=typed)
        assert any(plain(one).strip() for one in page_rows(page, face.style)), f"{typed} finds nothing"
    assert len(heads) > 6 or game in ("caravan", "smugglers")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_below_a_name_is_explained_where_that_is_typed(language: str) -> None:
    local, seat = moment("seven_wonders")
    face = opened(local, seat, language=language)
    assert face.context is not None and face.context.presenter is not None
    for number in NUMBERS:
        typed = face.context.presenter.words(f"seven.head.{number}")
        page = replace(page_of(face), filter=typed)
        told = [plain(one) for one in page_rows(page, face.style)][len(shown_entries(page)) :]
        assert any(one.strip() for one in told), f"{typed} explains nothing"


@pytest.mark.parametrize("game", LOOKED_UP)
async def test_what_no_line_is_called_is_looked_up_in_the_rules(game: str) -> None:
    async with at_the_screen(make_table(game, 3, seed=5)) as ann:
        await ann.press("esc", "esc")
        for typed in LOOKED_UP[game]:
            seen = " ".join((await ann.press("?", *typed)).split())
            assert f"looks for “{typed}” in the rules and cards" in seen, seen
            seen = await ann.press("enter")
            page = ann.face.screen_state.page
            assert page is not None and not page.entries and "There is no" not in seen, seen
            await ann.press("esc")
            assert page_of(ann.face).filter == typed, "Esc comes back to help"
            await ann.press("esc", "esc")
        seen = await ann.press("?", *"qqqq", "enter")
        assert page_of(ann.face).filter == "qqqq" and "no command, card or rule" in seen


async def test_what_help_looks_up_over_a_page_leads_back_to_that_page() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        before = await ann.press("esc", "esc", "o")
        board = ann.face.screen_state.page
        assert board is not None
        seen = await ann.press("?", *LOOKED_UP["through_the_ages"][0], "enter")
        assert seen != before
        assert await ann.press("esc", "esc", "esc") == before and ann.face.screen_state.page == board


def test_a_line_that_only_explains_stays_and_says_so() -> None:
    face = opened(*moment("through_the_ages"))
    type_filter(face, "corr")
    assert not shown_entries(page_of(face)) and "corruption" in "\n".join(shown(face))
    face.press("enter")
    assert "there is nothing to run" in "\n".join(shown(face)) and page_of(face).filter == "corr"
    face.press("down")
    assert "there is nothing to run" not in "\n".join(shown(face)), "it is an answer to one key"
    type_filter(face, "qqq")
    face.press("enter")
    told = "\n".join(shown(face))
    assert "Nothing here is called that" in told and "card or rule “corrqqq”" in told


def test_a_command_of_the_shell_is_found_and_says_where_it_is_typed() -> None:
    face = opened(*moment("through_the_ages"))
    type_filter(face, "colour")
    face.press("enter")
    assert "tta settings is typed in a shell" in "\n".join(shown(face)) and page_of(face).filter == "colour"


def test_words_that_are_not_shown_are_found_by_their_beginnings() -> None:
    page = page_of(opened(*moment("civilization")))
    for typed in ("ard", "uit", "ttle"):
        assert all(typed in f"{written(page, one)} {plain(entry_texts(page.blocks[one.block])[1])}"
                   for one in shown_entries(replace(page, filter=typed)))  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_line_that_does_nothing_now_leaves_help_and_says_why(language: str) -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5), language=language) as ann:
        board = ann.face.board
        assert board is not None
        refused = 0
        for key in (*board.controls.letters, "z", "y", "Z", "N", "e"):
            before = await ann.press("esc", "esc")
            await ann.press("?")
            while (entry := shown_entries(page_of(ann.face))[page_of(ann.face).mark]).stroke != key:
                await ann.press("down")
            filtered = await ann.press("enter")
            page = ann.face.screen_state.page
            if page is None or not page.entries:
                await ann.press("n", "esc")
                continue
            refused += 1
            assert page.note and re.sub(r"\W", "", plain(page.note)) in re.sub(r"\W", "", filtered), key
            assert shown_entries(page)[page.mark] == entry, "the mark is where it was"
            assert await ann.press("esc") == before and ann.client.state.turn is not None, key
        assert refused > 6


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_help_over_a_page_comes_back_to_it(game: str, size: tuple[int, int]) -> None:
    local, seat = moment(game)
    board = at_a_table(local, seat).board
    assert board is not None
    several = 0
    for stroke in (*board.controls.pages, "o", "tab", "v", "g"):
        for then in (("esc", "esc"), (*"chat", "enter")):
            face = at_a_table(local, seat, size=size)
            for key in (stroke, "down", "down"):
                face.press(key)
            if (page := face.screen_state.page) is None:
                continue
            several += 1
            before = shown(face)
            for key in ("?", "?", *"chat", "esc", "down"):
                face.press(key)
            assert page_of(face).entries and shown(face) != before
            face.press("esc")
            assert shown(face) == before and page_of(face) == page, stroke
            for key in ("?", *then):
                face.press(key)
            assert face.screen_state.page is None, "what is chosen leaves all pages, and Esc twice as well"
    assert several > 3


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_the_line_about_which_something_is_said_stays_in_sight(size: tuple[int, int]) -> None:
    local, seat = moment("through_the_ages")
    for number, entry in enumerate(page_of(opened(local, seat, size=size)).entries):
        if entry.can_run:
            continue
        face = opened(local, seat, size=size)
        while page_of(face).mark < number:
            face.press("down")
        face.press("enter")
        told = shown(face)
        assert page_of(face).note and any(line.startswith("▸") for line in told), "\n".join(told)


def asked_faces(local: LocalGame[Any, Any], seat: int, language: str, keys: KeyMap) -> list[ScreenFace]:
    """Faces that ask: whether to leave, something of one's own, a vote of others, who plays next."""
    found = []
    yes = say.ActRequest("end")
    motion: MotionKey = ("pause", 0)
    asks = (PendingConfirmation("resign.act", (yes,)), PendingConfirmation("resign.act", (yes,), motion=motion), None)
    for asked in asks:
        face = at_a_table(local, seat, language, keys=keys)
        assert face.context is not None
        state = face.context.state
        state = replace(state, confirmation=asked) if asked is not None else replace(state, handover_seat=1)
        face.refresh(replace(face.context, reading=face.context.reading.of(state)))
        found.append(face)
    face = at_a_table(local, seat, language, keys=keys)
    face.panes.view.screen_state = replace(face.screen_state, asks_to_leave=True)
    return [*found, face]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", ["", *PRESETS])
def test_every_question_says_what_its_keys_do_and_waits_for_the_answer(language: str, preset: str) -> None:
    keys = parse_keys(f'preset = "{preset}"', strokes_of_games()) if preset else USUAL
    local = middle()
    for face in asked_faces(local, 0, language, keys):
        before, asked = shown(face), face.context.state.confirmation  # type: ignore[union-attr]
        assert keys.strokes("help")[0] in before[-1]
        for help_key in keys.strokes("help"):
            for back in ("esc", "enter", "q", "y", "n", "?", " ", "ctrl c", "x"):
                face.press(help_key)
                seen = shown(face)
                assert page_of(face).is_over_question and seen != before
                assert Words(language)("screen.help") in seen[0] + seen[1]
                assert "{" not in "".join(seen)
                face.press("down"), face.press("up"), face.press("page down"), face.press("home")
                face.press(back)
                assert shown(face) == before and not lines_of(face), f"{back} comes back to the question, unanswered"
        assert face.context.state.confirmation is asked  # type: ignore[union-attr]


def test_help_about_a_question_that_is_decided_meanwhile_is_over() -> None:
    vote = asked_faces(middle(), 0, "en", USUAL)[1]
    vote.press("?")
    assert vote.context is not None and page_of(vote).is_over_question
    decided = vote.context.reading.of(replace(vote.context.state, confirmation=None))
    vote.refresh(replace(vote.context, reading=decided))
    assert vote.screen_state.page is None


def test_nothing_of_a_hand_is_seen_on_help_behind_the_curtain() -> None:
    behind = asked_faces(middle(), 0, "en", USUAL)[2]
    assert "Raid" in "\n".join(shown(face_of(middle(), 0)))
    behind.press("?")
    assert "Raid" not in "\n".join(shown(behind)) and "go on, once only that person looks" in "\n".join(shown(behind))


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_every_page_answers_the_key_of_help(game: str, size: tuple[int, int]) -> None:
    local, seat = moment(game)
    face = at_a_table(local, seat, size=size)
    strokes = [
        stroke for entry in page_of(opened(local, seat)).entries if (stroke := entry.stroke) not in ("'", ":", "/", "q")
    ]
    assert len(strokes) > 20
    pages = set()
    for stroke in strokes:
        face = at_a_table(local, seat, size=size)
        face.press(stroke)
        page = face.screen_state.page
        pages.add(plain(page.title) if page is not None else "")
        face.press("?")
        seen = shown(face)
        assert page_of(face).entries and "Help" in seen[1], f"{stroke} leads to where nothing explains"
    assert len(pages) > 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_only_escape_closes_says_so_to_any_other_key(language: str) -> None:
    accused = say.AccusationReply(1, "Bob", "bad-proof", None, "/tmp/bob.certificate")
    face = face_of(middle(), 0, language, replies=[accused])
    for key in ("?", "e", "x", "f1"):
        face.press(key)
        assert page_of(face).needs_escape and Words(language)("screen.page.stays") in "\n".join(shown(face)), key
    face.press("down")
    assert not page_of(face).note
    face.press("esc")
    assert face.screen_state.page is None or not face.screen_state.page.needs_escape
