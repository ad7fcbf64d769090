"""Who is connected and not at the table: the others see it, and that somebody is back, between real nodes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from tests.node.processes import Game


def test_a_node_without_a_client_is_told_of_until_somebody_sits_there_again_and_of_nodes_of_bots_nothing_is_said(
    tmp_path: Path,
) -> None:
    with closing(Game(tmp_path, 3, game="skiff", people=(0, 1), within=(0, 1, 2))) as game:
        ann, bob = game.under_way(0, client="ann"), game.under_way(1, client="bob")
        seat = next(said["seat"] for said in reversed(ann.said) if said["is"] == "welcome")
        ann.close()
        told = bob.hear("attended")
        assert (told["seat"], told["name"], told["yes"]) == (seat, "Player 0", False)
        late = game.visit(1, watch=True)
        assert late.hear("attended")["seat"] == seat, "who comes later hears it, too"
        bob.close()
        game.nodes[1].kill()
        game.restart(1)
        bob = game.under_way(1, client="bob")
        assert bob.hear("attended")["yes"] is False, "and so does a node that comes later"
        only_looks = game.visit(0, watch=True)
        only_looks.hear("attended")
        back = game.under_way(0, client="ann")
        assert bob.hear("attended")["yes"]
        for visitor in (back, bob):
            visitor.say(do="skip", key="turn")
        bob.hear("over")
        assert {said["name"] for said in bob.said if said["is"] == "attended"} == {"Player 0"}, "not the bot"
