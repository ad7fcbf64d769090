"""Whole games of this program, played by its bots: the second verifier follows them without their rules."""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest

from .verifier import files
from .verifier.charter import read_message

if TYPE_CHECKING:
    from .conftest import Judged, Real


def test_all_of_it_holds(real: "Real") -> None:
    verdict = files.verify(real.file)
    assert str(verdict) == "finished (rules not checked)"
    assert verdict.session.play.chain == real.chain
    finished = verdict.session.finished
    assert (finished.digest, finished.standings) == (real.digest, real.standings)
    assert verdict.convicted == verdict.session.left == []


def test_every_flipped_byte_is_refused(real: "Real", product: "Callable[[bytes], Judged]") -> None:
    random = Random(5)
    for turn in range(12):
        flipped = bytearray(real.file)
        flipped[random.randrange(len(flipped))] ^= random.randrange(1, 256)
        verdict = files.verify(bytes(flipped))
        assert (verdict.status, verdict.convicted) == ("damaged", [])
        if turn % 6 == 0:
            assert product(bytes(flipped)).status == "damaged"


def test_a_message_or_an_operation_left_out_is_refused(real: "Real") -> None:
    parts = list(files.pieces(real.file, files.TITLE))
    last = read_message(files.read_record(parts[-1]).envelope).step
    for at in Random(6).sample(range(1, len(parts)), 12):
        record = files.read_record(parts[at])
        if record.kind == "asked" or read_message(record.envelope).step < last:
            assert files.verify(files.join([*parts[:at], *parts[at + 1 :]])).status == "damaged"


@pytest.mark.parametrize("at", [0.3, 0.9])
def test_what_is_cut_off_is_missing(real: "Real", at: float) -> None:
    parts = list(files.pieces(real.file, files.TITLE))
    assert files.verify(files.join(parts[: int(at * len(parts))])).status == "unfinished"
