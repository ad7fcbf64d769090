"""A node with an older store: who never answers keeps it silent once more at most; an answer may be long on its way."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
import trio
import trio.testing

from tests.node.contexts import context_of
from tests.node.peers import StoredPeers
from tests.protocol.table import entropy_of
from tta_p2p.node.game.catch_up import LONG, MOST_QUESTIONS, RARELY, REACHED, ROUND_ABOUT, CatchUp, Heads
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.recovery import RecoveryReply
from tta_p2p.table.game_table import GameTable


class Returned:
    """Number 1 with an older store, and what it sends and tells."""

    def __init__(self) -> None:
        self.peers = StoredPeers(3)
        self.peers.step()
        self.table = GameTable(
            load_rules("caravan"),
            self.peers.signed,
            entropy_of("later"),
            operator=1,
            signer=self.peers.keys[1],
            journal=self.peers.journal[:2],
            resumed=True,
            stale=True,
        )
        self.told: list[list[str]] = []
        self.asked: list[bytes] = []
        mesh: Any = SimpleNamespace(
            send=lambda to, kind, data: self.asked.append(data), is_by_post=lambda operator: False
        )
        self.errors: list[say.ErrorReply] = []
        wire: Any = SimpleNamespace(desk=SimpleNamespace(tell_all=self._tell), last_change_at=0.0)
        self.presence: Any = SimpleNamespace(connected=set(), started=trio.current_time())
        context = context_of(
            self.table,
            1,
            wire=wire,
            mesh=mesh,
            presence=self.presence,
            environment=SimpleNamespace(entropy=entropy_of("nonces")),
            resumed=True,
            stale=True,
        )
        self.catching_up = CatchUp(context)

    def _tell(self, said: say.Reply) -> None:
        if isinstance(said, RecoveryReply):
            self.told.append(list(said.missing))
        else:
            assert isinstance(said, say.ErrorReply)
            self.errors.append(said)

    def head(self, question: int) -> bytes:
        """What the other answers to a question."""
        nonce = msgspec.msgpack.decode(self.asked[question], type=Heads).nonce
        return self.peers.tables[0].session.head(nonce, 1)


@pytest.mark.parametrize("here", [True, False], ids=["here", "away"])
async def test_a_person_who_has_gone_on_is_not_asked_for_ever_by_one_who_never_answers(
    autojump_clock: trio.testing.MockClock, here: bool
) -> None:
    """``here``: whether it had been connected before the person went on without it."""
    node = Returned()
    catching_up, session = node.catching_up, node.table.session
    catching_up.try_to_send()
    assert node.told == [[node.peers.signed.charter.operators[0].name]]
    if here:
        catching_up.peer_connected(0)
        node.presence.connected.add(0)
    await trio.sleep(REACHED)
    assert catching_up.end_recovery() and catching_up.context.may_send
    catching_up.peer_connected(0)
    node.presence.connected.add(0)
    assert catching_up.context.may_send == session.sending == here
    if not here:  # it may be an honest one who knows more: heard before anything is said
        assert catching_up.end_recovery() and not catching_up.context.may_send
        await trio.sleep(REACHED)
        catching_up.try_to_send()
    for _ in range(3):
        catching_up.peer_connected(0)
        assert catching_up.context.may_send and session.sending


@pytest.mark.parametrize("here", [True, False], ids=["here", "away"])
async def test_who_goes_on_at_once_does_so_when_whoever_can_be_reached_has_answered(
    autojump_clock: trio.testing.MockClock, here: bool
) -> None:
    """``here``: whether it is connected and has not answered yet; else it may just be dialling."""
    node = Returned()
    catching_up = node.catching_up
    name = node.peers.signed.charter.operators[0].name
    catching_up.try_to_send()
    await trio.sleep(REACHED / 3)
    if here:
        catching_up.peer_connected(0)
        node.presence.connected.add(0)
    assert catching_up.end_recovery() and not catching_up.context.may_send
    assert (node.errors[-1].key, node.errors[-1].args) == ("node.goes-on-soon", [[name], 15 if here else 10])
    await trio.sleep(REACHED / 2)
    catching_up.try_to_send()
    assert not catching_up.context.may_send
    await trio.sleep(REACHED / 2)
    catching_up.try_to_send()
    assert catching_up.context.may_send and node.told[-1] == []


def test_an_answer_that_was_long_on_its_way_is_as_good_as_a_new_one_and_counts_once_asked_for() -> None:
    async def answers_late() -> None:
        node = Returned()
        for _ in range(MOST_QUESTIONS + 1):
            node.catching_up.peer_connected(0)
        node.catching_up.take_heads(0, node.head(0))
        assert not node.catching_up.context.may_send, "of too many questions the first is forgotten"
        node.catching_up.take_heads(0, node.head(1))
        assert node.catching_up.context.may_send and node.table.session.sending

    trio.run(answers_late)


async def test_who_is_here_is_asked_for_somebody_away_every_second_at_first_and_seldom_once_it_has_lasted(
    autojump_clock: trio.testing.MockClock,
) -> None:
    node = Returned()
    node.presence.connected.add(0)

    async def asked_in(seconds: int, missing: set[int], quiet: float) -> int:
        """How many questions a node sends that looks around every half second (``quiet``: since when at first)."""
        before = len(node.asked)
        for step in range(2 * seconds):
            node.catching_up.ask_others(missing, quiet + step / 2)
            await trio.sleep(0.5)
        return len(node.asked) - before

    await trio.sleep(RARELY)
    assert await asked_in(20, set(), 0.0) == 0, "nobody is missing"
    first = await asked_in(int(LONG), {2}, 0.0)
    assert LONG / (ROUND_ABOUT + 0.5) <= first <= LONG / ROUND_ABOUT + 1
    later = await asked_in(600, {2}, LONG)
    assert 600 / (RARELY + 0.5) - 1 <= later <= 600 / RARELY + 1
    again = await asked_in(10, {2}, 0.0)
    assert again >= 6, "it has moved: as often as at first"
    node.catching_up.peer_connected(0)
    before = len(node.asked)
    node.catching_up.peer_connected(0)
    assert len(node.asked) == before + 1, "who comes is asked at once"


def test_whoever_is_reached_by_way_of_a_folder_is_asked_the_more_seldom_the_longer_nothing_moves() -> None:
    async def waits() -> None:
        node = Returned()
        node.presence.connected = {0}
        catching_up = node.catching_up
        catching_up._mesh.is_by_post = lambda operator: True
        asked_at = list[float]()
        for _ in range(24 * 360):  # a day, ten seconds at a time
            await trio.sleep(10.0)
            quiet = trio.current_time() - node.presence.started
            for operator in catching_up.due_questions(quiet):
                catching_up.ask_peer(operator)
                asked_at.append(quiet)
            catching_up.ask_others({2}, quiet)
        assert 3 < len(node.asked) < 12 and len(asked_at) < 12

    trio.run(waits, clock=trio.testing.MockClock(autojump_threshold=0))
