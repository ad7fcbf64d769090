"""Section 4, Escrow: dealings, boxes, complaints and the recovery of a layer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .curve import ORDER, G, O, Point, Refused, combine, element, scalar
from .hashes import Context, Transcript, n2
from .sigma import check, chunks, equation


@dataclass(frozen=True)
class Box:
    """A share sealed for one operator: its key U, the factor R, the sealed share."""

    operator: int
    key: bytes
    factor: bytes
    sealed: bytes


@dataclass(frozen=True)
class Dealing:
    """A checked dealing: A_0.. and the boxes by operator, in the context in which it was made."""

    context: Context
    commitments: tuple[bytes, ...]
    boxes: Mapping[int, Box]

    def __hash__(self) -> int:
        return hash((self.context, self.commitments))

    def share_key(self, operator: int) -> Point:
        """S_j, the key of what the operator holds."""
        return _share_key(self.commitments, operator)

    def opens(self, operator: int, shared: bytes) -> bool:
        """Whether K opens the operator's box to a good share."""
        box = self.boxes[operator]
        transcript = Transcript("escrow pad", self.context)
        transcript.absorb("operator", n2(operator))
        transcript.absorb_all("points", [box.factor, box.key, shared])
        pad = transcript.state()[:32]
        try:
            share = scalar(bytes(x ^ y for x, y in zip(box.sealed, pad, strict=True)))
        except Refused:
            return False
        return share * G == self.share_key(operator)

    def pad_of(self, operator: int, secret: int) -> bytes:
        """K of the operator whose box key is secret·g."""
        return bytes(secret * element(self.boxes[operator].factor))


@lru_cache(maxsize=1 << 10)
def _share_key(commitments: tuple[bytes, ...], operator: int) -> Point:
    return combine([(pow(operator + 1, k, ORDER), element(each)) for k, each in enumerate(commitments)])


def box_statement(
    context: Context,
    commitments: Sequence[bytes],
    keys: Sequence[tuple[int, bytes]],
    threshold: int,
    operator: int,
    factor: bytes,
    sealed: bytes,
) -> Transcript:
    transcript = Transcript("escrow box", context)
    transcript.absorb("key", commitments[0])
    transcript.absorb("threshold", n2(threshold))
    transcript.absorb_all("operators", [n2(j) for j, _ in keys])
    transcript.absorb_all("keys", [u for _, u in keys])
    transcript.absorb_all("commitments", commitments)
    transcript.absorb("operator", n2(operator))
    transcript.absorb("factor", factor)
    transcript.absorb("sealed", sealed)
    return transcript


@lru_cache(maxsize=1 << 10)
def dealing(context: Context, key: bytes, keys: tuple[tuple[int, bytes], ...], threshold: int, proof: bytes) -> Dealing:
    """Check a dealing of `key` for the operators with box keys, ascending."""
    if not 2 <= threshold <= len(keys):
        raise Refused("a threshold from 2 to the number of operators")
    if len(proof) != 32 * (threshold - 1) + 160 * len(keys):
        raise Refused("the proof has another length")
    commitments = (key, *chunks(proof, 32, threshold - 1))
    sealed = [proof[32 * (threshold - 1) + 160 * i :][:160] for i in range(len(keys))]
    for box in sealed:
        scalar(box[64:96]), scalar(box[96:128])
    for each in (*commitments, *(box[:32] for box in sealed)):
        element(each)
    boxes = {}
    for (operator, box_key), box in zip(keys, sealed, strict=True):
        if _share_key(commitments, operator) == O:
            raise Refused("the key of a share is the identity")
        transcript = box_statement(context, commitments, keys, threshold, operator, box[:32], box[32:64])
        check(transcript, [((equation(element(box[:32]), (0, G)),),)], box[64:])
        boxes[operator] = Box(operator, box_key, box[:32], box[32:64])
    return Dealing(context, commitments, boxes)


@lru_cache(maxsize=1 << 10)
def complaint(context: Context, about: Dealing, operator: int, proof: bytes) -> bytes:
    """The K that a complaint proves; whether the box is good is another question."""
    (shared,), rest = chunks(proof, 32, 1), proof[32:]
    box = about.boxes[operator]
    transcript = Transcript("complaint", context)
    transcript.absorb("dealing", bytes(about.context))
    transcript.absorb_all("commitments", about.commitments)
    transcript.absorb("operator", n2(operator))
    transcript.absorb("key", box.key)
    transcript.absorb("factor", box.factor)
    transcript.absorb("sealed", box.sealed)
    transcript.absorb("shared", shared)
    if len(rest) != 128:
        raise Refused("the proof has another length")
    branch = (equation(element(box.key), (0, G)), equation(element(shared), (0, element(box.factor))))
    check(transcript, [(branch,)], rest)
    return shared


def recover(pieces: Sequence[tuple[int, Point]]) -> Point:
    """x·a from f(j+1)·a of the operators j (exactly the threshold of them)."""
    terms = []
    for j, piece in pieces:
        factor = 1
        for i, _ in pieces:
            if i != j:
                factor = factor * (i + 1) * pow(i - j, -1, ORDER) % ORDER
        terms.append((factor, piece))
    return combine(terms)
