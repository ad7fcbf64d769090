"""One game of two nodes within a process that is copied: what is worked out the first time only, its copies know.

How messages are read, what is installed, whether libsodium is sound: a tenth of what a node does before it plays.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import trio

from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.machine.environment import Environment
from tta_p2p.node.plan.plans import Plan, decode_plan
from tta_p2p.node.process import Node


def warm() -> None:
    """Play it. No thread is begun: copies would not have it."""
    with tempfile.TemporaryDirectory() as folder:
        trio.run(_play, Path(folder))


async def _play(folder: Path) -> None:
    heard = trio.Event()
    lines = list[str]()

    def report(line: str) -> None:
        lines.append(line)
        if line.startswith("listening"):
            heard.set()

    async with trio.open_nursery() as nursery:
        plan = Plan("host", "warm-a", "A", conditions=Conditions(2, "skiff"), table="warming")
        nursery.start_soon(_node(plan, folder / "a", report).run)
        await heard.wait()
        plan = Plan("join", "warm-b", "B", address=lines[-1].split()[1])
        nursery.start_soon(_node(plan, folder / "b", report).run)
    assert len([line for line in lines if line.startswith("playing")]) == 2, lines


def _node(plan: Plan, home: Path, report: Callable[[str], None]) -> Node:
    home.mkdir(mode=0o700)
    plan = msgspec.structs.replace(plan, listen="127.0.0.1:0", bot="random", at_once=True, quiet=True, linger=60.0)
    return Node(decode_plan(msgspec.json.encode(plan)), home, report=report, environment=Environment(aside=_at_once))


async def _at_once(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)
