"""Taking off the layers of who has left: false locks and false shares of its key are named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from protocol.elgamal import CIPHERTEXT_BYTES, decode_ciphertexts
from protocol.group import Element, Scalar, from_int, scalar_add
from protocol.messages import (
    Body,
    Echo,
    LockMessage,
    Motion,
    Shares,
    decode_body,
)
from protocol.proofs import lock, share
from tests.protocol.attackers.malice import (
    GROUP,
    Forge,
    Lie,
    Villain,
    assert_caught,
    honest,
    said_by,
    set_up,
)

SEVEN = from_int(7)

# When somebody has left.


def locking(
    secret: Callable[[Lie], Scalar] = lambda lie: lie.own.masking,
    current: Callable[[Lie, Element], Element] = lambda lie, key: key,
    change: Callable[[bytes], bytes] = lambda proof: proof,
) -> Forge:
    def forge(lie: Lie) -> Body:
        play = lie.play
        key = current(lie, GROUP.add(play.keys[3], play.keys[0]))
        earlier = decode_body(said_by(lie.table.nodes[0], LockMessage, [0])[-1].body)
        assert isinstance(earlier, LockMessage)
        ciphers = decode_ciphertexts(GROUP, earlier.proofs[:CIPHERTEXT_BYTES], 1)
        place = lie.context("lock 3")
        proof = lock.prove(GROUP, place, play.keys[1], key, ciphers, secret(lie), lie.own.rng)
        return LockMessage(change(proof))

    return forge


LOCKS: dict[str, Forge] = {
    "with another key": locking(secret=lambda lie: lie.own.box),
    "from another key": locking(current=lambda lie, key: lie.play.joint_key),
    "spoilt": locking(change=lambda proof: proof[:-1] + bytes([proof[-1] ^ 1])),
    "copied": lambda lie: decode_body(said_by(lie.table.nodes[0], LockMessage, [0])[-1].body),
    "not at all": lambda lie: Echo(),
}


@pytest.mark.parametrize("how", LOCKS)
def test_a_false_lock_of_a_leavers_card_is_named(how: str) -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    villain = Villain(table, 1).lies(LockMessage, LOCKS[how])
    table.kill(3)
    for node in honest(table):
        node.session.vote(Motion("gone", 3))
    table.run()
    assert villain.sent
    assert_caught(table, 1, "bad-proof", by=[table.nodes[0], table.nodes[2]], thorough=False)


RECOVERIES: dict[str, Forge] = {
    "with its own key": lambda lie: recovery(lie, lie.own.masking),
    "with a shifted share": lambda lie: recovery(lie, scalar_add(lie.play.escrowed[(3, 1)], SEVEN)),
    "with its share of another seat's key": lambda lie: recovery(lie, lie.play.escrowed[(2, 1)]),
}


def recovery(lie: Lie, secret: Scalar) -> Body:
    play = lie.play
    cards = [card for _, card in sorted(play.table.cards.items()) if card.joint]
    cards += [card for _, card in sorted(play.table.cards.items()) if card.holder == 3]
    key = play.dealings[3].share_key(1)
    firsts = [card.cipher.a for card in cards]
    return Shares(share.prove(GROUP, lie.context("recover 3 leave"), key, firsts, secret, lie.own.rng))


@pytest.mark.parametrize("how", RECOVERIES)
def test_a_false_share_of_a_leavers_key_is_named(how: str) -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    villain = Villain(table, 1).lies(Shares, RECOVERIES[how])
    table.kill(3)
    for node in honest(table):
        node.session.vote(Motion("gone", 3))
    table.run()
    assert villain.sent
    assert_caught(table, 1, "bad-proof", by=[table.nodes[0], table.nodes[2]], thorough=False)


def test_the_recovery_prover_of_these_tests_is_right_where_nothing_is_false() -> None:
    """Control: the same program with the true share is taken."""
    table = set_up((0, 1, 2, 3), cards=8)
    villain = Villain(table, 1).lies(Shares, lambda lie: recovery(lie, lie.play.escrowed[(3, 1)]))
    table.kill(3)
    for node in honest(table):
        node.session.vote(Motion("gone", 3))
    table.run()
    assert not [found for node in honest(table) for found in node.accused() if found.certificate.kind == "bad-proof"]
    assert villain.sent
