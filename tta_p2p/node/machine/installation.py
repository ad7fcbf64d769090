"""The programs of this installation and their command lines: the one place that knows how, however it is packaged."""

from __future__ import annotations

import sys
from collections.abc import Sequence

NODE = ("tta_p2p.node",)
"""The program of a node; it reads its plan from standard input."""
WORKER = ("tta_p2p.node.workers.worker",)
"""The program of a worker of a node."""
TTA = ("tta_p2p.cli",)
"""The command `tta`."""


def command_line(program: Sequence[str], *arguments: str) -> list[str]:
    """Give the command line that runs a program of this installation, wherever one is: its module and further words.

    What lies in the folder it runs in is not imported.
    """
    return [sys.executable, "-P", "-m", *program, *arguments]
