"""Section 4: the one engine behind all proofs but the shuffle's, and the statements made of it.

Keys are 32 bytes, ciphertexts 64, as they are hashed; what a prover adds comes as bytes and is read here."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from .curve import ORDER, G, O, Point, Refused, combine, element, scalar
from .hashes import Context, Transcript, n4, n8, pedersen

Term = tuple[int, Point]
"""Index of a secret, and the point it multiplies."""


@dataclass(frozen=True)
class Equation:
    """target = sum of s_i·P. What of it is hashed are points; a weighted sum of them is one of its own."""

    target: Point
    terms: tuple[Term, ...]
    hashed: tuple[bytes, ...]


Branch = tuple[Equation, ...]
Clause = tuple[Branch, ...]


def _written(*terms: Term) -> tuple[bytes, ...]:
    return tuple(n4(index) + bytes(point) for index, point in terms)


def equation(target: Point, *terms: Term) -> Equation:
    return Equation(target, terms, (bytes(target), *_written(*terms)))


def difference(one: Point, other: Point, *terms: Term) -> Equation:
    return Equation(one - other, terms, (bytes(one), bytes(other), *_written(*terms)))


def batch(weights: Sequence[int], targets: Sequence[Point], points: Sequence[Point]) -> Equation:
    hashed = (*map(bytes, targets), *_written(*((0, point) for point in points)))
    target, point = (combine(list(zip(weights, of, strict=True))) for of in (targets, points))
    return Equation(target, ((0, point),), hashed)


def _secrets(branch: Branch) -> int:
    return 1 + max(index for equation in branch for index, _ in equation.terms)


def size(clauses: Sequence[Clause]) -> int:
    return sum(32 * (1 + _secrets(branch) + len(branch)) for clause in clauses for branch in clause)


def check(transcript: Transcript, clauses: Sequence[Clause], proof: bytes) -> None:
    """Raise `Refused` unless the proof holds; the statement itself was absorbed before."""
    if len(proof) != size(clauses):
        raise Refused("the proof has another length")
    equations = sum(len(branch) for clause in clauses for branch in clause)
    cut = len(proof) - 32 * equations
    numbers = iter([scalar(proof[at : at + 32]) for at in range(0, cut, 32)])
    sent = [proof[at : at + 32] for at in range(cut, len(proof), 32)]
    commitments: list[bytes] = []
    sums: list[int] = []
    transcript.absorb("clauses", n8(len(clauses)))
    for clause in clauses:
        transcript.absorb("branches", n8(len(clause)))
        total = 0
        for branch in clause:
            transcript.absorb("equations", n8(len(branch)))
            challenge = next(numbers)
            total += challenge
            responses = [next(numbers) for _ in range(_secrets(branch))]
            for eq in branch:
                transcript.absorb_all("equation", eq.hashed)
                terms = [(responses[i], point) for i, point in eq.terms] + [(ORDER - challenge, eq.target)]
                commitments.append(bytes(combine(terms)))
        sums.append(total % ORDER)
    transcript.absorb_all("commitments", sent)
    expected = transcript.challenge("challenge")
    if any(total != expected for total in sums) or commitments != sent or bytes(O) in sent:
        raise Refused("it does not hold for this statement")


def pair(card: bytes) -> tuple[Point, Point]:
    """The two elements of a ciphertext."""
    if len(card) != 64:
        raise Refused("a ciphertext has 64 bytes")
    return element(card[:32]), element(card[32:])


def chunks(data: bytes, length: int, count: int) -> tuple[bytes, ...]:
    if len(data) < length * count:
        raise Refused("the proof has another length")
    return tuple(data[i * length : (i + 1) * length] for i in range(count))


@lru_cache(maxsize=1 << 12)
def possession(context: Context, key: bytes, proof: bytes) -> None:
    transcript = Transcript("possession", context)
    transcript.absorb("key", key)
    check(transcript, [((equation(element(key), (0, G)),),)], proof)


@lru_cache(maxsize=1 << 12)
def share(context: Context, key: bytes, firsts: tuple[bytes, ...], proof: bytes) -> tuple[bytes, ...]:
    """The layers of all cards, in order."""
    count = len(firsts)
    layers, rest = chunks(proof, 32, count), proof[32 * count :]
    if len(rest) != 128:
        raise Refused("the proof has another length")
    for at in (rest[:32], rest[32:64]):
        scalar(at)
    points = [element(layer) for layer in layers]
    transcript = Transcript("share", context)
    transcript.absorb("key", key)
    transcript.absorb_all("firsts", firsts)
    transcript.absorb_all("shares", layers)
    if count > 1:
        layers_of_key = batch(transcript.challenges("weights", count), points, [element(first) for first in firsts])
    else:
        layers_of_key = equation(points[0], (0, element(firsts[0])))
    check(transcript, [((equation(element(key), (0, G)), layers_of_key),)], rest)
    return layers


@lru_cache(maxsize=1 << 12)
def reencryption(
    context: Context, source: bytes, target: bytes, cards: tuple[bytes, ...], proof: bytes
) -> tuple[bytes, ...]:
    """The cards afresh. `target` may be any sum of keys."""
    fresh, rest = chunks(proof, 64, len(cards)), proof[64 * len(cards) :]
    transcript = Transcript("re-encryption", context)
    transcript.absorb("source", source)
    transcript.absorb("target", target)
    transcript.absorb_all("cards", cards)
    transcript.absorb_all("fresh", fresh)
    to = element(target)
    # Of all secrets s_0 belongs to the key; s_i for i = 1..m to the cards.
    branch = [equation(-element(source), (0, G))]
    for i, (card, new) in enumerate(zip(cards, fresh, strict=True), 1):
        (a, b), (a2, b2) = pair(card), pair(new)
        if a == a2:
            raise Refused("a card kept its first component")
        branch += [equation(a2, (i, G)), equation(b2 - b, (i, to), (0, a))]
    check(transcript, [(tuple(branch),)], rest)
    return fresh


@lru_cache(maxsize=1 << 12)
def lock(context: Context, key: bytes, current: bytes, cards: tuple[bytes, ...], proof: bytes) -> tuple[bytes, ...]:
    """The cards under one key more."""
    locked, rest = chunks(proof, 64, len(cards)), proof[64 * len(cards) :]
    transcript = Transcript("lock", context)
    transcript.absorb("key", key)
    transcript.absorb("current", current)
    transcript.absorb_all("cards", cards)
    transcript.absorb_all("locked", locked)
    z = element(current)
    branch = [equation(element(key), (0, G))]
    for i, (card, new) in enumerate(zip(cards, locked, strict=True), 1):
        (a, b), (a2, b2) = pair(card), pair(new)
        if a == a2:
            raise Refused("a card kept its first component")
        branch += [equation(a2 - a, (i, G)), equation(b2 - b, (i, z), (0, a2))]
    check(transcript, [(tuple(branch),)], rest)
    return locked


@lru_cache(maxsize=1 << 12)
def membership(context: Context, key: bytes, card: bytes, faces: tuple[bytes, ...], proof: bytes) -> None:
    """`faces` are the encoded points of the faces, strictly ascending."""
    if not 1 <= len(faces) <= 256 or any(low >= high for low, high in pairwise(faces)):
        raise Refused("1 to 256 faces, strictly ascending")
    transcript = Transcript("membership", context)
    transcript.absorb("key", key)
    transcript.absorb_all("card", [card])
    transcript.absorb_all("faces", faces)
    y, (a, b) = element(key), pair(card)
    clause = tuple((equation(y, (0, G)), difference(b, element(face), (0, a))) for face in faces)
    check(transcript, [clause], proof)


@lru_cache(maxsize=1 << 12)
def at_least(
    context: Context,
    key: bytes,
    cards: tuple[bytes, ...],
    worths: tuple[tuple[bytes, int], ...],
    total: int,
    proof: bytes,
) -> None:
    """`worths` names encoded points of faces, each once, in any order."""
    worth = dict(sorted((face, w) for face, w in worths if w > 0))
    highest = len(cards) * max(worth.values(), default=0)
    if highest >= 1 << 32 or total > highest:
        raise Refused("no cards could be worth that")
    if total <= 0:
        if proof:
            raise Refused("the proof of nothing is empty")
        return
    m, bits = len(cards), max(1, (highest - total).bit_length())
    encoded, rest = chunks(proof, 32, m + bits - 1), proof[32 * (m + bits - 1) :]
    scalars, equations = m * (2 + 3 * len(worth)) + 4 * bits, m * (1 + 3 * len(worth)) + 2 * bits
    if len(rest) != 32 * (scalars + equations):
        raise Refused("the proof has another length")
    for at in range(0, 32 * scalars, 32):
        scalar(rest[at : at + 32])
    points = [element(each) for each in encoded]
    values, high_bits = points[:m], points[m:]
    transcript = Transcript("at-least", context)
    transcript.absorb("key", key)
    transcript.absorb_all("cards", cards)
    transcript.absorb_all("faces", worth)
    transcript.absorb_all("worths", [n8(w) for w in worth.values()])
    transcript.absorb("total", n8(total))
    transcript.absorb_all("values", values)
    transcript.absorb_all("bits", high_bits)
    y, h0 = element(key), pedersen(0)
    lowest = combine(
        [(1, value) for value in values]
        + [(ORDER - total, G)]
        + [(ORDER - (1 << j), bit) for j, bit in enumerate(high_bits, 1)]
    )
    clauses: list[Clause] = []
    for card, value in zip(cards, values, strict=True):
        a, b = pair(card)
        branches: list[Branch] = [(equation(value, (0, h0)),)]
        branches += [
            (
                equation(y, (0, G)),
                difference(b, element(face), (0, a)),
                equation(value - w * G, (1, h0)),
            )
            for face, w in worth.items()
        ]
        clauses.append(tuple(branches))
    clauses += [((equation(bit, (0, h0)),), (equation(bit - G, (0, h0)),)) for bit in (lowest, *high_bits)]
    check(transcript, clauses, rest)


@lru_cache(maxsize=1 << 12)
def contribution(context: Context, joint: bytes, proof: bytes) -> bytes:
    """The ciphertext that was sent."""
    (sent,), rest = chunks(proof, 64, 1), proof[64:]
    transcript = Transcript("contribution", context)
    transcript.absorb("joint", joint)
    transcript.absorb_all("sent", [sent])
    a, b = pair(sent)
    check(transcript, [((equation(a, (0, G)), equation(b, (1, G), (0, element(joint)))),)], rest)
    return sent


def joint_number(sid: bytes, op: bytes, opened: Point, bound: int) -> int:
    """The number below `bound` that an opened sum of contributions is."""
    transcript = Transcript("joint number", Context(sid, op, 0, "number"))
    transcript.absorb("opened", opened)
    transcript.absorb("bound", n8(bound))
    return int.from_bytes(transcript.state(), "little") % bound


def total_of(points: Sequence[Point]) -> Point:
    """The sum of some points, O of none."""
    total = O
    for point in points:
        total += point
    return total
