"""Why the nodes of others say nothing more, as they say themselves, and what a liar gains by that: nothing."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from protocol.errors import Fault
from protocol.events import SecretsLost, SessionFailed
from tests.node.contexts import Wire, context_of
from tests.table.peers import Peers
from tta_p2p.net.framing import FrameKind
from tta_p2p.node.game.faults import OUTAGES
from tta_p2p.node.game.part import FrameValue
from tta_p2p.node.game.parts.outages import OF_A_PEER, Outages
from tta_p2p.seats.parts.outages import OutageReply


def outages() -> tuple[Outages, Wire]:
    peers, wire = Peers("caravan", [0, 1, 2]), Wire()
    return Outages(context_of(peers.tables[0], 0, wire=wire)), wire


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (SecretsLost(0, "the opening is gone", sealed=True), b"sealed"),
        (SecretsLost(0, "a key is gone"), b"old"),
        (SessionFailed(Fault("at something", "KeyError")), b"fault"),
    ],
)
async def test_a_node_that_can_say_nothing_more_says_that_at_once_and_to_whoever_comes(
    event: object, why: bytes
) -> None:
    part, wire = outages()
    part.peer_connected(1)
    assert wire.frames == []
    await part.event(event)  # type: ignore[arg-type]
    await part.event(event)  # type: ignore[arg-type]
    part.peer_connected(2)
    assert wire.frames == [(None, FrameKind.OUTAGE, why), (2, FrameKind.OUTAGE, why)]


async def test_a_node_that_has_erased_its_secrets_after_the_end_has_lost_nothing() -> None:
    peers, wire = Peers("caravan", [0, 1, 2]), Wire()
    context = context_of(peers.tables[0], 0, wire=wire)
    context.erased, part = True, Outages(context)
    await part.event(SecretsLost(0, "a key is gone"))
    part.peer_connected(1)
    assert wire.frames == [] and part.summary() == ""


async def test_what_a_node_says_is_told_once_also_to_those_who_come_later_until_it_is_back() -> None:
    part, wire = outages()
    said = OutageReply(1, "player 1", "full")
    assert part.hear(1, FrameKind.OUTAGE, b"full") is FrameValue.NEWS
    assert part.hear(1, FrameKind.OUTAGE, b"full") is FrameValue.USELESS
    assert wire.told == [said] == [*part.news()]
    part.peer_connected(1)
    assert wire.told[1:] == [OutageReply(1, "player 1", "")] and [*part.news()] == []


@pytest.mark.parametrize("said", [b"", b"x" * 33, b"\x1b[2J", b"\xff\xfe", b"from a later release", b"Full"])
async def test_a_reason_that_nobody_knows_is_told_without_its_words(said: bytes) -> None:
    part, wire = outages()
    taken = part.hear(2, FrameKind.OUTAGE, said)
    assert [one.why for one in wire.told] == (["other"] if taken is FrameValue.NEWS else [])
    assert (taken is FrameValue.NEWS) == (0 < len(said) <= 32)


async def test_a_member_that_claims_to_have_lost_an_answer_is_waited_for_and_voted_on_as_ever() -> None:
    """No limit begins or ends by it, it leaves nobody out, and who plays on all the same plays on."""
    peers, wire = Peers("caravan", [0, 1, 2]), Wire()
    peers.deliver()
    part = Outages(context_of(peers.tables[0], 0, wire=wire))
    waits, limits = peers.tables[0].waiting(), peers.tables[0].session.missing_heads
    for why in (*OUTAGES, "full"):
        part.hear(2, FrameKind.OUTAGE, why.encode())
    assert (peers.tables[0].waiting(), peers.tables[0].session.missing_heads) == (waits, limits)
    peers.play()
    assert all(table.session.over for table in peers.tables) and wire.frames == []


async def test_a_liar_that_changes_its_word_without_end_is_told_now_and_then_and_pays_for_the_rest(
    autojump_clock: trio.testing.MockClock,
) -> None:
    rate, at_once = OF_A_PEER
    part, wire = outages()
    taken = [part.hear(2, FrameKind.OUTAGE, OUTAGES[number % 2].encode()) for number in range(1000)]
    assert taken.count(FrameValue.NEWS) == len(wire.told) == at_once
    part.peer_connected(2)
    assert part.hear(2, FrameKind.OUTAGE, OUTAGES[0].encode()) is FrameValue.USELESS, "not anew for each connection"
    assert part.hear(1, FrameKind.OUTAGE, OUTAGES[0].encode()) is FrameValue.NEWS
    await trio.sleep(1 / rate)
    assert part.hear(2, FrameKind.OUTAGE, OUTAGES[1].encode()) is FrameValue.NEWS, "a game lasts for weeks"
    assert part.hear(2, FrameKind.OUTAGE, OUTAGES[0].encode()) is FrameValue.USELESS
