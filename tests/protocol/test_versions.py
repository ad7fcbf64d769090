"""What another version of the program has made is refused in words that name the version it needs."""

from __future__ import annotations

import tracemalloc

import msgspec
import pytest

from protocol import audit, transcript
from protocol.certificates import Certificate, decode_certificate
from protocol.charter import MAX_CHARTER, decode_charter
from protocol.errors import BadEncoding
from protocol.transcript import TranscriptReader
from protocol.versions import SPOKEN, VersionMismatch
from protocol.wire import encode
from tests.protocol.table import make_charter

SIGNED, _ = make_charter((0, 1))
OLDER, NEWER = "tta-p2p/1", "tta-p2p/77"


def as_of(version: str) -> object:
    """The signed charter as that version would have written it, with a field that is unknown here."""
    signed = msgspec.msgpack.decode(encode(SIGNED))
    signed[0][-2] = version
    signed[0].insert(-2, "a field of that version")
    return signed


@pytest.mark.parametrize(("version", "needed"), [(OLDER, "tta-p2p 0.1"), (NEWER, "a newer tta-p2p")])
def test_a_charter_and_a_certificate_of_another_version_name_the_version_they_need(version: str, needed: str) -> None:
    certificate = Certificate("equivocation", 0, "why", SIGNED, (), (b"a", b"b"))
    other = msgspec.msgpack.decode(encode(certificate))
    other[3] = as_of(version)
    for read, data in ((decode_charter, as_of(version)), (decode_certificate, other)):
        with pytest.raises(VersionMismatch, match=needed) as refused:
            read(msgspec.msgpack.encode(data))
        assert (refused.value.theirs, SPOKEN in str(refused.value)) == (version, True)


@pytest.mark.parametrize("size", [1, 1000])
@pytest.mark.parametrize(("number", "needed"), [(1, "tta-p2p 0.1"), (77, "a newer tta-p2p")])
def test_a_transcript_and_a_file_of_keys_of_another_version_name_the_version_they_need(
    number: int, needed: str, size: int
) -> None:
    data = f"tta-p2p transcript {number}\n".encode() + bytes(100)
    reader = TranscriptReader()
    with pytest.raises(VersionMismatch, match=needed):
        for start in range(0, len(data), size):
            reader.feed(data[start : start + size])
    with pytest.raises(VersionMismatch, match=needed):
        audit.read_keys(f"tta-p2p keys {number}\n".encode() + bytes(100))


@pytest.mark.parametrize(
    "first",
    [b"x", *(b"tta-p2p transcript " + number for number in (b"x", b"12345", b"02", b"0", b"")), b"tta-p2p keys 4"],
)
@pytest.mark.parametrize("size", [1, 1000])
def test_what_is_no_file_of_any_version_is_said_to_be_none(first: bytes, size: int) -> None:
    reader, data = TranscriptReader(), first + b"\n"
    with pytest.raises(BadEncoding, match="not a transcript") as refused:
        for start in range(0, len(data), size):
            reader.feed(data[start : start + size])
    assert not isinstance(refused.value, VersionMismatch)


def test_a_first_line_that_is_not_there_in_full_is_waited_for() -> None:
    reader = TranscriptReader()
    for byte in transcript.MAGIC[:-1]:
        assert reader.feed(bytes([byte])) == []
    with pytest.raises(BadEncoding, match="middle of a record"):
        reader.end()
    assert reader.feed(transcript.MAGIC[-1:]) == []


@pytest.mark.parametrize("before", [b"", b"\x96", b"\x96\xc0\xc0\xc0"])
def test_what_is_no_certificate_takes_no_more_memory_than_its_bytes(before: bytes) -> None:
    """Many empty lists, as a whole, as a part, and where the charter should be."""
    count = 2 * MAX_CHARTER
    data = before + b"\xdd" + count.to_bytes(4, "big") + b"\x90" * (count + 6)
    tracemalloc.start()
    try:
        with pytest.raises(BadEncoding):
            decode_certificate(data)
        assert tracemalloc.get_traced_memory()[1] < 5 * len(data)
    finally:
        tracemalloc.stop()
