from collections.abc import Sequence

import pytest

from protocol.elgamal import Ciphertext
from protocol.errors import BadProof
from protocol.group import ZERO, Element, Scalar
from protocol.proofs import lock, sigma
from tests.protocol.proofs.mutations import refuses_all
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
    opened,
    public,
    rng,
    scalar,
)

CARDS = [masked("iron", HOLDER_KEY, "r1"), masked("ships", HOLDER_KEY, "r2")]
FACTORS = [scalar("f1"), scalar("f2")]


def verify(proof: bytes, cards: Sequence[Ciphertext] = CARDS) -> list[Ciphertext]:
    return lock.verify(GROUP, CONTEXT, OTHER_KEY, HOLDER_KEY, cards, proof)


def locked(card: Ciphertext, factor: Scalar, secret: Scalar = OTHER, current: Element = HOLDER_KEY) -> Ciphertext:
    a = GROUP.add(card.a, GROUP.base(factor))
    return Ciphertext(a, GROUP.add(card.b, GROUP.add(GROUP.mul(current, factor), GROUP.mul(a, secret))))


def forge(fresh: Sequence[Ciphertext], factors: Sequence[Scalar] = FACTORS, secret: Scalar = OTHER) -> bytes:
    cards = CARDS[: len(fresh)]
    fs = lock._statement(GROUP, CONTEXT, OTHER_KEY, HOLDER_KEY, cards, fresh)
    clauses = lock._clauses(GROUP, OTHER_KEY, HOLDER_KEY, cards, fresh)
    witness = sigma.Witness(0, [secret, *factors])
    return b"".join(c.encode() for c in fresh) + sigma.prove(GROUP, fs, clauses, [witness], rng())


@pytest.mark.parametrize("count", [1, 2])
def test_a_locked_card_is_the_same_face_under_both_keys_and_nothing_altered_passes(count: int) -> None:
    cards = CARDS[:count]
    proof = lock.prove(GROUP, CONTEXT, OTHER_KEY, HOLDER_KEY, cards, OTHER, rng())
    assert len(proof) == lock.size(count)
    for card, name in zip(verify(proof, cards), ("iron", "ships"), strict=False):
        assert GROUP.sub(opened(card, HOLDER), GROUP.mul(card.a, OTHER)) == face(name)
    refuses_all(
        lambda context, data: lock.verify(GROUP, context, OTHER_KEY, HOLDER_KEY, cards, data),
        CONTEXT,
        proof,
        elements=[*range(2 * count), *range(3 * count + 2, 5 * count + 3)],
    )


def test_locks_of_several_seats_stack_up_to_the_joint_key_and_the_first_layer_comes_off() -> None:
    """The road of a leaver's hand: all others lock, then the leaver's layer is stripped; nobody alone can read it."""
    third = scalar("third")
    (card,) = verify(lock.prove(GROUP, CONTEXT, OTHER_KEY, HOLDER_KEY, CARDS[:1], OTHER, rng()), CARDS[:1])
    proof = lock.prove(GROUP, CONTEXT, public(third), JOINT_KEY, [card], third, rng())
    (card,) = lock.verify(GROUP, CONTEXT, public(third), JOINT_KEY, [card], proof)
    left = Ciphertext(card.a, opened(card, HOLDER))
    for alone in (HOLDER, OTHER, third):
        assert opened(left, alone) != face("iron")
    assert opened(Ciphertext(left.a, opened(left, OTHER)), third) == face("iron")


def test_every_part_of_the_statement_counts() -> None:
    proof = lock.prove(GROUP, CONTEXT, OTHER_KEY, HOLDER_KEY, CARDS, OTHER, rng())
    for key, current, cards in [
        (HOLDER_KEY, HOLDER_KEY, CARDS),
        (OTHER_KEY, OTHER_KEY, CARDS),
        (HOLDER_KEY, OTHER_KEY, CARDS),
        (OTHER_KEY, JOINT_KEY, CARDS),
        (OTHER_KEY, HOLDER_KEY, CARDS[::-1]),
        (OTHER_KEY, HOLDER_KEY, CARDS[:1]),
    ]:
        with pytest.raises(BadProof):
            lock.verify(GROUP, CONTEXT, key, current, cards, proof)


def test_a_wrong_layer_a_wrong_key_and_another_face_cannot_be_proved() -> None:
    honest = [locked(card, factor) for card, factor in zip(CARDS, FACTORS, strict=True)]
    assert verify(forge(honest)) == honest
    moved = Ciphertext(honest[0].a, GROUP.add(honest[0].b, GROUP.generator))
    for first in [
        moved,
        locked(CARDS[0], FACTORS[0], secret=HOLDER),
        locked(CARDS[0], FACTORS[0], current=JOINT_KEY),
        locked(CARDS[1], FACTORS[0]),
        Ciphertext(honest[0].a, GROUP.sub(honest[0].b, GROUP.mul(honest[0].a, OTHER))),
    ]:
        for secret in (OTHER, HOLDER):
            with pytest.raises(BadProof):
                verify(forge([first, honest[1]], secret=secret))


def test_the_layer_of_another_seat_is_refused_even_on_all_cards() -> None:
    fresh = [locked(card, factor, secret=HOLDER) for card, factor in zip(CARDS, FACTORS, strict=True)]
    with pytest.raises(BadProof):
        verify(forge(fresh, secret=HOLDER))


def test_a_first_component_that_the_factor_does_not_explain_is_refused() -> None:
    """b' = b + ρ Z + x a' holds, but a' moved by more than ρ g, so the face under the new key is another."""
    a = GROUP.add(CARDS[0].a, GROUP.base(FACTORS[1]))
    b = GROUP.add(CARDS[0].b, GROUP.msm(((HOLDER_KEY, FACTORS[0]), (a, OTHER))))
    with pytest.raises(BadProof):
        verify(forge([Ciphertext(a, b)], FACTORS[:1]), CARDS[:1])


def test_a_lock_without_fresh_randomness_would_publish_the_share_and_is_refused() -> None:
    bare = locked(CARDS[0], ZERO)
    assert GROUP.sub(bare.b, CARDS[0].b) == GROUP.mul(CARDS[0].a, OTHER)
    with pytest.raises(BadProof, match="old randomness"):
        verify(forge([bare], [ZERO]), CARDS[:1])


def test_a_frozen_random_source_gives_no_two_cards_the_same_factor() -> None:
    one = verify(lock.prove(GROUP, CONTEXT, OTHER_KEY, HOLDER_KEY, CARDS, OTHER, rng()))
    two = verify(lock.prove(GROUP, CONTEXT, OTHER_KEY, HOLDER_KEY, CARDS[:1], OTHER, rng()), CARDS[:1])
    added = [GROUP.sub(new.a, old.a) for new, old in zip([*one, *two], [*CARDS, CARDS[0]], strict=True)]
    assert len(set(added)) == 3


def test_no_card_is_no_message() -> None:
    with pytest.raises(ValueError, match="no card"):
        lock.prove(GROUP, CONTEXT, OTHER_KEY, HOLDER_KEY, [], OTHER, rng())
    with pytest.raises(ValueError, match="no card"):
        verify(bytes(64), [])
