"""A member that keeps something from some of the others: ``python -m tests.node.shunner WHAT NUMBER…``.

``split``: no connection to these members; ``deaf``: it never tells anybody what it has heard; ``honest``: nothing is
kept back. All of them wait less long than nodes do for people.
"""

from __future__ import annotations

import sys
from contextlib import AbstractAsyncContextManager
from typing import Any

import trio

from tta_p2p.net.members import Bounds, MemberLink
from tta_p2p.net.mesh import Mesh, open_mesh
from tta_p2p.net.pairing import Pairing
from tta_p2p.node import process
from tta_p2p.node.__main__ import main
from tta_p2p.node.game import catch_up
from tta_p2p.node.game.catch_up import CatchUp


def hurry() -> None:
    """What a node waits for is a matter of moments."""

    def open_quick_mesh(**how: Any) -> AbstractAsyncContextManager[Mesh]:
        return open_mesh(bounds=Bounds(catch_up_pause=0.02), **how)

    process.open_mesh = open_quick_mesh
    catch_up.ROUND_ABOUT = 0.02


def be_deaf() -> None:
    """Play, and answer no question any more as soon as the game has begun."""
    honest = CatchUp.answer

    def answer(self: CatchUp, operator: int, payload: bytes) -> None:
        if self.table.state is None:
            honest(self, operator, payload)

    CatchUp.answer = answer  # type: ignore[method-assign]


def shun(members: set[int]) -> None:
    """Neither dial these members nor let them in."""
    dial, identify = Pairing.dial, Pairing.identify

    async def dial_friends(self: Pairing, link: MemberLink) -> None:
        if link.operator in members:
            await trio.sleep_forever()
        await dial(self, link)

    async def let_friends_in(self: Pairing, transport: Any, host: str = "", carrier: int | None = None) -> Any:
        reached = await identify(self, transport, host, carrier)
        return None if reached is not None and reached.link.operator in members else reached

    Pairing.dial, Pairing.identify = dial_friends, let_friends_in  # type: ignore[method-assign]


if __name__ == "__main__":
    hurry()
    if sys.argv[1] == "deaf":
        be_deaf()
    shun(set(map(int, sys.argv[2:])))
    sys.exit(main())
