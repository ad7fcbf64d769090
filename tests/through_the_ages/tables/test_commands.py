"""`tta cards` and `tta rules` as a person or a program sees them."""

import json
from itertools import pairwise

import pytest
from typer.testing import CliRunner

from tests.texts import names_of, topics_of, words_of
from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.main import build
from tta_p2p.games.kit.records import replace
from tta_p2p.games.through_the_ages.tables import CARDS, TABLES, cards_of
from tta_p2p.games.through_the_ages.tables.edition_2006 import CONFIDENCE, REPRINTS, STAND_IN
from tta_p2p.games.through_the_ages.tables.export import as_data
from tta_p2p.games.through_the_ages.tables.model import Symbols
from tta_p2p.ui.through_the_ages.figures import cost_line, figures_line, symbols_line

TOPICS = topics_of("through_the_ages")


@pytest.fixture(scope="module")
def root():
    return build()


@pytest.fixture
def run(monkeypatch, root):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("TTA_LANG", "")  # and what --lang sets is as it was for the next test

    def run(*words: str) -> str:
        result = CliRunner().invoke(root, words)
        if result.exception is not None:
            raise result.exception
        return result.stdout

    return run


def heads(shown: str) -> list[str]:
    """The names at the head of the cards shown in full."""
    lines = shown.splitlines()
    return [above.split("   ")[0] for above, line in pairwise(lines) if line.startswith("──")]


def test_a_card_is_shown_with_its_figures_and_text(run):
    shown = run("cards", "fundamentalism")
    assert heads(shown) == ["Fundamentalism", "Fundamentalism (2006)"]
    parts = ("government · Age III · civil", "18 science, by revolution 7", "urban limit 4", "1 in every game")
    for part in parts:
        assert part in shown


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("moses", ["Moses"]),
        ("MOSES", ["Moses"]),
        ("st peters", ["St. Peter's Basilica", "St. Peter's Basilica (2006)"]),
        ("j s bach", ["J. S. Bach", "J. S. Bach (2006)"]),
        ("bach", ["J. S. Bach", "J. S. Bach (2006)"]),
        ("arc", ["Joan of Arc", "Joan of Arc (2006)"]),
        ("raid", [*["Raid"] * 3, *["Raid (2006)"] * 3]),
        ("raid ii", ["Raid", "Raid (2006)"]),
        ("raid 3", ["Raid", "Raid (2006)"]),
        ("突袭II", ["Raid", "Raid (2006)"]),
        ("plunder-i", ["Plunder", "Plunder (2006)"]),
        ("homer 2006", ["Homer (2006)"]),
        ("homer-2006", ["Homer (2006)"]),
        ("摩西", ["Moses"]),
        ("great", ["Alexander the Great", "Great Wall", "Alexander the Great (2006)"]),
        ("basil", ["St. Peter's Basilica", "St. Peter's Basilica (2006)"]),
    ],
)
def test_cards_are_found_by_name_part_age_or_another_language(run, asked, found):
    assert heads(run("cards", *asked.split())) == found


@pytest.mark.parametrize(
    ("asked", "meant"),
    [("hamurabi", "Hammurabi"), ("ghandi", "Gandhi"), ("shakespear's", "Shakespeare"), ("colosus", "Colossus")],
)
def test_a_name_mistyped_is_guessed(run, asked, meant):
    with pytest.raises(CommandFailed, match=f"did you mean .*{meant}"):
        run("cards", asked)


def test_an_unknown_card_is_refused_without_a_wild_guess(run):
    with pytest.raises(CommandFailed, match="; tta cards lists all\\."):
        run("cards", "xyzzy")


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ((), 236),
        (("--age", "A"), 33),
        (("--age", "0", "--kind", "leader"), 6),
        (("--kind", "wonders"), 16),
        (("--kind", "technology"), 54),
        (("--kind", "unit", "--age", "iii"), 4),
        (("--kind", "pact", "--players", "3"), 10),
        (("--kind", "air force"), 1),
        (("--kind", "military", "--players", "4"), 109),
        (("--kind", "civil", "--players", "2"), 121),
        (("--edition", "2015"), 236),
        (("--edition", "2006"), 244),
        (("--edition", "2006", "--kind", "wars"), 6),
    ],
)
def test_lists_are_filtered_and_count_what_they_list(run, words, number):
    shown = run("cards", *words)
    assert shown.splitlines()[-1].startswith(f"{number} card{'s' * (number > 1)};")
    listed = [line for line in shown.splitlines() if line.startswith(" ")]
    assert len(listed) == number
    assert max(map(len, shown.splitlines())) <= 80


def test_a_filter_nothing_passes_and_words_there_are_not_are_refused(run):
    for words in (("--kind", "pact", "--players", "2"), ("--age", "IV"), ("--kind", "leadr"), ("--language", "la"),
                  ("--edition", "2007"), ("--edition", "2006", "--game", "7-wonders")):  # fmt: skip
        with pytest.raises(CommandFailed):
            run("cards", *words)


def test_chinese_names_keep_the_columns_in_place(run):
    lines = run("cards", "--kind", "leader", "--age", "A", "--language", "zh-Hans").splitlines()
    assert lines[0] == "领袖            时代 张数"
    assert lines[1].startswith(" 亚历山大大帝   A    1 ")
    assert lines[2].startswith(" 亚里士多德     A    1 ")


def test_a_kind_may_be_named_in_chinese(run):
    assert run("cards", "--kind", "领袖", "--lang", "zh-Hans") == run("cards", "--kind", "leader", "--lang", "zh-Hans")
    with pytest.raises(CommandFailed, match="没有“国王”这种牌；种类有农场、矿山"):
        run("cards", "--kind", "国王", "--lang", "zh-Hans")
    with pytest.raises(CommandFailed, match="你是指成吉思汗吗"):
        run("cards", "成吉思汉", "--lang", "zh-Hans")


def test_json_has_every_card_with_its_numbers_copies_names_and_text(run):
    data = {card["id"]: card for card in json.loads(run("cards", "--json"))}
    assert set(data) == set(cards_of("2015"))
    for card in data.values():
        assert {"id", "age", "kind", "deck", "table", "copies", "names", "text"} <= set(card)
    assert data["iron"]["copies"] == {"2": 2, "3": 2, "4": 3}
    assert data["iron"]["science"] == 5 and data["iron"]["resource"] == 5
    assert data["iron"]["per_worker"] == {"resource": 2}
    assert data["internet"]["stages"] == [2, 3, 4, 3, 2]
    assert data["classic-army"]["cavalry"] == 2 and data["classic-army"]["outdated"] == 4
    assert data["theocracy"]["revolution"] == 1 and data["theocracy"]["urban_limit"] == 3
    assert data["frugality-i"]["effects"] == [{"type": "IncreasePopulation"}, {"type": "Gain", "food": 2}]
    assert data["military-pact"]["side_a"] == {"type": "PactSide", "symbols": {"strength": 3}}
    said = {"en": "Gain 1 food and 1 resource.", "zh-Hans": "获得1点食物和1点资源。", "ja": "食料1と資源1を獲得する。"}
    assert data["stockpile"]["text"].items() >= said.items() and len(data["stockpile"]["text"]) == 4
    assert data["raid-ii"]["effects"] == [{"type": "Raid", "levels": [2, 1]}]


def test_json_holds_only_the_cards_asked_for(run):
    assert [card["id"] for card in json.loads(run("cards", "--json", "homer"))] == ["homer", "homer-2006"]


def test_a_card_says_which_editions_have_it_and_how_sure_it_is(run):
    data = {card["id"]: card for card in json.loads(run("cards", "--json", "--edition", "2006"))}
    assert set(data) == set(cards_of("2006")) and data["irrigation"]["copies"] == {"2": 2, "3": 2, "4": 3}
    assert data["irrigation"]["editions"] == ["2015", "2006"] and data["homer-2006"]["editions"] == ["2006"]
    assert heads(run("cards", "--edition", "2006", "homer")) == ["Homer (2006)"]
    assert heads(run("cards", "--edition", "2015", "homer")) == ["Homer"]
    shown = run("cards", "irrigation")
    assert "2015: 2 in every game\n" in shown and "2006: 2, 2, 3 with 2, 3, 4 players\n" in shown
    both, there = run("cards", "peace treaty"), run("cards", "raid ii")
    assert "2006" in both and "sure" not in both and there.count("Not quite sure") == 1
    for face in STAND_IN:
        assert "In games of 2006 it plays as here" in run("cards", face)
        assert "Plays as its namesake of 2015" in run("cards", face, "--edition", "2006")
        assert "2006 it plays" not in run("cards", face, "--edition", "2015")
    assert "A guess" in run("cards", "war-over-culture-ii")


def test_the_rules_count_the_cards_of_the_other_edition(run):
    text = " ".join(run("rules", "editions").split())
    usual, other = cards_of("2015"), cards_of("2006")
    only = [face for face in other if face not in usual and face not in REPRINTS]
    missing = [face for face in usual if face not in other and face not in REPRINTS.values()]
    unsure = [face for face, how in CONFIDENCE.items() if how == "medium"]
    for said in (f"{len(REPRINTS)} cards cost", f"{len(only)} exist only there", f"{len(missing)} are missing",
                 f"What {len(unsure)} more cards do"):  # fmt: skip
        assert said in text
    names = names_of("through_the_ages")
    assert len(STAND_IN) == 7 and all(names[face] in text.partition("Seven cards")[2] for face in STAND_IN)


def test_data_of_a_card_refuses_what_is_no_card_data():
    for card in CARDS.values():
        json.dumps(as_data(card))
    with pytest.raises(TypeError):
        as_data(replace(CARDS["moses"], abilities={1}))


def test_figures_in_short_words():
    words, chinese = (words_of("through_the_ages", language) for language in ("en", "zh-Hans"))
    assert symbols_line(Symbols(science=-2, strength=5), words) == "-2 science, +5 strength"
    assert cost_line(CARDS["warriors"], words) == "2 resources a worker"
    assert cost_line(CARDS["raid-i"], words) == "1 military action"
    assert figures_line(CARDS["modern-army"], words) == "2 infantry + 1 cavalry + 1 artillery: +13 (outdated +7)"
    assert figures_line(CARDS["military-pact"], words) == "both +3 strength"
    assert figures_line(CARDS["promise-of-military-protection"], words) == "A +1 culture; B -1 culture, +4 strength"
    assert figures_line(CARDS["rats"], words) == ""
    assert [figures_line(CARDS[one], words) for one in ("bronze", "iron")] == ["+1 resource", "+2 resources"]
    assert figures_line(CARDS["modern-army"], chinese) == "2步兵 + 1骑兵 + 1炮兵：军力+13（旧式+7）"
    assert cost_line(CARDS["fundamentalism"], chinese) == "18科学，革命7"


def test_every_table_has_a_heading_of_its_own(run):
    headings = [line for line in run("cards").splitlines() if line and not line.startswith(" ")]
    assert len(headings) == len(TABLES) + 1


def test_rules_list_their_topics_on_one_screen(run):
    lines = run("rules").splitlines()
    assert len(lines) < 24 and max(map(len, lines)) <= 80
    assert all(any(topic.name in line for line in lines) for topic in TOPICS)


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_a_topic_is_shown_within_80_columns(run, topic):
    lines = run("rules", topic.name).splitlines()
    assert lines[0] == topic.title
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("corruption", "End of the turn"),
        ("civil actions", "Civil actions"),
        ("pact", "Pacts"),
        ("barbarossa", "Military actions"),
    ],
)
def test_topics_are_found_by_their_words_and_by_what_they_say(run, asked, title):
    assert title in run("rules", *asked.split()).splitlines()


def test_all_rules_at_once(run):
    lines = run("rules", "all").splitlines()
    assert [topic.title for topic in TOPICS if topic.title not in lines] == []


def test_an_unknown_topic_is_guessed_or_refused(run):
    with pytest.raises(CommandFailed, match="did you mean population"):
        run("rules", "hapiness")
    with pytest.raises(CommandFailed, match="; tta rules lists the topics\\."):
        run("rules", "xyzzy")
