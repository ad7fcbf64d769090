"""A seeded source of chance for local play, simulation and bots: the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Numbers drawn from BLAKE2b in counter mode, keyed by a seed; not secret, only repeatable.

    Block i is BLAKE2b-512 of i (8 bytes, little endian) under the 32-byte key BLAKE2b-256(seed); numbers
    are taken from it eight bytes (little endian) at a time, by rejection.
    """

    __slots__ = ("_block", "_key", "_next")

    def __init__(self, seed: int | str | bytes) -> None:
        if not isinstance(seed, bytes):
            seed = str(seed).encode()
        self._key = hashlib.blake2b(seed, digest_size=32).digest()
        self._next = 0
        self._block: list[int] = []

    def _word(self) -> int:
        if not self._block:
            self._block = self._next_block()
        return self._block.pop()

    def _next_block(self) -> list[int]:
        raw = hashlib.blake2b(self._next.to_bytes(8, "little"), key=self._key).digest()
        self._next += 1
        return [int.from_bytes(raw[i : i + 8], "little") for i in range(56, -1, -8)]

    def prepare(self, words: int) -> Chance:
        """Work out so many of the next numbers now, and give this source: it draws the same, and copies draw faster."""
        while len(self._block) < words:
            self._block = self._next_block() + self._block
        return self

    def below(self, n: int) -> int:
        """Give a number at least 0 and below n, each equally likely (n from 1 to 2**64)."""
        if not 1 <= n <= 1 << 64:
            raise ValueError(f"no number below {n}")
        limit = (1 << 64) // n * n
        word = self._word()
        while word >= limit:
            word = self._word()
        return word % n

    def choice(self, items: Sequence[T]) -> T:
        """Give one of the items (at least one), each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Give the items in a random order, each order equally likely (Fisher and Yates)."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result

    def copy(self) -> Chance:
        """Give a source that will draw what this one will draw."""
        twin = Chance.__new__(Chance)
        twin._key, twin._next, twin._block = self._key, self._next, self._block.copy()
        return twin

    def fork(self, label: int | str) -> Chance:
        """Give an independent source named by the label; drawing from it does not change this one."""
        return Chance(self._key + str(label).encode())
