"""The other operators who are connected to a playing node, and since when nothing has come from the rest."""

from __future__ import annotations

import trio

MOMENT = 3.0
"""Seconds without a connection after which it is told that it is lost: one that is made anew at once is no news."""


class Presence:
    """The other operators of one game, by their numbers."""

    def __init__(self) -> None:
        self.connected: set[int] = set()
        """The operators that are connected."""
        self.started = 0.0
        """When this node began to play, by Trio's clock: nobody is silent for longer."""
        self._heard: dict[int, float] = {}

    def start(self) -> None:
        """From now on somebody who is not heard is silent."""
        self.started = trio.current_time()

    def hear(self, operator: int) -> None:
        """Something has come from somebody."""
        self._heard[operator] = trio.current_time()

    def connect(self, operator: int) -> None:
        """Somebody is connected."""
        self.connected.add(operator)
        self.hear(operator)

    def disconnect(self, operator: int) -> None:
        """The connection to somebody has ended."""
        self.connected.discard(operator)
        self.hear(operator)

    def is_connecting(self, operator: int) -> bool:
        """Whether this node has just begun to play, and nothing is to be thought of it that somebody is not there."""
        met = operator in self.connected or operator in self._heard
        return not met and trio.current_time() < self.started + MOMENT

    def since(self, operator: int) -> float:
        """Since when nothing has come from somebody, by Trio's clock."""
        return self._heard.get(operator, self.started)
