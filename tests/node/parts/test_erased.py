"""When a game's secrets are erased here, no part stores drafts or orders of its seats any more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.node.contexts import context_of
from tests.table.peers import Peers
from tta_p2p.node.game.parts.drafts import DraftStore
from tta_p2p.node.game.parts.orders import OrderStore
from tta_p2p.table.orders import Order


async def _aside(do: Any, *arguments: Any) -> Any:
    return do(*arguments)


@pytest.mark.parametrize("erased", [False, True])
async def test_nothing_that_a_seat_has_begun_is_stored_after_the_secrets_are_erased(erased: bool) -> None:
    peers = Peers("caravan", [0, 1])
    peers.deliver()
    table, saved = peers.tables[0], list[str]()
    store = SimpleNamespace(
        drafts=lambda sid: {},
        skips=lambda sid: {},
        save_draft=lambda *_: saved.append("draft"),
        save_skips=lambda *_: saved.append("skips"),
    )
    desk = SimpleNamespace(orders=SimpleNamespace(kept=lambda seat: {"turn": Order("turn")}), clients=())
    wire: Any = SimpleNamespace(desk=desk)
    context = context_of(table, 0, wire=wire, store=store, environment=SimpleNamespace(aside=_aside))
    context.erased = erased
    drafts, orders = DraftStore(context), OrderStore(context)
    drafts.changed(table.own_seats[0])
    orders._restored = True
    await drafts.save()
    await orders.save()
    assert saved == ([] if erased else ["draft", "skips"])
