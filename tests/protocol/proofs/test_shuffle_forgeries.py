"""Cheating shufflers: bytes altered after the fact, and the prover's program run on false statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from nacl.bindings import crypto_core_ed25519_add

from protocol.elgamal import Ciphertext
from protocol.errors import BadProof
from protocol.fiatshamir import Context
from protocol.group import ZERO, Element, Scalar, from_int, to_int
from protocol.proofs import pedersen, shuffle, sums
from tests.protocol.proofs import setting
from tests.protocol.proofs.mutations import ORDER_2, mutations, refuses_all
from tests.protocol.proofs.setting import CONTEXT, GROUP, HOLDER_KEY, JOINT_KEY, OTHER_KEY
from tests.protocol.proofs.shuffling import (
    Case,
    Shuffler,
    encode,
    failing_equations,
    hidden_deck,
    honest,
    mixture,
    open_deck,
    remask_as,
)


def verify(case: Case, proof: bytes) -> list[Ciphertext]:
    return shuffle.verify(GROUP, case.context, case.key, case.before, case.received, proof)


def refused(case: Case, proof: bytes) -> None:
    with pytest.raises(BadProof):
        verify(case, proof)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_part_of_the_proof_and_of_its_context_matters(count: int) -> None:
    case = honest(hidden_deck(count))

    def check(context: Context, proof: bytes) -> None:
        shuffle.verify(GROUP, context, case.key, case.before, case.received, proof)

    refuses_all(check, case.context, case.prove(), elements=range(7) if count > 1 else (2, 3))


@pytest.mark.parametrize("deck", [hidden_deck(1), hidden_deck(2), open_deck(["a", "a"])])
def test_every_element_of_the_shuffled_cards_matters(deck: list[Ciphertext]) -> None:
    case = honest(deck)
    proof = case.prove()
    verify(case, proof)
    for name, after in mutations(case.received, range(2 * len(deck))):
        with pytest.raises(BadProof):
            shuffle.verify(GROUP, case.context, case.key, case.before, after, proof)
            pytest.fail(f"accepted: {name}")


@pytest.mark.parametrize("count", [1, 2, 4])
def test_every_element_of_the_old_cards_and_the_key_matter(count: int) -> None:
    case = honest(hidden_deck(count))
    proof = case.prove()
    for i, card in enumerate(case.before):
        for moved in (
            Ciphertext(GROUP.add(card.a, GROUP.generator), card.b),
            Ciphertext(card.a, GROUP.add(card.b, GROUP.generator)),
            Ciphertext(card.b, card.a),
        ):
            refused(case._replace(before=[*case.before[:i], moved, *case.before[i + 1 :]]), proof)
    if count > 1:
        refused(case._replace(before=case.before[::-1]), proof)
        refused(case._replace(after=case.after[::-1]), proof)
        refused(case._replace(before=case.after, after=case.before), proof)
    for key in (HOLDER_KEY, OTHER_KEY, GROUP.generator, GROUP.add(JOINT_KEY, GROUP.generator)):
        refused(case._replace(key=key), proof)


def test_a_proof_for_more_or_fewer_cards_is_refused() -> None:
    case = honest(hidden_deck(3))
    for other in (1, 2, 4):
        proof = honest(hidden_deck(other)).prove()
        refused(case, proof)
    refused(case._replace(after=case.after[:2]), case.prove())
    refused(case._replace(after=[*case.after, case.after[0]]), case.prove())


def test_a_known_order_with_an_old_proof_is_refused() -> None:
    """The attacker gives the deck on unshuffled, or as somebody else shuffled it, with a proof that once was good."""
    earlier = honest(hidden_deck(4), replace(CONTEXT, generation=2), name="earlier")
    stale = earlier.prove()
    verify(earlier, stale)
    now = honest(hidden_deck(4))
    refused(now, stale)
    refused(now._replace(after=now.before), stale)
    refused(now._replace(after=earlier.after), stale)


Falsifier = Callable[[Case], Case]


def duplicate(case: Case) -> Case:
    return remask_as(case.before, [0, *range(len(case.before) - 1)], case.key, setting.rng("duplicate"))


def foreign(case: Case) -> Case:
    stranger = setting.masked("ace from the sleeve", case.key, "sleeve")
    return case._replace(after=[stranger, *case.after[1:]])


def swapped_plaintexts(case: Case) -> Case:
    (a0, b0), (a1, b1), *rest = case.after
    return case._replace(after=[Ciphertext(a0, b1), Ciphertext(a1, b0), *rest])


def exchanged_cards(case: Case) -> Case:
    return case._replace(after=[case.after[1], case.after[0], *case.after[2:]])


def shifted(case: Case) -> Case:
    a, b = case.after[-1]
    return case._replace(after=[*case.after[:-1], Ciphertext(a, GROUP.add(b, GROUP.generator))])


def shifted_randomness(case: Case) -> Case:
    a, b = case.after[-1]
    return case._replace(after=[*case.after[:-1], Ciphertext(GROUP.add(a, GROUP.generator), b)])


def shifted_against_each_other(case: Case) -> Case:
    """The sum over all cards stays what it was."""
    (a0, b0), (a1, b1), *rest = case.after
    point = setting.face("shift")
    return case._replace(after=[Ciphertext(a0, GROUP.add(b0, point)), Ciphertext(a1, GROUP.sub(b1, point)), *rest])


def other_key(key: Element) -> Falsifier:
    return lambda case: remask_as(case.before, case.permutation, key, setting.rng("key"))._replace(key=case.key)


FALSE = {
    "a card twice": duplicate,
    "a foreign card": foreign,
    "plaintexts swapped": swapped_plaintexts,
    "cards exchanged after the shuffle": exchanged_cards,
    "a plaintext shifted": shifted,
    "the randomness of one component shifted": shifted_randomness,
    "two plaintexts shifted against each other": shifted_against_each_other,
    "re-masked under the own key": other_key(HOLDER_KEY),
    "re-masked under the joint key less one seat": other_key(GROUP.sub(JOINT_KEY, HOLDER_KEY)),
}


@pytest.mark.parametrize("falsify", FALSE.values(), ids=FALSE)
@pytest.mark.parametrize("count", [2, 3, 6])
def test_the_honest_program_proves_no_false_statement(falsify: Falsifier, count: int) -> None:
    truth = honest(hidden_deck(count))
    case = falsify(truth)._replace(permutation=truth.permutation, before=truth.before)
    refused(case, case.prove())
    refused(case, Shuffler(case).prove())


def test_the_honest_program_proves_no_other_factors_or_order() -> None:
    case = honest(hidden_deck(3))
    refused(case, case._replace(factors=case.factors[::-1]).prove())
    refused(case, case._replace(permutation=[case.permutation[i] for i in (1, 2, 0)]).prove())
    refused(case, case._replace(factors=[*case.factors[:2], ZERO]).prove())


SOURCES: list[Sequence[int]] = [[0, 0], [1, 1, 0], [2, 2, 2], [0, 1, 2, 2], [0, 0, 3, 3], [3, 1, 1, 0, 2]]


@pytest.mark.parametrize("sources", SOURCES, ids=str)
def test_the_program_run_on_no_permutation_fails_at_the_product(sources: Sequence[int]) -> None:
    """ψ and cards agree, so every commitment and response is consistent; only the product over all places is not."""
    case = remask_as(hidden_deck(len(sources)), sources, JOINT_KEY, setting.rng())
    with pytest.raises(BadProof, match="permutation"):
        verify(case, Shuffler(case).prove())


def fails_at(case: Case, proof: bytes, equations: set[str]) -> None:
    """The proof passes all checks of scalars, so only the named equations stand between it and acceptance."""
    claim = shuffle.read(GROUP, case.context, case.key, case.before, case.received, proof)
    assert claim is not None
    assert failing_equations(claim) == equations
    refused(case, proof)


@pytest.mark.parametrize("sources", SOURCES, ids=str)
def test_responses_bent_to_the_product_of_a_permutation_fail_at_the_commitments(sources: Sequence[int]) -> None:
    case = remask_as(hidden_deck(len(sources)), sources, JOINT_KEY, setting.rng())
    fails_at(case, Shuffler(case, "u bent").prove(), {"iii", "iv a", "iv b"})
    fails_at(case, Shuffler(case, "p bent").prove(), {"ii", "iv a", "iv b"})


@pytest.mark.parametrize("count", [2, 3, 5])
def test_cards_mixed_into_each_other_fail_wherever_the_lie_is_put(count: int) -> None:
    """A linear map that is no permutation meets (iv), so (i), (ii) and (iii) each have to hold by themselves."""
    case = mixture(hidden_deck(count))
    fails_at(case, Shuffler(case, "mixture").prove(), {"ii"})
    with pytest.raises(BadProof, match="permutation"):
        verify(case, Shuffler(case, "mixture", "mixture shown").prove())
    fails_at(case, Shuffler(case, "mixture", "mixture shown", "u bent").prove(), {"iii"})
    fails_at(case, Shuffler(case, "mixture", "mixture shown", "p bent").prove(), {"ii"})


@pytest.mark.parametrize("sources", SOURCES, ids=str)
def test_a_product_that_is_committed_to_but_not_computed_does_not_help(sources: Sequence[int]) -> None:
    case = remask_as(hidden_deck(len(sources)), sources, JOINT_KEY, setting.rng())
    with pytest.raises(BadProof, match="permutation"):
        verify(case, Shuffler(case, "another product committed").prove())


@pytest.mark.parametrize("sources", SOURCES, ids=str)
def test_a_committed_permutation_that_is_not_that_of_the_cards_fails_at_the_commitment(sources: Sequence[int]) -> None:
    case = remask_as(hidden_deck(len(sources)), sources, JOINT_KEY, setting.rng())
    fails_at(case, Shuffler(case, committed=range(len(sources))).prove(), {"ii", "iv a", "iv b"})


def test_a_foreign_card_hidden_behind_guessed_challenges_fails_at_the_ciphertexts() -> None:
    case = foreign(honest(hidden_deck(4)))
    guess = Shuffler(case)
    guess.prove()
    fails_at(case, Shuffler(case).prove(guessed_t=guess.t), {"iv a", "iv b"})


def test_each_false_statement_fails_at_the_component_that_it_touches() -> None:
    expected = {
        "the randomness of one component shifted": {"iv a"},
        "a plaintext shifted": {"iv b"},
        "plaintexts swapped": {"iv b"},
        "a foreign card": {"iv a", "iv b"},
    }
    for name, equations in expected.items():
        case = FALSE[name](honest(hidden_deck(3)))
        fails_at(case, case.prove(), equations)


def test_the_honest_proof_meets_each_equation_by_itself() -> None:
    for deck in (hidden_deck(2), hidden_deck(5), open_deck(["a", "b", "b"]), hidden_deck(pedersen.ROW + 1)):
        case = honest(deck)
        claim = shuffle.read(GROUP, case.context, case.key, case.before, case.received, case.prove())
        assert claim is not None
        assert failing_equations(claim) == set()


class TestOneCard:
    def test_an_unchanged_card_is_refused(self) -> None:
        case = honest(hidden_deck(1))
        still = case._replace(after=case.before, factors=[ZERO])
        refused(still, case.prove())
        with pytest.raises(BadProof, match="not re-masked"):
            still.prove()

    @pytest.mark.parametrize("name", ["a foreign card", "a plaintext shifted", "re-masked under the own key"])
    def test_another_card_is_refused(self, name: str) -> None:
        case = FALSE[name](honest(hidden_deck(1)))
        refused(case, case.prove())

    def test_a_card_changed_in_one_component_is_refused(self) -> None:
        before = hidden_deck(1)
        (a, b), factor = before[0], setting.scalar("factor")
        for after in (Ciphertext(GROUP.add(a, GROUP.base(factor)), b), Ciphertext(a, GROUP.add(b, JOINT_KEY))):
            case = Case(CONTEXT, JOINT_KEY, before, [after], [0], [factor])
            refused(case, case.prove())

    def test_elements_that_are_none_are_refused(self) -> None:
        case = honest(hidden_deck(1))
        proof = case.prove()
        for name, after in mutations(case.received, range(2)):
            with pytest.raises(BadProof):
                shuffle.verify(GROUP, CONTEXT, JOINT_KEY, case.before, after, proof)
                pytest.fail(f"accepted: {name}")


def test_a_mixed_order_element_is_refused_wherever_it_hides() -> None:
    """The torsion of two elements may cancel in a sum, so every element is checked by itself."""
    case = honest(hidden_deck(2))
    twisted = [Ciphertext(card.a, Element(crypto_core_ed25519_add(card.b, ORDER_2))) for card in case.after]
    forged = case._replace(after=twisted)
    with pytest.raises(BadProof, match="subgroup"):
        verify(forged, forged.prove())
    assert encode(twisted) != case.received


def test_responses_chosen_after_the_weights_of_the_equations_are_refused() -> None:
    """Were the weights hashed without the last responses, errors of two equations could be made to cancel."""
    case = honest(hidden_deck(3))
    proof = case.prove()
    claim = shuffle.read(GROUP, case.context, case.key, case.before, case.received, proof)
    assert claim is not None
    w_place, w_product, _, _ = sums.weights([claim])[0]
    z, z_delta = claim.z[0] + w_product, claim.z_delta[0] - w_place
    at = len(proof) - 32 * 4
    assert proof[at : at + 32] == from_int(claim.z[0])
    fails_at(case, proof[:at] + from_int(z) + proof[at + 32 : -32] + from_int(z_delta), {"ii", "iii"})


def test_what_hides_the_products_is_fixed_before_the_last_challenge() -> None:
    """Sent later, it would bend the product of any map into that of a permutation."""
    case = honest(hidden_deck(4))
    proof = Shuffler(case).prove()
    verify(case, proof)
    with pytest.raises(BadProof):
        verify(case, Shuffler(case, "masks chosen late").prove())
    start = 32 * (7 + 4 + 1)
    for i in range(3):
        moved = from_int(to_int(Scalar(proof[start + 32 * i :][:32])) + 1)
        refused(case, proof[: start + 32 * i] + moved + proof[start + 32 * (i + 1) :])


@pytest.fixture
def short_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pedersen, "ROW", 2)


@pytest.mark.usefixtures("short_rows")
class TestRows:
    """Vectors in rows of two: no row, and no two of them together, may say what another vector would."""

    def test_every_part_of_the_proof_matters(self) -> None:
        for count in (3, 5):
            case = honest(hidden_deck(count))
            proof = case.prove()
            verify(case, proof)
            verify(case, Shuffler(case).prove())
            for i in range(len(proof) // 32):
                value = int.from_bytes(proof[32 * i : 32 * i + 32], "little")
                moved = from_int(value + 1) if i >= 5 * pedersen.rows(count) + 2 else GROUP.generator
                refused(case, proof[: 32 * i] + moved + proof[32 * (i + 1) :])

    @pytest.mark.parametrize("sources", [[0, 0, 3, 3], [3, 1, 1, 0, 2], [0, 1, 2, 2]], ids=str)
    def test_no_map_but_a_permutation_passes(self, sources: Sequence[int]) -> None:
        case = remask_as(hidden_deck(len(sources)), sources, JOINT_KEY, setting.rng())
        with pytest.raises(BadProof, match="permutation"):
            verify(case, Shuffler(case).prove())
        fails_at(case, Shuffler(case, "u bent").prove(), {"iii", "iv a", "iv b"})
        fails_at(case, Shuffler(case, "p bent").prove(), {"ii", "iv a", "iv b"})
        fails_at(case, Shuffler(case, committed=range(len(sources))).prove(), {"ii", "iv a", "iv b"})

    def test_cards_mixed_into_each_other_fail_at_the_commitments(self) -> None:
        case = mixture(hidden_deck(5))
        fails_at(case, Shuffler(case, "mixture").prove(), {"ii"})
        fails_at(case, Shuffler(case, "mixture", "mixture shown", "u bent").prove(), {"iii"})

    def test_commitments_and_responses_of_two_rows_do_not_stand_for_each_other(self) -> None:
        """Errors of two rows that cancel in their plain sum: every row has a weight of its own."""
        case = honest(hidden_deck(4))
        proof = case.prove()
        claim = shuffle.read(GROUP, case.context, case.key, case.before, case.received, proof)
        assert claim is not None and len(claim.z) == 2
        at = len(proof) - 32 * (2 + 3 + 2)
        for place, name, values in ((at, "ii", claim.z), (len(proof) - 64, "iii", claim.z_delta)):
            assert proof[place : place + 64] == from_int(values[0]) + from_int(values[1])
            for other in (values[::-1], [values[0] + 1, values[1] - 1]):
                bent = proof[:place] + b"".join(map(from_int, other)) + proof[place + 64 :]
                fails_at(case, bent, {name})


@pytest.mark.parametrize("place", range(7))
def test_a_mixed_order_commitment_that_its_prover_hashed_is_refused(place: int) -> None:
    case = honest(hidden_deck(3))
    refused(case, Shuffler(case, f"twist {place}").prove())


def test_scalars_at_the_order_are_refused_where_zero_would_be_right() -> None:
    """A response that is 0 has one encoding: q in its place is another proof of the same statement."""
    case = honest(hidden_deck(2))
    proof = case.prove()
    order = GROUP.order.to_bytes(32, "little")
    for i in range(7, len(proof) // 32):
        for data in (order, from_int(0)):
            refused(case, proof[: 32 * i] + data + proof[32 * (i + 1) :])
