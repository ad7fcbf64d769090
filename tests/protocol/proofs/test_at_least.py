from collections.abc import Mapping, Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.elgamal import Ciphertext
from protocol.errors import BadProof
from protocol.fiatshamir import Context
from protocol.group import Element, from_int, pedersen_generators
from protocol.proofs import at_least, sigma
from tests.protocol.proofs.mutations import refuses_all
from tests.protocol.proofs.setting import (
    CONTEXT,
    GROUP,
    HOLDER,
    HOLDER_KEY,
    OTHER,
    OTHER_KEY,
    face,
    masked,
    rng,
)

H = pedersen_generators(GROUP, 1)[0]
WORTH = {face("bonus 1"): 1, face("bonus 3"): 3, face("event"): 0}
CARDS = [masked("bonus 3", HOLDER_KEY, "r1"), masked("event", HOLDER_KEY, "r2"), masked("bonus 1", HOLDER_KEY, "r3")]


def prove(total: int, cards: Sequence[Ciphertext] = CARDS, worth: Mapping[Element, int] = WORTH) -> bytes:
    return at_least.prove(GROUP, CONTEXT, HOLDER_KEY, cards, worth, total, HOLDER, rng())


def verify(proof: bytes, total: int, cards: Sequence[Ciphertext] = CARDS, worth: Mapping[Element, int] = WORTH) -> None:
    at_least.verify(GROUP, CONTEXT, HOLDER_KEY, cards, worth, total, proof)


def lie(total: int, branches: Sequence[int], bits: Sequence[int] | None = None) -> bytes:
    """The honest program with branches that need not hold; bits default to the lowest ones of the excess."""
    claim = at_least._claim(GROUP, HOLDER_KEY, CARDS, WORTH, total)
    assert claim is not None
    excess = sum(claim.table[v - 1][1] for v in branches if v) - total
    shown = [excess >> j & 1 for j in range(claim.bits)] if bits is None else bits
    return at_least._prove(claim, CONTEXT, at_least._Secrets(HOLDER, branches, shown), rng())


def branch(name: str) -> int:
    return 1 + sorted(f for f, number in WORTH.items() if number).index(face(name))


def test_cards_worth_enough_are_proved_up_to_their_worth_and_not_beyond() -> None:
    for total in (1, 2, 3, 4):
        proof = prove(total)
        assert len(proof) == at_least.size(3, WORTH, total)
        verify(proof, total)
    for total in (5, 9):
        with pytest.raises(ValueError, match="less than the total"):
            prove(total)


def test_nothing_altered_passes() -> None:
    cards = CARDS[:2]
    proof = at_least.prove(GROUP, CONTEXT, HOLDER_KEY, cards, WORTH, 2, HOLDER, rng())

    def check(context: Context, data: bytes) -> None:
        at_least.verify(GROUP, context, HOLDER_KEY, cards, WORTH, 2, data)

    refuses_all(check, CONTEXT, proof, elements=[*range(2 + 2), *range(4 + 28, 4 + 28 + 20)])


def test_every_part_of_the_statement_counts() -> None:
    proof = prove(3)
    for key, cards, worth, total in [
        (OTHER_KEY, CARDS, WORTH, 3),
        (HOLDER_KEY, CARDS[::-1], WORTH, 3),
        (HOLDER_KEY, CARDS[:2], WORTH, 3),
        (HOLDER_KEY, [*CARDS[:2], masked("bonus 1", HOLDER_KEY, "r4")], WORTH, 3),
        (HOLDER_KEY, [*CARDS, masked("bonus 3", HOLDER_KEY, "r4")], WORTH, 3),
        (HOLDER_KEY, CARDS, WORTH, 2),
        (HOLDER_KEY, CARDS, WORTH, 4),
        (HOLDER_KEY, CARDS, WORTH, 0),
        (HOLDER_KEY, CARDS, {**WORTH, face("bonus 1"): 2}, 3),
        (HOLDER_KEY, CARDS, {**WORTH, face("bonus 3"): 4}, 3),
        (HOLDER_KEY, CARDS, {face("bonus 3"): 3, face("bonus 2"): 1}, 3),
        (HOLDER_KEY, CARDS, {**WORTH, face("event"): 1}, 3),
        (HOLDER_KEY, CARDS, {face("bonus 3"): 3}, 3),
    ]:
        with pytest.raises(BadProof):
            at_least.verify(GROUP, CONTEXT, key, cards, worth, total, proof)


def test_the_order_of_the_table_and_faces_worth_nothing_do_not_count() -> None:
    turned = dict(sorted(WORTH.items(), reverse=True))
    assert prove(3, worth=turned) == prove(3)
    verify(prove(3), 3, worth={face("bonus 3"): 3, face("bonus 1"): 1, face("tactic"): 0})


@pytest.mark.parametrize("branches", list(product(range(3), repeat=3)))
def test_a_total_beyond_the_cards_cannot_be_reached_by_lying_about_any_of_them(branches: Sequence[int]) -> None:
    true = (branch("bonus 3"), 0, branch("bonus 1"))
    honest = all(said in (0, real) for said, real in zip(branches, true, strict=True))
    claimed = sum(sorted((f, n) for f, n in WORTH.items() if n)[v - 1][1] for v in branches if v)
    for total in (4, 5, 9):
        proof = lie(total, branches)
        if honest and claimed >= total:
            verify(proof, total)
        else:
            with pytest.raises(BadProof):
                verify(proof, total)


def test_a_negative_excess_has_no_bits() -> None:
    """True branches worth 4, claimed total 5: -1 modulo the order is not a number of m bits, whichever are shown."""
    true = (branch("bonus 3"), 0, branch("bonus 1"))
    claim = at_least._claim(GROUP, HOLDER_KEY, CARDS, WORTH, 5)
    assert claim is not None and claim.bits == 3
    for bits in product((0, 1), repeat=3):
        with pytest.raises(BadProof):
            verify(lie(5, true, bits), 5)


def test_understating_is_possible_and_harmless() -> None:
    verify(lie(1, (0, 0, branch("bonus 1"))), 1)
    with pytest.raises(BadProof):
        verify(lie(2, (0, 0, branch("bonus 1"))), 2)


def custom(
    total: int, values: Sequence[Element], upper: Sequence[Element], witnesses: Sequence[sigma.Witness]
) -> bytes:
    """A forger's program with its own commitments."""
    claim = at_least._claim(GROUP, HOLDER_KEY, CARDS, WORTH, total)
    assert claim is not None
    fs = at_least._statement(claim, CONTEXT)
    clauses = at_least._commit(claim, fs, values, upper)
    return b"".join([*values, *upper]) + sigma.prove(GROUP, fs, clauses, witnesses, rng())


def committed(value: int, factor: int) -> Element:
    return GROUP.msm(((GROUP.generator, from_int(value)), (H, from_int(factor))))


def test_the_forgers_program_with_honest_commitments_is_accepted() -> None:
    """So the refusals below are due to what each forger changes."""
    factors = [11, 12, 13]
    values = [committed(3, 11), committed(0, 12), committed(1, 13)]
    upper = [committed(0, 21), committed(0, 22)]
    lowest = from_int(11 + 12 + 13 - 2 * 21 - 4 * 22)
    witnesses = [
        sigma.Witness(branch("bonus 3"), [HOLDER, from_int(factors[0])]),
        sigma.Witness(0, [from_int(factors[1])]),
        sigma.Witness(branch("bonus 1"), [HOLDER, from_int(factors[2])]),
        sigma.Witness(0, [lowest]),
        sigma.Witness(0, [from_int(21)]),
        sigma.Witness(0, [from_int(22)]),
    ]
    assert at_least._bits(3, [(face("bonus 3"), 3)], 4) == 3
    verify(custom(4, values, upper, witnesses), 4)


def test_a_commitment_to_more_than_the_face_is_worth_is_refused() -> None:
    values = [committed(9, 11), committed(0, 12), committed(1, 13)]
    upper = [committed(0, 21), committed(1, 22)]
    lowest = from_int(36 - 2 * 21 - 4 * 22)
    for first in (0, branch("bonus 3"), branch("bonus 1")):
        witnesses = [
            sigma.Witness(first, [HOLDER, from_int(11)] if first else [from_int(11)]),
            sigma.Witness(0, [from_int(12)]),
            sigma.Witness(branch("bonus 1"), [HOLDER, from_int(13)]),
            sigma.Witness(0, [lowest]),
            sigma.Witness(0, [from_int(21)]),
            sigma.Witness(1, [from_int(22)]),
        ]
        with pytest.raises(BadProof):
            verify(custom(6, values, upper, witnesses), 6)


def test_a_bit_that_is_neither_0_nor_1_is_refused() -> None:
    """Excess -1 = 1 + 2 (-1): true branches, and a "bit" of -1; and -1 = -1 + 0."""
    values = [committed(3, 11), committed(0, 12), committed(1, 13)]
    for second, lowest_bit in [(-1, 1), (0, -1)]:
        upper = [committed(second, 21), committed(0, 22)]
        lowest = from_int(36 - 2 * 21 - 4 * 22)
        for shown in product((0, 1), repeat=2):
            witnesses = [
                sigma.Witness(branch("bonus 3"), [HOLDER, from_int(11)]),
                sigma.Witness(0, [from_int(12)]),
                sigma.Witness(branch("bonus 1"), [HOLDER, from_int(13)]),
                sigma.Witness(max(lowest_bit, 0) if shown[0] else 0, [lowest]),
                sigma.Witness(shown[1], [from_int(21)]),
                sigma.Witness(0, [from_int(22)]),
            ]
            with pytest.raises(BadProof):
                verify(custom(5, values, upper, witnesses), 5)


def test_worth_smuggled_through_the_blinding_generator_is_refused() -> None:
    """V = 3 g + ρ h_0 for the worthless card; to pass as worth 0 it would need a factor made from log_g h_0."""
    values = [committed(3, 11), committed(3, 12), committed(1, 13)]
    upper = [committed(0, 21), committed(0, 22)]
    lowest = from_int(36 - 2 * 21 - 4 * 22)
    witnesses = [
        sigma.Witness(branch("bonus 3"), [HOLDER, from_int(11)]),
        sigma.Witness(0, [from_int(12)]),
        sigma.Witness(branch("bonus 1"), [HOLDER, from_int(13)]),
        sigma.Witness(0, [lowest]),
        sigma.Witness(0, [from_int(21)]),
        sigma.Witness(0, [from_int(22)]),
    ]
    with pytest.raises(BadProof):
        verify(custom(7, values, upper, witnesses), 7)


def test_cards_under_the_key_of_another_seat_count_nothing() -> None:
    """All the equations of the cards hold with the other seat's secret; only the holder's key does not."""
    cards = [masked("bonus 3", OTHER_KEY, f"other {i}") for i in range(2)]
    for key in (HOLDER_KEY, OTHER_KEY):
        claim = at_least._claim(GROUP, key, cards, WORTH, 6)
        assert claim is not None
        secrets = at_least._Secrets(OTHER, (branch("bonus 3"),) * 2, (0,))
        proof = at_least._prove(claim, CONTEXT, secrets, rng())
        if key == OTHER_KEY:
            at_least.verify(GROUP, CONTEXT, key, cards, WORTH, 6, proof)
        else:
            with pytest.raises(BadProof):
                at_least.verify(GROUP, CONTEXT, key, cards, WORTH, 6, proof)


def test_a_card_counts_once() -> None:
    """One card worth 3, listed three times, is not worth 9."""
    thrice = [CARDS[0]] * 3
    with pytest.raises(ValueError, match="once"):
        prove(9, thrice)
    with pytest.raises(ValueError, match="once"):
        verify(bytes(at_least.size(3, WORTH, 9)), 9, thrice)


def test_the_proof_for_a_lower_total_has_more_bits_and_does_not_fit() -> None:
    assert at_least.size(3, WORTH, 1) > at_least.size(3, WORTH, 2) > at_least.size(3, WORTH, 9)
    with pytest.raises(BadProof, match="bytes"):
        verify(prove(1), 4)


@pytest.mark.parametrize("total", [0, -5])
def test_nothing_needs_no_proof(total: int) -> None:
    assert prove(total) == b"" and at_least.size(3, WORTH, total) == 0
    verify(b"", total)
    with pytest.raises(BadProof):
        verify(b"\0", total)
    with pytest.raises(BadProof):
        verify(prove(1), total)


@pytest.mark.parametrize(
    ("cards", "worth", "total"), [(CARDS, WORTH, 10), ([], WORTH, 1), (CARDS, {face("event"): 0}, 1), (CARDS, {}, 1)]
)
def test_a_total_out_of_reach_has_no_proof(
    cards: Sequence[Ciphertext], worth: Mapping[Element, int], total: int
) -> None:
    with pytest.raises(ValueError, match="cannot be worth"):
        prove(total, cards, worth)
    with pytest.raises(ValueError, match="cannot be worth"):
        at_least.size(len(cards), worth, total)
    for proof in (b"", prove(1)):
        with pytest.raises(BadProof, match="cannot be worth"):
            verify(proof, total, cards, worth)


def test_a_total_equal_to_the_highest_possible_worth_is_proved() -> None:
    cards = [masked("bonus 3", HOLDER_KEY, f"top {i}") for i in range(2)]
    verify(prove(6, cards), 6, cards)
    with pytest.raises(BadProof):
        verify(prove(6, cards), 6, CARDS[:2])


def test_tables_with_negative_or_huge_worths_are_refused() -> None:
    for worth in ({face("bonus 1"): -1}, {face("bonus 1"): 2**31}):
        with pytest.raises(ValueError, match="worth"):
            prove(1, worth=worth)
        with pytest.raises(ValueError, match="worth"):
            verify(b"", 0, worth=worth)


def test_faces_of_equal_worth_and_equal_cards_are_no_trouble() -> None:
    worth = {face("red"): 2, face("blue"): 2}
    cards = [masked("red", HOLDER_KEY, "r1"), masked("red", HOLDER_KEY, "r2"), masked("blue", HOLDER_KEY, "r3")]
    verify(prove(6, cards, worth), 6, cards, worth)


def test_a_frozen_random_source_gives_unrelated_commitments_for_different_totals() -> None:
    """Equal factors under equal values would show that the same cards count in both claims."""
    one, two = prove(3), prove(2)
    assert not {one[i : i + 32] for i in range(0, 96, 32)} & {two[i : i + 32] for i in range(0, 96, 32)}
    assert prove(3) == one


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=3), st.lists(st.integers(0, 9), min_size=3, max_size=3))
def test_exactly_the_totals_up_to_the_true_worth_can_be_proved(held: list[int], numbers: list[int]) -> None:
    names = ["one", "two", "three", "none"]
    worth = {face(name): number for name, number in zip(names[:3], numbers, strict=True)}
    cards = [masked(names[i], HOLDER_KEY, f"held {at}") for at, i in enumerate(held)]
    true = sum(([*numbers, 0])[i] for i in held)
    verify(prove(true, cards, worth), true, cards, worth)
    with pytest.raises(ValueError, match="worth"):
        prove(true + 1, cards, worth)


def test_the_lowest_bit_takes_up_the_blinding_of_all_others() -> None:
    """Σ 2^j B_j = ΣV - T g by construction; the factor of B_0 is what makes it a commitment of the prover's."""
    proof = prove(2)
    points = [GROUP.decode(proof[i : i + 32]) for i in range(0, 5 * 32, 32)]
    lowest = GROUP.sub(GROUP.msm((v, from_int(1)) for v in points[:3]), GROUP.base(from_int(2)))
    lowest = GROUP.sub(lowest, GROUP.msm(((points[3], from_int(2)), (points[4], from_int(4)))))
    claim = at_least._claim(GROUP, HOLDER_KEY, CARDS, WORTH, 2)
    assert claim is not None
    clauses = at_least._commit(claim, at_least._statement(claim, CONTEXT), points[:3], points[3:])
    assert clauses[3][0][0].target == lowest
