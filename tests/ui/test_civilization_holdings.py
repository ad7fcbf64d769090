"""What a player of Civilization holds, in both clients: the own cards by name, those of others as backs."""

from __future__ import annotations

import pytest

from tests.civilization.play import Table, play, power
from tests.ui.commands import do, greeting, reading_of
from tests.ui.positions import scene
from tests.ui.screen.keyboard import face_of, lines_of
from tta_p2p.i18n import LANGUAGES
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.blocks import Page, lines
from tta_p2p.ui.instructions import Display
from tta_p2p.ui.style import Style

WORDS = {
    "hand": ("units", "events", "goods"), "units": ("units",), "forces": ("units",), "events": ("events",),
    "goods": ("goods",), "resources": ("goods",), "huts": ("goods",), "villages": ("goods",), "coins": ("goods",),
}  # fmt: skip
OWN = {"infantry-2", "mounted-3", "drought", "lost", "hut-silk", "village-iron"}
THEIRS = {"artillery-1", "infantry-3", "sabotage", "mass-defection", "hut-spy", "village-uranium"}


def table() -> Table:
    """Two with something of everything that is hidden."""
    rome = power(
        "rome", cities={"b14": "capital"}, forces=["infantry-2", "infantry-2", "mounted-3"], goods={"wheat": 2},
        events=["drought", "lost"], huts=["hut-silk"], villages=["village-iron"], people=["artist"],
    )  # fmt: skip
    russia = power(
        "russia", cities={"g3": "capital"}, forces=["artillery-1", "infantry-3"], goods={"iron": 1},
        events=["sabotage", "mass-defection"], huts=["hut-spy"], villages=["village-uranium"],
    )  # fmt: skip
    return play(rome, russia, phase="cities")


def shown_by(line: str, language: str = "en") -> str:
    """What the line client shows for a word."""
    local = table().local
    (_, told) = do(reading_of(greeting(local, 0), turn_message(local, 0), language=language), line)
    (page,) = [one.content for one in told if isinstance(one, Display)]
    assert isinstance(page, Page), page
    return "\n".join(lines(page, Style(100)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", WORDS)
def test_words_show_what_one_holds_and_nothing_else(word: str, language: str) -> None:
    presenter, _ = scene(table().local, 0, language)
    said = shown_by(word, language)
    headings = {sort: presenter.words(f"civ.held.title.{sort}") for sort in ("units", "events", "goods")}
    own = said.splitlines()
    assert {sort for sort, heading in headings.items() if heading in own} == set(WORDS[word])
    assert not any(presenter.texts.card(face) in said for face in THEIRS), said
    if word == "hand":
        assert all(presenter.texts.card(face) in said for face in OWN), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_others_there_are_counts_and_backs_as_on_a_table(language: str) -> None:
    presenter, _ = scene(table().local, 0, language)
    for said in (shown_by("hand bob", language), shown_by("hand", language).split("Bob")[1]):
        assert not any(presenter.texts.card(face) in said for face in THEIRS), said
        assert presenter.words("civ.held.n-events", n=2) in said and "I, II" in said.replace("，", ", ").replace(
            "、", ", "
        )
        assert presenter.words("civ.amount", what=presenter.texts.card("iron"), n=1) in said


def test_a_key_of_the_screen_shows_it_and_help_lists_the_words() -> None:
    face = face_of(table().local, 0)
    face.press("U")
    assert lines_of(face) == [":hand"]
    local = table().local
    (_, told) = do(reading_of(greeting(local, 0), turn_message(local, 0)), "help")
    listed = "\n".join(line for one in told if isinstance(one, Display) for line in lines(one.content, Style(100)))
    assert all(f"{word} [PLAYER]" in listed for word in ("hand", "units", "events", "goods"))
