"""Groundwork of a shuffle and its proof, prepared in idle time: all that depends on neither the cards nor a challenge.

For each place of a shuffle: its re-masking factor R with (R g, R Z), and the blinds D, d, Δ and b of the proof with
what they add to the commitments C_D, C_d, C_Δ and C_b. As these are sums over the places, work done for many places
serves a shuffle of fewer as well. One of exactly as many finds its permutation drawn, too, and the commitment C to it.

Whoever sees two shuffles with the same factors, or two proofs with the same blinds, sees both permutations. So each
groundwork is drawn under a number of its own, which is stored before the first of it is drawn: a node that is started
again never draws the same, even if its source of randomness repeats itself. It leaves the pool before it is used, lives
in the memory of one process, and is never copied or stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

from protocol.fiatshamir import HedgedRandom, SecretStream
from protocol.group import Element, Group, Scalar, from_int, to_int
from protocol.proofs.pedersen import ROW, VectorCommitment, commit_places, generators, rows
from protocol.proofs.shuffle import MAX_CARDS, ShuffleGroundwork

SLICE = 2
"""Steps in one slice: what two cards take is about twelve multiplications, a millisecond or two."""
PILES, HANDS = (64, 16, 16), (10, 10)
"""How many cards the shuffles of shared cards have that are prepared for without knowing more, and those of a hand."""
MAX_GROUNDWORK = 4 * MAX_CARDS
"""Cards for which a pool holds groundwork at most."""


class _Rows:
    """Commitments to the rows of a vector that grows."""

    def __init__(self, group: Group, stream: SecretStream) -> None:
        self.values: list[int] = []
        self._group, self._stream, self._h = group, stream, generators(group, ROW)
        self._blinds: list[int] = []
        self._sums: list[list[Element]] = []
        """Of every row, what it has come to with so many values."""

    def begin(self) -> None:
        """Begin another row."""
        blind = self._stream.scalar()
        self._blinds.append(to_int(blind))
        self._sums.append([self._group.base(blind)])

    def append(self, value: int, committed: int | None = None) -> None:
        """The next value, and what is committed to in its place if that is something else."""
        sums = self._sums[len(self.values) // ROW]
        self.values.append(value)
        times = from_int(value if committed is None else committed)
        sums.append(self._group.add(sums[-1], self._group.mul(self._h[len(sums) - 1], times)))

    def of(self, length: int, count: int) -> VectorCommitment:
        """So many values, for a shuffle of ``count`` cards."""
        lines = rows(count)
        sums = [self._sums[at][min(ROW, length - at * ROW)] for at in range(lines)]
        return self.values[:length], self._blinds[:lines], sums


class Groundwork:
    """The groundwork of one shuffle of at most ``size`` cards, laid card by card (six multiplications each)."""

    def __init__(self, group: Group, key: Element, rng: HedgedRandom, number: int, size: int) -> None:
        self.size = size
        self._group, self._key = group, key
        self._stream = rng.stream("groundwork", key, number.to_bytes(8, "little"))
        self._factors: list[tuple[Scalar, Element, Element]] = []
        self._big, self._small, self._delta, self._masks = (_Rows(group, self._stream) for _ in range(4))
        self._last = self._mask = 0
        """The last of Δ and of b, which go into commitments with the next card only: there is one less of these."""
        self._places: VectorCommitment | None = None
        self._steps = self._work()
        self.done = False
        """Whether all is laid."""

    def __len__(self) -> int:
        """For how many cards it serves already."""
        return len(self._factors)

    def lay(self) -> None:
        """Go on by one step."""
        self.done = next(self._steps, None) is None

    def _work(self) -> Iterator[int]:
        for at in range(self.size):
            self._lay_for_one()
            yield at
        order = self._stream.permutation(self.size)
        blinds = self._stream.scalars(rows(self.size))
        starts = [self._group.base(blind) for blind in blinds]
        sums: list[Element] = []
        for total in commit_places(self._group, generators(self._group, ROW), order, starts):
            sums.append(total)
            yield len(sums)
        self._places = order, [to_int(blind) for blind in blinds], sums

    def _lay_for_one(self) -> None:
        group, at = self._group, len(self)
        vectors = self._big, self._small, self._delta, self._masks
        if at % ROW == 0:
            for vector in vectors:
                vector.begin()
        factor, big, small, delta, mask = self._stream.scalars(5)
        self._factors.append((factor, group.base(factor), group.mul(self._key, factor)))
        self._big.append(to_int(big), -to_int(big))
        self._small.append(to_int(small))
        if at:
            self._delta.append(self._last, -self._last * to_int(small))
            self._masks.append(self._mask)
        self._last, self._mask = to_int(delta) if at else to_int(small), to_int(mask)

    def of(self, count: int) -> ShuffleGroundwork:
        """Give the share of the groundwork that a shuffle of so many cards takes."""
        delta, blinds, commitments = self._delta.of(count - 1, count)
        return ShuffleGroundwork(
            self._key,
            self._factors[:count],
            self._big.of(count, count),
            self._small.of(count, count),
            ([*delta, 0], blinds, commitments),
            self._masks.of(count - 1, count),
            self._places if count == self.size else None,
        )

    def __reduce__(self) -> NoReturn:
        raise TypeError("groundwork is never copied or stored")


class GroundworkPool:
    """Groundworks for shuffles under one key. ``reserve`` gives a number never given before, and stores that."""

    def __init__(self, group: Group, key: Element, rng: HedgedRandom, reserve: Callable[[], int]) -> None:
        self.key = key
        self._group, self._rng, self._reserve = group, rng, reserve
        self._laid: list[Groundwork] = []

    def __len__(self) -> int:
        """For how many cards groundwork is laid."""
        return sum(map(len, self._laid))

    def lay(self, sizes: Sequence[int], most: int = SLICE) -> bool:
        """Go on for at most so many steps, until there is groundwork for shuffles of all these sizes.

        Whether more is to be done.
        """
        for work in self._lacking(sizes):
            while not work.done and most > 0:
                work.lay()
                most -= 1
            if not work.done:
                return True
        return False

    def _lacking(self, sizes: Sequence[int]) -> list[Groundwork]:
        """The groundworks that serve these sizes, the largest first; those that are not there yet are begun."""
        free = sorted(self._laid, key=lambda work: work.size)
        serving = []
        for size in sorted(sizes, reverse=True):
            work = next((one for one in free if one.size >= size), None)
            if work is not None:
                free.remove(work)
            elif 0 < size <= MAX_CARDS and sum(one.size for one in self._laid) + size <= MAX_GROUNDWORK:
                work = Groundwork(self._group, self.key, self._rng, self._reserve(), size)
                self._laid.append(work)
            else:
                continue
            serving.append(work)
        return serving

    def take(self, count: int) -> ShuffleGroundwork | None:
        """The least that serves a shuffle of so many cards; it is no longer in the pool."""
        fitting = [work for work in self._laid if len(work) >= count > 0]
        if not fitting:
            return None
        work = min(fitting, key=len)
        self._laid.remove(work)
        return work.of(count)

    def clear(self) -> None:
        """Forget everything."""
        self._laid.clear()

    def __reduce__(self) -> NoReturn:
        raise TypeError("groundwork is never copied or stored")
