"""The tables: every number once more from another source, decks, digests."""

from __future__ import annotations

from collections import Counter

import pytest

from tta_p2p.games.seven_wonders import index
from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.tables import BOARD, CARDS, GUILDS, deck, table_digests
from tta_p2p.games.seven_wonders.tables.model import (
    RESOURCES,
    AnyScience,
    Cards,
    Coins,
    CoinsFor,
    Discount,
    Effect,
    FreeColour,
    FreeTurn,
    FromDiscards,
    LastCard,
    Makes,
    Points,
    PointsFor,
    PointsForWonder,
    Price,
    Science,
    Shields,
    Stages,
)

from .naive import ALL, BOARDS

LETTER = dict(zip(RESOURCES, "WSOCGPL", strict=True))


def cost(one: Price) -> str:
    wanted = zip(LETTER.values(), one.resources, strict=True)
    return "$" * one.coins + "".join(letter * number for letter, number in wanted)


def _per(what: Cards | Stages) -> str:
    where = {("own",): "own", ("left", "right"): "neighbours", ("left", "own", "right"): "all"}[what.where]
    return f"per-{'+'.join(what.colours) if isinstance(what, Cards) else 'stage'}-{where}"


def effect(one: Effect) -> str:
    match one:
        case Points(number):
            return f"{number}vp"
        case Shields(number):
            return f"{number}shields"
        case Science(symbol):
            return symbol
        case AnyScience():
            return "any-science"
        case Makes(options):
            return "/".join(LETTER[option] for option in options)
        case Coins(number):
            return f"{number}coins"
        case CoinsFor(number, counted):
            return f"{number}coins-{_per(counted)}"
        case PointsFor(number, counted):
            return f"{number}vp-{_per(counted)}"
        case PointsForWonder(number):
            return f"{number}vp-if-wonder"
        case Discount(resources, where):
            return f"{''.join(sorted(LETTER[one] for one in resources))}-at-1-{'+'.join(where)}"
        case FromDiscards():
            return "from-discards"
        case LastCard():
            return "last-card"
        case FreeColour():
            return "free-colour"
        case FreeTurn(turn):
            return f"free-turn-{turn}"


def effects(all_: tuple[Effect, ...]) -> Counter[str]:
    """Effects by what they say; two symbols of one resource as one word, as cards show them."""
    found = Counter(map(effect, all_))
    for letter in LETTER.values():
        if found[letter] == 2:
            del found[letter]
            found[letter * 2] = 1
    return +found


@pytest.mark.parametrize("face", sorted(ALL))
def test_card(face: str) -> None:
    card, other = CARDS[face], ALL[face]
    assert (card.age, card.colour, card.copies, card.after) == (other.age, other.colour, other.copies, other.after)
    assert cost(card.cost) == other.cost
    wanted = Counter(
        "/".join(sorted(one.split("/"), key="WSOCGPL".find)) if "/" in one else one for one in other.effects
    )
    assert effects(card.effects) == wanted


@pytest.mark.parametrize(("wonder", "side"), sorted(BOARDS))
def test_side(wonder: str, side: str) -> None:
    other = BOARDS[wonder, side]
    assert LETTER[BOARD[wonder].makes] == other.makes
    stages = BOARD[wonder].day if side == "day" else BOARD[wonder].night
    assert [(cost(one.cost), effects(one.effects)) for one in stages] == [
        (letters, Counter(each)) for letters, each in other.stages
    ]


def test_there_are_148_cards_and_14_sides() -> None:
    assert CARDS.keys() == ALL.keys()
    assert sum(len(card.copies) or 1 for card in CARDS.values()) == 148
    assert {(board.name, side) for board in BOARD.values() for side in ("day", "night")} == BOARDS.keys()


@pytest.mark.parametrize("players", range(3, 8))
def test_decks_hold_seven_cards_for_each_player(players: int) -> None:
    assert [len(deck(age, players)) for age in (1, 2, 3)] == [7 * players, 7 * players, 7 * players - players - 2]
    for age in (1, 2, 3):
        assert Counter(deck(age, players)) == Counter(
            face for face, card in ALL.items() for least in card.copies if card.age == age and least <= players
        )
    assert not {card.face for card in GUILDS} & set(deck(3, players))


def test_buildings_of_one_name_are_the_three_workshops_of_two_ages() -> None:
    twice = [name for name, number in Counter(index.NAME.values()).items() if number > 1]
    assert sorted(twice) == ["glassworks", "loom", "press"]


def test_every_chain_leads_to_a_later_age() -> None:
    for card in CARDS.values():
        assert all(CARDS[before].age < card.age for before in card.after)


def test_every_table_has_a_digest_of_its_own() -> None:
    assert len(set(table_digests().values())) == 5 == len(table_digests())
    assert GAME.rules_digests().keys() == {"engine", *table_digests()}
