"""7 Wonders through the protocol: a whole game, and peers that go while cards are under way.

What the game asks of the protocol is tried here, in numbers; proofs of its cards in tests/table/test_whole_games.py.
"""

from __future__ import annotations

from functools import partial

import pytest

from protocol import verdict
from protocol.messages import Motion
from protocol.session import Session
from tests.protocol.numbers import NUMBERS, PostponingNumbers
from tests.table.games import Watched, all_agree, replayed
from tests.table.peers import Peers
from tta_p2p.games.contract import Left, Pass, Remix, Return
from tta_p2p.table import game_table


@pytest.fixture(autouse=True)
def _in_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_table, "Session", partial(Session, group=NUMBERS))
    monkeypatch.setattr(verdict, "BatchingGroup", PostponingNumbers)


def test_a_game_over_the_protocol_is_the_game_of_the_local_dealer_after_every_fact() -> None:
    options = {"sides": "night"}
    peers = Watched("seven_wonders", [0, 1, 2], seed=4, options=options)
    peers.play()
    all_agree(peers)
    assert list(replayed(peers, 3, options)) == peers.digests


def until(peers: Peers, kind: type, messages: int) -> None:
    """Deliver one by one until somebody's next need is of this kind and so many more messages came."""
    while True:
        peers.flush()
        table = peers.tables[0]
        needs = table.game.needs(table.state) if table.state else ()
        if needs and table.state.turn and isinstance(needs[0], kind):
            messages -= 1
            if messages < 0:
                return
        if peers.wire:
            to, data = peers.wire.popleft()
            if to in peers.up:
                peers.tables[to].receive(data)
        else:
            assert peers.step()


@pytest.mark.parametrize("kind", [Return, Pass, Remix])
@pytest.mark.parametrize("messages", [1, 4])
def test_a_peer_that_goes_while_cards_are_under_way_holds_nobody_up(kind: type, messages: int) -> None:
    peers = Peers("seven_wonders", [0, 1, 2], seed=4, options={"sides": "night"})  # as dealt in the whole game
    until(peers, kind, messages)
    (gone,) = peers.tables[2].own_seats
    peers.up.discard(2)
    peers.deliver()  # what it had sent still arrives
    for number in (0, 1):
        peers.tables[number].vote(Motion("gone", 2))
    first, second = peers.tables[:2]
    for _ in range(6):  # what it had still to do may be nothing but its next choice
        assert peers.step()
    peers.deliver()
    assert any(isinstance(fact, Left) for fact in first.facts)
    assert first.facts == second.facts and first.log == second.log
    assert first.game.digest(first.state) == second.game.digest(second.state)
    assert first.game.decision(first.state) is not None
    sizes = {seat: 8 - first.state.turn for seat in range(3)}
    assert {seat: len(hand) for seat, hand in enumerate(first.state.hands)} == {**sizes, gone: 0}
