"""What can be looked up of a game: its cards by name and in lists, its rules by topic, of every game there is."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from tests.cli.terminals import here, tta
from tests.games.battles import Battles
from tta_p2p import DEFAULT_GAME, registry
from tta_p2p.games.kit.topics import topics_in_texts
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.ui import name_search
from tta_p2p.ui.cells import Row, plain, width
from tta_p2p.ui.presenter import Presenter
from tta_p2p.ui.reference import NotFound, Reference, chapter, contents, reference_for

MODULE = import_module("tta_p2p.i18n.languages")


@pytest.fixture(params=registry.names())
def reference(request: pytest.FixtureRequest) -> Reference:
    return reference_for(request.param, Words())


def test_every_card_is_found_by_its_name_and_shown_and_listed_within_the_width(reference: Reference) -> None:
    cards = reference.cards()
    assert set(cards) >= set(reference.game.faces())
    for face in cards:
        assert face in reference.find(reference.names()["en"][face], cards)
        sheet = reference.sheet(face, "en", 80)
        assert reference.names()["en"][face] in plain(sheet[0]) and all(width(line) <= 80 for line in sheet)
    for language in reference.names():
        listed = reference.listing(cards, language, 60)
        assert all(width(line) <= 80 for line in listed)
        assert len([line for line in listed if plain(line).startswith(" ")]) == len(cards)


def test_everything_about_a_card_is_data(reference: Reference) -> None:
    for face in reference.cards():
        data = reference.data(face)
        assert data["id"] == face and json.loads(json.dumps(data))["names"]["en"] == reference.names()["en"][face]


def test_rules_are_topics_that_fit_the_screen(reference: Reference) -> None:
    assert reference.rules.keys() == {*LANGUAGES}
    for language in reference.rules:
        topics = reference.topics(language)
        shown = [line for topic in topics for line in chapter(topic, 80)]
        assert all(width(line) <= 80 for line in (*shown, *contents("a game", topics, Words(language), 80)))
        foot = " ".join(map(plain, contents("a game", topics, Words(language), 80, reference.game.name)[-2:]))
        others = reference.game.name != DEFAULT_GAME
        assert ("--game " in foot) == others, "what is typed as it is told is about the same game"
        for topic in topics:
            assert topic in reference.search_topics(topic.name, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.names())
def test_every_listed_title_and_name_finds_its_own_topic_alone(game: str, language: str) -> None:
    reference = reference_for(game, Words(language))
    for topic in reference.topics(language):
        for asked in (topic.title, topic.title.lower(), topic.title.upper(), topic.name, topic.name.replace("-", " ")):
            assert reference.search_topics(asked, language) == (topic,), asked


def test_a_topic_is_found_by_a_part_of_its_title_before_the_text_of_others() -> None:
    for language, asked, name in (
        ("en", "card row", "row"),
        ("en", "the end of the g", "end"),
        ("zh-Hans", "圆", ""),
        ("zh-Hans", "殖民", "colonies"),
        ("zh-Hans", "旧版", "editions"),
    ):
        reference = reference_for("through_the_ages", Words(language))
        if not name:
            with pytest.raises(NotFound, match="规则里没有"):
                reference.search_topics(asked, language)
        else:
            assert [topic.name for topic in reference.search_topics(asked, language)] == [name]


def test_what_is_not_there_is_guessed_or_said() -> None:
    smugglers = reference_for("smugglers", Words())
    with pytest.raises(NotFound, match="did you mean lamp 3"):
        smugglers.find("lamp33", smugglers.cards())
    with pytest.raises(NotFound, match="not told apart by age"):
        smugglers.filter_cards({"age": "I"})


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("arc", ["joan"]),
        ("great wall", ["wall"]),
        ("great", ["alexander", "wall"]),
        ("wall", ["mural"]),
        ("alex", ["alexander"]),
        ("ande", ["alexander"]),
        ("0", []),
        ("", []),
        ("!", []),
    ],
)
def test_a_whole_name_comes_before_a_word_and_a_word_before_a_part(asked: str, found: list[str]) -> None:
    called = {"joan": ["Joan of Arc"], "alexander": ["Alexander the Great"], "wall": ["Great Wall"], "arch": ["Search"]}
    called["arch"].append("s01")
    called["mural"] = ["Wall"]
    assert name_search.find_names(asked, called) == found


def spoken(lines: Iterable[Row]) -> str:
    """What lines say, but for commands to be typed, numerals, and what has no letters."""
    untold = r"`[^`]*`|\btta cards \S+(?: --game \S+)?|(?<![A-Za-z])[IVX]+(?![A-Za-z])"
    return re.sub(untold, "", " ".join(plain(line) for line in lines))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.names())
def test_what_is_looked_up_is_told_in_one_language(game: str, language: str) -> None:
    reference = reference_for(game, Words(language))
    if language not in reference.languages:
        return  # told in English as a whole: see the command
    cards = reference.cards()
    shown = [reference.listing(cards, language, 200), *(reference.sheet(face, language, 100) for face in cards)]
    for page in shown:
        said = spoken(page)
        foreign = re.findall("[一-鿿]+", said) if language == "en" else re.findall("[A-Za-z]{2,}", said)
        assert foreign == [], said[:300]


def test_the_commands_look_things_up_of_any_game(tmp_path: Path) -> None:
    shown = here(tmp_path, "cards", "--game", "caravan", "silk", "3")
    assert shown.returncode == 0 and "silk 3" in shown.stdout
    listed = here(tmp_path, "cards", "--game", "smugglers").stdout
    assert "Crate" in listed and listed.splitlines()[-1].startswith("6 cards;")
    rules = here(tmp_path, "rules", "--game", "7w")
    assert rules.returncode == 0 and "Rules of 7 Wonders" in rules.stdout
    for command in ("cards", "rules"):
        chinese = tta(tmp_path, command, "--game", "7w", environment={"TTA_LANG": "zh"}).stdout
        asked = tta(tmp_path, command, "--game", "7w", "--lang", "zh-Hans").stdout
        assert chinese == asked and re.search("[一-鿿]", asked) and " cards" not in asked.replace("tta cards", "")
        english = tta(tmp_path, command, "--game", "7w", "--lang", "en", environment={"TTA_LANG": "zh"}).stdout
        assert not re.search("[一-鿿]", english)
    turn = here(tmp_path, "rules", "--game", "smugglers", "turn")
    assert turn.returncode == 0 and "- stow a barrel unseen" in turn.stdout


def test_a_game_without_rules_says_so() -> None:
    battles = Reference(Presenter(Battles(), Words(), ("Ann", "Bob")))
    with pytest.raises(NotFound, match="not written down"):
        battles.topics("en")


@pytest.mark.parametrize("asked", ["corruption", "腐败"])
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_a_term_of_either_language_finds_what_the_rules_say_of_it_in_the_own_one(asked: str, language: str) -> None:
    reference = reference_for("through_the_ages", Words(language))
    found = reference.search_topics(asked, language)
    told = reference.topic_excerpts(found, asked)
    own = "corruption" if language == "en" else "腐败"
    assert "food-and-resources" in {topic.name for topic in found}
    assert told and all(own in part.lower() for topic in told for part in topic.text.split("\n\n"))


ENGLISH_PAGE = {
    "rules.turn": "A turn",
    "rules.turn.draw": "Draw.",
    "rules.turn.play": "- Play.",
    "rules.end": "The end",
}


def test_a_page_of_rules_is_made_of_its_paragraphs_and_lacks_none() -> None:
    """In the order of English, which also says what a language lacks; one that has a page whole is read as well."""

    def pages(texts: Mapping[str, str], english: Mapping[str, str] = ENGLISH_PAGE) -> dict[str, tuple[str, str]]:
        return {topic.name: (topic.title, topic.text) for topic in topics_in_texts(texts, english)}

    assert pages(ENGLISH_PAGE)["turn"] == ("A turn", "Draw.\n\n- Play.") and pages({"card.x": "X"}) == {}
    half = {"rules.turn.play": "- 打出。", "rules.turn.gone": "旧。", "rules.turn": "回合"}
    assert pages(half) == {"turn": ("回合", "Draw.\n\n- 打出。"), "end": ("The end", "")}
    assert pages({"rules.turn": "回合\n\n抽牌并打出。"})["turn"] == ("回合", "抽牌并打出。")
    assert pages({"rules.own": "自己", "rules.own.one": "一"})["own"] == ("自己", "")
    (one,) = topics_in_texts({"rules.a": "A\n\nB\n\n- C", "rules-words.a": "d、e f"})
    assert (one.title, one.text, one.words) == ("A", "B\n\n- C", ("d", "e", "f"))


def test_the_rules_of_a_language_from_outside_are_read_as_far_as_they_go(monkeypatch: pytest.MonkeyPatch) -> None:
    latin = ModuleType("tta_latin_rules")
    latin.PAGES = {"seven_wonders": {"rules.turn": "Ludus"}}  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, latin.__name__, latin)
    monkeypatch.setattr(MODULE, "_others", lambda: {"la": latin.__name__})
    for name in ("_package", "_texts"):
        monkeypatch.setattr(MODULE, name, cache(getattr(MODULE, name).__wrapped__))
    said, english = (reference_for("seven_wonders", Words(language)) for language in ("la", "en"))
    own, known = ({topic.name: topic for topic in one.topics(of)} for one, of in ((said, "la"), (english, "en")))
    assert own.keys() == known.keys() and own["turn"].title == "Ludus" and own["turn"].text == known["turn"].text
