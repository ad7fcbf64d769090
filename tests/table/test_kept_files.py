"""The file of a finished game is what the node had in its memory."""

from pathlib import Path

import pytest

from tests.table.peers import Peers
from tta_p2p.table.audit import keep_file, verify_file


@pytest.fixture(scope="module")
def peers() -> Peers:
    peers = Peers("caravan", [0, 1], 1)
    peers.play()
    return peers


def test_a_file_is_written_where_nothing_was_and_verifies(peers: Peers, tmp_path: Path) -> None:
    kept = tmp_path / "new" / "game.tta"
    assert keep_file(kept, peers.signed, peers.tables[0].session.records)
    assert verify_file(kept).state == "fair"


def test_a_file_that_is_not_read_as_it_was_written_is_noticed(peers: Peers, tmp_path: Path) -> None:
    forgetful = tmp_path / "game.tta"
    forgetful.symlink_to("/dev/null")
    assert not keep_file(forgetful, peers.signed, peers.tables[0].session.records)
