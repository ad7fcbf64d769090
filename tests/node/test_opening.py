"""Games whose charter opens all hands afterwards, and games whose secrets are forgotten."""

from __future__ import annotations

from pathlib import Path

from protocol.audit import open_hands, read_keys
from protocol.transcript import Kept, Reader
from tests.node.processes import Game
from tta_p2p.store.database import Store
from tta_p2p.table.audit import read_record


def kept_secrets(home: Path) -> int:
    store = Store(home)
    (row,) = store.games()
    records = [read_record(data) for data in store.journal(row.sid)]
    store.close()
    return sum(isinstance(record, Kept) for record in records)


def test_after_an_open_game_every_hand_can_be_looked_at_with_the_keys_of_all(tmp_path: Path) -> None:
    game = Game(tmp_path, 3, game="caravan", audit="open")
    try:
        game.wait()
        for node in game.nodes:
            reader = Reader()
            records = reader.feed(node.transcript().read_bytes())
            assert reader.charter is not None
            (file,) = (node.home / "transcripts").glob("*.keys")
            audit = open_hands(reader.charter, records, read_keys(file.read_bytes()))
            assert not audit.refused and not audit.wrong
            hands = {sighting.holder for sighting in audit.cards}
            assert {0, 1, 2} <= hands, "the cards of every hand are seen"
    finally:
        game.close()


def test_after_a_closed_game_no_key_is_published_and_all_secrets_are_forgotten(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="caravan")
    try:
        game.wait()
        for node in game.nodes:
            assert not list((node.home / "transcripts").glob("*.keys"))
            assert kept_secrets(node.home) == 0
            assert node.verdict().state == "fair"
    finally:
        game.close()
