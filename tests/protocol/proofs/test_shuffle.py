"""The shuffle proof: what it takes, what it costs, and where its randomness comes from."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl.bindings import crypto_core_ed25519_add

from protocol.errors import BadEncoding, BadProof
from protocol.fiatshamir import HedgedRandom
from protocol.group import ZERO, Scalar, from_int, pedersen_generators, scalar_sub
from protocol.proofs import pedersen, shuffle
from tests.protocol.proofs import mutations, setting
from tests.protocol.proofs.setting import CONTEXT, GROUP, HOLDER, HOLDER_KEY, JOINT_KEY, OTHER, Counting
from tests.protocol.proofs.shuffling import Case, Shuffler, encode, hidden_deck, honest, open_deck


def verified(case: Case, proof: bytes) -> None:
    got = shuffle.verify(GROUP, case.context, case.key, case.before, case.received, proof)
    assert got == case.after


@pytest.mark.parametrize("count", [1, 2, 3, 5, 32, 33, 64, 65, 150])
def test_an_honest_shuffle_is_taken(count: int) -> None:
    case = honest(hidden_deck(count))
    proof = case.prove()
    assert len(proof) == shuffle.size(count)
    verified(case, proof)


@pytest.mark.parametrize("faces", [["a", "a"], ["a", "a", "b", "b", "b"], ["a"] * 6, ["a", "b", "c"]])
def test_open_and_equal_cards_shuffle_like_any_others(faces: list[str]) -> None:
    case = honest(open_deck(faces))
    verified(case, case.prove())


def test_a_last_challenge_of_0_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody meets one by chance; with it the equations would say nothing about the permutation."""
    case = honest(hidden_deck(3))
    proof = case.prove()
    monkeypatch.setattr(shuffle, "_third_challenge", lambda fs, commitments, masked: 0)
    with pytest.raises(BadProof, match="permutation"):
        verified(case, proof)


def test_a_hand_is_remixed_under_its_owners_key() -> None:
    case = honest(hidden_deck(8, HOLDER_KEY), key=HOLDER_KEY)
    verified(case, case.prove())
    faces = [setting.opened(card, HOLDER) for card in case.after]
    assert faces == [setting.face(f"face {i}") for i in case.permutation]


def test_an_owner_may_choose_the_order() -> None:
    order = [2, 0, 1]
    got = shuffle.shuffle(GROUP, CONTEXT, JOINT_KEY, hidden_deck(3), setting.rng(), permutation=order)
    assert got.permutation == order
    case = Case(CONTEXT, JOINT_KEY, hidden_deck(3), *got)
    verified(case, case.prove())


def test_the_prover_of_the_formulas_is_taken_too() -> None:
    for count in (2, 3, 7, pedersen.ROW + 1, 2 * pedersen.ROW + 2):
        case = honest(hidden_deck(count))
        verified(case, Shuffler(case).prove())


@pytest.mark.parametrize("count", [0, 513])
def test_no_card_and_too_many_cards_are_no_shuffle(count: int) -> None:
    cards = hidden_deck(1) * count
    with pytest.raises(ValueError, match="1 to 512 cards"):
        shuffle.shuffle(GROUP, CONTEXT, JOINT_KEY, cards, setting.rng())
    with pytest.raises(ValueError, match="1 to 512 cards"):
        shuffle.prove(GROUP, CONTEXT, JOINT_KEY, cards, cards, range(count), [ZERO] * count, setting.rng())
    with pytest.raises(ValueError, match="1 to 512 cards"):
        shuffle.verify(GROUP, CONTEXT, JOINT_KEY, cards, encode(cards), b"")
    with pytest.raises(ValueError, match="1 to 512 cards"):
        shuffle.size(count)


@pytest.mark.parametrize("order", [[0, 0, 2], [0, 1], [1, 2, 3], [0, 1, 2, 3], [-1, 0, 1]])
def test_the_prover_refuses_what_is_no_permutation(order: list[int]) -> None:
    case = honest(hidden_deck(3))
    with pytest.raises(ValueError, match="permutation"):
        case._replace(permutation=order).prove()
    with pytest.raises(ValueError, match="permutation"):
        shuffle.shuffle(GROUP, CONTEXT, JOINT_KEY, case.before, setting.rng(), permutation=order)


def test_the_prover_refuses_lists_of_different_lengths() -> None:
    case = honest(hidden_deck(3))
    with pytest.raises(ValueError, match="equally many"):
        case._replace(after=case.after[:2]).prove()
    with pytest.raises(ValueError, match="equally many"):
        case._replace(factors=case.factors[:2]).prove()


def test_prover_and_verifier_multiply_as_often_as_the_formulas_say() -> None:
    for count in (3, 20, 2 * pedersen.ROW):
        of_rows = min(count, pedersen.ROW) + 5 * pedersen.rows(count)
        case = honest(hidden_deck(count))
        group = Counting()
        proof = shuffle.prove(
            group, CONTEXT, JOINT_KEY, case.before, case.after, case.permutation, case.factors, setting.rng()
        )
        assert group.muls <= 6 * count + 1
        group = Counting()
        shuffle.verify(group, CONTEXT, JOINT_KEY, case.before, case.received, proof)
        assert group.muls <= 4 * count + of_rows + 3
        fresh = honest(open_deck([f"face {i}" for i in range(count)]))
        proof = fresh.prove()
        group = Counting()
        shuffle.verify(group, CONTEXT, JOINT_KEY, fresh.before, fresh.received, proof)
        assert group.muls <= 3 * count + of_rows + 3


def test_garbage_of_the_largest_size_is_refused_without_group_arithmetic() -> None:
    cards = open_deck(["a"]) * shuffle.MAX_CARDS
    group = Counting()
    garbage = b"".join(setting.rng().stream("garbage").scalars(shuffle.size(shuffle.MAX_CARDS) // 32))
    with pytest.raises(BadProof, match="permutation"):
        shuffle.verify(group, CONTEXT, JOINT_KEY, cards, encode(cards), garbage)
    assert group.muls == group.bases == 0


def test_the_generators_are_the_frozen_ones() -> None:
    listed = pedersen_generators(GROUP, pedersen.ROW + 1)
    assert len(set(listed)) == pedersen.ROW + 1
    assert list(pedersen.generators(GROUP, pedersen.ROW)) == list(listed[1:])
    for length, digest in pedersen.GENERATOR_DIGESTS.items():
        assert hashlib.sha256(b"".join(listed[:length])).hexdigest() == digest
    assert max(pedersen.GENERATOR_DIGESTS) == pedersen.ROW + 1


def test_other_generators_stop_the_machine_that_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pedersen, "_CHECKED", set())
    monkeypatch.setattr(pedersen, "GENERATOR_DIGESTS", {3: "00" * 32})
    with pytest.raises(AssertionError, match="generators"):
        pedersen.generators(GROUP, 2)


def test_cards_come_out_in_the_order_that_the_permutation_names_and_every_order_is_as_likely() -> None:
    """Fixed randomness, so this fails never or always: an off-by-one in ψ or in the drawing shows at once."""
    faces = [setting.face(f"face {i}") for i in range(3)]
    secret = from_int(int.from_bytes(HOLDER, "little") + int.from_bytes(OTHER, "little"))
    number = itertools.count()
    rng = HedgedRandom(setting.scalar("hedge"), lambda size: hashlib.shake_256(b"%d" % next(number)).digest(size))
    deck = hidden_deck(3)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(600):
        after, permutation, _ = shuffle.shuffle(GROUP, CONTEXT, JOINT_KEY, deck, rng)
        assert [setting.opened(card, secret) for card in after] == [faces[i] for i in permutation]
        orders[tuple(permutation)] += 1
    assert len(orders) == 6
    chi_squared = sum((seen - 100) ** 2 / 100 for seen in orders.values())
    assert chi_squared < 20.5  # 5 degrees of freedom: 1 in 1000


def test_with_a_frozen_source_equal_statements_give_equal_shuffles_and_proofs() -> None:
    first, second = honest(hidden_deck(4)), honest(hidden_deck(4))
    assert first == second
    assert first.prove() == second.prove()


def test_with_a_frozen_source_other_statements_share_no_randomness() -> None:
    base = honest(hidden_deck(4))
    reversed_deck = honest(hidden_deck(4)[::-1])
    other_slot = honest(hidden_deck(4), replace(CONTEXT, op=bytes(32)))
    other_key = honest(hidden_deck(4), key=HOLDER_KEY)
    cases = [base, reversed_deck, other_slot, other_key]
    seen: set[bytes] = set()
    for case in cases:
        differences = [scalar_sub(a, b) for a, b in itertools.permutations(case.factors, 2)]
        values = [*case.factors, *differences]
        assert seen.isdisjoint(values)
        seen.update(values)
    # Same cards, same secrets, other context: a repeated blind would give the secrets away.
    again = base._replace(context=other_slot.context)
    one, two = base.prove(), again.prove()
    parts = [{proof[i : i + 32] for i in range(0, len(proof), 32)} for proof in (one, two)]
    assert parts[0] & parts[1] == set()


def test_other_secrets_of_one_statement_have_other_blinds() -> None:
    """Two equal cards give one statement two witnesses; frozen randomness must not blind both alike."""
    case = honest(open_deck(["a", "a", "b"]))
    swapped = case._replace(permutation=[{0: 1, 1: 0}.get(i, i) for i in case.permutation])
    one, two = case.prove(), swapped.prove()
    verified(case, one)
    verified(case, two)
    parts = [{proof[i : i + 32] for i in range(0, len(proof), 32)} for proof in (one, two)]
    assert parts[0] & parts[1] == set()


def check_alike(data: bytes) -> None:
    try:
        GROUP.decode(data)
        good = True
    except BadEncoding:
        good = False
    for k in (ZERO, from_int(1), from_int(8), from_int(-1), Scalar(setting.scalar("k"))):
        if good:
            assert GROUP.mul_received(data, k) == GROUP.mul(GROUP.decode(data), k)
        else:
            with pytest.raises(BadEncoding):
                GROUP.mul_received(data, k)


def test_multiplying_what_was_received_refuses_what_decoding_refuses() -> None:
    good = [GROUP.generator, JOINT_KEY, setting.face("a")]
    bad = [b"", bytes(31), bytes(33), GROUP.identity]
    bad += [*mutations.SMALL_ORDER.values(), *mutations.NOT_CANONICAL.values()]
    bad += [crypto_core_ed25519_add(point, small) for point in good for small in mutations.SMALL_ORDER.values()]
    for data in [*good, *bad]:
        check_alike(data)
    for data in good:
        assert GROUP.decode(data) == data
    for data in bad:
        with pytest.raises(BadEncoding):
            GROUP.decode(data)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 7))
@settings(max_examples=100)
def test_multiplying_any_bytes_refuses_what_decoding_refuses(data: bytes, torsion: int) -> None:
    check_alike(data)
    point = GROUP.hash_to_group("test", data)
    for _ in range(torsion):
        point = type(point)(crypto_core_ed25519_add(point, mutations.ORDER_8))
    check_alike(point)
