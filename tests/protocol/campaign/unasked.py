"""What liars do where nothing is to be said: old words, words of later, votes and motions, a second program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from protocol.errors import OutOfOrder, ProtocolError
from protocol.messages import (
    ActMessage,
    Body,
    Confirmation,
    Contribution,
    Echo,
    Motion,
    Shares,
    Vote,
    decode_envelope,
    seal_envelope,
)
from protocol.motions import motion_lane
from protocol.steps import MessageStep
from protocol.transcript import first_link
from protocol.wire import encode

if TYPE_CHECKING:
    from tests.protocol.campaign.liars import Craft

UNASKED = (
    "old words again",
    "words of later",
    "motions without end",
    "changed relay",
    "confirms unasked",
    "votes unasked",
    "two promises",
)
"""Ways to say something where nothing is to be said."""

ONCE = ("twin", "vanishes")
"""A second program tells some a whole other story; or it says nothing any more."""


class Unasked:
    """What one liar does of its own accord."""

    def __init__(self, craft: Craft) -> None:
        self.craft, self.game, self.luck = craft, craft.game, craft.luck

    def stir(self) -> None:
        """Perhaps it does something of its own accord."""
        if self.craft.silent or self.craft.honest:
            return
        ways = sorted(self.craft.ways & {*UNASKED, *ONCE})
        if ways and self.luck.random() < max(self.craft.often, 0.02):
            way = self.luck.choice(ways)
            if self._do(way):
                self.craft.count(way)

    def _do(self, way: str) -> bool:
        luck, mind = self.luck, self.luck.choice(self.craft.minds)
        session = mind.session
        match way:
            case "vanishes":
                self.craft.silent = luck.random() < 0.2
                return self.craft.silent
            case "twin":
                return self._twin()
            case "old words again" if self.game.archive:
                for _ in range(luck.randint(1, 10)):
                    self._whisper(luck.choice(self.game.archive))
                return True
            case "changed relay" if self.game.archive:
                data = luck.choice(self.game.archive)
                try:
                    envelope = decode_envelope(data)
                except ProtocolError:
                    return False
                self._whisper(
                    encode(
                        msgspec.structs.replace(
                            envelope,
                            step=envelope.step + luck.randrange(3),
                            signature=luck.choice([envelope.signature, bytes(64)]),
                            prev=luck.choice([envelope.prev, bytes(32)]),
                        )
                    )
                )
                return True
            case "words of later":
                lane = luck.choice(session._machine.lanes())
                body = luck.choice(
                    [
                        Echo(),
                        ActMessage(luck.randbytes(5), (), (), bytes(32)),
                        Shares(luck.randbytes(160)),
                        Contribution(luck.randbytes(100)),
                    ]
                )
                for _ in range(luck.choice([1, 3, 100])):
                    step = lane.step + luck.randrange(200)
                    self._whisper(self._said(lane.id, lane.epoch + luck.choice([0, 0, 1]), step, lane.chain, body))
                return True
            case "motions without end":
                for _ in range(luck.randint(1, 20)):
                    known = luck.random() < 0.7
                    own = None if known else Motion("forfeit", self.craft.operator, luck.randbytes(4))
                    self._move(own or self.craft.motion())
                return True
            case "two promises":
                return self._promise_two()
            case "votes unasked" | "confirms unasked":
                return self._on_motions(way == "confirms unasked")
        return False

    def _said(self, lane: bytes, epoch: int, step: int, prev: bytes, body: Body, seat: int | None = None) -> bytes:
        seat, key = self.luck.choice(self.craft.seats) if seat is None else seat, self.game.keys[self.craft.operator]
        return encode(seal_envelope(key, self.game.signed.charter.sid, lane, epoch, step, seat, prev, body))

    def _whisper(self, data: bytes) -> None:
        """Somebody, or everybody, is told this."""
        for to in self.craft.some():
            if to in self.game.minds and to != self.craft.operator:
                self.game.send(self.craft.minds[0], to, data)

    def _move(self, motion: Motion) -> None:
        session = self.craft.minds[0].session
        if self.luck.random() < 0.5:
            try:
                session.vote(motion, self.luck.random() < 0.8)
            except OutOfOrder:
                return
            self.craft.minds[0].flush()
            return
        sid, lane = self.game.signed.charter.sid, session._machine.course.lane
        id = motion_lane(sid, lane.epoch, motion)
        vote = Vote(motion, True, tuple(lane.trail[-64:]) or ((lane.step, lane.chain),))
        self._whisper(self._said(id, lane.epoch, 0, first_link(sid, id), vote))

    def _on_motions(self, confirm: bool) -> bool:
        """It votes, or confirms, on every motion that there is, to some this and to others that."""
        session, done = self.craft.minds[0].session, False
        for lane, motion in list(session._machine.ballots):
            play = session._machine.course.lane
            trail = tuple(play.trail[-64:]) or ((play.step, play.chain),)
            body: Body = Vote(motion, self.luck.random() < 0.8, trail)
            if confirm:
                body = Confirmation(self.luck.choice([motion, self.craft.motion()]))
            step = lane.step + (self.luck.choice([0, 0, 1]) if confirm else 0)
            self._whisper(self._said(lane.id, lane.epoch, step, lane.chain, body))
            done = True
        return done

    def _promise_two(self) -> bool:
        """Where two motions have carried and wait for its word, it confirms each of them as if it were the only one."""
        done = False
        for mind in self.game.honest():
            lead = self.game.signed.charter.lead(self.craft.operator)
            waits = [
                (mind.session._machine.ballots.rank(motion), lane, motion)
                for lane, motion in mind.session._machine.ballots
                if isinstance(lane.request, MessageStep)
                and lane.request.kind is Confirmation
                and lead in lane.request.authors
            ]
            waits.sort(key=lambda one: one[0], reverse=True)
            for _, lane, motion in waits if len(waits) > 1 else ():
                said = self._said(lane.id, lane.epoch, lane.step, lane.chain, Confirmation(motion), lead)
                self.game.send(self.craft.minds[0], mind.operator, said)
                done = True
        return done

    def _twin(self) -> bool:
        """A second program, from the same place, talks with some of the others from now on."""
        first = self.craft.minds[0]
        if len(self.craft.minds) > 1 or first.session.over or len(self.game.keys) < 3:
            return False
        twin = type(first)(self.game, self.craft.operator, self.craft)
        twin.journal = list(first.journal)
        twin.start()
        twin.session.craft = self.craft  # type: ignore[attr-defined]
        twin.audience = frozenset(
            self.luck.sample(sorted(first.audience), self.luck.randint(1, len(first.audience) - 1))
        )
        first.audience -= twin.audience
        self.game.minds[self.craft.operator].append(twin)
        twin.flush()
        twin.session.start_sending()
        twin.flush()
        return True
