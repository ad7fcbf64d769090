"""What each proof costs, counted: multiplications of a point (``muls``) and of the generator (``bases``)."""

from collections.abc import Callable

import pytest

from protocol.proofs import at_least, contribution, escrow, lock, membership, possession, reencryption, share
from tests.protocol.proofs.setting import (
    CONTEXT,
    HOLDER,
    HOLDER_KEY,
    JOINT_KEY,
    OTHER,
    OTHER_KEY,
    Counting,
    face,
    masked,
    public,
    rng,
    scalar,
)


def cost(run: Callable[[Counting], bytes]) -> tuple[bytes, tuple[int, int]]:
    group = Counting()
    return run(group), (group.muls, group.bases)


def check_cost(run: Callable[[Counting], object]) -> tuple[int, int]:
    group = Counting()
    run(group)
    return group.muls, group.bases


def test_possession_costs_one_to_make_and_two_to_check() -> None:
    proof, made = cost(lambda group: possession.prove(group, CONTEXT, HOLDER_KEY, HOLDER, rng()))
    assert made == (0, 1)
    assert check_cost(lambda group: possession.verify(group, CONTEXT, HOLDER_KEY, proof)) == (1, 1)


@pytest.mark.parametrize("m", [1, 2, 10])
def test_a_batch_of_m_shares_costs_2m_and_one_base_to_make_and_one_more_to_check(m: int) -> None:
    firsts = [face(str(i)) for i in range(m)]
    proof, made = cost(lambda group: share.prove(group, CONTEXT, HOLDER_KEY, firsts, HOLDER, rng()))
    assert made == (2 * m, 1)
    checked = check_cost(lambda group: share.verify(group, CONTEXT, HOLDER_KEY, firsts, proof))
    assert checked == (2 * m + 1, 1)


@pytest.mark.parametrize("m", [1, 2, 8])
def test_a_passed_or_locked_card_costs_four_to_make_and_four_to_check(m: int) -> None:
    cards = [masked(str(i), HOLDER_KEY, f"r{i}") for i in range(m)]
    moved, made = cost(lambda group: reencryption.prove(group, CONTEXT, HOLDER_KEY, JOINT_KEY, cards, HOLDER, rng()))
    assert made == (4 * m, 2 * m + 1)
    assert check_cost(lambda group: reencryption.verify(group, CONTEXT, HOLDER_KEY, JOINT_KEY, cards, moved)) == (
        4 * m + 1,
        m + 1,
    )
    locked, made = cost(lambda group: lock.prove(group, CONTEXT, OTHER_KEY, HOLDER_KEY, cards, OTHER, rng()))
    assert made == (4 * m, 2 * m + 1)
    assert check_cost(lambda group: lock.verify(group, CONTEXT, OTHER_KEY, HOLDER_KEY, cards, locked)) == (
        4 * m + 1,
        m + 1,
    )


@pytest.mark.parametrize("k", [1, 10])
def test_membership_in_k_faces_costs_3k_on_either_side(k: int) -> None:
    faces = sorted(face(str(i)) for i in range(k))
    card = masked("0", HOLDER_KEY, "r")
    proof, made = cost(lambda group: membership.prove(group, CONTEXT, HOLDER_KEY, card, faces, HOLDER, rng()))
    assert made == (3 * (k - 1) + 2, k)
    assert check_cost(lambda group: membership.verify(group, CONTEXT, HOLDER_KEY, card, faces, proof)) == (3 * k, k)


def test_a_contribution_costs_two_to_make_and_three_to_check() -> None:
    proof, made = cost(lambda group: contribution.prove(group, CONTEXT, JOINT_KEY, rng()))
    assert made == (2, 4)
    assert check_cost(lambda group: contribution.verify(group, CONTEXT, JOINT_KEY, proof)) == (3, 2)


@pytest.mark.parametrize(("n", "k", "total"), [(5, 3, 4), (2, 1, 2)])
def test_at_least_costs_five_for_each_card_and_face_and_five_for_each_bit(n: int, k: int, total: int) -> None:
    worth = {face(str(i)): i for i in range(1, k + 1)}
    cards = [masked(str(k), HOLDER_KEY, f"r{i}") for i in range(n)]
    bits = max(1, (n * k - total).bit_length())
    proof, made = cost(lambda group: at_least.prove(group, CONTEXT, HOLDER_KEY, cards, worth, total, HOLDER, rng()))
    checked = check_cost(lambda group: at_least.verify(group, CONTEXT, HOLDER_KEY, cards, worth, total, proof))
    # A face: y, a, b - M, h_0, V. Worth 0: h_0, V. A bit: h_0 twice, B, B - g, and 2^j B to find the lowest one.
    assert checked[0] <= n * (5 * k + 2) + 4 * bits + bits
    assert checked[1] <= n * k + k + 1
    # Two for the card's face and V, and the true branch needs no target.
    assert made[0] <= n * (5 * k + 2) + 4 * bits + 2 * bits
    assert made[1] <= n * k + k + 1 + n + bits


@pytest.mark.parametrize(("n", "t"), [(3, 3), (6, 6), (6, 4)])
def test_a_dealing_costs_one_for_each_box_to_make_and_t_to_check(n: int, t: int) -> None:
    keys = {operator: public(scalar(str(operator))) for operator in range(n)}
    data, made = cost(lambda group: escrow.deal(group, CONTEXT, HOLDER_KEY, t, keys, HOLDER, rng()))
    assert made == (n, t - 1 + 2 * n)
    group = Counting()
    dealing = escrow.verify(group, CONTEXT, HOLDER_KEY, t, keys, data)
    assert (group.muls, group.bases) == (n * t, n)
    escrow.open_box(dealing, 0, scalar("0"))
    assert (group.muls, group.bases) == ((n + 1) * t, n + 1)
