"""Numbers: every figure of the tables against a second count, and the ones that are easily wrong one by one."""

import pytest

from tta_p2p.games.kit.records import field_names
from tta_p2p.games.through_the_ages.tables import BOARD, STARTING_WORKERS, TABLES, cards_of
from tta_p2p.games.through_the_ages.tables.model import Card, Pact, Symbols, Tactic, Territory, WorkerTechnology

from .reference import EFFECT_NUMBERS, SUMS
from .walk import numbers

CARDS = cards_of("2015")
COSTS = {
    "science": "science",
    "revolution": "revolution",
    "resource": "resource",
    "urban_limit": "limit",
    "bonus": "bonus",
    "outdated": "outdated",
    "defense": "defense",
    "colonization": "force",
}


def shown(card: Card) -> list[Symbols]:
    if isinstance(card, Pact):
        return [card.side_a.symbols, card.side_b.symbols]
    if isinstance(card, WorkerTechnology):
        return [card.per_worker]
    if isinstance(card, Territory):
        return [card.permanent]
    return [card.symbols] if hasattr(card, "symbols") else []


def columns(card: Card) -> dict[str, int]:
    found = {"cards": 1, "two": card.copies[0], "three": card.copies[1], "four": card.copies[2]}
    for name, column in COSTS.items():
        found[column] = getattr(card, name, 0) or 0
    found["resource"] += sum(getattr(card, "stages", ()))
    found["stages"] = len(getattr(card, "stages", ()))
    found["attack"] = getattr(card, "military_actions", 0)
    if isinstance(card, Tactic):
        found["army"] = 100 * card.infantry + 10 * card.cavalry + card.artillery
    for symbols in shown(card):
        for name in field_names(type(symbols)):
            found["+" + name] = found.get("+" + name, 0) + getattr(symbols, name)
    return found


@pytest.mark.parametrize("table", TABLES)
def test_sums_over_every_table_and_age_are_those_of_the_second_count(table):
    for age in range(4):
        sums: dict[str, int] = {}
        for card in TABLES[table]:
            if card.age == age:
                for column, number in columns(card).items():
                    sums[column] = sums.get(column, 0) + number
        expected = SUMS.get((table, age), "")
        assert {name: number for name, number in sums.items() if number} == {
            name: int(number) for name, number in (part.split("=") for part in expected.split())
        }


def test_the_numbers_in_what_cards_do_are_those_of_the_second_count():
    expected = {card: key for key, cards in EFFECT_NUMBERS.items() for card in cards.split()}
    assert set(expected) <= set(CARDS)
    for card in CARDS.values():
        found = sorted({number for number in numbers(card) if number > 1})
        assert " ".join(map(str, found)) == expected.get(card.id, ""), card.id


@pytest.mark.parametrize(
    ("card", "name", "value"),
    [
        ("theocracy", "science", 6),
        ("theocracy", "revolution", 1),
        ("monarchy", "revolution", 2),
        ("constitutional-monarchy", "revolution", 6),
        ("republic", "science", 13),
        ("democracy", "revolution", 9),
        ("fundamentalism", "science", 18),
        ("communism", "science", 19),
        ("warfare", "science", 5),
        ("military-theory", "science", 11),
        ("printing-press", "resource", 3),
        ("drama", "resource", 4),
        ("opera", "resource", 8),
        ("computers", "resource", 11),
        ("air-forces", "science", 12),
        ("modern-infantry", "science", 10),
        ("library-of-alexandria", "stages", (1, 4, 1)),
        ("great-wall", "stages", (2, 2, 3, 2)),
        ("first-space-flight", "stages", (1, 2, 4, 9)),
        ("internet", "stages", (2, 3, 4, 3, 2)),
        ("classic-army", "outdated", 4),
        ("fortifications", "bonus", 5),
        ("raid-iii", "military_actions", 3),
        ("war-over-culture", "military_actions", 3),
        ("war-over-technology", "military_actions", 2),
        ("republic", "copies", (1, 1, 2)),
        ("selective-breeding", "copies", (1, 2, 3)),
        ("reserves-iii", "copies", (3, 3, 3)),
        ("armed-intervention", "copies", (4, 4, 4)),
        ("developed-territory-ii", "permanent", Symbols(yellow_tokens=2, blue_tokens=2)),
        ("vast-territory-ii", "permanent", Symbols(yellow_tokens=4, blue_tokens=-1)),
        ("kremlin", "symbols", Symbols(culture=2, happy=-1, civil_actions=1, military_actions=1)),
        ("bread-and-circuses", "per_worker", Symbols(strength=1, happy=2)),
    ],
)
def test_a_figure_is_the_printed_one(card, name, value):
    assert getattr(CARDS[card], name) == value


def test_the_yellow_bank_is_the_printed_one():
    # By tokens left, read from sections of 2, 4, 4, 4, 4 squares; the eight happiness subsections lie across them.
    costs, consumption = [], []
    for squares, cost, eaten in ((4, 7, 4), (4, 5, 3), (4, 4, 2), (4, 3, 1), (2, 2, 0)):
        costs += [cost] * squares
        consumption += [eaten] * squares
    assert list(BOARD.population_cost[1:]) == costs
    assert list(BOARD.consumption) == [6, *consumption]
    needed = [8]
    for squares, happy in ((2, 7), (2, 6), (2, 5), (2, 4), (2, 3), (2, 2), (4, 1), (2, 0)):
        needed += [happy] * squares
    assert list(BOARD.happy_needed) == needed
    assert BOARD.population_cost_at(23) == 2
    assert BOARD.consumption_at(23) == BOARD.happy_needed_at(23) == 0


def test_the_blue_bank_is_the_printed_one():
    assert list(BOARD.corruption) == [6, *[4] * 5, *[2] * 5, *[0] * 6]
    assert BOARD.corruption_at(20) == 0


def test_the_row_costs_one_two_and_three_actions():
    assert BOARD.row_costs == (1,) * 5 + (2,) * 4 + (3,) * 4
    assert BOARD.row_removed == (3, 2, 1)


def test_everybody_starts_with_25_yellow_and_16_blue_tokens():
    assert BOARD.yellow_in_bank + BOARD.unused_workers + sum(STARTING_WORKERS.values()) == 25
    assert BOARD.blue_in_bank == BOARD.blue_squares == 16
    assert BOARD.yellow_in_bank == BOARD.yellow_squares == 18
