"""Backups of one peer's journal, taken and put back at any moments of a game, as people do it with a data folder."""

from __future__ import annotations

import random

from protocol.errors import ProtocolError
from protocol.events import SeatConvicted, SecretsLost
from protocol.messages import decode_envelope
from protocol.transcript import SecretRecord
from tests.protocol.table import entropy_of
from tests.table.peers import Peers
from tta_p2p.games.contract import Options
from tta_p2p.registry import load_rules
from tta_p2p.table.game_table import GameTable

NONCE = bytes(range(32))
ASKED = {"its-turn", "sealed-answer"}
"""What a game waits for where nothing of it is stuck: decisions."""


class Copies(Peers):
    """Peers of which one is killed in the middle of anything, and comes back from an older copy of its journal."""

    def __init__(self, game: str, seed: int, seats: int = 3, options: Options | None = None) -> None:
        super().__init__(game, list(range(seats)), seed, options)
        self.chance = random.Random(f"{seed} copies")
        self.backs = 0
        """How often a copy was put back that lacked something."""
        self.openings = 0
        """How often it lacked the opening of an answer that it had sealed."""
        self._heard: dict[tuple[bytes, int, int, int], set[bytes]] = {}
        """What has reached anybody of what was said, by its place."""

    def go_on(self, messages: int) -> None:
        """Deliver so many messages, and let seats act where none is on the way."""
        for _ in range(messages):
            self.flush()
            if self.wire:
                self._deliver_one()
            elif not self.step():
                return

    def deliver(self) -> None:
        """Deliver until nothing is on the way."""
        self.flush()
        while self.wire:
            self._deliver_one()
            self.flush()

    def _deliver_one(self) -> None:
        to, data = self.wire.popleft()
        said = decode_envelope(data)
        self._heard.setdefault(said.slot, set()).add(said.id)
        self.tables[to].receive(data)

    def put_back(self, number: int, length: int) -> None:
        """Kill a peer, and bring it back from the first records that it has stored."""
        self.flush()
        stored, own = self.stored[number], self.signed.charter.seats_of(number)
        lost = [one for one in stored[length:] if isinstance(one, SecretRecord)]
        self.backs += len(stored) > length
        self.openings += any(one.name.startswith("seal ") for one in lost)
        self.wire = type(self.wire)((to, data) for to, data in self.wire if to != number)
        self.stored[number] = stored[:length]
        entropy = entropy_of(f"node {number} copy {length} of {len(stored)}")
        self.tables[number] = table = GameTable(
            load_rules(self.signed.charter.game),
            self.signed,
            entropy,
            operator=number,
            signer=self.keys[number],
            journal=self.stored[number],
            resumed=True,
            stale=True,
        )
        if self.chance.random() < 0.5:  # what it had stored and not sent is lost with it
            self.wire = type(self.wire)((to, data) for to, data in self.wire if decode_envelope(data).seat not in own)
        self.deliver()
        self._hear(table, number)
        table.start_sending()
        self.deliver()
        for other in sorted(self.up - {number}):
            self._hand_over(number, other)
        self.deliver()

    def _hear(self, table: GameTable, number: int) -> None:
        for other in sorted(self.up - {number}):
            self._hand_over(other, number)
            table.session.take_head(self.tables[other].session.head(NONCE, number), {NONCE})

    def _hand_over(self, source: int, to: int) -> None:
        seats = self.signed.charter.seats_of(to)
        for data in self.tables[source].session.missing_for(self.tables[to].session.heads(), seats):
            self.tables[to].receive(data)

    def troubles(self) -> list[str]:
        """What must never come of a backup."""
        found = []
        for number, events in enumerate(self.events):
            for event in events:
                if isinstance(event, SecretsLost):
                    found.append(f"{number} has lost a secret: {event.reason}")
                elif isinstance(event, SeatConvicted):
                    found.append(f"{number} accuses seat {event.seat}")
        found += [f"seat {slot[3]} has said two things" for slot, ids in self._heard.items() if len(ids) > 1]
        for number, table in enumerate(self.tables):
            waits = {wait.why for wait in table.waiting()} - ASKED
            found += [f"{number} waits for {wait}" for wait in sorted(waits) if not self.wire]
        return found


def back_and_forth(game: str, seed: int, turns: int, most: int = 60) -> Copies:
    """A game in which somebody's older copy is put back again and again, a few messages after it was taken."""
    copies = Copies(game, seed)
    copies.deliver()
    for _ in range(turns):
        number = copies.chance.randrange(len(copies.tables))
        copies.go_on(copies.chance.randrange(most))
        copies.flush()
        length = len(copies.stored[number])
        copies.go_on(copies.chance.randrange(1, most))
        try:
            copies.put_back(number, length)
        except ProtocolError as error:
            raise AssertionError(f"the copy of {number} comes to nothing: {error}") from error
        if copies.troubles():
            break
    copies.deliver()
    return copies
