"""A table in memory: some nodes with a session each, a network that can delay, reorder, double and lose, no clock."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from protocol import certificates, replay
from protocol.charter import Charter, Operator, Seat, SignedCharter, signed_by_all
from protocol.errors import IllegalAct
from protocol.events import Event, OperationEnded, SeatConvicted, SeatsLeft, SessionRestarted
from protocol.group import EDWARDS25519, Group
from protocol.messages import Claim, decode_envelope
from protocol.operations import Act, Operation, Seal
from protocol.play import Ruling
from protocol.session import Session, SessionOutput
from protocol.signatures import IdentityKey
from protocol.transcript import MessageRecord, OperationRecord, Record

FACES = tuple(f"{suit}-{rank:02}" for suit in ("club", "diamond", "heart", "spade") for rank in range(1, 14))


def entropy_of(name: str) -> Callable[[int], bytes]:
    """Reproducible entropy for a test node."""
    counter = 0

    def entropy(count: int) -> bytes:
        nonlocal counter
        counter += 1
        return hashlib.shake_256(f"{name} {counter}".encode()).digest(count)

    return entropy


def make_charter(
    seats: Sequence[int], faces: Sequence[str] = FACES, on_leave: str = "continue", **options: object
) -> tuple[SignedCharter, list[IdentityKey]]:
    """A signed charter: ``seats`` gives the operator of each seat."""
    count = max(seats) + 1
    keys = [IdentityKey(hashlib.sha256(f"identity {i}".encode()).digest()) for i in range(count)]
    operators = tuple(
        Operator(key.identity, bytes([i]) * 32, hashlib.sha256(f"nonce {i}".encode()).digest(), f"player {i}")
        for i, key in enumerate(keys)
    )
    charter = Charter(
        "tour",
        bytes(32),
        b"",
        tuple(sorted(set(faces))),
        operators,
        tuple(Seat(operator, f"seat {i}") for i, operator in enumerate(seats)),
        on_leave=on_leave,  # type: ignore[arg-type]
        **options,  # type: ignore[arg-type]
    )
    return signed_by_all(charter, keys), keys


class OpenReferee:
    """A referee for tests: an act may be anything but ``illegal``; claims come from a table by payload."""

    def __init__(self, claims: dict[bytes, tuple[Claim, ...]]) -> None:
        self.claims = claims
        self.options: tuple[bytes, ...] = ()
        """What a seat may have sealed, where that can be listed."""

    def judge(self, seat: int, payload: bytes) -> Ruling:
        if payload.startswith(b"illegal"):
            raise IllegalAct(f"seat {seat} may not do that")
        return Ruling(self.claims.get(payload, ()), hashlib.sha256(payload).digest())

    def judge_sealed(self, seat: int, payload: bytes) -> tuple[Claim, ...]:
        return self.judge(seat, payload).claims

    def sealed_answers(self, seat: int) -> Sequence[bytes]:
        return self.options

    def judge_opened(self, payloads: Mapping[int, bytes]) -> tuple[int, str] | None:
        wrong = sorted(seat for seat, payload in payloads.items() if payload == b"wrong together")
        return (wrong[0], "it does not fit the state") if wrong else None

    def expect(self, operation: Operation) -> None:
        """These rules ask for everything."""

    def follow(self, event: Event) -> None:
        """Nothing in this game depends on what has happened."""


@dataclass
class Node:
    """One node: its session, its journal and what its driver has seen."""

    table: Table
    operator: int
    session: Session
    journal: list[Record] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    asked: int = 0
    up: bool = True

    def ended(self) -> list[OperationEnded]:
        """The operations that have ended here, since the last restart."""
        return [event for event in self.events if isinstance(event, OperationEnded)]

    def accused(self) -> list[SeatConvicted]:
        """Whom this node has caught."""
        return [event for event in self.events if isinstance(event, SeatConvicted)]


class Table:
    """Some nodes at one table. ``script`` is the list of operations that every driver asks for, in order."""

    background = False
    """Whether heavy checks are handed out as jobs."""
    group: Group = EDWARDS25519
    """What it is played in; see ``numbers``."""

    def __init__(self, seats: Sequence[int] = (0, 1, 2), seed: int = 0, **options: object) -> None:
        self.signed, self.keys = make_charter(seats, **options)  # type: ignore[arg-type]
        self.rng = random.Random(seed)
        self.claims: dict[bytes, tuple[Claim, ...]] = {}
        self.script: list[Operation] = []
        self.answers: dict[tuple[int, int], bytes] = {}
        self.wires: dict[tuple[int, int], list[bytes]] = {}
        self.shuffled = False
        self.doubled = 0.0
        self.tamper: Callable[[int, int, bytes], Iterable[bytes]] | None = None
        self.lives: dict[int, int] = {}
        self.referees: dict[int, OpenReferee] = {}
        """Which rules a node begins with, if not the open ones."""
        self.spoken: dict[tuple[bytes, int, int, int], set[bytes]] = {}
        """Every content that left a node for a slot of its own seats."""
        self.nodes = [self._node(i) for i in range(len(self.keys))]

    def _session(self, operator: int, journal: Iterable[Record] = (), stale: bool = False) -> Session:
        life = self.lives[operator] = self.lives.get(operator, 0) + 1
        return Session(
            self.signed,
            entropy_of(f"node {operator} {life}"),  # a node that comes back does not toss the same coins again
            operator=operator,
            signer=self.keys[operator],
            referee=self.referees.get(operator) or OpenReferee(self.claims),
            journal=journal,
            background=self.background,
            resumed=life > 1,
            stale=stale,
            group=self.group,
        )

    def _node(self, operator: int) -> Node:
        return Node(self, operator, self._session(operator))

    def kill(self, operator: int) -> None:
        """The node vanishes; what was on the way to it is lost."""
        self.nodes[operator].up = False
        for (_, to), wire in self.wires.items():
            if to == operator:
                wire.clear()

    def revive(self, operator: int, stale: bool = False) -> None:
        """The node comes back from its journal and catches up with everybody who is there.

        From a ``stale`` one it speaks again when everybody has told it what it had said.
        """
        node = self.nodes[operator]
        node.up, node.asked, node.events = True, 0, []
        node.session = self._session(operator, list(node.journal), stale)
        self.flush(node)
        self.catch_up(node)
        if node.up and not (stale and node.session.missing_heads):
            node.session.start_sending()
            self.flush(node)
            self.help_others(node)

    def catch_up(self, node: Node) -> None:
        """A node takes what it lacks from everybody who is there, and hears that this is all."""
        for other in self.nodes:
            if other.up and other is not node:
                self.ask(node, other)

    def ask(self, node: Node, other: Node) -> None:
        """A node asks one other what it lacks, as often as that helps."""
        own = self.signed.charter.seats_of(node.operator)
        for _ in range(10):
            before = node.session.heads()
            for data in other.session.missing_for(before, own):
                node.session.receive(data)
                self.flush(node)
            nonce = self.rng.randbytes(32)
            node.session.take_head(other.session.head(nonce, node.operator), {nonce})
            for gone in node.session.missing_proofs:
                if proof := other.session.proof(gone):
                    self.accept_proof(node, proof)
            if node.session.heads() == before:
                return

    def accept_proof(self, node: Node, data: bytes) -> None:
        """A node is handed a proof against somebody. Raises ``ProtocolError`` where it is none."""
        found = certificates.decode_proof(data, self.signed)
        replay.check(found, lambda: OpenReferee(self.claims), self.group)
        node.session.accept_proof(found)
        self.flush(node)

    def help_others(self, node: Node) -> None:
        """A node gives everybody else what they lack."""
        for other in self.nodes:
            if node.up and other.up and other is not node:
                for data in node.session.missing_for(other.session.heads()):
                    self.send(node.operator, other.operator, data)

    def send(self, sender: int, to: int, data: bytes) -> None:
        """Put bytes on a wire, perhaps tampered with, perhaps twice."""
        envelope = decode_envelope(data)
        if self.signed.charter.seats[envelope.seat].operator == sender:
            self.spoken.setdefault(envelope.slot, set()).add(envelope.id)
        pieces = [data] if self.tamper is None else list(self.tamper(sender, to, data))
        for piece in pieces:
            for _ in range(2 if self.rng.random() < self.doubled else 1):
                self.wires.setdefault((sender, to), []).append(piece)

    def flush(self, node: Node) -> None:
        """Let the driver of a node act on everything its session has put out."""
        while True:
            output = self.carry_out(node)
            progress = bool(output.events or output.send)
            while node.asked < len(self.script) and node.asked <= len(node.ended()):
                node.asked += 1
                node.session.request(self.script[node.asked - 1])
                progress = True
            progress = self._answer(node) or progress
            if not progress:
                return

    def carry_out(self, node: Node) -> SessionOutput:
        """Store, then send, then look at the events."""
        output = node.session.poll()
        node.journal += output.store
        for data in output.send:
            for other in self.nodes:
                if other is not node:
                    self.send(node.operator, other.operator, data)
        for event in output.events:
            if isinstance(event, SessionRestarted):
                node.events, node.asked = [], 0
            node.events.append(event)
            if isinstance(event, SeatsLeft):
                node.asked = len(node.ended())
        return output

    def said_once(self) -> bool:
        """Whether nobody ever said two things for one slot."""
        return all(len(ids) == 1 for ids in self.spoken.values())

    def _answer(self, node: Node) -> bool:
        operation = node.session.course.operation
        seats = ()
        if isinstance(operation, Act):
            seats = (operation.seat,)
        elif isinstance(operation, Seal):
            seats = operation.seats
        for seat in seats:
            payload = self.answers.get((len(node.ended()), seat))
            if payload is not None and node.session.may_answer(seat):
                node.session.answer(seat, payload)
                return True
        return False

    def run(self, limit: int = 200_000) -> None:
        """Deliver messages until nothing is on the way and nobody has anything to say."""
        for node in self.nodes:
            if node.up:
                self.flush(node)
        for _ in range(limit):
            full = [wire for wire in sorted(self.wires) if self.wires[wire] and self.nodes[wire[1]].up]
            if not full:
                return
            sender, to = self.rng.choice(full)
            wire = self.wires[(sender, to)]
            data = wire.pop(self.rng.randrange(len(wire)) if self.shuffled else 0)
            node = self.nodes[to]
            if node.session.receive(data) == "far":
                wire.append(data)
            self.flush(node)
        raise AssertionError("the table does not come to rest")

    def play(self, *script: Operation, answers: dict[int, bytes] | None = None) -> list[OperationEnded]:
        """Go through more operations; how the last ended at each node."""
        start = len(self.script)
        self.script += script
        for seat, payload in (answers or {}).items():
            for number in range(start, len(self.script)):
                self.answers[(number, seat)] = payload
        self.run()
        return [node.ended()[-1] for node in self.nodes if node.up and node.ended()]

    def records(self, operator: int = 0) -> tuple[OperationRecord | MessageRecord, ...]:
        """The transcript of a node."""
        return self.nodes[operator].session.records


def body_kind(data: bytes) -> str:
    """The kind of the body of an envelope (for tampering by kind)."""
    from protocol.messages import decode_body

    return type(decode_body(decode_envelope(data).body)).__name__
