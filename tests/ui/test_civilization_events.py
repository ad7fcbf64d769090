"""What culture events of Civilization are played on, in words: in lists, in the log, in windows, and typed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.civilization.play import play, power
from tests.civilization.windows.responses import go, moving
from tests.texts import QUOTED
from tests.ui.civilization import PLAYED, holding
from tests.ui.commands import do, greeting, reading_of, requests
from tests.ui.positions import NAMES, scene
from tests.ui.screen.keyboard import face_of, shown
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.act_menu import make_menu, menu_blocks
from tta_p2p.ui.blocks import Para, lines
from tta_p2p.ui.cells import plain
from tta_p2p.ui.civilization.cards import gist
from tta_p2p.ui.civilization.screen import CivilizationBoard
from tta_p2p.ui.digest import digest
from tta_p2p.ui.instructions import AskConfirmation
from tta_p2p.ui.log_text import log_paragraphs
from tta_p2p.ui.style import Style
from tta_p2p.ui.texts import Texts, sentence

SAID = [
    ("defection", "f8 0 1", "Defection to kill 1 of Bob's scouts on f8", "消灭f8上Bob的1支侦察队"),
    ("wholesale-defection", "f8 1 1", "to kill 1 of Bob's armies and 1 scout on f8", "消灭f8上Bob的1支军队和1支侦察队"),
    ("wholesale-defection", "f8 2 0", "to kill 2 of Bob's armies on f8", "消灭f8上Bob的2支军队"),
    ("wholesale-defection", "h2 artist", "to kill Bob's Artist on h2", "除去h2上Bob的艺术家"),
    ("sabotage", "c13", "Sabotage to destroy your Workshop on c13", "摧毁c13上你的工作坊"),
    ("disaster", "h3 f4", "to destroy Bob's Harbor on h3 and Bob's Barracks on f4", "h3上Bob的港口和f4上Bob的军营"),
    ("lost", "g6 f4", "Lost to move 1 of Bob's armies from g6 to f4", "把Bob的1支军队从g6移到f4"),
    ("drought", "g1", "Drought to turn the forest g1 into bare desert", "把g1的森林变为普通沙漠"),
    ("deforestation", "f11", "to turn your forest f11 into bare grassland", "把f11上你的森林变为普通草原"),
    ("the-citizens-are-revolting", "", "to bring anarchy upon Bob", "使Bob陷入无政府状态"),
    ("exchange-of-ideas", "metalworking", "Exchange of Ideas to learn Metalworking from Bob", "向Bob学习金属制造术"),
    ("we-love-the-queen-day", "e11", "for 6 more production in e11", "使e11本回合生产力加6"),
]
TYPED = [
    ("wholesale-defection", "event wholesale 2 armies f8", "f8 2 0"),
    ("wholesale-defection", "play wholesale defection to kill 1 of Bob's armies and 1 scout on f8", "f8 1 1"),
    ("wholesale-defection", "event wholesale 1 army 1 scout", "f8 1 1"),
    ("wholesale-defection", "event wholesale artist", "h2 artist"),
    ("wholesale-defection", "kill 2 armies", "f8 2 0"),
    ("sabotage", "event sabotage workshop", "c13"),
    ("lost", "event lost g6 f4", "g6 f4"),
    ("exchange-of-ideas", "event exchange metalworking", "metalworking"),
]


def told(local: LocalGame[Any, Any], since: int, seat: int, language: str) -> list[str]:
    """What the log says of what has happened since."""
    texts = Texts(GAME, Words(language), NAMES[:2], seat)
    lines_of = wording.log(GAME, local.log[since:], local.dealer.knowledge_of(seat).faces)
    return [plain(one.text) for one in log_paragraphs(lines_of, texts)]


@pytest.mark.parametrize(("event", "on", "english", "chinese"), SAID)
def test_what_an_event_is_played_on_is_said_in_words(event: str, on: str, english: str, chinese: str) -> None:
    table = holding(event)
    since = len(table.local.log)
    for language, words in zip(QUOTED, (english, chinese), strict=True):
        presenter, now = scene(table.local, 0, language)
        assert any(
            words in item.description and words in item.short_description for item in make_menu(presenter, now).entries
        ), language
    table.do(f"event {event} {on}".strip())
    for language, words in zip(QUOTED, (english, chinese), strict=True):
        assert words in told(table.local, since, 0, language)[0], language


@pytest.mark.parametrize("event", PLAYED)
def test_no_choice_of_an_event_is_a_bare_number(event: str) -> None:
    table = holding(event)
    assert table.local.legal(0)
    for language in LANGUAGES:
        presenter, now = scene(table.local, 0, language)
        menu = make_menu(presenter, now)
        named = [item.description for item in menu.entries if item.verb == "event"]
        assert named and len(named) == len(set(named)), "each says something else"
        assert "event-on" not in {item.label.key for item in menu.entries}


def test_who_is_asked_reads_what_it_is_about_and_whose_it_is() -> None:
    table = holding("wholesale-defection", theirs=("jousting-tourney",))
    table.do("event wholesale-defection f8 1 1")
    texts = Texts(GAME, Words(), NAMES[:2], 1)
    assert table.local.decision is not None and table.asked == "answer-event"
    said = texts.say("decision", table.asked, table.local.decision.args)
    assert said == "Ann plays Wholesale Defection to kill 1 of your armies and 1 scout on f8: do you answer?"
    presenter, now = scene(table.local, 1)
    passing = next(item for item in make_menu(presenter, now).entries if item.verb == "pass")
    does = gist(presenter.wording(now), "wholesale-defection")
    assert plain(CivilizationBoard(presenter).choices.note(passing, now)) == f"Wholesale Defection: {does}"
    since = len(table.local.log)
    table.do("counter jousting-tourney")
    answered = told(table.local, since, 0, "en")[0]
    assert answered.startswith("Bob plays Jousting Tourney against your Wholesale Defection")


TYPED_IN_CHINESE = [
    ("wholesale-defection", "打出全面叛逃消灭f8上2支军队", "f8 2 0"),
    ("wholesale-defection", "全面叛逃f8的1支军队和1支侦察队", "f8 1 1"),
    ("wholesale-defection", "叛逃 h4 侦察队", "h4 0 1"),
    ("sabotage", "破坏c13", "c13"),
    ("lost", "迷路g6移到f4", "g6 f4"),
]


@pytest.mark.parametrize(("event", "typed", "on"), TYPED_IN_CHINESE)
def test_so_are_words_in_a_script_without_spaces(event: str, typed: str, on: str) -> None:
    local = holding(event).local
    (_, instructions) = do(reading_of(greeting(local, 0), turn_message(local, 0), language="zh-Hans"), typed)
    (asked,) = [one.confirmation for one in instructions if isinstance(one, AskConfirmation)]
    assert asked is not None and next(one.text for one in asked.yes if isinstance(one, say.ActRequest)).endswith(
        f" {on}"
    )


@pytest.mark.parametrize(
    ("event", "on", "again"),
    [("defection", "f8 1 0", "kills"), ("lost", "g6 f4", "goes"), ("disaster", "h3 f4", "destroys")],
)
def test_a_digest_says_once_what_an_event_does(event: str, on: str, again: str) -> None:
    table = holding(event)
    since = len(table.local.log)
    table.do(f"event {event} {on}")
    texts = scene(table.local, 1)[0].texts_for(1)
    lines_of = wording.log(GAME, table.local.log[since:], table.local.dealer.knowledge_of(1).faces)
    said = " ".join(plain(one.text) for one in digest(lines_of, texts, 1) if isinstance(one, Para))
    assert said.startswith("Ann: plays") and on.split()[0] in said and again not in said, said


@pytest.mark.parametrize("language", QUOTED)
def test_what_is_built_free_is_told_once_with_its_square(language: str) -> None:
    table = play(power("egypt", techs=["pottery", "masonry"]), power("germany"), phase="cities", seed=5)
    acts = [option.act for option in table.local.legal(0) if option.act.verb == "give"]
    kinds = {act.args[1]: act for act in acts}
    assert {"granary", "workshop"} <= set(kinds), kinds
    for act in (kinds["granary"], kinds["workshop"]):
        game = play(power("egypt", techs=["pottery", "masonry"]), power("germany"), phase="cities", seed=5)
        game.local.act(act)
        told = wording.log(GAME, game.local.log, {})
        texts = scene(game.local, 1, language)[0].texts_for(1)
        for said in (plain(one.text) for one in (*digest(told, texts, 1), *log_paragraphs(told, texts))):  # type: ignore[attr-defined]
            assert said.count({"en": "build", "zh-Hans": "建造"}[language]) == 1 and str(act.args[-1]) in said, said
            assert {"en": "free", "zh-Hans": "免费"}[language] in said, said


@pytest.mark.parametrize("language", QUOTED)
@pytest.mark.parametrize("killed", [(1, 0), (0, 1), (1, 1)])
def test_so_it_does_of_one_that_meets_figures_on_their_way(killed: tuple[int, int], language: str) -> None:
    table = moving()
    go(table, 2, 1)
    since = len(table.local.log)
    table.do("interrupt wholesale-defection f4 {} {}".format(*killed))
    texts = scene(table.local, 1, language)[0].texts_for(1)
    lines_of = wording.log(GAME, table.local.log[since:], table.local.dealer.knowledge_of(1).faces)
    blocks = (*digest(lines_of, texts, 1), *log_paragraphs(lines_of, texts))
    for said in [plain(one.text) for one in blocks if isinstance(one, Para)]:
        assert said.count({"en": "kill", "zh-Hans": "消灭"}[language]) == 1 and said.count(texts.name(0)) == 1, said


@pytest.mark.parametrize(
    ("language", "said"), [("en", "You kill 2 of Bob's armies on f8"), ("zh-Hans", "你消灭f8上Bob的2支军队")]
)
def test_what_comes_through_after_a_window_is_told_once_by_whom(language: str, said: str) -> None:
    table = holding("wholesale-defection", theirs=("jousting-tourney",)).do("event wholesale-defection f8 2 0")
    since = len(table.local.log)
    table.do("pass")
    texts = scene(table.local, 0, language)[0].texts_for(0)
    lines_of = wording.log(GAME, table.local.log[since:], table.local.dealer.knowledge_of(0).faces)
    assert [plain(one.text) for one in digest(lines_of, texts, 0) if isinstance(one, Para)] == [said]


@pytest.mark.parametrize(("event", "typed", "on"), TYPED)
def test_words_of_a_person_are_understood(event: str, typed: str, on: str) -> None:
    local = holding(event).local
    reading = reading_of(greeting(local, 0), turn_message(local, 0))
    (_, instructions) = do(reading, typed)
    meant = [one.text for one in requests(instructions) if isinstance(one, say.ActRequest)]
    asked = (one.confirmation for one in instructions if isinstance(one, AskConfirmation))
    meant += [one.text for each in asked if each is not None for one in each.yes if isinstance(one, say.ActRequest)]
    assert [text.partition(" ")[2].partition(" ")[2] for text in meant] == [on]


@pytest.mark.parametrize("language", QUOTED)
def test_figures_are_chosen_first_and_then_where_they_stand(language: str) -> None:
    face = face_of(holding("wholesale-defection").local, 0, language)
    face.press("c")
    said = [plain(spot.text) for spot in face.spots()]
    two, scout = {"en": ("2 armies", "1 scout"), "zh-Hans": ("2支军队", "1支侦察队")}[language]
    assert any(two in line for line in said) and any(scout in line for line in said), said
    assert len(said) == len(set(said))
    (at,) = (number for number, spot in enumerate(face.spots()) if spot.acts and len(spot.acts) == 2
             and scout in plain(spot.text))  # fmt: skip
    face.press("home")
    for key in (*["down"] * at, "enter"):
        face.press(key)
    assert [plain(spot.text).split()[1] for spot in face.spots()] == ["h4", "f8"]
    assert scout in "".join(shown(face))


@pytest.mark.parametrize("language", LANGUAGES)
def test_line_by_line_a_line_says_what_dies_and_then_its_squares(language: str) -> None:
    presenter, now = scene(holding("disaster", "the-citizens-are-revolting").local, 0, language)
    listed = "\n".join(lines(menu_blocks(make_menu(presenter, now), presenter), Style(100)))
    heading, card_named = sentence(presenter.verb_name("event")), presenter.texts.card("the-citizens-are-revolting")
    found = [line for line in listed.splitlines() if line == heading or card_named in line]
    assert found[0] == heading and found.count(heading) == 1 and len(found) == 2, "and below it what is not grouped"
    card = presenter.texts.card
    assert f"h3 {card('harbor')}" in listed and f"f4 {card('barracks')}" in listed
