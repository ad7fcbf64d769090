from collections.abc import Sequence

import pytest

from protocol.elgamal import Ciphertext
from protocol.errors import BadProof
from protocol.fiatshamir import Context
from protocol.group import ZERO, Element, Scalar, scalar_neg
from protocol.proofs import reencryption, sigma
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


def prove(cards: Sequence[Ciphertext], target: Element = OTHER_KEY, context: Context = CONTEXT) -> bytes:
    return reencryption.prove(GROUP, context, HOLDER_KEY, target, cards, HOLDER, rng())


def verify(cards: Sequence[Ciphertext], proof: bytes, target: Element = OTHER_KEY) -> list[Ciphertext]:
    return reencryption.verify(GROUP, CONTEXT, HOLDER_KEY, target, cards, proof)


def forge(
    cards: Sequence[Ciphertext],
    fresh: Sequence[Ciphertext],
    factors: Sequence[Scalar],
    target: Element = OTHER_KEY,
    secret: Scalar = HOLDER,
) -> bytes:
    """The honest program from the second line on: it proves whatever ``fresh`` holds."""
    fs = reencryption._statement(GROUP, CONTEXT, HOLDER_KEY, target, cards, fresh)
    clauses = reencryption._clauses(GROUP, HOLDER_KEY, target, cards, fresh)
    witness = sigma.Witness(0, [scalar_neg(secret), *factors])
    return b"".join(c.encode() for c in fresh) + sigma.prove(GROUP, fs, clauses, [witness], rng())


@pytest.mark.parametrize("count", [1, 2])
def test_a_passed_card_is_the_same_face_and_nothing_altered_passes(count: int) -> None:
    cards = CARDS[:count]
    proof = prove(cards)
    assert len(proof) == reencryption.size(count) == 256 + 160 * (count - 1)
    fresh = verify(cards, proof)
    assert [opened(card, OTHER) for card in fresh] == [face("iron"), face("ships")][:count]
    refuses_all(
        lambda context, data: reencryption.verify(GROUP, context, HOLDER_KEY, OTHER_KEY, cards, data),
        CONTEXT,
        proof,
        elements=[*range(2 * count), *range(3 * count + 2, 5 * count + 3)],
    )


def test_a_card_put_back_is_under_the_joint_key() -> None:
    (fresh,) = verify(CARDS[:1], prove(CARDS[:1], JOINT_KEY), JOINT_KEY)
    assert GROUP.sub(opened(fresh, HOLDER), GROUP.mul(fresh.a, OTHER)) == face("iron")


def test_every_part_of_the_statement_counts() -> None:
    proof = prove(CARDS)
    moved = Ciphertext(CARDS[0].a, GROUP.add(CARDS[0].b, GROUP.generator))
    for source, target, cards in [
        (OTHER_KEY, OTHER_KEY, CARDS),
        (HOLDER_KEY, JOINT_KEY, CARDS),
        (OTHER_KEY, HOLDER_KEY, CARDS),
        (HOLDER_KEY, OTHER_KEY, CARDS[::-1]),
        (HOLDER_KEY, OTHER_KEY, [moved, CARDS[1]]),
        (HOLDER_KEY, OTHER_KEY, CARDS[:1]),
        (HOLDER_KEY, OTHER_KEY, [*CARDS, CARDS[0]]),
    ]:
        with pytest.raises(BadProof):
            reencryption.verify(GROUP, CONTEXT, source, target, cards, proof)


def test_another_face_a_swap_and_a_wrong_key_cannot_be_proved() -> None:
    factors = [scalar("f1"), scalar("f2")]
    honest = [masked("iron", OTHER_KEY, "f1"), masked("ships", OTHER_KEY, "f2")]
    assert verify(CARDS, forge(CARDS, honest, factors)) == honest
    for fresh in [
        [masked("coal", OTHER_KEY, "f1"), honest[1]],
        [masked("ships", OTHER_KEY, "f1"), masked("iron", OTHER_KEY, "f2")],
        [masked("iron", OTHER_KEY, "f1"), masked("iron", OTHER_KEY, "f2")],
        [masked("iron", JOINT_KEY, "f1"), honest[1]],
        [Ciphertext(honest[0].a, GROUP.add(honest[0].b, GROUP.generator)), honest[1]],
        [Ciphertext(GROUP.add(honest[0].a, GROUP.generator), honest[0].b), honest[1]],
    ]:
        with pytest.raises(BadProof):
            verify(CARDS, forge(CARDS, fresh, factors))
    with pytest.raises(BadProof):
        verify(CARDS, forge(CARDS, honest, factors, secret=OTHER))


def test_errors_of_two_cards_that_cancel_are_refused() -> None:
    factors = [scalar("f1"), scalar("f2")]
    one, two = masked("iron", OTHER_KEY, "f1"), masked("ships", OTHER_KEY, "f2")
    fresh = [
        Ciphertext(one.a, GROUP.add(one.b, GROUP.generator)),
        Ciphertext(two.a, GROUP.sub(two.b, GROUP.generator)),
    ]
    with pytest.raises(BadProof):
        verify(CARDS, forge(CARDS, fresh, factors))


def test_a_card_that_is_not_the_holders_cannot_be_passed() -> None:
    """A joint card stripped of nothing: the prover knows x, but b hides another layer too."""
    joint = masked("iron", JOINT_KEY, "r1")
    fresh = masked("iron", OTHER_KEY, "f1")
    with pytest.raises(BadProof):
        verify([joint], forge([joint], [fresh], [scalar("f1")]))


def test_a_card_of_another_seat_cannot_be_passed_with_that_seats_secret() -> None:
    """The equations of the card hold; the source key is not the prover's."""
    theirs, fresh = masked("iron", OTHER_KEY, "r1"), masked("iron", OTHER_KEY, "f1")
    with pytest.raises(BadProof):
        verify([theirs], forge([theirs], [fresh], [scalar("f1")], secret=OTHER))


def test_old_randomness_is_refused() -> None:
    """e with e_1 = a under the joint key would be the dead pointer of the card; the relation itself holds."""
    again = masked("iron", JOINT_KEY, "r1")
    proof = forge(CARDS[:1], [again], [scalar("r1")], JOINT_KEY)
    with pytest.raises(BadProof, match="old randomness"):
        verify(CARDS[:1], proof, JOINT_KEY)


def test_no_masking_at_all_is_refused() -> None:
    bare = Ciphertext(GROUP.identity, face("iron"))
    with pytest.raises(BadProof):
        verify(CARDS[:1], forge(CARDS[:1], [bare], [ZERO]))


def test_a_frozen_random_source_gives_no_two_put_backs_the_same_factor() -> None:
    other_op = Context(CONTEXT.sid, b"\1" * 32, CONTEXT.seat, CONTEXT.role, CONTEXT.deck, CONTEXT.generation)
    firsts: list[Element] = []
    for context, cards, target in [
        (CONTEXT, CARDS, JOINT_KEY),
        (CONTEXT, CARDS, OTHER_KEY),
        (CONTEXT, CARDS[::-1], JOINT_KEY),
        (CONTEXT, CARDS[:1], JOINT_KEY),
        (other_op, CARDS, JOINT_KEY),
    ]:
        proof = prove(cards, target, context)
        fresh = reencryption.verify(GROUP, context, HOLDER_KEY, target, cards, proof)
        firsts += [card.a for card in fresh]
    assert len(set(firsts)) == len(firsts) == 9


def test_equal_cards_of_one_batch_come_out_unlike() -> None:
    fresh = verify([CARDS[0], CARDS[0]], prove([CARDS[0], CARDS[0]]))
    assert fresh[0] != fresh[1]


def test_no_card_is_no_message() -> None:
    with pytest.raises(ValueError, match="no card"):
        prove([])
    with pytest.raises(ValueError, match="no card"):
        verify([], bytes(64))


def test_the_new_ciphertext_does_not_depend_on_public_things_alone() -> None:
    """Two holders with the same frozen entropy and one statement shape use unrelated factors."""
    third = scalar("third")
    card = masked("iron", public(third), "r1")
    other = reencryption.prove(GROUP, CONTEXT, public(third), OTHER_KEY, [card], third, rng())
    assert other[:32] != prove(CARDS[:1])[:32]
