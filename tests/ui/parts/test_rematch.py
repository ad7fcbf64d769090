"""Another game at the same table."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tests.ui.positions import acting
from tests.ui.screen.keyboard import face_told, lines_of, shown
from tta_p2p.games.contract import Place, Standings
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.rematch import RematchReply, RematchRequest
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.commands.parser import instructions
from tta_p2p.ui.instructions import SendRequest


def test_another_game_is_a_key_away_also_after_one_that_was_called_off() -> None:
    seats = [say.SeatInfo(number, name, number, name) for number, name in enumerate(("Ann", "Bob"))]
    offers = ["log", "chat", "rematch"]
    welcome = say.WelcomeReply(say.VERSION, "through_the_ages", "1234", 0, seats, {}, [], "", offers, [])
    face = face_told([welcome, turn_message(acting(), 0), say.HaltReply("call-off")])
    assert "R play again" in shown(face)[-1]
    face.press("R")
    assert lines_of(face) == ["rematch"]
    assert face.context is not None
    declined = [*instructions(face.context, "rematch no")]
    assert declined[0] == SendRequest(RematchRequest("no")) and "You have declined to play again here" in str(
        declined[1]
    )
    state = replace(face.context.state, is_node_gone=True)
    face.refresh(replace(face.context, reading=face.context.reading.of(state)))
    assert "play again" not in shown(face)[-1]
    (gone,) = instructions(face.context, "rematch")
    assert "tta rematch plays again at this table" in str(gone), "nobody is there any more who could be asked"


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_wants_to_play_again_is_seen_at_80_columns_while_the_result_is_open(language: str) -> None:
    words, longest = Words(language), "Wilhelmina of Orange"
    seats = [say.SeatInfo(number, name, number, name) for number, name in enumerate(("Ann", longest))]
    welcome = say.WelcomeReply(say.VERSION, "through_the_ages", "1234", 0, seats, {}, [], "", ["log", "rematch"], [])
    over = say.GameOverReply(msgspec.to_builtins(Standings(True, (Place(0, 1, 9, ()), Place(1, 2, 7, ())))), "fair")
    face = face_told([welcome, turn_message(acting(), 0), over, RematchReply([longest], "Ann")], language)
    assert face.screen_state.page is not None
    wants = words("screen.keys.rematch-with", names=longest)
    assert "".join(wants.split()) in "".join(shown(face)[-1].split()), shown(face)[-1]
    opened = face_told([welcome, turn_message(acting(), 0), over, RematchReply(["Cid"], longest, open=True)], language)
    wants = words("screen.keys.rematch-with", names=words.listed([longest, "Cid"]))
    assert "".join(wants.split()) in "".join(shown(opened)[-1].split()), "whoever has opened the table wants to as well"
