"""The page of a recorded game: it stands alone, everybody can read it, and nothing of the game is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import chain

import pytest

from tests.ui.records import recording
from tta_p2p.cli.stored_games.viewpoint import Viewpoint
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.ui.cells import plain
from tta_p2p.ui.charts import charts_of
from tta_p2p.ui.html import colours, page
from tta_p2p.ui.html.markup import ROLES
from tta_p2p.ui.html.page import LIMIT, GameEnd, PageVerdict, html_page
from tta_p2p.ui.record import Recorded, recorded_turns
from tta_p2p.ui.style import COLOURS

GAMES = {"caravan": (2, 10_000), "seven_wonders": (3, 10_000), "through_the_ages": (3, 160), "civilization": (2, 110)}
"""How many play, and how many decisions of the game there are: enough for boards with something on them."""
FAIR = PageVerdict(("FAIR: all of it.", "Ann signed"), True, "ab" * 32, ("tta verify 'a b.tta'",))
VOID = {"meta", "br", "line", "polyline", "input"}
OMITTED = {"li", "tr", "td", "th", "tbody", "thead", "p", "option"}
"""Elements whose end may be left out (HTML, 13.1.2.4)."""


def recorded(game: str, language: str = "en", names: tuple[str, ...] = ()) -> Recorded:
    seats, decisions = GAMES[game]
    found = recording(game, seats, decisions, names) if names else recording(game, seats, decisions)
    viewpoint = Viewpoint(found)
    reading = viewpoint.reading(Words(language), charts=True)
    presenter = reading.presenter
    assert presenter is not None
    return Recorded(reading, viewpoint.view, lambda number: viewpoint.said(number, presenter))


def made(one: Recorded, verdict: PageVerdict = FAIR, title: str = "A game") -> str:
    end = GameEnd((), charts_of(one.reading))
    return html_page(one, verdict, end, title, one.presenter.texts.names, "1.2.3")


class Tree(HTMLParser):
    """Reads a page, and what is wrong with it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong, self.open, self.ids, self.asked = list[str](), list[str](), list[str](), list[str]()
        self.tags, self.headings, self.text = list[tuple[str, dict[str, str]]](), list[int](), list[str]()
        self.feed(text)
        self.close()
        self.wrong += [f"<{tag}> is not closed" for tag in self.open if tag not in OMITTED]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.tags.append((tag, given))
        self.ids += [given["id"]] if "id" in given else []
        self.asked += given.get("aria-labelledby", "").split() + [
            given[key] for key in ("for", "data-same") if key in given
        ]
        self.asked += [given["href"].removeprefix("#")] if "href" in given else []
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return  # `<line />`, as SVG in HTML is written
        while self.open and self.open[-1] != tag and self.open[-1] in OMITTED:
            self.open.pop()
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> closes {self.open[-3:]}")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.text.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_stands_alone_and_can_be_read(game: str, language: str) -> None:
    text = made(recorded(game, language))
    tree = Tree(text)
    assert not tree.wrong
    assert len(tree.ids) == len(set(tree.ids)) and set(tree.asked) <= set(tree.ids)
    assert f'<html lang="{language}">' in text and len(text.encode()) <= LIMIT
    deeper = [(a, b) for a, b in zip(tree.headings, tree.headings[1:], strict=False) if b > a + 1]
    assert tree.headings.count(1) == 1 and not deeper, "a heading is one level below the one before at most"
    assert not re.search(r"https?:|//\w|@import|url\(|\bsrc=|<link|<iframe|<img", re.sub(r"(?m)^\s*//.*$", "", text))
    assert "default-src 'none'" in text
    assert "object at 0x" not in text, "a name of a label is none of a method"
    assert [given for tag, given in tree.tags if tag == "svg" and not given.get("aria-labelledby")] == []
    assert [given for tag, given in tree.tags if tag == "button" and given.get("type") != "button"] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_log_and_every_board_is_on_the_page(game: str) -> None:
    one = recorded(game)
    text = " ".join(" ".join(Tree(made(one)).text).split())
    lines = [line for turn in recorded_turns(one) for part in turn.parts for line in part.lines]
    assert lines and all(" ".join(line.split()) in text for line in lines)
    facts = [turn.facts for turn in recorded_turns(one)]
    said = list(chain.from_iterable(one.said(number) for number in range(facts[-1] + 1)))
    assert lines == said, "no fact is left out between two turns, and none is told twice"
    for facts_then in facts[:: max(1, len(facts) // 5)]:
        for _, board in one.presenter.record_pages(one.scene(facts_then)):
            assert plain(board.title) in text


def test_a_board_that_has_not_changed_is_written_once() -> None:
    tree = Tree(made(recorded("through_the_ages")))
    same = [given["data-same"] for tag, given in tree.tags if "data-same" in given]
    whole = {given["id"] for tag, given in tree.tags if given.get("class", "") in ("board", "board whole")}
    assert same and set(same) <= whole
    assert not {f"{name}" for name in same} & {f"{name}" for name in _same_boards(tree)}, "it names one with content"


def _same_boards(tree: Tree) -> Iterator[str]:
    board = ""
    for _, given in tree.tags:
        board = given["id"] if given.get("class", "") in ("board", "board whole") else board
        if "data-same" in given:
            yield board


def test_a_game_that_is_too_long_shows_boards_less_often_and_its_whole_log(monkeypatch: pytest.MonkeyPatch) -> None:
    one = recorded("through_the_ages")
    whole, sizes = made(one), []
    log = re.findall("<li>.*", whole)
    for limit in (len(whole.encode()) - 1, len(whole.encode()) // 2):
        monkeypatch.setattr(page, "LIMIT", limit)
        sizes.append(made(one))
        assert re.findall("<li>.*", sizes[-1]) == log and not Tree(sizes[-1]).wrong
    assert len(whole) > len(sizes[0]) >= len(sizes[1])
    assert sizes[0].count('class="board') < whole.count('class="board')


def test_nothing_that_somebody_is_called_becomes_part_of_the_page() -> None:
    names = ("</li><script>alert(1)</script>", '" onclick="a&b" <b>')
    text = made(recorded("caravan", names=names), FAIR, title="<img src=x>")
    tree = Tree(text)
    assert not tree.wrong and [tag for tag, _ in tree.tags].count("script") == 1
    assert not [given for _, given in tree.tags if any(key.startswith("on") for key in given)]
    assert "img" not in [tag for tag, _ in tree.tags] and "b" not in [tag for tag, _ in tree.tags]
    assert any("</li><scrip" in piece for piece in tree.text), "long names are cut"


def test_a_verdict_is_told_with_what_it_means_and_how_to_check_it() -> None:
    one = recorded("caravan")
    text = " ".join(Tree(made(one)).text)
    assert FAIR.lines[0] in text and FAIR.digest in text and FAIR.commands[0] in text
    for asked in page.QUESTIONS:
        assert one.reading.words(f"page.answer.{asked}") in text
    alone = made(one, PageVerdict(("On one computer.",), None))
    assert "SHA-256" not in alone and "verdict open" in alone and "verdict fair" not in alone
    assert "verdict wrong" in made(one, PageVerdict(("SOMEBODY CHEATED",), False, "00", ("x",)))


# --- colours ---------------------------------------------------------------------------------------------------


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [colours.LIGHT, colours.DARK], ids=["light", "dark"])
def test_every_text_can_be_read_on_its_ground(scheme: dict[str, str]) -> None:
    for name, colour in scheme.items():
        if name not in ("paper", "shade", "rule"):
            assert _contrast(colour, scheme["paper"]) >= 4.5, name
            assert _contrast(colour, scheme["shade"]) >= 4.5, name
    for name, (ink, ground) in colours.GROUNDS.items():
        assert _contrast(ink, ground) >= 4.5, name
    for name, ink in colours.TEXTURES.items():
        assert _contrast(ink, colours.GROUNDS[name.replace("tx", "gr")][1]) >= 3, name


def test_every_role_of_the_screen_has_a_class_that_the_style_sheet_knows() -> None:
    assert set(COLOURS) - {"qr"} <= set(ROLES)
    css = made(recorded("caravan"))
    assert [name for name in set(ROLES.values()) if f".{name}{{" not in css and f".{name}," not in css] == []
