"""Motions of players who work together, and what they leave in an honest node's journal."""

from __future__ import annotations

import msgspec
import trio
import trio.testing

from protocol import signatures
from protocol.messages import Envelope, Motion
from protocol.transcript import Record, Said
from protocol.wire import encode
from tests.node.test_leavers import Nobody
from tests.table.peers import Peers
from tta_p2p.node.game.limits import Limits
from tta_p2p.node.game.pausing import Pausing
from tta_p2p.node.game.presence import Presence
from tta_p2p.node.game.votes import Votes
from tta_p2p.registry import find
from tta_p2p.table.game_table import GameTable


def test_a_node_starts_again_whatever_the_proof_against_a_cheat_consists_of() -> None:
    trio.run(says_nothing_twice, clock=trio.testing.MockClock(autojump_threshold=0))


async def says_nothing_twice() -> None:
    """Somebody fills one place beside play with two messages that say nothing: both are kept, for they convict it."""
    peers = Peers("smugglers", [0, 1, 2])
    peers.deliver()
    table, journal = peers.tables[0], list[Record]()
    table.vote(Motion("call-off", 0), True)
    for body in (b"", b"\xc1", b"\xc1\xc1"):
        said = Envelope(table.session.sid, bytes(32), 0, 0, 2, bytes(32), body, bytes(64))
        signature = signatures.sign(peers.keys[2], signatures.MESSAGE, *said.fields())
        table.receive(encode(msgspec.structs.replace(said, signature=signature)))
        journal += table.poll().store
    assert sum(isinstance(record, Said) for record in journal) > 2, "the vote and the proof"
    again = GameTable(
        find("smugglers"), peers.signed, bytes, operator=0, signer=peers.keys[0], journal=journal, resumed=True
    )
    presence = Presence()
    pausing = Pausing(again, 0, presence, Nobody(), Nobody(), journal=journal, by_itself=False)
    limits = Limits(again, 0, presence, pausing)
    votes = Votes(again, 0, presence, limits, Nobody(), only_bots=False, unattended=(), journal=journal)
    assert again.session.blame.convicts([2]) and not votes.restless
