"""Whose person is only late with a decision is asked before a game ends without it, whatever was asked before."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from protocol import events
from protocol.messages import Motion, Vote, body_of, decode_envelope, seal_envelope
from protocol.wire import encode
from tests.node.votes import Listening, hear, voting
from tests.table.peers import Peers
from tta_p2p.node.game.parts.votes import Votes
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts import votes as votes_words

IDLE = 300
CALL_OFF = Motion("call-off", 0)


def told_first(listening: Listening) -> list[object]:
    """Who was asked first, each time that somebody wanted the end."""
    return [said.args for said in listening.told if isinstance(said, say.ErrorReply) and said.key == "node.asked-first"]


@pytest.mark.parametrize("before", [True, False])
def test_who_was_asked_before_a_restart_is_asked_again_where_play_has_gone_on_since(before: bool) -> None:
    trio.run(is_started_again, before, clock=trio.testing.MockClock(autojump_threshold=0))


async def is_started_again(before: bool) -> None:
    """A node is started again that has asked for the end: ``before`` what is late now, or for what is late now."""
    peers = Peers("smugglers", [0, 1, 2], idle=IDLE, away=60)
    peers.deliver()
    mover = next(number for number, table in enumerate(peers.tables) if not table.to_decide())
    others = [number for number in range(3) if number != mover]
    if before:
        for number in range(3):
            peers.tables[number].vote(CALL_OFF, number == mover)
        peers.deliver()
        while peers.step() and (peers.tables[mover].to_decide() or not peers.tables[mover].waiting()):
            pass
        peers.deliver()
    else:
        peers.tables[mover].vote(CALL_OFF)
        peers.deliver()
    peers.restart(mover)
    listening = Listening()
    votes, limits, presence = voting(peers, mover, listening)
    for other in others:
        presence.connect(other)
    hear(peers, mover, votes)
    limits.look()
    await trio.sleep(IDLE)
    late = [number for number in others if limits.is_decision_late(number)]
    assert late
    votes.vote(votes_words.VoteRequest("call-off", 0))
    hear(peers, mover, votes)
    assert bool(told_first(listening)) == before


def test_who_was_asked_and_votes_on_another_chain_is_asked_once() -> None:
    trio.run(votes_elsewhere, clock=trio.testing.MockClock(autojump_threshold=0))


async def votes_elsewhere() -> None:
    """One who was asked votes where nobody can take it, plays on, and then decides no more: the round stays open."""
    peers = Peers("smugglers", [0, 1], idle=IDLE, away=60)
    peers.deliver()
    late = next(number for number, table in enumerate(peers.tables) if table.to_decide())
    mover, listening = 1 - late, Listening()
    table = peers.tables[mover]
    votes, limits, presence = voting(peers, mover, listening)
    presence.connect(late)
    votes.vote(votes_words.VoteRequest("call-off", 0))
    peers.flush()
    (asked,) = [envelope for _, data in peers.wire if isinstance(body_of(envelope := decode_envelope(data)), Vote)]
    peers.wire.clear()
    votes_of(peers, mover, votes)
    place = Vote(CALL_OFF, True, ((0, bytes(32)),))
    lie = seal_envelope(peers.keys[late], asked.sid, asked.lane, asked.epoch, asked.step, late, bytes(32), place)
    table.receive(encode(lie))
    assert not table.session.ballots.has_voted, "that round never carries"
    here = table.session.heads()
    while table.to_decide() or table.session.heads() == here:
        assert peers.step()
    peers.deliver()
    limits.look()
    await trio.sleep(IDLE)
    assert limits.is_decision_late(late)
    for _ in range(2):
        votes.vote(votes_words.VoteRequest("call-off", 0))
        hear(peers, mover, votes)
    assert table.session.over, "nobody is held by who does not decide"


def test_who_agrees_to_an_end_that_who_is_late_has_put_leaves_nobody_out_of_it() -> None:
    trio.run(puts_it_again, clock=trio.testing.MockClock(autojump_threshold=0))


async def puts_it_again() -> None:
    """Who has long been to act puts the end, one says no, and it is put again: then all agree to the same."""
    peers = Peers("smugglers", [0, 1, 2], idle=300, away=60)
    peers.deliver()
    late = next(number for number, table in enumerate(peers.tables) if table.to_decide())
    first, second = (number for number in range(3) if number != late)
    listening = Listening()
    votes, limits, presence = voting(peers, first, listening)
    for other in (late, second):
        presence.connect(other)
    limits.look()
    await trio.sleep(300)
    assert limits.is_decision_late(late)
    for yes in (False, True):
        peers.tables[late].vote(Motion("call-off", 0), True)
        hear(peers, first, votes)
        votes.vote(votes_words.VoteRequest("call-off", 0))
        hear(peers, first, votes)
        assert votes.open_votes == [votes_words.MotionReply("call-off", 0, by, True) for by in (late, first)], (
            "to who comes to look"
        )
        peers.tables[second].vote(Motion("call-off", 0), yes)
        hear(peers, first, votes)
        assert [one.session.over for one in peers.tables] == [yes] * 3
    assert not [said for said in listening.told if isinstance(said, say.ErrorReply)], "all were asked by it"


def votes_of(peers: Peers, number: int, votes: Votes) -> None:
    """Let somebody's node take note of the votes without delivering anything."""
    for event in peers.events[number]:
        if isinstance(event, events.VoteCast | events.MotionLapsed | events.MotionCarried):
            votes.note_motion(event)
    peers.events[number].clear()
