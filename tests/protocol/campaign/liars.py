"""Liars: they run the program and say something else, each in the ways that it has chosen for this game."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from protocol.collector import StepCollector
from protocol.errors import ProtocolError
from protocol.lanes import Lane
from protocol.messages import (
    ActMessage,
    Body,
    Confirmation,
    Contribution,
    Echo,
    Envelope,
    Escrow,
    EscrowVerdict,
    LockMessage,
    Motion,
    Parts,
    SealCommit,
    SealOpen,
    Shares,
    Vote,
    decode_body,
    decode_envelope,
    seal_envelope,
)
from protocol.steps import MessageStep
from protocol.transcript import MessageRecord, OperationRecord, ProofRecord
from protocol.wire import encode
from tests.protocol.campaign.boxes import false_box
from tests.protocol.campaign.people import WATCHER, Mind, Proof
from tests.protocol.campaign.rules import Deed
from tests.protocol.campaign.unasked import ONCE, UNASKED, Unasked
from tests.protocol.lying import LyingSession

if TYPE_CHECKING:
    from tests.protocol.campaign.play import Game

SAID = (
    "two tales",
    "false bytes",
    "false share",
    "withheld",
    "wrong place",
    "garbage",
    "another kind",
    "false state",
    "illegal act",
    "wrong together",
    "broken promise",
    "false complaint",
    "another vote",
    "false box",
    "lying echo",
)
"""Ways to say something else than the program would."""

TOLD = ("copied head", "withheld words", "no head", "head first", "false proof", "no proof")
"""Ways to answer who comes back."""


class TwoTongues(LyingSession):
    """A session that makes a second message wherever it makes one, for whoever is to hear another tale."""

    craft: Craft | None = None

    def lie(self, hearing: StepCollector, lane: Lane, request: MessageStep, seat: int, body: Body) -> bool:
        craft = self.craft
        if craft is not None and isinstance(body, Escrow) and craft.deals_falsely():
            body = false_box(self.play, lane.run, seat, body, craft.luck)
            craft.game.count("lie: false box")
        if craft is not None and craft.tells_two(body):
            other = craft.other(self, request, seat, body)
            if other is not None:
                craft.tales[lane.id, lane.epoch, lane.step, seat] = other
        return super().lie(hearing, lane, request, seat, body)


class Liar(Mind):
    """One program of a liar; what it says goes through the liar's hands."""

    kind = TwoTongues
    honest = False

    def __init__(self, game: Game, operator: int, craft: Craft) -> None:
        self.craft = craft
        self.audience = frozenset(range(len(game.keys))) | {WATCHER}
        craft.minds.append(self)
        super().__init__(game, operator)
        self.session.craft = craft  # type: ignore[attr-defined]

    def hear(self, data: bytes) -> str:
        try:
            if decode_envelope(data).seat in self.seats:
                return "known"  # it knows better than anybody else what it has said to whom
        except ProtocolError:
            return "refused"
        return super().hear(data)

    def utter(self, to: int, data: bytes) -> list[bytes]:
        return self.craft.twisted(to, data) if to in self.audience else []

    def answer(self, asker: Mind, nonce: bytes) -> list[object]:
        return self.craft.answer(asker, super().answer(asker, nonce))


class Craft:
    """What one liar does in a game; the same lie may go to all, or the truth to some."""

    def __init__(self, game: Game, operator: int) -> None:
        self.game, self.operator = game, operator
        self.luck = random.Random(game.luck.getrandbits(64))
        every = (*SAID, *UNASKED, *TOLD, *ONCE)
        self.ways = frozenset(self.luck.sample(every, self.luck.choice([2, 4, 8, len(every)])))
        self.often = self.luck.choice([0.01, 0.03, 0.1, 0.3])
        if game.theme.ways:
            self.ways, self.often = frozenset(game.theme.ways), self.luck.choice([0.1, 0.3])
        self.quiet = self.luck.choice([0, 0, 30, 90, 200])
        """How often it does not lie before it does."""
        self.minds: list[Liar] = []
        self.tales: dict[tuple[bytes, int, int, int], Body] = {}
        self._made: dict[bytes, tuple[frozenset[int], list[bytes]] | None] = {}
        self._heads: list[object] = []
        self.silent = False
        self.honest = False
        self._unasked = Unasked(self)

    @property
    def seats(self) -> tuple[int, ...]:
        return self.game.signed.charter.seats_of(self.operator)

    def lies(self) -> bool:
        """Whether it comes to lie here."""
        self.quiet -= 1
        return not self.honest and self.quiet < 0 and self.luck.random() < self.often

    def tells_two(self, body: Body) -> bool:
        """Whether it says a second thing; where that is what it is there for, of acts above all."""
        if "two tales" not in self.ways or not self.game.theme.ways:
            return "two tales" in self.ways and self.lies()
        return not self.honest and self.luck.random() < (0.5 if isinstance(body, ActMessage) else 0.01)

    def deals_falsely(self) -> bool:
        """Whether it puts something else into a box; nobody deals often."""
        return "false box" in self.ways and not self.honest and self.luck.random() < 0.4

    def give_up(self, silent: bool) -> None:
        """From now on it is silent, or says what its first program says and nothing else."""
        self.honest, self.silent = True, self.silent or silent

    def docile(self) -> list[Liar]:
        """Its program, if it goes on like an honest one."""
        return [] if self.silent else self.minds[:1]

    def count(self, way: str) -> None:
        self.game.count(f"lie: {way}")

    def sign(self, envelope: Envelope, body: Body | None = None, **changes: Any) -> bytes:
        """Another message with its real signature."""
        bare = msgspec.structs.replace(envelope, **changes)
        said = decode_body(bare.body) if body is None else body
        key = self.game.keys[self.operator]
        return encode(seal_envelope(key, bare.sid, bare.lane, bare.epoch, bare.step, bare.seat, bare.prev, said))

    # What it says instead of what its program says.

    def stir(self) -> None:
        """Perhaps it does something of its own accord."""
        self._unasked.stir()

    def twisted(self, to: int, data: bytes) -> list[bytes]:
        """What this receiver gets instead of a message of the program."""
        if self.silent:
            return []
        envelope = decode_envelope(data)
        if envelope.seat not in self.seats:
            return [] if "withheld" in self.ways and self.lies() else [data]
        if "two promises" in self.ways and not self.honest and isinstance(decode_body(envelope.body), Confirmation):
            return []  # until it promises something on two motions
        if envelope.id not in self._made:
            self._made[envelope.id] = self._lie(envelope)
        made = self._made[envelope.id]
        if made is None and "lying echo" in self.ways and isinstance(decode_body(envelope.body), Echo):
            return [self._agreeing(to, envelope, data)]
        return made[1] if made is not None and to in made[0] else [data]

    def _agreeing(self, to: int, envelope: Envelope, data: bytes) -> bytes:
        """It confirms to somebody whatever that one has been told."""
        for mind in self.game.minds[to]:
            lane = mind.session._machine.course.lane
            if envelope.slot[:3] == (lane.id, lane.epoch, lane.step) and lane.chain != envelope.prev:
                self.count("lying echo")
                return self.sign(envelope, prev=lane.chain)
        return data

    def some(self) -> frozenset[int]:
        others = [*range(len(self.game.keys)), WATCHER]
        count = self.luck.randint(1, len(others)) if self.luck.random() < 0.6 else len(others)
        return frozenset(self.luck.sample(others, count))

    def _half(self) -> frozenset[int]:
        """Some of the honest, but not all where there are several."""
        honest = sorted(set(range(len(self.game.keys))) - self.game.liars)
        return frozenset(self.luck.sample(honest, self.luck.randint(1, max(1, len(honest) - 1))))

    def _lie(self, envelope: Envelope) -> tuple[frozenset[int], list[bytes]] | None:
        body = decode_body(envelope.body)
        told = self.tales.pop(envelope.slot, None)
        if told is not None:
            self.count("two tales")
            return self._half(), [self.sign(envelope, told)]
        if not self.lies():
            return None
        for way in self.luck.sample(SAID, len(SAID)):
            if way in self.ways:
                pieces = self._twist(way, envelope, body)
                if pieces is not None:
                    self.count(way)
                    return self.some(), pieces
        return None

    def _twist(self, way: str, envelope: Envelope, body: Any) -> list[bytes] | None:
        """A lie of a kind instead of this message, if this one can be told so."""
        luck = self.luck
        match way:
            case "withheld":
                return []
            case "garbage":
                data = bytearray(encode(envelope))
                data[luck.randrange(len(data))] ^= 1 << luck.randrange(8)
                return [luck.choice([bytes(data), bytes(data[: luck.randrange(len(data))]), luck.randbytes(90)])]
            case "wrong place":
                return [self.sign(envelope, **luck.choice(self._places(envelope)))]
            case "false bytes":
                return self._false_bytes(envelope, body)
            case "another kind":
                return [self.sign(envelope, Echo() if not isinstance(body, Echo) else Contribution(luck.randbytes(96)))]
        false = self._false(way, body)
        return None if false is None else [self.sign(envelope, false)]

    def _places(self, envelope: Envelope) -> list[dict[str, Any]]:
        lanes = [lane.id for lane in self.minds[0].session._machine.lanes()]
        step, epoch = envelope.step, envelope.epoch
        return [
            {"prev": self.luck.randbytes(32)},
            {"step": step + 1},
            {"step": max(0, step - 1)},
            {"step": step + self.luck.randrange(100)},
            {"epoch": epoch + 1},
            {"lane": self.luck.choice(lanes)},
            {"lane": self.luck.randbytes(32)},
            {"seat": self.luck.randrange(len(self.game.signed.charter.seats))},
        ]

    def _false_bytes(self, envelope: Envelope, body: Any) -> list[bytes] | None:
        if isinstance(body, Parts):
            at = self.luck.randrange(len(body.parts))
            return [self.sign(envelope, self._changed_part(body, at))]
        fields = {
            name: value for name, value in msgspec.structs.asdict(body).items() if isinstance(value, bytes) and value
        }
        if not fields:
            return None
        name = self.luck.choice(sorted(fields))
        value = bytearray(fields[name])
        if self.luck.random() < 0.3:
            value = value[: self.luck.randrange(len(value))] if len(value) != 32 else value[::-1]
        else:
            value[self.luck.randrange(len(value))] ^= 1 << self.luck.randrange(8)
        return [self.sign(envelope, msgspec.structs.replace(body, **{name: bytes(value)}))]

    def _changed_part(self, body: Parts, at: int) -> Parts:
        """A bundle's message with one part that does not hold, one too few, or two in each other's place."""
        part, others = body.parts[at], [*body.parts[:at], *body.parts[at + 1 :]]
        way = self.luck.randrange(3)
        if way == 0 and others:
            return Parts(tuple(others))
        if way == 1 and others:
            return Parts((*others, part) if at < len(others) else (part, *others))
        (name, value), *_ = sorted(msgspec.structs.asdict(part).items(), key=lambda field: field[0], reverse=True)
        garbled = bytearray(value)
        garbled[self.luck.randrange(len(garbled))] ^= 1 << self.luck.randrange(8)
        changed = msgspec.structs.replace(part, **{name: bytes(garbled)})
        return Parts((*body.parts[:at], changed, *body.parts[at + 1 :]))

    def _false(self, way: str, body: Any) -> Body | None:
        luck = self.luck
        match way, body:
            case "false share", Shares(proof):
                return Shares(bytes(len(proof)))
            case "false share", Parts(parts):
                return self._changed_part(body, luck.randrange(len(parts)))
            case "false share", LockMessage(proofs):
                return LockMessage(bytes(len(proofs)))
            case "false state", ActMessage():
                return msgspec.structs.replace(body, digest=luck.randbytes(32))
            case "illegal act", ActMessage():
                payload = luck.choice([b"illegal", encode(Deed(b"illegal", ())), encode(Deed(b"x", ()))])
                return msgspec.structs.replace(body, payload=payload, digest=hashlib.sha256(payload).digest())
            case "illegal act", SealOpen():
                return msgspec.structs.replace(body, padded=luck.randbytes(len(body.padded)))
            case "broken promise", Confirmation():
                known = [motion for _, motion in self.minds[0].session._machine.ballots]
                return Confirmation(luck.choice([self.motion(), *known]))
            case "false complaint", EscrowVerdict():
                return EscrowVerdict(((luck.randrange(len(self.game.signed.charter.seats)), luck.randbytes(112)),))
            case "another vote", Vote():
                trail = luck.choice([body.trail[:1], body.trail[::-1], body.trail, ((0, bytes(32)), *body.trail)[:64]])
                return Vote(body.motion, not body.yes if trail == body.trail else body.yes, trail)
            case _:
                return None

    def other(self, session: TwoTongues, request: MessageStep, seat: int, body: Body) -> Body | None:
        """What it could have said as well, and hold to be true."""
        luck = self.luck
        match body:
            case ActMessage():
                payload = encode(Deed(luck.randbytes(4), ()))
                return ActMessage(payload, (), (), hashlib.sha256(payload).digest())
            case SealCommit():
                return SealCommit(luck.randbytes(32))
            case Vote(motion, yes, trail):
                return Vote(motion, not yes, trail)
            case Confirmation():
                return Confirmation(self.motion())
            case _:
                return request.produce(seat)

    def motion(self) -> Motion:
        """Some motion of this epoch, or another one."""
        known = [motion for _, motion in self.minds[0].session._machine.ballots]
        count = len(self.game.keys)
        kind = self.luck.choice(["gone", "cheated", "resigned", "pause", "call-off", "forfeit"])
        made = Motion(kind, self.luck.randrange(count), self.luck.choice([b"", self.luck.randbytes(2)]))  # type: ignore[arg-type]
        return self.luck.choice([made, *known])

    # What it tells who comes back.

    def answer(self, asker: Mind, frames: list[object]) -> list[object]:
        """What somebody is handed over instead of these."""
        if self.silent:
            return []
        if self.honest:
            return frames
        head = [frame for frame in frames if isinstance(frame, tuple)]
        words = [frame for frame in frames if not isinstance(frame, tuple)]
        self._heads += head
        if "no proof" in self.ways:
            words = [frame for frame in words if not isinstance(frame, Proof)]
        if "false proof" in self.ways:
            words += [Proof(data) for data in self._false_proofs(asker)]
        if "withheld words" in self.ways and self.luck.random() < 0.7:
            self.count("withheld words")
            keep = self.luck.random()
            words = [frame for frame in words if self.luck.random() < keep]
        if "copied head" in self.ways and self._heads and self.luck.random() < 0.5:
            self.count("copied head")
            words.append(self.luck.choice(self._heads))  # type: ignore[arg-type]
        if "no head" in self.ways and self.luck.random() < 0.7:
            self.count("no head")
            return list(words)
        if "head first" in self.ways:
            self.count("head first")
            return [*head, *words]
        return [*words, *head]

    def _false_proofs(self, asker: Mind) -> Iterator[bytes]:
        """What is to show that somebody is a cheat and does not, also about those of whom nothing is asked."""
        session = self.minds[0].session
        found = [certificate.written(()) for certificate in session.blame.certificates.values()]
        said = [envelope for envelope in session.messages.values() if not self.game.lies(envelope.seat)]
        if said and (asker.session.missing_proofs or self.luck.random() < 0.1):
            self.count("false proof")
            one, other = self.luck.choice(said), self.luck.choice(said)
            for kind in ("equivocation", "bad-proof"):
                some = session.records[: self.luck.randrange(len(session.records) + 1)]
                branch = tuple(record for record in some if isinstance(record, OperationRecord | MessageRecord))
                found.append(ProofRecord(kind, one.seat, "", 0, branch, (encode(one), encode(other))))  # type: ignore[arg-type]
            false = self.luck.choice(found)
            seat = self.luck.choice(self.game.honest_seats())
            yield encode(msgspec.structs.replace(false, seat=seat))
