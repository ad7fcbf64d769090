"""The tiny complete game as a file, record by record with the chain after it."""

from __future__ import annotations

import hashlib

from protocol.messages import decode_body, decode_envelope
from protocol.operations import decode_operation
from protocol.replay import Verifier
from protocol.transcript import PLAY, Asked
from protocol.wire import encode
from tests.protocol.vectors.fixed import Json
from tests.protocol.vectors.messages import tag
from tests.protocol.vectors.play import tiny


def make() -> dict[str, Json]:
    table = tiny()
    verifier = Verifier(table.signed)
    records: list[Json] = []
    for record in table.sessions[0].records:
        verifier.add(record)
        if isinstance(record, Asked):
            what = f"asked: {tag(decode_operation(record.operation))}"
        else:
            envelope = decode_envelope(record.envelope)
            lane = "play" if envelope.lane == PLAY else f"lane {envelope.lane.hex()[:8]}…"
            place = f"epoch {envelope.epoch}, step {envelope.step}, seat {envelope.seat}"
            what = f"said: {tag(decode_body(envelope.body))} ({lane}, {place})"
        records.append({"what": what, "record": encode(record).hex(), "chain_of_play": verifier.session.chain.hex()})
    data = b"".join(table.file(0))
    return {
        "transcript": {
            "signed_charter": table.signed.encode().hex(),
            "chain_of_play_at_the_start": Verifier(table.signed).session.chain.hex(),
            "records": records,
            "file": {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()},
            "status": "finished",
            "order": list(verifier.order),
            "left": [1],
            "standings": b"Ann 1, Cleo 2".hex(),
        }
    }
