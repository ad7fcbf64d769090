"""Whoever sends an entry that the rules refuse is named by everybody, with a certificate that convinces anybody."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from protocol.certificates import FalseCertificate, decode_certificate
from protocol.errors import BadEncoding, IllegalAct
from protocol.messages import Motion
from protocol.operations import Finish, Random
from protocol.replay import check
from tests.table.cheats import OPEN, acts, cheat, convictions
from tests.table.peers import Peers
from tta_p2p.games.contract import NO_KNOWLEDGE, Act, Card
from tta_p2p.table.audit import verify_file, verify_records
from tta_p2p.table.referee import GameReferee, referee_of

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
        assert peers.tables[number].session.course.finished
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
    take = next(option.act for option in table.game.legal(table.state, NO_KNOWLEDGE, seat) if option.act.verb == "take")
    end = Act(seat, "end", ())
    with pytest.raises(IllegalAct, match="ends with its first act that cannot be undone"):
        table.referee.judge(seating.to_charter(seat), acts(take))
    assert table.referee.judge(seating.to_charter(seat), acts(take, end)).claims == ()


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
    assert all(peers.tables[number].session.course.finished for number in honest)


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
