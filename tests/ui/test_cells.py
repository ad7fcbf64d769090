"""Text measured in cells: padding, cutting and wrapping never lose or widen anything."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wcwidth import wcswidth

from tests.texts import pages_of
from tta_p2p.i18n import catalogue, languages
from tta_p2p.ui.blocks import Columns, Fields, Gap, Heading, Page, Para, fields, lay_out, lines, table
from tta_p2p.ui.cells import (
    PHRASE_GAP,
    WHOLE,
    Span,
    cut,
    cut_at_word,
    join,
    pad,
    plain,
    row,
    unwrap,
    width,
    wrap,
    wrap_phrases,
)
from tta_p2p.ui.line_breaks import NEVER_FIRST, NEVER_LAST, OPENING_MARKS
from tta_p2p.ui.style import Style

letters = st.text(alphabet="ab cdé -漢字かなゃーｶﾞ「」、·…/“”\u3099\U000e0100", max_size=60)
rows = st.lists(st.builds(Span, letters, st.sampled_from(["", "bad", "title", WHOLE, PHRASE_GAP])), max_size=4).map(
    tuple
)


@given(rows, st.integers(2, 40))
@example((Span("aaa", PHRASE_GAP),), 2)
@example((Span("\u3099「a"),), 2)
def test_wrapped_rows_fit_and_lose_nothing_but_spaces(some: tuple[Span, ...], size: int) -> None:
    parts = wrap(some, size)
    assert all(width(part) <= size for part in parts)
    assert "".join(plain(part) for part in parts).replace(" ", "") == plain(some).replace(" ", "")


@given(letters, letters, st.integers(20, 40))
def test_what_is_whole_stands_in_one_row(before: str, after: str, size: int) -> None:
    for hint in ("(Enter or y, else n)", "（Enter或y，否则n）", "（yかn）"):
        parts = wrap(row(before, " ", Span(hint, WHOLE), " ", after), size)
        assert sum(hint in plain(part) for part in parts) == 1 and all(width(part) <= size for part in parts)


@given(rows, st.integers(0, 40))
def test_a_cut_row_fits_and_begins_like_the_whole(some: tuple[Span, ...], size: int) -> None:
    shorter = cut(some, size)
    assert width(shorter) <= max(size, width(some) if width(some) <= size else 0)
    if width(some) <= size:
        assert plain(shorter) == plain(some)
    elif size > 3:
        assert plain(some).startswith(plain(shorter)[:-1])


@pytest.mark.parametrize(("text", "size", "shorter"), [
    ("6 science 8 res, +3 resources", 24, "6 science 8 res,…"), ("6 science 8 res, +3 resources", 14, "6 science…"),
    ("Build or upgrade one farm", 14, "Build or…"), ("Modern Infantry", 11, "Modern…"), ("Swordsmen", 7, "Swords…"),
    ("アレクサンドリアの塔", 18, "アレクサンドリア…"), ("木材2、石材、パピルス、織物", 17, "木材2、石材、…"),
])  # fmt: skip
def test_a_row_is_cut_after_a_clause_or_a_word_and_numbers_keep_what_they_count(
    text: str, size: int, shorter: str
) -> None:
    assert plain(cut(text, size)) == shorter


def test_where_no_word_has_room_nothing_is_left_of_what_may_go() -> None:
    assert plain(cut_at_word(": Constitutional", 9)) == "" and plain(cut_at_word(": Build or", 9)) == ": Build…"


@given(rows, st.integers(0, 90), st.sampled_from("lrc"))
def test_a_padded_row_has_the_size_asked_for(some: tuple[Span, ...], size: int, align: str) -> None:
    assert width(pad(some, size, align)) == max(size, width(some))


def test_letters_of_two_cells_count_twice() -> None:
    assert width("漢字") == 4
    assert width("é") == width("e\u0301") == 1
    assert [plain(part) for part in wrap(row("漢字かな"), 4)] == ["漢字", "かな"]


WRITTEN = st.lists(
    st.sampled_from(
        ["ab", "c12", " ", "漢", "字", "か", "プレイヤー", "シャッフル", "ちょっと", "々", "ﾌﾟﾚｲﾔｰ", "が\u3099",
         "葛\U000e0100", "。", "、", "！", "」。", "』", "）", "」、", "・", "…", "%", "”", "「", "『", "（", "“",
         "（「", "/", "："]
    ),
    max_size=40,
).map("".join)  # fmt: skip
"""Texts with a few marks at a time, as people write."""


def stands_alone(text: str) -> bool:
    """Whether a mark closes or opens nothing, so that it stands nowhere well."""
    opens, closes = "「『（“", "。、！」』）・…：%/”"
    alone = (rf"[{opens}]{{3}}", rf"[{opens}](?=[ {closes}々]|$)", rf"[{closes}]{{4}}", rf"(^| )[{closes}々が葛]")
    return any(re.search(one, text) for one in alone)


@given(WRITTEN, st.integers(14, 40))
def test_no_line_begins_with_a_closing_mark_or_ends_with_an_opening_one(text: str, size: int) -> None:
    parts = [plain(part) for part in wrap(row(text), size)]
    if not stands_alone(text):
        assert [part for part in parts[1:] if part[:1] in NEVER_FIRST or part[:1] in ("\u3099", "\U000e0100")] == []
        assert [part for part in parts if part[-1:] in NEVER_LAST] == []


def test_lines_break_where_writers_break_them() -> None:
    for text, size, lines_of in (
        ("it needs 小陈; wait", 13, ["it needs 小", "陈; wait"]),
        ("宗教（10内政行动）", 10, ["宗教（10内", "政行动）"]),
        ("建造宗教（10内政）", 10, ["建造宗教", "（10内政）"]),
        ("あなたはプレイヤーです。", 14, ["あなたはプレイ", "ヤーです。"]),
        ("シャッフルする", 6, ["シャッ", "フルす", "る"]),
        ("手札を「内政」、", 10, ["手札を「内", "政」、"]),
        ("说“内政”。", 4, ["说", "“内", "政", "”。"]),
        ("人々は", 4, ["人々", "は"]),
        ("達文西·達", 6, ["達文", "西·達"]),
        ("卡牌/規則", 4, ["卡", "牌/", "規則"]),
        ("が\u3099が\u3099", 3, ["が\u3099", "が\u3099"]),
        ("ﾌﾟﾚｲﾔｰ", 5, ["ﾌﾟﾚｲ", "ﾔｰ"]),
    ):
        assert [plain(part) for part in wrap(row(text), size)] == lines_of


@pytest.mark.parametrize("language", languages())
def test_texts_of_every_language_break_where_their_script_does(language: str) -> None:
    """Whatever a text stands in: a column, a page, a window."""
    said = [*catalogue(language).values(), *pages_of("through_the_ages", language).values()]
    for number, text in enumerate(said[::7]):
        for part in wrap(row(unwrap(text)), 16 + number * 7 % 64)[1:]:
            assert plain(part)[:1] not in NEVER_FIRST, text
        assert not any(plain(part)[-1:] in OPENING_MARKS for part in wrap(row(unwrap(text)), 20 + number * 11 % 60)), (
            text
        )


@pytest.mark.parametrize("size", range(14, 40))
def test_a_command_is_one_word_wherever_its_line_ends(size: int) -> None:
    text = "用于./scripts/tta host和./scripts/tta join、normal:warlike、:builder或../x：小陈, 小李: 完."
    told = [plain(part) for part in lines([Para(row(text))], replace(Style(ideographic="，"), width=size))]
    whole = ("./scripts/tta", ":builder", "../x", "李：", "完。")
    assert [part for part in whole if part not in " ".join(told)] == [] and " ".join(told).count("./scripts/tta") == 2


def test_lines_of_a_source_are_joined_as_their_script_is_written() -> None:
    assert unwrap("其余手牌\n传给邻国。\nwhy 3\n说明 one\n  two") == "其余手牌传给邻国。 why 3 说明 one two"


def test_a_phrase_stays_on_one_line_where_it_fits_and_a_longer_one_goes_on_further_in() -> None:
    phrases = ["Bob: takes Iron (1)", "builds Bronze (2)", "ends the turn: produces 2 food and 3 resources", "passes"]
    lines = wrap(join(phrases, Span("; ", PHRASE_GAP)), 28, 30)
    assert [plain(line) for line in lines] == [
        "Bob: takes Iron (1);", "builds Bronze (2);", "ends the turn: produces", "  2 food and 3 resources;", "passes",
    ]  # fmt: skip
    assert [plain(line) for line in wrap(join(phrases, Span("; ", PHRASE_GAP)), 99)] == ["; ".join(phrases)]


def test_roles_survive_wrapping() -> None:
    (first, second) = wrap(row(Span("one two", "bad"), " three"), 7)
    assert first == (Span("one two", "bad"),)
    assert plain(second) == "three"


def test_joined_rows_have_something_between_them() -> None:
    assert plain(join(["a", "b", "c"])) == "a, b, c"
    assert join([]) == ()


blocks = st.lists(
    st.one_of(
        rows.map(Heading),
        st.builds(Para, rows, st.integers(0, 4), st.integers(0, 4)),
        st.lists(st.tuples(rows, rows), max_size=4).map(lambda pairs: Fields(tuple(pairs))),
        st.lists(rows, max_size=12).map(lambda entries: Columns(tuple(entries))),
        st.lists(st.tuples(rows, rows, rows), max_size=5).map(lambda body: table(["x", "", "y"], body, "lrc")),
        st.just(Gap()),
    ),
    max_size=5,
)


@given(blocks, st.sampled_from([40, 60, 80, 120]), st.booleans())
def test_no_line_of_a_page_is_wider_than_the_screen(some: list[object], size: int, ascii: bool) -> None:
    style = Style(size, ascii=ascii)
    for line in lay_out(Page(row("title"), tuple(some)), style):  # type: ignore[arg-type]
        assert width(line) <= size


@given(blocks)
def test_nothing_but_ascii_is_shown_where_ascii_is_asked_for(some: list[object]) -> None:
    for line in lines(Page(row("tïtle — 漢"), tuple(some)), Style(ascii=True)):  # type: ignore[arg-type]
        assert line.isascii()


def test_a_table_wraps_long_cells_and_keeps_every_word() -> None:
    shown = lines([table(["who", "what"], [["Ann", "word " * 40], ["Bob", "x"]], "ll")], Style(60))
    assert " ".join(shown).split().count("word") == 40
    assert max(map(wcswidth, shown)) <= 60


def test_columns_stand_closer_before_a_word_is_broken() -> None:
    head = ["", "wonder", "treasury", "military", "civilian", "commerce", "science", "guilds", "points"]
    points = table(head, [["1.  Bot 2", *"30919297"]], "lrrrrrrrr")
    seen = lines([points], Style(80))
    assert seen[0].split() == head[1:] and len(seen) == 2
    assert max(map(len, seen)) <= 80


def test_empty_fields_are_left_out() -> None:
    assert lines([fields(("a", "1"), ("b", ""))], Style()) == ["a  1"]
    nothing = Fields(((row("1. Ann"), row("you")), (row("2. Bob"), row(""))))
    assert lines([nothing], Style(speech=True)) == ["1. Ann: you", "2. Bob"], "no mark with nothing behind it"


def test_short_entries_share_lines_and_long_ones_take_more_room() -> None:
    entries = tuple(row(f"{n}) entry") for n in range(6))
    assert len(lines([Columns(entries)], Style(80))) == 1
    assert len(lines([Columns((*entries, row("x" * 70)))], Style(80))) == 3


@pytest.mark.parametrize(
    ("environment", "terminal", "colour"),
    [
        ({"TERM": "xterm"}, True, True),
        ({"TERM": "xterm"}, False, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
        ({}, True, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(environment: dict[str, str], terminal: bool, colour: bool) -> None:
    assert Style.of(environment, 80, terminal).colour is colour


def test_painted_lines_say_the_same_as_plain_ones() -> None:
    line = row(Span("war", "bad"), " and peace")
    painted = Style(colour=True).paint(line)
    assert painted.startswith("\x1b[") and painted.replace("\x1b[1;31m", "").replace("\x1b[0m", "") == "war and peace"
    assert Style().paint(line) == "war and peace"


def test_letters_that_could_move_the_cursor_are_never_written() -> None:
    nasty = row("a\x1b[2Jb\r\n\x07c\u202ed\u2028e")
    assert lines([Para(nasty)], Style()) == ["a[2Jbcde"]


@given(
    st.lists(st.tuples(st.integers(0, 99), st.sampled_from(("food", "more in use", "笑脸"))), max_size=6),
    st.integers(14, 40),
)
@example([(10, "food"), (0, "more in use"), (10, "food")], 14)
def test_no_line_of_a_phrase_begins_or_ends_with_a_number_torn_from_what_it_counts(
    counted: list[tuple[int, str]], size: int
) -> None:
    told = "; ".join(f"gain {number} {what}, in all: {number}" for number, what in counted)
    for before, after in pairwise(plain(one) for one in wrap_phrases(row("corruption 0; ", told), size)):
        assert not before[-1].isdigit() and not re.match(r" *\d+(\W*$|[;,])", after), (before, after)


@given(
    st.lists(st.sampled_from(("you", "beat", "conflict,", "6", "to", "0:", "+5;", "Theaters", "and")), min_size=1),
    st.integers(14, 40),
)
def test_words_stay_apart_wherever_a_phrase_breaks(words: list[str], size: int) -> None:
    told = " ".join(words)
    assert " ".join(plain(one) for one in wrap_phrases(told, size)).split() == words
    both = wrap_phrases(join([told, told], Span("; ", PHRASE_GAP)), size)
    assert " ".join(map(plain, both)).split() == f"{told}; {told}".split()
