"""What a node makes of the votes of others, and what they leave in its journal; who it says is connected."""

from __future__ import annotations

import msgspec
import pytest
import trio
import trio.testing

from protocol import signatures
from protocol.errors import OutOfOrder
from protocol.events import MotionCarried, MotionLapsed, SeatConvicted, TableSplit, VoteCast
from protocol.messages import Envelope, Motion, decode_envelope
from protocol.transcript import MessageRecord, Record
from protocol.wire import encode
from tests.node.contexts import Wire, context_of
from tests.node.peers import three_who_pause
from tests.node.votes import Listening, Nobody, hear, voting
from tests.simulation.latecomers import Knowledge, differences
from tests.table.peers import Peers
from tta_p2p.net.framing import FrameKind
from tta_p2p.node.game.catch_up import QUIET, CatchUp, Heads
from tta_p2p.node.game.parts.connections import Connections
from tta_p2p.node.game.parts.pause import Pause as PausePart
from tta_p2p.node.game.parts.votes import Votes
from tta_p2p.node.game.presence import MOMENT, Presence
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.registry import load_rules
from tta_p2p.seats.parts import votes as votes_words
from tta_p2p.seats.parts.connections import ConnectionReply
from tta_p2p.table.game_table import GameTable

PAUSE = Motion("pause", 0)


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
    assert sum(isinstance(record, MessageRecord) for record in journal) > 2, "the vote and the proof"
    again = GameTable(
        load_rules("smugglers"), peers.signed, bytes, operator=0, signer=peers.keys[0], journal=journal, resumed=True
    )
    presence = Presence()
    context = context_of(again, 0, wire=Nobody(), presence=presence, journal=journal)
    context.add(PausePart(context))
    votes = context.add(Votes(context))
    assert again.session.blame.convicts([2]) and not votes.restless


async def is_refused() -> None:
    peers = Peers("smugglers", [0, 1, 2])
    peers.deliver()
    listening = Listening()
    votes, _, _ = voting(peers, 2, listening)
    for operator in (0, 1):
        peers.tables[operator].vote(Motion("pause", 0), operator == 0)
    hear(peers, 2, votes)
    assert "vote-pause" in {wait.why for wait in peers.tables[0].waiting()}
    votes.retry_motions()
    hear(peers, 2, votes)
    assert listening.told[-1] == votes_words.MotionReply("pause", 0, 0, False, open=False) and not votes.open
    assert all("vote-pause" not in {wait.why for wait in table.waiting()} for table in peers.tables)
    votes.retry_motions()
    peers.tables[0].vote(Motion("pause", 0))
    hear(peers, 2, votes)
    votes.retry_motions()
    assert list(votes.open) == [Motion("pause", 0)], "it has said no to the pause before, and not to this one"


def test_a_pause_that_one_has_refused_is_decided_and_nobody_is_asked_any_more() -> None:
    trio.run(is_refused, clock=trio.testing.MockClock(autojump_threshold=0))


async def looks_for_somebody() -> None:
    table, listening, presence = Peers("smugglers", [0, 1, 2]).tables[0], Listening(), Presence()
    connections = Connections(context_of(table, 0, wire=listening, presence=presence))
    presence.start()
    presence.connect(1)
    connections.peer_connected(1)
    await trio.sleep(MOMENT - 0.5)
    presence.disconnect(1)
    await connections.tick()
    assert listening.told == [ConnectionReply(1, "player 1", True, met=False)]
    assert [*connections.news()] == [], "of who is sought nothing is said"
    assert presence.is_connecting(2) and not presence.is_connecting(1), "who was there and went is not connected"
    await trio.sleep(0.5)
    await connections.tick()
    assert listening.told[1:] == [ConnectionReply(2, "player 2", False, met=False)] and not presence.is_connecting(2)
    await trio.sleep(MOMENT)
    await connections.tick()
    assert listening.told[2:] == [ConnectionReply(1, "player 1", False)]
    assert [*connections.news()] == [ConnectionReply(2, "player 2", False, met=False)], "who comes late knows it too"
    connections.peer_connected(2)
    presence.disconnect(2)
    await trio.sleep(MOMENT)
    await connections.tick()
    assert [*connections.news()] == [], "it was there and is lost"


def test_who_was_never_connected_is_sought_for_a_moment_before_that_is_told() -> None:
    trio.run(looks_for_somebody, clock=trio.testing.MockClock(autojump_threshold=0))


def test_who_has_said_that_the_game_is_over_says_no_to_a_pause_for_which_others_wait_with_the_end() -> None:
    trio.run(says_no_at_the_end, clock=trio.testing.MockClock(autojump_threshold=0))


async def says_no_at_the_end() -> None:
    """The other has moved to pause before it heard of the end; a person plays here, and has nothing to say to it."""
    peers = Peers("caravan", [0, 1])
    table, other = peers.tables
    while not table.session.ballots.is_too_late_for(PAUSE):
        peers.flush()
        first = min(range(len(peers.wire)), key=lambda at: peers.wire[at][0], default=None)
        if first is None:
            assert peers.step()
        else:  # the other hears what there is only when nothing is on its way to this one
            to, data = peers.wire[first]
            del peers.wire[first]
            peers.tables[to].receive(data)
    peers.flush()
    peers.wire.clear()
    other.vote(PAUSE)
    peers.deliver()
    assert VoteCast(PAUSE, 1, True) in peers.events[0] and not other.session.over
    presence = Presence()
    context = context_of(table, 0, wire=Nobody(), presence=presence)
    context.add(PausePart(context))
    votes = context.add(Votes(context))
    votes.note_motion(VoteCast(PAUSE, 1, True))
    peers.deliver()
    assert VoteCast(PAUSE, 0, False) in peers.events[1]


def test_a_pause_in_a_pause_is_refused_in_words_and_by_honest_nodes_whatever_a_member_moves() -> None:
    trio.run(pauses_what_is_paused, clock=trio.testing.MockClock(autojump_threshold=0))


async def pauses_what_is_paused() -> None:
    """An older node, or a changed one, moves it all the same: nobody is asked, nobody is accused, the game goes on."""
    peers, moving, here, other = three_who_pause()
    nodes: dict[int, tuple[Votes, PausePart]] = {}
    for number in (here, other):
        presence = Presence()
        context = context_of(peers.tables[number], number, wire=Nobody(), presence=presence)
        pausing = context.add(PausePart(context))
        votes = nodes[number] = context.add(Votes(context)), pausing
        for peer in {0, 1, 2} - {number}:
            presence.connect(peer)
        pausing.begin()
        with pytest.raises(NotPossible, match="paused already"):
            votes[0].vote(votes_words.VoteRequest("pause"))
    peers.tables[moving].vote(PAUSE)
    peers.deliver()
    for number, (votes, _) in nodes.items():
        assert VoteCast(PAUSE, moving, True) in peers.events[number]
        votes.note_motion(VoteCast(PAUSE, moving, True))
    peers.deliver()
    for table, told in zip(peers.tables, peers.events, strict=True):
        assert not table.session.ballots.has_voted and not any(isinstance(one, SeatConvicted) for one in told)
    for _, pausing in nodes.values():
        pausing.resume()
    peers.tables[moving].resume()
    peers.deliver()
    (acting,) = (number for number, table in enumerate(peers.tables) if table.to_decide())
    assert not any(table.session.paused for table in peers.tables)
    if acting in nodes:  # and after that it can be asked for again
        nodes[acting][0].vote(votes_words.VoteRequest("pause"))


@pytest.mark.parametrize("heard", ["later", "together", "thought better of"])
def test_who_has_agreed_to_an_end_has_it_also_where_the_other_ends_the_game_without_waiting(heard: str) -> None:
    trio.run(is_not_waited_for, heard, clock=trio.testing.MockClock(autojump_threshold=0))


async def is_not_waited_for(heard: str) -> None:
    """Bob's node was too slow for Ann's. It hears that the game has ended without it after he has agreed to that, or
    before, and he has agreed before anybody could tell him.
    """
    peers, listening = Peers("caravan", [0, 1]), Listening()
    peers.deliver()
    ann, bob = peers.tables
    votes, _, presence = voting(peers, 1, listening)
    presence.connect(0)
    if heard != "together":
        votes.vote(votes_words.VoteRequest("forfeit", 0))
        note(peers, votes)
        assert listening.told == [votes_words.MotionReply("forfeit", 0, 1, True)] and not bob.session.over
    if heard == "thought better of":
        votes.vote(votes_words.VoteRequest("forfeit", 0, yes=False))
    ann.vote(Motion("forfeit", 0, b"", (1,)))
    peers.deliver()
    assert ann.session.over and any(isinstance(event, TableSplit) for event in peers.events[1])
    if heard == "together":
        votes.vote(votes_words.VoteRequest("forfeit", 0))
    note(peers, votes)
    votes.retry_motions()
    note(peers, votes)
    assert bob.session.over == (heard != "thought better of")
    carried = votes_words.MotionReply("forfeit", 0, 0, True, open=False)
    assert (listening.told[-1] == carried) == bob.session.over


def note(peers: Peers, votes: Votes) -> None:
    """Deliver all, and let a node take note of the votes, and of an end without it, as they have come."""
    peers.deliver()
    told, peers.events[votes.operator] = peers.events[votes.operator], []
    for event in told:
        if isinstance(event, VoteCast | MotionLapsed | MotionCarried):
            votes.note_motion(event)
        elif isinstance(event, TableSplit):
            votes.note_split(event.motion)


def test_who_plays_on_where_one_has_ended_the_game_says_no_to_all_that_another_waits_for() -> None:
    trio.run(plays_on, clock=trio.testing.MockClock(autojump_threshold=0))


async def plays_on() -> None:
    """Bob has agreed to an end with everybody, Ann has ended the game alone, and Cid does not want to."""
    peers, listening = Peers("smugglers", [0, 1, 2]), Listening()
    peers.deliver()
    ann, bob, cid = peers.tables
    by_bob, _, _ = voting(peers, 1, listening)
    by_cid, _, _ = voting(peers, 2, listening)
    by_bob.vote(votes_words.VoteRequest("forfeit", 0))
    note(peers, by_bob)
    note(peers, by_cid)
    ann.vote(Motion("forfeit", 0, b"", (1, 2)))
    for votes in (by_bob, by_cid):
        note(peers, votes)
    by_bob.retry_motions()
    note(peers, by_bob)
    note(peers, by_cid)
    assert list(by_cid.open) == [Motion("forfeit", 0, b"", (0,))], "Cid is asked"
    by_cid.vote(votes_words.VoteRequest("forfeit", 0, yes=False))
    for votes in (by_bob, by_cid):
        note(peers, votes)
    by_bob.retry_motions()
    note(peers, by_bob)
    assert ann.session.over and not bob.session.over and not cid.session.over
    assert not bob.session.ballots.has_voted, "nothing keeps Bob from playing on"
    assert not by_bob.open, "and Cid is not asked again"


def test_what_waits_for_whoever_has_ended_the_game_is_open_to_no_client() -> None:
    trio.run(waits_in_vain, clock=trio.testing.MockClock(autojump_threshold=0))


async def waits_in_vain() -> None:
    """Bob has moved to end the game with everybody, Ann ends it alone, and then Cid moves what Bob had moved."""
    peers, listening = Peers("smugglers", [0, 1, 2]), Listening()
    peers.deliver()
    ann, _, cid = peers.tables
    votes, _, _ = voting(peers, 1, listening)
    votes.vote(votes_words.VoteRequest("call-off", 0))
    note(peers, votes)
    assert listening.told == votes.open_votes == [votes_words.MotionReply("call-off", 0, 1, True)]
    ann.vote(Motion("forfeit", 0, b"", (1, 2)))
    note(peers, votes)
    assert votes_words.MotionReply("call-off", 0, 0, False, open=False) in listening.told[-2:]
    cid.vote(Motion("forfeit", 0))
    note(peers, votes)
    assert Motion("forfeit", 0) in votes._votes, "it has heard of it"
    assert not [*differences(Knowledge(listening.told), Knowledge(votes.open_votes))] and not votes.open_votes


def test_the_vote_that_closes_a_round_opens_no_other_at_a_node_that_has_voted_in_it() -> None:
    trio.run(votes_once, clock=trio.testing.MockClock(autojump_threshold=0))


async def votes_once() -> None:
    """All agree to a pause and stand apart: the round has lapsed at the table before its votes are told."""
    peers = Peers("smugglers", [0, 1, 2])
    peers.deliver()
    away = next(i for i, table in enumerate(peers.tables) if not table.to_decide())
    peers.up.remove(away)
    assert peers.step(), "of which the one who is away does not hear"
    peers.flush()
    peers.up.add(away)
    for table in peers.tables:
        table.vote(PAUSE)
    peers.deliver()
    told = [event for event in peers.events[0] if isinstance(event, VoteCast | MotionLapsed | MotionCarried)]
    assert told == [*(VoteCast(PAUSE, by, True) for by in range(3)), MotionLapsed(PAUSE)]
    votes, _, _ = voting(peers, 0, Listening(), bots=(0,))
    for event in told:
        votes.note_motion(event)
    assert not peers.tables[0].session.ballots.has_voted, "the next round would follow at once, and so all the others"
    votes.retry_motions()
    assert peers.tables[0].session.ballots.has_voted, "it is a second until all vote once more"


@pytest.mark.parametrize("operator", [-(10**15), -1, 3, 10**15])
async def test_a_vote_about_nobody_is_refused_in_words(operator: int) -> None:
    peers = Peers("smugglers", [0, 1, 2])
    peers.deliver()
    votes, _, _ = voting(peers, 0, Listening())
    with pytest.raises(OutOfOrder):
        votes.vote(votes_words.VoteRequest("gone", operator))


class Waits(Wire):
    """The mesh, the desk and the loop of a node that plays."""

    def is_by_post(self, operator: int) -> bool:
        """Nobody plays by way of a folder."""
        return False


@pytest.mark.parametrize("at_once", (True, False), ids=["when the round lapses", "while its vote holds up play"])
async def test_voters_who_stand_apart_ask_for_what_one_of_them_lacks_before_the_rounds_are_used_up(
    autojump_clock: trio.testing.MockClock, at_once: bool
) -> None:
    """Whoever is gone has sent its last word to one of them alone."""
    peers = Peers("smugglers", [0, 1, 2])
    peers.flush()
    while peers.wire:
        to, data = peers.wire.popleft()
        if to == 0 or decode_envelope(data).seat != 2:
            peers.tables[to].receive(data)
            peers.flush()
    peers.up, wire = {0, 1}, Waits()
    presence = Presence()
    presence.connected.add(0)
    context = context_of(peers.tables[1], 1, wire=wire, presence=presence)
    context.add(PausePart(context))
    catching_up, votes = context.add(CatchUp(context)), context.add(Votes(context))
    presence.start()

    def vote() -> bool:
        """Both vote; whether it is carried."""
        for number in peers.up:
            peers.tables[number].vote(Motion("gone", 2))
        peers.deliver()
        told = [event for event in peers.events[1] if isinstance(event, VoteCast | MotionLapsed | MotionCarried)]
        peers.events[1].clear()
        for event in told if at_once else ():
            votes.note_motion(event)
        return any(isinstance(event, MotionCarried) for event in told)

    assert not vote() and not vote(), "they stand apart"
    if not at_once:
        peers.tables[1].vote(Motion("gone", 2))
        peers.deliver()
        await trio.sleep(QUIET)
        wire.last_change_at = trio.current_time()  # the vote has just moved something
        await catching_up.tick()
    questions = [data for to, kind, data in wire.frames if (to, kind) == (0, FrameKind.HEADS)]
    asked = [msgspec.msgpack.decode(data, type=Heads) for data in questions]
    assert asked, "it asks the other one, though its own vote may hold up what it lacks"
    for data in peers.tables[0].session.missing_for(asked[-1].heads):
        peers.tables[1].receive(data)
    peers.deliver()
    assert vote() or vote(), "they stand at one place now"
