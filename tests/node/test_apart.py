"""Two tales at a table that waits: those who are honest stand apart for ever, and end the game together."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection

import pytest
import trio
import trio.testing

from protocol import events
from protocol.messages import CoinCommit, Motion, Vote, body_of, decode_envelope, seal_envelope
from protocol.motions import ENDING, MAX_ROUNDS
from protocol.transcript import PLAY
from protocol.wire import encode
from tests.node.contexts import context_of
from tests.node.votes import Nobody
from tests.table.peers import Peers
from tta_p2p.node.game.limits import Limits
from tta_p2p.node.game.parts.pause import Pause as PausePart
from tta_p2p.node.game.parts.votes import Votes
from tta_p2p.node.game.presence import Presence
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.seats.parts import votes as votes_words

LIAR, ALONE = 0, 1
AWAY, IDLE = 20, 120
HONEST = (1, 2, 3)
CALL_OFF = Motion("call-off", 0)


class Apart:
    """A liar has told one of the others another thing than the rest, has vanished, and all have heard of it."""

    def __init__(
        self,
        people: Collection[int] = (),
        on_leave: str = "wait",
        declined: int | None = None,
        accomplice: int | None = None,
    ) -> None:
        """``declined``: who has said no to an end before anybody was caught; ``accomplice``: whose node votes on
        nothing by itself.
        """
        self.peers = peers = Peers("smugglers", [0, 1, 2, 3], on_leave=on_leave, away=AWAY, idle=IDLE)
        peers.flush()
        if declined is not None:
            peers.tables[ALONE].vote(CALL_OFF, True)
            peers.tables[declined].vote(CALL_OFF, False)
            peers.flush()
        _, data = next(found for found in peers.wire if decode_envelope(found[1]).seat == LIAR)
        true = decode_envelope(data)
        false = encode(
            seal_envelope(peers.keys[LIAR], true.sid, PLAY, 0, true.step, LIAR, true.prev, CoinCommit(bytes(32)))
        )
        peers.up.discard(LIAR)
        peers.wire = deque((to, false if to == ALONE and data == one else one) for to, one in peers.wire)
        self.votes: dict[int, Votes] = {}
        self._limits: dict[int, Limits] = {}
        self._heard = dict.fromkeys(HONEST, 0)
        self._people = people
        for number in HONEST:
            self._start(number)
        if accomplice is not None:
            self.votes[accomplice].try_motion = lambda motion, yes=True: None  # type: ignore[method-assign]
        self.hear()

    def _start(self, number: int) -> None:
        table, presence = self.peers.tables[number], Presence()
        context = context_of(
            table,
            number,
            wire=Nobody(),
            presence=presence,
            only_bots=number not in self._people,
            unattended=[one for one in HONEST if one not in self._people],
            journal=tuple(self.peers.stored[number]),
        )
        context.add(PausePart(context))
        self.votes[number] = context.add(Votes(context))
        self._limits[number] = self.votes[number].limits
        presence.start()
        for other in HONEST:
            presence.connect(other)

    def restart(self, number: int) -> None:
        """A node is started anew with all that it has stored."""
        self.peers.restart(number)
        self._heard[number] = 0
        self._start(number)
        self.hear()

    def hear(self) -> None:
        """Deliver what was said, and take in what has happened everywhere."""
        while True:
            self.peers.deliver()
            news = [(one, self.peers.events[one][self._heard[one] :]) for one in HONEST]
            self._heard = {one: len(self.peers.events[one]) for one in HONEST}
            if not any(told for _, told in news):
                return
            for number, told in news:
                votes = self.votes[number]
                for event in told:
                    match event:
                        case events.SeatConvicted(seat):
                            votes.convict(seat)
                        case events.VoteCast() | events.MotionLapsed() | events.MotionCarried():
                            votes.note_motion(event)
                        case events.TableSplit(motion):
                            votes.note_split(motion)
                        case _:
                            pass

    async def wait(self, seconds: int) -> None:
        """Let time pass at everybody's."""
        for _ in range(seconds):
            await trio.sleep(1)
            for number in HONEST:
                if not self.peers.tables[number].session.over:
                    self.votes[number].retry_motions()
            self.hear()

    def ask(self, person: int, motion: str = "call-off", yes: bool = True, operator: int = 0) -> None:
        """Somebody says this at its node."""
        self.votes[person].vote(votes_words.VoteRequest(motion, operator, yes))
        self.hear()

    @property
    def over(self) -> list[int]:
        """At whose nodes the game has ended."""
        return [one for one in HONEST if self.peers.tables[one].session.over]

    def without(self, number: int) -> list[tuple[int, ...]]:
        """Without whom the game has ended there."""
        return [
            event.motion.without
            for event in self.peers.events[number]
            if isinstance(event, events.MotionCarried) and event.motion.kind in ENDING
        ]


async def bots_are_left() -> None:
    apart = Apart()
    for number in HONEST:
        waits = {wait.seat for wait in apart.peers.tables[number].waiting() if wait.why == "other-chain"}
        assert waits == ({2, 3} if number == ALONE else {ALONE})
    await apart.wait(AWAY + IDLE)
    assert not apart.over
    await apart.wait(5)
    assert apart.over == list(HONEST)
    assert all(apart.without(number) == [(LIAR,)] for number in HONEST), "one end, and nobody honest is left out"


async def people_are_left() -> None:
    apart = Apart(people=(1, 2))
    await apart.wait(3 * (AWAY + IDLE))
    assert not apart.over, "where people sit at the table, bots move nothing"
    with pytest.raises(NotPossible, match="the game is not waiting for them"):
        apart.ask(1, "gone", operator=2)
    apart.ask(1)
    assert not apart.over
    apart.ask(2)
    assert apart.over == list(HONEST)
    assert all(apart.without(number) == [(LIAR,)] for number in HONEST)


async def somebody_declines() -> None:
    apart = Apart(people=(1, 2))
    await apart.wait(3 * (AWAY + IDLE))
    apart.ask(1)
    apart.ask(2, yes=False)
    assert not apart.over
    apart.ask(1)
    assert 1 in apart.over and apart.without(1) == [(LIAR, 2)], "no table is held by who wants no end of it"
    assert 2 not in apart.over, "it binds nobody else"
    apart.ask(2)
    await apart.wait(5)
    assert apart.over == list(HONEST)


async def somebody_never_votes() -> None:
    apart = Apart(people=(1, 2))
    await apart.wait(AWAY + 1)
    apart.ask(1)
    await apart.wait(IDLE + 1)
    assert not apart.over
    apart.ask(1)
    assert 1 in apart.over and apart.without(1) == [(LIAR, 2)], "what is due is the vote"


@pytest.mark.parametrize("case", [bots_are_left, people_are_left, somebody_declines, somebody_never_votes])
def test_who_stands_apart_from_others_after_two_tales_ends_the_game_together_with_them(case: object) -> None:
    trio.run(case, clock=trio.testing.MockClock(autojump_threshold=0))  # type: ignore[arg-type]


async def says_no_and_yes() -> None:
    """The second liar says no to the end, and yes to one that asks only it and the first."""
    apart = Apart()
    tables, bogus, end = apart.peers.tables, Motion("forfeit", 0, b"", (1, 3)), Motion("call-off", 0, b"", (LIAR,))
    apart.peers.up.add(LIAR)
    apart.votes[2]._vote_along = lambda motion, late=False: None  # type: ignore[method-assign]
    apart.votes[2].retry_motions = lambda: None  # type: ignore[method-assign]
    declined = 0
    for _ in range(3 * (AWAY + IDLE)):
        await apart.wait(1)
        votes = apart.votes[ALONE]._votes.get(end, {})
        if any(votes.values()) and 2 not in votes:
            declined += 1
            for liar, motion, yes in ((2, end, False), (2, bogus, True), (LIAR, bogus, False)):
                tables[liar].vote(motion, yes)
                apart.hear()
    assert declined and apart.over[0] == ALONE and apart.without(ALONE) == [(LIAR, 2)]


def test_a_second_liar_who_says_no_to_an_end_and_yes_to_another_holds_nobody() -> None:
    trio.run(says_no_and_yes, clock=trio.testing.MockClock(autojump_threshold=0))


async def says_no_to_another_end(before: bool, restarted: bool) -> None:
    """A cheat's accomplice would have the game end without somebody who has said no: before the cheat was caught, or
    where the table votes the cheat out and plays on.
    """
    if before:
        apart = Apart(people=(1, 2), declined=2)
    else:
        apart = Apart(people=(1, 2), on_leave="continue", accomplice=ALONE)
        for number, yes in ((ALONE, True), (2, False)):
            apart.peers.tables[number].vote(CALL_OFF, yes)
            apart.hear()
    if restarted:
        apart.restart(3)
    apart.peers.tables[ALONE].vote(Motion("call-off", 0, b"", (LIAR, 2)), True)
    apart.hear()
    assert not apart.over, "the bot does not vote along"


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("before", [True, False])
def test_a_no_to_another_end_leaves_nobody_out(before: bool, restarted: bool) -> None:
    trio.run(says_no_to_another_end, before, restarted, clock=trio.testing.MockClock(autojump_threshold=0))


async def asks_for_an_unfair_end() -> None:
    """A cheat's accomplice wants an end without somebody who is there, and then one without who has said no to that."""
    apart = Apart(people=(1, 2), accomplice=2)
    apart.peers.tables[2].vote(Motion("call-off", 0, b"", (LIAR, 3)), True)
    apart.hear()
    apart.ask(1, yes=False)
    apart.peers.tables[2].vote(Motion("call-off", 0, b"", (LIAR, 1)), True)
    apart.hear()
    assert not apart.over, "the bot does not vote along"


def test_a_no_to_an_end_that_leaves_out_who_is_there_leaves_nobody_out() -> None:
    trio.run(asks_for_an_unfair_end, clock=trio.testing.MockClock(autojump_threshold=0))


async def spares_the_cheat(no: bool) -> None:
    """Where the table could vote the cheat out, its accomplice says no to that, or yes at a place where nobody has
    been, round after round, and no to every end. ``no``: which of the two.
    """
    apart, rounds = Apart(people=(1, 2), on_leave="continue", accomplice=2), Counter[Motion]()
    peers, session, spared = apart.peers, apart.peers.tables[1].session, Motion("cheated", LIAR)
    peers.up.discard(2)
    for _ in range(IDLE - 1):
        await apart.wait(1)
        if no or rounds[spared] == MAX_ROUNDS:
            apart.ask(1)
        for said in list(session.messages.values()):
            vote = body_of(said)
            if isinstance(vote, Vote) and 2 not in vote.motion.without and said.step == rounds[vote.motion]:
                answer = Vote(vote.motion, vote.motion == spared and not no, ((0, bytes(32)),))
                lie = seal_envelope(peers.keys[2], said.sid, said.lane, said.epoch, said.step, 2, said.prev, answer)
                peers.wire += [(to, encode(lie)) for to in (1, 3)]
                rounds[vote.motion] += 1
        apart.hear()
        if 1 in apart.over:
            break
    assert rounds.total() > rounds[spared] > 0, "it has answered to all"
    assert 1 in apart.over and apart.without(1) == [(LIAR, 2)], "nobody is kept there with a cheat"


@pytest.mark.parametrize("no", [True, False])
def test_who_votes_no_cheat_out_and_wants_no_end_either_holds_nobody(no: bool) -> None:
    trio.run(spares_the_cheat, no, clock=trio.testing.MockClock(autojump_threshold=0))


async def ends_it_alone() -> None:
    apart = Apart(people=(1, 3))
    apart.peers.tables[3].vote(Motion("call-off", 0, b"", (LIAR, 1, 2)), True)
    apart.hear()
    await apart.wait(3 * (AWAY + IDLE))
    assert apart.over == [3], "where a person still sits, bots move nothing"
    apart.ask(1)
    assert apart.over == list(HONEST) and apart.without(1) == apart.without(2) == [(LIAR, 3)]


def test_who_ends_the_game_for_itself_makes_no_bot_end_it_without_a_person_who_plays() -> None:
    trio.run(ends_it_alone, clock=trio.testing.MockClock(autojump_threshold=0))


async def has_no_proof_yet() -> None:
    """Somebody has said no to voting a cheat out before it had the proof, and yes with it."""
    apart, end = Apart(people=(1, 2), on_leave="continue", accomplice=2), Motion("call-off", 0, b"", (LIAR,))
    apart.peers.tables[2].vote(Motion("cheated", LIAR), False)
    apart.hear()
    del apart.votes[2].try_motion
    apart.votes[ALONE].try_motion = lambda motion, yes=True: None  # type: ignore[method-assign]
    await apart.wait(1)
    assert apart.votes[3]._votes[Motion("cheated", LIAR)] == {2: True, 3: True}, "an accomplice keeps the cheat there"
    apart.peers.tables[ALONE].vote(end)
    apart.hear()
    apart.ask(2, yes=False)
    apart.peers.tables[ALONE].vote(Motion("call-off", 0, b"", (LIAR, 2)), True)
    apart.hear()
    assert not apart.over, "the bot does not vote along"


def test_who_says_no_to_voting_a_cheat_out_before_it_has_the_proof_is_not_left_out_for_that() -> None:
    trio.run(has_no_proof_yet, clock=trio.testing.MockClock(autojump_threshold=0))
