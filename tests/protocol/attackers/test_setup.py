"""Attacks before the first card: on the draw for seats, on the keys and on their escrow."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from protocol.fiatshamir import Context, HedgedRandom
from protocol.group import Element, Scalar, from_int, scalar_add
from protocol.messages import (
    Body,
    CoinCommit,
    CoinOpen,
    Escrow,
    EscrowVerdict,
    KeyCommit,
    KeyOpen,
    Motion,
    decode_body,
    decode_envelope,
)
from protocol.proofs import escrow, possession, sigma
from protocol.transcript import MessageRecord
from protocol.wire import digest
from tests.protocol.attackers.malice import (
    GROUP,
    IDENTITY,
    NON_CANONICAL,
    OFF_CURVE,
    SMALL_ORDER,
    Forge,
    Lie,
    Villain,
    assert_caught,
    mixed_order,
    nobody_accused,
    set_up,
    waits_for,
)
from tests.protocol.table import Table

BOX = 160
"""Bytes of a box: R, the sealed share, and a proof of two scalars."""


def said(table: Table, kind: type[object], node: int = 0) -> dict[int, Any]:
    """What every seat has said of a kind, by seat."""
    found = {}
    for record in table.records(node):
        if isinstance(record, MessageRecord):
            envelope = decode_envelope(record.envelope)
            body = decode_body(envelope.body)
            if isinstance(body, kind):
                found[envelope.seat] = body
    return found


def bodies(table: Table, kind: type[object], *villains: int) -> list[Body]:
    """Every body of a kind that any node but the villains' has said or taken."""
    nodes = [node for node in range(len(table.nodes)) if node not in villains]
    return [body for node in nodes for body in said(table, kind, node).values()]


# The draw for seats.


def test_who_opens_another_coin_than_it_committed_to_is_named() -> None:
    table = Table()
    Villain(table, 1).lies(CoinOpen, lambda lie: msgspec.structs.replace(lie.body, value=bytes(32)))
    table.run()
    assert_caught(table, 1, "bad-proof")


def copied(kind: type[object], seat: int) -> Forge:
    """What another seat has said of a kind."""
    return lambda lie: said(lie.table, kind, seat)[seat]


def test_a_copied_coin_commitment_cannot_be_opened() -> None:
    table = Table()
    villain = Villain(table, 1)
    villain.inside(CoinCommit, copied(CoinCommit, 0), last=True).lies(CoinOpen, copied(CoinOpen, 0), last=True)
    villain.rush()
    villain.rush()
    assert_caught(table, 1, "bad-proof")


def test_nobody_opens_its_coin_before_the_last_commitment_is_there() -> None:
    table = Table()
    Villain(table, 1).lies(CoinCommit, lambda lie: None)
    table.run()
    assert all(not bodies(table, kind, 1) for kind in (CoinOpen, KeyCommit))
    assert waits_for(table.nodes[0]) == waits_for(table.nodes[2]) == {1}
    nobody_accused(table)


def test_who_commits_to_two_coins_is_named_before_anybody_opens() -> None:
    table = Table()
    Villain(table, 1).lies(CoinCommit, lambda lie: CoinCommit(bytes(32)), to=[2])
    table.run()
    assert_caught(table, 1, "equivocation")
    assert not bodies(table, CoinOpen, 1)


# Keys.


def test_nobody_shows_its_key_before_the_last_commitment_is_there() -> None:
    table = Table()
    Villain(table, 1).lies(KeyCommit, lambda lie: None)
    table.run()
    assert not bodies(table, KeyOpen, 1)
    nobody_accused(table)


def test_a_rogue_key_that_cancels_the_others_is_refused() -> None:
    def rogue(lie: Lie) -> Body:
        """y = z - Σ y_i, which would make the joint key one whose secret z the villain knows."""
        others = [body.masking for seat, body in sorted(said(lie.table, KeyOpen).items()) if seat != lie.seat]
        assert len(others) == 1, "it speaks last"
        secret = lie.own_secret("masking")
        y = GROUP.base(secret)
        for other in others:
            y = GROUP.sub(y, Element(other))
        proof = possession.prove(GROUP, lie.context("masking"), y, secret, HedgedRandom(bytes(32), bytes))
        return msgspec.structs.replace(lie.body, masking=y, masking_proof=proof)

    table = Table((0, 1))
    Villain(table, 1).lies(KeyOpen, rogue, last=True).rush()
    assert_caught(table, 1, "bad-proof")


def test_a_copied_key_with_its_commitment_and_proofs_is_refused() -> None:
    table = Table()
    villain = Villain(table, 2)
    villain.inside(KeyCommit, copied(KeyCommit, 0), last=True).lies(KeyOpen, copied(KeyOpen, 0), last=True)
    villain.rush()
    villain.rush()
    caught = assert_caught(table, 2, "bad-proof")
    assert isinstance(decode_body(decode_envelope(caught.evidence[0]).body), KeyOpen), "it needs no later lie"


@pytest.mark.parametrize("point", [IDENTITY, SMALL_ORDER, NON_CANONICAL, OFF_CURVE, "mixed"])
def test_a_key_outside_the_group_is_refused(point: bytes | str) -> None:
    table = Table()
    salt = bytes(32)

    def keys(lie: Lie) -> tuple[bytes, bytes]:
        honest = GROUP.base(lie.own_secret("masking"))
        return (mixed_order(honest) if isinstance(point, str) else point), GROUP.base(lie.own_secret("box"))

    def commit(lie: Lie) -> Body:
        masking, box = keys(lie)
        parts = ((1).to_bytes(2, "little"), bytes(4), masking, box, salt)
        return KeyCommit(digest("key", lie.play.sid, *parts))

    def show(lie: Lie) -> Body:
        masking, box = keys(lie)
        return msgspec.structs.replace(lie.body, masking=masking, box=box, salt=salt)

    Villain(table, 1).inside(KeyCommit, commit).lies(KeyOpen, show)
    table.run()
    assert_caught(table, 1, "bad-proof")


@pytest.mark.parametrize("what", ["masking", "box", "salt"])
def test_who_opens_another_key_than_it_committed_to_is_named(what: str) -> None:
    """It knows the secret of what it shows, and proves so; but it has chosen it when it saw the others'."""
    secret = from_int(12345)

    def another(lie: Lie) -> Body:
        if what == "salt":
            return msgspec.structs.replace(lie.body, salt=bytes(32))
        key = GROUP.base(secret)
        proof = possession.prove(GROUP, lie.context(what), key, secret, HedgedRandom(bytes(32), bytes))
        return msgspec.structs.replace(lie.body, **{what: key, f"{what}_proof": proof})

    table = Table()
    Villain(table, 1).lies(KeyOpen, another, last=True).rush()
    assert_caught(table, 1, "bad-proof")


@pytest.mark.parametrize("role", ["without a secret", "of another attempt", "of the other key"])
@pytest.mark.parametrize("what", ["masking", "box"])
def test_who_commits_to_a_key_that_it_cannot_prove_is_named(what: str, role: str) -> None:
    """Its commitment holds; the key is one whose secret nobody knows, or its proof belongs elsewhere."""
    secret = from_int(12345)
    key = GROUP.hash_to_group("nobody's") if role == "without a secret" else GROUP.base(secret)
    salt = bytes(32)

    def keys(lie: Lie) -> dict[str, Element]:
        own = {name: GROUP.base(lie.own_secret(name)) for name in ("masking", "box")}
        return {**own, what: key}

    def commit(lie: Lie) -> Body:
        both = keys(lie)
        parts = ((1).to_bytes(2, "little"), bytes(4), both["masking"], both["box"], salt)
        return KeyCommit(digest("key", lie.play.sid, *parts))

    def show(lie: Lie) -> Body:
        where = {"of another attempt": lie.context(what, 1), "of the other key": lie.context("else")}
        context = where.get(role, lie.context(what))
        proof = possession.prove(GROUP, context, key, secret, HedgedRandom(bytes(32), bytes))
        return msgspec.structs.replace(lie.body, **keys(lie), salt=salt, **{f"{what}_proof": proof})

    table = Table()
    Villain(table, 1).inside(KeyCommit, commit).lies(KeyOpen, show)
    table.run()
    assert_caught(table, 1, "bad-proof", thorough=False)


# Escrow.


def box_of(dealing: bytes, operators: int, which: int) -> slice:
    """Where the ``which``-th box lies in a dealing."""
    start = len(dealing) - operators * BOX + which * BOX
    return slice(start, start + BOX)


def with_box(dealing: bytes, operators: int, which: int, box: bytes) -> bytes:
    place = box_of(dealing, operators, which)
    return dealing[: place.start] + box + dealing[place.stop :]


def test_a_box_whose_randomness_is_copied_from_another_dealer_is_refused_unanswered() -> None:
    """A complaint about it would publish the pad of the honest dealer's box, and so its share."""
    table = Table((0, 1, 2, 3))

    def stolen(lie: Lie) -> Body:
        honest = said(lie.table, Escrow)[0].dealing  # seat 0 deals to operators 1, 2, 3; seat 1 to 0, 2, 3
        own = lie.body.dealing
        box = honest[box_of(honest, 3, 1)][:32] + own[box_of(own, 3, 1)][32:]
        return Escrow(with_box(own, 3, 1, box))

    Villain(table, 1).lies(Escrow, stolen, last=True).rush()
    assert_caught(table, 1, "bad-proof")
    assert not bodies(table, EscrowVerdict, 1)


def test_a_box_copied_with_its_proof_from_another_dealer_is_refused_unanswered() -> None:
    table = Table((0, 1, 2, 3))

    def stolen(lie: Lie) -> Body:
        honest = said(lie.table, Escrow)[0].dealing
        return Escrow(with_box(lie.body.dealing, 3, 1, honest[box_of(honest, 3, 1)]))

    Villain(table, 1).lies(Escrow, stolen, last=True).rush()
    assert_caught(table, 1, "bad-proof")
    assert not bodies(table, EscrowVerdict, 1)


def test_a_box_around_a_hand_card_is_refused_unanswered() -> None:
    """When keys are shared anew during play, a complaint with R = a would publish a layer of that card."""
    table = set_up((0, 1, 2, 3), cards=6)
    hand = [card for card in table.nodes[0].session.play.table.cards.values() if card.holder == 2]
    honest = len(bodies(table, EscrowVerdict, 1))

    def around(lie: Lie) -> Body:
        own = lie.body.dealing
        return Escrow(with_box(own, 2, 1, hand[0].cipher.a + own[box_of(own, 2, 1)][32:]))

    Villain(table, 1).lies(Escrow, around)
    table.kill(3)
    for node in table.nodes[:3]:
        node.session.vote(Motion("gone", 3))
    table.run()
    assert_caught(table, 1, "bad-proof", by=[table.nodes[0], table.nodes[2]])
    assert len(bodies(table, EscrowVerdict, 1)) == honest


def false_box(lie: Lie, recipient: int, content: bytes) -> Body:
    """A dealing with one box that holds something else, its randomness honestly proved."""
    group = GROUP
    keys = {seat: Element(body.box) for seat, body in said(lie.table, KeyOpen).items() if seat != lie.seat}
    context = lie.context("escrow")
    key = Element(said(lie.table, KeyOpen)[lie.seat].masking)
    dealing = escrow.verify(group, context, key, len(keys), keys, lie.body.dealing)
    factor = Scalar(scalar_add(lie.own_secret("box"), lie.own_secret("masking")))
    random = group.base(factor)
    pad = escrow._pad(group, context, recipient, random, keys[recipient], group.mul(keys[recipient], factor))
    box = escrow.ShareBox(random, escrow._xor(content, pad))
    fs = escrow._box_statement(group, context, dealing.commitments, keys, recipient, box)
    proof = sigma.prove(group, fs, escrow._schnorr(group, random), [sigma.Witness(0, [factor])], lie.own.rng)
    place = sorted(keys).index(recipient)
    return Escrow(with_box(lie.body.dealing, len(keys), place, random + box.sealed + proof))


@pytest.mark.parametrize("content", [bytes(31) + b"\x05", (GROUP.order + 1).to_bytes(32, "little")])
def test_a_box_with_a_false_share_convicts_its_dealer_and_voids_all_keys(content: bytes) -> None:
    table = Table((0, 1, 2, 3))
    Villain(table, 1).inside(Escrow, lambda lie: false_box(lie, 2, content))
    table.run()
    assert_caught(table, 1, "bad-escrow")
    old = dict(table.nodes[0].session.play.keys)
    table.kill(1)
    for node in (table.nodes[0], table.nodes[2], table.nodes[3]):
        node.session.vote(Motion("cheated", 1))
    table.run()
    new = table.nodes[0].session.play.keys
    assert set(new) == {0, 2, 3} and not set(new.values()) & set(old.values())
    assert all(node.session.course.operation is None and not node.session.waiting() for node in table.nodes if node.up)


def test_who_complains_twice_about_one_box_is_named_even_if_it_is_right() -> None:
    """One complaint a box: nobody makes the others check more."""
    table = Table((0, 1, 2, 3))
    Villain(table, 1).inside(Escrow, lambda lie: false_box(lie, 2, bytes(31) + b"\x05"))
    Villain(table, 2).lies(EscrowVerdict, lambda lie: EscrowVerdict(lie.body.complaints * 2))
    table.run()
    for node in (table.nodes[0], table.nodes[3]):
        assert [(found.seat, found.certificate.kind) for found in node.accused()] == [(2, "false-complaint")]


def false_complaint(lie: Lie, about: int) -> Body:
    """A complaint that opens one's own box honestly: it holds what it must."""
    opened = said(lie.table, KeyOpen)
    keys = {seat: Element(body.box) for seat, body in opened.items() if seat != about}
    context = Context(lie.play.sid, lie.session._machine.course.lane.run.op, about, "escrow")
    dealing = said(lie.table, Escrow)[about].dealing
    checked = escrow.verify(GROUP, context, Element(opened[about].masking), len(keys), keys, dealing)
    complaint = escrow.complain(checked, lie.context(f"complaint {about}"), lie.seat, lie.own.box, lie.own.rng)
    return EscrowVerdict(((about, complaint),))


def test_a_false_complaint_convicts_the_accuser() -> None:
    table = Table((0, 1, 2, 3))
    Villain(table, 1).lies(EscrowVerdict, lambda lie: false_complaint(lie, 0))
    table.run()
    assert_caught(table, 1, "false-complaint")


@pytest.mark.parametrize("about", [0, 1, 9])
def test_a_complaint_that_opens_nothing_convicts_the_accuser(about: int) -> None:
    table = Table((0, 1, 2, 3))
    Villain(table, 1).lies(EscrowVerdict, lambda lie: EscrowVerdict(((about, bytes(escrow.complaint_size())),)))
    table.run()
    assert_caught(table, 1, "false-complaint")
