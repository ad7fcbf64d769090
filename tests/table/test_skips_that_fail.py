"""A seat that skips, at a node whose program fails at its acts: its person is asked, and the node goes on."""

from __future__ import annotations

from tests.table.peers import Peers, whose_turn
from tests.table.seats import Sat
from tta_p2p.node.game.faults import FaultHandler
from tta_p2p.node.service.desk import Desk
from tta_p2p.seats.parts.skips import SkipRequest
from tta_p2p.table.game_table import EntryRefused


def test_what_cannot_be_declined_is_not_declined_again_and_again() -> None:
    peers = Peers("smugglers", [0, 1, 2], seed=3)
    number = whose_turn(peers)
    table = peers.tables[number]
    (seat,) = table.to_decide()
    peers.flush()
    desk = Desk(Sat(table, {}, set()))
    failures = FaultHandler(table, desk, {}, lambda: None)
    desk._skip(desk.table.play, seat, SkipRequest(key="turn"))  # type: ignore[arg-type]
    judged: list[bool] = []
    table.referee.judge = lambda at, payload: judged.append(True) or 1 // 0  # type: ignore[method-assign]
    for _ in range(20):  # what a node does until nothing moves any more
        declined = desk.decline()
        for event in table.poll().events:
            if isinstance(event, EntryRefused):
                failures.retry_decision(event.seat, event.error)
        if declined is None:
            break
    assert len(judged) == 1 and table.to_decide() == (seat,)
