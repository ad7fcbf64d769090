"""The rules to look up: complete, well-formed, with the figures of the tables."""

import re

import pytest

from tests.texts import names_of, topics_of
from tta_p2p.games.through_the_ages.options import SETTINGS
from tta_p2p.games.through_the_ages.tables import BOARD, cards_of, military_deck
from tta_p2p.games.through_the_ages.tables.decks import civil_deck

TOPICS = topics_of("through_the_ages")

TEXT = {topic.name: topic.text for topic in TOPICS}


def test_the_rules_cover_every_part_of_the_game():
    assert set(TEXT) == {
        "terms", "setup", "first-rounds", "turn", "row", "end-of-turn", "ages", "end", "players", "hidden",
        "first-game", "variants", "population", "civil-actions", "military-actions", "food-and-resources",
        "technologies", "governments", "leaders", "wonders", "tactics", "politics", "events", "colonies",
        "aggressions", "wars", "pacts", "resigning", "editions",
    }  # fmt: skip
    assert len(TEXT) == len(TOPICS)


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_a_topic_has_a_title_and_whole_paragraphs(topic):
    assert topic.title and len(topic.title) <= 20
    for part in topic.text.split("\n\n"):
        assert part == part.strip() and part
        assert part.startswith("| ") or part[-1] in ".:`)" or part.startswith("- ")


def test_topics_point_only_to_topics_and_options_there_are():
    options = {setting.name for setting in SETTINGS}
    for text in TEXT.values():
        for name in re.findall(r"`([^`]*)`", text):
            assert name in TEXT or name in options


def test_setup_tells_the_sizes_of_the_decks():
    sizes = [len(civil_deck(1, players)) for players in (2, 3, 4)]
    assert "{}, {} or {} cards".format(*sizes) in " ".join(TEXT["setup"].split())
    for age in (1, 2, 3):
        two, more = len(military_deck(age, 2)), len(military_deck(age, 4))
        assert f"{two} or {more}" in TEXT["setup"]


def test_the_table_of_the_yellow_bank_says_what_the_board_says():
    rows = [line.split() for line in TEXT["population"].splitlines() if re.match(r"\| \d", line)]
    seen = []
    for _, span, *numbers in rows:
        low, _, high = span.partition("–")
        happy, food = int(numbers[-1]), int(numbers[-2])
        for left in range(int(low), int(high or low) + 1):
            seen.append(left)
            assert (BOARD.happy_needed_at(left), BOARD.consumption_at(left)) == (happy, food)
            if left:
                assert BOARD.population_cost_at(left) == int(numbers[0])
    assert sorted(seen) == list(range(19))


def test_cards_the_rules_speak_of_exist():
    names = set(names_of("through_the_ages").values())
    for card in ("Wave of Nationalism", "Engineering Genius", "Loss of Sovereignty", "Ravages of Time", "Infiltrate"):
        assert card in names and any(card in " ".join(text.split()) for text in TEXT.values())
    assert len(cards_of("2015")) == 236
