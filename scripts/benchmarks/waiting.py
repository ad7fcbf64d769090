"""A table's wait for a deck that is due: mixed then, or mixed beside play while people were thinking.

Every seat is a computer of its own with half of the ping to every other; the time that its program takes is measured.
"""

import hashlib
import heapq
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks import Row, Table
from protocol.charter import Charter, Operator, Seat, signed_by_all
from protocol.events import OperationEnded
from protocol.operations import Operation, Prepare, Shuffle
from protocol.session import Session
from protocol.signatures import IdentityKey

HIDDEN = {3: 5, 7: 9}
"""Hidden cards that go into the deck, by seats: the guilds of Age III of Seven Wonders."""
OPEN = {3: 16, 7: 40}
"""Open cards of that deck."""
DELAYS = (0.0, 0.05)
"""Seconds from one computer to another."""


def run() -> Iterator[Table]:
    """The last deck of Seven Wonders, for few and many, near each other and far."""
    for seats in HIDDEN:
        hidden, faces = tuple(range(HIDDEN[seats])), tuple(f"card-{i:02}" for i in range(OPEN[seats]))
        due = Shuffle(hidden, faces, tuple(range(100, 100 + len(hidden) + len(faces))))
        rows = []
        for delay in DELAYS:
            for label, ahead in (("when it is due", False), ("beside play", True)):
                table = Computers(seats, faces, delay)
                table.wait(Shuffle((), faces[: len(hidden)], hidden))
                if ahead:
                    table.wait(Prepare("deck", hidden, faces))
                rows.append(Row(f"mixed {label}, {delay * 1000:.0f} ms apart", table.wait(due) * 1000))
        yield Table(f"The wait for a deck of {len(hidden) + len(faces)} cards, {seats} seats", rows)


class Computers:
    """Sessions that hear each other after a delay and are busy as long as their program computes."""

    def __init__(self, seats: int, faces: tuple[str, ...], delay: float) -> None:
        """Sit down and make the keys."""
        keys = [IdentityKey(hashlib.sha256(bytes([i])).digest()) for i in range(seats)]
        operators = tuple(Operator(key.identity, bytes(32), bytes([i]) * 32, f"node {i}") for i, key in enumerate(keys))
        places = tuple(Seat(i, f"seat {i}") for i in range(seats))
        charter = signed_by_all(Charter("benchmark", bytes(32), b"", faces, operators, places), keys)
        self._delay = delay
        self._free = [0.0] * seats
        self._wire: list[tuple[float, int, int, bytes]] = []
        self._sent = 0
        self._ended = [0.0] * seats
        self._sessions = [Session(charter, os.urandom, operator=i, signer=key) for i, key in enumerate(keys)]
        self._settle()

    def wait(self, operation: Operation) -> float:
        """Everybody asks for an operation: the seconds until it has ended for all. What is beside it is done too."""
        began = max(self._free)
        for i, session in enumerate(self._sessions):
            self._work(i, began, session.request, operation)
        self._settle()
        return max(self._ended) - began

    def _settle(self) -> None:
        for i in range(len(self._sessions)):
            self._send(i)
        while self._wire:
            arrives, _, to, data = heapq.heappop(self._wire)
            self._work(to, arrives, self._sessions[to].receive, data)

    def _work(self, number: int, since: float, what: Callable[[Any], object], argument: object) -> None:
        """Let one computer do something, from when it is there and the computer is free."""
        began = time.process_time()
        what(argument)
        self._free[number] = max(self._free[number], since) + time.process_time() - began
        self._send(number)

    def _send(self, number: int) -> None:
        output = self._sessions[number].poll()
        if any(isinstance(event, OperationEnded) for event in output.events):
            self._ended[number] = self._free[number]
        for data in output.send:
            for to in range(len(self._sessions)):
                if to != number:
                    self._sent += 1
                    heapq.heappush(self._wire, (self._free[number] + self._delay, self._sent, to, data))
