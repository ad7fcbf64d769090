"""Real processes: a game is paused, everything is switched off, and it goes on another day, in any order."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest
import trio
import trio.testing

from protocol.events import MotionCarried
from protocol.messages import Motion
from protocol.transcript import Record
from tests.cli.terminals import here
from tests.node.contexts import context_of
from tests.node.games import exported
from tests.node.peers import three_who_pause
from tests.node.processes import Game, Visitor, copy_of
from tests.node.stored import put_back
from tests.protocol.table import entropy_of
from tests.table.peers import Peers
from tta_p2p.net.framing import FrameKind
from tta_p2p.node.game.part import FrameValue
from tta_p2p.node.game.parts.pause import Pause as PausePart
from tta_p2p.node.game.presence import Presence
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.pause import PauseReply
from tta_p2p.store.database import GameRow, Store
from tta_p2p.table.game_table import GameTable


def agree(*visitors: Visitor) -> None:
    """Everybody agrees to a pause; it holds at every node."""
    for visitor in visitors:
        visitor.say(do="vote", motion="pause")
    for visitor in visitors:
        assert visitor.hear("pause")["holds"]


def until_it_goes_on(visitor: Visitor) -> None:
    """Wait until the pause is over at a node."""
    visitor.say(do="look")
    while any(wait["seat"] == -1 and wait["why"] == "pause" for wait in visitor.hear("waiting")["for"]):
        pass


def play_to_the_end(game: Game) -> None:
    """Both people end all their turns by themselves from now on."""
    for number in range(2):
        visitor = game.visit(number, seat=None)
        visitor.say(do="skip", key="turn")
        while not (said := visitor.hear("turn", "error")).get("skips"):
            if said["is"] == "error":  # a node that was started anew may not have laid the game out yet
                assert said["key"] != "node.hello-first", visitor.said
                time.sleep(0.05)
                visitor.say(do="skip", key="turn")
        visitor.close()


def status(game: Game, number: int) -> str:
    """How the game stands in the store of a node."""
    return stored(game, number).status


def stored(game: Game, number: int) -> GameRow:
    """What the store of a node keeps of the game."""
    store = Store(game.nodes[number].home)
    (row,) = store.games()
    store.close()
    return row


def test_a_paused_game_goes_on_another_day_and_who_joined_may_come_first(tmp_path: Path) -> None:
    first = 1
    game = Game(tmp_path, 2, game="skiff", people=(0, 1))
    try:
        visitors = [game.under_way(number, seat=None) for number in range(2)]
        agree(*visitors)
        for visitor in visitors:
            visitor.say(do="look")
            assert not visitor.hear("turn")["mine"]  # nobody decides anything meanwhile
        while status(game, first) != "paused":
            time.sleep(0.05)
        told, called = here(game.nodes[first].home, "resume", "--detach").stderr, stored(game, first).sid.hex()[:8]
        assert "paused" in told and f"tta attach {called}" in told and "type resume" in told
        for visitor in visitors:
            visitor.close()
        game.wait()  # nobody looks, and all know of it: nothing need run any more
        for number in range(2):
            assert status(game, number) == "paused" and "paused" in here(game.nodes[number].home, "games").stdout
            verdict = exported(game, number, tmp_path)
            assert verdict.status == "unfinished" and verdict.paused and "paused" in verdict.reason
        game.restart(first)
        early = game.visit(first, seat=None)
        while early.hear("pause")["missing"] != [f"Player {1 - first}"]:
            pass
        game.restart(1 - first)
        late = game.visit(1 - first, seat=None)
        for visitor in (early, late):
            until_it_goes_on(visitor)
            visitor.close()
        play_to_the_end(game)
        game.wait()
        for node in game.nodes:
            assert node.verdict().state == "fair"
    finally:
        game.close()


def whose_turn(visitors: Sequence[Visitor]) -> int:
    """Which of them is to act."""
    while True:
        for number, visitor in enumerate(visitors):
            visitor.say(do="look")
            if visitor.hear("turn")["mine"]:
                return number


def test_a_pause_of_an_hour_ends_in_the_windows_in_which_it_began(tmp_path: Path) -> None:
    """Who goes on is not said to rest before acting: the others read whom they miss, and then whose turn it is."""
    game = Game(tmp_path, 3, game="skiff", people=(0, 1))  # the third is a bot: it agrees, and goes on by itself
    try:
        visitors = [game.under_way(number, seat=None) for number in range(2)]
        number = whose_turn(visitors)  # of whom the game hears nothing before she acts
        ann, bob = visitors[number], visitors[1 - number]
        ann.say(do="resume")
        assert ann.hear("error")["key"] == "node.not-paused"
        agree(ann, bob)
        ann.say(do="vote", motion="pause")
        assert ann.hear("error")["key"] == "node.paused-already"
        ann.say(do="vote", motion="gone", operator=1 - number)
        assert ann.hear("error")["key"] == "node.paused"
        ann.say(do="resume")
        while (told := ann.hear("pause"))["holds"] or "Player 2" in told["missing"]:
            pass
        assert told["missing"] == [f"Player {1 - number}"], "she is there, though the game has not heard her"
        bob.say(do="resume")
        for visitor in visitors:
            while (told := visitor.hear("pause"))["holds"] or told["missing"]:
                pass
            until_it_goes_on(visitor)
        ann.say(do="vote", motion="pause", operator=0)
        bob.say(do="vote", motion="pause", operator=0)
        for visitor in visitors:
            while not (told := visitor.hear("pause"))["holds"]:
                pass
            assert not told["wanted"], "it is asked anew: this pause was agreed after its last word"
    finally:
        game.close()


@pytest.mark.parametrize("old", [False, True], ids=["killed", "an old store"])
def test_who_is_killed_over_a_pause_finds_it_again(tmp_path: Path, old: bool) -> None:
    """One is killed when it has agreed and nothing has carried, or comes back with a store from before its vote."""
    game = Game(tmp_path, 2, game="skiff", people=(0, 1))
    try:
        ann, bob = (game.under_way(number, seat=None) for number in range(2))
        before = copy_of(game.nodes[1].home, tmp_path / "before")
        bob.say(do="vote", motion="pause", operator=0)
        while bob.hear("motion")["by"] != 1:
            pass
        if old:
            while ann.hear("motion")["by"] != 1:
                pass
            ann.say(do="vote", motion="pause", operator=0)
            assert ann.hear("pause")["holds"] and bob.hear("pause")["holds"]
        game.nodes[1].kill()
        if old:
            put_back(before, game.nodes[1].home, "store")
        game.restart(1)
        bob = game.visit(1, seat=None)
        if not old:
            while ann.hear("motion")["by"] != 1:
                pass
            ann.say(do="vote", motion="pause", operator=0)
            assert ann.hear("pause")["holds"]
        if old:  # it did not know that its person had agreed, and asks whether that goes on
            while not bob.hear("pause")["holds"]:
                pass
            bob.say(do="resume")
        ann.say(do="resume")
        for visitor in (ann, bob):
            until_it_goes_on(visitor)
            visitor.close()
        play_to_the_end(game)
        game.wait()
        assert {node.verdict().state for node in game.nodes} == {"fair"}
    finally:
        game.close()


def test_who_is_left_of_a_paused_game_can_call_it_off(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="skiff", people=(0, 1), away=0)
    try:
        ann, bob = (game.under_way(number, seat=None) for number in range(2))
        agree(ann, bob)
        game.nodes[1].kill()
        game.until_away("Player 1", 0)
        ann.say(do="resume")
        while not ann.hear("pause")["wanted"]:
            pass
        ann.say(do="vote", motion="call-off", operator=0)
        assert ann.hear("halted")["key"] == "call-off"
        ann.close()
        game.wait(0)
        assert exported(game, 0, tmp_path).status == "left"
    finally:
        game.close()


class Wire:
    """Keeps what is told to other nodes, and what to people."""

    @property
    def desk(self) -> Wire:
        return self

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.told: list[say.Reply] = []

    def send(self, operator: int, kind: int, payload: bytes) -> None:
        assert kind == FrameKind.WENT_ON
        self.frames.append(payload)

    def send_all(self, kind: int, payload: bytes) -> None:
        self.send(-1, kind, payload)

    def tell_all(self, said: say.Reply) -> None:
        self.told.append(said)

    def show_soon(self) -> None:
        """Nothing else is looked at."""


def test_who_has_agreed_to_a_pause_goes_on_by_a_start_however_far_the_game_has_come_since() -> None:
    trio.run(is_started_after_more, clock=trio.testing.MockClock(autojump_threshold=0))


async def is_started_after_more() -> None:
    """One is started again when the others have agreed on the pause and, since, that it is gone."""
    peers, first, second, away = three_who_pause()
    journal = tuple(peers.stored[away])
    for table in (peers.tables[first], peers.tables[second]):
        table.vote(Motion("gone", away), True)
    peers.deliver()
    wire, presence = Wire(), Presence()
    presence.start()
    context = context_of(peers.tables[away], away, wire=wire, presence=presence, journal=journal)
    pausing = context.add(PausePart(context))
    pausing.begin()
    assert pausing.resume_requested


@pytest.mark.parametrize("goes_on", [True, False])
def test_who_says_resume_with_an_old_store_goes_on_also_from_a_pause_that_it_learns_of_then(goes_on: bool) -> None:
    trio.run(learns_of_a_pause, goes_on, clock=trio.testing.MockClock(autojump_threshold=0))


async def learns_of_a_pause(goes_on: bool) -> None:
    """Two pauses were agreed; the store that comes back knows the first alone."""
    peers = Peers("smugglers", [0, 1])
    peers.deliver()
    journal: tuple[Record, ...] = ()
    for _ in range(2):
        journal = tuple(peers.stored[1])
        for table in peers.tables:
            table.resume()
            table.vote(Motion("pause", 0))
        peers.deliver()
    first = peers.tables[0].session.course.pause_epoch - 1
    game, signed, key = peers.tables[1].game, peers.signed, peers.keys[1]
    old = GameTable(game, signed, entropy_of("old"), operator=1, signer=key, journal=journal, resumed=True, stale=True)
    wire, presence = Wire(), Presence()
    presence.start()
    context = context_of(old, 1, wire=wire, presence=presence, journal=journal)
    pausing = context.add(PausePart(context))
    assert MotionCarried(Motion("pause", 0)) in old.poll().events and old.session.course.pause_epoch == first
    pausing.begin()
    assert wire.told == [PauseReply(True, True, ["player 0"])], "it goes on from this one by its start"
    if goes_on:
        pausing.resume()
    presence.connect(0)
    pausing.watch()
    for data in peers.tables[0].session.missing_for(old.session.heads(), (1,)):
        old.receive(data)
    assert MotionCarried(Motion("pause", 0)) in old.poll().events and old.session.course.pause_epoch == first + 1
    pausing.watch()  # whatever else came with that word may let it look before the pause is told
    pausing.begin()
    told = wire.told[-1]
    assert isinstance(told, PauseReply) and old.session.paused is told.holds is not goes_on


def test_who_rests_reads_that_others_have_said_resume_also_before_everybody_is_there() -> None:
    trio.run(rests_and_is_asked, clock=trio.testing.MockClock(autojump_threshold=0))


async def rests_and_is_asked() -> None:
    peers, *order = three_who_pause()
    wants, is_paused, away = order
    wires, pausings, presences = {one: Wire() for one in order}, {}, {}
    for one in (wants, is_paused):
        presence = presences[one] = Presence()
        presence.start()
        presence.connect(wants + is_paused - one)
        context = context_of(peers.tables[one], one, wire=wires[one], presence=presence, unattended=(away,))
        pausings[one] = context.add(PausePart(context))
        pausings[one].begin()
    assert not wires[wants].frames, "nobody has said anything yet"
    pausings[wants].resume()
    (wish,) = wires[wants].frames
    heard = [pausings[is_paused].hear(wants, FrameKind.WENT_ON, wish) for _ in range(2)]
    assert heard == [FrameValue.NEWS, FrameValue.USELESS]
    told = wires[is_paused].told[-1]
    assert told == PauseReply(True, False, [f"player {away}"], [f"player {wants}"])
    assert wants in pausings[is_paused].paused_operators(), "it has not gone on yet: no limit runs for it"
    pausings[wants].peer_connected(away)
    assert wires[wants].frames[-1] == wish, "who comes later hears of it as well"
    assert (
        pausings[is_paused].hear(away, FrameKind.WENT_ON, wish[:8]) is FrameValue.NEWS
        and wires[is_paused].told[-1] == told
    ), "no person is at that one"
    pausings[is_paused].resume()
    assert wires[is_paused].told[-1] == PauseReply(True, True, [f"player {away}"], [f"player {wants}"])
    presences[is_paused].connect(away)
    pausings[is_paused].watch()
    assert wires[is_paused].told[-1] == PauseReply(False), (
        "nobody is missed who has said resume, though not gone on yet"
    )
    assert wants in pausings[is_paused].paused_operators()
