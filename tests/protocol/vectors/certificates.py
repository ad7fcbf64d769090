"""One certificate of each kind, from games in which seat 0 or 1 cheats and the others notice."""

from __future__ import annotations

import contextlib
import hashlib

import msgspec

from protocol.errors import OutOfOrder
from protocol.events import SeatConvicted
from protocol.fiatshamir import Context
from protocol.group import Element
from protocol.messages import ActMessage, Body, Envelope, Escrow, EscrowVerdict, Shares, decode_body, decode_envelope
from protocol.operations import Act, Deal, Shuffle
from protocol.proofs import escrow, sigma
from protocol.session import Session
from protocol.transcript import MessageRecord
from protocol.wire import digest
from tests.protocol.vectors.fixed import Json, bytes_of, entropy_of, rng, scalar
from tests.protocol.vectors.messages import said
from tests.protocol.vectors.play import FACES, Tamper, VectorTable


def make() -> dict[str, Json]:
    tampered: tuple[tuple[str, int, Tamper], ...] = (
        ("equivocation", 0, _two_tales),
        ("bad-proof", 0, _bad_share),
        ("illegal-act", 0, _illegal_act),
        ("false-complaint", 1, _false_complaint),
    )
    found = {kind: (seat, _certificate(kind, seat, tamper)) for kind, seat, tamper in tampered}
    found["bad-escrow"] = (0, _bad_escrow())
    return {
        "certificates": {
            kind: {"seat": seat, "certificate": data.hex()} for kind, (seat, data) in sorted(found.items())
        }
    }


def _certificate(kind: str, seat: int, tamper: Tamper) -> bytes:
    table = VectorTable(3, FACES[:2], tamper)
    with contextlib.suppress(OutOfOrder):
        table.ask(Shuffle((), FACES[:2], (0, 1)))
        table.ask(Deal((0,), 1))
        table.ask(Act(0), {0: b"pass"})
        table.ask(Act(1), {1: b"pass"})
    found = [event.certificate for event in table.accused()]
    assert found and all((one.kind, one.seat) == (kind, seat) for one in found), (kind, [c.reason for c in found])
    return found[0].encode()


def _two_tales(table: VectorTable, sender: int, to: int, envelope: Envelope, body: Body) -> Body | None:
    if sender == 0 and to == 2 and isinstance(body, ActMessage):
        return ActMessage(b"another", (), (), hashlib.sha256(b"another").digest())
    return None


def _bad_share(table: VectorTable, sender: int, to: int, envelope: Envelope, body: Body) -> Body | None:
    if sender == 0 and isinstance(body, Shares):
        return Shares(body.proof[:-32] + scalar("another response"))
    return None


def _illegal_act(table: VectorTable, sender: int, to: int, envelope: Envelope, body: Body) -> Body | None:
    if sender == 0 and isinstance(body, ActMessage):
        return ActMessage(b"illegal", (), (), bytes(32))
    return None


def _bad_escrow() -> bytes:
    """Seat 0 deals seat 1 a box of random bytes, with a valid proof of its randomness; seat 1 opens it to everybody."""
    table = VectorTable(3, FACES[:2])
    watcher = Session(table.signed, entropy_of("nothing"))
    context = Context(watcher.sid, digest("setup", watcher.sid), 0, "escrow")
    verdict: EscrowVerdict | None = None
    for record in table.sessions[0].records:
        assert isinstance(record, MessageRecord)
        envelope = decode_envelope(record.envelope)
        body = decode_body(envelope.body)
        if isinstance(body, Escrow) and envelope.seat == 0:
            body = Escrow(_with_bad_box(table, context, body.dealing))
            play = table.sessions[1].play
            dealt = escrow.verify(play.group, context, play.keys[0], 2, _box_keys(table), body.dealing)
            opening = Context(watcher.sid, context.op, 1, "complaint 0")
            verdict = EscrowVerdict(((0, escrow.complain(dealt, opening, 1, play.own[1].box, rng("complaint"))),))
        elif isinstance(body, EscrowVerdict) and envelope.seat == 1:
            assert verdict is not None
            body = verdict
        on_this_chain = msgspec.structs.replace(envelope, prev=watcher.chain)
        assert watcher.receive(table.resealed(on_this_chain, body)) == "taken"
    accused = [event for event in watcher.poll().events if isinstance(event, SeatConvicted)]
    return accused[0].certificate.encode()


def _box_keys(table: VectorTable) -> dict[int, Element]:
    return {operator: table.sessions[1].play.boxes[operator] for operator in (1, 2)}


def _with_bad_box(table: VectorTable, context: Context, dealing: bytes) -> bytes:
    play = table.sessions[1].play
    group, keys = play.group, _box_keys(table)
    dealt = escrow.verify(group, context, play.keys[0], 2, keys, dealing)
    factor = scalar("factor of a bad box")
    box = escrow.ShareBox(group.base(factor), bytes_of("no share", 31) + b"\0")
    fs = escrow._box_statement(group, context, dealt.commitments, keys, 1, box)
    witness = sigma.Witness(0, [factor])
    proof = sigma.prove(group, fs, escrow._schnorr(group, box.factor), [witness], rng("bad box"))
    return dealing[:32] + box.factor + box.sealed + proof + dealing[32 + 160 :]


def _false_complaint(table: VectorTable, sender: int, to: int, envelope: Envelope, body: Body) -> Body | None:
    if sender != 1 or not isinstance(body, EscrowVerdict):
        return None
    play, run = table.sessions[1].play, table.sessions[1]._machine.course.lane.run
    (dealing,) = (
        body
        for envelope in said(table, 1)
        if envelope.seat == 0 and isinstance(body := decode_body(envelope.body), Escrow)
    )
    dealt = escrow.verify(play.group, run.context(0, "escrow", 0), play.keys[0], 2, _box_keys(table), dealing.dealing)
    context = run.context(1, "complaint 0", 0)
    complaint = escrow.complain(dealt, context, 1, play.own[1].box, rng("false complaint"))
    return EscrowVerdict(((0, complaint),))
