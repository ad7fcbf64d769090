"""Whoever was voted gone comes back: it is told so at once, may look on, and is shown the end."""

from __future__ import annotations

from pathlib import Path

from tests.node.processes import SHORT, Game, Process, Visitor, carry, move
from tests.node.turns import whose_turn
from tta_p2p.table.audit import compare_files


def voted_gone(folder: Path) -> tuple[Game, Visitor, Visitor]:
    """A game of Smugglers that goes on without the last of three, and the two who play on; it waits for one of them."""
    game = Game(folder, 3, game="skiff", people=(0, 1, 2), away=SHORT)
    ann, bob, cleo = (game.under_way(number, seat=None) for number in range(3))
    for visitor in (ann, bob):
        visitor.say(do="rematch", answer="perhaps")  # they look at the end for a while
    cleo.close()
    game.nodes[2].kill()
    for number, visitor in enumerate((ann, bob)):
        # Whoever is to act does so until the game waits for the one who is away.
        visitor.say(do="skip", key="turn")
        while not visitor.hear("turn")["skips"]:
            pass
        move("gone", 2, number, visitor)
    for visitor in (ann, bob):
        visitor.say(do="skip", key="turn", yes=False)
    carry("gone", 2, {0: ann, 1: bob})
    return game, ann, bob


def hear_who_left(visitor: Visitor) -> None:
    """Read on until it is told that the third player has left."""
    while not any(said["is"] == "left" and said["name"] == "Player 2" for said in visitor.said):
        visitor.hear("left", "turn", "waiting")


def come_back(game: Game) -> Visitor:
    """The one who was voted gone is there again, and reads what has become of it."""
    game.restart(2)
    cleo = game.visit(2, seat=None)
    hear_who_left(cleo)
    return cleo


def finish(game: Game, *visitors: Visitor) -> None:
    for visitor in visitors:
        visitor.say(do="skip", key="turn")
    for visitor in visitors:
        visitor.hear("over")


def test_who_has_left_looks_on_while_the_others_play_and_is_shown_the_end_when_it_comes_back_after_it(
    tmp_path: Path,
) -> None:
    game, ann, bob = voted_gone(tmp_path)
    try:
        cleo = come_back(game)
        assert all(not said["mine"] for said in cleo.said if said["is"] == "turn")
        for number in (0, 2):  # a client that comes only now hears it as well
            late = game.visit(number, watch=True)
            hear_who_left(late)
            assert [said["name"] for said in late.said if said["is"] == "left"] == ["Player 2"]
            late.close()
        number, _ = whose_turn([ann, bob])
        before = len(cleo.said)
        (ann, bob)[number].say(do="act", text="end")
        cleo.hear("turn")  # it sees the game go on
        assert not any(said["is"] == "over" for said in cleo.said[before:])
        cleo.close()
        game.nodes[2].kill()
        finish(game, ann, bob)
        cleo = come_back(game)
        assert cleo.hear("over")["verdict"] == "fair"
        for visitor in (ann, bob, cleo):
            visitor.close()
        game.wait()
        assert {(verdict.state, verdict.seats_left) for verdict in map(Process.verdict, game.nodes)} == {("fair", 1)}
        (first, *rest) = [node.transcript() for node in game.nodes]
        assert {one.relation for one in compare_files([first, *rest])} == {"equal"}
    finally:
        game.close()
