"""Roles of the screen: whatever a page of a game gives, style knows, and it knows nothing of one game alone."""

from __future__ import annotations

import math
from itertools import combinations, islice

import pytest

from tests.texts import pages_of
from tests.ui.positions import random_moments, scene
from tta_p2p.games.contract import Place
from tta_p2p.i18n import Words, catalogue, ideographic, languages
from tta_p2p.registry import names
from tta_p2p.ui.act_menu import make_menu, menu_blocks
from tta_p2p.ui.blocks import Columns, Gap, Heading, Page, Para, fields, lay_out, lines, table
from tta_p2p.ui.cells import COLUMN_GAP, Row, Span, plain, row
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.style import COLOURS, DEEP_COLOURS, Style, is_ambiguous

SCREEN = {"heading", "label", "mine", "other", "number", "good", "bad", "warn", "log", "chat", "next", "qr"}
HUES = {"red", "green", "yellow", "magenta", "cyan"}
GROUNDS = ("green", "lime", "sand", "grey", "blue")
CHIPS = ("cyan", "red", "magenta", "white", "yellow")
WHOSE = {"rival.red", "rival.magenta", "rival.white", "rival.yellow", "rival.green", "rival.blue"}
DRAWN = {
    "trace", *(f"{kind}.{hue}" for kind in ("ground", "texture") for hue in GROUNDS), *(f"chip.{hue}" for hue in CHIPS),
}  # fmt: skip


def test_hues_are_taken_from_256_colours_where_there_are_so_many_and_nothing_else_changes() -> None:
    some = row(Span("a", "warn"), Span("b", "mine"), Span("c", "label"), "d")
    for environment, deep in (
        ({"TERM": "xterm-256color"}, True), ({"TERM": "tmux-256color"}, True), ({"TERM": "screen"}, False),
        ({"TERM": "linux"}, False), ({"TERM": "xterm", "COLORTERM": "truecolor"}, True),
    ):  # fmt: skip
        style = Style.of(environment, 80, True)
        assert style.deep == deep and style.colour
        assert ("38;5;172" in style.paint(some)) == deep and ("\x1b[33m" in style.paint(some)) != deep
        assert "\x1b[2mc" in style.paint(some), "dim stays dim"
    for environment in ({"TERM": "vt100"}, {"TERM": "xterm-256color", "NO_COLOR": "1"}, {"TERM": "dumb"}):
        style = Style.of({**environment, "COLORTERM": "truecolor"}, 80, True)
        assert not style.deep and style.paint(some) == "abcd", "without colours no code at all"
    used = {code for one in COLOURS.values() for code in one.split(";")}
    black_and_white = {"97", "40", "30"}
    assert used <= {*DEEP_COLOURS, "1", "2", "7", *black_and_white}, "every hue has its like"


def test_style_knows_roles_of_every_screen_and_hues_and_nothing_of_a_game() -> None:
    assert set(COLOURS) == SCREEN | HUES | DRAWN | WHOSE


LEVELS = (0, 95, 135, 175, 215, 255)
FAR = 85
"""How far apart two colours are at least that mean two things, where black and white are 441 apart."""


def behind(role: str) -> tuple[int, ...]:
    """Red, green and blue behind a role, of 256 colours."""
    (code,) = [code for code in COLOURS[role].split(";") if code.startswith(("4", "10"))]
    number = int(DEEP_COLOURS[code].rpartition(";")[2])
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    return tuple(LEVELS[(number - 16) // step % 6] for step in (36, 6, 1))


def test_no_ground_and_no_piece_on_it_look_like_another_one() -> None:
    hues = {role: behind(role) for role in DRAWN if role.startswith(("ground", "chip"))}
    near = {(one, other) for one, other in combinations(sorted(hues), 2) if math.dist(hues[one], hues[other]) < FAR}
    assert len(hues) == 10 and not near
    for role in DRAWN - {"trace"}:
        assert behind(role) == behind(role.replace("texture", "ground")), "a texture lies on its ground"
    for depth in (COLOURS, {role: ";".join(map(DEEP_COLOURS.get, code.split(";"), code.split(";")))
                            for role, code in COLOURS.items()}):  # fmt: skip
        assert len({depth[role].partition(";")[2] for role in hues}) == len(hues), "of 16 and of 256"


@pytest.mark.parametrize("game", names())
def test_every_role_that_pages_of_a_game_give_has_a_colour(game: str) -> None:
    given = set()
    for local, seat in islice(random_moments(game, 3, seed=5, every=9), 12):
        presenter, now = scene(local, seat)
        pages = [presenter.page(name, "", now) for name in presenter.pages]
        shown = [*pages, presenter.turn_summary(now), menu_blocks(make_menu(presenter, now), presenter)]
        given |= {span.role for page in shown for line in lay_out(page, Style()) for span in line}
    cards = [lay_out(presenter.card_sheet(face), Style()) for face in presenter.game.faces()]
    given |= {span.role for card in cards for line in card for span in line}
    assert given - {"", COLUMN_GAP} <= set(COLOURS)


@pytest.mark.parametrize(
    ("some", "shown"),
    [
        (row("root*", ", ", "专制政府", ": ", "第1轮, 时代A"), "root*，专制政府：第1轮，时代A"),
        (row("实验室 1, 寺庙 0; 抽3张"), "实验室 1，寺庙 0；抽3张"),
        (row(Span("1) ", "number"), "摩西", Span(" (", "label"), "1内政", Span(")", "label")), "1) 摩西（1内政）"),
        (row("哲学 (+1)"), "哲学（+1）"),
        (row("节俭A (2)"), "节俭A（2）"),
        (row("兵阵 (I)", " 军力+1"), "兵阵（I）军力+1"),
        (row("要由你决定：", " ", "Ann"), "要由你决定：Ann"),
        (row("结束回合吗？", " ", "（y或n）"), "结束回合吗？（y或n）"),
        (row("弃牌堆22张, 时代III有7张行会", "."), "弃牌堆22张，时代III有7张行会。"),
        (row("; 地图  : 输入; 离开"), "; 地图  : 输入；离开"),
        (row("Ann, Bob: 3/4, 0/2 (day)"), "Ann, Bob: 3/4, 0/2 (day)"),
        (row(Span("Ann: ", "chat"), Span("你好, 世界 (!)", "chat")), "Ann: 你好, 世界 (!)"),
        (row("`tta cards`: 卡牌 (a, b)"), "`tta cards`：卡牌（a, b）"),
    ],
)
def test_beside_ideographs_stand_the_marks_of_their_script(some: Row, shown: str) -> None:
    spelled = Style(ideographic="，").spell(some)
    assert plain(spelled) == shown
    assert {span.role for span in spelled} == {span.role for span in some}
    assert Style().spell(some) == some


def test_japanese_has_a_comma_of_its_own() -> None:
    spell = Style(ideographic=ideographic("ja")).spell
    assert plain(spell(row("内政, 手番: 場札 (A), 点2."))) == "内政、手番：場札（A）、点2."
    assert plain(spell(row("手札は3枚、 山札は2枚"))) == "手札は3枚、山札は2枚"


def test_signs_that_a_terminal_may_draw_in_two_cells_can_be_done_without() -> None:
    """What such a terminal takes for a letter of two cells stands in no text then, in any language."""
    style = Style.of({"TTA_AMBIGUOUS": "wide"}, 80, True)
    assert style.wide_signs and not Style.of({}, 80, True).wide_signs
    assert plain(style.spell(row("“手札”…・→ é ─ 3×2 ±1 ○"))) == '"手札"...・-> é - 3x2 +-1 ○'
    said = {letter for one in languages() for text in catalogue(one).values() for letter in text}
    pages = [text for one in languages() for name in names() for text in pages_of(name, one).values()]
    signs = sorted(filter(is_ambiguous, said.union(*pages)))
    assert len(signs) > 9 and [one for one in plain(style.spell(row("".join(signs)))) if is_ambiguous(one)] == []


def test_plain_ascii_has_no_marks_of_another_script() -> None:
    assert plain(Style(ascii=True, ideographic="，").spell(row("a, 书: (b)"))).isascii()


def test_what_is_spoken_says_each_value_after_its_name_and_draws_nothing() -> None:
    spoken = Style(speech=True)
    drawn = table(["", "culture", "left"], [["Ann", "3", ""], ["Bob", "12 +4", "gone"]], "lrl")
    page = Page(row("The table"), (Heading(row("Everybody")), drawn, Columns((row("1) one"), row("2) two"))), Gap()))
    assert lines(page, spoken) == [
        "The table", "Everybody", "Ann: culture: 3", "Bob: culture: 12 +4; left: gone", "  1) one", "  2) two", "",
    ]  # fmt: skip
    long = ("word " * 60).strip()
    assert lines((Para(row(long), 2, 4), fields(("Age", "I"))), spoken) == [f"  {long}", "Age: I"]


@pytest.mark.parametrize(
    ("game", "language", "said"),
    [
        (
            "seven_wonders",
            "en",
            ["Ann has won with 60 points: Wonder 10, Science 50.", "Bob is in place 2 with 1 point: Wonder 1."],
        ),
        ("seven_wonders", "zh-Hans", ["Ann获胜，60分：奇迹 10、科技 50。", "Bob第2名，1分：奇迹 1。"]),
        ("civilization", "en", ["Ann has won.", "Bob is in place 2."]),
        ("civilization", "zh-Hans", ["Ann获胜。", "Bob第2名。"]),
        (
            "caravan",
            "en",
            ["Ann shares the first place with 0 points.", "Bob (resigned) shares the first place with 0 points."],
        ),
    ],
)
def test_the_end_is_said_in_sentences_where_pages_are_spoken(game: str, language: str, said: list[str]) -> None:
    presenter = presenter_for(game, Words(language), ("Ann", "Bob"))
    first, second = Place(0, 1, 60, (("wonder", 10), ("science", 50))), Place(1, 2, 1, (("wonder", 1),))
    places = (first, second) if game != "caravan" else (Place(0, 1, 0), Place(1, 1, 0, left="resigned"))
    assert lines(presenter.results.standings(places), Style(speech=True)) == said
