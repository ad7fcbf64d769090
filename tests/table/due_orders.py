"""Orders of a seat in a local game, and what they come to."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.contract import Act
from tta_p2p.games.local import LocalGame
from tta_p2p.table.orders import Order, Orders, entry_of


def skip(key: str = "") -> Order:
    """The order that declines whatever is asked until the own turn, or decisions of a kind."""
    return Order(key, until="" if key else "my-turn")


def due(orders: Orders, local: LocalGame[Any, Any], seat: int) -> Act | None:
    """The first act that the orders of a seat come to now."""
    knows = local.dealer.knowledge_of(seat)
    for order in orders.due(seat, local.state, len(local.facts)):
        acts = entry_of(local.game, order, local.state, knows, seat)
        if acts:
            return acts[0]
    return None
