"""The one engine under every proof but the shuffle: linear relations of secrets, joined by "and" and "or".

A proof is a list of clauses, all of which hold; a clause is a list of branches, one of which holds; a branch is a
list of equations over its own secrets. The conjunction of equations is Schnorr's protocol for linear maps (Maurer
2009, "Unifying zero-knowledge proofs of knowledge"), the disjunction Cramer, Damgård and Schoenmakers 1994, made
non-interactive by Fiat and Shamir. The commitments are sent: so a wrong challenge is seen before anything is
multiplied, and the equations of many proofs can be checked in one sum (`sums`).

On the wire, clause after clause and branch after branch: the branch's challenge, then one response a secret; behind
all of them the commitment of every equation, in the same order. The branch challenges of every clause add up to the
one challenge, which hashes the statement that the caller absorbed, all equations and all commitments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from protocol.errors import BadEncoding, BadProof
from protocol.fiatshamir import FiatShamir, HedgedRandom
from protocol.group import (
    ELEMENT_BYTES,
    SCALAR_BYTES,
    ZERO,
    Element,
    Group,
    Scalar,
    decode_elements,
    decode_scalars,
    scalar_add,
    scalar_mul,
    scalar_neg,
    scalar_sub,
    to_int,
)
from protocol.proofs.batching import BatchingGroup

Add = Callable[[bytes, int], None]
"""Adds to the factor of an element in a weighted sum."""


class Equation(NamedTuple):
    """The statement target = Σ secret[i] P over the terms (i, P)."""

    target: Element
    terms: tuple[tuple[int, Element], ...]

    def hashed(self) -> list[bytes]:
        """Give the bytes that enter the hash: the target, then every term."""
        return [self.target, *_terms(self.terms)]

    def secrets(self) -> int:
        """One more than the highest number of a secret."""
        return 1 + max(i for i, _ in self.terms)

    def commitment(self, group: Group, challenge: Scalar, responses: Sequence[Scalar]) -> Element:
        """Σ s_i P - c target; with c = 0 the nonces' own commitment."""
        terms = [(point, responses[i]) for i, point in self.terms]
        return group.msm(terms if challenge == ZERO else [*terms, (self.target, scalar_neg(challenge))])

    def weigh(self, add: Add, weight: int, challenge: int, responses: Sequence[int]) -> None:
        """The same, times the weight."""
        for i, point in self.terms:
            add(point, weight * responses[i])
        add(self.target, -weight * challenge)


class Difference(NamedTuple):
    """The statement one - other = secret[i] P: of many such equations with points in common the points merge."""

    one: Element
    other: Element
    term: tuple[int, Element]

    def hashed(self) -> list[bytes]:
        """Both points of the difference, then the term."""
        return [self.one, self.other, *_terms((self.term,))]

    def secrets(self) -> int:
        """One more than the number of the secret."""
        return 1 + self.term[0]

    def commitment(self, group: Group, challenge: Scalar, responses: Sequence[Scalar]) -> Element:
        """s_i P - c (one - other)."""
        target = self.one if challenge == ZERO else group.sub(self.one, self.other)
        return Equation(target, (self.term,)).commitment(group, challenge, responses)

    def weigh(self, add: Add, weight: int, challenge: int, responses: Sequence[int]) -> None:
        """The same, times the weight."""
        number, point = self.term
        add(point, weight * responses[number])
        add(self.one, -weight * challenge)
        add(self.other, weight * challenge)


class Batch(NamedTuple):
    """The statements target_j = secret[0] P_j of all j, joined by weights: Σ w_j target_j = secret[0] Σ w_j P_j.

    The weights hash all targets and points, so that who proves the sum proves each (RFC 9497, section 2.2.1).
    """

    targets: Sequence[Element]
    points: Sequence[Element]
    weights: Sequence[Scalar]

    def hashed(self) -> list[bytes]:
        """All targets, then all points as terms."""
        return [*self.targets, *_terms((0, point) for point in self.points)]

    def secrets(self) -> int:
        """There is one."""
        return 1

    def commitment(self, group: Group, challenge: Scalar, responses: Sequence[Scalar]) -> Element:
        """s Σ w_j P_j - c Σ w_j target_j, each point multiplied once."""
        terms = [(point, scalar_mul(responses[0], w)) for point, w in zip(self.points, self.weights, strict=True)]
        if challenge != ZERO:
            minus = scalar_neg(challenge)
            terms += [(point, scalar_mul(minus, w)) for point, w in zip(self.targets, self.weights, strict=True)]
        return group.msm(terms)

    def weigh(self, add: Add, weight: int, challenge: int, responses: Sequence[int]) -> None:
        """The same, times the weight."""
        for target, point, w in zip(self.targets, self.points, map(to_int, self.weights), strict=True):
            add(point, weight * responses[0] * w)
            add(target, -weight * challenge * w)


Branch = Sequence[Equation | Difference | Batch]
Clause = Sequence[Branch]


class Witness(NamedTuple):
    """The index of the branch of a clause that holds, and its secrets."""

    branch: int
    secrets: Sequence[Scalar]


class Answer(NamedTuple):
    """A prover's answer to the engine: challenges, responses and the commitments, all unchecked."""

    scalars: list[Scalar]
    commitments: list[bytes]


def size(scalars: int, equations: int) -> int:
    """Bytes of an answer."""
    return scalars * SCALAR_BYTES + equations * ELEMENT_BYTES


def read(
    group: Group, name: str, proof: bytes, elements: int, scalars: int, equations: int
) -> tuple[list[Element], Answer]:
    """The parts of a proof: first its elements, then its answer (the scalars of which are checked first, being cheap).

    Raises ``BadProof`` in the name of the proof for another length or a bad encoding.
    """
    cut = elements * ELEMENT_BYTES
    expected = cut + size(scalars, equations)
    if len(proof) != expected:
        raise BadProof(name, f"this proof has {expected} bytes, not {len(proof)}")
    start = cut + scalars * SCALAR_BYTES
    commitments = [proof[i : i + ELEMENT_BYTES] for i in range(start, expected, ELEMENT_BYTES)]
    try:
        answer = Answer(decode_scalars(proof[cut:start], scalars), commitments)
        return decode_elements(group, proof[:cut], elements), answer
    except BadEncoding as error:
        raise BadProof(name, str(error)) from error


def prove(
    group: Group, fs: FiatShamir, clauses: Sequence[Clause], witnesses: Sequence[Witness], rng: HedgedRandom
) -> bytes:
    """The answer for the statement in ``fs``; every secret value comes from one hedged stream."""
    _absorb(fs, clauses)
    secrets = [part for branch, values in witnesses for part in (branch.to_bytes(4, "little"), b"".join(values))]
    stream = rng.stream("sigma", fs.state(), *secrets)
    commitments: list[Element] = []
    challenges: list[list[Scalar]] = []
    responses: list[list[list[Scalar]]] = []
    for clause, (true, _) in zip(clauses, witnesses, strict=True):
        challenges.append([ZERO if i == true else stream.scalar() for i in range(len(clause))])
        responses.append([stream.scalars(_width(branch)) for branch in clause])
        for branch, challenge, row in zip(clause, challenges[-1], responses[-1], strict=True):
            commitments += [equation.commitment(group, challenge, row) for equation in branch]
    total = _challenge(fs, commitments)
    out: list[Scalar] = []
    for (true, values), shares, rows in zip(witnesses, challenges, responses, strict=True):
        own = scalar_sub(total, _sum(shares))
        shares[true] = own
        rows[true] = [
            scalar_add(nonce, scalar_mul(own, value)) for nonce, value in zip(rows[true], values, strict=True)
        ]
        for share, row in zip(shares, rows, strict=True):
            out += [share, *row]
    return b"".join([*out, *commitments])


class SigmaCheck(NamedTuple):
    """A proof that has passed every check which takes no group arithmetic: what is left is that its equations hold."""

    rows: list[tuple[Branch, Scalar, Sequence[Scalar]]]
    commitments: list[bytes]
    digest: bytes

    @property
    def equations(self) -> int:
        """One for each commitment."""
        return len(self.commitments)

    @property
    def size(self) -> int:
        """The same, and every layer of a batch for itself."""
        branches = (branch for branch, _, _ in self.rows)
        return sum(len(one.targets) if isinstance(one, Batch) else 1 for branch in branches for one in branch)

    def weigh(self, group: Group, terms: dict[bytes, int], own: Sequence[int]) -> None:
        """Add the weighted terms of all equations, each written as a sum that is the identity."""

        def add(element: bytes, value: int) -> None:
            if element != group.identity:  # a target may be that, and what was received is looked at before
                terms[element] = terms.get(element, 0) + value

        equations = zip(self.commitments, own, strict=True)
        for branch, challenge, row in self.rows:
            number, responses = to_int(challenge), [to_int(response) for response in row]
            for equation in branch:
                commitment, weight = next(equations)
                add(commitment, -weight)
                equation.weigh(add, weight, number, responses)


def verify(group: Group, name: str, fs: FiatShamir, clauses: Sequence[Clause], answer: Answer) -> None:
    """Check the answer, or put the equations off for a group that postpones.

    Raises ``BadProof`` in the name of the proof. What takes no group arithmetic comes first: garbage costs its sender
    more than the verifier.
    """
    _absorb(fs, clauses)
    scalars, commitments = answer
    totals: list[Scalar] = []
    rows: list[tuple[Branch, Scalar, Sequence[Scalar]]] = []
    at = equations = 0
    for clause in clauses:
        shares: list[Scalar] = []
        for branch in clause:
            end = at + 1 + _width(branch)
            shares.append(scalars[at])
            rows.append((branch, scalars[at], scalars[at + 1 : end]))
            at = end
            equations += len(branch)
        totals.append(_sum(shares))
    if (at, equations) != (len(scalars), len(commitments)):
        raise ValueError(f"this statement has {at} scalars and {equations} equations")
    if any(total != totals[0] for total in totals):
        raise BadProof(name, "the challenges of its parts do not add up")
    if group.identity in commitments:
        raise BadProof(name, "a commitment is the identity")
    if totals[0] != _challenge(fs, commitments):
        raise BadProof(name, "it does not hold for this statement")
    if isinstance(group, BatchingGroup) and group.deferring:
        fs.absorb("responses", b"".join(scalars))
        group.defer([SigmaCheck(rows, commitments, fs.state())])
        return
    sent = iter(commitments)
    for branch, share, row in rows:
        for equation in branch:
            if equation.commitment(group, share, row) != next(sent):
                raise BadProof(name, "it does not hold for this statement")


def _width(branch: Branch) -> int:
    return max(equation.secrets() for equation in branch)


def _terms(terms: Iterable[tuple[int, Element]]) -> list[bytes]:
    return [i.to_bytes(4, "little") + point for i, point in terms]


def _absorb(fs: FiatShamir, clauses: Sequence[Clause]) -> None:
    fs.absorb("clauses", len(clauses).to_bytes(8, "little"))
    for clause in clauses:
        fs.absorb("branches", len(clause).to_bytes(8, "little"))
        for branch in clause:
            fs.absorb("equations", len(branch).to_bytes(8, "little"))
            for equation in branch:
                fs.absorb_all("equation", equation.hashed())


def _challenge(fs: FiatShamir, commitments: Sequence[bytes]) -> Scalar:
    fs.absorb_all("commitments", commitments)
    return fs.challenge("challenge")


def _sum(scalars: Sequence[Scalar]) -> Scalar:
    total = ZERO
    for scalar in scalars:
        total = scalar_add(total, scalar)
    return total
