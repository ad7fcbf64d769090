"""How long each player has been waited for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.ui.positions import acting
from tests.ui.screen.keyboard import face_of
from tests.ui.screen.notices import hear_of
from tta_p2p.seats import messages as say
from tta_p2p.ui.commands.parser import instructions


@pytest.mark.parametrize("hidden", [False, True])
def test_the_time_that_players_have_used_is_told_unless_it_is_hidden(hidden: bool) -> None:
    face = face_of(acting(), 0)
    assert face.context is not None
    waits = say.WaitReply([say.SeatWait(1, "Bob", "its-turn")], [7, 3725, 61])
    state, _ = hear_of(face, waits)
    state = replace(state, seat_request=replace(state.seat_request, show_times=not hidden))
    context = replace(face.context, reading=face.context.reading.of(state), wait_seconds=2.5)
    said = str([*instructions(context, "who")])
    assert ("1:02:07" in said and "0:07" in said and "1:01" in said) != hidden
