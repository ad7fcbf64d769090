"""What a client is told beside the game: a pause, a motion, autopilot, a lobby."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from tests.ui.positions import acting
from tests.ui.screen.keyboard import face_of
from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import read_reply, write_line
from tta_p2p.seats.parts.autopilot import AutopilotReply
from tta_p2p.seats.parts.pause import PauseReply
from tta_p2p.seats.parts.votes import MotionReply
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import plain, row
from tta_p2p.ui.changes import Update
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.screen.borders import title_line
from tta_p2p.ui.screen.face import ScreenFace

PAUSED = PauseReply(True, True, ["Bob"])
MOTION = MotionReply("gone", 1, 2, True)
AUTOPILOT = AutopilotReply(0, "Ann", "easy")
LOBBY = say.LobbyReply(
    "agreeing", "Evening", "10.0.0.7:4711#abcdefgh",
    [say.LobbyMember("Ann", "abcdefgh", [say.TextRef("you")], 1, True, True),
     say.LobbyMember("Bob", "ijklmnop", [say.TextRef("new")], 1, False)],
    3, [], "amber badge cedar", ["start", "dismiss", "chat", "leave"], "through_the_ages",
)  # fmt: skip
"""As the host sees it."""


def hear_of(face: ScreenFace, notice: say.Reply) -> Update:
    assert face.context is not None
    return reduce_reply(face.context.state, read_reply(write_line(notice)))


LONG_CARD = Para(row("What the card says goes on and on, for many a line. " * 8))


def told_over_a_long_card(*notices: say.Reply, language: str = "en") -> ScreenFace:
    face = face_of(acting(), 0, language)
    face.panes.view.screen_state = replace(face.screen_state, preview=(LONG_CARD,))
    assert face.context is not None
    for notice in notices:
        state, changes = hear_of(face, notice)
        face.refresh(replace(face.context, reading=face.context.reading.of(state)))
        for change in changes:
            list(face.announce(change, face.context.reading))
    return face


def offering(face: ScreenFace, *more: str, **changes: object) -> None:
    """The node takes these requests, too."""
    assert face.context is not None and face.context.state.welcome is not None
    welcome = face.context.state.welcome
    welcome = msgspec.structs.replace(welcome, offers=[*welcome.offers, *more])
    state = replace(face.context.state, welcome=welcome, **changes)  # type: ignore[arg-type]
    face.refresh(replace(face.context, reading=face.context.reading.of(state)))


def title_of(face: ScreenFace) -> str:
    """The first line, however wide the screen is."""
    assert face.context is not None
    return plain(title_line(face.screen_state, face.context.reading, None, replace(face.style, width=200)))
