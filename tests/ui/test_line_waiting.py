"""What a person line by line reads while others are waited for: after a vote, in a pause, from an old copy."""

from __future__ import annotations

import msgspec

from tests.ui.fake_node import talk
from tests.ui.line_client import ANN, CID, MINE, THEIRS, WELCOME
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.attendance import Attended
from tta_p2p.seats.parts.connections import Connected
from tta_p2p.seats.parts.pause import Pause, Resume
from tta_p2p.seats.parts.recovery import Returning
from tta_p2p.seats.parts.votes import Motion, Vote


async def test_who_has_agreed_or_said_resume_reads_for_what_it_waits_and_not_that_others_are_to_decide() -> None:
    agreed, waits = Motion("pause", 0, 0, True), say.Waiting([say.Wait(1, "Bob", "vote-pause", 5.0)])
    asked, shown, _ = await talk([WELCOME, THEIRS, agreed, waits], "pause no", "pause", "1", "quit", interactive=True)
    told = " ".join(" ".join(shown).split())
    assert told.count("You have agreed already. That cannot be taken back") == 2
    assert "nobody plays on until the others have voted" in told and "not your turn" not in told
    wants = Pause(True, True, ["Bob"])
    more, shown, _ = await talk([WELCOME, THEIRS, wants], "resume", "1", "quit", interactive=True)
    told = " ".join(" ".join(shown).split())
    assert told.count("You have said resume, and go on as soon as Bob is back.") == 3 and "not your turn" not in told
    assert not any(isinstance(request, Vote | Resume) for request in (*asked, *more))


async def test_it_is_said_without_whom_others_would_go_on() -> None:
    gone, waits = Motion("gone", 1, 0, True), say.Waiting([say.Wait(2, "Cid's bot", "vote-gone", 5.0)])
    _, shown, _ = await talk([WELCOME, THEIRS, gone, waits], "who", "quit")
    assert any("a vote on going on without Bob (" in line for line in shown)


async def test_who_comes_back_with_an_old_copy_reads_why_nobody_hears_a_vote_yet_and_whom_it_waits_for() -> None:
    _, shown, _ = await talk([WELCOME, THEIRS, Returning(["Bob"])], "pause", "who", "quit", interactive=True)
    told = " ".join(" ".join(shown).split())
    assert told.count("First your computer asks Bob about them.") == 3
    _, shown, _ = await talk([WELCOME, THEIRS, Returning([])], "pause", "who", "quit", interactive=True)
    assert "First your computer asks" not in " ".join(shown)


async def test_an_old_copy_says_to_which_one_the_others_talk_instead_of_that_they_are_not_there() -> None:
    bob = say.SeatInfo(1, "Bob", 1, "Bob")
    welcome = msgspec.structs.replace(WELCOME, seats=[ANN, bob, CID])
    refused = say.Failed("node.turned-away", ["Bob", "seated"], "")
    waits = say.Waiting([say.Wait(1, "Bob", "its-turn", 5.0, False)])
    lost = Connected(1, "Bob", False, met=False)
    _, shown, _ = await talk([welcome, MINE, refused, lost, waits], "who", "quit")
    told = " ".join(" ".join(shown).split())
    assert told.count("Bob talks to another copy of you") == 2 and "connected" not in told


async def test_who_is_connected_and_not_at_the_table_is_told_where_one_looks_and_not_before() -> None:
    bob = say.SeatInfo(1, "Bob", 1, "Bob")
    welcome = msgspec.structs.replace(WELCOME, seats=[ANN, bob, CID])
    told = [welcome, THEIRS, say.Waiting([say.Wait(1, "Bob", "its-turn", 5.0)]), Attended(1, "Bob", False)]
    _, before, _ = await talk(told, "quit")
    assert "at the table" not in "\n".join(before)
    _, shown, _ = await talk(told, "who", "conditions", "quit")
    text = "\n".join(shown)
    assert "Waiting for Bob, who is connected and not at the table: a move" in text
    assert "  2. Bob        not at the table" in text
    _, shown, _ = await talk([*told, Attended(1, "Bob", True)], "who", "conditions", "quit")
    assert "at the table" not in "\n".join(shown)
