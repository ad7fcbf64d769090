"""Trips of messages until operations are done everywhere, counted without a clock and a network."""

import heapq
from collections.abc import Sequence
from itertools import count

from protocol.events import OperationEnded
from protocol.operations import Operation
from protocol.session import Session

HOST = 0


def round_trips(sessions: Sequence[Session], operations: Sequence[Operation], *, star: bool) -> float:
    """Carry out operations, each asked for at once where the one before has ended; how many times there and back.

    In a ``star`` what guests say to each other goes by way of the host. The sessions must have nothing to do before.
    """
    trips, number = [0] * len(sessions), count()
    wire: list[tuple[int, int, int, bytes]] = []
    left = [list(operations) for _ in sessions]

    def flush(who: int) -> None:
        output = sessions[who].poll()
        for data in output.send:
            for to in range(len(sessions)):
                hops = 2 if star and HOST not in (who, to) else 1
                if to != who:
                    heapq.heappush(wire, (trips[who] + hops, next(number), to, data))
        if left[who] and any(isinstance(event, OperationEnded) for event in output.events):
            ask(who)

    def ask(who: int) -> None:
        sessions[who].request(left[who].pop(0))
        flush(who)

    for who in range(len(sessions)):
        ask(who)
    while wire:
        came, _, to, data = heapq.heappop(wire)
        trips[to] = max(trips[to], came)
        sessions[to].receive(data)
        flush(to)
    return max(trips) / 2
