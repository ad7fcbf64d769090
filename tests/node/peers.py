"""Tables in memory as nodes have them: everything sent is written down, or everybody pauses."""

from __future__ import annotations

from collections import deque
from copy import copy

from protocol.messages import Motion, decode_envelope
from protocol.transcript import Record
from tests.protocol.table import entropy_of
from tests.table.peers import Peers
from tta_p2p.registry import load_rules
from tta_p2p.table.game_table import GameTable

NONCE = bytes(range(32))


class StoredPeers(Peers):
    """Tables in memory; everything that is sent is written down."""

    def __init__(self, seed: int) -> None:
        self.said: dict[tuple[bytes, int, int, int], bytes] = {}
        super().__init__("caravan", [0, 1], seed)

    @property
    def journal(self) -> list[Record]:
        """What number 1 has stored."""
        return self.stored[1]

    def again(self) -> StoredPeers:
        """The same position once more, at which number 0 was started anew."""
        peers = copy(self)
        peers.tables, peers.wire = [*self.tables], deque()
        peers.events, peers.stored = ([[*one] for one in both] for both in (self.events, self.stored))
        peers.said, peers.rng = {**self.said}, copy(self.rng)
        peers.restart(0)
        return peers

    def flush(self) -> None:
        """Store, then send."""
        for i, table in enumerate(self.tables):
            if i in self.up:
                output = table.poll()
                self.stored[i] += output.store
                self.events[i] += output.events
                for data in output.send:
                    envelope = decode_envelope(data)
                    assert self.said.setdefault(envelope.slot, envelope.id) == envelope.id, "two things were said"
                    self.wire += [(to, data) for to in sorted(self.up) if to != i]

    def come_back(self, records: list[Record]) -> None:
        """Number 1 takes the game up again from these records, and hears the other before it speaks."""
        table = self.tables[1] = GameTable(
            load_rules("caravan"),
            self.signed,
            entropy_of("later"),
            operator=1,
            signer=self.keys[1],
            journal=records,
            resumed=True,
            stale=True,
        )
        self.wire.clear()
        self.flush()
        other, before = self.tables[0].session, None
        while before != (before := table.session.heads()):
            for data in other.missing_for(before, (1,)):
                table.receive(data)
            self.flush()
        table.session.take_head(other.head(NONCE, 1), [NONCE])
        table.start_sending()
        self.deliver()
        for data in table.session.missing_for(other.heads(), (0,)):
            self.tables[0].receive(data)

    def all_events(self, kind: type) -> list[object]:
        """What was told of a kind, at both."""
        return [event for one in self.events for event in one if isinstance(event, kind)]


def three_who_pause() -> tuple[Peers, int, int, int]:
    """A table that all have paused: who must decide, one who is looked at from, and the third."""
    peers = Peers("smugglers", [0, 1, 2], idle=300, away=60)
    peers.deliver()
    (acting,) = (number for number, table in enumerate(peers.tables) if table.to_decide())
    here, other = (acting + 1) % 3, (acting + 2) % 3
    for table in peers.tables:
        table.vote(Motion("pause", 0))
    peers.deliver()
    return peers, acting, here, other
