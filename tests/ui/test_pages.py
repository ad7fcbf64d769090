"""Pages of games: as reviewed, never wider than the screen, and of every moment of whole games."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from tests.through_the_ages.play import me, them
from tests.through_the_ages.politics.revealing import reveal
from tests.ui.positions import NAMES, middle, random_moments, scene
from tta_p2p.i18n import LANGUAGES, Words, ideographic
from tta_p2p.seats.messages import TurnReply
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui import act_menu, plain_view
from tta_p2p.ui.blocks import Heading, Page, lay_out, lines
from tta_p2p.ui.cells import plain as text_of
from tta_p2p.ui.cells import row, width
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.style import Style

FOLDER = Path(__file__).with_name("pages")


def golden(name: str, shown: list[str]) -> None:
    text = "\n".join(shown) + "\n"
    page = FOLDER / f"{name}.txt"
    if os.environ.get("PAGES_UPDATE"):
        FOLDER.mkdir(exist_ok=True)
        page.write_text(text, "utf-8")
    assert text == page.read_text("utf-8"), "PAGES_UPDATE=1 writes the new pages; look at them before you commit"


def style_of(language: str, width: int = 80) -> Style:
    return Style(width, ideographic=ideographic(language))


def suffix(language: str) -> str:
    return "" if language == "en" else f"-{language}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["table", "me", "me bob", "row", "hand", "events"])
def test_a_page_of_the_middle_of_a_game_is_as_reviewed(page: str, language: str) -> None:
    presenter, now = scene(middle(), 0, language)
    name, _, about = page.partition(" ")
    shown = lines(presenter.page(name, about, now), style_of(language))
    golden(page.replace(" ", "-") + suffix(language), shown)


def test_the_row_calls_no_hand_full_that_may_be_exceeded() -> None:
    for options, full in (({"agreement-hand-limit": "may-be-exceeded"}, False), ({}, True)):
        one = me(workers={"warriors": 2}, hand=["monarchy", "alchemy", "masonry", "theology"])
        table = reveal("international-agreement", one, them(), row=["irrigation", "coal"], options=options)
        presenter, now = scene(table.local, 0)
        page = " ".join(lines(presenter.page("row", "", now), Style()))
        assert ("Your hand is full" in page) == full


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_used_up_an_agreement_is_asked_only_whether_that_is_all(language: str) -> None:
    row = ["irrigation", "coal", "isaac-newton", "eiffel-tower", "cannon", "journalism", "strategy"]
    table = reveal("international-agreement", me(workers={"warriors": 2}), them(), row=row)
    said, waited = [], []
    for card in ("coal", "isaac-newton", "journalism", "irrigation"):
        presenter, now = scene(table.local, 0, language)
        said.append(text_of(presenter.decision(now)))
        assert table.local.decision is not None
        waited.append(presenter.texts.say("asked", "row-cards", table.local.decision.args))
        table.act(f"take {card}")
    presenter, now = scene(table.local, 0, language)
    assert table.legal() == ["done"] and table.local.decision is not None
    waited.append(presenter.texts.say("asked", "row-cards", table.local.decision.args))
    said.append(text_of(presenter.decision(now)))
    assert all(str(left) in text for texts in (said, waited) for left, text in zip((5, 4, 3, 1), texts, strict=False))
    assert not any("0" in text or text.startswith(said[0][:4]) for text in (said[-1], waited[-1])), (said, waited)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_beginning_of_a_turn_is_as_reviewed(language: str) -> None:
    presenter, now = scene(middle(), 0, language)
    blocks = [*presenter.turn_summary(now), Heading(presenter.decision(now))]
    menu = act_menu.menu_blocks(act_menu.make_menu(presenter, now), presenter)
    title = row(presenter.words("your-turn"), ": ", presenter.progress(now))
    golden(f"turn{suffix(language)}", lines(Page(title, (*blocks, *menu)), style_of(language)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", ["moses", "theology", "legion", "raid-i", "constitutional-monarchy"])
def test_a_card_in_full_is_as_reviewed(card: str, language: str) -> None:
    presenter = presenter_for("through_the_ages", Words(language))
    golden(f"card-{card}{suffix(language)}", lines(presenter.card_sheet(card), style_of(language)))


CHINESE = Style(80, ideographic="，")
SCREENS = {"80": Style(80), "44": Style(44), "ascii": Style(80, ascii=True), "zh-Hans": CHINESE, "ja-44": Style(44)}


@cache
def told(name: str) -> list[tuple[TurnReply, int | None]]:
    """Moments of a game as who is to decide and as those who watch are told of them."""
    moments = random_moments(name, 3, seed=80, every=37 if name == "through_the_ages" else 1)
    return [(turn_message(local, watcher), watcher) for local, seat in moments for watcher in (seat, None)]


@pytest.mark.parametrize("name", ["caravan", "smugglers", "through_the_ages"])
@pytest.mark.parametrize("screen", SCREENS)
def test_every_page_of_every_moment_fits_the_screen(name: str, screen: str) -> None:
    style, words = SCREENS[screen], Words({"zh-Hans": "zh-Hans", "ja-44": "ja"}.get(screen, "en"))
    presenter = presenter_for(name, words, NAMES[:3])
    for heard, watcher in told(name):
        now = presenter.make_scene(heard, watcher)
        menu = act_menu.menu_blocks(act_menu.make_menu(presenter, now), presenter)
        shown = [*lay_out(presenter.turn_summary(now), style), *lay_out(menu, style)]
        for page in presenter.pages:
            shown += lay_out(presenter.page(page, "", now), style)
        assert all(width(line) <= style.width for line in shown)
        if style.ascii:
            assert all(span.text.isascii() for line in shown for span in line)
    assert len(told(name)) >= 8


def test_a_spectator_sees_the_pages_without_a_hand() -> None:
    presenter, now = scene(middle(), None)
    shown = "\n".join(lines(presenter.page("hand", "", now), Style()))
    assert "Military cards" not in shown and "Ann" in shown and "Bob" in shown


def test_every_card_of_the_game_can_be_shown() -> None:
    presenter = presenter_for("through_the_ages", Words())
    for face in presenter.texts.cards:
        assert len(lines(presenter.card_sheet(face), Style())) >= 2


def test_cards_that_share_a_name_are_told_apart() -> None:
    for edition, raid in (("2015", "raid-i"), ("2006", "raid-i-2006")):
        presenter = presenter_for("through_the_ages", Words())
        presenter.begin_table({"edition": edition})
        names = presenter.texts.cards
        assert names[raid] == "Raid I" and names["bronze"] == "Bronze"
        assert len(set(names.values())) == len(names) > 200


def test_a_view_nobody_has_words_for_is_shown_all_the_same() -> None:
    presenter = presenter_for("caravan", Words(), ("Ann", "Bob"))
    view = {
        "round": 3, "flags": [True, None], "deep": {"under_it": {"n": 1}}, "empty": [],
        "players": [{"name": "Ann", "cards": ["salt-1"]}, {"name": "Bob", "cards": []}],
        "mixed": [{"a": {"b": 2}}, [1, [2]]],
    }  # fmt: skip
    golden("any-view", lines(plain_view.view_blocks(view, presenter.texts, {}), Style()))
    assert lines(plain_view.view_blocks(7, presenter.texts, {}), Style()) == ["7"]
