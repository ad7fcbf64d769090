"""A node comes back: at once with the newest store, and from an older copy when everybody has said what it lacks."""

from __future__ import annotations

from pathlib import Path

from tests.node.games import all_fair_and_equal
from tests.node.processes import Game, Visitor, copy_of
from tests.node.stored import put_back


def old_copy(game: Game, folder: Path) -> Path:
    """A copy of the data folder of node 1 in the middle of the game; then the game goes on for a round."""
    player = game.visit(0, seat=None)
    player.my_act()
    old = copy_of(game.nodes[1].home, folder)
    player.say(do="act", text="end")
    assert player.my_act()
    player.close()
    return old


def speaks(visitor: Visitor) -> None:
    """Wait until the node says that it plays on."""
    while visitor.hear("proofs").get("busy"):
        pass


def test_a_store_replaced_by_an_old_copy_catches_up_and_says_nothing_twice(tmp_path: Path) -> None:
    game = Game(tmp_path, 3, game="skiff", people=(0,), within=(0,))
    try:
        old = old_copy(game, tmp_path / "old")
        for what in ("store", "folder"):
            for number in (1, 2):
                game.nodes[number].kill()
            put_back(old, game.nodes[1].home, what)
            game.restart(1)
            visitor = game.visit(1, watch=True)
            while visitor.hear("returning")["missing"] != ["Player 2"]:
                pass
            assert visitor.said[-1]["is"] == "returning"
            visitor.say(do="go-on")
            assert visitor.hear("error")["key"] == "node.watching"  # bots play here, and nobody's seat is in danger
            game.restart(2)
            while visitor.hear("returning")["missing"]:
                pass
            speaks(visitor)
            visitor.close()
        game.let_go(0)
        game.wait()
        all_fair_and_equal(game)
        assert not list(tmp_path.glob("home*/certificates/*")), "nobody has signed two things"
    finally:
        game.close()


def test_only_its_person_goes_on_without_somebody_who_may_know_more_of_its_words(tmp_path: Path) -> None:
    game = Game(tmp_path, 3, game="skiff", people=(1,), within=(0,))
    try:
        player = game.visit(1, client="a person")
        player.my_act()
        old = copy_of(game.nodes[1].home, tmp_path / "old")
        player.say(do="act", text="end")
        player.my_act()  # what its node has said since is not in the copy
        player.close()
        for number in (1, 2):
            game.nodes[number].kill()
        put_back(old, game.nodes[1].home, "folder")
        game.restart(1)
        player = game.visit(1, client="a person")
        while player.hear("returning")["missing"] != ["Player 2"]:
            pass
        player.say(do="go-on")
        while player.hear("error", "returning")["is"] == "error":  # who can be reached is heard first, if it is not yet
            assert player.said[-1]["key"] == "node.goes-on-soon"
        assert player.said[-1]["missing"] == []
        speaks(player)
        player.say(do="go-on")
        assert player.hear("error")["key"] == "node.waits-for-nobody"
        # Killed again before the other has come, it knows that its store is no newer than it was.
        player.close()
        game.nodes[1].kill()
        game.restart(1)
        player = game.visit(1, client="a person")
        while player.hear("returning")["missing"] != ["Player 2"]:
            pass
        game.restart(2)
        while player.hear("returning")["missing"]:
            pass
        speaks(player)
        player.close()
    finally:
        game.close()


def test_with_the_newest_store_a_node_plays_on_although_nobody_else_is_there(tmp_path: Path) -> None:
    game = Game(tmp_path, 3, game="skiff", people=(0,))
    try:
        player = game.visit(0, seat=None)
        player.my_act()
        player.say(do="act", text="end")  # what follows is on its way
        for node in game.nodes:
            node.kill()
        game.restart(1)
        visitor = game.visit(1, watch=True)
        speaks(visitor)
        assert not any(one["is"] == "returning" for one in visitor.said)
        visitor.close()
        game.restart(0)
        game.restart(2)
        game.let_go(0)
        game.wait()
        all_fair_and_equal(game)
    finally:
        game.close()
