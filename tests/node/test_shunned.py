"""Members that reach, or answer, some of the others only: the game goes on by way of those who do."""

from __future__ import annotations

from pathlib import Path

from tests.node.processes import Game

HONEST = ("tests.node.shunner", "honest")


def test_two_members_that_never_reach_each_other_play_by_way_of_the_third(tmp_path: Path) -> None:
    programs = {0: HONEST, 1: ("tests.node.shunner", "split", "2"), 2: HONEST}
    game = Game(tmp_path, 3, game="skiff", programs=programs)
    try:
        game.wait()
        verdicts = [node.verdict() for node in game.nodes]
        assert [verdict.state for verdict in verdicts] == ["fair"] * 3
        assert all(verdict.finished == verdicts[0].finished for verdict in verdicts)
    finally:
        game.close()


def test_a_member_that_answers_no_question_keeps_a_node_that_came_back_silent_for_a_while_only(tmp_path: Path) -> None:
    programs = {0: HONEST, 1: HONEST, 2: ("tests.node.shunner", "deaf")}
    game = Game(tmp_path, 3, game="skiff", people=(0,), programs=programs)
    try:
        player = game.visit(0, seat=None)
        player.my_act()
        player.say(do="act", text="end")
        player.my_act()
        game.nodes[1].kill()
        game.restart(1)
        player.let_go()
        game.wait()
        assert [node.verdict().state for node in game.nodes] == ["fair"] * 3
    finally:
        game.close()
