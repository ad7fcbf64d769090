from collections import Counter

import pytest

from protocol.elgamal import Ciphertext
from protocol.errors import BadProof
from protocol.fiatshamir import Context, HedgedRandom
from protocol.group import Scalar, scalar_add
from protocol.proofs import contribution, share, sigma
from tests.protocol.proofs.mutations import refuses_all
from tests.protocol.proofs.setting import (
    CONTEXT,
    GROUP,
    HOLDER,
    HOLDER_KEY,
    JOINT_KEY,
    OP,
    OTHER,
    OTHER_KEY,
    SID,
    face,
    rng,
    scalar,
)


def seat(index: int) -> Context:
    return Context(SID, OP, index, "contribution")


def verify(context: Context, proof: bytes) -> Ciphertext:
    return contribution.verify(GROUP, context, JOINT_KEY, proof)


def forge(context: Context, sent: Ciphertext, factor: Scalar, value: Scalar) -> bytes:
    fs = contribution._statement(GROUP, context, JOINT_KEY, (sent,))
    clauses = contribution._clauses(GROUP, JOINT_KEY, sent)
    return sent.encode() + sigma.prove(GROUP, fs, clauses, [sigma.Witness(0, [factor, value])], rng())


def test_a_contribution_passes_and_nothing_altered_does() -> None:
    proof = contribution.prove(GROUP, CONTEXT, JOINT_KEY, rng())
    assert len(proof) == contribution.size() == 224
    refuses_all(verify, CONTEXT, proof, elements=(0, 1, 5, 6))
    with pytest.raises(BadProof):
        contribution.verify(GROUP, CONTEXT, OTHER_KEY, proof)


def test_all_seats_together_open_one_number() -> None:
    proofs = [contribution.prove(GROUP, seat(i), JOINT_KEY, rng(str(i))) for i in range(2)]
    total = contribution.combine(GROUP, [verify(seat(i), proof) for i, proof in enumerate(proofs)])
    opened = total.b
    for i, (key, secret) in enumerate([(HOLDER_KEY, HOLDER), (OTHER_KEY, OTHER)]):
        sent = share.prove(GROUP, seat(i), key, [total.a], secret, rng())
        (layer,) = share.verify(GROUP, seat(i), key, [total.a], sent)
        opened = GROUP.sub(opened, layer)
    values = [
        rng(str(i)).stream(contribution.NAME, contribution._statement(GROUP, seat(i), JOINT_KEY, ()).state())
        for i in range(2)
    ]
    assert opened == GROUP.base(scalar_add(values[0].scalars(2)[1], values[1].scalars(2)[1]))
    assert 0 <= contribution.number(GROUP, SID, OP, opened, 6) < 6


def test_the_contribution_of_another_seat_can_be_neither_copied_nor_shifted() -> None:
    proof = contribution.prove(GROUP, seat(0), JOINT_KEY, rng())
    sent = verify(seat(0), proof)
    with pytest.raises(BadProof):
        verify(seat(1), proof)
    factor, value = scalar("my factor"), scalar("my value")
    mauled = Ciphertext(
        GROUP.add(sent.a, GROUP.base(factor)),
        GROUP.add(sent.b, GROUP.add(GROUP.base(value), GROUP.mul(JOINT_KEY, factor))),
    )
    inverse = Ciphertext(GROUP.sub(GROUP.identity, sent.a), GROUP.sub(GROUP.identity, sent.b))
    for theft in (sent, mauled, inverse):
        with pytest.raises(BadProof):
            verify(seat(1), forge(seat(1), theft, factor, value))
        with pytest.raises(BadProof):
            verify(seat(1), theft.encode() + proof[64:])


def test_a_contribution_to_another_round_is_refused() -> None:
    proof = contribution.prove(GROUP, seat(0), JOINT_KEY, rng())
    with pytest.raises(BadProof):
        verify(Context(SID, b"\1" * 32, 0, "contribution"), proof)


def test_a_factor_or_value_that_is_not_inside_cannot_be_claimed() -> None:
    factor, value = scalar("f"), scalar("v")
    sent = Ciphertext(GROUP.base(factor), GROUP.msm(((GROUP.generator, value), (JOINT_KEY, factor))))
    assert verify(CONTEXT, forge(CONTEXT, sent, factor, value)) == sent
    for bad in [
        Ciphertext(sent.a, GROUP.add(sent.b, GROUP.generator)),
        Ciphertext(GROUP.add(sent.a, GROUP.generator), sent.b),
        Ciphertext(sent.a, face("a point of unknown logarithm")),
    ]:
        with pytest.raises(BadProof):
            verify(CONTEXT, forge(CONTEXT, bad, factor, value))


def test_contributions_that_cancel_out_are_no_coin() -> None:
    sent = verify(CONTEXT, contribution.prove(GROUP, CONTEXT, JOINT_KEY, rng()))
    inverse = Ciphertext(GROUP.sub(GROUP.identity, sent.a), GROUP.sub(GROUP.identity, sent.b))
    with pytest.raises(BadProof, match="cancel"):
        contribution.combine(GROUP, [sent, inverse])


def test_the_number_depends_on_game_operation_point_and_bound() -> None:
    point, big = face("opened"), 2**60
    base = contribution.number(GROUP, SID, OP, point, big)
    others = [
        contribution.number(GROUP, OP, OP, point, big),
        contribution.number(GROUP, SID, SID, point, big),
        contribution.number(GROUP, SID, OP, face("another"), big),
        contribution.number(GROUP, SID, OP, point, 2 * big) % big,
    ]
    assert base == contribution.number(GROUP, SID, OP, point, big)
    assert base not in others and len(set(others)) == 4
    with pytest.raises(ValueError, match="positive"):
        contribution.number(GROUP, SID, OP, point, 0)


def test_every_number_below_the_bound_comes_up_about_as_often() -> None:
    """An off-by-one in the bound would leave a number out; 1200 throws leave each within 5 sigma of 200."""
    point = GROUP.generator
    counts: Counter[int] = Counter()
    for _ in range(1200):
        counts[contribution.number(GROUP, SID, OP, point, 6)] += 1
        point = GROUP.add(point, GROUP.generator)
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert all(135 < count < 265 for count in counts.values())


def test_contributions_of_different_seats_and_operations_are_unrelated_under_frozen_randomness() -> None:
    hedged = HedgedRandom(scalar("key"), bytes)
    seen = {contribution.prove(GROUP, seat(i), JOINT_KEY, hedged)[:32] for i in range(3)}
    seen.add(contribution.prove(GROUP, Context(SID, SID, 0, "contribution"), JOINT_KEY, hedged)[:32])
    assert len(seen) == 4
