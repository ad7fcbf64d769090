"""A table whose nodes can be killed at every boundary of their output."""

from __future__ import annotations

from collections.abc import Callable

from protocol.events import SeatsLeft, SessionRestarted
from protocol.session import SessionOutput
from tests.protocol.table import Node, Table

PHASES = ("lost", "stored", "half sent", "sent")
"""Killed before anything was stored; after storing; after sending to some; after sending, before reading events."""


class Killed(Exception):
    """A node has just died."""


class CrashingTable(Table):
    """Asks ``dies`` at every boundary (operator, number of its output, phase) whether the node dies there."""

    dies: Callable[[int, int, str], bool] | None = None
    outputs: dict[int, int]
    killed: list[tuple[int, int, str]]

    def carry_out(self, node: Node) -> SessionOutput:
        output = node.session.poll()
        if not (output.store or output.send or output.events):
            return output
        self.outputs = getattr(self, "outputs", {})
        self.killed = getattr(self, "killed", [])
        number = self.outputs[node.operator] = self.outputs.get(node.operator, -1) + 1
        self._boundary(node, number, "lost")
        node.journal += output.store
        self._boundary(node, number, "stored")
        others = [other for other in self.nodes if other is not node]
        for i, other in enumerate(others):
            for data in output.send:
                self.send(node.operator, other.operator, data)
            if i == 0 and len(others) > 1:
                self._boundary(node, number, "half sent")
        self._boundary(node, number, "sent")
        for event in output.events:
            if isinstance(event, SessionRestarted):
                node.events, node.asked = [], 0
            node.events.append(event)
            if isinstance(event, SeatsLeft):
                node.asked = len(node.ended())
        return output

    def _boundary(self, node: Node, number: int, phase: str) -> None:
        if self.dies is not None and self.dies(node.operator, number, phase):
            self.killed.append((node.operator, number, phase))
            raise Killed(node.operator)

    def flush(self, node: Node) -> None:
        if node.up:
            try:
                super().flush(node)
            except Killed:
                self.kill(node.operator)

    def ask(self, node: Node, other: Node) -> None:
        if node.up and other.up:
            super().ask(node, other)


class RevivingTable(CrashingTable):
    """Whoever dies, except on purpose, comes back as soon as the others are at rest."""

    away: frozenset[int] = frozenset()

    def run(self, limit: int = 200_000) -> None:
        for _ in range(1000):
            super().run(limit)
            dead = [node.operator for node in self.nodes if not node.up and node.operator not in self.away]
            if not dead:
                return
            for operator in dead:
                self.revive(operator)
        raise AssertionError("nobody stays alive")
