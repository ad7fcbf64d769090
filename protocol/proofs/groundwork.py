"""What a shuffle and its proof need that depends on neither the cards nor a challenge, prepared in idle time.

For each place of a shuffle: its re-masking factor R with (R g, R Z), and the blinds D, d and Δ of the proof with what
they add to the commitments C_D, C_d and C_Δ. As these are sums over the places, work done for many places serves a
shuffle of fewer as well. One of exactly as many finds its permutation drawn, too, and the commitment C to it.

Whoever sees two shuffles with the same factors, or two proofs with the same blinds, sees both permutations. So each
groundwork is drawn under a number of its own, which is stored before the first of it is drawn: a node that is started
again never draws the same, even if its source of randomness repeats itself. It leaves the pool before it is used, lives
in the memory of one process, and is never copied or stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

from protocol.fiatshamir import Hedged
from protocol.group import Element, Group, Scalar, from_int, to_int
from protocol.proofs.shuffle import MAX_CARDS, Prepared, commit_places, generators

SLICE = 2
"""Steps in one slice: what two cards take is about ten multiplications, a millisecond or two."""
ADDED = 16
"""Cards of a permutation that are committed to in one step."""
PILES, HANDS = (64, 16, 16), (10, 10)
"""How many cards the shuffles of shared cards have that are prepared for without knowing more, and those of a hand."""
MOST = 4 * MAX_CARDS
"""Cards for which a pool holds groundwork at most."""


class Groundwork:
    """The groundwork of one shuffle of at most ``size`` cards, laid card by card (five multiplications each)."""

    def __init__(self, group: Group, key: Element, rng: Hedged, number: int, size: int) -> None:
        self.size = size
        self._group, self._key = group, key
        self._stream = rng.stream("groundwork", key, number.to_bytes(8, "little"))
        self._h = generators(group, size)
        self._factors: list[tuple[Scalar, Element, Element]] = []
        self._big: list[int] = []
        self._small: list[int] = []
        self._delta: list[int] = []
        self._blinds = [to_int(scalar) for scalar in self._stream.scalars(3)]
        self._sums: tuple[list[Element], ...] = tuple([group.base(from_int(blind))] for blind in self._blinds)
        self._places: tuple[list[int], int, Element] | None = None
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
        blind = self._stream.scalar()
        sums = [self._group.base(blind)]
        for total in commit_places(self._group, self._h, order, sums[0]):
            sums.append(total)
            if len(sums) % ADDED == 0:
                yield len(sums)
        self._places = order, to_int(blind), sums[-1]

    def _lay_for_one(self) -> None:
        group, at = self._group, len(self)
        factor, big, small, delta = self._stream.scalars(4)
        self._factors.append((factor, group.base(factor), group.mul(self._key, factor)))
        self._big.append(to_int(big))
        self._small.append(to_int(small))
        self._delta.append(to_int(delta) if at else to_int(small))
        of_big, of_small, of_delta = self._sums
        of_big.append(group.add(of_big[-1], group.mul(self._h[at], from_int(-self._big[at]))))
        of_small.append(group.add(of_small[-1], group.mul(self._h[at], small)))
        if at:
            product = -self._delta[at - 1] * self._small[at]
            of_delta.append(group.add(of_delta[-1], group.mul(self._h[at - 1], from_int(product))))

    def of(self, count: int) -> Prepared:
        """What a shuffle of so many cards takes of it."""
        r_big, r_small, r_delta = self._blinds
        of_big, of_small, of_delta = self._sums
        return Prepared(
            self._key,
            self._factors[:count],
            (self._big[:count], r_big, of_big[count]),
            (self._small[:count], r_small, of_small[count]),
            (self._delta[:count], r_delta, of_delta[count - 1]),
            self._places if count == self.size else None,
        )

    def __reduce__(self) -> NoReturn:
        raise TypeError("groundwork is never copied or stored")


class Pool:
    """Groundworks for shuffles under one key. ``reserve`` gives a number that was never given before, and stores that.
    """

    def __init__(self, group: Group, key: Element, rng: Hedged, reserve: Callable[[], int]) -> None:
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
            elif 0 < size <= MAX_CARDS and sum(one.size for one in self._laid) + size <= MOST:
                work = Groundwork(self._group, self.key, self._rng, self._reserve(), size)
                self._laid.append(work)
            else:
                continue
            serving.append(work)
        return serving

    def take(self, count: int) -> Prepared | None:
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
