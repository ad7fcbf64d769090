"""Orders at a node whose program or game fails, or whose driver wants what is not legal: that costs the order alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.table.peers import Peers, whose_turn
from tests.table.seats import Sat
from tta_p2p.games.contract import Act, OrderForm
from tta_p2p.node.game.faults import FaultHandler
from tta_p2p.node.service.desk import Desk
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.seats.parts.orders import OrderRequest, SkipRequest
from tta_p2p.table.game_table import EntryRefused, GameTable
from tta_p2p.table.orders import Order

FORM = OrderForm("turn", "trick")


def at_turn(seed: int = 3) -> tuple[Desk, GameTable, int]:
    """The desk and the table of whoever is to decide, and the seat."""
    peers = Peers("smugglers", [0, 1, 2], seed=seed)
    table = peers.tables[whose_turn(peers)]
    (seat,) = table.to_decide()
    peers.flush()
    return Desk(Sat(table, {}, set())), table, seat


def test_what_cannot_be_told_is_not_decided_again_and_again() -> None:
    desk, table, seat = at_turn()
    failures = FaultHandler(table, desk, {}, lambda: None)
    assert desk.table.play is not None
    desk.orders.ask(desk.table.play, seat, SkipRequest(key="turn"))
    judged: list[bool] = []
    table.referee.judge = lambda at, payload: judged.append(True) or 1 // 0  # type: ignore[method-assign]
    for _ in range(20):  # what a node does until nothing moves any more
        declined = desk.orders.carry_out()
        for event in table.poll().events:
            if isinstance(event, EntryRefused):
                failures.retry_decision(event.seat, event.error)
        if declined is None:
            break
    assert len(judged) == 1 and table.to_decide() == (seat,)


def broken(*_: Any) -> tuple[Act, ...]:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    "fulfil",
    [
        broken,
        lambda state, knows, seat, form, numbers: (Act(seat, "light", (77,)),),
        lambda state, knows, seat, form, numbers: (Act(seat, "dance", (None, [])),),
        lambda state, knows, seat, form, numbers: (Act(seat, "light", (1,)), Act(seat, "light", (77,))),
        lambda state, knows, seat, form, numbers: (Act((seat + 1) % 3, "end"),),
        lambda state, knows, seat, form, numbers: (Act(seat, "end"), Act(seat, "light", (1,))),
        lambda state, knows, seat, form, numbers: 7,
    ],
)
def test_a_form_that_fails_or_gives_what_is_not_legal_costs_the_order_and_nothing_is_done(
    fulfil: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, table, seat = at_turn()
    play = desk.table.play
    assert play is not None
    monkeypatch.setattr(type(table.game), "order_forms", lambda self: (FORM,))
    monkeypatch.setattr(type(table.game), "fulfil", lambda self, *asked: fulfil(*asked))
    desk.orders.ask(play, seat, OrderRequest("turn", ("trick",)))
    while desk.orders.carry_out() is not None:
        pass
    assert table.to_decide() == (seat,) and not table.draft(seat).acts and not table.poll().send
    assert [one.progress for one in desk.orders.of(seat, play)] == ["dropped"]
    desk.orders.ask(play, seat, OrderRequest("turn", ("end",)))
    assert desk.orders.carry_out() == seat and table.to_decide() == ()


@pytest.mark.parametrize(
    ("request_", "key"),
    [
        (OrderRequest("dinner", ("end",)), "node.no-decision"),
        (OrderRequest("turn", ("dance",)), "node.order-verb"),
        (OrderRequest("", ("end",)), "node.order-any"),
        (OrderRequest("turn", yes=False), "node.no-order"),
        (OrderRequest(yes=False), "node.no-order"),
    ],
)
def test_what_the_game_could_never_do_is_refused(request_: OrderRequest, key: str) -> None:
    desk, _, seat = at_turn()
    assert desk.table.play is not None
    with pytest.raises(NotPossible) as refused:
        desk.orders.ask(desk.table.play, seat, request_)
    assert refused.value.failed.key == key


def test_an_order_lays_in_the_draft_what_can_be_undone_and_goes_with_it() -> None:
    desk, table, seat = at_turn()
    play = desk.table.play
    assert play is not None
    desk.orders.ask(play, seat, OrderRequest("turn", ("light",), ""))
    assert desk.orders.carry_out() == seat and desk.orders.carry_out() is None
    assert [act.verb for act in table.draft(seat).acts] == ["light"] and not table.poll().send
    desk.orders.took_back(play, seat)
    table.draft(seat).undo()
    assert desk.orders.carry_out() is None and desk.orders.of(seat, play) == ()


def test_who_takes_back_what_a_skip_until_the_own_turn_did_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, table, seat = at_turn()
    play = desk.table.play
    assert play is not None
    monkeypatch.setattr(type(table.game), "turn", lambda self, state: (1, (seat + 1) % 3))
    desk.orders.ask(play, seat, SkipRequest(until="my-turn"))
    table.draft(seat).act(Act(seat, "light", (1,)))
    table.draft(seat).undo()
    desk.orders.took_back(play, seat)
    assert desk.orders.carry_out() is None and desk.orders.of(seat, play) == () and table.to_decide() == (seat,)


def test_an_order_for_one_decision_is_carried_out_again_only_if_nothing_came_of_it() -> None:
    """As after a crash between what was noted and what was decided, and after the table has gone back."""
    desk, table, seat = at_turn()
    play = desk.table.play
    assert play is not None
    before = len(play.facts)
    desk.orders.restore(seat, {"turn": Order("turn", ("end",), "once", progress="played", at=before - 1)})
    assert desk.orders.carry_out() is None and table.to_decide() == (seat,), "a fact has followed: that was it"
    desk.orders.decided(seat)
    desk.orders.restore(seat, {"turn": Order("turn", ("end",), "once", progress="played", at=before)})
    assert desk.orders.carry_out() == seat and table.to_decide() == ()
