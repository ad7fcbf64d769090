"""Acts in words: by their labels, and by verb and arguments where a label says something else than there is."""

from __future__ import annotations

import re
from itertools import islice
from typing import ClassVar

import pytest

from tests.ui.positions import random_moments, scene
from tta_p2p.games.contract import Act, Card, Line
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.node.lobby.room import seat_name
from tta_p2p.registry import load_rules, names
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.ui.act_menu import find_act as find_act
from tta_p2p.ui.act_menu import make_menu, menu_blocks
from tta_p2p.ui.blocks import Heading, lines
from tta_p2p.ui.cells import plain
from tta_p2p.ui.changes import ActExplained
from tta_p2p.ui.lobby_page import welcome_blocks
from tta_p2p.ui.news_text import announce
from tta_p2p.ui.plain_view import with_faces
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.reading import Reading, names_of
from tta_p2p.ui.state import ClientState
from tta_p2p.ui.style import Style
from tta_p2p.ui.texts import Texts


def texts(game: str, language: str = "en") -> Texts:
    return Texts(load_rules(game), Words(language), ("Ann", "Bob", "Cid"))


@pytest.mark.parametrize(
    ("game", "label", "said", "about"),
    [
        ("through_the_ages", Line("take", ("moses",)), "Take Moses", "Moses"),
        ("through_the_ages", Line("take-space", ("moses", 5)), "Take Moses, space 5", "Moses, space 5"),
        ("through_the_ages", Line("take"), "Take from the row", ""),
        ("through_the_ages", Line("end"), "End the turn", ""),
        ("through_the_ages", Line("attack", (Card(7, "raid-i"), 1)), "Play Raid I against Bob", "Raid I against Bob"),
        ("through_the_ages", Line("seed", (Card(7),)), "Prepare a hidden card as an event", "a hidden card"),
        ("through_the_ages", Line("tokens", ("bronze", 2, "iron", 1)), None, "Bronze 2 Iron 1"),
        ("through_the_ages", Line("choose-food", (2,)), "Gain 2 food", "Gain 2 food"),
        ("through_the_ages", Line("trade", ("food",)), "Use the trade pact, pay food", "food"),
        ("through_the_ages", Line("fly", ("moon", 3)), "Fly moon 3", "Fly moon 3"),
        ("smugglers", Line("light", (3,)), "Light the lighthouse with 3", "with 3"),
        ("smugglers", Line("light"), "Light the lighthouse", ""),
        ("caravan", Line("sell", (Card(4, "salt-3"),)), "Sell salt 3", "salt 3"),
    ],
)
def test_a_label_is_said_in_full_and_in_short(game: str, label: Line, said: str | None, about: str) -> None:
    one = texts(game)
    assert one.label(label) == (said or f"Leave tokens so: {about}") and one.label_detail(label) == about


def test_a_label_is_said_in_the_readers_language() -> None:
    one = texts("through_the_ages", "zh-Hans")
    assert one.label(Line("take", ("moses",))) == "拿取摩西"
    assert one.label_detail(Line("upgrade", ("bronze", "iron"))) == "铜矿升级为铁矿"


def test_what_the_notation_leaves_out_is_in_the_label() -> None:
    local = LocalGame(load_rules("through_the_ages"), 2, {}, chance=3)
    local.answer_needs()
    one, row = texts("through_the_ages"), local.state.row
    twice = next(face for face in row if row.count(face) > 1)
    for space, face in enumerate(row, 1):
        said = one.label(local.game.label(local.state, Act(0, "take", (space,))))
        assert said == f"Take {one.card(face)}" + (f", space {space}" if row.count(face) > 1 else "")
    assert twice and one.label(local.game.label(local.state, Act(0, "take", (99,)))) == "Take from the row"


@pytest.mark.parametrize("game", names())
def test_no_line_begins_small_and_no_known_card_has_a_number(game: str) -> None:
    """Of every act at some moments: itself and its heading, what it would do; and the page of the table."""
    for local, seat in islice(random_moments(game, 3, seed=11, every=5), 12):
        presenter, now = scene(local, seat)
        reading = Reading(ClientState(), presenter.words, presenter, now)
        menu = make_menu(presenter, now)
        begins = [plain(block.text) for block in menu_blocks(menu, presenter) if isinstance(block, Heading)]
        begins += [entry.description for entry in menu.entries]
        for entry in menu.entries:  # and is understood either way
            assert find_act(entry.description, menu, presenter) == find_act(entry.description.lower(), menu, presenter)
        for option in local.legal(seat):
            knows = local.dealer.knowledge_of(seat)
            explained = local.game.explain(local.state, knows, option.act)
            change = ActExplained(
                wording.explain_reply(local.game, local.state, "", option.act, explained, knows.faces), ""
            )
            begins += [line for one in announce(change, reading, True) for line in lines(one.content, Style())]
        assert [line for line in begins if line[:1].islower()] == []
        known = "|".join(re.escape(name) for name in presenter.texts.cards.values())
        page = "\n".join(lines(presenter.page("table", "", now), Style()))
        assert re.findall(f"(?:{known}) #[0-9]+", page) == []


def test_whoever_reads_is_you_and_sentences_agree_with_that() -> None:
    game = load_rules("through_the_ages")
    ann, anybody = (Texts(game, Words(), ("Ann", "Bob"), you) for you in (0, None))
    takes, goes = Line("takes", (0, "moses")), Line("leader-goes", (0, "moses"))
    assert ann.line("log", takes) == "You take Moses" and anybody.line("log", takes) == "Ann takes Moses"
    assert ann.line("log", goes) == "Your Moses leaves play" and anybody.line("log", goes) == "Ann's Moses leaves play"
    assert ann.line("log", Line("attacks", (1, "raid-i", 0))) == "Bob plays Raid I against you"
    assert Texts(game, Words("zh-Hans"), ("Ann",), 0).line("log", takes).startswith("你拿取")


def test_names_of_costs_go_with_their_number() -> None:
    texts = Texts(load_rules("through_the_ages"), Words(), ("Ann", "Bob"))
    assert texts.line("log", Line("pays", (0, 1, "civil-action"))) == "Ann pays 1 civil action"
    assert texts.cost((("military-action", 2), ("food", 1))) == "2 military actions, 1 food"
    coins = (("coin", 1), ("left", 2))
    told = {"en": "1 coin to the bank, 2 coins to the left", "zh-Hans": "1个钱币付给供应堆, 2个钱币付给左边"}
    assert {language: Texts(load_rules("seven_wonders"), Words(language)).cost(coins) for language in told} == told
    assert texts.say("illegal", "not-enough", ("civil-action",)).endswith("civil actions")


def test_a_bot_without_a_name_of_its_own_is_called_in_the_language_of_the_reader() -> None:
    seats = [say.SeatInfo(0, "Bot 1", 0, "Ann"), *(say.SeatInfo(n, name, n, name, "easy") for n, name in ENUMERATED)]
    welcome = say.WelcomeReply(say.VERSION, "caravan", say.LOCAL, 0, seats, {}, [])
    assert names_of(welcome, Words("zh-Hans")) == ["Bot 1", "电脑2", "电脑3", "Hal 9000"], "people keep their names"
    assert names_of(welcome, Words()) == ["Bot 1", "Bot 2", "Bot 3", "Hal 9000"]


def test_a_seat_that_a_program_plays_is_called_so_in_the_language_of_the_reader() -> None:
    seat = say.SeatInfo(0, seat_name("Hana", program=True), 0, "Hana")
    welcome = say.WelcomeReply(say.VERSION, "caravan", "ab", 0, [seat], {}, [])
    named = [names_of(welcome, Words(language))[0] for language in LANGUAGES]
    assert named == ["Hana (program)", "Hana（程序）", "Hana（プログラム）", "Hana（程式）"]


@pytest.mark.parametrize("alone", [True, False])
def test_conditions_call_bots_as_the_game_does_and_whoever_plays_alone_has_no_words_to_compare(alone: bool) -> None:
    mine = [say.SeatInfo(0, "Al", 0, "Al"), say.SeatInfo(1, "Bot 1", 0, "Al", "easy")]
    seats = [*mine, say.SeatInfo(2, "Bo", 0 if alone else 1, "Bo")]
    charter = [say.TextRef("game", ["caravan", 3]), say.TextRef("seats", [["Al"], ["Al", "Bot 1"]])]
    charter += [say.TextRef("bots", [["Bot 1"]]), say.TextRef("hints", [])]
    one = say.WelcomeReply(say.VERSION, "caravan", "ab", 0, seats, {}, charter, "amber badge")
    told = "\n".join(lines(welcome_blocks(one, Words("zh-Hans"), presenter_for("caravan", Words("zh-Hans"))), Style()))
    hints = Words("zh-Hans")("charter.hints")
    assert "Bot 1" not in told and "电脑1" in told and Words("zh-Hans").line("charter.bots", [["电脑1"]]) in told
    assert ("amber badge" in told, hints in told) == (not alone, not alone)


ENUMERATED = ((1, "Bot 2"), (2, "电脑3"), (3, "Hal 9000"))


def test_a_card_is_called_what_the_texts_say_now_and_you_are_who_is_addressed() -> None:
    ours, one = load_rules("caravan"), next(iter(load_rules("caravan").faces()))

    class Renamed(type(ours)):  # type: ignore[misc]
        def texts(self, language: str) -> dict[str, str]:
            return {**ours.texts(language), f"card.{one}": "Saffron"}

    names = [Texts(game, Words(), ("Ann", "Bob")).card(one) for game in (ours, Renamed(), ours)]
    assert names[0] == names[2] != names[1] == "Saffron"
    ann, others = texts("caravan").for_reader(0), texts("caravan")
    assert [some.name(0) for some in (ann, others)] != [others.name(0)] * 2 and ann.name(1) == others.name(1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_are_one_building_have_one_name_and_others_what_tells_them_apart(language: str) -> None:
    one, other = (Texts(load_rules(game), Words(language)).cards for game in ("seven_wonders", "through_the_ages"))
    assert one["loom-i"] == one["loom-ii"] and other["frugality-a"] != other["frugality-i"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_of_another_edition_is_called_as_its_namesake_and_a_name_means_the_card_of_the_table(
    language: str,
) -> None:
    class Reprinted(type(load_rules("through_the_ages"))):  # type: ignore[misc]
        reprints: ClassVar = {"raid-i-again": "raid-i", "homer-again": "homer"}

    called = Texts(Reprinted(), Words(language))
    assert [called.card(one) for one in ("raid-i-again", "homer-again")] == [
        called.card("raid-i"),
        called.card("homer"),
    ]
    assert called.card("raid-i") != called.card("raid-ii")
    called.keep_cards({"homer-again", "moses"})
    assert with_faces([called.card("homer"), called.card("raid-i")], called.cards, ())[0] == "homer-again"
    assert called.card("raid-i") not in called.cards.values() and called.card("raid-i") != "raid-i"
