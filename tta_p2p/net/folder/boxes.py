"""Boxes: the one file of each member of a table in a folder, with sealed frames for each of the others.

A box begins with `MAGIC`; behind it stand items: the length of what is sealed, who may open it, a number, a nonce, and
the frame, sealed with a key that only its author and that reader share. Numbers rise from item to item for a reader, so
whatever is doubled, older or out of order is known by its number, whichever copy of the file it stands in. An item
opens for one author and one reader alone: nobody else can write, read, move or renumber it.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from nacl import bindings as _sodium
from nacl.exceptions import CryptoError

from tta_p2p.net.framing import TABLE_LIMIT, Frame, FrameKind
from tta_p2p.net.pair_keys import pair_keys

MAGIC = b"tta-p2p box 1\n"
NONCE, TAG = 24, 16
"""Bytes of XChaCha20-Poly1305."""
_HEAD = struct.Struct(f"<IBQ{NONCE}s")
MOST_NUMBER = 2**63
"""Numbers lie below it."""
LONGEST = TABLE_LIMIT + 1 + TAG
"""Bytes of what is sealed, at most."""
MOST_ITEMS = 65_536
"""Items of a box that are read. A member writes fewer: what was read is taken out when the box is written anew."""


class SealedFrame(NamedTuple):
    """One sealed frame for one reader."""

    reader: int
    number: int
    nonce: bytes
    sealed: bytes

    def write(self) -> bytes:
        """Its bytes in a box."""
        return _HEAD.pack(len(self.sealed), self.reader, self.number, self.nonce) + self.sealed


def read_items(box: bytes) -> Iterator[SealedFrame]:
    """The items of a box, as far as it can be read: a file that is cut ends with its last whole item."""
    if not box.startswith(MAGIC):
        return
    view, at = memoryview(box), len(MAGIC)
    for _ in range(MOST_ITEMS):
        if at + _HEAD.size > len(box):
            return
        length, reader, number, nonce = _HEAD.unpack_from(view, at)
        at += _HEAD.size
        if not TAG < length <= LONGEST or number >= MOST_NUMBER or at + length > len(box):
            return
        yield SealedFrame(reader, number, nonce, bytes(view[at : at + length]))
        at += length


class BoxKeys:
    """The keys of one member for one game: it seals for each of the others, and opens what each has sealed for it."""

    def __init__(self, sid: bytes, operator: int, seed: bytes, certificates: Sequence[bytes]) -> None:
        """``seed``: of the own TLS key; ``certificates`` (DER) are those of all operators, in their order."""
        self.operator = operator
        self.tag = hashlib.sha256(b"tta-p2p folder\0" + sid).hexdigest()[:16]
        """How the boxes of this game are called; it tells nobody which game that is."""
        self._keys = pair_keys(b"tta-p2p box\0" + sid, operator, seed, certificates)

    @property
    def readers(self) -> tuple[int, ...]:
        """The members for whom something can be sealed."""
        return tuple(self._keys)

    def name(self, author: int) -> str:
        """The name of the box of a member."""
        return f"tta-{self.tag}-{author}.box"

    def copies(self, author: int) -> re.Pattern[str]:
        """The names of the box of a member and of copies that tools make, as ``x.sync-conflict-…`` or ``x (1)``."""
        return re.compile(rf"tta-{self.tag}-{author}(?![0-9]).*")

    def seal(self, reader: int, number: int, frame: Frame, entropy: Callable[[int], bytes]) -> SealedFrame:
        """Seal a frame for a member. The nonce rests on the frame as well, should the source of randomness repeat."""
        key, plain = self._keys[reader], bytes([frame.kind]) + frame.payload
        about = _about(self.operator, reader, number)
        nonce = hashlib.blake2b(entropy(NONCE) + about + plain, key=key, digest_size=NONCE).digest()
        sealed = _sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, about, nonce, key)
        return SealedFrame(reader, number, nonce, sealed)

    def open(self, author: int, item: SealedFrame) -> Frame | None:
        """The frame that a member has sealed for this one; None where it did not."""
        return self._open(author, author, self.operator, item)

    def open_own(self, item: SealedFrame) -> Frame | None:
        """The frame that this member has sealed for another; None where it did not."""
        return self._open(item.reader, self.operator, item.reader, item)

    def _open(self, other: int, author: int, reader: int, item: SealedFrame) -> Frame | None:
        key = self._keys.get(other)
        if key is None or item.reader != reader:
            return None
        about = _about(author, reader, item.number)
        try:
            plain = _sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(item.sealed, about, item.nonce, key)
        except CryptoError:
            return None
        return Frame(plain[0], plain[1:]) if plain else None


def _about(author: int, reader: int, number: int) -> bytes:
    """The author, reader and number of an item, which its seal covers."""
    return MAGIC + bytes([author, reader]) + number.to_bytes(8, "little")


def receipt(number: int) -> Frame:
    """The word that all up to this number has been read."""
    return Frame(FrameKind.CONTROL, number.to_bytes(8, "little"))


def read_receipt(frame: Frame) -> int | None:
    """Up to which number all has been read; None where it is no receipt."""
    if frame.kind != FrameKind.CONTROL or len(frame.payload) != 8:
        return None
    return min(int.from_bytes(frame.payload, "little"), MOST_NUMBER - 1)
