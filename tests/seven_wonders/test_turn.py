"""The course of turns and ages: all act at once, hands go round, the last card, conflicts."""

from __future__ import annotations

from collections import Counter

import pytest

from tta_p2p.games.contract import Act, Acts, Card, Illegal, Is, Return
from tta_p2p.games.local import FalseClaim, LocalGame
from tta_p2p.games.seven_wonders.game import GAME

from .play import Table, city, play


def test_everything_of_a_turn_happens_at_once() -> None:
    """A vineyard counts what a neighbour builds this turn; coins of the turn cannot be spent in it."""
    table = play(
        city("gizah", coins=0, hand=["vineyard"]),
        city("rhodos", coins=1, hand=["foundry"]),
        city("babylon", coins=0, hand=["foundry"]),
        age=2,
        seats=4,
    )
    assert table.ways(2, "build", "foundry") == []
    table.turn("build vineyard", "build foundry")
    assert table.s.coins[:3] == [1, 0, 3]


def test_a_sale_of_the_same_turn_pays_for_nothing() -> None:
    table = play(city("gizah", coins=1, hand=["stockade"]), city("babylon"), city("rhodos"))
    assert table.ways(0, "build", "stockade") == []  # babylon's wood costs 2
    table.turn("sell", "sell", "sell")
    assert table.s.coins[0] == 4


def test_what_is_built_this_turn_gives_and_sells_nothing_yet() -> None:
    """Neither resources nor discounts; chains begin with the next turn, too."""
    table = play(
        city("gizah", coins=9, hand=["west-trading-post", "stockade"]),
        city("rhodos", hand=["lumber-yard"]),
        city("olympia"),
        seats=3,
    )
    assert table.ways(0, "build", "stockade") == []
    table.turn("build west-trading-post", "build lumber-yard")
    assert table.s.built[0] == ("west-trading-post",)
    again = play(
        city("gizah", coins=9, built=["west-trading-post"], hand=["stockade"]),
        city("rhodos", built=["lumber-yard"]),
        turn=2,
        seats=3,
    )
    assert again.ways(0, "build", "stockade") == [(1, 0)]


def test_selling_brings_three_coins_and_the_sold_cards_go_to_the_pile_together() -> None:
    table = play(seats=3)
    hands = [table.hand(seat)[0] for seat in range(3)]
    acts = Acts(tuple(table.act(seat, "sell") for seat in range(3)))
    step = table.local.apply(acts)
    (need,) = GAME.needs(step.state)
    assert isinstance(need, Return) and len(need.handles) == 3
    table.local.answer_needs()
    assert table.s.coins == [6, 6, 6]
    assert table.discards() == sorted(hands)


@pytest.mark.parametrize(("age", "step"), [(1, 1), (2, -1), (3, 1)])
def test_hands_go_to_the_left_the_right_and_the_left(age: int, step: int) -> None:
    table = play(seats=4, age=age, turn=1)
    for _ in range(5):
        before = [Counter(table.hand(seat)) for seat in range(4)]
        sold = [table.hand(seat)[0] for seat in range(4)]
        table.turn()
        for seat in range(4):
            assert Counter(table.hand((seat + step) % 4)) == before[seat] - Counter([sold[seat]])


def test_six_turns_make_an_age_and_three_ages_a_game() -> None:
    table = play(seats=3)
    seen = []
    while table.asked:
        seen.append((table.s.age, table.s.turn, len(table.s.hands[0])))
        table.turn()
    assert seen == [(age, turn, 8 - turn) for age in (1, 2, 3) for turn in range(1, 7)]
    assert table.s.coins == [3 + 18 * 3] * 3
    assert len(table.s.discards) == 63


def test_the_card_left_over_goes_to_the_pile_and_brings_nothing() -> None:
    table = play(seats=3, turn=6, discards=[])
    cards = sorted(face for seat in range(3) for face in table.hand(seat))
    table.turn()
    assert table.discards() == cards and len(cards) == 6
    assert table.s.coins == [6, 6, 6]
    assert table.s.age == 2


def test_a_built_card_must_be_in_the_hand_and_be_what_it_is_called() -> None:
    table = play(city("gizah", hand=["altar"]), city("rhodos"), city("babylon"), seats=5)
    mine, other = table.handle(0, "altar"), table.s.hands[1][0]
    acts = [table.act(seat, "sell") for seat in range(5)]
    assert GAME.claims(table.s, Act(0, "build", (Card(mine, "altar"), 0, 0))) == (Is(mine, "altar"),)
    for wrong in (Card(other, "altar"), Card(mine, ""), Card(mine, "pantheon"), Card(mine, "no-such-card")):
        with pytest.raises(Illegal):
            table.local.apply(Acts((Act(0, "build", (wrong, 0, 0)), *acts[1:])))
    for verb, args in (("sell", (Card(mine, "altar"),)), ("stage", (Card(mine, "altar"), 0, 0))):
        with pytest.raises(Illegal):
            table.local.apply(Acts((Act(0, verb, args), *acts[1:])))
    lie = next(face for face in ("well", "theater", "tavern") if face not in table.hand(0))
    with pytest.raises((FalseClaim, Illegal)):
        table.local.apply(Acts((Act(0, "build", (Card(mine, lie), 0, 0)), *acts[1:])))


def test_a_card_under_the_wonder_is_known_to_its_owner_alone_and_is_no_building() -> None:
    table = play(city("gizah", built=["sawmill"], hand=["statue"]), age=2, turn=2)
    table.turn("stage statue")
    (handle,) = table.s.tucked[0]
    assert table.s.stages[0] == 1 and table.s.built[0] == ("sawmill",)
    assert table.local.dealer.knowledge_of(0).faces[handle] == "statue"
    assert all(handle not in table.local.dealer.knowledge_of(seat).faces for seat in (1, 2, None))
    assert GAME.hidden_cards(table.s)[handle].zone == "tucked"


def test_with_all_stages_built_none_is_offered() -> None:
    table = play(city("rhodos", "night", stages=2, coins=50), age=2)
    assert table.ways(0, "stage") == []
    assert table.refusal(0, f"stage {table.hand(0)[0]} 0 0") == "wonder-stands"


@pytest.mark.parametrize(("age", "points"), [(1, 1), (2, 3), (3, 5)])
def test_conflicts(age: int, points: int) -> None:
    """Each city against both neighbours; equals get nothing; shields of earlier ages and of stages count."""
    table = play(
        city("gizah", built=["stockade", "barracks"]),
        city("rhodos", built=["guard-tower"]),
        city("babylon", built=["stockade"] if age > 1 else []),
        city("olympia"),
        age=age,
        turn=6,
        seats=7,
    )
    table.turn()
    assert table.s.tokens[0] == (points, points)
    assert sorted(table.s.tokens[1]) == sorted([-1, points] if age == 1 else [-1])
    assert sum(one == -1 for tokens in table.s.tokens for one in tokens) == sum(
        one > 0 for tokens in table.s.tokens for one in tokens
    )
    assert any(line.key == "no-conflict" for line in table.local.log)


def test_shields_of_a_stage_and_of_the_last_turn_count() -> None:
    table = play(city("rhodos", stages=1, built=["brickyard", "clay-pool"], hand=["walls"]), age=2, turn=6, seats=3)
    table.turn("stage walls")
    assert table.s.tokens[0] == (3, 3) and table.s.tokens[1] == table.s.tokens[2] == (-1,)


def test_of_three_all_fight_each_other() -> None:
    table = play(city("gizah", built=["stockade", "barracks"]), city("babylon", built=["guard-tower"]), turn=6)
    table.turn()
    assert [sorted(tokens) for tokens in table.s.tokens] == [[1, 1], [-1, 1], [-1, -1]]


# --- the start -----------------------------------------------------------------------------------------------


def begin(seats: int = 3, seed: int = 1, **options: str) -> Table:
    local = LocalGame(GAME, seats, options, seed)
    local.answer_needs()
    return Table(local)


def test_boards_and_sides_are_drawn_or_chosen() -> None:
    for sides, wanted in (("day", {"day"}), ("night", {"night"}), ("by-lot", {"day", "night"})):
        games = [begin(7, seed, sides=sides) for seed in range(3)]
        assert {side for table in games for side in table.s.sides} == wanted
        assert all(len(set(table.s.wonders)) == 7 and table.asked == "choose" for table in games)
        assert len({tuple(table.s.wonders) for table in games}) == 3
    table = begin(3)
    assert table.asked == "side" and table.s.age == 0 and not table.s.sides[0]
    table.local.act(*(Act(seat, "side", (("day", "night")[seat % 2],)) for seat in range(3)))
    assert table.s.sides == ["day", "night", "day"] and table.asked == "choose"
    with pytest.raises(Illegal):
        begin(3).local.act(*(Act(seat, "side", ("dusk",)) for seat in range(3)))


def test_boards_are_chosen_one_after_another_from_a_seat_drawn_by_lot() -> None:
    first = set()
    for seed in range(8):
        table = begin(3, seed, boards="chosen", sides="night")
        order = []
        for wonder in ("gizah", "rhodos", "babylon"):
            decision = table.local.decision
            assert decision is not None and decision.key == "board"
            order.append(decision.seats[0])
            offered = [option.act.args[0] for option in table.local.legal(order[-1])]
            assert len(offered) == 7 - len(order) + 1 and wonder in offered
            table.local.act(Act(order[-1], "board", (wonder,)))
        assert order == [(order[0] + at) % 3 for at in range(3)]
        assert table.asked == "choose" and table.s.sides == ["night"] * 3
        assert table.s.wonders[order[0]] == "gizah"
        first.add(order[0])
    assert first == {0, 1, 2}


@pytest.mark.parametrize("seats", range(3, 8))
def test_two_more_guilds_than_players_are_in_age_iii_and_nobody_knows_which(seats: int) -> None:
    table = begin(seats, sides="day")
    assert len(table.s.guilds) == seats + 2
    inside = {table.local.dealer.faces[handle] for handle in table.s.guilds}
    known = [table.local.dealer.knowledge_of(seat).faces for seat in (*range(seats), None)]
    assert not any(handle in faces for faces in known for handle in table.s.guilds)
    while table.s.age < 3:
        table.turn()
    dealt = {face for seat in range(seats) for face in table.hand(seat) if face.endswith("-guild")}
    assert dealt == inside
    assert all(len(hand) == 7 for hand in table.s.hands)
