"""Starting a node as a process that outlives whoever starts it."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec

from tta_p2p.node.machine.installation import NODE, command_line

if TYPE_CHECKING:
    from tta_p2p.node.plan.plans import Plan


def start_node(
    plan: Plan,
    home: Path,
    errors: IO[Any],
    *,
    program: Sequence[str] = NODE,
    inside: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a node in a session of its own, so that it outlives the terminal, with this data folder.

    ``errors`` takes what it says when it fails; what becomes of it is told in lines on its standard output.
    ``program`` stands in for the node's own; ``inside`` is how the command line begins where it runs on another host;
    ``environment`` is added to that of this process.
    """
    process = subprocess.Popen(
        [*inside, *command_line(program)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        env={**os.environ, "TTA_HOME": str(home), **(environment or {})},
        cwd=str(home),
        start_new_session=True,
    )
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError), process.stdin as told:  # it has ended: its output tells so
        told.write(msgspec.json.encode(plan))
    return process
