"""Everything an operation reads and changes: seats, keys, cards, and the secrets of this node's own seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from protocol.cards import CardTable
from protocol.charter import Charter
from protocol.elgamal import Ciphertext, face_point, known
from protocol.errors import MissingSecret, OutOfOrder
from protocol.fiatshamir import Context, Entropy, HedgedRandom
from protocol.group import EDWARDS25519, Element, Group, Scalar
from protocol.library import require_sound_library
from protocol.messages import Body, Claim, Echo
from protocol.proofs.escrow import Dealing
from protocol.proofs.groundwork import GroundworkPool
from protocol.steps import MessageStep, Steps, exchange
from protocol.wire import digest

T = TypeVar("T")

NUMBERS = 64
"""How many numbers of groundworks are stored as used at once."""
USED = b"used"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's ruling on an act it accepts: the claims that the act must make, and the state digest it reaches."""

    claims: tuple[Claim, ...]
    digest: bytes


class Referee(Protocol):
    """The rules of the game, as the application brings them; the protocol knows none."""

    def judge(self, seat: int, payload: bytes) -> Ruling:
        """Judge an open act on the state that has taken in every event so far. Raises ``IllegalAct``."""
        ...

    def judge_sealed(self, seat: int, payload: bytes) -> tuple[Claim, ...]:
        """The claims that one seat's sealed act must make. Raises ``IllegalAct`` where it can be none at all."""
        ...

    def sealed_answers(self, seat: int) -> Iterable[bytes]:
        """All that a seat of this node may have sealed in this state, to find an opening again; of others nothing."""
        ...

    def judge_opened(self, payloads: Mapping[int, bytes]) -> tuple[int, str] | None:
        """Judge sealed acts when all are open: a seat whose act is illegal, and why; None if all are legal."""
        ...


@dataclass(slots=True)
class OwnSeat:
    """The secrets of a seat that this node runs: masking key x, box key u, and its hedged randomness."""

    masking: Scalar
    box: Scalar
    rng: HedgedRandom


class PlayState:
    """The state of one game at one peer, as far as the protocol knows it."""

    def __init__(
        self,
        charter: Charter,
        own: Iterable[int],
        referee: Referee | None,
        entropy: Entropy,
        remember: Callable[[str, Callable[[], bytes]], bytes],
        mark_secrets_lost: Callable[[int, str], None],
        group: Group = EDWARDS25519,
    ) -> None:
        require_sound_library()
        self.charter = charter
        self.sid = charter.sid
        self.group = group
        self.referee = referee
        self.entropy = entropy
        self.remember = remember
        """Returns the secret of that name, made and journaled before anything that depends on it is said."""
        self.mark_secrets_lost = mark_secrets_lost
        """To be told that the journal lacks a secret of an own seat: this node only watches from then on."""
        self.node: frozenset[int] = frozenset(own)
        self.seated: list[int] = list(range(len(charter.seats)))
        self.gone: set[int] = set()
        """Seats that the table has agreed are gone; they speak no more, their layers may still be on the cards."""
        self.retiring: set[int] = set()
        """Seats that resign: they decide nothing any more and still give their shares."""
        self.own: dict[int, OwnSeat] = {}
        self.keys: dict[int, Element] = {}
        self.boxes: dict[int, Element] = {}
        self.dealings: dict[int, Dealing] = {}
        """The escrow of each seat's masking key, by seat; operators are counted as in the charter."""
        self.escrowed: dict[tuple[int, int], Scalar] = {}
        """The shares that this node's operator holds, by (seat, operator)."""
        self.table = CardTable()
        self.points: dict[str, Element] = {face: face_point(self.group, self.sid, face) for face in charter.faces}
        self._joint: tuple[tuple[Element, ...], Element] = ((), self.group.identity)
        self._masked: tuple[Element, dict[str, Ciphertext]] = (self.group.identity, {})
        """The open maskings that were asked for, under the joint key as it was then."""
        self.faces: dict[Element, str] = {point: face for face, point in self.points.items()}
        self._pools: dict[tuple[int, Element], GroundworkPool] = {}
        self._numbers: list[int] = []
        """Numbers of groundworks that are stored as used and not used yet."""
        self._blocks = 0

    def pool(self, seat: int, key: Element) -> GroundworkPool:
        """The groundwork that an own seat has for shuffles under a key; only the present joint key and its own last."""
        lasting = {self.joint_key, self.keys[seat], key}
        self._pools = {of: pool for of, pool in self._pools.items() if of[0] != seat or of[1] in lasting}
        if (seat, key) not in self._pools:
            self._pools[seat, key] = GroundworkPool(self.group, key, self.own[seat].rng, self._number)
        return self._pools[seat, key]

    def clear_pools(self) -> None:
        """Forget all groundwork."""
        self._pools.clear()

    def _number(self) -> int:
        """A number that no groundwork of this node has ever had: stored as used, many at once, before it is used."""
        while not self._numbers:
            block, fresh = self._blocks, list[int]()
            self._blocks += 1

            numbers = range(block * NUMBERS, (block + 1) * NUMBERS)
            with suppress(MissingSecret):  # a damaged record says that they are used, too
                self.remember(f"groundwork {block}", partial(_reserved, numbers, fresh))
            self._numbers = fresh
        return self._numbers.pop(0)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that speak, in order."""
        gone = self.gone
        return tuple([seat for seat in self.seated if seat not in gone]) if gone else tuple(self.seated)

    @property
    def joint_key(self) -> Element:
        """The key of all joint cards: the sum of the masking keys of everybody seated."""
        keys = tuple(self.keys[seat] for seat in self.seated)
        if keys != self._joint[0]:
            total = self.group.identity
            for key in keys:
                total = self.group.add(total, key)
            self._joint = (keys, total)
        return self._joint[1]

    def masked(self, face: str) -> Ciphertext:
        """The open masking of a face under the joint key. Raises ``OutOfOrder`` for one that the charter does not list.

        It is kept while the key is the same: a pile that is prepared again, as often as anybody likes, costs next to
        nothing.
        """
        key = self.joint_key
        if key != self._masked[0]:
            self._masked = (key, {})
        made = self._masked[1]
        if face not in made:
            made[face] = known(self.group, self.point_of(face), key)
        return made[face]

    def unseat(self, seats: Iterable[int]) -> None:
        """Seats whose layer is on no card any more play no part from now on."""
        for seat in tuple(seats):
            self.seated.remove(seat)
            self.gone.discard(seat)
            self.keys.pop(seat, None)
            self.boxes.pop(seat, None)
            self.dealings.pop(seat, None)

    def operators(self, seats: Iterable[int]) -> tuple[int, ...]:
        """The operators of these seats, once each, in order."""
        return tuple(sorted({self.charter.seats[seat].operator for seat in seats}))

    def open_own(self, cipher: Ciphertext, seat: int) -> str:
        """The face of a card under a seat of this node."""
        point = self.group.sub(cipher.b, self.group.mul(cipher.a, self.own[seat].masking))
        return self.face_of(point)

    def face_of(self, point: Element) -> str:
        """The face of an opened plaintext; proofs make sure that it is one."""
        try:
            return self.faces[point]
        except KeyError:
            raise AssertionError("a card opened to no face of this game, although every proof held") from None

    def point_of(self, face: str) -> Element:
        """The plaintext of a face. Raises ``OutOfOrder`` for a face that the charter does not list."""
        try:
            return self.points[face]
        except KeyError:
            raise OutOfOrder(f"the charter lists no face {face!r}") from None


def _reserved(numbers: range, fresh: list[int]) -> bytes:
    fresh.extend(numbers)
    return USED


@dataclass(slots=True)
class Run:
    """One operation under way: the play it belongs to, its op-id, and whether its chain is confirmed by all."""

    play: PlayState
    op: bytes
    dirty: bool = True
    """Whether something not unique was said, or the operation began, since every seat last confirmed the chain."""

    def context(self, seat: int, role: str, generation: int = 0) -> Context:
        """The proof context of a seat in this operation."""
        return Context(self.play.sid, self.op, seat, role, generation=generation)

    def part(self, number: int) -> Run:
        """Give the context of a part of a bundle, counted from 0. Its chain is that of the bundle: that one
        confirms.
        """
        return Run(self.play, digest("part", self.op, number.to_bytes(4, "little")))

    def confirm(self) -> Steps[None]:
        """Have every seat echo the chain, unless it has since the last thing that could differ.

        No share, no passed card and no sealed answer is given on a chain that somebody else may not have; so two tales
        told to two seats gain nothing.
        """
        if self.dirty:
            yield from self.collect(Echo, self.play.present, lambda _: Echo(), lambda _, body: None, 16, "confirmation")
            self.dirty = False

    def collect(
        self,
        kind: type[Any],
        authors: Sequence[int],
        produce: Callable[[int], Body | None],
        check: Callable[[int, Any], T],
        limit: int,
        why: str,
        *,
        unique: bool = False,
    ) -> Steps[dict[int, T]]:
        """One step in which the authors who are present speak; what each taught, by seat."""
        present = tuple(seat for seat in self.play.present if seat in authors)
        if not present:
            return {}
        return (yield from exchange(MessageStep(kind, present, produce, check, limit, why, unique)))
