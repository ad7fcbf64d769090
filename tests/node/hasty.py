"""The honest node with a faster pulse, for tests that cannot wait as long as people do.

Started as a process of its own: ``python -m tests.node.hasty``.
"""

from __future__ import annotations

import sys
from contextlib import AbstractAsyncContextManager
from typing import Any

from tta_p2p.net.channel import Pulse
from tta_p2p.net.members import Timing
from tta_p2p.net.mesh import Mesh, open_mesh
from tta_p2p.node import process
from tta_p2p.node.__main__ import main

TIMING = Timing(pulse=Pulse(beat=0.3, silence=3.0), retry_most=1.0)


def hurry() -> None:
    """All of the network's waits are shorter from now on; everything else is as it was."""

    def open_hasty_mesh(**how: Any) -> AbstractAsyncContextManager[Mesh]:
        return open_mesh(**{**how, "timing": TIMING})

    process.open_mesh = open_hasty_mesh


if __name__ == "__main__":
    hurry()
    sys.exit(main())
