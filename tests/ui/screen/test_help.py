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
from tta_p2p.ui.screen.keys import strokes_of_games
from tta_p2p.ui.screen.screen_state import OpenPage, PageEntry, entry_texts, shown_entries
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
OF_GAMES = {
    "through_the_ages": {
        "worker": "p",
        "research": "d",
        "attack": "m",
        "war": "m",
        "leader": "l",
        "wonder": "b",
        "buy": "t",
    },
    "civilization": {"research": "t", "walk": "m", "wonder": "b", "soldier": "u", "trade": "s", "settle": "d"},
}
"""The same for keys of games."""
OTHERS = {
    "zh-Hans": {"聊天": "'", "退出": "q", "悔棋": "z", "结束": "e", "重播": "j", "曲线": "k", "作弊": "f", "托管": "A",
                "搜索": "/", "认输": "resign", "暂停": "pause", "投票": "vote", "建议": "H", "刷新": "Ctrl-L"},
    "zh-Hant": {"聊天": "'", "退出": "q", "悔棋": "z", "結束": "e", "重播": "j", "曲線": "k", "作弊": "f", "託管": "A",
                "搜尋": "/", "認輸": "resign", "暫停": "pause", "投票": "vote", "建議": "H", "重繪": "Ctrl-L"},
    "ja": {"チャット": "'", "終了": "e", "保存": "q", "取り消し": "z", "リプレイ": "j", "グラフ": "k", "不正": "f",
           "留守": "A", "検索": "/", "投了": "resign", "中断": "pause", "投票": "vote", "助言": "H",
           "再描画": "Ctrl-L"},
}  # fmt: skip


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_list_of_common_words_finds_its_line_first(language: str) -> None:
    local, seat = moment("through_the_ages")
    for typed, meant in (ENGLISH if language == "en" else OTHERS[language]).items():
        face = opened(local, seat, language=language)
        type_filter(face, typed)
        page = page_of(face)
        found = [written(page, one) for one in shown_entries(page)]
        assert found, f"{typed} finds nothing"
        assert found[0].split()[0].rstrip(",") == meant.split()[0], f"{typed} finds {found}"


@pytest.mark.parametrize("game", OF_GAMES)
def test_words_of_a_game_find_its_keys(game: str) -> None:
    local, seat = moment(game)
    face = opened(local, seat)
    assert face.board is not None
    for typed, meant in OF_GAMES[game].items():
        face = opened(local, seat)
        type_filter(face, typed)
        page = page_of(face)
        found = [(one.stroke, written(page, one)) for one in shown_entries(page)]
        assert found and found[0][0] == meant, f"{typed} finds {found}"


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
    assert "Nothing here is called that" in "\n".join(shown(face))


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
