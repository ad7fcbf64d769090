"""Somebody alone among bots is asked only where there is a choice; what it chose itself it can take back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.ui.fake_node import make_table
from tta_p2p.games.contract import Act, Knowledge, Seat
from tta_p2p.games.game import Game
from tta_p2p.node.service import order_desk
from tta_p2p.node.service.clients import Client
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.memory import memory_pair


@pytest.mark.parametrize(
    ("game", "seats", "seed"), [("through_the_ages", 2, 2), ("civilization", 2, 1), ("civilization", 3, 7)]
)
def test_alone_among_bots_somebody_is_asked_only_where_there_is_a_choice(game: str, seats: int, seed: int) -> None:
    table, draw = make_table(game, seats, people=range(seats), seed=seed), random.Random(seed)
    orders, spared, taken_back = table.desk.orders, 0, 0
    orders.seat_alone = 0
    own = 0  # acts of the draft up to the last one that was chosen
    for _ in range(900):
        if table.local.over:
            break
        while orders.carry_out() is not None:
            spared += 1
        (seat, *_) = table.to_decide() or (-1,)
        if seat < 0:
            continue
        draft, decision = table.draft(seat), table.local.decision
        legal = draft.legal()
        if not draft.acts:
            own = 0
        if seat == 0 and decision is not None and not decision.sealed and own == 0:
            assert len(legal) > 1, (decision.key, [one.act for one in legal])
        if seat == 0 and own and len(legal) == 1 and draft.undo():
            assert orders.carry_out() is None or len(draft.acts) < own, "what follows does not stand in the way"
            draft.redo()
            taken_back += 1
        act = draw.choice([one.act for one in legal if one.act.verb != "resign"] or [legal[0].act])
        table.act(act)
        if seat == 0 and not draft.closed:
            own = len(draft.acts)
    assert spared > 0 and taken_back > 0


def take_first(game: Game[Any, Any], state: Any, knows: Knowledge, seat: Seat) -> Act | None:
    """The act that is as good as forced: the first card is taken as long as it lies there."""
    return next((one.act for one in game.legal(state, knows, seat) if game.write(one.act) == "take 1"), None)


async def test_who_takes_back_what_is_done_again_at_once_hears_why_nothing_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(order_desk, "single_answer", take_first)
    table = make_table("through_the_ages", 2, seed=5)
    heard: list[say.Reply] = []
    client = Client(Lines(memory_pair()[0]))
    client.say = heard.append  # type: ignore[method-assign]
    table.desk.attach(client)
    table.desk.receive(client, say.HelloRequest(say.VERSION))
    table.changed(0)
    assert len(done := [*table.draft(0).acts]) == 1
    for request in (say.UndoRequest(), say.ResetRequest()):
        heard.clear()
        table.desk.receive(client, request)
        assert [one.key for one in heard if isinstance(one, say.ErrorReply)] == ["node.done-again"]
        assert table.draft(0).acts == done
