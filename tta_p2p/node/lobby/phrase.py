"""The table phrase: a few short words from the game id, the same on every screen of one table and no other.

People at a new table read it aloud once. Each word carries 11 bits and can be spoken and typed without an accent.
"""

from __future__ import annotations

import hashlib

_FIRST = "bdfghjklmnprstvz"  # 16
_SECOND = ("a", "e", "i", "o")  # 4
_THIRD = tuple(c + v for c in "bdfghklmnprstvwz" for v in "ai")  # 32

WORDS = 5


def table_phrase(sid: bytes, words: int = WORDS) -> str:
    """The phrase of a game id: ``words`` words of 11 bits."""
    number = int.from_bytes(hashlib.blake2b(sid, person=b"tta-p2p phrase").digest(), "little")
    spoken = []
    for _ in range(words):
        number, bits = divmod(number, 2048)
        spoken.append(_FIRST[bits % 16] + _SECOND[bits // 16 % 4] + _THIRD[bits // 64])
    return " ".join(spoken)


def key_words(identity: bytes) -> str:
    """Give the words by which people compare a key: four groups of its hash, 88 bits."""
    return table_phrase(b"identity" + identity, 8)
