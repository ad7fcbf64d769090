"""ElGamal ciphertexts of faces: masking, re-masking and stripping layers (Barnett and Smart 2003, section 4)."""

from __future__ import annotations

from typing import NamedTuple

from protocol.errors import BadEncoding
from protocol.group import ELEMENT_BYTES, Element, Group, Scalar, decode_elements

CIPHERTEXT_BYTES = 2 * ELEMENT_BYTES


class Ciphertext(NamedTuple):
    """A masked card (a, b) = (r g, M + r Z) under a key Z."""

    a: Element
    b: Element

    def encode(self) -> bytes:
        """The 64 canonical bytes a ‖ b."""
        return self.a + self.b


def decode_ciphertexts(group: Group, data: bytes, count: int) -> list[Ciphertext]:
    """``count`` ciphertexts written one after the other. Raises ``BadEncoding``."""
    if len(data) != count * CIPHERTEXT_BYTES:
        raise BadEncoding(f"{count} masked cards have {count * CIPHERTEXT_BYTES} bytes, not {len(data)}")
    elements = decode_elements(group, data, 2 * count)
    return [Ciphertext(elements[i], elements[i + 1]) for i in range(0, 2 * count, 2)]


def face_point(group: Group, sid: bytes, face: str) -> Element:
    """The plaintext M of a face: a hash of game and face only, so that equal faces of any pile are equal."""
    return group.hash_to_group("card", sid, face.encode())


def known(group: Group, plaintext: Element, key: Element) -> Ciphertext:
    """The open masking of a face that everybody knows, with the public factor r = 1 so that all can recompute it."""
    return Ciphertext(group.generator, group.add(plaintext, key))


def remask(group: Group, card: Ciphertext, key: Element, factor: Scalar) -> Ciphertext:
    """The same plaintext under the same key, re-randomised by ``factor``."""
    return Ciphertext(group.add(card.a, group.base(factor)), group.add(card.b, group.mul(key, factor)))


def strip(group: Group, card: Ciphertext, *shares: Element) -> Ciphertext:
    """The card without the layers whose decryption shares these are."""
    b = card.b
    for share in shares:
        b = group.sub(b, share)
    return Ciphertext(card.a, b)
