"""Whoever sends an entry that the rules refuse is named by everybody, with a certificate that convinces anybody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from protocol.certificates import FalseCertificate, decode_certificate
from protocol.errors import BadEncoding, IllegalAct
from protocol.messages import Motion
from protocol.operations import Finish, Random
from protocol.play import Ruling
from protocol.replay import check
from tests.table.peers import Peers
from tta_p2p.games.contract import NOTHING, Act, Card
from tta_p2p.table import binding
from tta_p2p.table.audit import verify_file, verify_records
from tta_p2p.table.game_table import Convicted, GameTable
from tta_p2p.table.referee import GameReferee, referee_of

Entry = Callable[[GameTable, int], bytes]


def acts(*made: Act) -> bytes:
    return binding.write_entry(made)


OPEN: dict[str, Entry] = {
    "garbage": lambda table, seat: b"\xff\x00",
    "nothing": lambda table, seat: b"[]",
    "not written canonically": lambda table, seat: b" " + acts(Act(seat, "end", ())),
    "an act of another seat": lambda table, seat: acts(Act(1 - seat % 2, "end", ())),
    "an act that the game does not know": lambda table, seat: acts(Act(seat, "cheat", ())),
    "a coin it does not have": lambda table, seat: acts(Act(seat, "fetch", ()), Act(seat, "end", ())),
    "a card of somebody else": lambda table, seat: acts(
        Act(seat, "sell", (Card(table.state.hands[(seat + 1) % 3][0], "barrel-1"),)), Act(seat, "end", ())
    ),
    "an entry that could still be undone": lambda table, seat: acts(Act(seat, "light", (1,))),
    "a proof that it does not give": lambda table, seat: acts(Act(seat, "light", (1,)), Act(seat, "end", ())),
    "an entry that goes on after its end": lambda table, seat: acts(Act(seat, "end", ()), Act(seat, "end", ())),
    "a number that takes long to reckon with": lambda table, seat: acts(Act(seat, "light", (10**4000,))),
    "the handle of no card, out of all bounds": lambda table, seat: acts(Act(seat, "sell", (Card(1 << 70, ""),))),
    "a number that no decoder takes": lambda table, seat: b'[["Act",%d,"light",[%s]]]' % (seat, b"9" * 5_000),
    "nesting without end": lambda table, seat: b'[["Act",%d,"light",%s' % (seat, b"[" * 7_000),
    "bytes that are no text": lambda table, seat: b'[["Act",%d,"light",["\xff"]]]' % seat,
    "arguments that make the rules stumble": lambda table, seat: acts(
        Act(seat, "sell", (Card(-1, "x" * 1000), "light", 3))
    ),
}


def corrupt(table: GameTable) -> None:
    """From now on this table believes in everything that its own seats say, and in nothing afterwards."""
    digest = table.game.digest(table.state)
    table.judge = lambda seat, payload: Ruling((), digest)  # type: ignore[method-assign]
    table.judge_sealed = lambda seat, payload: ()  # type: ignore[method-assign]
    table.judge_opened = lambda payloads: None  # type: ignore[method-assign]
    table.end = lambda operation, result: None  # type: ignore[method-assign]


def cheat(peers: Peers, entry: Entry) -> tuple[int, int]:
    """Let the next seat that decides send this entry; its operator and seat of the charter."""
    peers.deliver()
    number, table = next((i, table) for i, table in enumerate(peers.tables) if table.to_decide())
    seat = table.to_decide()[0]
    payload = entry(table, seat)
    corrupt(table)
    table._entries[seat] = payload
    table._pump()
    assert table.seating is not None
    return number, table.seating.to_charter(seat)


def convictions(peers: Peers, number: int) -> list[Convicted]:
    return [event for event in peers.events[number] if isinstance(event, Convicted)]


PLAYED_ON = ("garbage", "a coin it does not have", "an entry that goes on after its end")
"""Of these the game is played to its end: what was illegal makes no difference to that."""


@pytest.mark.parametrize("name", OPEN)
def test_an_illegal_entry_names_its_seat_and_the_others_finish_without_it(name: str) -> None:
    peers = Peers("smugglers", [0, 1, 2], seed=3)
    for _ in range(4):
        peers.step()
    operator, seat = cheat(peers, OPEN[name])
    peers.deliver()
    honest = [number for number in range(3) if number != operator]
    for number in honest:
        (convicted,) = convictions(peers, number)
        assert convicted.seat == seat and convicted.certificate.kind == "illegal-act"
        again = decode_certificate(convicted.certificate.encode())
        check(again, lambda: referee_of(peers.signed.charter))
        with pytest.raises(BadEncoding, match="rules"):
            check(again)
    assert not convictions(peers, operator)
    peers.up.discard(operator)
    for number in honest:
        peers.tables[number].vote(Motion("cheated", operator))
    peers.deliver()
    assert all(seat not in peers.tables[number].session.seated for number in honest)
    if name not in PLAYED_ON:
        return
    peers.play()
    for number in honest:
        assert peers.tables[number].session.finished
        verdict = verify_records(peers.signed, peers.tables[number].session.records)
        assert (verdict.state, verdict.exit_code) == ("convicted", 5), verdict.reason
        assert [(found.seat, found.certificate.kind) for found in verdict.accused] == [(seat, "illegal-act")]
        assert [(left.seats, left.reason) for left in verdict.left] == [((seat,), "cheated")]


def test_an_entry_ends_with_its_first_act_that_cannot_be_undone_and_not_before() -> None:
    peers = Peers("through_the_ages", [0, 1], seed=1)
    peers.deliver()
    table = next(table for table in peers.tables if table.to_decide())
    (seat,), seating = table.to_decide(), table.seating
    assert seating is not None
    take = next(option.act for option in table.game.legal(table.state, NOTHING, seat) if option.act.verb == "take")
    end = Act(seat, "end", ())
    with pytest.raises(IllegalAct, match="ends with its first act that cannot be undone"):
        table.judge(seating.to_charter(seat), acts(take))
    assert table.judge(seating.to_charter(seat), acts(take, end)).claims == ()


def test_an_illegal_sealed_act_names_its_seat(tmp_path: Path) -> None:
    peers = Peers("caravan", [0, 1, 2], seed=1)
    others = lambda table, seat: acts(Act(seat, "sell", (Card(table.state.hands[(seat + 1) % 3][0], ""),)))  # noqa: E731
    operator, seat = cheat(peers, others)
    for _ in range(2):
        peers.step()
    peers.deliver()
    honest = [number for number in range(3) if number != operator]
    for number in honest:
        (convicted,) = convictions(peers, number)
        assert convicted.seat == seat
        check(convicted.certificate, lambda: referee_of(peers.signed.charter))
    path = tmp_path / "seat.certificate"
    path.write_bytes(convictions(peers, honest[0])[0].certificate.encode())
    verdict = verify_file(path)
    assert verdict.state == "violated" and verdict.exit_code == 1 and verdict.certificates[0].seat == seat
    peers.up.discard(operator)
    for number in honest:
        peers.tables[number].vote(Motion("cheated", operator))
    peers.play()
    assert all(peers.tables[number].session.finished for number in honest)


def test_a_certificate_against_an_honest_seat_convicts_nobody(tmp_path: Path) -> None:
    peers = Peers("smugglers", [0, 1, 2], seed=3)
    operator, seat = cheat(peers, OPEN["a coin it does not have"])
    peers.deliver()
    (convicted,) = convictions(peers, (operator + 1) % 3)
    wrong = msgspec.structs.replace(convicted.certificate, seat=(seat + 1) % 3)
    with pytest.raises(FalseCertificate):
        check(wrong, lambda: referee_of(peers.signed.charter))
    path = tmp_path / "wrong.certificate"
    path.write_bytes(wrong.encode())
    verdict = verify_file(path)
    assert verdict.state == "damaged" and "convicts nobody" in verdict.reason and not verdict.certificates


def test_a_referee_refuses_operations_that_the_rules_did_not_ask_for() -> None:
    peers = Peers("smugglers", [0, 1], seed=3)
    peers.step()
    records = peers.tables[0].session.records
    referee = GameReferee(peers.tables[0].game, peers.signed.charter)
    with pytest.raises(BadEncoding, match="do not ask"):
        referee.expect(Random(6))
    referee.sit((0, 1))
    with pytest.raises(BadEncoding, match="do not ask"):
        referee.expect(Finish(bytes(32), b"{}"))
    assert verify_records(peers.signed, records).state == "unfinished"
