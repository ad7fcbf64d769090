"""Cheating peers as real processes: named in every honest node, with a certificate; the honest go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.certificates import check, decode_certificate
from tests.node.processes import Game
from tta_p2p.table.audit import verify_file
from tta_p2p.table.referee import referee_of


@pytest.mark.parametrize(
    ("lie", "kinds"),
    [("illegal-act", {"illegal-act"}), ("wrong-share", {"bad-proof"}), ("two-tales", {"equivocation", "bad-proof"})],
)
def test_a_cheating_process_is_named_everywhere_and_the_others_finish(
    tmp_path: Path, lie: str, kinds: set[str]
) -> None:
    game = Game(tmp_path, 3, game="smugglers", villains={1: lie}, pace=0.02)
    honest = [0, 2]
    try:
        for number in honest:
            visitor = game.visit(number, watch=True)
            accused = visitor.hear("accused")
            assert accused["name"] == "Player 1" and accused["kind"] in kinds
            path = Path(accused["certificate"])
            certificate = decode_certificate(path.read_bytes())
            assert certificate.seat == 1
            check(certificate, lambda: referee_of(certificate.charter.charter))  # noqa: B023
            assert verify_file(path).exit_code == 1
            visitor.close()
        game.wait(*honest)
        for number in honest:
            verdict = game.nodes[number].verdict()
            assert (verdict.state, verdict.seats_left) == ("convicted", 1)
            assert [(found.seat, found.certificate.kind in kinds) for found in verdict.accused] == [(1, True)]
            certificates = list((game.nodes[number].home / "certificates").iterdir())
            assert len(certificates) == 1, "nobody else is accused"
    finally:
        game.close()
