"""Whole games with fixed randomness, from which the vectors of messages, files and certificates are taken."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from protocol.charter import Charter, Operator, Seat
from protocol.errors import IllegalAct, OutOfOrder
from protocol.events import SeatConvicted
from protocol.memory import MemoryTable
from protocol.messages import (
    Body,
    Claim,
    Envelope,
    FaceClaim,
    MembershipClaim,
    Motion,
    Shares,
    SumClaim,
    decode_body,
    decode_envelope,
    seal_envelope,
)
from protocol.operations import (
    Act,
    Bundle,
    Deal,
    Finish,
    Pass,
    Peek,
    Prepare,
    Random,
    Remix,
    Return,
    Seal,
    Show,
    Shuffle,
)
from protocol.ops.result import Completion
from protocol.play import Ruling
from protocol.session import SessionOutput
from protocol.wire import encode
from tests.protocol.vectors.fixed import bytes_of, entropy_of, identity

NAMES = ("Ann", "Ben", "Cleo", "Dan")
FACES = ("ace", "king", "queen")


class Referee:
    """The rules of the vectors: an act names its claims, and ``illegal`` is illegal."""

    def judge(self, seat: int, payload: bytes) -> Ruling:
        return Ruling(self.judge_sealed(seat, payload), hashlib.sha256(payload).digest())

    def judge_sealed(self, seat: int, payload: bytes) -> tuple[Claim, ...]:
        match payload.decode().split():
            case ["is", handle, name]:
                return (FaceClaim(int(handle), name),)
            case ["one-of", handle, *names]:
                return (MembershipClaim(int(handle), tuple(names)),)
            case ["at-least", total, *handles]:
                return (SumClaim(tuple(int(handle) for handle in handles), (("ace", 2), ("king", 1)), int(total)),)
            case ["illegal"]:
                raise IllegalAct("this act is never legal")
        return ()

    def sealed_answers(self, seat: int) -> Sequence[bytes]:
        return ()

    def judge_opened(self, payloads: Mapping[int, bytes]) -> tuple[int, str] | None:
        return None

    def expect(self, operation: object) -> None:
        """These rules ask for everything."""

    def follow(self, event: object) -> None:
        """Nothing in these rules depends on what has happened."""


Tamper = Callable[["VectorTable", int, int, Envelope, Body], Body | None]
"""What the receiver gets instead of a message of its sender (the table, sender, receiver, the message and its body)."""


class VectorTable(MemoryTable):
    """A table with fixed keys, whose messages a test may replace on the way."""

    def __init__(self, players: int, faces: Sequence[str] = FACES, tamper: Tamper | None = None) -> None:
        self.keys = [identity(name) for name in NAMES[:players]]
        self._tamper = tamper
        charter = Charter(
            "vectors",
            bytes_of("rules"),
            b"options",
            tuple(sorted(faces)),
            tuple(
                Operator(key.identity, bytes_of(f"certificate {name}"), bytes_of(f"nonce {name}"), name)
                for key, name in zip(self.keys, NAMES, strict=False)
            ),
            tuple(Seat(operator, name) for operator, name in enumerate(NAMES[:players])),
            on_leave="continue",
        )
        super().__init__(charter, self.keys, entropy_of(f"table of {players}"), Referee)

    def _take(self, operator: int, output: SessionOutput) -> None:
        if self._tamper is None:
            super()._take(operator, output)
            return
        sent, output.send = output.send, []
        super()._take(operator, output)
        for data in sent:
            envelope = decode_envelope(data)
            for other in self.sessions:
                if other != operator:
                    body = decode_body(envelope.body)
                    new = self._tamper(self, operator, other, envelope, body) if envelope.seat == operator else None
                    self._on_the_way.append((other, data if new is None else self.resealed(envelope, new)))

    def resealed(self, envelope: Envelope, body: Body) -> bytes:
        """Another body for the same place, signed by the same seat."""
        e = envelope
        return encode(seal_envelope(self.keys[e.seat], e.sid, e.lane, e.epoch, e.step, e.seat, e.prev, body))

    def accused(self) -> Iterable[SeatConvicted]:
        """Whoever was caught by anybody, in order."""
        return [
            event for _, events in sorted(self.events.items()) for event in events if isinstance(event, SeatConvicted)
        ]


@cache
def tiny() -> VectorTable:
    """A complete game in which a seat leaves: two cards, three seats."""
    table = VectorTable(3, FACES[:2])
    table.ask(Shuffle((), FACES[:2], (0, 1)))
    table.ask(Deal((0,), 1))
    result = table.ask(Deal((1,), 0))[0]
    assert isinstance(result, Completion)
    table.ask(Act(0), {0: f"is 1 {result.faces[1]}".encode()})
    table.disconnect(1)
    table.agree(Motion("gone", 1))
    table.ask(Finish(hashlib.sha256(b"end").digest(), b"Ann 1, Cleo 2"))
    return table


@cache
def cheated() -> VectorTable:
    """A complete game in which a seat gives a false share and is voted out for it."""

    def bad_share(table: VectorTable, sender: int, to: int, envelope: Envelope, body: Body) -> Body | None:
        return Shares(bytes(len(body.proof))) if sender == 1 and isinstance(body, Shares) else None

    table = VectorTable(3, FACES[:2], bad_share)
    table.ask(Shuffle((), FACES[:2], (0, 1)))
    with contextlib.suppress(OutOfOrder):  # who gave the share is to leave first
        table.ask(Deal((0,), 2))
    table.disconnect(1)
    table.agree(Motion("cheated", 1))
    table.ask(Finish(hashlib.sha256(b"end").digest(), b"Ann 1, Cleo 2"))
    return table


@cache
def rich() -> VectorTable:
    """A game with every operation and every kind of message."""
    table = VectorTable(4)
    table.ask(Prepare("pile", (), FACES))
    table.ask(Shuffle((), FACES, (0, 1, 2)))
    first = table.ask(Deal((0,), 0))[0]
    assert isinstance(first, Completion)
    table.ask(Deal((1,), 3))
    table.ask(Peek((2,), 1))
    table.ask(Prepare("rest", (2,), ("ace",)))
    table.ask(Peek((0,), 3))
    table.ask(Pass((0,), 1))
    table.ask(Shuffle((2,), ("ace",), (3, 4)))
    mixed = table.ask(Remix(1, (0,), ("ace",), (10, 11)))[1]
    assert isinstance(mixed, Completion)
    table.ask(Random(6))
    table.ask(Act(1), {1: f"one-of 10 {' '.join(sorted({mixed.faces[10], 'ace', 'king'}))}".encode()})
    table.ask(Act(1), {1: b"at-least 1 10 11"})
    table.ask(Seal((0, 2), 16), {0: b"yes", 2: b"no"})
    table.ask(Return((10,)))
    table.ask(Show((11,)))
    table.ask(Bundle((Deal((3,), 0), Show((4,)))))
    table.ask(Bundle((Remix(0, (3,), ("king",), (20, 21)), Remix(3, (1,), ("queen",), (22, 23)))))
    table.ask(Bundle((Pass((20,), 2), Return((21,)))))
    table.disconnect(3)
    table.agree(Motion("gone", 3))
    table.ask(Finish(hashlib.sha256(b"end").digest(), b"a draw"))
    return table
