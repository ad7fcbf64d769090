"""Two small complete games as files, record by record with the chain after it: one who goes, and one who cheats."""

from __future__ import annotations

import hashlib

from protocol.messages import decode_body, decode_envelope
from protocol.operations import decode_operation
from protocol.replay import Verifier
from protocol.transcript import PLAY, MessageRecord, OperationRecord, ProofRecord
from protocol.verdict import verify_file
from protocol.wire import encode
from tests.protocol.vectors.fixed import Json
from tests.protocol.vectors.messages import tag
from tests.protocol.vectors.play import Referee, VectorTable, cheated, tiny


def make() -> dict[str, Json]:
    return {"transcript": _file(tiny()), "transcript_caught": _file(cheated())}


def _file(table: VectorTable) -> Json:
    verifier = Verifier(table.signed, Referee)
    records: list[Json] = []
    for record in table.sessions[0].records:
        verifier.add(record)
        chain = verifier.session.chain.hex()
        records.append({"what": _what(record), "record": encode(record).hex(), "chain_of_play": chain})
    data = b"".join(table.file(0))
    found = verify_file([data], lambda charter: Referee())
    assert found.finished is not None
    return {
        "signed_charter": table.signed.encode().hex(),
        "chain_of_play_at_the_start": Verifier(table.signed).session.chain.hex(),
        "records": records,
        "file": {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()},
        "status": found.status,
        "order": list(found.order),
        "left": [seat for left in found.left for seat in left.seats],
        "convicted": [[accused.seat, accused.certificate.kind] for accused in found.accused],
        "standings": found.finished.standings.hex(),
    }


def _what(record: OperationRecord | MessageRecord | ProofRecord) -> str:
    """A record in words."""
    match record:
        case OperationRecord(operation):
            return f"asked: {tag(decode_operation(operation))}"
        case ProofRecord():
            return f"caught: {record.kind}, seat {record.seat}, {record.kept} records kept"
    envelope = decode_envelope(record.envelope)
    lane = "play" if envelope.lane == PLAY else f"lane {envelope.lane.hex()[:8]}…"
    place = f"epoch {envelope.epoch}, step {envelope.step}, seat {envelope.seat}"
    return f"said: {tag(decode_body(envelope.body))} ({lane}, {place})"
