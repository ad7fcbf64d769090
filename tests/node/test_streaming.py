"""Showing a game and watching it, over streams in memory and a clock that jumps."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, lockstep_stream_pair, memory_stream_pair

from protocol import mailbox
from protocol.charter import decode_charter
from protocol.events import SeatsLeft, SessionRestarted
from protocol.messages import Hello, Motion
from protocol.transcript import MessageRecord, Record
from tests.net.parts import entropy_of, identity_of
from tests.node.streams import played, said, watching
from tests.simulation.latecomers import listening
from tests.table.peers import Peers
from tta_p2p.net.channel import Channel, Pulse, open_channel
from tta_p2p.net.errors import ChannelLost
from tta_p2p.net.framing import TABLE_LIMIT, FrameKind, FrameStream
from tta_p2p.net.lobby import Peer
from tta_p2p.node.lobby.messages import Dismissal, GuestEntry, read_lobby, write_lobby
from tta_p2p.node.spectators.spectator_table import MisleadingStream
from tta_p2p.node.spectators.stream import (
    LONGEST,
    NOT_ALLOWED,
    OTHER_GAME,
    PATIENCE,
    TALKING,
    UNDER_WAY,
    WAITING,
    Stream,
)
from tta_p2p.node.spectators.stream_messages import (
    MAX_ASKED,
    StreamDenial,
    StreamGrant,
    StreamProgress,
    StreamRequest,
    read_answer,
    write_stream,
)
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts import votes as votes_words

PULSE = Pulse()


def stream_of(records: tuple[Record, ...] | None = None) -> Stream:
    peers, stored = played()
    return opened(Stream(peers.signed, stored if records is None else records, entropy_of("stream")))


def opened(stream: Stream) -> Stream:
    """A stream at which people may ask; nobody hears who watches."""
    stream.open(lambda names: None)
    return stream


@asynccontextmanager
async def looking_on(
    stream: Stream, *, lockstep: bool = False, gone: trio.Event | None = None
) -> AsyncIterator[Channel]:
    """A channel to a node that shows its game; with ``lockstep`` what is sent waits until it is taken.

    ``gone`` is set when the node has done with it.
    """
    gone = trio.Event() if gone is None else gone
    here, there = lockstep_stream_pair() if lockstep else memory_stream_pair()
    hello = Hello("test", "tta-p2p/4", bytes(32))

    async def serve() -> None:
        async with open_channel(FrameStream(here, LONGEST), limit=LONGEST, room=WAITING, pulse=PULSE) as channel:
            with suppress(ChannelLost):
                await stream.serve(Peer(identity_of("w").identity, hello, "10.0.0.1", channel))
        gone.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        async with open_channel(FrameStream(there, TABLE_LIMIT), limit=TABLE_LIMIT, pulse=PULSE) as channel:
            yield channel
        nursery.cancel_scope.cancel()


async def ask(channel: Channel, **wanted: object) -> StreamGrant | StreamDenial:
    await channel.send(FrameKind.STREAM, write_stream(StreamRequest("Eve", **wanted)))  # type: ignore[arg-type]
    frame = await channel.receive()
    assert frame.kind == FrameKind.STREAM
    return read_answer(frame.payload)


async def messages(channel: Channel, count: int) -> list[bytes]:
    got = []
    for _ in range(count):
        frame = await channel.receive()
        assert frame.kind == FrameKind.MESSAGE
        got.append(frame.payload)
    return got


async def test_who_comes_late_gets_everything_from_the_start_and_then_what_comes(autojump_clock: MockClock) -> None:
    _, stored = played()
    stream = stream_of(stored[:40])
    async with looking_on(stream) as channel:
        begin = await ask(channel)
        assert isinstance(begin, StreamGrant) and begin.since == 0 and begin.whole == len(said(stored[:40]))
        assert decode_charter(begin.charter) == stream.charter
        got = await messages(channel, begin.whole)
        assert stream.spectators == ["Eve"]
        stream.add(stored[40:])
        got += await messages(channel, len(said(stored)) - begin.whole)
        assert got == said(stored)


async def test_who_was_lost_goes_on_where_it_was_but_only_at_the_same_start_of_the_same_node(
    autojump_clock: MockClock,
) -> None:
    stream = stream_of()
    for instance, since, begins in [
        (stream.instance, 30, 30),
        (stream.instance, len(stream.messages), len(stream.messages)),
        (stream.instance, len(stream.messages) + 1, 0),
        (bytes(16), 30, 0),
        (None, 30, 0),
    ]:
        async with looking_on(stream) as channel:
            begin = await ask(channel, sid=stream.charter.charter.sid, instance=instance, since=since)
            assert isinstance(begin, StreamGrant) and begin.since == begins
            rest = len(stream.messages) - begins
            assert await messages(channel, rest) == stream.messages[begins:]


async def test_only_messages_that_are_signed_for_all_are_shown_never_a_secret(autojump_clock: MockClock) -> None:
    peers, stored = played()
    secrets = [
        record.secret for record in stored if not isinstance(record, MessageRecord) and hasattr(record, "secret")
    ]
    assert len(secrets) > 3
    stream = stream_of()
    transcript = [record.envelope for record in peers.tables[0].session.records if isinstance(record, MessageRecord)]
    assert sorted(stream.messages) == sorted(transcript), "exactly the messages of the transcript"
    assert len(stream.messages) < len(stored)


async def test_without_the_players_agreement_nothing_is_shown_or_kept_for_it(autojump_clock: MockClock) -> None:
    for spectators in ("none", "listed"):
        peers, stored = played(spectators, most=2)
        stream = opened(Stream(peers.signed, stored, entropy_of("stream")))
        assert len(said(stored)) > 20 and not stream.messages
        async with looking_on(stream) as channel:
            assert await ask(channel) == StreamDenial(NOT_ALLOWED)
            with pytest.raises(ChannelLost):
                await channel.receive()


async def test_another_game_is_not_shown_for_the_one_asked_for(autojump_clock: MockClock) -> None:
    async with looking_on(stream_of()) as channel:
        assert await ask(channel, sid=bytes(32)) == StreamDenial(OTHER_GAME)


async def test_who_wants_to_play_hears_that_the_game_is_under_way(autojump_clock: MockClock) -> None:
    async with looking_on(stream_of()) as channel:
        places = ("192.168.178.20:35953", "[2001:db8:1234:5678:9abc:def0:1234:5678]:35953", "games.example.org:7000")
        await channel.send(FrameKind.LOBBY, write_lobby(GuestEntry("Bob", bytes(400), bytes(32), places)))
        assert read_lobby((await channel.receive()).payload) == Dismissal(UNDER_WAY)


@pytest.mark.parametrize("words", [b"", b"\xc1", b"x" * MAX_ASKED, write_stream(StreamDenial("no"))])
async def test_who_asks_for_nonsense_is_sent_away(words: bytes, autojump_clock: MockClock) -> None:
    stream = stream_of()
    async with looking_on(stream) as channel:
        await channel.send(FrameKind.STREAM, words)
        with pytest.raises(ChannelLost):
            await channel.receive()
        assert not stream.spectators


async def test_who_asks_for_nothing_is_sent_away_in_time(autojump_clock: MockClock) -> None:
    async with looking_on(stream_of()) as channel:
        before = trio.current_time()
        with pytest.raises(ChannelLost, match="silent"):
            await channel.receive()
        assert trio.current_time() - before < PATIENCE + 1


async def test_who_watches_says_how_far_it_has_come(autojump_clock: MockClock) -> None:
    stream = stream_of()
    async with looking_on(stream) as channel:
        await ask(channel, instance=stream.instance, since=10)
        await messages(channel, 20)
        for count in (11, 29):
            await trio.sleep(7)
            before = stream.taken_at
            await channel.send(FrameKind.STREAM, write_stream(StreamProgress(count)))
            await trio.testing.wait_all_tasks_blocked()
            assert (before, stream.taken_at) == (trio.current_time() - 7, trio.current_time())


@pytest.mark.parametrize(
    "said",
    [
        (FrameKind.MESSAGE, b"x"),
        (FrameKind.MESSAGE, write_stream(StreamProgress(11))),
        (FrameKind.STREAM, b"x"),
        (FrameKind.STREAM, write_stream(StreamProgress(10))),
        (FrameKind.STREAM, write_stream(StreamProgress(10_000))),
        (FrameKind.STREAM, write_stream(StreamRequest("Eve"))),
    ],
)
async def test_who_watches_may_say_nothing_else(said: tuple[FrameKind, bytes], autojump_clock: MockClock) -> None:
    stream = stream_of()
    async with looking_on(stream) as channel:
        await ask(channel, instance=stream.instance, since=10)
        await messages(channel, len(stream.messages) - 10)
        await channel.send(*said)
        with pytest.raises(ChannelLost, match=TALKING):
            await channel.receive()
        await trio.testing.wait_all_tasks_blocked()
        assert not stream.spectators


async def test_for_one_who_takes_nothing_little_is_kept_and_not_for_long(autojump_clock: MockClock) -> None:
    _, stored = played()
    stream, gone = stream_of(()), trio.Event()
    async with looking_on(stream, lockstep=True, gone=gone) as channel:
        assert isinstance(await ask(channel), StreamGrant)
        (served,) = stream._places
        for _ in range(100):  # it takes nothing, and nobody waits for it
            stream.add(stored)
            await trio.testing.wait_all_tasks_blocked()
        assert sum(map(len, stream.messages)) > 2 * WAITING.bytes
        assert served.queued <= WAITING.bytes + max(map(len, stream.messages))
        with trio.fail_after(3 * PULSE.silence):
            await gone.wait()
        assert not stream.spectators


# Watching.


async def test_who_watches_checks_everything_and_knows_no_hidden_card(tmp_path: Path) -> None:
    peers, stored = played()
    async with watching(tmp_path) as game:
        for data in said(stored):
            await game.take(data)
            assert set(game.table.knowledge) == {None} and not game.table.own_seats
        with trio.fail_after(300):
            await game.told.wait()
        assert game.verdict is not None and game.verdict.state == "fair"
        assert game.table.session.chain == peers.tables[1].session.chain


async def test_who_comes_to_watch_when_somebody_has_left_is_told_so(tmp_path: Path) -> None:
    peers = Peers("caravan", [0, 1, 2], on_leave="continue", spectators="open")
    for _ in range(4):
        peers.step()
    peers.up.remove(2)
    for table in peers.tables[:2]:
        table.vote(Motion("gone", 2))
    while not (gone := [event for event in peers.events[0] if isinstance(event, SeatsLeft)]):
        assert peers.step()
    kept_back, votes = list[str](), set[int]()
    async with watching(tmp_path, peers) as game:
        assert not [one for one in game.news() if isinstance(one, say.DepartureReply)]
        with listening(kept_back.append):
            for data in said(tuple(peers.stored[0])):
                await game.take(data)
                votes |= {one.by for one in game.news() if isinstance(one, votes_words.MotionReply)}
            with trio.fail_after(300):
                while game._jobs:
                    await game._checked.wait()
        assert not kept_back and votes and not any(isinstance(one, votes_words.MotionReply) for one in game.news())
        (left,) = [one for one in game.news() if isinstance(one, say.DepartureReply)]
        assert (left.name, left.reason) == (game.charter.seats[gone[0].seats[0]].name, "gone")
        assert game.seats()[left.seat].name == left.name
        game._event(SessionRestarted())  # the table goes back: it is told anew, by what comes again
        assert not [one for one in game.news() if isinstance(one, say.DepartureReply)]


async def test_whatever_a_messenger_changes_is_refused_and_accuses_nobody(tmp_path: Path) -> None:
    _, stored = played()
    rng = random.Random(1)
    told: list[say.Reply] = []
    async with watching(tmp_path) as game:
        game.tell_all = told.append  # type: ignore[method-assign]
        for data in said(stored):
            if not rng.randrange(3):
                changed = bytearray(data)
                changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
                with pytest.raises(MisleadingStream, match="signed"):
                    await game.take(bytes(changed))
                with pytest.raises(MisleadingStream, match="signed"):
                    await game.take(data[: rng.randrange(len(data))])
            await game.take(data)
        with trio.fail_after(300):
            await game.ended.wait()  # what is right is taken all the same
    assert not any(isinstance(one, say.AccusationReply) for one in told)
    assert not (tmp_path / "certificates").exists()


async def test_a_messenger_that_keeps_a_message_back_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox, "WINDOW", 12)
    _, stored = played()
    async with watching(tmp_path) as game:
        with pytest.raises(MisleadingStream, match="back"):
            for number, data in enumerate(said(stored)):
                if number != 20:
                    await game.take(data)
        assert 12 <= game.table.session.backlog <= 2 * 12
    assert not (tmp_path / "certificates").exists()


async def test_the_transcript_is_kept_as_far_as_it_goes(tmp_path: Path) -> None:
    _, stored = played()
    out = tmp_path / "seen.tta"
    async with watching(tmp_path, out=out) as game:
        for data in said(stored)[:50]:
            await game.take(data)
        assert game.keep() == str(out)
        assert out.stat().st_size > 50 * 100
