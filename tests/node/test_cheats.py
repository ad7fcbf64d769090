"""Cheating peers as real processes: named in every honest node, with a certificate; the honest go on."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from protocol.certificates import decode_certificate
from protocol.messages import Envelope, decode_envelope
from protocol.replay import check
from protocol.transcript import MessageRecord, ProofRecord, SecretRecord
from tests.node.processes import Game
from tests.node.villain import MADE_UP
from tests.patience import PATIENCE
from tta_p2p.store import marks
from tta_p2p.store.database import Store
from tta_p2p.table.audit import read_record, verify_file
from tta_p2p.table.referee import referee_of


@pytest.mark.parametrize(
    ("lie", "kinds"),
    [
        ("illegal-act", {"illegal-act"}),
        ("act-of-many-words", {"illegal-act"}),
        ("wrong-share", {"bad-proof"}),
        ("two-tales", {"equivocation", "bad-proof"}),
    ],
)
def test_a_cheating_process_is_named_everywhere_and_the_others_finish(
    tmp_path: Path, lie: str, kinds: set[str]
) -> None:
    game = Game(tmp_path, 3, game="skiff", villains={1: lie}, people=(0,), within=(0, 2))
    honest = [0, 2]
    try:
        visitors = [game.visit(number, watch=True) for number in honest]
        game.let_go(0)  # the lie may have been told by now, and the game is not over
        for visitor in visitors:
            accused = visitor.hear("accused")
            assert accused["name"] == "Player 1" and accused["kind"] in kinds
            assert MADE_UP not in str(accused), "nobody is told the words of the cheat"
            if lie == "act-of-many-words":
                assert accused["refusal"]["key"] == "unknown-act" and not accused["refusal"].get("args")
            path = Path(accused["certificate"])
            certificate = decode_certificate(path.read_bytes())
            assert certificate.seat == 1
            check(certificate, lambda: referee_of(certificate.charter.charter))  # noqa: B023
            assert verify_file(path).exit_code == 1
        game.wait(*honest)
        for number in honest:
            verdict = game.nodes[number].verdict()
            assert (verdict.state, verdict.seats_left) == ("convicted", 1)
            assert [(found.seat, found.certificate.kind in kinds) for found in verdict.accused] == [(1, True)]
            certificates = list((game.nodes[number].home / "certificates").iterdir())
            assert len(certificates) == 1, "nobody else is accused"
    finally:
        game.close()


def older(home: Path) -> None:
    """The store as it was before its node caught somebody, with the secrets of the game."""
    store = Store(home)
    (row,) = store.games()
    kinds = [type(read_record(data)) for data in store.journal(row.sid)]
    for number in range(kinds.index(ProofRecord), len(kinds)):
        if kinds[number] is not SecretRecord:
            store._db.execute("delete from journal where number = ?", (number,))
    marks.forget(store, row.sid)
    store.close()


def messages(home: Path) -> dict[bytes, Envelope]:
    """All that stands in a store as said by anybody."""
    store = Store(home)
    (row,) = store.games()
    records = [read_record(data) for data in store.journal(row.sid)]
    store.close()
    return {one.envelope: decode_envelope(one.envelope) for one in records if isinstance(one, MessageRecord)}


def plays_on_without_somebody(home: Path) -> bool:
    """Whether something stands in a store that was said since somebody was voted out."""
    return any(envelope.epoch > 0 for envelope in messages(home).values())


def has_heard_all(home: Path, seat: int, theirs: Path) -> bool:
    """Whether all that a seat has said since somebody was voted out, by its own store, stands in another one."""
    return {data for data, one in messages(theirs).items() if one.seat == seat and one.epoch} <= messages(home).keys()


def test_a_node_with_an_older_store_is_handed_the_proof_of_who_was_voted_out(tmp_path: Path) -> None:
    """Its own vote it gets back with the other messages; without the proof its file would show nothing.

    A word of it that only the cheat has heard would be lost with the store, and said anew; so it is killed when the
    third has heard all.
    """
    game = Game(tmp_path, 3, game="skiff", villains={1: "wrong-share"}, people=(0,), within=(0,))
    try:
        home, deadline = game.nodes[2].home, time.monotonic() + PATIENCE
        while True:
            while not plays_on_without_somebody(home) or not has_heard_all(game.nodes[0].home, 2, home):
                assert time.monotonic() < deadline, "the cheat was not voted out, or what followed was not heard"
                time.sleep(0.1)
            game.nodes[2].kill()
            if has_heard_all(game.nodes[0].home, 2, home):
                break
            game.restart(2)
        older(home)
        shutil.rmtree(home / "certificates")
        game.restart(2)
        game.let_go(0)
        game.wait(0, 2)
        verdict = game.nodes[2].verdict()
        assert (verdict.state, [found.seat for found in verdict.accused]) == ("convicted", [1])
        assert len(list((home / "certificates").iterdir())) == 1
    finally:
        game.close()
