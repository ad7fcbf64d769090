"""Leaders in the politics phase: Alexander and Joan of Arc (Columbus, Cook, Caesar and Gandhi are with their rules)."""

from __future__ import annotations

from ..play import me, play, them
from ..plays import plays


@plays("alexander-the-great")
def test_alexander_leaves_for_a_yellow_token_as_a_political_action() -> None:
    game = play(me(leader="alexander-the-great"), them(), phase="politics")
    game.expect(0, strength=2)
    game.act("power").expect(0, leader="", yellow_bank=19, strength=1, civil_actions=4)
    assert game.asked == "actions"


@plays("joan-of-arc")
def test_joan_looks_at_the_top_event_before_her_political_action_once_a_turn() -> None:
    civilization = me(leader="joan-of-arc", hand=["raiders"])
    game = play(civilization, them(), phase="politics", current_events=["rats", "pestilence"])
    top = game.state.current_events[0]
    game.act("peek")
    assert game.local.dealer.knowledge_of(0).faces[top] == "rats"
    assert top not in game.local.dealer.knowledge_of(1).faces
    assert game.asked == "politics" and game.refused("peek") == "used-this-turn"
    game.act("seed raiders")
    assert game.state.past_events == ("rats",)
    game.until("politics", seat=0)
    game.act("peek")


def test_nobody_else_looks() -> None:
    game = play(me(leader="moses"), them(), phase="politics")
    assert game.refused("peek") == "no-ability"
    assert game.refused("power") == "no-ability"
