"""Tables of one game on computers that hear each other after a delay: what each kind of operation takes.

Every computer is busy as long as its program computes (processor time: what else the machine does counts for nothing),
and one message is heard after the other. Beside the time runs
a count of the ways that something had to go before something else could happen: a trip is the way of a message from
one computer to another.
"""

import hashlib
import heapq
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from benchmarks import Row
from protocol.charter import Charter, Operator, Seat, signed_by_all
from protocol.signatures import IdentityKey
from tta_p2p.cli._simulation import choose
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import settle
from tta_p2p.registry import find
from tta_p2p.table import binding
from tta_p2p.table.game_table import GameTable

SEED = 1
HOST = 0


@dataclass
class _Kind:
    count: int = 0
    seconds: float = 0.0
    trips: int = 0


@dataclass(order=True)
class _Letter:
    arrives: float
    number: int
    trips: int = field(compare=False)
    to: int = field(compare=False)
    data: bytes = field(compare=False)


class Apart:
    """A game between computers ``delay`` seconds apart; in a ``star`` guests talk by way of the host."""

    def __init__(self, game: str, seats: int, delay: float, star: bool) -> None:
        """Sit down."""
        self._rules = rules = find(game)
        keys = [IdentityKey(hashlib.sha256(bytes([i])).digest()) for i in range(seats)]
        operators = tuple(Operator(key.identity, bytes(32), bytes([i]) * 32, f"node {i}") for i, key in enumerate(keys))
        places = tuple(Seat(i, f"seat {i}") for i in range(seats))
        setup = binding.write_options(settle(rules.settings, {}))
        faces = rules.faces()
        charter = signed_by_all(Charter(game, binding.rules_digest(rules), setup, faces, operators, places), keys)
        self._delay, self._star, self._game, self._chance = delay, star, game, Chance(SEED).fork("apart")
        self._free, self._trips, self._cpu = [0.0] * seats, [0] * seats, [0.0] * seats
        self._wire: list[_Letter] = []
        self._sent = 0
        self._kinds: dict[str, _Kind] = {}
        self._began, self._began_trips, self._asked = 0.0, 0, ""
        self._waits: dict[str, list[tuple[float, int]]] = {}
        self._acted: tuple[str, float, int] | None = None
        self._tables = [GameTable(rules, charter, os.urandom, operator=i, signer=key) for i, key in enumerate(keys)]
        for number in range(seats):
            self._send(number)

    def play(self, decisions: int) -> list[Row]:
        """Play so many decisions, or to the end; a row for each kind of operation, and one for a whole decision."""
        decided = 0
        while decided < decisions and not self._tables[HOST].session.over:
            while self._wire:
                letter = heapq.heappop(self._wire)
                self._trips[letter.to] = max(self._trips[letter.to], letter.trips)
                self._work(letter.to, letter.arrives, self._tables[letter.to].receive, letter.data)
            if not self._decide():
                break
            decided += 1
        rows = [self._row(name, kind) for name, kind in sorted(self._kinds.items())]
        play = [kind for name, kind in self._kinds.items() if name != "sitting down"]
        whole = _Kind(max(1, decided), sum(kind.seconds for kind in play), sum(kind.trips for kind in play))
        return [*rows, self._row("everything, a decision", whole)]

    def waits(self) -> list[Row]:
        """Give rows of how long people wait, from an act until somebody is asked again, by both; see `play`."""
        rows = []
        for name, waits in sorted(self._waits.items()):
            seconds, trips = zip(*sorted(waits), strict=True)
            columns = {"times": f"{len(waits)}", "trips": f"{sum(trips) / len(trips):.1f}"}
            columns["longest"] = f"{1000 * seconds[-1]:,.1f} ms"
            rows.append(Row(name, 1000 * sum(seconds) / len(seconds), columns))
        return rows

    def _row(self, name: str, kind: _Kind) -> Row:
        seconds, trips = kind.seconds / kind.count, kind.trips / kind.count
        computing = 1000 * (seconds - trips * self._delay)
        columns = {"times": f"{kind.count}", "trips": f"{trips:.1f}", "computing": f"{computing:,.1f} ms"}
        return Row(name, seconds * 1000, columns)

    def _decide(self) -> bool:
        """Let everybody who is asked decide; whether anybody was."""
        anybody = False
        for number, table in enumerate(self._tables):
            while seats := table.to_decide():
                draft = table.draft(seats[0])
                legal, decision = draft.legal(), self._rules.decision(draft.state)
                assert decision is not None
                self._waited(number, decision.key)
                act = choose(self._game, "any", self._chance, decision, legal).act
                before, trips = self._free[number], self._trips[number]
                self._work(number, self._free[number], table.act, act)
                self._acted = None if decision.sealed else (act.verb, before, trips)
                anybody = True
        return anybody

    def _waited(self, number: int, key: str) -> None:
        """Note how long it took from the last act until this computer's person is asked something."""
        if self._acted is not None:
            verb, since, trips = self._acted
            wait = self._free[number] - since, self._trips[number] - trips
            self._waits.setdefault(f"{verb}, then {key}", []).append(wait)
        self._acted = None

    def _work(self, number: int, since: float, what: Callable[[Any], object], argument: object) -> None:
        began = time.process_time()
        what(argument)
        took = time.process_time() - began
        self._free[number] = max(self._free[number], since) + took
        self._send(number)
        if number == HOST:
            self._note()

    def _note(self) -> None:
        """At the host: an operation has ended when another is asked for."""
        operation = self._tables[HOST]._asked
        name = "sitting down" if operation is None else type(operation).__name__.lower()
        if name != self._asked or operation is not self._operation:
            if self._asked:
                kind = self._kinds.setdefault(self._asked, _Kind())
                kind.count += 1
                kind.seconds += self._free[HOST] - self._began
                kind.trips += self._trips[HOST] - self._began_trips
            self._asked, self._operation = name, operation
            self._began, self._began_trips = self._free[HOST], self._trips[HOST]

    _operation: Any = None

    def _send(self, number: int) -> None:
        for data in self._tables[number].poll().send:
            for to in range(len(self._tables)):
                if to != number:
                    hops = 2 if self._star and HOST not in (number, to) else 1
                    self._sent += 1
                    arrives = self._free[number] + hops * self._delay
                    heapq.heappush(self._wire, _Letter(arrives, self._sent, self._trips[number] + hops, to, data))
