"""Proofs that are put off and checked in one sum: what is refused there is what is refused one by one."""

from collections.abc import Callable

import pytest

from protocol.elgamal import Ciphertext
from protocol.errors import BadProof
from protocol.fiatshamir import Context
from protocol.group import Edwards25519, Element, scalar_invert
from protocol.proofs import at_least, contribution, lock, membership, possession, reencryption, share, shuffle
from protocol.proofs.batching import BatchingGroup
from tests.protocol.proofs.mutations import mutations, other_contexts
from tests.protocol.proofs.setting import (
    CONTEXT,
    GROUP,
    HOLDER,
    HOLDER_KEY,
    JOINT_KEY,
    OTHER,
    OTHER_KEY,
    face,
    masked,
    rng,
)

Check = Callable[[Edwards25519, Context, bytes], object]

CARDS = [masked("iron", HOLDER_KEY, "r1"), masked("ships", HOLDER_KEY, "r2")]
FIRSTS = [card.a for card in CARDS]
FACES = sorted(face(name) for name in ("iron", "ships"))
WORTH = {face("iron"): 2, face("ships"): 1}
MIXED = shuffle.shuffle(GROUP, CONTEXT, JOINT_KEY, CARDS, rng())
AFTER = b"".join(card.encode() for card in MIXED.cards)

PROOFS: dict[str, tuple[Check, bytes, range, range]] = {
    "possession": (
        lambda group, context, data: possession.verify(group, context, HOLDER_KEY, data),
        possession.prove(GROUP, CONTEXT, HOLDER_KEY, HOLDER, rng()),
        range(0),
        range(2, 3),
    ),
    "one share": (
        lambda group, context, data: share.verify(group, context, HOLDER_KEY, FIRSTS[:1], data),
        share.prove(GROUP, CONTEXT, HOLDER_KEY, FIRSTS[:1], HOLDER, rng()),
        range(1),
        range(3, 5),
    ),
    "two shares": (
        lambda group, context, data: share.verify(group, context, HOLDER_KEY, FIRSTS, data),
        share.prove(GROUP, CONTEXT, HOLDER_KEY, FIRSTS, HOLDER, rng()),
        range(2),
        range(4, 6),
    ),
    "re-encryption": (
        lambda group, context, data: reencryption.verify(group, context, HOLDER_KEY, OTHER_KEY, CARDS[:1], data),
        reencryption.prove(GROUP, CONTEXT, HOLDER_KEY, OTHER_KEY, CARDS[:1], HOLDER, rng()),
        range(2),
        range(5, 8),
    ),
    "lock": (
        lambda group, context, data: lock.verify(group, context, OTHER_KEY, HOLDER_KEY, CARDS[:1], data),
        lock.prove(GROUP, CONTEXT, OTHER_KEY, HOLDER_KEY, CARDS[:1], OTHER, rng()),
        range(2),
        range(5, 8),
    ),
    "membership": (
        lambda group, context, data: membership.verify(group, context, HOLDER_KEY, CARDS[0], FACES, data),
        membership.prove(GROUP, CONTEXT, HOLDER_KEY, CARDS[0], FACES, HOLDER, rng()),
        range(0),
        range(4, 8),
    ),
    "at least": (
        lambda group, context, data: at_least.verify(group, context, HOLDER_KEY, CARDS[:1], WORTH, 2, data),
        at_least.prove(GROUP, CONTEXT, HOLDER_KEY, CARDS[:1], WORTH, 2, HOLDER, rng()),
        range(1),
        range(13, 22),
    ),
    "contribution": (
        lambda group, context, data: contribution.verify(group, context, JOINT_KEY, data),
        contribution.prove(GROUP, CONTEXT, JOINT_KEY, rng()),
        range(2),
        range(5, 7),
    ),
    "shuffle": (
        lambda group, context, data: shuffle.verify(group, context, JOINT_KEY, CARDS, AFTER, data),
        shuffle.prove(GROUP, CONTEXT, JOINT_KEY, CARDS, MIXED.cards, MIXED.permutation, MIXED.factors, rng()),
        range(7),
        range(0),
    ),
}


def in_the_sum(check: Check, context: Context, data: bytes) -> None:
    group = BatchingGroup()
    check(group, context, data)
    assert len(group.deferred) == 1 and group.size > 0
    group.settle()
    assert not group.deferred and group.size == 0


@pytest.mark.parametrize("kind", PROOFS)
def test_nothing_altered_passes_in_the_sum(kind: str) -> None:
    check, proof, elements, commitments = PROOFS[kind]
    in_the_sum(check, CONTEXT, proof)
    for name, data in mutations(proof, {*elements, *commitments}):
        with pytest.raises(BadProof):
            in_the_sum(check, CONTEXT, data)
            pytest.fail(f"accepted: {name}")
    for name, context in other_contexts(CONTEXT):
        with pytest.raises(BadProof):
            in_the_sum(check, context, proof)
            pytest.fail(f"accepted: {name}")


def test_all_kinds_pass_in_one_sum_and_one_that_is_false_spoils_it() -> None:
    """The false one is a share of an honest program with another secret: its challenge is right."""
    group = BatchingGroup()
    for check, proof, *_ in PROOFS.values():
        check(group, CONTEXT, proof)
    assert len(group.deferred) == len(PROOFS)
    group.settle()
    for check, proof, *_ in PROOFS.values():
        check(group, CONTEXT, proof)
    share.verify(group, CONTEXT, HOLDER_KEY, FIRSTS, share.prove(GROUP, CONTEXT, HOLDER_KEY, FIRSTS, OTHER, rng()))
    with pytest.raises(BadProof, match="not all"):
        group.settle()


def test_points_in_several_roles_merge_and_every_role_counts() -> None:
    """A generator or a key as first component, one twice; a hidden card of which the second one is another face."""
    for firsts in ([GROUP.generator] * 2, [HOLDER_KEY], [HOLDER_KEY, GROUP.generator, HOLDER_KEY]):

        def shares(group: Edwards25519, context: Context, data: bytes, firsts: list[Element] = firsts) -> object:
            return share.verify(group, context, HOLDER_KEY, firsts, data)

        in_the_sum(shares, CONTEXT, share.prove(GROUP, CONTEXT, HOLDER_KEY, firsts, HOLDER, rng()))
        with pytest.raises(BadProof):
            in_the_sum(shares, CONTEXT, share.prove(GROUP, CONTEXT, HOLDER_KEY, firsts, OTHER, rng()))
    hidden, other = FACES
    card = Ciphertext(GROUP.mul(GROUP.sub(other, hidden), scalar_invert(HOLDER)), other)

    def member(group: Edwards25519, context: Context, data: bytes) -> None:
        membership.verify(group, context, HOLDER_KEY, card, FACES, data)

    in_the_sum(member, CONTEXT, membership.prove(GROUP, CONTEXT, HOLDER_KEY, card, FACES, HOLDER, rng()))
    with pytest.raises(BadProof):  # it is the other face only under no key at all
        in_the_sum(member, CONTEXT, membership._prove(GROUP, CONTEXT, HOLDER_KEY, card, FACES, 1, HOLDER, rng()))


def test_what_waits_is_counted_with_every_share_of_a_batch() -> None:
    """So many are put off as memory has room for; a batch of 512 shares takes that of 512, and is one equation."""
    group = BatchingGroup()
    firsts = FIRSTS * 8
    share.verify(group, CONTEXT, HOLDER_KEY, firsts, share.prove(GROUP, CONTEXT, HOLDER_KEY, firsts, HOLDER, rng()))
    assert (group.size, group.deferred[0].equations) == (1 + 16, 2)


def test_who_postpones_no_more_checks_in_place() -> None:
    group = BatchingGroup()
    false = share.prove(GROUP, CONTEXT, HOLDER_KEY, FIRSTS, OTHER, rng())
    share.verify(group, CONTEXT, HOLDER_KEY, FIRSTS, false)
    group.stop()
    assert not group.deferred
    with pytest.raises(BadProof, match="does not hold"):
        share.verify(group, CONTEXT, HOLDER_KEY, FIRSTS, false)


def test_responses_are_fixed_before_the_weights_of_their_equations() -> None:
    """Were they not, the errors of two proofs could be made to cancel: here each other's weights would do it."""
    check, proof, *_ = PROOFS["possession"]
    digests = []
    for data in (proof, proof[:32] + (GROUP.order - 1).to_bytes(32, "little") + proof[64:]):
        group = BatchingGroup()
        check(group, CONTEXT, data)
        digests.append(group.deferred[0].digest)
    assert digests[0] != digests[1]
