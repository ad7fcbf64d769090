"""Nodes that commands have started: found, heard of, ended."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

from tests.cli.terminals import eventually, here
from tta_p2p.node.machine import roster


def node_of(home: Path) -> roster.RunningNode:
    """The node that runs for this data folder."""
    node: roster.RunningNode = eventually("a node runs", lambda: next(iter(roster.running_nodes(home)), None))
    return node


def announced(home: Path, table: str) -> dict[str, Any]:
    """What is heard of a table on this machine within two seconds; nothing where it is late."""
    rows = json.loads(here(home, "tables", "--wait", "2", "--json", "--interface", "127.0.0.1").stdout)
    return next((row for row in rows if row["table"] == table), {})


def end_nodes(*homes: Path) -> None:
    """End what the tests have started."""
    for home in homes:
        for node in list(roster.running_nodes(home)):
            os.kill(node.pid, signal.SIGKILL)
