"""Whole games between tables in memory: every peer its own rules, session and random bots; no sockets."""

from __future__ import annotations

import hashlib
import random
from collections import deque

from protocol.charter import Charter, Operator, Seat, SignedCharter, signed_by_all
from protocol.signatures import IdentityKey
from protocol.transcript import Record
from tests.protocol.table import entropy_of
from tta_p2p.games.contract import Options
from tta_p2p.registry import load_rules
from tta_p2p.table import binding
from tta_p2p.table.game_table import GameTable, TableEvent


def sign_charter(
    game: str, seats: list[int], options: Options, **more: object
) -> tuple[SignedCharter, list[IdentityKey]]:
    """A signed charter of a game; ``seats`` gives the operator of each seat."""
    rules = load_rules(game)
    keys = [IdentityKey(hashlib.sha256(f"identity {i}".encode()).digest()) for i in range(max(seats) + 1)]
    operators = tuple(
        Operator(key.identity, bytes(32), hashlib.sha256(f"nonce {i}".encode()).digest(), f"player {i}")
        for i, key in enumerate(keys)
    )
    charter = Charter(
        rules.name,
        binding.charter_rules(rules),
        binding.write_options(options),
        rules.faces(),
        operators,
        tuple(Seat(operator, f"seat {i}") for i, operator in enumerate(seats)),
        **{"on_leave": "continue", **more},  # type: ignore[arg-type]
    )
    return signed_by_all(charter, keys), keys


class Peers:
    """Some tables that hear each other at once, and a random bot for every seat.

    ``seed`` is of the bots alone: games by one charter have the same keys and the same first piles, of which nothing is
    computed twice in a run (`tests/memory.py`).
    """

    def __init__(
        self, game: str, seats: list[int], seed: int = 0, options: Options | None = None, **more: object
    ) -> None:
        self.signed, self.keys = sign_charter(game, seats, options or {}, **more)
        self.rng = random.Random(seed)
        self.tables = [
            GameTable(load_rules(game), self.signed, entropy_of(f"node {i} 0"), operator=i, signer=key)
            for i, key in enumerate(self.keys)
        ]
        self.events: list[list[TableEvent]] = [[] for _ in self.tables]
        self.stored: list[list[Record]] = [[] for _ in self.tables]
        self.wire: deque[tuple[int, bytes]] = deque()
        self.up = set(range(len(self.tables)))
        self.bytes = self.messages = self.acts = 0

    def flush(self) -> None:
        """Take everything that the tables have put out."""
        for i, table in enumerate(self.tables):
            if i in self.up:
                output = table.poll()
                self.events[i] += output.events
                self.stored[i] += output.store
                for data in output.send:
                    self.messages += 1
                    self.bytes += len(data)
                    self.wire += [(to, data) for to in sorted(self.up) if to != i]

    def restart(self, number: int) -> None:
        """One of them is started anew with all that it has stored, and tells again what has happened."""
        game, key, journal = load_rules(self.signed.charter.game), self.keys[number], tuple(self.stored[number])
        entropy = entropy_of(f"node {number} again {len(journal)}")
        table = GameTable(game, self.signed, entropy, operator=number, signer=key, journal=journal, resumed=True)
        self.tables[number], self.events[number] = table, []
        table.start_sending()

    def deliver(self) -> None:
        """Deliver until nothing is on the way."""
        self.flush()
        while self.wire:
            to, data = self.wire.popleft()
            if to in self.up:
                assert self.tables[to].receive(data) in ("taken", "early", "known", "late", "void")
            self.flush()

    def step(self) -> bool:
        """Let one own seat somewhere act at random; whether there was one."""
        self.deliver()
        for i in sorted(self.up):
            table = self.tables[i]
            for seat in table.to_decide():
                options = [option for option in table.draft(seat).legal() if option.act.verb != "resign"]
                table.act(self.rng.choice(options).act)
                self.acts += 1
                return True
        return False

    def play(self, most: int = 100_000) -> None:
        """Play to the end."""
        for _ in range(most):
            if not self.step():
                return
        raise AssertionError("the game does not end")


def whose_turn(peers: Peers) -> int:
    peers.deliver()
    return next(i for i, table in enumerate(peers.tables) if table.to_decide())
