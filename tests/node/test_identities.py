"""A game is taken up again with the identity it was begun with, and never with one that was made meanwhile."""

from __future__ import annotations

from pathlib import Path

from tests.node.processes import Game
from tta_p2p.store.identity import KEY_FILE, create


def test_without_the_identity_it_was_begun_with_a_game_is_not_taken_up_again_and_no_key_is_made(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="caravan", people=(0,))
    try:
        home = game.nodes[1].home
        game.nodes[1].kill()
        kept = (home / KEY_FILE).rename(tmp_path / "kept.pem")
        game.restart(1)
        said = game.nodes[1].wait_for("failed")
        assert "was begun with the identity" in said and str(home / KEY_FILE) in said
        assert game.nodes[1].ends() == 1 and not (home / KEY_FILE).exists()
        create(home)
        game.restart(1)
        said = game.nodes[1].wait_for("failed")
        assert "another identity" in said and str(home / KEY_FILE) in said
        assert game.nodes[1].ends() == 1
        kept.replace(home / KEY_FILE)
        game.restart(1)
        assert game.nodes[1].wait_for("playing") == game.sid
    finally:
        game.close()
