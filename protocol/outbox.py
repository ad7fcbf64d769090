"""What the seats of this node have said, as far as it is known here, whoever has handed it over.

A node that comes back with an old store knows less of itself than the others do. It must never say a second thing
where it has said one: so nothing is said in a place at or before which words of its own are known, nothing in an epoch
after which it has spoken, and nothing in play while a vote of its own waits for its round. Where it has opened cards
further on, it agrees to no other course from an earlier place: there they would be opened to others as well.
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
    """The last words of each own seat on every lane, what waits for its place in the game, and the first promise."""

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
        """Words of an own seat are known; others are passed over. Its signature has been checked."""
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
        """These words have become part of the game here."""
        self._votes.pop(envelope.slot, None)
        self._opened.pop(envelope.slot, None)

    def is_free(self, lane: bytes, epoch: int, step: int, seat: int) -> bool:
        """Whether this seat can have said nothing there, as far as is known: only then may it say something."""
        return epoch >= self._epoch and self._last.get((lane, epoch, seat), -1) < step

    def is_ahead_of(self, lane: Lane) -> bool:
        """Whether words of play are known beyond where it stands: of a later step or epoch, or on another chain."""
        if not self._last:
            return False
        last = {seat: last for (id, epoch, seat), last in self._last.items() if (id, epoch) == (lane.id, lane.epoch)}
        here = any(at == lane.step and seat not in lane.messages for seat, at in last.items())
        return self.is_past(lane.epoch) or here or any(at > lane.step for at in last.values())

    def is_past(self, epoch: int) -> bool:
        """Whether words of a later epoch are known: in its earlier life this node has left this one with the table."""
        return self._epoch > epoch

    def has_pending_vote(self, epoch: int) -> bool:
        """Whether a vote of this epoch is known whose round has not come: who has voted says nothing in play."""
        return epoch in self._votes.values()

    def has_pending_opening(self, epoch: int) -> bool:
        """Whether own words of play are known that open something in this epoch, at a place that is not reached."""
        return epoch in self._opened.values()

    def has_finished(self, epoch: int) -> bool:
        """Whether an own seat has said in this epoch that the game is over."""
        return epoch in self._finished

    def last_place(self, epoch: int) -> tuple[int, bytes] | None:
        """The place (step, chain) of the last own words of play in this epoch; None where none are known."""
        return self._stood.get(epoch)

    def first_confirmed(self, epoch: int) -> Motion | None:
        """The motion that this node has confirmed first in an epoch, which it must never contradict."""
        return self._confirmed.get(epoch)


def _opens(body: Body) -> bool:
    """Whether somebody may see a card by this."""
    if isinstance(body, Parts):
        return any(map(_opens, body.parts))
    return isinstance(body, Shares | MoveMessage | SealOpen) or (isinstance(body, ActMessage) and bool(body.proofs))
