"""Announcing an open table to the local network, unless its host wants it quiet or there is no multicast."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

from tta_p2p.net.addresses import Address
from tta_p2p.node.conditions import Conditions

if TYPE_CHECKING:
    from tta_p2p.node.process import Plan


@contextlib.asynccontextmanager
async def announced(
    plan: Plan,
    addresses: tuple[Address, ...],
    conditions: Conditions,
    identity: bytes,
    report: Callable[[str], None],
) -> AsyncIterator[None]:
    """Announce while the body runs."""
    yield
