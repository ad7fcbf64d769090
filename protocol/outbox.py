"""The messages of this node's own seats that it knows, from its store or from any peer.

A node that restarts with an old store knows fewer of its messages than the others do. It must never contradict one: so
it sends nothing at or before a place of a known message, nothing in an epoch that it left, and nothing in play while
its vote waits for its round. Where it opened cards further on, it agrees to no other course from an earlier place:
there other players would see them.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol.errors import BadEncoding
from protocol.lanes import Lane
from protocol.messages import (
    ActMessage,
    Body,
    Confirmation,
    Envelope,
    Motion,
    MoveMessage,
    Outcome,
    Parts,
    SealOpen,
    Shares,
    Vote,
    decode_body,
)
from protocol.transcript import PLAY

Slot = tuple[bytes, int, int, int]


class Outbox:
    """The last message of each own seat on every lane, the ones ahead of their place, and the first promise."""

    def __init__(self, seats: Iterable[int]) -> None:
        self._seats = frozenset(seats)
        self._last: dict[tuple[bytes, int, int], int] = {}
        self._epoch = 0
        self._votes: dict[Slot, int] = {}
        self._confirmed: dict[int, Motion] = {}
        self._opened: dict[Slot, int] = {}
        self._stood: dict[int, tuple[int, bytes]] = {}
        self._finished: set[int] = set()

    def record(self, envelope: Envelope) -> None:
        """Note a message of an own seat; ignores other seats. The caller has checked its signature."""
        if envelope.seat not in self._seats:
            return
        key = (envelope.lane, envelope.epoch, envelope.seat)
        self._last[key] = max(self._last.get(key, -1), envelope.step)
        self._epoch = max(self._epoch, envelope.epoch)
        try:
            body = decode_body(envelope.body)
        except BadEncoding:
            return
        if envelope.lane == PLAY:
            place = (envelope.step, envelope.prev)
            self._stood[envelope.epoch] = max(self._stood.get(envelope.epoch, place), place, key=lambda at: at[0])
            if isinstance(body, Outcome):
                self._finished.add(envelope.epoch)
            if _opens(body):
                self._opened[envelope.slot] = envelope.epoch
            return
        if isinstance(body, Vote | Confirmation):
            self._votes[envelope.slot] = envelope.epoch
        if isinstance(body, Confirmation):
            self._confirmed[envelope.epoch] = body.first

    def settle(self, envelope: Envelope) -> None:
        """Note that a message became part of the game here."""
        self._votes.pop(envelope.slot, None)
        self._opened.pop(envelope.slot, None)

    def is_free(self, lane: bytes, epoch: int, step: int, seat: int) -> bool:
        """Whether this seat cannot have sent in this place, as far as this node knows: only then may it send."""
        return epoch >= self._epoch and self._last.get((lane, epoch, seat), -1) < step

    def is_ahead_of(self, lane: Lane) -> bool:
        """Whether messages of play are known beyond its place: of a later step or epoch, or on another chain."""
        if not self._last:
            return False
        last = {seat: last for (id, epoch, seat), last in self._last.items() if (id, epoch) == (lane.id, lane.epoch)}
        here = any(at == lane.step and seat not in lane.messages for seat, at in last.items())
        return self.is_past(lane.epoch) or here or any(at > lane.step for at in last.values())

    def is_past(self, epoch: int) -> bool:
        """Whether messages of a later epoch are known: this node left the epoch before its restart."""
        return self._epoch > epoch

    def has_pending_vote(self, epoch: int) -> bool:
        """Whether a vote of this epoch waits for its round; a voter sends nothing in play meanwhile."""
        return epoch in self._votes.values()

    def has_pending_opening(self, epoch: int) -> bool:
        """Whether an own message opens a card in this epoch, at a place that play has not reached."""
        return epoch in self._opened.values()

    def has_finished(self, epoch: int) -> bool:
        """Whether an own seat signed the end of the game in this epoch."""
        return epoch in self._finished

    def last_place(self, epoch: int) -> tuple[int, bytes] | None:
        """The place (step, chain) of the last own message of play in this epoch; None where none is known."""
        return self._stood.get(epoch)

    def first_confirmed(self, epoch: int) -> Motion | None:
        """The motion that this node confirmed first in an epoch, a promise that it must keep."""
        return self._confirmed.get(epoch)


def _opens(body: Body) -> bool:
    """Whether a message opens a card to somebody."""
    if isinstance(body, Parts):
        return any(map(_opens, body.parts))
    return isinstance(body, Shares | MoveMessage | SealOpen) or (isinstance(body, ActMessage) and bool(body.proofs))
