"""Shuffles that nothing waits for are told at once, mixed beside play, and made up before their cards are touched."""

from __future__ import annotations

import pytest

from protocol.errors import BadEncoding
from protocol.messages import MixMessage, Motion, decode_body, decode_envelope
from protocol.operations import Bundle, Operation, Prepare, Shuffle, decode_operation
from protocol.transcript import PLAY, MessageRecord, OperationRecord
from tests.table.peers import Peers
from tta_p2p.games.contract import Act, Shuffled
from tta_p2p.table.audit import verify_records
from tta_p2p.table.game_table import GameTable

GAME = "through_the_ages"


def act(peers: Peers, decisions: int) -> None:
    """Let so many entries be said; who may prepare an event does, so that events are turned up and come round again."""
    for _ in range(decisions):
        peers.deliver()
        for i in sorted(peers.up):
            for seat in peers.tables[i].to_decide():
                options = [option.act for option in peers.tables[i].draft(seat).legal()]
                wanted = [one for one in options if one.verb in ("seed", "end")] or options
                stays = [one for one in wanted if one.verb != "resign"]
                peers.tables[i].act(peers.rng.choice(stays))
    peers.deliver()


def operations(table: GameTable) -> list[tuple[Operation, int]]:
    """What was asked for, and how many mixes were said on play meanwhile."""
    found: list[tuple[Operation, int]] = []
    for record in table.session.records:
        if isinstance(record, OperationRecord):
            found.append((decode_operation(record.operation), 0))
        elif isinstance(record, MessageRecord) and found:
            envelope = decode_envelope(record.envelope)
            mixed = envelope.lane == PLAY and isinstance(decode_body(envelope.body), MixMessage)
            found[-1] = (found[-1][0], found[-1][1] + mixed)
    return found


def mixed_beside_play(table: GameTable) -> list[int]:
    """Of each pile of events that has come round as it was prepared, how many mixes were said on play."""
    asked = operations(table)
    prepared = {one.handles + one.faces for one, _ in asked if isinstance(one, Prepare)}
    made_up = [(one, mixes) for one, mixes in asked if isinstance(one, Shuffle) and one.handles + one.faces in prepared]
    return [mixes for one, mixes in made_up if one.handles]


def named(operation: Operation) -> set[int]:
    parts = operation.parts if isinstance(operation, Bundle) else (operation,)
    return {handle for part in parts for handle in getattr(part, "handles", ())}


def test_nobody_waits_for_events_that_are_mixed_and_who_leaves_meanwhile_holds_nobody_up() -> None:
    peers = Peers(GAME, [0, 1, 2], seed=4)
    peers.deliver()
    first = peers.tables[0]
    assert first.referee._put_off, "the first events are needed only when somebody prepares one"
    while not (mixed_beside_play(first) and first.referee._put_off):  # events have come round, and others are mixed now
        act(peers, 1)
        assert len(first.facts) < 300
    peers.up.discard(1)
    for number in peers.up:
        peers.tables[number].vote(Motion("gone", 1))
    act(peers, 20)
    assert 1 not in first.session.seated
    others = [peers.tables[number] for number in sorted(peers.up)]
    assert all(table.facts == first.facts and table.session.chain == first.session.chain for table in others)
    assert all(table.game.digest(table.state) == first.game.digest(first.state) for table in others)
    assert not any(mixed_beside_play(first)), "events that come round were mixed beside play"
    asked = operations(first)
    born = {handle: number for number, (one, _) in enumerate(asked) for handle in getattr(one, "into", ())}
    for number, (one, _) in enumerate(asked):
        assert all(born.get(handle, -1) < number for handle in named(one)), "no card is touched before it is mixed"
    told = [number for number, fact in enumerate(first.facts) if isinstance(fact, Shuffled)]
    assert any(isinstance(first.facts[number + 1], Act) for number in told[1:]), "somebody decided meanwhile"
    assert verify_records(peers.signed, others[-1].session.records).status == "unfinished"


def test_a_file_in_which_a_shuffle_is_carried_out_that_nothing_waits_for_is_not_by_these_rules() -> None:
    peers = Peers(GAME, [0, 1], seed=4)
    peers.deliver()
    table = peers.tables[0]
    (waiting,) = table.referee._put_off.values()
    with pytest.raises(BadEncoding, match="do not ask for this shuffle"):
        table.referee.expect(Shuffle(waiting.handles, waiting.faces, waiting.into))
    table.referee.expect(Prepare(waiting.deck, waiting.handles, waiting.faces))
