"""Who of the others is connected to a playing node, and since when nothing has come from the rest."""

from __future__ import annotations

import trio


class Presence:
    """The other operators of one game, by their numbers."""

    def __init__(self) -> None:
        self.here: set[int] = set()
        """Who is connected."""
        self.started = 0.0
        """When this node began to play, by Trio's clock: nobody is silent for longer."""
        self._heard: dict[int, float] = {}

    def start(self) -> None:
        """From now on somebody who is not heard is silent."""
        self.started = trio.current_time()

    def hear(self, operator: int) -> None:
        """Something has come from somebody."""
        self._heard[operator] = trio.current_time()

    def come(self, operator: int) -> None:
        """Somebody is connected."""
        self.here.add(operator)
        self.hear(operator)

    def go(self, operator: int) -> None:
        """The connection to somebody has ended."""
        self.here.discard(operator)
        self.hear(operator)

    def since(self, operator: int) -> float:
        """Since when nothing has come from somebody, by Trio's clock."""
        return self._heard.get(operator, self.started)
