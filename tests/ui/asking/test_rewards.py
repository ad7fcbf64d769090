"""Gains of one's own: the mark stands on them, so that haste gives nothing away."""

import pytest

from tests.ui.asking.through_the_ages import POSITIONS
from tests.ui.screen.keyboard import face_of


@pytest.mark.parametrize("frame", ["Target", "RowCards"])
def test_the_mark_stands_on_a_gain_of_ones_own(frame: str) -> None:
    local = POSITIONS[frame]()
    decision = local.decision
    assert decision is not None
    face = face_of(local, decision.seats[0])
    board, spot = face.board, face.spot()
    assert board is not None and decision.key in board.controls.reward_decisions
    assert spot is not None and (spot.item is None or spot.item.verb not in board.controls.end_verbs)
    kinds = {one.item.verb for one in face.spots() if one.item is not None}
    assert kinds <= {"target", "take", "done"}
