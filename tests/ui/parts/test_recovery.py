"""A node that came back with an old store."""

from __future__ import annotations

import msgspec
import pytest

from tests.ui.fake_node import talk
from tests.ui.line_client import ANN, CID, MINE, THEIRS, WELCOME
from tests.ui.screen.keyboard import shown
from tests.ui.screen.notices import told_over_a_long_card
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.node.service.notices import connection_refusal
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.connections import ConnectionReply
from tta_p2p.seats.parts.pause import PauseReply
from tta_p2p.seats.parts.recovery import RecoveryReply


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_old_copy_that_knows_of_a_pause_says_that_the_game_is_played_from_another_place(language: str) -> None:
    words, paused = Words(language), PauseReply(True, True, ["Bob"])
    back, refused = RecoveryReply(["Bob"]), connection_refusal("Bob", "seated")
    for copied in (False, True):
        face = told_over_a_long_card(*((back, refused, paused) if copied else (back, paused)), language=language)
        assert (words("screen.doubled") in shown(face)[0]) == copied
        assert (words("screen.paused", names="Bob", n=1) in shown(face)[0]) != copied
        face.press("g")
        squeezed = "".join("".join(shown(face)).split())
        assert ("".join(words("pause.doubled", names="Bob", n=1).split()) in squeezed) == copied
        assert ("".join(words("pause.others").split()) in squeezed) != copied


async def test_who_comes_back_with_an_old_copy_reads_why_nobody_hears_a_vote_yet_and_whom_it_waits_for() -> None:
    _, shown, _ = await talk([WELCOME, THEIRS, RecoveryReply(["Bob"])], "pause", "who", "quit", interactive=True)
    told = " ".join(" ".join(shown).split())
    assert told.count("First your computer asks Bob about them.") == 3
    _, shown, _ = await talk([WELCOME, THEIRS, RecoveryReply([])], "pause", "who", "quit", interactive=True)
    assert "First your computer asks" not in " ".join(shown)


async def test_an_old_copy_says_to_which_one_the_others_talk_instead_of_that_they_are_not_there() -> None:
    bob = say.SeatInfo(1, "Bob", 1, "Bob")
    welcome = msgspec.structs.replace(WELCOME, seats=[ANN, bob, CID])
    refused = say.ErrorReply("node.turned-away", ["Bob", "seated"], "")
    waits = say.WaitReply([say.SeatWait(1, "Bob", "its-turn", 5.0, False)])
    lost = ConnectionReply(1, "Bob", False, met=False)
    _, shown, _ = await talk([welcome, MINE, refused, lost, waits], "who", "quit")
    told = " ".join(" ".join(shown).split())
    assert told.count("Bob is connected to another copy of you") == 2 and "not connected" not in told
