"""However somebody holds a game up: when its limit is over, those who are left go on or end it."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from protocol import events
from protocol.messages import Confirmation, Motion, decode_body, decode_envelope
from tests.node.contexts import context_of
from tests.node.games import exported
from tests.node.peers import three_who_pause
from tests.node.processes import SHORT, Game, Visitor, carry, move
from tests.node.votes import Listening, Nobody, hear, voting
from tests.table.peers import Peers
from tta_p2p.net.framing import FrameKind
from tta_p2p.node.game.limits import VOTE, Limits
from tta_p2p.node.game.part import FrameValue
from tta_p2p.node.game.parts.pause import Pause as PausePart
from tta_p2p.node.game.parts.votes import Votes
from tta_p2p.node.game.presence import Presence
from tta_p2p.node.service.notices import error_reply
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts import votes as votes_words
from tta_p2p.table.game_table import GameTable


def table_of(folder: Path, seats: int, kind: str) -> Game:
    """A game of Smugglers in which the last one holds the others up."""
    last = seats - 1
    programs = {last: ("tests.node.staller", kind)}
    people = tuple(range(seats))
    game = Game(folder, seats, game="skiff", people=people, programs=programs, away=SHORT, idle=0)
    game.pass_turns(last)
    return game


def until_it_is_held_up(visitor: Visitor, name: str) -> None:
    """Wait until the game has waited for somebody for longer than what it takes to answer."""
    waits: list[dict[str, Any]] = []
    while not any(wait["name"] == name and wait["since"] > SHORT / 2 for wait in waits):
        time.sleep(0.5)
        visitor.say(do="look")
        waits = visitor.hear("waiting")["for"]


def test_whoever_holds_the_game_up_is_voted_gone_when_its_limit_is_over(tmp_path: Path) -> None:
    game = table_of(tmp_path, 3, "echo")
    try:
        ann, bob = (game.pass_turns(number) for number in range(2))
        move("gone", 2, 0, ann)
        move("gone", 2, 1, bob)
        carry("gone", 2, {0: ann, 1: bob})
        for visitor in (ann, bob):
            visitor.close()
        game.wait(0, 1)
        for node in game.nodes[:2]:
            verdict = node.verdict()
            assert verdict.state == "fair" and verdict.seats_left == 1
    finally:
        game.close()


def test_who_is_held_up_by_the_only_other_player_ends_the_game_without_it(tmp_path: Path) -> None:
    game = table_of(tmp_path, 2, "shares")
    try:
        ann = game.pass_turns(0)
        until_it_is_held_up(ann, "Player 1")
        ann.say(do="vote", motion="call-off", operator=0)  # too early: the other is asked as well, and does not answer
        while not any(said["is"] == "halted" for said in ann.said):
            time.sleep(0.5)
            with contextlib.suppress(BrokenPipeError):  # it has ended the game, and gone: what it said is still here
                ann.say(do="vote", motion="call-off", operator=0)
                ann.say(do="look")
            ann.hear("waiting", "halted")
        ann.close()
        game.wait(0)
        assert exported(game, 0, tmp_path).status == "left"
    finally:
        game.close()


def test_reconnecting_gains_no_time() -> None:
    trio.run(comes_and_goes, clock=trio.testing.MockClock(autojump_threshold=0))


async def comes_and_goes() -> None:
    peers = Peers("smugglers", [0, 1, 2], idle=900, away=60)
    peers.deliver()
    (acting,) = (number for number, table in enumerate(peers.tables) if table.to_decide())
    here = (acting + 1) % 3
    table, presence = peers.tables[here], Presence()
    context = context_of(table, here, wire=Nobody(), presence=presence)
    context.add(PausePart(context))
    limits = Limits(context)
    presence.start()
    presence.connect(acting)
    limits.look()
    for _ in range(9):  # its person is to act, and it comes and goes instead
        assert limits.left(acting) is not None and not limits.expired(acting)
        await trio.sleep(50)
        presence.disconnect(acting)
        await trio.sleep(50)
        presence.connect(acting)
        limits.look()
    assert limits.expired(acting) and limits.left((acting + 2) % 3) is not None  # the third was never connected
    while peers.tables[acting].to_decide():  # it acts after all
        peers.step()
        peers.deliver()
    limits.look()
    assert not limits.expired(acting)
    presence.disconnect(acting)
    await trio.sleep(59)
    assert not limits.expired(acting)
    await trio.sleep(1)
    assert limits.expired(acting)


def paused_table(idle: int) -> tuple[GameTable, Presence, PausePart, Limits]:
    """Of three nodes that have agreed to a pause, the first, which has not told of it yet."""
    peers = Peers("smugglers", [0, 1, 2], idle=idle, away=60)
    peers.deliver()
    for table in peers.tables:
        table.vote(Motion("pause", 0))
    peers.deliver()
    table, presence = peers.tables[0], Presence()
    context = context_of(table, 0, wire=Nobody(), presence=presence)
    pausing = context.add(PausePart(context))
    presence.start()
    return table, presence, pausing, Limits(context)


@pytest.mark.parametrize("says", [b"", b"\0", bytes(7) + b"\1", b"\xff" * 8], ids=["nothing", "short", "yes", "ever"])
@pytest.mark.parametrize(("idle", "after"), [(300, 300), (0, VOTE)])
def test_who_never_goes_on_after_a_pause_does_not_keep_the_others_from_ending_the_game(
    idle: int, after: int, says: bytes
) -> None:
    """``says``: what it tells the others about whether it goes on; that takes nothing from those who wait for it."""
    trio.run(stays_connected_and_rests, idle, after, says, clock=trio.testing.MockClock(autojump_threshold=0))


async def stays_connected_and_rests(idle: int, after: int, says: bytes) -> None:
    table, presence, pausing, limits = paused_table(idle)
    for other in (1, 2):
        presence.connect(other)
    pausing.begin()
    await trio.sleep(7 * 24 * 3600)  # all agreed to it, and nobody hurries anybody
    assert table.session.paused and not limits.is_absent(1)
    pausing.resume()
    assert not table.session.paused
    assert (pausing.hear(1, FrameKind.WENT_ON, says) is FrameValue.NEWS) == (len(says) == 8)
    assert (1 in pausing.paused_operators()) == (len(says) != 8)
    await trio.sleep(after - 1)
    assert not limits.is_absent(1)
    await trio.sleep(1)
    assert limits.is_absent(1) and (limits.left(1) is None or len(says) == 8)


def test_who_has_told_that_it_goes_on_after_a_pause_has_as_long_for_a_decision_as_always() -> None:
    trio.run(goes_on_and_thinks, clock=trio.testing.MockClock(autojump_threshold=0))


async def goes_on_and_thinks() -> None:
    peers, acting, here, other = three_who_pause()
    table, presence = peers.tables[here], Presence()
    context = context_of(table, here, wire=Nobody(), presence=presence)
    pausing = context.add(PausePart(context))
    limits = Limits(context)
    presence.start()
    presence.connect(acting)
    presence.connect(other)
    pausing.begin()
    pausing.resume()
    limits.look()
    await trio.sleep(1000)
    assert limits.is_paused(acting) and limits.left(acting) is None, "it may think that all still rest"
    assert (
        pausing.hear(acting, FrameKind.WENT_ON, table.session.course.pause_epoch.to_bytes(8, "big")) is FrameValue.NEWS
    )
    limits.look()
    assert not limits.is_paused(acting) and limits.is_paused(other) and limits.left(acting) == 300
    await trio.sleep(299)
    assert not limits.expired(acting)
    await trio.sleep(1)
    assert limits.expired(acting) and limits.left(other) is None


@pytest.mark.parametrize(("idle", "after"), [(300, 300), (0, VOTE)])
def test_who_agrees_to_a_pause_and_never_confirms_it_does_not_keep_the_others_from_ending_the_game(
    idle: int, after: int
) -> None:
    trio.run(agrees_and_vanishes, idle, after, clock=trio.testing.MockClock(autojump_threshold=0))


async def agrees_and_vanishes(idle: int, after: int) -> None:
    peers = Peers("smugglers", [0, 1, 2], idle=idle, away=60)
    peers.deliver()
    for table in peers.tables:
        table.vote(Motion("pause", 0))
    peers.flush()
    while peers.wire:
        to, data = peers.wire.popleft()
        envelope = decode_envelope(data)
        if envelope.seat != 2 or not isinstance(decode_body(envelope.body), Confirmation):
            peers.tables[to].receive(data)
        peers.flush()
    table, presence = peers.tables[0], Presence()
    assert table.session.ballots.is_agreed("pause") and not table.session.paused
    context = context_of(table, 0, wire=Nobody(), presence=presence)
    context.add(PausePart(context))
    limits = Limits(context)
    presence.start()
    limits.look()
    await trio.sleep(after - 1)
    limits.look()
    assert not limits.is_absent(2) and limits.left(2) is None, "its computer may be off, as was agreed"
    await trio.sleep(1)
    limits.look()
    assert limits.is_absent(2) and not limits.is_absent(1) and limits.left(2) is None


def test_who_goes_on_after_a_pause_acts_and_vanishes_does_not_keep_those_who_never_met_it_in_the_pause() -> None:
    trio.run(goes_on_and_vanishes, clock=trio.testing.MockClock(autojump_threshold=0))


async def goes_on_and_vanishes() -> None:
    peers, acting, here, other = three_who_pause()
    peers.tables[acting].resume()
    while acting in peers.tables[here].session.paused_operators and peers.step():  # it acts until it is heard
        peers.deliver()
    peers.up.discard(acting)
    table, nodes = peers.tables[here], {}
    for number, bots in ((here, False), (other, True)):
        presence = Presence()
        context = context_of(peers.tables[number], number, wire=Nobody(), presence=presence, only_bots=bots)
        context.unattended = frozenset((other, acting))
        pausing, votes = context.add(PausePart(context)), context.add(Votes(context))
        nodes[number] = votes, votes.limits
        presence.start()
        presence.connect(here + other - number)
        pausing.begin()
        if not bots:  # they have gone on by themselves
            pausing.resume()
    assert acting not in table.session.paused_operators and not table.session.paused, (
        "it has been heard: nobody need meet it"
    )
    (by_person, limits), (by_bot, _) = nodes[here], nodes[other]
    await trio.sleep(59)
    assert not limits.expired(acting)
    await trio.sleep(1)
    assert limits.expired(acting) and not limits.is_absent(other)
    by_person.vote(votes_words.VoteRequest("call-off", 0))
    hear(peers, other, by_bot)
    peers.deliver()
    assert table.session.over and peers.tables[other].session.over, "the bot has agreed to an end without it"


@pytest.mark.parametrize("met", [True, False], ids=["at-once", "when-all-are-there"])
def test_who_goes_on_before_its_node_has_told_of_the_pause_has_gone_on(met: bool) -> None:
    trio.run(goes_on_early, met, clock=trio.testing.MockClock(autojump_threshold=0))


async def goes_on_early(met: bool) -> None:
    table, presence, pausing, limits = paused_table(300)
    for other in (1, 2) if met else (1,):
        presence.connect(other)
    pausing.resume()
    pausing.begin()  # what the table has agreed on is told when it is stored
    assert pausing.resume_requested and table.session.paused is not met
    presence.connect(2)
    pausing.watch()
    assert not table.session.paused
    presence.disconnect(2)
    await trio.sleep(60)
    assert limits.is_absent(2) and not limits.is_absent(1)


def test_who_has_gone_on_after_a_pause_and_is_started_again_waits_no_longer_for_who_never_does() -> None:
    trio.run(goes_on_and_starts_again, clock=trio.testing.MockClock(autojump_threshold=0))


async def goes_on_and_starts_again() -> None:
    peers = Peers("smugglers", [0, 1, 2], idle=300, away=60)
    peers.deliver()
    for table in peers.tables:
        table.vote(Motion("pause", 0))
    peers.deliver()
    table, presence = peers.tables[0], Presence()
    table.resume()
    await trio.sleep(1000)
    context = context_of(table, 0, wire=Nobody(), presence=presence)
    context.add(PausePart(context))
    limits = Limits(context)
    presence.start()
    presence.connect(1)
    await trio.sleep(59)
    assert not limits.is_absent(2), "it has as long again to come back from whatever has happened here"
    await trio.sleep(1)
    assert limits.is_absent(2) and not limits.is_absent(1)


def test_bots_that_are_left_alone_wait_for_a_person_say_so_and_go_on_on_another_day(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="skiff", people=(0,), away=SHORT)
    try:
        ann, watcher = game.under_way(0, seat=None), game.visit(1, watch=True)
        ann.my_act()
        ann.close()
        game.nodes[0].kill()
        said = watcher.hear("error")
        assert (said["key"], said["args"]) == ("node.waits-for-people", [["Player 0"]])
        assert said["text"] in (game.nodes[1].home / "errors.txt").read_text(), "its log says so, too"
        late = game.visit(1, watch=True)
        assert late.hear("error")["key"] == "node.waits-for-people"
        game.restart(0)
        game.let_go(0)
        game.wait()
        assert {node.verdict().state for node in game.nodes} == {"fair"}
    finally:
        game.close()


def test_who_has_time_left_is_not_voted_gone_and_it_is_said_how_much_and_who_has_none_is() -> None:
    trio.run(has_time_left, clock=trio.testing.MockClock(autojump_threshold=0))


async def has_time_left() -> None:
    peers = Peers("smugglers", [0, 1, 2], idle=300, away=60)
    peers.deliver()
    (acting,) = (number for number, table in enumerate(peers.tables) if table.to_decide())
    movers = [number for number in range(3) if number != acting]
    nodes = {}
    for mover in movers:
        nodes[mover] = (listening := Listening(), *voting(peers, mover, listening))
        for other in range(3):
            if other != mover:
                nodes[mover][3].connect(other)
        nodes[mover][2].look()
    (listening, votes, _, _), gone = nodes[movers[0]], votes_words.VoteRequest("gone", acting)
    await trio.sleep(100)
    with pytest.raises(NotPossible) as early:
        votes.vote(gone)
    assert (early.value.failed.key, early.value.failed.args) == ("node.too-early", [f"player {acting}", 200])
    with pytest.raises(NotPossible) as idle:
        votes.vote(votes_words.VoteRequest("gone", movers[1]))
    votes.retry_motions()
    assert idle.value.failed.key == "node.owes-nothing" and not listening.told and votes.vote_notice is None
    await trio.sleep(200)
    for _ in range(2):
        votes.retry_motions()
    assert listening.told == [votes.vote_notice], "said once, and to who comes later"
    assert votes.vote_notice == error_reply("node.may-go-on-without", [f"player {acting}"])
    listening.told.clear()
    for mover in movers:
        nodes[mover][1].vote(gone)
        hear(peers, mover, nodes[mover][1])
        if mover == movers[0]:
            votes.retry_motions()
            assert votes.vote_notice is not None, "a vote that fails does not bring it up once more"
    assert listening.told[0] == votes_words.MotionReply("gone", acting, movers[0], True)
    for mover in movers:
        session = peers.tables[mover].session
        assert acting not in session.play.present and not session.over


@pytest.mark.parametrize("answer", ["yes", "no", "none"])
def test_whose_person_is_only_late_with_a_decision_is_asked_before_a_game_ends_without_it(answer: str) -> None:
    trio.run(is_late, answer, clock=trio.testing.MockClock(autojump_threshold=0))


async def is_late(answer: str) -> None:
    peers = Peers("smugglers", [0, 1], idle=300, away=60)
    peers.deliver()
    (late,) = (number for number, table in enumerate(peers.tables) if table.to_decide())
    mover, listening = 1 - late, Listening()
    table = peers.tables[mover]
    votes, limits, presence = voting(peers, mover, listening)
    presence.connect(late)
    limits.look()
    await trio.sleep(300)
    assert limits.expired(late)
    votes.vote(votes_words.VoteRequest("call-off", 0))
    hear(peers, mover, votes)
    (said,) = [said for said in listening.told if isinstance(said, say.ErrorReply)]
    assert (said.key, said.args) == ("node.asked-first", [[f"player {late}"]]) and not table.session.over
    if answer != "none":
        peers.tables[late].vote(Motion("call-off", 0), answer == "yes")
        hear(peers, mover, votes)
    if answer == "yes":
        assert table.session.over and peers.tables[late].session.over
        return
    assert not table.session.over
    votes.vote(votes_words.VoteRequest("call-off", 0))
    hear(peers, mover, votes)
    assert table.session.over and not peers.tables[late].session.over, "nobody is held by who does not decide"


def test_bots_that_wait_for_lost_bots_say_which_people_could_end_it() -> None:
    trio.run(are_lost, clock=trio.testing.MockClock(autojump_threshold=0))


async def are_lost() -> None:
    """A bot is to act and lost for good; an end would leave out the person who is away as well and owes nothing."""
    peers = Peers("smugglers", [0, 1, 2], on_leave="wait", idle=300, away=60)
    peers.deliver()
    bot = next(number for number, table in enumerate(peers.tables) if table.to_decide())
    here, person = (number for number in range(3) if number != bot)
    table, listening = peers.tables[here], Listening()
    votes, _, _ = voting(peers, here, listening, bots=(here, bot))
    for _ in range(700):
        await trio.sleep(1)
        votes.retry_motions()
    (said,) = [said for said in listening.told if isinstance(said, say.ErrorReply)]
    assert (said.key, said.args) == ("node.waits-for-people", [[f"player {person}"]]) and not table.session.over


@pytest.mark.parametrize("declines", [False, True])
def test_a_vote_that_only_one_node_hears_asks_nobody_else(declines: bool) -> None:
    trio.run(is_told_alone, declines, clock=trio.testing.MockClock(autojump_threshold=0))


async def is_told_alone(declines: bool) -> None:
    """Somebody who plays votes on the end, and tells it to nobody but the one who wants it, and perhaps said no."""
    peers = Peers("smugglers", [0, 1, 2], idle=300, away=60)
    peers.deliver()
    late = next(number for number, table in enumerate(peers.tables) if table.to_decide())
    mover, villain = (number for number in range(3) if number != late)
    table, listening = peers.tables[mover], Listening()
    votes, limits, presence = voting(peers, mover, listening)
    for other in (late, villain):
        presence.connect(other)
    limits.look()
    await trio.sleep(300)
    peers.tables[villain].vote(Motion("call-off", 0), True)
    for data in peers.tables[villain].poll().send:
        table.receive(data)
    peers.flush()
    for yes in (False, True) if declines else (True,):
        peers.flush()
        for event in peers.events[mover]:
            if isinstance(event, events.VoteCast):
                votes.note_motion(event)
        peers.events[mover].clear()
        votes.vote(votes_words.VoteRequest("call-off", 0, yes))
    assert "node.asked-first" in [said.key for said in listening.told if isinstance(said, say.ErrorReply)]
