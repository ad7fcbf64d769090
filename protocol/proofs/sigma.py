"""The one engine under every proof but the shuffle: linear relations of secrets, joined by "and" and "or".

A proof is a list of clauses, all of which hold; a clause is a list of branches, one of which holds; a branch is a
list of equations over its own secrets. The conjunction of equations is Schnorr's protocol for linear maps (Maurer
2009, "Unifying zero-knowledge proofs of knowledge"), the disjunction Cramer, Damgård and Schoenmakers 1994, made
non-interactive in the compact form: no commitments are sent, the verifier recomputes them.

On the wire, clause after clause and branch after branch: the branch's challenge, then one response a secret. The
branch challenges of every clause add up to the one challenge, which hashes the statement that the caller absorbed,
all equations and all commitments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from protocol.errors import BadEncoding, BadProof
from protocol.fiatshamir import FiatShamir, Hedged
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
)


class Equation(NamedTuple):
    """The statement target = Σ secret[i] P over the terms (i, P)."""

    target: Element
    terms: tuple[tuple[int, Element], ...]


Branch = Sequence[Equation]
Clause = Sequence[Branch]


class Witness(NamedTuple):
    """Which branch of a clause holds, and with which secrets."""

    branch: int
    secrets: Sequence[Scalar]


def read(
    group: Group, name: str, proof: bytes, elements: int, scalars: int
) -> tuple[list[Element], list[Scalar]]:
    """The parts of a proof: first its elements, then its scalars (checked first, for they are cheap).

    Raises ``BadProof`` in the name of the proof for another length or a bad encoding.
    """
    cut = elements * ELEMENT_BYTES
    size = cut + scalars * SCALAR_BYTES
    if len(proof) != size:
        raise BadProof(name, f"this proof has {size} bytes, not {len(proof)}")
    try:
        responses = decode_scalars(proof[cut:], scalars)
        return decode_elements(group, proof[:cut], elements), responses
    except BadEncoding as error:
        raise BadProof(name, str(error)) from error


def prove(
    group: Group, fs: FiatShamir, clauses: Sequence[Clause], witnesses: Sequence[Witness], rng: Hedged
) -> bytes:
    """The challenges and responses for the statement in ``fs``; every secret value comes from one hedged stream."""
    _absorb(fs, clauses)
    secrets = [
        part for branch, values in witnesses for part in (branch.to_bytes(4, "little"), b"".join(values))
    ]
    stream = rng.stream("sigma", fs.state(), *secrets)
    commitments: list[Element] = []
    challenges: list[list[Scalar]] = []
    responses: list[list[list[Scalar]]] = []
    for clause, (true, _) in zip(clauses, witnesses, strict=True):
        challenges.append([ZERO if i == true else stream.scalar() for i in range(len(clause))])
        responses.append([stream.scalars(_width(branch)) for branch in clause])
        for branch, challenge, row in zip(clause, challenges[-1], responses[-1], strict=True):
            commitments += _commitments(group, branch, challenge, row)
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
    return b"".join(out)


def verify(
    group: Group, name: str, fs: FiatShamir, clauses: Sequence[Clause], scalars: Sequence[Scalar]
) -> None:
    """Check the decoded challenges and responses. Raises ``BadProof`` in the name of the proof."""
    _absorb(fs, clauses)
    totals: list[Scalar] = []
    rows: list[tuple[Branch, Scalar, Sequence[Scalar]]] = []
    at = 0
    for clause in clauses:
        shares: list[Scalar] = []
        for branch in clause:
            end = at + 1 + _width(branch)
            shares.append(scalars[at])
            rows.append((branch, scalars[at], scalars[at + 1 : end]))
            at = end
        totals.append(_sum(shares))
    if at != len(scalars):
        raise ValueError(f"this statement has {at} scalars, not {len(scalars)}")
    # Before any multiplication: garbage for several clauses costs its sender more than the verifier.
    if any(total != totals[0] for total in totals):
        raise BadProof(name, "the challenges of its parts do not add up")
    commitments = [c for branch, share, row in rows for c in _commitments(group, branch, share, row)]
    if totals[0] != _challenge(fs, commitments):
        raise BadProof(name, "it does not hold for this statement")


def _width(branch: Branch) -> int:
    return 1 + max(i for equation in branch for i, _ in equation.terms)


def _absorb(fs: FiatShamir, clauses: Sequence[Clause]) -> None:
    fs.absorb("clauses", len(clauses).to_bytes(8, "little"))
    for clause in clauses:
        fs.absorb("branches", len(clause).to_bytes(8, "little"))
        for branch in clause:
            fs.absorb("equations", len(branch).to_bytes(8, "little"))
            for equation in branch:
                terms = [i.to_bytes(4, "little") + point for i, point in equation.terms]
                fs.absorb_all("equation", [equation.target, *terms])


def _commitments(
    group: Group, branch: Branch, challenge: Scalar, responses: Sequence[Scalar]
) -> list[Element]:
    """Σ s_i P - c target of every equation; with c = 0 the nonces' own commitments."""
    minus = scalar_neg(challenge)
    out: list[Element] = []
    for target, terms in branch:
        sum_of = [(point, responses[i]) for i, point in terms]
        out.append(group.msm(sum_of if challenge == ZERO else [*sum_of, (target, minus)]))
    return out


def _challenge(fs: FiatShamir, commitments: Sequence[Element]) -> Scalar:
    fs.absorb_all("commitments", commitments)
    return fs.challenge("challenge")


def _sum(scalars: Sequence[Scalar]) -> Scalar:
    total = ZERO
    for scalar in scalars:
        total = scalar_add(total, scalar)
    return total
