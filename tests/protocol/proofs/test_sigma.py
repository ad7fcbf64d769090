import pytest

from protocol.errors import BadProof
from protocol.fiatshamir import FiatShamir
from protocol.group import ONE, ZERO, Edwards25519, Element, Scalar, scalar_invert, scalar_mul, scalar_neg
from protocol.proofs import sigma
from protocol.proofs.batching import BatchingGroup
from protocol.proofs.sigma import Equation, Witness
from tests.protocol.proofs.setting import CONTEXT, GROUP, face, public, rng, scalar

G = GROUP.generator
P, Q = face("p"), face("q")


def start() -> FiatShamir:
    """A transcript into which the caller forgot to put its statement."""
    return FiatShamir(GROUP, "test", CONTEXT)


def prove(clauses: list[sigma.Clause], witnesses: list[Witness]) -> bytes:
    return sigma.prove(GROUP, start(), clauses, witnesses, rng())


def check(group: Edwards25519, clauses: list[sigma.Clause], proof: bytes) -> None:
    _, answer = sigma.read(group, "test", proof, 0, *counts(clauses))
    sigma.verify(group, "test", start(), clauses, answer)


def verify(clauses: list[sigma.Clause], proof: bytes) -> None:
    """In its place; a sum must come to the same."""
    postponing = BatchingGroup()
    try:
        check(GROUP, clauses, proof)
    except BadProof:
        with pytest.raises(BadProof):
            check(postponing, clauses, proof)
            postponing.settle()
        raise
    try:
        check(postponing, clauses, proof)
        postponing.settle()
    except BadProof as error:
        raise AssertionError("refused in the sum only") from error


def counts(clauses: list[sigma.Clause]) -> tuple[int, int]:
    """How many scalars and equations a proof of these has."""
    branches = [branch for clause in clauses for branch in clause]
    return sum(1 + sigma._width(branch) for branch in branches), sum(map(len, branches))


def target(*terms: tuple[Scalar, Element]) -> Element:
    return GROUP.msm([(point, secret) for secret, point in terms])


X, Y, Z = scalar("x"), scalar("y"), scalar("z")
TWO_CLAUSES: list[sigma.Clause] = [
    [[Equation(target((X, G), (Y, P)), ((0, G), (1, P))), Equation(target((X, Q)), ((0, Q),))]],
    [[Equation(target((Z, P)), ((0, P),))], [Equation(target((Z, Q)), ((0, P),))]],
]
WITNESSES = [Witness(0, [X, Y]), Witness(0, [Z])]


def test_a_true_statement_is_proved_and_every_other_statement_refuses_its_proof() -> None:
    proof = prove(TWO_CLAUSES, WITNESSES)
    verify(TWO_CLAUSES, proof)
    first, second = TWO_CLAUSES
    equation = first[0][0]
    others: list[list[sigma.Clause]] = [
        [second, first],
        [first, [second[1], second[0]]],
        [[[first[0][1], first[0][0]]], second],
        [[[Equation(GROUP.add(equation.target, G), equation.terms), first[0][1]]], second],
        [[[Equation(equation.target, ((1, G), (0, P))), first[0][1]]], second],
        [[[Equation(equation.target, ((0, G), (1, Q))), first[0][1]]], second],
        [[[Equation(equation.target, ((1, P), (0, G))), first[0][1]]], second],
    ]
    for other in others:
        with pytest.raises(BadProof):
            verify(other, proof)


def test_a_false_branch_cannot_be_proved_whatever_secret_is_claimed() -> None:
    for claimed in (Z, ONE, ZERO, X):
        with pytest.raises(BadProof):
            verify(TWO_CLAUSES, prove(TWO_CLAUSES, [Witness(0, [X, Y]), Witness(1, [claimed])]))


def test_one_true_clause_does_not_carry_a_false_one() -> None:
    with pytest.raises(BadProof):
        verify(TWO_CLAUSES, prove(TWO_CLAUSES, [Witness(0, [X, X]), Witness(0, [Z])]))


def test_simulating_every_branch_leaves_challenges_that_do_not_add_up() -> None:
    """The forger's program: choose all challenges and responses; the hash then asks for another sum."""
    stream = rng("forger").stream("forger")
    with pytest.raises(BadProof, match="does not hold"):
        verify(TWO_CLAUSES[1:], b"".join(stream.scalars(4)) + 2 * G)


def test_clauses_under_different_challenges_are_refused_before_any_multiplication() -> None:
    stream = rng("forger").stream("forger")
    with pytest.raises(BadProof, match="do not add up"):
        verify(TWO_CLAUSES, b"".join(stream.scalars(7)) + 4 * G)


def test_a_clause_proved_alone_cannot_be_mixed_into_another_proof() -> None:
    proof = prove(TWO_CLAUSES, WITNESSES)
    alone = prove(TWO_CLAUSES[1:], WITNESSES[1:])
    with pytest.raises(BadProof):
        verify(TWO_CLAUSES, proof[: 3 * 32] + alone[: 4 * 32] + proof[7 * 32 : 9 * 32] + alone[4 * 32 :])


def test_a_target_solved_for_after_the_challenge_is_refused() -> None:
    """The attack on weak Fiat-Shamir (Bernhard, Pereira, Warinschi 2012): the statement must be in the hash."""
    response, commitment = scalar("any"), face("commitment of an unknown nonce")
    fs = start()
    sigma._absorb(fs, [[[Equation(G, ((0, G),))]]])
    challenge = sigma._challenge(fs, [commitment])
    key = GROUP.mul(GROUP.sub(GROUP.base(response), commitment), scalar_invert(challenge))
    assert GROUP.sub(GROUP.base(response), GROUP.mul(key, challenge)) == commitment
    with pytest.raises(BadProof):
        verify([[[Equation(key, ((0, G),))]]], challenge + response + commitment)


def test_a_commitment_that_is_nothing_is_refused_in_play_as_in_the_sum_of_a_file() -> None:
    """A response that is the secret times the challenge gives the secret away; the sum could not weigh it."""
    clause: list[sigma.Clause] = [[[Equation(public(X), ((0, G),))]]]
    fs = start()
    sigma._absorb(fs, clause)
    challenge = sigma._challenge(fs, [GROUP.identity])
    with pytest.raises(BadProof, match="identity"):
        verify(clause, challenge + scalar_mul(challenge, X) + GROUP.identity)


def test_two_frozen_proofs_of_different_statements_do_not_give_away_the_secret() -> None:
    """With one nonce for two challenges the secret would be (s - s') / (c - c')."""
    proofs = []
    for extra in (b"one", b"two"):
        fs = start()
        fs.absorb("statement", extra)
        proofs.append(sigma.prove(GROUP, fs, [[[Equation(public(X), ((0, G),))]]], [Witness(0, [X])], rng()))
    nonces = []
    for proof in proofs:
        challenge, response = Scalar(proof[:32]), Scalar(proof[32:64])
        nonces.append(GROUP.add(GROUP.base(response), GROUP.mul(public(X), scalar_neg(challenge))))
        assert nonces[-1] == proof[64:]
    assert nonces[0] != nonces[1]


def test_a_target_that_is_the_identity_is_proved_by_zero_only() -> None:
    clause: list[sigma.Clause] = [[[Equation(GROUP.identity, ((0, P),))]]]
    verify(clause, prove(clause, [Witness(0, [ZERO])]))
    with pytest.raises(BadProof):
        verify(clause, prove(clause, [Witness(0, [X])]))


def test_how_equations_are_joined_is_part_of_the_statement() -> None:
    a, b, c = (Equation(face(name), ((0, G),)) for name in "abc")
    shapes: list[list[sigma.Clause]] = [
        [[[a], [b]], [[c]]],
        [[[a]], [[b], [c]]],
        [[[a], [b], [c]]],
        [[[a]], [[b]], [[c]]],
        [[[a, b], [c]]],
        [[[a], [b, c]]],
        [[[a, b]], [[c]]],
        [[[a, b, c]]],
    ]
    states = []
    for clauses in shapes:
        fs = start()
        sigma._absorb(fs, clauses)
        states.append(fs.state())
    assert len(set(states)) == len(shapes)


def test_a_caller_who_miscounts_scalars_is_told() -> None:
    for scalars, equations in ((8, 4), (7, 5)):
        answer = sigma.Answer([scalar_mul(X, X)] * scalars, [G] * equations)
        with pytest.raises(ValueError, match="7 scalars and 4 equations"):
            sigma.verify(GROUP, "test", start(), TWO_CLAUSES, answer)
