"""The open audit: every hidden card at every time, once everybody has published its key, and never before."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from protocol import audit, signatures
from protocol.audit import KeyStatement, Sighting, key_statement, open_hands, read_keys, write_keys
from protocol.errors import BadEncoding, BadSignature, OutOfOrder
from protocol.group import ONE, ZERO
from protocol.messages import Motion
from protocol.operations import Deal, Finish, Pass, Remix, Return, Show, Shuffle
from protocol.signatures import IdentityKey
from tests.protocol.table import FACES, Table

FEW = FACES[:4]


@cache
def game(kind: str = "open", end: bool = True) -> Table:
    table = Table((0, 1, 1), faces=FEW, on_leave="wait", audit=kind)
    table.play(Shuffle((), FEW, (0, 1, 2, 3)), Deal((0, 1), 0), Deal((2,), 2))
    table.play(Show((0,)), Pass((1,), 2), Remix(2, (1, 2), (), (11, 12)), Return((11,)))
    if end:
        table.play(Finish(bytes(32), b""))
    return table


@cache
def statements() -> tuple[KeyStatement, ...]:
    table = game()
    operators = [seat.operator for seat in table.signed.charter.seats]
    return tuple(
        key_statement(table.nodes[operator].session, table.keys[operator], seat)
        for seat, operator in enumerate(operators)
    )


def resigned(statement: KeyStatement, key: IdentityKey, **changes: object) -> KeyStatement:
    bare = msgspec.structs.replace(statement, **changes)
    return msgspec.structs.replace(bare, signature=signatures.sign(key, signatures.AUDIT, *audit.signed_fields(bare)))


def test_every_hidden_card_is_seen_at_every_time() -> None:
    table = game()
    found = open_hands(table.signed, table.records(), statements())
    assert (found.refused, found.wrong) == ((), ())
    shown = table.nodes[0].ended()[3].result.faces[0]  # type: ignore[union-attr]
    first = {sighting.handle: sighting for sighting in found.cards if sighting.operation == 1}
    assert sorted(sighting.face for sighting in first.values()) == sorted(FEW)
    assert first[0].face == shown and all(sighting.holder is None for sighting in first.values())
    seen = {(s.operation, s.handle, s.holder): s.face for s in found.cards}
    assert seen[2, 0, 0] == first[0].face and seen[3, 2, 2] == first[2].face
    assert seen[5, 1, 2] == first[1].face
    assert {seen[6, 11, 2], seen[6, 12, 2]} == {first[1].face, first[2].face}
    assert seen[7, 11, None] == seen[6, 11, 2]
    assert not any(s.handle == 3 and s.operation > 1 for s in found.cards), "nothing happened to this card"
    assert Sighting(7, 11, None, seen[6, 11, 2]) == found.cards[-1]


def test_what_the_audit_sees_is_what_the_holder_knew() -> None:
    table = game()
    found = open_hands(table.signed, table.records(1), statements())
    remixed = table.nodes[1].ended()[5].result.faces  # type: ignore[union-attr]
    assert {s.handle: s.face for s in found.cards if s.operation == 6} == remixed


def test_keys_are_not_published_before_the_end() -> None:
    table = game(end=False)
    with pytest.raises(OutOfOrder, match="signed the end"):
        key_statement(table.nodes[0].session, table.keys[0], 0)
    with pytest.raises(BadEncoding, match="signed the end"):
        open_hands(table.signed, table.records(), ())


def test_keys_are_not_published_unless_the_charter_says_so() -> None:
    table = game("closed")
    with pytest.raises(OutOfOrder, match="charter"):
        key_statement(table.nodes[0].session, table.keys[0], 0)
    with pytest.raises(BadEncoding, match="charter"):
        open_hands(table.signed, table.records(), ())


def test_keys_are_not_published_for_other_peoples_seats() -> None:
    table = game()
    with pytest.raises(OutOfOrder, match="not run here"):
        key_statement(table.nodes[0].session, table.keys[0], 1)


@pytest.mark.parametrize("kind", ["gone", "resigned"])
def test_keys_are_not_published_once_somebody_left_who_has_not_signed_the_end(kind: str) -> None:
    table = Table((0, 1, 2), faces=FEW, audit="open")
    table.play(Shuffle((), FEW, (0, 1, 2, 3)), Deal((0,), 1))
    if kind == "gone":
        table.kill(1)
    for operator in (0, 2) if kind == "gone" else (0, 1, 2):
        table.nodes[operator].session.vote(Motion(kind, 1))  # type: ignore[arg-type]
    table.run()
    table.play(Finish(bytes(32), b""))
    assert table.nodes[0].session.course.finished
    with pytest.raises(OutOfOrder, match="somebody left"):
        key_statement(table.nodes[0].session, table.keys[0], 0)


def test_keys_are_not_published_for_a_game_that_was_called_off() -> None:
    table = Table((0, 1), faces=FEW, on_leave="wait", audit="open")
    for node in table.nodes:
        node.session.vote(Motion("call-off", 0))
    table.run()
    assert table.nodes[0].session.over
    with pytest.raises(OutOfOrder, match="signed the end"):
        key_statement(table.nodes[0].session, table.keys[0], 0)


def test_a_seat_that_refuses_is_reported_and_nothing_opens() -> None:
    table = game()
    for missing in range(3):
        given = [statement for statement in statements() if statement.seat != missing]
        found = open_hands(table.signed, table.records(), given)
        assert (found.cards, found.refused, found.wrong) == ((), (missing,), ())


def test_a_key_that_is_not_the_seats_is_reported_and_nothing_opens() -> None:
    table = game()
    for lie in (ONE, ZERO, b"\xff" * 32, statements()[1].masking):
        wrong = resigned(statements()[0], table.keys[0], masking=lie)
        found = open_hands(table.signed, table.records(), (wrong, *statements()[1:]))
        assert (found.cards, found.refused, found.wrong) == ((), (), (0,))


def test_a_statement_that_its_seat_did_not_sign_accuses_nobody() -> None:
    table = game()
    unsigned = msgspec.structs.replace(statements()[0], masking=bytes(32))
    with pytest.raises(BadSignature):
        open_hands(table.signed, table.records(), (unsigned, *statements()[1:]))
    for changes in ({"sid": bytes(32)}, {"head": bytes(32)}, {"seat": 31}):
        with pytest.raises(BadEncoding):
            open_hands(table.signed, table.records(), (resigned(statements()[0], table.keys[0], **changes),))
    foreign = resigned(statements()[0], table.keys[1])
    with pytest.raises(BadSignature):
        open_hands(table.signed, table.records(), (foreign,))


def test_keys_have_a_file_of_their_own() -> None:
    data = b"".join(write_keys(statements()))
    assert tuple(read_keys(data)) == statements()
    empty = b"".join(write_keys(()))
    for bad in (b"", empty, data[:-1], data[1:], data + b"\0", data + bytes(4), data + b"\xff" * 5000):
        with pytest.raises(BadEncoding):
            read_keys(bad)
