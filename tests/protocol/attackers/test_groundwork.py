"""Whoever waits for a node to use prepared randomness twice waits in vain."""

from __future__ import annotations

import pytest

from protocol.messages import MixMessage, Motion, decode_body, decode_envelope
from protocol.operations import Deal, Prepare, Remix, Shuffle
from protocol.proofs.groundwork import HANDS, PILES
from protocol.session import Session
from protocol.transcript import MessageRecord, Record, SecretRecord
from tests.protocol.table import FACES, Table, entropy_of


def laid(session: Session) -> int:
    """How much groundwork a session has, when nothing more is to be done."""
    while session.prepare():
        pass
    return sum(map(len, session.play._pools.values()))


def factors(session: Session) -> set[bytes]:
    return {factor for pool in session.play._pools.values() for work in pool._laid for factor, _, _ in work._factors}


def ready() -> Table:
    """Three nodes that have shuffled a deck, each with all the groundwork that it lays."""
    table = Table()
    table.play(Shuffle((), FACES[:8], tuple(range(8))))
    assert all(laid(node.session) == sum(PILES) + sum(HANDS) for node in table.nodes)
    return table


def test_play_uses_up_what_was_prepared_and_it_is_prepared_anew() -> None:
    table = ready()
    before = [factors(node.session) for node in table.nodes]
    table.play(
        Shuffle(tuple(range(8)), (), tuple(range(10, 18))),
        Deal((10, 11), 1),
        Remix(1, (10, 11), (), (20, 21)),
    )
    left = [factors(node.session) for node in table.nodes]
    assert [len(was) - len(now) for was, now in zip(before, left, strict=True)] == [16, 26, 16]
    assert all(now < was for was, now in zip(before, left, strict=True))
    for node, was, now in zip(table.nodes, before, left, strict=True):
        laid(node.session)
        assert now < factors(node.session) and not (factors(node.session) - now) & was


@pytest.mark.parametrize("lost", [False, True])
def test_a_restart_with_repeating_entropy_lays_other_groundwork(lost: bool) -> None:
    """The numbers of the first life stand in the journal before anything made of them is said; damaged, they do too."""
    lives = []
    journal: list[Record] = []
    table = ready()
    signed, key = table.signed, table.keys[0]
    table.carry_out(table.nodes[0])
    journal += table.nodes[0].journal
    assert any(isinstance(one, SecretRecord) and one.name.startswith("groundwork") for one in journal)
    for life in range(3):
        if lost and life:
            journal = [SecretRecord(one.name, b"") if _is_number(one) else one for one in journal]
        session = Session(signed, lambda count: bytes(count), operator=0, signer=key, journal=journal, resumed=True)
        _go_through(session, table)
        session.start_sending()
        laid(session)
        lives.append(factors(session))
        journal += session.poll().store
    assert lives[0] and not lives[0] & lives[1] and not lives[0] & lives[2] and not lives[1] & lives[2]


def _is_number(record: Record) -> bool:
    return isinstance(record, SecretRecord) and record.name.startswith("groundwork")


def _go_through(session: Session, table: Table) -> None:
    for operation in table.script:
        session.request(operation)


def test_an_older_store_prepares_nothing_and_its_shuffles_hold() -> None:
    table = ready()
    table.kill(2)
    table.revive(2, stale=True)
    assert laid(table.nodes[2].session) == 0
    ended = table.play(Shuffle(tuple(range(8)), (), tuple(range(10, 18))))
    assert len(ended) == 3 and not any(node.accused() for node in table.nodes)


def test_what_was_prepared_for_a_key_is_gone_with_it_and_all_with_the_secrets() -> None:
    table = ready()
    session = table.nodes[0].session
    old = session.play.joint_key
    was = factors(session)
    table.kill(2)
    for node in table.nodes[:2]:
        node.session.vote(Motion("gone", 2))
    table.run()
    assert session.play.joint_key != old
    laid(session)
    assert all(key != old for _, key in session.play._pools)
    assert len(factors(session) & was) == sum(HANDS), "those for the own key have stayed"
    session.forget_secrets()
    assert not factors(session) and not session.prepare()


def test_who_is_to_mix_a_pile_soon_prepares_for_it_meanwhile() -> None:
    table = Table()
    table.play()
    last = table.nodes[2]
    table.script.append(Prepare("deck", (), FACES[:30]))
    table.flush(last)
    while last.session.prepare(idle=False):
        pass
    assert {key: len(pool) for key, pool in last.session.play._pools.items() if len(pool)} == {
        (2, last.session.play.joint_key): 30
    }, "while the game goes on only what is due"
    assert laid(last.session) == 30 + sum(PILES) + sum(HANDS)
    table.run()
    assert laid(last.session) == sum(PILES) + sum(HANDS)


def test_before_there_are_keys_nothing_is_prepared_and_who_watches_never_does() -> None:
    table = Table()
    assert not table.nodes[0].session.prepare()
    watcher = Session(table.signed, entropy_of("nobody"))
    assert not watcher.prepare()


def test_frozen_entropy_shows_no_permutation_of_two_piles_of_the_same_cards() -> None:
    """The same cards are mixed twice; who has used the same factors twice would have made the same differences."""
    table = ready()
    deck = Shuffle((), FACES[:8], tuple(range(30, 38)))
    table.play(deck, Shuffle((), FACES[:8], tuple(range(40, 48))))
    said = [
        decode_body(decode_envelope(one.envelope).body) for one in table.records() if isinstance(one, MessageRecord)
    ]
    piles = [body.cards for body in said if isinstance(body, MixMessage)]
    assert len(piles) >= 9 and len(set(piles)) == len(piles)
    firsts = [pile[i : i + 32] for pile in piles for i in range(0, len(pile), 64)]
    assert len(set(firsts)) == len(firsts)
