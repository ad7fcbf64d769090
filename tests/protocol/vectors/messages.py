"""Vectors of what is written: charter, envelopes of every kind of body, operations, records, and the chains."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from protocol import audit, operations, transcript
from protocol.messages import (
    CoinCommit,
    CoinOpen,
    Envelope,
    Hello,
    KeyCommit,
    KeyOpen,
    MixMessage,
    Motion,
    SealCommit,
    SealOpen,
    decode_body,
    decode_envelope,
    decode_head,
)
from protocol.motions import motion_lane
from protocol.play import Run
from protocol.replay import Verifier
from protocol.signatures import signed_bytes
from protocol.transcript import PLAY, MessageRecord, OperationRecord
from protocol.wire import digest, encode
from tests.protocol.vectors.fixed import Json, bytes_of
from tests.protocol.vectors.play import MemoryTable, rich


def make() -> dict[str, Json]:
    return {"charter": _charter(), "messages": _messages(), "operations": _operations(), "chains": _chains()}


def said(table: MemoryTable, operator: int = 0) -> Iterator[Envelope]:
    """The messages of a game."""
    for record in table.sessions[operator].records:
        if isinstance(record, MessageRecord):
            yield decode_envelope(record.envelope)


def tag(body: object) -> str:
    """The tag with which a body is written."""
    return str(type(body).__struct_config__.tag)  # type: ignore[attr-defined]


def plain(value: object) -> object:
    """A struct as JSON shows it: bytes as hexadecimal digits, structs as arrays of their fields."""
    builtins = msgspec.to_builtins(value, builtin_types=(bytes,))
    return _hexed(builtins)


def _hexed(value: object) -> object:
    match value:
        case bytes():
            return value.hex()
        case list() | tuple():
            return [_hexed(item) for item in value]
        case _:
            return value


def _charter() -> Json:
    signed = rich().signed
    return {
        "fields": plain(signed.charter),
        "charter": signed.charter.encode().hex(),
        "sid": signed.charter.sid.hex(),
        "signed_bytes": signed_bytes("charter", signed.charter.sid).hex(),
        "signed": signed.encode().hex(),
    }


def envelope_json(envelope: Envelope) -> Json:
    return {
        "lane": envelope.lane.hex(),
        "epoch": envelope.epoch,
        "step": envelope.step,
        "seat": envelope.seat,
        "prev": envelope.prev.hex(),
        "body": envelope.body.hex(),
        "id": envelope.id.hex(),
        "signed_bytes": signed_bytes("message", *envelope.fields()).hex(),
        "envelope": encode(envelope).hex(),
    }


def _messages() -> Json:
    kinds: dict[str, Json] = {}
    for envelope in said(rich()):
        kinds.setdefault(tag(decode_body(envelope.body)), envelope_json(envelope))
    sid = rich().signed.charter.sid
    hello = Hello("tta 1.0", "tta-p2p/4", bytes_of("rules"))
    head = decode_head(rich().sessions[1].head(bytes_of("nonce of who asks"), 0))
    bare = audit.KeyStatement(sid, bytes_of("head"), 1, bytes_of("masking"), bytes(64))
    return {
        "sid": sid.hex(),
        "identities": [operator.identity.hex() for operator in rich().signed.charter.operators],
        "bodies": dict(sorted(kinds.items())),
        "outside": {
            "hello": {"fields": plain(hello), "bytes": encode(hello).hex()},
            "head": {
                "fields": plain(head),
                "signed_bytes": signed_bytes("head", *head.fields()).hex(),
                "bytes": encode(head).hex(),
            },
            "key_statement": {
                "fields": plain(bare),
                "signed_bytes": signed_bytes("audit", *audit.signed_fields(bare)).hex(),
                "bytes": encode(bare).hex(),
            },
        },
    }


def _operations() -> Json:
    found: dict[str, Json] = {}
    for record in rich().sessions[0].records:
        if isinstance(record, OperationRecord):
            operation = operations.decode_operation(record.operation)
            fields = {"fields": plain(operation), "bytes": record.operation.hex(), "record": encode(record).hex()}
            found.setdefault(tag(operation), fields)
    leave = operations.Leave(1, "gone", 40, bytes_of("chain"))
    found["leave"] = {"fields": plain(leave), "bytes": encode(leave).hex()}
    return dict(sorted(found.items()))


def _chains() -> Json:
    table = rich()
    charter = table.signed.charter
    sid, chain = charter.sid, bytes_of("chain")
    messages = list(said(table))
    two = [envelope for envelope in messages if envelope.lane == b"play" and envelope.step == 0]
    operation = operations.Deal((3, 4), 1)
    motion = Motion("gone", 3)
    return {
        "chain": chain.hex(),
        "first": {"lane": b"play".hex(), "sid": sid.hex(), "link": transcript.first_link(sid, b"play").hex()},
        "operation": {
            "number": 5,
            "operation": encode(operation).hex(),
            "link": transcript.link_operation(chain, 5, operation).hex(),
        },
        "step": {
            "step": 7,
            "said": [{"seat": envelope.seat, "id": envelope.id.hex()} for envelope in two],
            "link": transcript.link_step(chain, 7, two).hex(),
        },
        "epoch": {
            "epoch": 1,
            "motion": encode(motion).hex(),
            "link": transcript.link_epoch(chain, 1, encode(motion)).hex(),
        },
        "lane": {
            "lane": bytes_of("lane").hex(),
            "head": bytes_of("head").hex(),
            "link": transcript.link_lane(chain, bytes_of("lane"), bytes_of("head")).hex(),
        },
        "ids": {
            "setup": digest("setup", sid).hex(),
            "part": {"op": chain.hex(), "number": 2, "id": Run(table.sessions[0].play, chain).part(2).op.hex()},
            "motion_lane_of_epoch_1": motion_lane(sid, 1, motion).hex(),
            "deck_lane": _deck_lane(),
        },
        "commitments": _commitments(),
        "seat_order": list(_order(messages, sid, len(charter.seats))),
    }


def _deck_lane() -> Json:
    """The lane on which the first pile was prepared, and the chain of play right after that was asked for."""
    verifier = Verifier(rich().signed)
    for record in rich().sessions[0].records:
        verifier.add(record)
        if isinstance(record, OperationRecord):
            break
    lane = next(e.lane for e in said(rich()) if e.lane != PLAY and isinstance(decode_body(e.body), MixMessage))
    return {"chain": verifier.session.chain.hex(), "lane": lane.hex()}


def _commitments() -> Json:
    """Every first commitment beside its opening; the tests compute them anew."""
    found: dict[str, Json] = {}
    op = b""
    verifier = Verifier(rich().signed)
    for record in rich().sessions[0].records:
        verifier.add(record)
        if isinstance(record, OperationRecord):
            op = verifier.session.chain  # right after an operation was asked for, the chain is its op-id
            continue
        envelope = decode_envelope(record.envelope)
        body = decode_body(envelope.body)
        match body:
            case CoinCommit() | KeyCommit() | SealCommit():
                kind = tag(body).removesuffix("-commit")
                where = {"op": op.hex()} if kind == "seal" else {}
                found.setdefault(kind, {**where, "seat": envelope.seat, "commitment": body.commitment.hex()})
            case CoinOpen() | KeyOpen() | SealOpen():
                kind = tag(body).removesuffix("-open")
                if found[kind]["seat"] == envelope.seat:
                    found[kind].setdefault("opening", encode(body).hex())
            case _:
                pass
    return found


def _order(messages: list[Envelope], sid: bytes, seats: int) -> list[int]:
    opened = {e.seat: body.value for e in messages if isinstance(body := decode_body(e.body), CoinOpen)}
    seed = digest("seat order", sid, *(opened[seat] for seat in sorted(opened)))
    return sorted(range(seats), key=lambda seat: digest("seat", seed, seat.to_bytes(2, "little")))
