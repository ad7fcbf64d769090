"""Whatever bytes come from outside, only typed errors come out, at once and within the memory of a message.

Random bytes seldom get past the first check, so most examples are valid ones with something changed in their structure:
a field of another type, length or value, one more, one less, another way to write the same.
"""

from __future__ import annotations

import contextlib
import copy
import itertools
import tracemalloc
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from protocol import audit, certificates, operations, signatures, transcript, wire
from protocol.charter import SignedCharter, decode_charter
from protocol.errors import BadEncoding, ProtocolError
from protocol.messages import MAX_BODY, Hello, decode_body, decode_envelope, decode_head
from protocol.replay import Verifier, check
from protocol.session import Session
from protocol.transcript import MessageRecord, OperationRecord, ProofRecord, TranscriptReader
from protocol.verdict import verify_file
from protocol.wire import decode, encode
from tests.letters import LETTERS
from tests.protocol.vectors import certificates as made_certificates
from tests.protocol.vectors.fixed import entropy_of
from tests.protocol.vectors.play import Referee, VectorTable, cheated, rich, tiny

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def valid() -> dict[str, list[bytes]]:
    """Valid bytes for every decoder."""
    records = rich().sessions[0].records
    said = [record.envelope for record in records if isinstance(record, MessageRecord)]
    signed = rich().signed
    statement = audit.KeyStatement(signed.charter.sid, bytes(32), 1, bytes(32), bytes(64))
    return {
        "charter": [signed.encode()],
        "envelope": said,
        "body": [decode_envelope(data).body for data in said],
        "operation": [record.operation for record in records if isinstance(record, OperationRecord)],
        "record": [encode(record) for record in (*records, *cheated().sessions[0].records[-12:])],
        "certificate": [bytes.fromhex(str(one["certificate"])) for one in _certificates().values()],
        "hello": [encode(Hello("tta 1.0", "tta-p2p/4", bytes(32)))],
        "head": [rich().sessions[operator].head(bytes(32), 0) for operator in rich().sessions],
        "keys": [b"".join(audit.write_keys([statement, statement]))],
    }


@cache
def _certificates() -> dict[str, Any]:
    made = made_certificates.make()["certificates"]
    return {kind: one for kind, one in made.items() if isinstance(one, dict)}


def _file(data: bytes) -> None:
    reader = TranscriptReader()
    reader.feed(data)
    reader.end()


DECODERS: dict[str, Callable[[bytes], object]] = {
    "charter": decode_charter,
    "envelope": decode_envelope,
    "body": decode_body,
    "operation": operations.decode_operation,
    "record": lambda data: decode(data, OperationRecord | MessageRecord | ProofRecord, transcript.MAX_CAUGHT),  # type: ignore[arg-type]
    "certificate": certificates.decode_certificate,
    "hello": lambda data: decode(data, Hello, 4096),
    "head": decode_head,
    "keys": audit.read_keys,
    "file": _file,
}

PART = (
    st.none()
    | st.booleans()
    | st.sampled_from([0, 1, -1, 31, 32, 2**31 - 1, 2**31, 2**32, 2**63, 2**64 - 1, -(2**62)])
    | st.floats(allow_nan=False)
    | st.binary(max_size=70)
    | st.sampled_from([bytes(31), bytes(32), bytes(33), bytes(64), bytes(65), b"\xff" * 32])
    | st.text(LETTERS, max_size=70)
    | st.sampled_from(["act", "share", "shares", "vote", "finish", "is", "at-least", "gone", "\ud7ff", "a" * 65])
    | st.lists(st.integers(0, 5), max_size=3)
    | st.lists(st.lists(st.binary(max_size=2), max_size=2), max_size=2)
    | st.dictionaries(st.text(LETTERS, max_size=3), st.integers(0, 300), max_size=2)
)


@st.composite
def changed(draw: st.DrawFn, data: bytes) -> bytes:
    """The bytes with something in their structure changed."""
    tree = msgspec.msgpack.decode(data)
    for _ in range(draw(st.integers(1, 3))):
        tree = _change(draw, tree)
    return msgspec.msgpack.encode(tree)


def _change(draw: st.DrawFn, tree: Any) -> Any:
    """Go down to some field and change it there."""
    root = [copy.deepcopy(tree)]
    node, place = root, 0
    while isinstance(node[place], list) and node[place] and draw(st.integers(0, 5)):
        node = node[place]
        place = draw(st.integers(0, len(node) - 1))
    here = node[place]
    match draw(st.integers(0, 6)):
        case 0 if node is not root:
            del node[place]
        case 1 if node is not root:
            node.insert(place, here)
        case 2 if node is not root:
            other = draw(st.integers(0, len(node) - 1))
            node[place], node[other] = node[other], node[place]
        case 3 if isinstance(here, bytes) and here:
            at = draw(st.integers(0, len(here) - 1))
            node[place] = here[:at] + bytes([here[at] ^ draw(st.integers(1, 255))]) + here[at + 1 :]
        case 4 if isinstance(here, bytes):
            cut = draw(st.integers(0, len(here)))
            node[place] = here[:cut] if draw(st.booleans()) else here + here[:cut]
        case 5 if isinstance(here, int) and not isinstance(here, bool):
            node[place] = max(-(2**62), min(2**64 - 1, here + draw(st.sampled_from([-1, 1, 2, 7, 2**16, 2**31]))))
        case _:
            node[place] = draw(PART)
    return root[0]


@pytest.mark.parametrize("name", DECODERS)
def test_random_bytes_raise_nothing_but_typed_errors(name: str) -> None:
    @QUICK
    @given(st.binary(max_size=300))
    def fuzz(data: bytes) -> None:
        with pytest.raises(ProtocolError):
            DECODERS[name](data)

    fuzz()


@pytest.mark.parametrize("name", [name for name in DECODERS if name not in ("file", "keys")])
def test_changed_structures_raise_nothing_but_typed_errors(name: str) -> None:
    @QUICK
    @given(st.sampled_from(valid()[name]).flatmap(changed))
    def fuzz(data: bytes) -> None:
        try:
            value = DECODERS[name](data)
        except ProtocolError:
            return
        assert encode(value) == data, "what is accepted has one encoding only"

    for data in valid()[name]:
        assert encode(DECODERS[name](data)) == data
    fuzz()


@pytest.mark.parametrize(
    "data",
    [
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc9\xff\xff\xff\xff\x01",
        b"\x91" * 200_000,
        b"\x81\xa0" * 100_000,
        b"\x98\xdd\xff\xff\xff\xff",
        b"\x93\xa4leap" + b"\xdd\x0f\xff\xff\xff" * 3,
        b"\xdc\xff\xff" + b"\xc0" * 65535,
        b"\x92\xa6shares\xc6\x7f\xff\xff\xff",
        b"\x92\xa6shares\xc6\x00\x00\x00\x01\x00",
        b"\xc1",
        b"",
    ],
    ids=lambda data: data[:8].hex() or "empty",
)
def test_lengths_that_are_only_claimed_take_no_memory(data: bytes) -> None:
    for name, decoder in DECODERS.items():
        tracemalloc.start()
        try:
            with pytest.raises(ProtocolError):
                decoder(data)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 4_000_000, name


def test_what_is_too_long_is_refused_before_it_is_parsed() -> None:
    for name in ("envelope", "body", "operation", "charter", "hello"):
        with pytest.raises(BadEncoding, match="admissible"):
            DECODERS[name](bytes(2 * MAX_BODY))


@settings(QUICK, max_examples=20)
@given(st.lists(st.sampled_from([1, 2, 3, 5, 21, 100, 1000, 10_000]), min_size=1, max_size=30))
@example([1])
def test_a_file_in_pieces_of_any_size_gives_the_same_records(sizes: list[int]) -> None:
    table = tiny()
    whole = b"".join(table.file(0))
    reader, found, at = TranscriptReader(), [], 0
    for size in itertools.cycle(sizes):
        found += reader.feed(whole[at : at + size])
        at += size
        if at >= len(whole):
            break
    reader.end()
    assert tuple(found) == table.sessions[0].records


@settings(QUICK, max_examples=80)
@given(st.data())
def test_a_file_with_anything_changed_accuses_nobody_and_crashes_nothing(data: st.DataObject) -> None:
    table = tiny()
    records = [encode(record) for record in table.sessions[0].records]
    place = data.draw(st.integers(0, len(records) - 1))
    records[place] = data.draw(changed(records[place]))
    pieces = [transcript.MAGIC, *(len(r).to_bytes(4, "little") + r for r in [table.signed.encode(), *records])]
    found = verify_file([b"".join(pieces)])
    assert found.accused == ()
    assert found.status == "damaged" or b"".join(pieces) == b"".join(table.file(0)), found


@QUICK
@given(st.binary(max_size=100), st.data())
def test_a_file_that_goes_on_in_random_bytes_is_damaged(tail: bytes, data: st.DataObject) -> None:
    whole = b"".join(tiny().file(0))
    cut = data.draw(st.integers(0, len(whole)))
    found = verify_file([whole[:cut], tail])
    assert found.accused == ()
    assert found.status in ("damaged", "unfinished", "finished")


@settings(QUICK, max_examples=100)
@given(st.data())
def test_a_signed_message_of_any_content_is_taken_or_convicts_its_author(data: st.DataObject) -> None:
    """What only its author can make: nonsense with a valid signature, at the very place where it was to speak."""
    table = data.draw(st.sampled_from([tiny(), rich()]))
    records = table.sessions[0].records
    place = data.draw(st.integers(0, len(records) - 1))
    record = records[place]
    if not isinstance(record, MessageRecord):
        return
    envelope = decode_envelope(record.envelope)
    bodies = [decode_envelope(r.envelope).body for r in records if isinstance(r, MessageRecord)]
    start = data.draw(st.sampled_from([envelope.body, data.draw(st.sampled_from(bodies))]))
    body = data.draw(changed(start)) if data.draw(st.integers(0, 9)) else data.draw(st.binary(max_size=40))
    said = _signed(table, record, body)
    verifier = Verifier(table.signed, Referee)
    for earlier in records[:place]:
        verifier.add(earlier)
    try:
        verifier.add(MessageRecord(said))
    except ProtocolError:
        assert not verifier.accused
        return
    for accused in verifier.accused:
        assert accused.seat == envelope.seat
        check(accused.certificate, Referee)


def _signed(table: VectorTable, record: MessageRecord, body: bytes) -> bytes:
    """The message with another content, signed by its seat."""
    bare = msgspec.structs.replace(decode_envelope(record.envelope), body=body)
    signature = signatures.sign(table.keys[bare.seat], signatures.MESSAGE, *bare.fields())
    return encode(msgspec.structs.replace(bare, signature=signature))


HANDLES = st.lists(st.sampled_from([0, 1, 2, 3, 10, 11, 99]), max_size=4).map(tuple)
SOME_FACES = st.lists(st.sampled_from(["ace", "king", "queen", "joker"]), max_size=3).map(tuple)
SEATS = st.integers(0, 5)
OPERATIONS = st.one_of(
    st.builds(operations.Prepare, st.sampled_from(["pile", "another"]), HANDLES, SOME_FACES),
    st.builds(operations.Shuffle, HANDLES, SOME_FACES, HANDLES),
    st.builds(operations.Deal, HANDLES, SEATS),
    st.builds(operations.Peek, HANDLES, SEATS),
    st.builds(operations.Show, HANDLES),
    st.builds(operations.Pass, HANDLES, SEATS),
    st.builds(operations.Return, HANDLES),
    st.builds(operations.Remix, SEATS, HANDLES, SOME_FACES, HANDLES),
    st.builds(operations.Random, st.integers(1, 2**62 - 1)),
    st.builds(operations.Act, SEATS),
    st.builds(operations.Seal, st.lists(SEATS, min_size=1, max_size=4).map(tuple), st.integers(1, 64)),
    st.builds(operations.Finish, st.just(bytes(32)), st.binary(max_size=4)),
    st.builds(operations.Leave, SEATS, st.just("gone"), st.integers(0, 99), st.just(bytes(32))),
)


@settings(QUICK, max_examples=50)
@given(st.data())
def test_operations_that_no_rules_would_ask_for_accuse_nobody(data: st.DataObject) -> None:
    """What is left of a file when only its operations are made up; each is refused, or waits for messages."""
    table = rich()
    records = table.sessions[0].records
    asked = [i for i, record in enumerate(records) if isinstance(record, OperationRecord)]
    place = data.draw(st.sampled_from(asked))
    verifier = Verifier(table.signed)
    for record in records[:place]:
        verifier.add(record)
    for _ in range(data.draw(st.integers(1, 4))):
        try:
            verifier.add(OperationRecord(encode(data.draw(OPERATIONS))))
        except ProtocolError:
            break
    with contextlib.suppress(ProtocolError):
        verifier.add(records[data.draw(st.integers(0, len(records) - 1))])
    assert not verifier.accused


@settings(QUICK, max_examples=80)
@given(st.data())
def test_a_changed_certificate_convicts_nobody_else(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(_certificates())))
    one = _certificates()[kind]
    original = bytes.fromhex(one["certificate"])
    try:
        certificate = certificates.decode_certificate(data.draw(changed(original)))
        check(certificate, Referee)
    except ProtocolError:
        return
    assert (certificate.kind, certificate.seat) == (kind, one["seat"])


@settings(QUICK, max_examples=60)
@given(st.data())
def test_a_session_survives_whatever_it_receives(data: st.DataObject) -> None:
    table = rich()
    session = Session(table.signed, entropy_of("watcher"))
    messages = valid()["envelope"]
    for _ in range(data.draw(st.integers(1, 6))):
        envelope = data.draw(st.sampled_from(messages))
        session.receive(data.draw(st.just(envelope) | changed(envelope) | st.binary(max_size=60)))
    for event in session.poll().events:
        assert type(event).__name__ != "SeatConvicted"


def test_the_vectors_of_this_page_are_what_they_are_said_to_be() -> None:
    assert isinstance(decode_charter(valid()["charter"][0]), SignedCharter)
    assert len({type(decode_body(body)).__name__ for body in valid()["body"]}) == 20


def test_what_reads_a_type_of_message_is_made_once() -> None:
    made = []
    for _ in range(2):
        for data in valid()["body"]:
            decode_body(data[:-1] + bytes([data[-1]]))
        made.append(wire._decoder.cache_info().misses)
    assert made[0] == made[1]
    assert wire._decoder(Hello) is wire._decoder(Hello)
