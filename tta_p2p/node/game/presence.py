"""Who of the others is connected to a playing node, and since when nothing has come from the rest."""

from __future__ import annotations

from collections.abc import Iterable

import trio

from protocol.charter import Charter
from tta_p2p.node.game.loop import Telling
from tta_p2p.seats.parts.connections import Connected

MOMENT = 3.0
"""Seconds without a connection after which it is told that it is lost: one that is made anew at once is no news."""


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

    def is_sought(self, operator: int) -> bool:
        """Whether this node has just begun to play, and nothing is to be thought of it that somebody is not there."""
        met = operator in self.here or operator in self._heard
        return not met and trio.current_time() < self.started + MOMENT

    def since(self, operator: int) -> float:
        """Since when nothing has come from somebody, by Trio's clock."""
        return self._heard.get(operator, self.started)


class Connections:
    """Tells clients who is not connected any more, and who is again, whether or not the game waits for them."""

    def __init__(self, charter: Charter, operator: int, presence: Presence, telling: Telling) -> None:
        """``operator``: this node's, which is always there."""
        self._charter, self._operator, self._presence, self._telling = charter, operator, presence, telling
        self._met: set[int] = set()
        """The operators who were connected since this node began to play."""
        self._lost: set[int] = set()
        """The operators of whom it was told that they are not connected."""

    def look(self) -> None:
        """Tell whose connection has been lost for more than a moment."""
        latest = trio.current_time() - MOMENT
        for operator in range(len(self._charter.operators)):
            away = operator != self._operator and operator not in self._presence.here
            if away and operator not in self._lost and self._presence.since(operator) <= latest:
                self._lost.add(operator)
                self._tell(operator, False)

    def came(self, operator: int) -> None:
        """Somebody is connected: told always, since who came in the meantime was greeted without them."""
        self._lost.discard(operator)
        self._tell(operator, True)

    def news(self) -> Iterable[Connected]:
        """Who has not been connected yet, for who comes later: to them a connection that is not there reads as lost."""
        for operator in sorted(self._lost - self._met):
            yield self._said(operator, False)

    def _tell(self, operator: int, yes: bool) -> None:
        said = self._said(operator, yes)
        if yes:
            self._met.add(operator)
        self._telling.tell_all(said)

    def _said(self, operator: int, yes: bool) -> Connected:
        return Connected(operator, self._charter.operators[operator].name, yes, operator in self._met)
