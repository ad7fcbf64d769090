"""Escrow of a masking key among the other operators, so that a seat that left does not take its layer with it.

Feldman 1987: the dealer picks f of degree t - 1 with f(0) = x and publishes A_k = f_k g; A_0 is its key and is not
sent. Operator j gets f(j + 1) in a box: R = ρ g, f(j + 1) xor H(ρ U_j), under a key U_j that serves for nothing else,
with a proof of ρ. Without that proof a dealer could put any point into R and have an honest complaint multiply it
with the accuser's secret. A complaint publishes u_j R with its proof, so everybody can open the box and judge.

Recovery is per card: t operators publish f(j + 1) a as decryption shares (``protocol.proofs.share``) under the key
``Dealing.share_key``, and ``recombine`` gives x a. The key itself is never rebuilt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from protocol.errors import BadEncoding, BadProof
from protocol.fiatshamir import Context, FiatShamir, HedgedRandom
from protocol.group import (
    ELEMENT_BYTES,
    SCALAR_BYTES,
    ZERO,
    Element,
    Group,
    Scalar,
    decode_elements,
    decode_scalar,
    from_int,
    scalar_add,
    scalar_invert,
    scalar_mul,
    scalar_sub,
)
from protocol.proofs import sigma

NAME = "escrow"
BOX = "escrow box"
SHARE = "escrow share"
COMPLAINT = "complaint"

_BOX_BYTES = ELEMENT_BYTES + SCALAR_BYTES + sigma.size(2, 1)


class Liar(Enum):
    """The party that a valid complaint convicts."""

    DEALER = "dealer"
    ACCUSER = "accuser"


@dataclass(frozen=True, slots=True)
class ShareBox:
    """One operator's share f(point) as R = ρ g and ``sealed`` = f(point) xor pad."""

    factor: Element
    sealed: bytes


@dataclass(frozen=True, slots=True)
class Dealing:
    """A dealing whose public parts were verified; ``keys`` and ``boxes`` by operator index."""

    group: Group
    context: Context
    commitments: tuple[Element, ...]
    keys: Mapping[int, Element]
    boxes: Mapping[int, ShareBox]

    @property
    def threshold(self) -> int:
        """The number of operators that together can strip the dealer's layer."""
        return len(self.commitments)

    def share_key(self, operator: int) -> Element:
        """S = f(point) g of an operator: the key under which its recovery shares verify."""
        return _evaluate(self.group, self.commitments, point(operator))


def point(operator: int) -> int:
    """The point at which the polynomial is evaluated for an operator: its index + 1, because f(0) is the key itself."""
    return operator + 1


def size(threshold: int, operators: int) -> int:
    """Bytes of a dealing to this many operators."""
    return (threshold - 1) * ELEMENT_BYTES + operators * _BOX_BYTES


def deal(
    group: Group,
    context: Context,
    key: Element,
    threshold: int,
    keys: Mapping[int, Element],
    secret: Scalar,
    rng: HedgedRandom,
) -> bytes:
    """Shares of ``secret``, where ``key`` = secret g, for the operators of ``keys`` (index to box key U).

    The context names the dealer as seat and the number of the dealing as generation.
    """
    order = _operators(threshold, keys)
    header = _header(group, NAME, context, key, threshold, keys)
    stream = rng.stream(NAME, header.state(), secret)
    polynomial = [secret, *stream.scalars(threshold - 1)]
    commitments = [key, *(group.base(coefficient) for coefficient in polynomial[1:])]
    boxes: list[bytes] = []
    for operator in order:
        share = _value(polynomial, point(operator))
        factor = stream.scalar()
        random = group.base(factor)
        pad = _pad(group, context, operator, random, keys[operator], group.mul(keys[operator], factor))
        sealed = _xor(share, pad)
        fs = _box_statement(group, context, commitments, keys, operator, ShareBox(random, sealed))
        witness = sigma.Witness(0, [factor])
        boxes.append(random + sealed + sigma.prove(group, fs, _schnorr(group, random), [witness], rng))
    return b"".join([*commitments[1:], *boxes])


def verify(
    group: Group,
    context: Context,
    key: Element,
    threshold: int,
    keys: Mapping[int, Element],
    dealing: bytes,
) -> Dealing:
    """The dealing, everything public about it checked; each box is for its owner to ``open_box``.

    Raises ``BadProof``: a wrong length or encoding, a box without proof of its randomness, a share that is 0.
    """
    order = _operators(threshold, keys)
    expected = size(threshold, len(keys))
    if len(dealing) != expected:
        raise BadProof(NAME, f"this dealing has {expected} bytes, not {len(dealing)}")
    cut = (threshold - 1) * ELEMENT_BYTES
    boxes: dict[int, ShareBox] = {}
    proofs: list[sigma.Answer] = []
    try:
        for i, operator in enumerate(order):
            data = dealing[cut + i * _BOX_BYTES : cut + (i + 1) * _BOX_BYTES]
            end = ELEMENT_BYTES + SCALAR_BYTES
            proofs.append(sigma.read(group, NAME, data[end:], 0, 2, 1)[1])
            boxes[operator] = ShareBox(group.decode(data[:ELEMENT_BYTES]), data[ELEMENT_BYTES:end])
        commitments = (key, *decode_elements(group, dealing[:cut], threshold - 1))
    except BadEncoding as error:
        raise BadProof(NAME, str(error)) from error
    result = Dealing(group, context, commitments, dict(keys), boxes)
    for operator, answer in zip(order, proofs, strict=True):
        box = boxes[operator]
        fs = _box_statement(group, context, commitments, keys, operator, box)
        sigma.verify(group, BOX, fs, _schnorr(group, box.factor), answer)
        if result.share_key(operator) == group.identity:
            raise BadProof(NAME, f"the share of operator {operator} is 0")
    return result


def open_box(dealing: Dealing, operator: int, secret: Scalar) -> Scalar:
    """The share f(point) in the operator's box, opened with its box secret u.

    Raises ``BadProof`` if the box holds anything else: the moment to ``complain``.
    """
    shared = dealing.group.mul(dealing.boxes[operator].factor, secret)
    share = _opened(dealing, operator, shared)
    if share is None:
        raise BadProof(SHARE, f"the box of operator {operator} does not hold its share")
    return share


def complaint_size() -> int:
    """Bytes of a complaint."""
    return ELEMENT_BYTES + sigma.size(2, 2)


def complain(dealing: Dealing, context: Context, operator: int, secret: Scalar, rng: HedgedRandom) -> bytes:
    """The point u R that opens the operator's own box to everybody, with its proof; ``secret`` is u.

    The context names the accuser as seat.
    """
    group = dealing.group
    shared = group.mul(dealing.boxes[operator].factor, secret)
    fs = _complaint_statement(dealing, context, operator, shared)
    clauses = _complaint_clauses(dealing, operator, shared)
    return shared + sigma.prove(group, fs, clauses, [sigma.Witness(0, [secret])], rng)


def judge(dealing: Dealing, context: Context, operator: int, complaint: bytes) -> Liar:
    """Decide which party lied: the dealer about the box, or the accuser about the dealer.

    Raises ``BadProof`` for a complaint that does not open the box of the accuser, which convicts the accuser alone.
    """
    group = dealing.group
    (shared,), answer = sigma.read(group, COMPLAINT, complaint, 1, 2, 2)
    fs = _complaint_statement(dealing, context, operator, shared)
    sigma.verify(group, COMPLAINT, fs, _complaint_clauses(dealing, operator, shared), answer)
    return Liar.DEALER if _opened(dealing, operator, shared) is None else Liar.ACCUSER


def recombine(dealing: Dealing, recovery: Mapping[int, Sequence[Element]]) -> list[Element]:
    """The dealer's decryption shares x a of a list of cards from the operators' verified shares f(point) a.

    ``recovery`` gives each operator's shares in the order of the cards; the lowest ``threshold`` operators count.
    """
    group = dealing.group
    order = sorted(recovery)[: dealing.threshold]
    if len(order) < dealing.threshold or any(operator not in dealing.keys for operator in order):
        raise ValueError(f"recovery takes the shares of {dealing.threshold} operators of the dealing")
    weights = [_lagrange(operator, order) for operator in order]
    return [
        group.msm(zip(pieces, weights, strict=True))
        for pieces in zip(*(recovery[operator] for operator in order), strict=True)
    ]


def _operators(threshold: int, keys: Mapping[int, Element]) -> list[int]:
    if not 2 <= threshold <= len(keys):
        raise ValueError(f"a threshold of {threshold} among {len(keys)} operators protects or recovers nothing")
    if any(operator < 0 for operator in keys):
        raise ValueError("operators are counted from 0")
    return sorted(keys)


def _value(polynomial: Sequence[Scalar], at: int) -> Scalar:
    where = from_int(at)
    value = ZERO
    for coefficient in reversed(polynomial):
        value = scalar_add(scalar_mul(value, where), coefficient)
    return value


def _evaluate(group: Group, commitments: Sequence[Element], at: int) -> Element:
    higher = group.msm((commitment, from_int(at**k)) for k, commitment in enumerate(commitments) if k)
    return group.add(commitments[0], higher)


def _lagrange(operator: int, order: Sequence[int]) -> Scalar:
    """The weight of an operator at 0: the product of k / (k - j) over the other points k."""
    weight = from_int(1)
    own = from_int(point(operator))
    for other in order:
        if other != operator:
            k = from_int(point(other))
            weight = scalar_mul(weight, scalar_mul(k, scalar_invert(scalar_sub(k, own))))
    return weight


def _opened(dealing: Dealing, operator: int, shared: Element) -> Scalar | None:
    group, box = dealing.group, dealing.boxes[operator]
    pad = _pad(group, dealing.context, operator, box.factor, dealing.keys[operator], shared)
    try:
        share = decode_scalar(_xor(box.sealed, pad))
    except BadEncoding:
        return None
    return share if group.base(share) == dealing.share_key(operator) else None


def _pad(group: Group, context: Context, operator: int, factor: Element, key: Element, shared: Element) -> bytes:
    fs = FiatShamir(group, "escrow pad", context)
    fs.absorb("operator", operator.to_bytes(2, "little"))
    fs.absorb_all("points", (factor, key, shared))
    return fs.state()[:SCALAR_BYTES]


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def _header(
    group: Group,
    name: str,
    context: Context,
    key: Element,
    threshold: int,
    keys: Mapping[int, Element],
) -> FiatShamir:
    fs = FiatShamir(group, name, context)
    fs.absorb("key", key)
    fs.absorb("threshold", threshold.to_bytes(2, "little"))
    order = sorted(keys)
    fs.absorb_all("operators", [operator.to_bytes(2, "little") for operator in order])
    fs.absorb_all("keys", [keys[operator] for operator in order])
    return fs


def _box_statement(
    group: Group,
    context: Context,
    commitments: Sequence[Element],
    keys: Mapping[int, Element],
    operator: int,
    box: ShareBox,
) -> FiatShamir:
    fs = _header(group, BOX, context, commitments[0], len(commitments), keys)
    fs.absorb_all("commitments", commitments)
    fs.absorb("operator", operator.to_bytes(2, "little"))
    fs.absorb("factor", box.factor)
    fs.absorb("sealed", box.sealed)
    return fs


def _schnorr(group: Group, key: Element) -> list[sigma.Clause]:
    return [[[sigma.Equation(key, ((0, group.generator),))]]]


def _complaint_statement(dealing: Dealing, context: Context, operator: int, shared: Element) -> FiatShamir:
    box = dealing.boxes[operator]
    fs = FiatShamir(dealing.group, COMPLAINT, context)
    fs.absorb("dealing", dealing.context.encode())
    fs.absorb_all("commitments", dealing.commitments)
    fs.absorb("operator", operator.to_bytes(2, "little"))
    fs.absorb("key", dealing.keys[operator])
    fs.absorb("factor", box.factor)
    fs.absorb("sealed", box.sealed)
    fs.absorb("shared", shared)
    return fs


def _complaint_clauses(dealing: Dealing, operator: int, shared: Element) -> list[sigma.Clause]:
    key, factor = dealing.keys[operator], dealing.boxes[operator].factor
    return [[[sigma.Equation(key, ((0, dealing.group.generator),)), sigma.Equation(shared, ((0, factor),))]]]
