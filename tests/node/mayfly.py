"""The honest node, which dies when it is about to vote a cheat out: ``python -m tests.node.mayfly``."""

from __future__ import annotations

import os
import signal
import sys

from tta_p2p.node.__main__ import main
from tta_p2p.node.game.parts.votes import Votes


def die(self: Votes, seat: int) -> None:
    """What it has caught is stored, and nothing is said of it yet."""
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    Votes.convict = die  # type: ignore[method-assign]
    sys.exit(main())
