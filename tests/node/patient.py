"""The honest node, which stays after the end until those who watch have seen it: ``python -m tests.node.patient``.

A node leaves when everything is on its way to them. Whoever gets no time just then may find the connection gone first.
"""

from __future__ import annotations

import sys

import trio

from tests.patience import PATIENCE
from tta_p2p.node.__main__ import main
from tta_p2p.node.game.playing import Playing


def stay() -> None:
    """Nobody who still watches is left alone, for a long while."""
    honest, ended = Playing._done, list[float]()

    def done(self: Playing) -> bool:
        if honest(self):
            ended.append(trio.current_time())
        return bool(ended) and (not self.stream.watchers or trio.current_time() > ended[0] + PATIENCE)

    Playing._done = done  # type: ignore[method-assign]


if __name__ == "__main__":
    stay()
    sys.exit(main())
