"""Malicious peers: what they send is signed with their real keys, and nothing of it is what it should be.

A villain's node plays on honestly inside; its messages are replaced on their way out. So every attack is one function
from the honest message to the malicious one, with all of the villain's secrets at hand.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from protocol import certificates, replay
from protocol.certificates import Certificate
from protocol.collector import StepCollector
from protocol.elgamal import CIPHERTEXT_BYTES, Ciphertext, decode_ciphertexts
from protocol.errors import BadEncoding, ProtocolError
from protocol.fiatshamir import Context, HedgedRandom, SecretStream
from protocol.group import EDWARDS25519, Element, Group, Scalar
from protocol.lanes import Lane
from protocol.messages import (
    ActMessage,
    Body,
    Echo,
    Envelope,
    MixMessage,
    Shares,
    decode_body,
    decode_envelope,
    seal_envelope,
)
from protocol.operations import Deal, Shuffle
from protocol.play import OwnSeat, PlayState
from protocol.proofs import escrow, reencryption, share
from protocol.replay import Verifier
from protocol.session import Session
from protocol.steps import MessageStep
from protocol.transcript import MessageRecord, OperationRecord, Record, SecretRecord
from protocol.wire import encode
from tests.protocol.lying import LyingSession
from tests.protocol.table import FACES, Node, OpenReferee, Table, entropy_of

GROUP = EDWARDS25519

# Points that no honest peer ever sends.
SMALL_ORDER = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
"""A point of order 8."""
IDENTITY = b"\x01" + bytes(31)
NON_CANONICAL = ((1 << 255) - 19 + 1).to_bytes(32, "little")
"""The identity with its y written as p + 1."""
OFF_CURVE = b"\x02" + bytes(31)


def mixed_order(point: bytes) -> bytes:
    """The point plus one of order 8: on the curve, but in no subgroup of prime order."""
    return GROUP.add(Element(point), Element(SMALL_ORDER))


@dataclass
class Lie:
    """One message of a villain before it leaves: what it should be, and everything needed to forge it."""

    table: Table
    operator: int
    envelope: Envelope
    body: Any  # whichever kind the villain lies about

    @property
    def session(self) -> Session:
        return self.table.nodes[self.operator].session

    @property
    def play(self) -> PlayState:
        return self.session.play

    @property
    def seat(self) -> int:
        return self.envelope.seat

    @property
    def own(self) -> OwnSeat:
        return self.play.own[self.seat]

    def own_secret(self, name: str) -> Scalar:
        """The masking or box secret of this seat, also before its keys are everybody's (from the journal)."""
        stored = self.session._machine.secrets[f"keys {self.seat} 0"]
        return Scalar(stored[:32] if name == "masking" else stored[32:64])

    def context(self, role: str, generation: int = 0, seat: int | None = None) -> Context:
        """The proof context in the operation of play under way."""
        op = self.session._machine.course.lane.run.op
        return Context(self.play.sid, op, self.seat if seat is None else seat, role, generation=generation)


Forge = Callable[[Lie], Body | bytes | None]
"""From the honest message to the false body, or to the false envelope's bytes; None says nothing."""


@dataclass(frozen=True)
class Plan:
    """Which message a villain forges, and for whom."""

    kind: type[object]
    forge: Forge
    to: frozenset[int] | None
    number: int
    last: bool


class Villain:
    """Replaces messages of one operator on the way out, the same for every receiver of a lie."""

    def __init__(self, table: Table, operator: int) -> None:
        self.table, self.operator = table, operator
        self.sent: list[bytes] = []
        self._plans: list[Plan] = []
        self._made: dict[tuple[bytes, int], bytes | None] = {}
        self._held: list[tuple[int, bytes, int]] = []
        before = table.tamper

        def tamper(sender: int, to: int, data: bytes) -> Iterable[bytes]:
            pieces = [data] if before is None else list(before(sender, to, data))
            for piece in pieces:
                out = self._leave(to, piece) if sender == operator else piece
                if out is not None:
                    yield out

        table.tamper = tamper

    def lies(
        self, kind: type[object], forge: Forge, to: Iterable[int] | None = None, number: int = 0, last: bool = False
    ) -> Villain:
        """It forges its ``number``-th message of a kind (counted from 0), for some receivers or for all.

        ``last``: it first waits what the others say, until ``rush``.
        """
        self._plans.append(Plan(kind, forge, None if to is None else frozenset(to), number, last))
        return self

    def inside(self, kind: type[object], forge: Forge, last: bool = False) -> Villain:
        """Its own node believes the lie as well, so that it can go on afterwards. Before the table runs."""
        node = self.table.nodes[self.operator]
        if not isinstance(node.session, Believer):
            assert not node.journal
            session = Believer.__new__(Believer)
            session.villain, session.plans, session.said_anyway = self, [], []
            node.session = session
        session = node.session
        session.plans.append(Plan(kind, forge, None, 0, last))
        Believer.__init__(
            session,
            self.table.signed,
            entropy_of(f"node {self.operator}"),
            operator=self.operator,
            signer=self.table.keys[self.operator],
            referee=OpenReferee(self.table.claims),
        )
        return self

    def rush(self) -> None:
        """Everybody else has spoken: now it says what it has held back."""
        self.table.run()
        session = self.table.nodes[self.operator].session
        if isinstance(session, Believer):
            session.hurry()
        held, self._held = self._held, []
        for to, data, i in held:
            out = self._lie(i, data)
            if out is not None:
                self.table.wires.setdefault((self.operator, to), []).append(out)
        self.table.run()

    def _leave(self, to: int, data: bytes) -> bytes | None:
        envelope = decode_envelope(data)
        if self.table.signed.charter.seats[envelope.seat].operator != self.operator:
            return data
        body = decode_body(envelope.body)
        for i, plan in enumerate(self._plans):
            if isinstance(body, plan.kind) and (plan.to is None or to in plan.to):
                if plan.last and (envelope.id, i) not in self._made:
                    self._held.append((to, data, i))
                    return None
                return self._lie(i, data)
        return data

    def _lie(self, i: int, data: bytes) -> bytes | None:
        envelope, plan = decode_envelope(data), self._plans[i]
        if (envelope.id, i) not in self._made:
            false: Body | bytes | None = data
            if sum(j == i for _, j in self._made) == plan.number:
                false = plan.forge(Lie(self.table, self.operator, envelope, decode_body(envelope.body)))
            out = false if false is None or isinstance(false, bytes) else self.signed(envelope, false)
            self._made[(envelope.id, i)] = out
            if out is not None and out != data:
                self.sent.append(out)
        return self._made[(envelope.id, i)]

    def signed(self, envelope: Envelope, body: Body, **changes: object) -> bytes:
        """Another body (and slot, and chain) under the villain's real signature."""
        return resigned(self.table, envelope, body=body, **changes)


class OneFactor(HedgedRandom):
    """Randomness that gives every re-encrypted card the same factor."""

    def stream(self, label: str, *parts: bytes) -> SecretStream:
        stream = super().stream(label, *parts)
        if label == reencryption.NAME:
            stream.scalars = lambda count: [Scalar(b"\x07" + bytes(31))] * count  # type: ignore[method-assign]
        return stream


class Believer(LyingSession):
    """A session that says something else than its operation asks for, and believes itself."""

    villain: Villain
    plans: list[Plan]
    said_anyway: list[tuple[bytes, int]]
    waiting_for_others = True

    def lie(self, hearing: StepCollector, lane: Lane, request: MessageStep, seat: int, body: Body) -> bool:
        for plan in self.plans:
            if isinstance(body, plan.kind):
                if plan.last and self.waiting_for_others:
                    return False
                bare = seal_envelope(
                    self.villain.table.keys[self.villain.operator],
                    self.sid, lane.id, lane.epoch, lane.step, seat, lane.chain, body,
                )  # fmt: skip
                false = plan.forge(Lie(self.villain.table, self.villain.operator, bare, body))
                assert false is not None and not isinstance(false, bytes)
                body = false
                self.waiting_for_others = True
        try:
            request.check(seat, body)
        except ProtocolError:
            # What does not fit its own lie is said all the same, for its villain to replace.
            if (lane.id, lane.step) not in self.said_anyway:
                self.said_anyway.append((lane.id, lane.step))
                signer = self.villain.table.keys[self.villain.operator]
                said = seal_envelope(signer, self.sid, lane.id, lane.epoch, lane.step, seat, lane.chain, body)
                hearing._output.send.append(encode(said))
            return False
        return super().lie(hearing, lane, request, seat, body)

    def hurry(self) -> None:
        """Say what was held back."""
        self.waiting_for_others = False
        self._machine.pump()


def resigned(table: Table, envelope: Envelope, body: Body | None = None, **changes: object) -> bytes:
    """An envelope with some fields changed and signed by the seat that it names, as its operator could."""
    bare = msgspec.structs.replace(envelope, **changes)
    signer = table.keys[table.signed.charter.seats[bare.seat].operator]
    said = decode_body(bare.body) if body is None else body
    return encode(seal_envelope(signer, bare.sid, bare.lane, bare.epoch, bare.step, bare.seat, bare.prev, said))


def set_up(seats: Sequence[int] = (0, 1, 2), cards: int = 5, hand: int = 1, seed: int = 0, **options: object) -> Table:
    """A table with one mixed pile (handles 0, 1, …) of different faces and ``hand`` cards in every hand in turn."""
    table = Table(seats, seed=seed, faces=FACES[: cards + 3], **options)
    deals = [Deal(tuple(range(i * hand, (i + 1) * hand)), seat) for i, seat in enumerate(range(len(seats)))]
    table.play(Shuffle((), FACES[:cards], tuple(range(cards))), *(deals if hand else []))
    assert all(len(node.ended()) == len(table.script) for node in table.nodes)
    return table


def honest(table: Table, *villains: int) -> list[Node]:
    """The nodes of everybody else who is there."""
    return [node for node in table.nodes if node.operator not in villains and node.up]


def assert_caught(
    table: Table, seat: int, kind: str, by: Iterable[Node] | None = None, thorough: bool = True
) -> Certificate:
    """Every honest node has caught this seat at this and nobody else; its certificate convinces, a changed one not.

    Not ``thorough``: of one node's certificate only, for tests with many ways of one attack.
    """
    operator = table.signed.charter.seats[seat].operator
    nodes = honest(table, operator) if by is None else list(by)
    assert nodes
    for node in nodes:
        assert [(found.seat, found.certificate.kind) for found in node.accused()] == [(seat, kind)], node.operator
    for node in nodes if thorough else nodes[:1]:
        convinces(table, node.accused()[0].certificate.encode())
    certificate = certificates.decode_certificate(nodes[0].accused()[0].certificate.encode())
    for changed in false_variants(table, certificate) if thorough else ():
        with pytest.raises((certificates.FalseCertificate, BadEncoding)):
            convinces(table, changed.encode())
    return certificate


def convinces(table: Table, certificate: bytes) -> None:
    """Check a certificate from nothing but its bytes (and the rules, where an act is judged)."""
    replay.check(certificates.decode_certificate(certificate), lambda: OpenReferee(table.claims), table.group)


def false_variants(table: Table, certificate: Certificate) -> Iterator[Certificate]:
    """Certificates that say something else on the same evidence, or the same on other evidence."""
    replace = msgspec.structs.replace
    others = [seat for seat in range(len(table.signed.charter.seats)) if seat != certificate.seat]
    yield replace(certificate, seat=others[0])
    yield replace(certificate, kind="bad-escrow" if certificate.kind != "bad-escrow" else "bad-proof")
    if certificate.evidence:
        yield replace(certificate, evidence=certificate.evidence[:-1])
        last = decode_envelope(certificate.evidence[-1])
        changed = replace(last, body=last.body[:-1] + bytes([last.body[-1] ^ 1]))
        yield replace(certificate, evidence=(*certificate.evidence[:-1], encode(changed)))
    if certificate.prefix:
        yield replace(certificate, prefix=certificate.prefix[1:])


def nobody_accused(table: Table) -> None:
    """No node has accused, silenced or halted anybody."""
    assert {node.operator: node.events for node in table.nodes if node.accused() or node.session.halted} == {}


def said_by(node: Node, kind: type[object], seats: Iterable[int] | None = None) -> list[Envelope]:
    """The messages of a kind that are part of the game at this node, of all seats or of some."""
    found = [m for m in node.session.messages.values() if isinstance(decode_body(m.body), kind)]
    return found if seats is None else [m for m in found if m.seat in set(seats)]


def own_words(table: Table, kind: type[object], *villains: int) -> int:
    """How many messages of a kind honest nodes have said."""
    return sum(len(said_by(node, kind, node.session._machine.gate.seats)) for node in honest(table, *villains))


def waits_for(node: Node) -> set[int]:
    """The seats that a node waits for."""
    return {wait.seat for wait in node.session.waiting()}


def catch_up(table: Table) -> None:
    """Everybody asks everybody for what it lacks, until nothing is lacking."""
    for _ in range(200):
        before = [node.session.heads() for node in table.nodes]
        for node in table.nodes:
            for other in table.nodes:
                if node.up and other.up and node is not other:
                    for data in other.session.missing_for(node.session.heads()):
                        node.session.receive(data)
                    table.flush(node)
        table.run()
        if before == [node.session.heads() for node in table.nodes]:
            return


class Eavesdropper:
    """Everything that a game has ever published: every ciphertext of a card and every layer of one.

    It knows nothing but transcripts (more than one if the table went back); ``opened`` tries every ciphertext with
    every choice of the known layers, and of those that colluders can make with their own keys.
    """

    def __init__(self, table: Table, *courses: Sequence[OperationRecord | MessageRecord]) -> None:
        self.ciphers: set[Ciphertext] = set()
        self.layers: dict[Element, dict[bytes, Element]] = {}
        self._firsts: Sequence[Element] = ()
        self.group = table.group
        self.keys: dict[int, Element] = {}
        for records in courses:
            verifier = Verifier(table.signed, group=self.group)
            with self._listening():
                for record in records:
                    self.ciphers |= _mixed(self.group, record)
                    verifier.add(record)
                    self.keys |= verifier.session.play.keys
                    self.ciphers |= {card.cipher for card in verifier.session.play.table.cards.values()}
            self.faces = verifier.session.play.faces

    @contextmanager
    def _listening(self) -> Iterator[None]:
        verify, recombine = share.verify, escrow.recombine

        def shares(
            group: Group, context: Context, key: Element, firsts: Sequence[Element], proof: bytes
        ) -> list[Element]:
            layers = verify(group, context, key, firsts, proof)
            self._firsts = firsts
            for a, layer in zip(firsts, layers, strict=True):
                self.layers.setdefault(a, {})[key] = layer
            return layers

        def recovered(dealing: escrow.Dealing, recovery: dict[int, list[Element]]) -> list[Element]:
            layers = recombine(dealing, recovery)
            for a, layer in zip(self._firsts, layers, strict=True):
                self.layers.setdefault(a, {})[dealing.commitments[0]] = layer
            return layers

        patch = pytest.MonkeyPatch()
        patch.setattr(share, "verify", shares)
        patch.setattr(escrow, "recombine", recovered)
        try:
            yield
        finally:
            patch.undo()

    def opened(self, secrets: Iterable[Scalar] = ()) -> dict[Ciphertext, str]:
        """Every ciphertext that opens, with its face."""
        known = list(secrets)
        found: dict[Ciphertext, str] = {}
        for cipher in sorted(self.ciphers):
            layers = [*self.layers.get(cipher.a, {}).values(), *(self.group.mul(cipher.a, secret) for secret in known)]
            for count in range(len(layers) + 1):
                for some in itertools.combinations(layers, count):
                    point = cipher.b
                    for layer in some:
                        point = self.group.sub(point, layer)
                    if point in self.faces:
                        found[cipher] = self.faces[point]
        return found


def _mixed(group: Group, record: OperationRecord | MessageRecord) -> set[Ciphertext]:
    """The cards of a mix, whatever became of them."""
    body = decode_body(decode_envelope(record.envelope).body) if isinstance(record, MessageRecord) else None
    if not isinstance(body, MixMessage):
        return set()
    return set(decode_ciphertexts(group, body.cards, len(body.cards) // CIPHERTEXT_BYTES))


def secrets_of(table: Table, *operators: int) -> list[Scalar]:
    """The masking keys of these operators' seats, as they know them among themselves."""
    return [own.masking for operator in operators for _, own in sorted(table.nodes[operator].session.play.own.items())]


def replay_refuses(table: Table, records: Sequence[OperationRecord | MessageRecord]) -> bool:
    """Whether a transcript is refused."""
    try:
        verifier = Verifier(table.signed, lambda: OpenReferee(table.claims), group=table.group)
        for record in records:
            verifier.add(record)
        verifier.end()
    except ProtocolError:
        return True
    return False


def bad_share(table: Table, operator: int = 1) -> None:
    """From now on its shares are nonsense."""
    Villain(table, operator).lies(Shares, lambda lie: Shares(bytes(len(lie.body.proof))))


def other_act(payload: bytes) -> ActMessage:
    return ActMessage(payload, (), (), hashlib.sha256(payload).digest())


def with_an_older_store(table: Table, operator: int, when: Callable[[Record], bool], to: Sequence[int] = ()) -> None:
    """A node comes back with the store that it had just before it stored the first of such records.

    Of all others only those of ``to`` are there.
    """
    node = table.nodes[operator]
    length = next(i for i, record in enumerate(node.journal) if when(record))
    secrets = [record for record in node.journal[length:] if isinstance(record, SecretRecord)]
    for other in table.nodes:
        other.up = other.operator in to
    node.journal = [*node.journal[:length], *secrets]
    table.revive(operator, stale=True)


def tell_two_tales(table: Table, seat: int) -> None:
    """A seat signs two acts for one later step and gives both to everybody else."""
    lane = table.nodes[seat].session._machine.course.lane
    template = next(iter(said_by(table.nodes[seat], Echo, [seat])))
    for payload in (b"a", b"b"):
        envelope = resigned(table, template, body=other_act(payload), step=lane.step + 9)
        for node in honest(table, table.signed.charter.seats[seat].operator):
            node.session.receive(envelope)
    table.run()
