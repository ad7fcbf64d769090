"""Whether anybody is at the nodes of those who play."""

from __future__ import annotations

import msgspec

from tests.ui.fake_node import talk
from tests.ui.line_client import ANN, CID, THEIRS, WELCOME
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.attendance import AttendanceReply


async def test_who_is_connected_and_not_at_the_table_is_told_where_one_looks_and_not_before() -> None:
    bob = say.SeatInfo(1, "Bob", 1, "Bob")
    welcome = msgspec.structs.replace(WELCOME, seats=[ANN, bob, CID])
    told = [welcome, THEIRS, say.WaitReply([say.SeatWait(1, "Bob", "its-turn", 5.0)]), AttendanceReply(1, "Bob", False)]
    _, before, _ = await talk(told, "quit")
    assert "at the table" not in "\n".join(before)
    _, shown, _ = await talk(told, "who", "conditions", "quit")
    text = "\n".join(shown)
    assert "Waiting for Bob, who is connected but not at the table: a move" in text
    assert "  2. Bob        not at the table" in text
    _, shown, _ = await talk([*told, AttendanceReply(1, "Bob", True)], "who", "conditions", "quit")
    assert "at the table" not in "\n".join(shown)
