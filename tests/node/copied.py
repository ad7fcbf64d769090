"""A worker of a test's own process: a copy, which has loaded the program and knows what libsodium has said."""

from __future__ import annotations

import os
from pathlib import Path

import trio

from tests.node.template import ROOT, template
from tta_p2p.node.machine.installation import WORKER
from tta_p2p.node.workers.pool import _Worker


class Copied(_Worker):
    """One process that works."""

    def __init__(self) -> None:
        heard, says = os.pipe(), os.pipe()
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self._process = template().copy(  # type: ignore[assignment]
            WORKER, environment, Path.cwd(), (heard[0], says[1], 2)
        )
        os.close(heard[0])
        os.close(says[1])
        self._to, self._from = trio.lowlevel.FdStream(heard[1]), trio.lowlevel.FdStream(says[0])
