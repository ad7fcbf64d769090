"""Whole games through the protocol are the games that the local dealer deals from the same decks."""

from __future__ import annotations

import pytest

from protocol.messages import MixMessage, Motion, decode_body, decode_envelope
from protocol.operations import Shuffle, decode_operation
from protocol.transcript import PLAY, MessageRecord, OperationRecord
from tests.table.games import Watched, all_agree, replayed
from tests.table.peers import Peers
from tta_p2p.table.audit import verify_records

CASES = [("caravan", [0, 1]), ("caravan", [0, 1, 2, 3]), ("caravan", [0, 0, 1])]
CASES += [("smugglers", seats) for seats in ([0, 1], [0, 1, 2, 3], [0, 1, 1])]


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_a_game_over_the_protocol_is_the_game_of_the_local_dealer_after_every_fact(name: str, seats: list[int]) -> None:
    peers = Watched(name, seats, seed=len(seats))
    peers.play()
    all_agree(peers)
    assert list(replayed(peers, len(seats), None)) == peers.digests


def test_through_the_ages_over_the_protocol_is_the_game_of_the_local_dealer_after_every_fact() -> None:
    peers = Watched("through_the_ages", [0, 1], seed=5)
    peers.play()
    all_agree(peers)
    assert len(peers.digests) > 100
    assert list(replayed(peers, 2, None)) == peers.digests


def test_a_deck_into_which_hidden_cards_go_is_mixed_while_people_think() -> None:
    """The guilds of Seven Wonders lie hidden among the cards of Age III: nobody waits for that mix when it is due."""
    peers = Watched("seven_wonders", [0, 1, 2], seed=3)
    peers.play()
    all_agree(peers)
    assert list(replayed(peers, 3, None)) == peers.digests
    due, mixed, shuffle = list[Shuffle](), list[int](), None
    for record in peers.tables[0].session.records:
        if isinstance(record, OperationRecord):
            operation = decode_operation(record.operation)
            shuffle = operation if isinstance(operation, Shuffle) else None
            due += [shuffle] if shuffle else []
            mixed += [0] if shuffle else []
        elif isinstance(record, MessageRecord) and shuffle is not None:
            envelope = decode_envelope(record.envelope)
            mixed[-1] += envelope.lane == PLAY and isinstance(decode_body(envelope.body), MixMessage)
    with_guilds = [count for shuffle, count in zip(due, mixed, strict=True) if shuffle.handles and shuffle.faces]
    assert with_guilds == [0]
    assert sum(mixed) > 0, "the first piles of the game could not be known before"


@pytest.mark.parametrize("agreed", [False, True])
def test_who_has_decided_when_the_game_ends_by_agreement_decides_nothing_more(agreed: bool) -> None:
    """Its sealed answer is on its way: if the vote comes to nothing the game goes on with it."""
    peers = Peers("caravan", [0, 1], seed=2)
    peers.deliver()
    first, second = peers.tables
    (seat,) = first.to_decide()
    first.act(peers.rng.choice(first.draft(seat).legal()).act)
    first.vote(Motion("call-off", 0))
    peers.deliver()
    second.vote(Motion("call-off", 0), agreed)
    peers.deliver()
    assert first.session.over == second.session.over == agreed
    peers.play()
    assert first.session.course.finished == (not agreed)


@pytest.mark.parametrize(
    ("kind", "words"), [("call-off", "called off by agreement"), ("forfeit", "given up by agreement")]
)
def test_the_verdict_on_a_game_that_was_ended_by_agreement_says_so(kind: str, words: str) -> None:
    peers = Peers("smugglers", [0, 1], seed=3)
    for _ in range(3):
        peers.step()
    peers.deliver()
    records = peers.tables[0].session.records
    assert "the end is missing" in verify_records(peers.signed, records).reason
    for table in peers.tables:
        table.vote(Motion(kind, 0))  # type: ignore[arg-type]
    peers.deliver()
    for table in peers.tables:
        verdict = verify_records(peers.signed, table.session.records)
        assert (verdict.state, verdict.certificates) == ("ended", ())
        assert words in verdict.reason
