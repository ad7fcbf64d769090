"""Who has left looks on as long as anybody may play on, and no longer, whoever lies about the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
import trio
import trio.testing

from protocol import events
from protocol.messages import Motion, Vote, decode_body, decode_envelope
from protocol.transcript import MessageRecord, Record
from tests.node.contexts import Wire, context_of
from tests.node.votes import Nobody
from tests.protocol.table import entropy_of
from tests.table.peers import Peers
from tta_p2p.net.framing import FrameKind
from tta_p2p.node.game.catch_up import CatchUp, Heads
from tta_p2p.node.game.ending import RETURNING, Ending
from tta_p2p.node.game.loop import GameLoop
from tta_p2p.node.game.parts.pause import Pause as PausePart
from tta_p2p.node.game.parts.votes import Votes
from tta_p2p.node.game.presence import Presence
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts import votes as votes_words
from tta_p2p.table.game_table import GameTable

LEAVER, LIAR = 2, 3
AWAY = 60
PERSON = AWAY + 901
"""As long as nodes and their people are left, and a second more."""


class Leaver:
    """The votes of one who has left a game."""

    def __init__(self, game: str = "smugglers", *, steps: int = 15, only_bots: bool = False) -> None:
        self.others = [one for one in range(4) if one not in (LEAVER, LIAR)]
        self.peers = Peers(game, [0, 1, 2, 3], idle=0, away=AWAY)
        self.peers.deliver()
        self.vote(Motion("gone", LEAVER), (*self.others, LIAR))
        for _ in range(steps):
            self.peers.step()
        self.peers.deliver()
        table, nobody = self.peers.tables[LEAVER], Nobody()
        self.presence = Presence()
        context = context_of(table, LEAVER, wire=nobody, presence=self.presence, only_bots=only_bots)
        context.add(PausePart(context))
        self.votes = context.add(Votes(context))
        self.limits = self.votes.limits
        self.presence.start()
        for operator in (*self.others, LIAR):
            self.presence.connect(operator)
        self._heard = 0
        self.hear()

    def lie(self) -> None:
        """One ends the game without the others, for itself."""
        self.vote(Motion("call-off", 0, b"", tuple(self.others)), (LIAR,))
        self.hear()

    def vote(self, motion: Motion, operators: Sequence[int]) -> None:
        """Let these vote for it."""
        for operator in operators:
            self.peers.tables[operator].vote(motion)
        self.peers.deliver()

    def hear(self) -> None:
        """Take in what has happened at the table."""
        told = self.peers.events[LEAVER]
        for event in told[self._heard :]:
            match event:
                case events.VoteCast() | events.MotionLapsed() | events.MotionCarried():
                    self.votes.note_motion(event)
                case events.TableSplit(motion):
                    self.votes.note_split(motion)
                case _:
                    pass
        self._heard = len(told)
        self.limits.look()

    @property
    def ended(self) -> bool:
        """Whether it looks on no more."""
        self.limits.look()
        return self.votes.ended_as_spectator is not None


async def lies_and_is_voted_out() -> None:
    leaver = Leaver("caravan", steps=3)
    leaver.lie()
    assert not leaver.ended, "the others are there and play on"
    leaver.presence.disconnect(LIAR)
    await trio.sleep(AWAY + 1)
    leaver.vote(Motion("gone", LIAR), leaver.others)
    leaver.hear()
    for operator in leaver.others:
        leaver.presence.disconnect(operator)
    await trio.sleep(PERSON)
    assert not leaver.ended, "it is cut off itself, and the others have gone on without the liar"


async def is_cut_off() -> None:
    leaver = Leaver()
    leaver.lie()
    for operator in (*leaver.others, LIAR):
        leaver.presence.disconnect(operator)
    assert not leaver.ended
    await trio.sleep(PERSON)
    assert not leaver.ended, "to whom nobody is connected, everybody is missing"
    leaver.presence.connect(LIAR)
    assert leaver.ended


async def comes_too_early() -> None:
    leaver = Leaver()
    for operator in leaver.others:
        leaver.presence.disconnect(operator)
    await trio.sleep(10 * AWAY)
    leaver.lie()
    assert not leaver.ended, "they have been away for long, and may come back and play on"
    await trio.sleep(PERSON)
    assert leaver.ended


async def wants_no_more() -> None:
    leaver = Leaver()
    leaver.votes.vote(votes_words.VoteRequest("forfeit", 0, True))  # nobody asks for its vote
    assert not leaver.ended, "nobody has ended the game"
    leaver.lie()
    leaver.votes.vote(votes_words.VoteRequest("forfeit", 0, False))
    assert not leaver.ended
    leaver.votes.vote(votes_words.VoteRequest("forfeit", 0, True))
    assert leaver.votes.ended_as_spectator == ("call-off", ["player 3"])


async def has_only_bots() -> None:
    leaver = Leaver(only_bots=True)
    leaver.lie()
    assert not leaver.ended
    await trio.sleep(PERSON)
    assert leaver.ended, "nobody reads what it hears, and it does not wait for ever"


def run(what: object) -> None:
    trio.run(what, clock=trio.testing.MockClock(autojump_threshold=0))  # type: ignore[arg-type]


def test_one_who_ends_a_game_that_goes_on_without_it_ends_it_for_no_leaver() -> None:
    run(lies_and_is_voted_out)


def test_a_leaver_that_is_cut_off_takes_nobody_for_missing() -> None:
    run(is_cut_off)


def test_those_who_are_away_may_come_back_after_others_have_ended_the_game() -> None:
    run(comes_too_early)


def test_a_person_who_has_left_ends_looking_on_where_some_have_ended_the_game() -> None:
    run(wants_no_more)


def test_a_node_of_bots_that_has_left_does_not_look_on_for_ever() -> None:
    run(has_only_bots)


class Listening(Nobody):
    """Remembers what is told."""

    def __init__(self) -> None:
        self.told: list[say.Reply] = []

    def tell_all(self, said: say.Reply) -> None:
        """Tell it here."""
        self.told.append(said)


async def is_started_again() -> None:
    peers = Peers("smugglers", [0, 1, 2], idle=0, away=AWAY)
    peers.deliver()
    called_off, paused = Motion("call-off", 0), Motion("pause", 0)
    for motion, votes in ((called_off, (True, False, False)), (paused, (True,)), (Motion("gone", 2), (True, True))):
        for operator, yes in enumerate(votes):
            peers.tables[operator].vote(motion, yes)
        peers.deliver()
    table, listening, presence = peers.tables[2], Listening(), Presence()
    presence.start()
    journal, happened = table.session.records, [one for one in peers.events[2] if isinstance(one, VOTED)]
    for open_yet in (True, False):
        stored = [one for one in journal if not open_yet or not is_about(one, Motion("gone", 2))]
        context = context_of(table, 2, wire=listening, presence=presence, journal=stored)
        context.add(PausePart(context))
        votes = context.add(Votes(context))
        listening.told.clear()
        for event in happened if not open_yet else [one for one in happened if one.motion.kind != "gone"]:
            votes.note_motion(event)
        if open_yet:
            assert listening.told == [], "it was told before"
            votes.retry_motions()
            assert listening.told == [votes_words.MotionReply("pause", 0, 0, True)], "what is open is told"
            votes.note_motion(events.VoteCast(paused, 1, False))
            assert listening.told[1:] == [votes_words.MotionReply("pause", 0, 1, False)]
        else:
            assert listening.told == [votes_words.MotionReply("gone", 2, 2, True, open=False)], (
                "who was voted gone reads it"
            )
            votes.retry_motions()
            assert len(listening.told) == 1


VOTED = (events.VoteCast, events.MotionLapsed, events.MotionCarried)


def is_about(record: Record, motion: Motion) -> bool:
    """Whether a record is a vote on a motion."""
    body = decode_body(decode_envelope(record.envelope).body) if isinstance(record, MessageRecord) else None
    return isinstance(body, Vote) and body.motion == motion


def test_who_is_started_again_is_told_of_no_vote_that_was_told_before_but_of_what_is_open_and_that_it_is_out() -> None:
    trio.run(is_started_again, clock=trio.testing.MockClock(autojump_threshold=0))


async def is_started_again_in_a_pause() -> None:
    peers, pause = Peers("smugglers", [0, 1]), Motion("pause", 0)
    for _ in range(4):
        peers.step()
    peers.deliver()
    for operator in range(2):
        peers.tables[operator].vote(pause)
        peers.deliver()
    assert all(table.session.all_paused for table in peers.tables)
    journal, listening, presence = tuple(peers.stored[0]), Listening(), Presence()
    game = load_rules("smugglers")
    table = GameTable(
        game, peers.signed, bytes, operator=0, signer=peers.keys[0], journal=journal, background=True, resumed=True
    )
    table.start_sending()
    context = context_of(table, 0, wire=listening, presence=presence, journal=journal)
    context.add(PausePart(context))
    votes = context.add(Votes(context))
    looked = 0
    while not table.session.all_paused:
        output = table.poll()
        for event in output.events:
            if isinstance(event, VOTED):
                votes.note_motion(event)
        votes.retry_motions()  # while another process still checks the proofs of its journal
        looked += bool(votes.open)
        assert listening.told == votes.open_votes == [], "it was decided before"
        for job in output.jobs:
            table.job_done(job.id, job.function(*job.arguments))
    assert looked


def test_who_comes_back_to_a_paused_game_is_not_asked_again_for_the_pause_while_the_journal_is_checked() -> None:
    trio.run(is_started_again_in_a_pause, clock=trio.testing.MockClock(autojump_threshold=0))


async def test_who_has_left_has_an_end_without_somebody_when_it_has_the_votes() -> None:
    """It stands in play where the others do before as well, and they wait for it after the end."""
    leaver = Leaver()
    peers, told = leaver.peers, []
    mesh: Any = SimpleNamespace(send=lambda *_: None, catch_up=lambda to, frames: told.extend(frames))
    here = CatchUp(context_of(peers.tables[0], 0, wire=Nobody(), mesh=mesh, presence=leaver.presence))
    peers.up.discard(LEAVER)
    leaver.vote(Motion("call-off", 0, b"", (LIAR,)), leaver.others)
    assert peers.tables[0].session.over
    session = peers.tables[LEAVER].session

    def stands() -> bool:
        here.answer(LEAVER, msgspec.msgpack.encode(Heads(bytes(32), session.heads(), {})))
        return here.is_up_to_date(LEAVER)

    assert not stands(), "nobody has told it"
    for kind, data in told:
        if kind == FrameKind.MESSAGE:
            session.receive(data)
    assert stands()


class Ended(Leaver):
    """The node of the first of four, where those who play have called the game off; the leaver has not heard of it."""

    def __init__(self, *, resumed: bool) -> None:
        super().__init__()
        self.presence.connect(LEAVER)
        self.peers.up.discard(LEAVER)
        self.vote(Motion("call-off", 0), (*self.others, LIAR))
        table = self.peers.tables[0]
        store: Any = SimpleNamespace(set_status=lambda *_: None, erase=lambda *_: None, scrub=lambda: None)
        mesh: Any = SimpleNamespace(send=lambda *_: None, catch_up=lambda *_: None, send_all=lambda *_: None)
        self.context = context_of(
            table,
            0,
            wire=Wire(),
            mesh=mesh,
            presence=self.presence,
            store=store,
            environment=SimpleNamespace(aside=self.aside, now=lambda: 0, entropy=entropy_of("nonces")),
            linger=2 * RETURNING,
            signed=self.peers.signed,
            resumed=resumed,
        )
        self.context.stream = SimpleNamespace(taken_at=0.0, spectators=())  # type: ignore[assignment]
        self.catching_up = self.context.add(CatchUp(self.context))
        self.ending = self.context.add(Ending(self.context))
        self.caught = self.context.convicted

    async def aside(self, do: Callable[..., object], *arguments: object) -> object:
        """Do it here."""
        return do(*arguments)

    def tells(self, operator: int, by: int) -> None:
        """Somebody says that it stands where the node of ``by`` does."""
        heads = self.peers.tables[by].session.heads()
        self.catching_up.answer(operator, msgspec.msgpack.encode(Heads(bytes(32), heads, {})))

    @property
    def goes(self) -> bool:
        """Whether nobody needs this node any more."""
        loop: Any = SimpleNamespace(
            context=self.context,
            desk=SimpleNamespace(clients=()),
            _hooks={"releases": ()},
            catch_up=self.catching_up,
            presence=self.presence,
            ending=self.ending,
        )
        return GameLoop.dispensable.fget(loop)  # type: ignore[misc, attr-defined]


async def is_waited_for() -> None:
    here = Ended(resumed=False)
    await here.ending.call_off("call-off", [])
    for operator in (1, LIAR):
        here.tells(operator, by=0)
    here.tells(LEAVER, by=LEAVER)
    await trio.sleep(2)
    assert here.catching_up.all_up_to_date() and not here.goes, "it is connected, and lacks the end"
    here.caught.add(LEAVER)
    assert here.goes, "a cheat may never say that it has the end"
    here.caught.clear()
    here.tells(LEAVER, by=0)
    assert here.goes


async def comes_back_to_the_end(resumed: bool) -> None:
    here = Ended(resumed=resumed)
    here.presence.disconnect(LEAVER)
    await here.ending.call_off("call-off", [])
    for operator in (1, LIAR):
        here.tells(operator, by=0)
    assert not here.goes
    await trio.sleep(RETURNING - 1)
    assert here.goes != resumed, "who was voted gone looks for whoever is there, and may just have begun to"
    await trio.sleep(2)
    assert here.goes


def test_who_has_left_and_is_there_after_the_end_is_waited_for_until_it_says_that_it_has_it() -> None:
    run(is_waited_for)


@pytest.mark.parametrize("resumed", [False, True])
def test_a_node_that_is_started_again_after_the_end_stays_for_who_looks_for_it(resumed: bool) -> None:
    run(partial(comes_back_to_the_end, resumed))
