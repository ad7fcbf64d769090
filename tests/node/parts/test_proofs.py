"""Proofs that a peer hands over: whatever is not the one that was asked for costs its sender, however true it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
import trio
import trio.testing

from protocol import certificates, replay
from protocol.messages import Motion, Vote, seal_envelope
from protocol.motions import motion_lane
from protocol.operations import Deal
from protocol.transcript import PLAY, ProofRecord, first_link
from protocol.wire import encode
from tests.protocol.attackers.malice import bad_share, other_act, set_up, with_an_older_store
from tests.protocol.attackers.witnesses import expelled
from tests.protocol.table import OpenReferee, Table
from tta_p2p.net.members import Bounds
from tta_p2p.node.game.parts.proofs import FALSE, MOST_WRONG, ProofExchange, ProofPiece
from tta_p2p.node.workers.pool import WorkerFailed

CHEAT, OTHER = 1, 3


class FakePlaying:
    """As much of a playing node as proofs are handed to."""

    def __init__(self, table: Table, operator: int, nursery: trio.Nursery) -> None:
        self.session = table.nodes[operator].session
        self.signed, self.start = table.signed, lambda serves, origin, *task: nursery.start_soon(*task)
        self.charged: list[tuple[int, float]] = []
        self.checked = 0
        self.takes = 0.0
        self.fails = False

    def proofs(self) -> ProofExchange:
        context = SimpleNamespace(
            table=self, signed=self.signed, charter=self.signed.charter, mesh=self, loop=self, environment=self
        )
        self.workers = self
        return ProofExchange(context)  # type: ignore[arg-type]

    async def run(self, _: Any, signed: Any, data: bytes) -> Any:
        self.checked += 1
        await trio.sleep(self.takes)
        if self.fails:
            raise WorkerFailed("a checking process died", 0.0)
        found = certificates.decode_proof(data, signed)
        replay.check(found, lambda: OpenReferee({}))
        return found

    def charge(self, operator: int, units: float) -> bool:
        self.charged.append((operator, units))
        return False

    async def accept_certificate(self, certificate: certificates.Certificate) -> None:
        self.session.accept_proof(certificate)


def without_a_proof() -> tuple[Table, bytes]:
    """Seat 1 was voted out, and node 0 has lost the proof; what is true of seat 3 as well is that it told two tales."""
    table = set_up((0, 1, 2, 3), cards=8)
    bad_share(table, CHEAT)
    table.play(Deal((4,), 0))
    expelled(table, CHEAT)
    for other in (2, 3):
        table.nodes[other].session.blame._certificates.clear()
    with_an_older_store(table, 0, lambda record: isinstance(record, ProofRecord), to=[2, 3])
    assert table.nodes[0].session.missing_proofs == (CHEAT,)
    key, sid = table.keys[OTHER], table.signed.charter.sid
    tales = (seal_envelope(key, sid, PLAY, 9, 9, OTHER, bytes(32), other_act(tale)) for tale in (b"one", b"other"))
    proof = encode(certificates.equivocation(table.signed, *tales).written(()))
    return table, proof


async def hand_over(proofs: ProofExchange, peer: int, data: bytes) -> bool:
    whole = msgspec.msgpack.encode(ProofPiece(CHEAT, 0, len(data), data))
    heard = proofs.take(peer, whole)
    await trio.testing.wait_all_tasks_blocked()
    return heard


async def test_a_true_proof_against_somebody_else_costs_its_sender_as_much_as_a_false_one() -> None:
    table, proof = without_a_proof()
    async with trio.open_nursery() as nursery:
        playing = FakePlaying(table, 0, nursery)
        proofs = playing.proofs()
        for _ in range(3):
            proofs.wanted(OTHER)
            assert await hand_over(proofs, OTHER, proof)
        assert playing.checked == 3
        assert [peer for peer, _ in playing.charged] == [OTHER] * 3
        assert all(units >= FALSE for _, units in playing.charged)
        assert playing.session.missing_proofs == (CHEAT,)


@pytest.mark.parametrize("fails", [False, True])
async def test_no_more_proofs_are_taken_from_who_has_handed_over_some_that_prove_nothing(
    fails: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether they are true of somebody else, or end the process that checks them."""
    table, proof = without_a_proof()
    async with trio.open_nursery() as nursery:
        playing = FakePlaying(table, 0, nursery)
        playing.fails = fails
        proofs = playing.proofs()
        for _ in range(MOST_WRONG):
            assert proofs.wanted(OTHER) == {CHEAT: 0} and await hand_over(proofs, OTHER, proof)
        assert proofs.wanted(OTHER) == {} and not await hand_over(proofs, OTHER, proof)
        told = capsys.readouterr().err
        assert playing.checked == MOST_WRONG
        if fails:  # of this node nobody knows whether the proofs or its machine are to blame
            assert not playing.charged and "prove" not in told.replace("proof", "")
            assert told.count("it asks for no more of them there") == 1
        else:
            assert [peer for peer, _ in playing.charged] == [OTHER] * MOST_WRONG
            assert told.count("no more are taken from it") == 1
        playing.fails = False
        assert proofs.wanted(2) == {CHEAT: 0} and await hand_over(proofs, 2, cheat_proof()), "others are asked"
        assert playing.session.missing_proofs == ()


async def test_a_worthless_proof_costs_more_the_longer_it_keeps_a_worker_busy(autojump_clock: object) -> None:
    """Who hands over the whole game and accuses somebody of nothing keeps the worker from what the game waits for."""
    table, proof = without_a_proof()
    async with trio.open_nursery() as nursery:
        playing = FakePlaying(table, 0, nursery)
        playing.takes = 30.0
        proofs = playing.proofs()
        proofs.wanted(OTHER)
        assert proofs.take(OTHER, msgspec.msgpack.encode(ProofPiece(CHEAT, 0, len(proof), proof)))
        await trio.sleep(31)
        ((peer, units),) = playing.charged
        patience = Bounds().patience
        assert peer == OTHER and units > patience.burst + 30 * patience.rate


async def test_a_proof_comes_in_whole_pieces_and_not_in_drops() -> None:
    """Each piece counts as something that has moved: as long as something does nobody else is asked again."""
    table, proof = without_a_proof()
    async with trio.open_nursery() as nursery:
        proofs = FakePlaying(table, 0, nursery).proofs()
        proofs.wanted(OTHER)
        for data in (b"", proof[:1], proof[:-1]):
            assert not proofs.take(OTHER, msgspec.msgpack.encode(ProofPiece(CHEAT, 0, len(proof), data)))
        assert proofs.take(OTHER, msgspec.msgpack.encode(ProofPiece(CHEAT, 0, len(proof), proof)))


async def test_who_hands_over_what_it_was_asked_for_pays_nothing_when_somebody_else_was_faster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both were asked; what is still on its way from one of them when the other has convinced this node is no flood."""
    monkeypatch.setattr("tta_p2p.node.game.parts.proofs.PIECE", 500)
    table, _ = without_a_proof()
    proof = cheat_proof()
    pieces = [proof[start : start + 500] for start in range(0, len(proof), 500)]
    assert len(pieces) > 4

    def piece(number: int) -> bytes:
        return msgspec.msgpack.encode(ProofPiece(CHEAT, 500 * number, len(proof), pieces[number]))

    async with trio.open_nursery() as nursery:
        playing = FakePlaying(table, 0, nursery)
        proofs = playing.proofs()
        assert proofs.wanted(2) == proofs.wanted(3) == {CHEAT: 0}
        assert proofs.take(3, piece(0)) and proofs.take(3, piece(1))
        for number in range(len(pieces)):
            assert proofs.take(2, piece(number))
        await trio.testing.wait_all_tasks_blocked()
        assert playing.session.missing_proofs == () and playing.charged == []
        for number in range(2, len(pieces)):
            assert proofs.take(3, piece(number))
        assert not proofs.take(0, piece(0)), "it was not asked"
        heard = sum(proofs.take(3, piece(0)) for _ in range(10_000))
        assert heard < 10_000


def cheat_proof() -> bytes:
    """The proof against the cheat, as the others had it."""
    table = set_up((0, 1, 2, 3), cards=8)
    bad_share(table, CHEAT)
    table.play(Deal((4,), 0))
    return table.nodes[2].session.proof(CHEAT)


async def test_false_proofs_keep_no_more_than_one_worker_busy_at_a_time(autojump_clock: object) -> None:
    """Whoever calls everybody a cheat is asked for a proof against each; they wait for each other, and not all at once.

    All of them wait in the queue of the worker before what the game waits for, and what waits too long there fails.
    """
    table = set_up((0, 1, 2, 3), cards=8)
    for accused in (1, 2, 3):
        motion = Motion("cheated", accused)
        lane = motion_lane(table.signed.charter.sid, table.nodes[0].session._machine.course.lane.epoch, motion)
        mine = table.nodes[OTHER].session._machine.course.lane
        vote = Vote(motion, True, ((mine.step, mine.chain),))
        sid = table.signed.charter.sid
        data = encode(seal_envelope(table.keys[OTHER], sid, lane, mine.epoch, 0, OTHER, first_link(sid, lane), vote))
        table.nodes[0].session.receive(data)
    assert table.nodes[0].session.missing_proofs == (1, 2, 3)
    key, sid = table.keys[OTHER], table.signed.charter.sid
    tales = (seal_envelope(key, sid, PLAY, 9, 9, OTHER, bytes(32), other_act(tale)) for tale in (b"one", b"other"))
    proof = encode(certificates.equivocation(table.signed, *tales).written(()))
    async with trio.open_nursery() as nursery:
        playing = FakePlaying(table, 0, nursery)
        playing.takes = 60.0
        proofs = playing.proofs()
        proofs.wanted(OTHER)
        for accused in (1, 2):
            assert proofs.take(OTHER, msgspec.msgpack.encode(ProofPiece(accused, 0, len(proof), proof)))
        await trio.sleep(1)
        assert playing.checked == 1
        nursery.cancel_scope.cancel()
