"""Plans and processes of nodes that sign a charter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.node.processes import Process
from tta_p2p.node.plan.plans import Plan


def plan(number: int, **more: object) -> Plan:
    common = {"id": f"node{number}", "name": f"Player {number}", "listen": "127.0.0.1:0", "at_once": True}
    return Plan(**{**common, "quiet": True, "bot": "random", "linger": 60.0, **more})  # type: ignore[arg-type]


@contextmanager
def processes() -> Iterator[list[Process]]:
    started: list[Process] = []
    try:
        yield started
    finally:
        for process in started:
            process.close()
