"""A charter that no honest operator should sign is refused, wherever it comes from."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from protocol.charter import Charter, Operator, Seat, SignedCharter, decode_charter, signed_by_all
from protocol.errors import BadEncoding, BadSignature
from protocol.session import Session
from tests.protocol.table import FACES, entropy_of, make_charter


def with_operator(charter: Charter, **changes: object) -> Charter:
    """The charter with another second operator."""
    first, second, third = charter.operators
    changed = replace(second, **changes)
    assert isinstance(changed, Operator)
    return replace(charter, operators=(first, changed, third))


BAD: dict[str, tuple[Callable[[Charter], Charter], str]] = {
    "one identity twice": (lambda c: with_operator(c, identity=c.operators[0].identity), "operates twice"),
    "one nonce twice": (lambda c: with_operator(c, nonce=c.operators[0].nonce), "same nonce"),
    "a face twice": (lambda c: replace(c, faces=(FACES[0], FACES[0], FACES[1])), "faces"),
    "faces out of order": (lambda c: replace(c, faces=(FACES[1], FACES[0])), "faces"),
    "an operator without a seat": (lambda c: replace(c, seats=(Seat(0, "a"), Seat(1, "b"))), "seat"),
    "a seat without an operator": (lambda c: replace(c, seats=(*c.seats, Seat(3, "d"))), "seat"),
    "a name that a terminal obeys": (lambda c: with_operator(c, name="\x1b[2J"), "cannot be shown"),
    "a seat with an end of line": (lambda c: replace(c, seats=(Seat(0, "a\n"), *c.seats[1:])), "cannot be shown"),
    "a game's name that turns the line round": (lambda c: replace(c, game="\u202egame"), "cannot be shown"),
    "a face with something unseen": (lambda c: replace(c, faces=(*FACES, "\U000e0001")), "cannot be shown"),
    "another version": (lambda c: replace(c, version="tta-p2p/3"), "version"),
    "another suite": (lambda c: replace(c, suite="ristretto255/1"), "ciphersuite"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_charter_is_refused_although_all_have_signed_it(name: str) -> None:
    signed, keys = make_charter((0, 1, 2))
    make, words = BAD[name]
    bad = signed_by_all(make(signed.charter), keys)
    with pytest.raises(BadEncoding, match=words):
        bad.check()
    with pytest.raises(BadEncoding):
        decode_charter(bad.encode())
    with pytest.raises(BadEncoding):
        Session(bad, entropy_of("node"))


def test_a_charter_counts_only_with_the_signature_of_every_operator_of_this_very_charter() -> None:
    signed, keys = make_charter((0, 1, 2))
    signed.check()
    other = signed_by_all(replace(signed.charter, away=1), keys)
    a, b, c = signed.signatures
    for wrong in ((a, b), (a, b, c, c), (b, a, c), (a, b, bytes(64)), other.signatures, ()):
        with pytest.raises((BadEncoding, BadSignature)):
            SignedCharter(signed.charter, wrong).check()


def test_everything_in_a_charter_is_in_the_game_id() -> None:
    charter = make_charter((0, 1, 2))[0].charter
    changes: dict[str, object] = {
        "game": "other",
        "rules": b"\1" * 32,
        "options": b"x",
        "faces": FACES[:5],
        "operators": charter.operators[::-1],
        "seats": (*charter.seats, Seat(0, "bot")),
        "on_leave": "wait",
        "audit": "open",
        "spectators": "open",
        "hints": True,
        "away": 61,
        "idle": 0,
        "payload_limit": 100,
        "version": "tta-p2p/3",
        "suite": "ristretto255/1",
    }
    assert set(changes) == set(Charter.__struct_fields__)
    ids = {replace(charter, **{name: value}).sid for name, value in changes.items()}
    assert len(ids | {charter.sid}) == len(changes) + 1
