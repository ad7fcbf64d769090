"""A transcript that was changed or cut: exit 2 (or 3) with a reason, and nobody is ever accused of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.charter import decode_charter
from protocol.errors import BadEncoding, ProtocolError
from protocol.replay import Verifier
from protocol.transcript import MAGIC, MAX_RECORD, MessageRecord, OperationRecord
from protocol.wire import decode
from tests.cli.conftest import Evening, Little
from tests.cli.terminals import tta
from tta_p2p.table.audit import verify_file
from tta_p2p.table.referee import referee_of

LENGTH = 4
"""Bytes of the length before each record."""


def frames(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Where each piece of a transcript file begins, and the piece: the charter, then the records."""
    at = len(MAGIC)
    while at < len(data):
        size = int.from_bytes(data[at : at + LENGTH], "little")
        yield at + LENGTH, data[at + LENGTH : at + LENGTH + size]
        at += LENGTH + size


def flipped(data: bytes, place: int, mask: int) -> bytes:
    return data[:place] + bytes([data[place] ^ mask]) + data[place + 1 :]


def is_damage(path: Path) -> bool:
    """Whether the file is told to be damaged, with a reason, and nobody to have cheated."""
    verdict = verify_file(path)
    return verdict.state == "damaged" and bool(verdict.reason) and not verdict.certificates


def test_no_byte_of_any_message_can_be_changed_unnoticed(play: Callable[..., Little], tmp_path: Path) -> None:
    """Every eleventh byte of every message of a little game, where it stands; the true message is taken afterwards.

    They begin one further on in each message, so that every byte of what all messages have is tried in some.
    """
    file = play().write(tmp_path / "little.tta")
    pieces = list(frames(file.read_bytes()))
    charter = decode_charter(pieces[0][1])
    verifier = Verifier(charter, lambda: referee_of(charter.charter))
    for number, (_, piece) in enumerate(pieces[1:]):
        record = decode(piece, OperationRecord | MessageRecord, MAX_RECORD)  # type: ignore[arg-type]
        for place in range(number % 11, len(piece) if isinstance(record, MessageRecord) else 0, 11):
            try:
                changed = decode(flipped(piece, place, 1 << place % 8), OperationRecord | MessageRecord, MAX_RECORD)  # type: ignore[arg-type]
            except ProtocolError:
                continue
            assert isinstance(changed, MessageRecord), "no byte makes an operation of a message"
            with pytest.raises(BadEncoding):
                verifier.add(changed)
        verifier.add(record)
    assert verifier.finished is not None and not verifier.accused


def test_no_byte_outside_the_messages_can_be_changed_unnoticed(play: Callable[..., Little], tmp_path: Path) -> None:
    """The first line, and samples of the charter, of the lengths and of the operations."""
    data = play().write(tmp_path / "little.tta").read_bytes()
    pieces = list(frames(data))
    places = [*range(len(MAGIC)), *range(pieces[0][0], pieces[0][0] + len(pieces[0][1]), 11)]
    for number, (at, piece) in enumerate(pieces):
        if number % 3 == 0:
            places.append(at - LENGTH + number // 3 % LENGTH)
        if is_operation(piece):
            places.append(at + number * 37 % len(piece))
    for place in places:
        (tmp_path / "changed.tta").write_bytes(flipped(data, place, 1 << place % 8))
        assert is_damage(tmp_path / "changed.tta"), f"byte {place}"


def is_operation(piece: bytes) -> bool:
    try:
        return isinstance(decode(piece, OperationRecord | MessageRecord, MAX_RECORD), OperationRecord)  # type: ignore[arg-type]
    except ProtocolError:  # the charter
        return False


@pytest.fixture(scope="module")
def little(play: Callable[..., Little], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a little game."""
    return play().write(tmp_path_factory.mktemp("little") / "little.tta")


@settings(max_examples=16)
@given(where=st.floats(0, 1, exclude_max=True), mask=st.integers(1, 255))
def test_a_changed_byte_anywhere_is_damage(little: Path, where: float, mask: int) -> None:
    data, path = little.read_bytes(), little.with_name("changed.tta")
    path.write_bytes(flipped(data, int(where * len(data)), mask))
    assert is_damage(path)


@settings(max_examples=10)
@given(where=st.floats(0, 1, exclude_max=True))
def test_a_cut_file_is_damaged_or_unfinished(little: Path, where: float) -> None:
    data, path = little.read_bytes(), little.with_name("cut.tta")
    ends = {0} | {at + len(piece) for at, piece in frames(data)}
    for cut in {int(where * len(data)), max(end for end in ends if end <= where * len(data))} - {0}:
        path.write_bytes(data[:cut])
        verdict = verify_file(path)
        assert verdict.state == ("unfinished" if cut in ends else "damaged")
        assert verdict.reason and not verdict.certificates


@pytest.mark.parametrize("change", ["twice", "gone", "swapped"])
def test_records_said_twice_left_out_or_swapped_convict_nobody(
    play: Callable[..., Little], tmp_path: Path, change: str
) -> None:
    data = play().write(tmp_path / "little.tta").read_bytes()
    pieces = [piece for _, piece in frames(data)]
    for number in range(2, len(pieces) - 1, 13):
        one, other = pieces[number : number + 2]
        changed = {"twice": [one, one, other], "gone": [other], "swapped": [other, one]}[change]
        whole = [*pieces[:number], *changed, *pieces[number + 2 :]]
        (tmp_path / "x.tta").write_bytes(MAGIC + b"".join(len(p).to_bytes(LENGTH, "little") + p for p in whole))
        verdict = verify_file(tmp_path / "x.tta")
        allowed = {
            "twice": {"damaged"},
            "gone": {"damaged", "unfinished"},  # unfinished: one of the signatures under the end
            "swapped": {"damaged", "fair"},  # fair: within a step the order is each peer's own
        }
        assert verdict.state in allowed[change] and not verdict.certificates, f"record {number}"


def test_the_command_says_so_with_exit_code_2(evening: Evening, tmp_path: Path) -> None:
    data = evening.file.read_bytes()
    files = []
    for number, place in enumerate(range(3, len(data), len(data) // 7)):
        files.append(tmp_path / f"{number}.tta")
        files[-1].write_bytes(flipped(data, place, 0x20))
    done = tta(tmp_path / "home", "verify", "--json", *files)
    results = json.loads(done.stdout)["results"]
    assert done.returncode == 2 and len(results) == len(files)
    assert all((one["verdict"], one["accused"], bool(one["reason"])) == ("damaged", [], True) for one in results)
