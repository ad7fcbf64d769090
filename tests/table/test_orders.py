"""Orders: what a seat has decided in advance is done, until its turn comes or it is withdrawn; nothing else ever is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from tests.table.due_orders import due, skip
from tests.through_the_ages.play import me, play, them
from tests.through_the_ages.politics.revealing import reveal
from tta_p2p.games.contract import Act, Line
from tta_p2p.games.local import LocalGame
from tta_p2p.registry import load_rules, names
from tta_p2p.table.orders import Order, Orders, Until, read_orders, write_orders


def local_game(name: str, seats: int = 3, seed: int = 4) -> LocalGame[Any, Any]:
    local: LocalGame[Any, Any] = LocalGame(load_rules(name), seats, {}, chance=seed)
    local.answer_needs()
    return local


def kinds(orders: Iterable[Order]) -> tuple[str, ...]:
    return tuple(order.key for order in orders)


def test_a_kind_of_decision_is_declined_until_that_is_taken_back() -> None:
    local = local_game("smugglers")
    orders = Orders(local.game)
    assert due(orders, local, 0) is None and kinds(orders.of(0, local.state)) == ()
    orders.add(0, skip("turn"), local.state)
    assert due(orders, local, 0) == Act(0, "end") and due(orders, local, 1) is None
    local.act(Act(0, "end"))
    assert due(orders, local, 0) is None, "another seat decides"
    local.act(Act(1, "end"))
    local.act(Act(2, "end"))
    assert due(orders, local, 0) == Act(0, "end") and kinds(orders.of(0, local.state)) == ("turn",)
    assert orders.withdraw(0, "turn") and not orders.withdraw(0, "turn")
    assert due(orders, local, 0) is None
    orders.add(0, skip("turn"), local.state)
    assert orders.withdraw(0) and not orders.withdraw(0) and due(orders, local, 0) is None


def test_a_seat_that_orders_until_its_turn_is_asked_when_it_has_come() -> None:
    local = local_game("smugglers")
    orders = Orders(local.game)
    orders.add(0, skip(), local.state)
    assert due(orders, local, 0) is None, "it is its turn: that is not skipped"
    local.act(Act(0, "end"))
    assert kinds(orders.of(0, local.state)) == ("",)
    local.act(Act(1, "end"))
    local.act(Act(2, "end"))
    assert kinds(orders.of(0, local.state)) == () and due(orders, local, 0) is None


def test_an_order_for_one_decision_is_over_with_it_and_one_that_holds_goes_on() -> None:
    local = local_game("smugglers")
    orders = Orders(local.game)
    cases: tuple[tuple[Until, str], ...] = (("once", "played"), ("my-turn", "open"), ("", "open"))
    for until, progress in cases:
        orders.add(0, Order("turn", ("end",), until), local.state)
        (order,) = orders.due(0, local.state, len(local.facts))
        orders.done(0, order, [("end", Line("end"))], len(local.facts))
        assert [one.progress for one in orders.of(0, local.state)] == [progress]
        assert len([*orders.due(0, local.state, len(local.facts) + 1)]) == (progress == "open")
    orders.drop(0, order, 1)
    assert not [*orders.due(0, local.state, 0)], "one that was dropped never comes back"
    orders.clear(0)
    assert orders.of(0, local.state) == ()


@pytest.mark.parametrize("data", [b'{"turn":[3,1]}', b'{"":[3,null],"turn":[0,0]}'])
def test_what_earlier_releases_stored_is_declined_as_before(data: bytes) -> None:
    kept = read_orders(data)
    assert all(order.declines and order.progress == "open" for order in kept.values())
    assert read_orders(write_orders(kept)) == kept


@pytest.mark.parametrize("data", [b"", b"[]", b'{"turn":{"key":"other"}}', b'{"turn":{"key":"turn","until":"noon"}}'])
def test_what_are_no_orders_is_refused(data: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, ValueError)):
        read_orders(data)


def test_what_was_skipped_is_skipped_again_and_what_has_ended_is_not_kept() -> None:
    local = local_game("smugglers")
    orders, later = Orders(local.game), Orders(local.game)
    orders.add(0, skip(), local.state)
    orders.add(0, skip("turn"), local.state)
    local.act(Act(0, "end"))
    later.restore(0, orders.kept(0))
    assert kinds(later.of(0, local.state)) == ("", "turn") and kinds(later.of(1, local.state)) == ()
    local.act(Act(1, "end"))
    local.act(Act(2, "end"))
    assert kinds(later.of(0, local.state)) == ("turn",) and list(later.kept(0)) == ["turn"]


def test_bids_and_pacts_are_declined_in_the_turns_of_others_only() -> None:
    strong = {"warriors": 5}
    game = reveal("historic-territory-i", me(workers=strong), them(workers=strong), them(workers=strong))
    orders = Orders(game.local.game)
    for seat in range(3):
        orders.add(seat, skip(), game.state)
    assert due(orders, game.local, 0) is None, "an auction in the own turn"
    game.act("bid 1", seat=0)
    assert due(orders, game.local, 1) == Act(1, "pass")
    orders.withdraw(2)
    game.act("pass", seat=1)
    assert due(orders, game.local, 2) is None
    game = play(me(hand=["open-borders-agreement"]), them(), them(), phase="politics")
    game.act("offer open-borders-agreement 1")
    assert due(orders, game.local, 1) == Act(1, "refuse")


def test_the_own_political_action_is_declined_only_by_its_kind() -> None:
    game = play(me(), them(), phase="politics")
    orders = Orders(game.local.game)
    orders.add(0, skip(), game.state)
    assert due(orders, game.local, 0) is None
    orders.add(0, skip("politics"), game.state)
    assert due(orders, game.local, 0) == Act(0, "pass") and kinds(orders.of(0, game.state)) == ("", "politics")


@pytest.mark.parametrize("name", names())
def test_games_go_on_to_their_end_when_everybody_orders_everything(name: str) -> None:
    local = local_game(name, load_rules(name).seats[-1])
    orders = Orders(local.game)
    declined = 0
    for _ in range(400):
        decision = local.decision
        if decision is None:
            break
        acts = []
        for seat in decision.seats:
            orders.add(seat, skip(decision.key), local.state)
            act = due(orders, local, seat)
            assert (act is None) == (not decision.idle), "a decision that cannot be declined is never skipped"
            declined += act is not None
            if act is not None:
                assert act in [option.act for option in local.legal(seat)]
            acts.append(act or next(o.act for o in reversed(local.legal(seat)) if o.act.verb != "resign"))
        local.act(*acts)
    assert declined or name in ("caravan", "seven_wonders"), "where none, or only a rare one, can be declined"
