"""All seats together write a file with false proofs that none of them has checked: whoever checks the file does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from protocol import replay, transcript
from protocol.certificates import Certificate
from protocol.elgamal import Ciphertext
from protocol.fiatshamir import Context, HedgedRandom
from protocol.group import Element, Group, Scalar, from_int, to_int
from protocol.messages import MixMessage
from protocol.operations import Deal, Finish, Prepare, Remix, Shuffle
from protocol.ops import mix, move
from protocol.play import Run
from protocol.proofs import batching, possession, share, shuffle, sigma, sums
from protocol.proofs.shuffle import ShuffleGroundwork
from protocol.replay import Verifier
from protocol.verdict import Verdict, verify_file, verify_records
from tests.protocol.attackers.malice import mixed_order
from tests.protocol.table import FACES, Table

FEW = FACES[:4]
PLACE = 32 * (7 + 4 + 1 + 3 + 4)
"""Where the proof of a shuffle of four cards has its z."""
PILE, HAND, DRAW, KEY = "shuffle", "remix", "draw", "masking"
RESPONSE = {DRAW: -96, KEY: -64}
"""Where the proof of a share, or of a key, has its response: two commitments, or one, lie behind it."""
SHUFFLE = shuffle.shuffle

Lie = Callable[[MixMessage], MixMessage]


def moved(by: int) -> Lie:
    """Another z: equation (ii) of this shuffle is off by a multiple of the generator."""

    def lie(body: MixMessage) -> MixMessage:
        z = to_int(Scalar(body.proof[PLACE : PLACE + 32]))
        return MixMessage(body.cards, body.proof[:PLACE] + from_int(z + by) + body.proof[PLACE + 32 :])

    return lie


def answering(by: int) -> Callable[[bytes, int], bytes]:
    """Another response, after the challenge: the equations of this proof are off by multiples of its points."""

    def lie(proof: bytes, at: int) -> bytes:
        end = len(proof) + at
        response = to_int(Scalar(proof[end : end + 32]))
        return proof[:end] + from_int(response + by) + proof[end + 32 :]

    return lie


def lying(prove: Callable[..., bytes], lies: Mapping[tuple[int, str], Any]) -> Callable[..., bytes]:
    """The prover of shares or keys, with lies."""

    def told(group: Group, context: Context, *statement: Any) -> bytes:
        proof = prove(group, context, *statement)
        lie = lies.get((context.seat, context.role))
        return lie(proof, RESPONSE[context.role]) if lie else proof

    return told


def played(monkeypatch: pytest.MonkeyPatch, lies: Mapping[tuple[int, str], Any]) -> Table:
    """A game, to its end, of two who believe each other; ``lies`` by seat and role."""
    twisted = lies == LIES["a point"]
    honest = move.mask

    def mask(run: Run, before: list[Ciphertext], key: Element, seat: int, role: str, generation: int = 0) -> MixMessage:
        said: MixMessage = honest(run, before, key, seat, role, generation)
        lie = lies.get((seat, role))
        return lie(said) if lie else said

    table = Table((0, 1), faces=FEW, on_leave="wait")
    with monkeypatch.context() as patch:
        patch.setattr(mix, "mask", mask)
        patch.setattr(move, "mask", mask)
        patch.setattr(sums, "total", lambda group, claims: group.identity)
        patch.setattr(sigma, "verify", lambda group, name, fs, clauses, answer: None)
        for proof in (share, possession):
            patch.setattr(proof, "prove", lying(proof.prove, lies))
        if twisted:
            patch.setattr(shuffle, "shuffle", out_of_the_group)
        table.play(Prepare("pile", (), FEW), Shuffle((), FEW, (0, 1, 2, 3)))
        if not twisted:  # nobody can multiply what is in no group
            table.play(Deal((0, 1, 2, 3), 0), Remix(0, (0, 1, 2, 3), (), (4, 5, 6, 7)))
        table.play(Finish(bytes(32), b"both won"))
    assert table.nodes[0].session.over
    return table


@cache
def file_of(lying: str) -> tuple[Table, bytes]:
    with pytest.MonkeyPatch.context() as patch:
        table = played(patch, LIES[lying])
    return table, b"".join(transcript.write(table.signed, table.records(1)))


def out_of_the_group(
    group: Group,
    context: Context,
    key: Element,
    cards: list[Ciphertext],
    rng: HedgedRandom,
    **prepared: ShuffleGroundwork,
) -> shuffle.ShuffleOutput:
    """The shuffle of the last seat, with a card whose point has a part of order 8; the honest program proves it."""
    mixed = SHUFFLE(group, context, key, cards, rng, **prepared)  # type: ignore[arg-type]
    if context.seat == 1:
        mixed.cards[0] = mixed.cards[0]._replace(a=Element(mixed_order(mixed.cards[0].a)))
    return mixed


LIES: dict[str, dict[tuple[int, str], Any]] = {
    "none": {},
    "a pile, first": {(0, PILE): moved(1)},
    "a pile, last": {(1, PILE): moved(1)},
    "two that would cancel": {(0, PILE): moved(1), (1, PILE): moved(-1)},
    "a hand": {(0, HAND): moved(1)},
    "a pile and a hand that would cancel": {(1, PILE): moved(5), (0, HAND): moved(-5)},
    "a point": {(1, PILE): lambda body: body},
    "a share": {(1, DRAW): answering(1)},
    "a key": {(0, KEY): answering(1)},
    "two keys that would cancel": {(0, KEY): answering(1), (1, KEY): answering(-1)},
    "a share and a pile": {(1, DRAW): answering(1), (1, PILE): moved(1)},
}


def one_by_one(data: bytes) -> tuple[int, ...]:
    """Whom a verifier convicts that checks each proof in its place."""
    reader = transcript.TranscriptReader()
    records = reader.feed(data)
    assert reader.charter is not None
    verifier = Verifier(reader.charter)
    for record in records:
        verifier.add(record)
        if verifier.accused:
            break
    return tuple(found.seat for found in verifier.accused)


@pytest.mark.parametrize("lying", [name for name in LIES if name != "none"])
@pytest.mark.parametrize("most", [1, batching.MAX_DEFERRED])
def test_who_proved_falsely_is_named_by_the_file_as_if_each_proof_were_checked_in_its_place(
    lying: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batching, "MAX_DEFERRED", most)
    _, data = file_of(lying)
    (seat, _), *_ = LIES[lying]
    found = verify_file([data])
    assert found.status == "violated"
    named = tuple(one.seat for one in found.accused)
    assert named[:1] == one_by_one(data)
    # Of shuffles the first is named, behind which nothing counts; keys are opened at once.
    assert set(named) == ({0, 1} if lying == "two keys that would cancel" else {seat})
    assert verify_file([found.accused[0].certificate.encode()]).status == "damaged"  # it is no transcript


@pytest.mark.parametrize("lying", ["a pile, last", "a hand", "a share"])
def test_a_cut_file_names_who_proved_falsely_before_the_cut(lying: str) -> None:
    """Also where it ends in the middle of a record, so that what is wrong with it shows first."""
    _, data = file_of(lying)
    (seat, _), *_ = LIES[lying]
    assert [one.seat for one in verify_file([data[:-10]]).accused] == [seat]


def test_a_certificate_in_a_file_is_judged_once_and_none_of_its_proofs_is_put_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, data = file_of("a share")
    certificate = verify_file([data]).accused[0].certificate
    judged: list[bool] = []
    check = replay.check

    def counted(certificate: Certificate, rules: replay.Rules | None, group: batching.BatchingGroup) -> str:
        judged.append(group.deferring)
        return check(certificate, rules, group)

    monkeypatch.setattr(replay, "check", counted)
    before = list(certificate.prefix)
    found = verify_records(table.signed, [*before, certificate.written(before)])
    assert (found.status, [one.seat for one in found.accused]) == ("violated", [1])
    assert judged == [False]


def test_a_game_in_order_is_checked_in_one_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    _, data = file_of("none")
    seen: list[int] = []
    total = sums.total

    def counted(group: Group, claims: Sequence[sums.PendingCheck]) -> Element:
        seen.append(len(claims))
        return total(group, claims)

    monkeypatch.setattr(sums, "total", counted)
    monkeypatch.setattr(sigma.Equation, "commitment", lambda *_: pytest.fail("a proof was checked in its place"))
    found: Verdict = verify_file([data])
    assert found.state == "fair"
    assert [number for number in seen if number] == [3 + 2 * 2 + 1]
