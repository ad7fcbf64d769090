"""A member that holds the game up while it is connected: ``python -m tests.node.staller KIND``.

Once it has acted itself it never again says what its program owes of that kind, and tells everybody that it has told
all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress

from protocol.collector import StepCollector
from protocol.errors import OutOfOrder
from protocol.messages import ActMessage, Body, Echo, Parts, Shares
from protocol.steps import MessageStep
from tta_p2p.net.framing import FrameKind
from tta_p2p.node.__main__ import main
from tta_p2p.node.game.catch_up import CatchUp, Heads

KINDS = {"echo": (Echo,), "shares": (Shares, Parts)}


def stall(kind: str) -> None:
    """Change the honest program."""
    honest, honest_answer, acted = StepCollector.produce, CatchUp._missing, list[int]()

    def produce(hearing: StepCollector, request: MessageStep, seat: int) -> Body | None:
        acted.extend([seat] if request.kind is ActMessage else [])
        return None if acted and request.kind in KINDS[kind] else honest(hearing, request, seat)

    def missing(self: CatchUp, operator: int, asked: Heads) -> Iterator[tuple[int, bytes]]:
        if not acted:
            yield from honest_answer(self, operator, asked)
            return
        with suppress(OutOfOrder):
            yield int(FrameKind.HEAD), self.table.session.head(asked.nonce, operator)

    StepCollector.produce = produce  # type: ignore[method-assign]
    CatchUp._missing = missing  # type: ignore[method-assign]


if __name__ == "__main__":
    stall(sys.argv.pop())
    main()
