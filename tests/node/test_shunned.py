"""Members that reach, or answer, some of the others only: the game goes on by way of those who do."""

from __future__ import annotations

from pathlib import Path

from tests.node.processes import Game

HONEST = ("tests.node.shunner", "honest")


def test_two_members_that_never_reach_each_other_play_by_way_of_the_third_though_one_answers_no_question(
    tmp_path: Path,
) -> None:
    """And the third is killed: who does not answer keeps it silent for a while only when it has come back."""
    programs = {0: HONEST, 1: ("tests.node.shunner", "split", "2"), 2: ("tests.node.shunner", "deaf")}
    game = Game(tmp_path, 3, game="skiff", people=(1,), programs=programs)
    try:
        player = game.visit(1, seat=None)
        player.my_act()
        player.say(do="act", text="end")
        player.my_act()
        game.nodes[0].kill()
        game.restart(0)
        player.let_go()
        game.wait()
        verdicts = [node.verdict() for node in game.nodes]
        assert [verdict.state for verdict in verdicts] == ["fair"] * 3
        assert all(verdict.finished == verdicts[0].finished for verdict in verdicts)
    finally:
        game.close()
