"""What a node has not stored yet it hands over to nobody, and a store passes for the newest with all it has said."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec

from protocol.messages import decode_envelope
from protocol.transcript import MessageRecord, Record, SecretRecord
from tests.node.contexts import context_of
from tests.table.peers import Peers
from tta_p2p.net.framing import FrameKind
from tta_p2p.node.game.catch_up import CatchUp, Heads
from tta_p2p.table.game_table import TableOutput


class Asked:
    """A node's catching up with number 1, and what it hands over."""

    def __init__(self, peers: Peers) -> None:
        self.peers, self.given = peers, list[tuple[int, bytes]]()
        mesh: Any = SimpleNamespace(catch_up=lambda operator, frames: self.given.extend(frames))
        self.catching_up = CatchUp(context_of(peers.tables[0], 0, mesh=mesh))

    def own_words(self) -> list[bytes]:
        """What it hands over of its own words to who lacks all."""
        self.given.clear()
        self.catching_up.answer(1, msgspec.msgpack.encode(Heads(bytes(32), {}, {})))
        said = [data for kind, data in self.given if kind == FrameKind.MESSAGE]
        return [data for data in said if decode_envelope(data).seat == 0]


async def test_words_that_are_not_stored_are_handed_over_to_nobody() -> None:
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


def test_a_copy_that_passes_for_the_newest_holds_all_that_its_node_has_said_and_keeps_secret() -> None:
    peers = Peers("caravan", [0, 1], 1)
    catching_up, table, sent = Asked(peers).catching_up, peers.tables[0], set[bytes]()
    journal, newest, heard = list[Record](), list[Record](), 0
    poll = table.poll

    def stored() -> TableOutput:
        """Store what comes out; ``newest`` is the oldest copy of the store that passes for it from now on."""
        nonlocal newest, heard
        output = poll()
        journal.extend(output.store)
        sent.update(data for data in output.send if decode_envelope(data).seat == 0)
        if catching_up.binds(output):
            newest = journal.copy()
        heard += bool(output.store) and len(newest) < len(journal)
        held = {one.envelope for one in newest if isinstance(one, MessageRecord)}
        assert sent <= held, "it would say there something else"
        assert [one for one in journal if isinstance(one, SecretRecord)] == [
            one for one in newest if isinstance(one, SecretRecord)
        ]
        return output

    table.poll = stored  # type: ignore[method-assign]
    peers.play()
    assert sent and heard, "what others say makes no store a newer one"
    own = TableOutput(store=[next(one for one in journal if isinstance(one, MessageRecord) and one.envelope in sent)])
    assert catching_up.binds(own), "others have told what it had said"
    catching_up.stale = True
    assert not catching_up.binds(own), "it does not pass for the newest before it knows all"
