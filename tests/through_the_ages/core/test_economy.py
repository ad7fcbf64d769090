"""Production, corruption, consumption, happiness: against naive countings of the boards, and step by step."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages import economy, ratings
from tta_p2p.games.through_the_ages.state import PactInPlay
from tta_p2p.games.through_the_ages.tables.words import Step

from ..counting import blue_tokens
from ..table import give, legal, play, player, put_on_stack, refusal, row, table

# The boards as they are printed: squares from the right, and what shows when they are empty.
SECTIONS = [(2, 2, 1), (4, 3, 2), (4, 4, 3), (4, 5, 4), (4, 7, 6)]
SUBSECTIONS = [2, 4, 2, 2, 2, 2, 2, 2]


@pytest.mark.parametrize("tokens", range(0, 22))
def test_the_yellow_bank_is_read_as_it_is_printed(tokens: int) -> None:
    empty = max(0, 18 - tokens)
    squares, consumed, price = 0, 0, None
    for size, cost, eaten in SECTIONS:
        if price is None and empty < squares + size:
            price = cost  # the rightmost square with a token
        squares += size
        if empty >= squares:
            consumed = eaten
    happy = 0
    squares = 0
    for number, size in enumerate(SUBSECTIONS, 1):
        squares += size
        if empty >= squares:
            happy = number
    game = table(2, yellow_bank=tokens, unused=0, tokens={"agriculture": 9}, wonders=())
    assert economy.consumption(player(game)) == consumed
    assert ratings.discontent(game.state, 0) == happy
    acts = [o for o in game.legal(0) if o.act.verb == "population"]
    assert [dict(o.cost)["food"] for o in acts] == ([] if price is None else [price])


@pytest.mark.parametrize(("bank", "lost"), [(16, 0), (11, 0), (10, 2), (6, 2), (5, 4), (1, 4), (0, 6)])
def test_corruption_is_read_as_it_is_printed(bank: int, lost: int) -> None:
    game = table(2, blue_bank=bank)
    assert economy.corruption(game.state, player(game)) == lost


def test_corruption_takes_resources_then_food_and_nothing_else() -> None:
    game = table(2, tokens={"agriculture": 3, "bronze": 2}, blue_bank=0, culture=9)
    put_on_stack(game, economy.ProductionStep(0, Step.CORRUPTION))
    p = player(game)
    assert (p.tokens, p.culture, p.blue_bank) == ({}, 9, 5)


def test_corruption_comes_before_production() -> None:
    game = table(2, tokens={"bronze": 6}, blue_bank=10)
    play(game, "end")
    assert player(game).tokens == {"bronze": 6, "agriculture": 2}


def test_missing_food_costs_four_culture_each() -> None:
    game = table(2, yellow_bank=1, unused=9, culture=20, workers={"agriculture": 1})
    play(game, "end")
    p = player(game)
    assert (p.culture, p.culture_parts["starvation"]) == (20 - 4 * 3, -12)
    assert "agriculture" not in p.tokens


def test_culture_never_falls_below_zero() -> None:
    game = table(2, yellow_bank=0, unused=9, culture=3)
    play(game, "end")
    p = player(game)
    assert p.culture == 0 == sum(p.culture_parts.values())


def test_with_few_tokens_the_best_farms_produce_first() -> None:
    game = table(2, workers={"agriculture": 2, "irrigation": 1, "bronze": 0}, blue_bank=2)
    put_on_stack(game, economy.ProductionStep(0, Step.FOOD))
    assert player(game).tokens == {"irrigation": 1, "agriculture": 1}


def test_the_railroad_doubles_one_worker_of_the_best_mine() -> None:
    game = table(2, workers={"bronze": 2, "iron": 2}, wonders=("transcontinental-railroad",))
    assert economy.mine_output(player(game)) == 2 + 3 * 2
    put_on_stack(game, economy.ProductionStep(0, Step.RESOURCE))
    assert player(game).tokens == {"iron": 3, "bronze": 2}
    give(game, 0, ravaged=("transcontinental-railroad",))
    assert economy.mine_output(player(game)) == 6


def test_labs_of_bill_gates_keep_the_worth_of_their_tokens() -> None:
    game = table(2, leader="bill-gates", workers={"philosophy": 2, "computers": 2})
    assert economy.resource_production(game.state, 0) == 2 + 6
    assert economy.mine_output(player(game)) == 2
    put_on_stack(game, economy.ProductionStep(0, Step.RESOURCE))
    assert player(game).tokens == {"bronze": 2, "computers": 2}
    give(game, 0, leader="", unused=1)
    play(game, "build bronze")
    assert economy.stock(player(game), economy.RESOURCE) == 8 - 2


def test_pacts_add_to_production_and_take_from_it() -> None:
    game = table(3)
    game.state = game.state.copy()
    game.state.pacts = (PactInPlay("acceptance-of-supremacy", 0, 0, 1),)
    assert economy.resource_production(game.state, 0) == 3
    assert economy.resource_production(game.state, 1) == 1
    play(game, "end")
    assert player(game).tokens["bronze"] == 3
    give(game, 1, workers={"bronze": 0})
    play(game, "pass", "end")
    assert economy.stock(player(game, 1), economy.RESOURCE) == 0


def test_a_trade_pact_lets_food_pay_for_one_resource_a_turn() -> None:
    game = table(3, tokens={"agriculture": 2, "bronze": 1}, unused=2)
    game.state = game.state.copy()
    game.state.pacts = (PactInPlay("trade-routes-agreement", 0, 0, 1),)
    assert "build bronze" not in legal(game)
    play(game, "trade resource")
    assert legal(game, "trade") == []
    p = play(game, "build bronze")
    assert (p.tokens, p.armed) == ({"agriculture": 1}, "")
    assert legal(game, "trade") == []


def test_a_trade_pact_pays_no_resource_twice() -> None:
    game = table(3, leader="frederick-barbarossa", tokens={"bronze": 1})
    game.state.pacts = (PactInPlay("trade-routes-agreement", 1, 1, 0),)  # party B: a resource as food
    play(game, "trade food")
    assert refusal(game, "levy warriors").key == "cannot-pay"  # one food and one resource
    give(game, 0, tokens={"bronze": 2})
    p = play(game, "levy warriors")
    assert (p.tokens, p.workers["warriors"]) == ({}, 2)


def test_gaining_is_limited_by_the_bank() -> None:
    game = table(2, civil_hand=("reserves-iii",), blue_bank=3, technologies=("iron",))
    p = play(game, "play reserves-iii", "choose 2")
    assert p.tokens == {"iron": 2}
    game = table(2, civil_hand=("reserves-iii",), blue_bank=3)
    p = play(game, "play reserves-iii", "choose 2")
    assert p.tokens == {"bronze": 3}


def test_paying_by_hand_asks_when_there_is_a_choice() -> None:
    purse = {"bronze": 3, "iron": 2, "coal": 2}
    game = table(2, technologies=("iron", "coal", "drama"), tokens=purse, unused=1)
    twin = game.fork()
    p = play(game, "build drama")
    assert p.tokens == {"bronze": 1, "iron": 1, "coal": 2}
    play(twin, "by-hand", "build drama")
    assert legal(twin) == ["tokens bronze 1 iron 1 coal 2", "tokens bronze 0 iron 3 coal 1"]
    assert refusal(twin, "tokens bronze 3 iron 2 coal 2").key == "no-such-choice"
    p = play(twin, "tokens bronze 0 iron 3 coal 1")
    assert p.tokens == {"iron": 3, "coal": 1}
    assert blue_tokens(twin.state, 0) == 16
    play(twin, "end")
    assert not player(twin).by_hand


def test_gaining_by_hand_asks_where_the_tokens_go() -> None:
    game = table(2, technologies=("iron", "coal"), civil_hand=("reserves-iii",))
    play(game, "by-hand", "play reserves-iii", "choose 2")
    assert legal(game) == ["tokens bronze 1 iron 0 coal 1", "tokens bronze 0 iron 2 coal 0"]
    assert play(game, "tokens bronze 0 iron 2 coal 0").tokens == {"iron": 2}


def test_taking_cards_keeps_tokens() -> None:
    game = table(2)
    row(game, "moses")
    play(game, "take 1")
    assert blue_tokens(game.state, 0) == 16
