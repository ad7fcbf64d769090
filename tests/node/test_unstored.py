"""What a node has not stored yet it hands over to nobody, whoever asks for what it lacks in between."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec

from protocol.messages import decode_envelope
from tests.table.peers import Peers
from tta_p2p.net.framing import Kind
from tta_p2p.node.game.catching_up import CatchingUp, Heads


class Asked:
    """A node's catching up with number 1, and what it hands over."""

    def __init__(self, peers: Peers) -> None:
        self.peers, self.given = peers, list[tuple[int, bytes]]()
        mesh: Any = SimpleNamespace(catch_up=lambda operator, frames: self.given.extend(frames))
        proofs: Any = SimpleNamespace(has=lambda asked: True, pieces=lambda asked: ())
        unused: Any = None
        self.catching_up = CatchingUp(
            peers.tables[0], 0, mesh, unused, proofs, unused, bytes, resumed=False, stale=False
        )

    def own_words(self) -> list[bytes]:
        """What it hands over of its own words to who lacks all."""
        self.given.clear()
        self.catching_up.answer(1, msgspec.msgpack.encode(Heads(bytes(32), {}, {})))
        said = [data for kind, data in self.given if kind == Kind.MESSAGE]
        return [data for data in said if decode_envelope(data).seat == 0]


def test_words_that_are_not_stored_are_handed_over_to_nobody() -> None:
    peers = Peers("caravan", [0, 1], 1)
    asked = Asked(peers)
    table = peers.tables[0]
    assert table.unsent and table.session.missing_for({}), "it has made its first word and not stored it"
    assert asked.own_words() == []
    output = table.poll()
    asked.catching_up.going_out = output.send
    assert asked.own_words() == [], "it is being stored"
    asked.catching_up.going_out = ()
    assert asked.own_words() == output.send != []
