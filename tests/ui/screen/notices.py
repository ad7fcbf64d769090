"""What a client is told beside the game: a pause, a motion, autopilot, a lobby."""

from __future__ import annotations

from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import read_reply, write_line
from tta_p2p.seats.parts.autopilot import Autopiloted
from tta_p2p.seats.parts.pause import Pause
from tta_p2p.seats.parts.votes import Motion
from tta_p2p.ui.changes import Heard
from tta_p2p.ui.intake import hear
from tta_p2p.ui.screen.face import ScreenFace

PAUSED = Pause(True, True, ["Bob"])
MOTION = Motion("gone", 1, 2, True)
AUTOPILOT = Autopiloted(0, "Ann", "easy")
LOBBY = say.Lobby(
    "agreeing", "Evening", "10.0.0.7:4711#abcdefgh",
    [say.Guest("Ann", "abcdefgh", [say.Keyed("you")], 1, True, True),
     say.Guest("Bob", "ijklmnop", [say.Keyed("new")], 1, False)],
    3, [], "amber badge cedar", ["start", "dismiss", "chat", "leave"], "through_the_ages",
)  # fmt: skip
"""As the host sees it."""


def hear_of(face: ScreenFace, notice: say.Reply) -> Heard:
    assert face.context is not None
    return hear(face.context.state, read_reply(write_line(notice)))
