"""What orders tell the others: nothing before they are carried out, and then no more than the same act by hand."""

from __future__ import annotations

import pytest

from tests.table.peers import Peers
from tests.table.seats import Sat
from tta_p2p.node.service.desk import Desk
from tta_p2p.seats.parts.orders import OrderRequest
from tta_p2p.table.orders import Order, entry_of


class Wire(Peers):
    """Peers of which all is kept that the first has said."""

    said: list[bytes]

    def flush(self) -> None:
        """Take everything that the tables have put out."""
        before = len(self.wire)
        super().flush()
        heard = [data for to, data in [*self.wire][before:] if to == 1]
        self.said = [*getattr(self, "said", []), *heard]


def world(game: str, order: OrderRequest, ordering: bool, rounds: int) -> list[bytes]:
    """All that the peers say in a game in which the first seat decides by an order, given ahead or followed by hand."""
    peers = Wire(game, [0, 1], seed=3)
    peers.deliver()
    table = peers.tables[0]
    desk = Desk(Sat(table, {}, set()))
    play = desk.table.play
    assert play is not None
    for _ in range(rounds):
        peers.deliver()
        seat = table.own_seats[0]
        if ordering:  # while others decide, too
            before = len(peers.said)
            desk.orders.ask(play, seat, order)
            peers.deliver()
            assert len(peers.said) == before, "an order alone says nothing"
        if ordering:
            while desk.orders.carry_out() is not None:
                peers.deliver()
        elif seat in table.to_decide():
            asked = table.game.decision(table.state)
            if asked is not None and asked.key == order.key and not table.draft(seat).acts:
                given = Order(order.key, order.choices)
                for act in entry_of(table.game, given, table.state, table.knows(seat), seat):
                    table.act(act)
        peers.step()
    peers.deliver()
    return peers.said


@pytest.mark.parametrize(
    ("game", "order"),
    [
        ("smugglers", OrderRequest("turn", ("sell barrel-3", "sell barrel-2", "end"), "")),
        ("caravan", OrderRequest("choose", ("keep salt-6", "sell"), "once")),
    ],
)
def test_the_others_hear_the_same_bytes_whether_a_seat_has_orders_or_decides_so_itself(
    game: str, order: OrderRequest
) -> None:
    ordered, by_hand = world(game, order, True, 12), world(game, order, False, 12)
    assert ordered == by_hand and len(ordered) > 30


def test_orders_that_are_never_due_change_nothing_that_anybody_hears() -> None:
    never = OrderRequest("", (), "my-turn")
    assert world("smugglers", never, True, 8) == world("smugglers", never, False, 8)
