"""Tables of one game on computers that hear each other after a delay: what each kind of operation takes.

Every computer is busy as long as its program computes (processor time: what else the machine does counts for nothing),
and one message is heard after the other. Who is asked decides at once, in no time. Beside the time runs a count of the
ways that something had to go before something else could happen: a trip is the way of a message from one computer to
another. A pile that is mixed beside play counts only where play waits for it.
"""

import hashlib
import heapq
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from benchmarks import Row
from protocol.charter import Charter, Operator, Seat, signed_by_all
from protocol.messages import decode_envelope
from protocol.operations import Bundle, Deal, Operation, Shuffle, decode_operation
from protocol.signatures import IdentityKey
from protocol.transcript import PLAY, OperationRecord
from tta_p2p.bots.base import Situation
from tta_p2p.bots.levels import make_bot
from tta_p2p.cli.simulation.trials import choose
from tta_p2p.games.chance import Chance
from tta_p2p.games.game import complete_options
from tta_p2p.registry import load_rules
from tta_p2p.table import binding
from tta_p2p.table.game_table import GameTable

SEED = 1
HOST = 0


@dataclass
class _Kind:
    count: int = 0
    seconds: float = 0.0
    trips: int = 0


@dataclass(frozen=True)
class Wait:
    """From an act until somebody is asked again, and what the game had to do between."""

    verb: str
    key: str
    """Of the decision that is asked for."""
    seconds: float
    trips: int
    passes: bool
    """Whether somebody else is asked."""
    operations: tuple[Operation, ...]

    @property
    def draws(self) -> int:
        """The number of cards drawn."""
        return sum(len(one.handles) for one in self._parts if isinstance(one, Deal))

    @property
    def shuffles(self) -> bool:
        """Whether cards are shuffled, as at the end of an age."""
        return any(isinstance(one, Shuffle) for one in self._parts)

    @property
    def _parts(self) -> list[Operation]:
        return [part for one in self.operations for part in (one.parts if isinstance(one, Bundle) else (one,))]


@dataclass(order=True)
class _Letter:
    arrives: float
    number: int
    trips: int = field(compare=False)
    to: int = field(compare=False)
    lane: bytes = field(compare=False)
    data: bytes = field(compare=False)


class Apart:
    """A game between computers ``delay`` seconds apart; in a ``star`` guests talk by way of the host.

    Who is asked acts by chance, or as bots of a ``level`` do.
    """

    def __init__(self, game: str, seats: int, delay: float, star: bool, level: str = "", seed: int = SEED) -> None:
        """Sit down."""
        self._rules = rules = load_rules(game)
        keys = [IdentityKey(hashlib.sha256(bytes([i])).digest()) for i in range(seats)]
        operators = tuple(Operator(key.identity, bytes(32), bytes([i]) * 32, f"node {i}") for i, key in enumerate(keys))
        places = tuple(Seat(i, f"seat {i}") for i in range(seats))
        setup = binding.write_options(complete_options(rules.settings, {}))
        faces = rules.faces()
        charter = signed_by_all(Charter(game, binding.charter_rules(rules), setup, faces, operators, places), keys)
        self._delay, self._star, self._game, self._chance = delay, star, game, Chance(seed).fork("apart")
        self._bots = [make_bot(level, seed * seats + number) for number in range(seats)] if level else []
        self._free, self._trips = [0.0] * seats, [0] * seats
        self._beside = [0] * seats
        """Trips until what was last heard of the piles beside play."""
        self._wire: list[_Letter] = []
        self._sent = 0
        self._kinds: dict[str, _Kind] = {}
        self._began, self._began_trips, self._asked = 0.0, 0, ""
        self.waited: list[Wait] = []
        self._acted: tuple[str, int, float, int, int] | None = None
        """The last act: its verb, whose it is, when it was said and after how many trips and operations."""
        # Secrets depend on what they are for as well, so that equal seeds give equal games, however far apart they are.
        coins = [hashlib.shake_256(b"apart %d of %d" % (i, seed)) for i in range(seats)]
        self._tables = [
            GameTable(rules, charter, coin.digest, operator=i, signer=key)
            for i, (coin, key) in enumerate(zip(coins, keys, strict=True))
        ]
        for number in range(seats):
            self._send(number)

    def play(self, decisions: int) -> list[Row]:
        """Play so many decisions, or to the end; a row for each kind of operation, and one for a whole decision."""
        decided = 0
        while self._wire and decided < decisions and not self._tables[HOST].session.over:
            letter = heapq.heappop(self._wire)
            self._beside[letter.to] = max(self._beside[letter.to], letter.trips)
            if letter.lane == PLAY or isinstance(self._tables[letter.to]._asked, Shuffle):
                self._trips[letter.to] = max(self._trips[letter.to], letter.trips)
            self._work(letter.to, letter.arrives, self._tables[letter.to].receive, letter.data)
            decided += self._decide(letter.to)
        rows = [self._row(name, kind) for name, kind in sorted(self._kinds.items())]
        play = [kind for name, kind in self._kinds.items() if name != "sitting down"]
        whole = _Kind(max(1, decided), sum(kind.seconds for kind in play), sum(kind.trips for kind in play))
        return [*rows, self._row("everything, a decision", whole)]

    def waits(self) -> list[Row]:
        """Give rows of how long people wait, from an act until somebody is asked again, by both; see `play`."""
        kinds: dict[str, list[tuple[float, int]]] = {}
        for wait in self.waited:
            kinds.setdefault(f"{wait.verb}, then {wait.key}", []).append((wait.seconds, wait.trips))
        rows = []
        for name, waits in sorted(kinds.items()):
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

    @property
    def messages(self) -> int:
        """The number of messages sent, each counted once for every receiver."""
        return self._sent

    @property
    def round_trips(self) -> float:
        """The number of round trips until the host reached its present place."""
        return self._trips[HOST] / 2

    @property
    def seconds(self) -> float:
        """The time at the host."""
        return self._free[HOST]

    def _decide(self, number: int) -> bool:
        """Let this computer decide if it is asked; whether it has said an entry."""
        table, said = self._tables[number], False
        while seats := table.to_decide():
            draft = table.draft(seats[0])
            legal, decision = draft.legal(), self._rules.decision(draft.state)
            assert decision is not None
            self._waited(number, decision.key)
            if self._bots:
                act = self._bots[number].choose(Situation(self._rules, draft.state, draft.knows, seats[0], legal))
            else:
                act = choose(self._game, "any", self._chance, decision, legal).act
            before, trips, asked = self._free[number], self._trips[number], len(self._operations(number))
            said = self._work(number, self._free[number], table.act, act) is True or said
            self._acted = None if decision.sealed else (act.verb, number, before, trips, asked)
        return said

    def _waited(self, number: int, key: str) -> None:
        """Note how long it took from the last act until this computer's person is asked something."""
        if self._acted is not None:
            verb, author, since, trips, asked = self._acted
            operations = tuple(decode_operation(one) for one in self._operations(number)[asked:])
            took = self._free[number] - since, self._trips[number] - trips
            self.waited.append(Wait(verb, key, *took, number != author, operations))
        self._acted = None

    def _operations(self, number: int) -> list[bytes]:
        """Give the game's requests so far, as this computer knows them."""
        return [one.operation for one in self._tables[number].session.records if isinstance(one, OperationRecord)]

    def _work(self, number: int, since: float, what: Callable[[Any], object], argument: object) -> object:
        began = time.process_time()
        result = what(argument)
        took = time.process_time() - began
        self._free[number] = max(self._free[number], since) + took
        self._send(number)
        if number == HOST:
            self._note()
        return result

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
            lane = decode_envelope(data).lane
            trips = self._trips[number] if lane == PLAY else max(self._trips[number], self._beside[number])
            for to in range(len(self._tables)):
                if to != number:
                    hops = 2 if self._star and HOST not in (number, to) else 1
                    self._sent += 1
                    arrives = self._free[number] + hops * self._delay
                    heapq.heappush(self._wire, _Letter(arrives, self._sent, trips + hops, to, lane, data))
