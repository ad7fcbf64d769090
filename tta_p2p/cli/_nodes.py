"""Starting and finding node processes; used by the commands that play."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING

from tta_p2p.cli.errors import CommandFailed

if TYPE_CHECKING:
    from tta_p2p.node.process import Plan
    from tta_p2p.node.running import RunningNode

STOPPING = 20.0
"""Seconds that a node may take to stop."""


def new_id() -> str:
    """A name for a node process."""
    return secrets.token_hex(4)


def spawn(plan: Plan, home: Path) -> subprocess.Popen[bytes]:
    """Start a node process of its own session: it outlives this terminal. Its log is in the data folder."""
    import msgspec

    from tta_p2p.node import running

    log = running.folder(home) / f"{plan.id}.log"
    environment = {**os.environ, "TTA_HOME": str(home)}
    with log.open("ab") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tta_p2p.node"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=environment,
            cwd=str(home),
            start_new_session=True,
        )
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(plan))
    process.stdin.close()
    return process


def stop(node: RunningNode) -> None:
    """Tell a node to stop, and wait until it has. Everything that it said is stored. Raises CommandFailed."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as door:
        door.connect(node.socket)  # somebody answers there: the process id is not that of a stranger by now
        os.kill(node.pid, signal.SIGTERM)
    deadline = time.monotonic() + STOPPING
    while node.alive:
        if time.monotonic() > deadline:
            raise CommandFailed(f"process {node.pid} does not stop; end it and try again")
        time.sleep(0.05)


def heard(stream: IO[bytes] | None) -> str:
    """The next line that a node reports; empty when it has ended."""
    assert stream is not None
    return stream.readline().decode(errors="replace").strip()


def pick(nodes: Iterable[RunningNode], wanted: str) -> RunningNode:
    """The running node that is meant: the only one, or the one whose game or name begins so."""
    found = list(nodes)
    if wanted:
        found = [node for node in found if node.id == wanted or node.sid.startswith(wanted) or node.table == wanted]
    if not found:
        raise CommandFailed("no such game is running here; tta games lists all, tta resume takes one up again")
    if len(found) > 1:
        named = ", ".join(node.sid[:8] or node.id for node in found)
        raise CommandFailed(f"several games are running here; say which: {named}")
    return found[0]
