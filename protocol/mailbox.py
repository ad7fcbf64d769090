"""Every message of a game that one session knows: those taken, in order, and those whose step has not come.

What comes early is kept within bounds for each seat, so that nobody fills the memory of the others; what the open
step of a lane waits for is always kept, so that the bounds never keep anybody from catching up.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping

from protocol.messages import Envelope
from protocol.transcript import PLAY

Slot = tuple[bytes, int, int, int]
Head = tuple[int, int]
"""A place without its chain: (epoch, step)."""

WINDOW = 64
WINDOW_BYTES = 1024 * 1024
"""How many messages of one seat, and how long ones, are kept while their step has not come; more come again later."""

MAX_DROPPED = 1024
"""Of how many messages of a seat it is remembered that there was no room for them."""


class Mailbox:
    """The messages of one session, found by slot, by lane, or by what another peer lacks."""

    def __init__(self) -> None:
        self.taken: dict[Slot, Envelope] = {}
        self.forks: dict[Slot, Envelope] = {}
        """Messages that were signed on another chain than this session's, or for a state it cannot confirm."""
        self.refused: dict[Slot, Envelope] = {}
        """Messages that did not hold; no second one is heard for their slots, which would cost another check."""
        self.old: set[bytes] = set()
        """The ids of messages from the journal; they are not stored again."""
        self._lanes: dict[bytes, list[tuple[Head, int, Envelope]]] = {}
        self._ends: dict[bytes, Head] = {}
        self._given_up: dict[bytes, int] = {}
        """The lanes of piles that another one of their name has replaced, and the epoch."""
        self._early: dict[tuple[bytes, int, int], dict[int, Envelope]] = {}
        self._fresh: dict[int, list[int]] = {}
        self._left: dict[tuple[bytes, int], Envelope] = {}
        """What a seat has said of a pile that had ended here before it was taken: its author may have lost it."""
        self._dropped: dict[int, set[Slot]] = {}
        """The places of messages for which there was no room, by seat."""
        self._tales: dict[int, dict[bytes, Envelope]] = {}
        """What seats that were caught have said, by id: perhaps the others have taken it before."""
        self._followed: set[bytes] = set()

    def known(self, slot: Slot) -> Envelope | None:
        """Give the message of this seat for this slot, if it has arrived."""
        if (taken := self.taken.get(slot)) is not None:
            return taken
        lane, epoch, step, seat = slot
        early = self._early.get((lane, epoch, step))
        if early is not None and seat in early:
            return early[seat]
        left = self._left.get((lane, seat))
        left = left if left is not None and left.slot == slot else None
        return self.forks.get(slot) or self.refused.get(slot) or left

    def is_stored(self, envelope: Envelope) -> bool:
        """Whether this very message stands in the journal: because it was taken, or because it came from there."""
        taken = self.taken.get(envelope.slot)
        return (taken is not None and taken.id == envelope.id) or envelope.id in self.old

    def is_replayed(self, lane: bytes) -> bool:
        """Whether all that was taken on a lane came from the journal."""
        return all(said.id in self.old for _, _, said in self._lanes.get(lane, ()))

    def take(self, envelope: Envelope) -> None:
        """A message has become part of the game."""
        self.taken[envelope.slot] = envelope
        place = (envelope.epoch, envelope.step)
        self._lanes.setdefault(envelope.lane, []).append((place, len(self.taken), envelope))

    def restore(self, envelope: Envelope) -> Envelope | None:
        """Lay aside a message from the journal; another one that was journaled for the same slot, if there is one."""
        said = self._early.setdefault((envelope.lane, envelope.epoch, envelope.step), {})
        self.old.add(envelope.id)
        first = said.setdefault(envelope.seat, envelope)
        return None if first.id == envelope.id else first

    def keep(self, envelope: Envelope, wanted: bool) -> bool:
        """Lay aside a message until its step is open; whether there was room. ``wanted``: there is always room."""
        count, size = self._fresh.get(envelope.seat, (0, 0))
        if not wanted and (count >= WINDOW or size > WINDOW_BYTES):
            dropped = self._dropped.setdefault(envelope.seat, set())
            if len(dropped) < MAX_DROPPED:
                dropped.add(envelope.slot)
            return False
        self._early.setdefault((envelope.lane, envelope.epoch, envelope.step), {})[envelope.seat] = envelope
        self._weigh(envelope, 1)
        return True

    def fetch(self, slot: Slot) -> Envelope | None:
        """Take out the message that was laid aside for a slot."""
        lane, epoch, step, seat = slot
        early = self._early.get((lane, epoch, step))
        envelope = None if early is None else early.pop(seat, None)
        if envelope is not None:
            self._weigh(envelope, -1)
        return envelope

    def put_variant(self, envelope: Envelope) -> None:
        """Keep a message of a convicted seat as a variant; beyond the limit the oldest goes."""
        if envelope.id in self._followed:
            return
        tales = self._tales.setdefault(envelope.seat, {})
        tales.pop(envelope.id, None)
        tales[envelope.id] = envelope
        if len(tales) > WINDOW:
            del tales[next(iter(tales))]

    def variants(self, slot: Slot) -> list[Envelope]:
        """The variants of a convicted seat for a slot, the latest first."""
        return [said for said in reversed(self._tales.get(slot[3], {}).values()) if said.slot == slot]

    def adopt(self, tale: Envelope) -> None:
        """Let a variant count after all; once."""
        self._tales[tale.seat].pop(tale.id, None)
        self._followed.add(tale.id)
        self.keep(tale, True)

    def is_adopted(self, envelope: Envelope) -> bool:
        """Whether a message counts despite its author's conviction: this node or the others took it before."""
        return envelope.id in self.old or envelope.id in self._followed

    def early_in(self, lane: bytes, epoch: int, step: int) -> dict[int, Envelope]:
        """Give the early messages for a step, by seat."""
        return self._early.get((lane, epoch, step), {})

    def forks_at(self, lane: bytes, epoch: int, step: int) -> dict[int, Envelope]:
        """Give the messages for a step that stand on another chain, by seat."""
        return {said.seat: said for slot, said in self.forks.items() if slot[:3] == (lane, epoch, step)}

    def taken_at(self, lane: bytes, epoch: int, step: int) -> dict[int, Envelope]:
        """Give the messages taken in a step, by seat."""
        return {said.seat: said for slot, said in self.taken.items() if slot[:3] == (lane, epoch, step)}

    def reopen(self, lane: bytes, instead: Iterable[Envelope]) -> None:
        """A lane begins anew: what was taken on it is laid aside once more, with these tales ``instead`` of others."""
        again = [said for _, _, said in self._lanes.pop(lane, [])]
        again += [self.forks.pop(slot) for slot in [slot for slot in self.forks if slot[0] == lane]]
        self.old.update(said.id for said in again if self.taken.pop(said.slot, None) is not None)
        for said in again:
            self.keep(said, True)
        for tale in instead:
            self.adopt(tale)

    def close(self, lane: bytes, epoch: int, step: int) -> None:
        """A step is complete: what else was laid aside for it is of no use."""
        for envelope in self._early.pop((lane, epoch, step), {}).values():
            self._weigh(envelope, -1)

    def sift(self, lane: bytes, belongs: Callable[[Envelope], bool]) -> None:
        """Drop what was laid aside for a lane and is of no use there, now that it is known what belongs to it."""
        for place in [place for place in self._early if place[0] == lane]:
            said = self._early[place]
            for envelope in [envelope for envelope in said.values() if not belongs(envelope)]:
                del said[envelope.seat]
                self._weigh(envelope, -1)

    def forget_before(self, epoch: int) -> None:
        """An epoch has begun: what was laid aside for earlier ones will never be taken."""
        for place in [place for place in self._early if place[1] < epoch]:
            self.close(*place)
        self._given_up = {lane: at for lane, at in self._given_up.items() if at >= epoch}
        for seat, tales in self._tales.items():
            self._tales[seat] = {id: tale for id, tale in tales.items() if tale.epoch >= epoch}

    def end(self, lane: bytes, place: Head) -> None:
        """End a pile's lane at this place of play; a peer beyond it needs nothing of the lane."""
        self._ends[lane] = place
        for key in sorted(key for key in self._early if key[0] == lane):
            for envelope in self._early[key].values():
                self.keep_for_author(envelope)
            self.close(*key)

    def give_up(self, lane: bytes) -> None:
        """Keep the messages of an abandoned pile for peers beyond it.

        Nothing in play depends on them, so an author may be further on with a store that lost them.
        """
        self._given_up[lane] = self._ends[lane][0]

    def keep_for_author(self, envelope: Envelope) -> None:
        """Lay aside for its author what was said of a pile that has ended here; nobody says two things of one."""
        key = (envelope.lane, envelope.seat)
        if all(said.seat != envelope.seat for _, _, said in self._lanes.get(envelope.lane, ())):
            self._left.setdefault(key, envelope)

    def has_ended(self, lane: bytes) -> bool:
        """Whether a pile's lane has ended here."""
        return lane in self._ends

    def early(self, epoch: int) -> list[Envelope]:
        """Give the messages laid aside for lanes beside play in an epoch, in a fixed order."""
        return [
            envelope
            for (lane, at, _), said in sorted(self._early.items())
            if at == epoch and lane != PLAY
            for _, envelope in sorted(said.items())
        ]

    def merge(self, older: Mailbox) -> None:
        """Keep what was laid aside before the session went back, and know of what there was no room for."""
        for said in older._early.values():
            for envelope in said.values():
                if envelope.seat not in self._early.get((envelope.lane, envelope.epoch, envelope.step), {}):
                    self.keep(envelope, True)
        for seat, slots in older._dropped.items():
            self._dropped.setdefault(seat, set()).update(slots)
        self._tales, self._followed = older._tales, older._followed

    @property
    def early_count(self) -> int:
        """The number of messages laid aside."""
        return sum(len(said) for said in self._early.values())

    def since(self, heads: Mapping[bytes, Head]) -> list[Envelope]:
        """Give the messages that a peer lacks when its lanes stand at these places: first the taken ones, in order,
        then the early ones.
        """
        play = heads.get(PLAY, (0, 0))
        found: list[tuple[int, Envelope]] = []
        for lane, listed in self._lanes.items():
            if play > self._ends.get(lane, play):
                continue
            first = max(heads.get(lane, (0, 0)), (0 if lane == PLAY else play[0], 0))
            found += [(number, envelope) for _, number, envelope in listed[bisect_left(listed, (first, 0)) :]]
        found.sort(key=lambda pair: pair[0])
        return [envelope for _, envelope in found] + list(self._ahead(heads))

    def _ahead(self, heads: Mapping[bytes, Head]) -> Iterator[Envelope]:
        for (lane, epoch, step), said in sorted(self._early.items()):
            if (epoch, step) >= heads.get(lane, (0, 0)) and epoch >= heads.get(PLAY, (0, 0))[0]:
                yield from (envelope for _, envelope in sorted(said.items()))

    def aside(self, seats: Iterable[int]) -> list[Envelope]:
        """Give these seats' messages on other chains than this one, of piles given up, or against the protocol."""
        wanted = frozenset(seats)
        given_up = (said for lane in self._given_up for _, _, said in self._lanes.get(lane, ()))
        found = {said.slot: said for said in (*given_up, *self._left.values())} | self.refused | self.forks
        return [envelope for _, envelope in sorted(found.items()) if envelope.seat in wanted]

    def lacks_messages_of(self, seats: Iterable[int], heads: Mapping[bytes, Head]) -> bool:
        """Whether a message of these seats found no room here and has not come again.

        ``heads``: where the lanes stand here; what they have passed was heard.
        """
        play = heads[PLAY]
        for seat in seats:
            slots = self._dropped.get(seat, set())
            for slot in tuple(slots):
                lane, epoch, step, _ = slot
                if self.known(slot) is not None or epoch < play[0] or (epoch, step) < heads.get(lane, (0, 0)):
                    slots.remove(slot)
            if slots:
                return True
        return False

    def _weigh(self, envelope: Envelope, sign: int) -> None:
        if envelope.id not in self.old:
            weight = self._fresh.setdefault(envelope.seat, [0, 0])
            weight[0] += sign
            weight[1] += sign * len(envelope.body)
